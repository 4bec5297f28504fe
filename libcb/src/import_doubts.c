/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a figure can be trusted by itself. */
#include "import.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Above this no processor of one process goes: 64 bytes in each cycle of 8 GHz. */
#define BYTES_MOST 512e9
/* No operation takes less than a nanosecond. */
#define OPS_MOST 1e9
/* Nobody waits longer than three years for one operation, or for a byte. */
#define RATE_LEAST 1e-8
/* How many processes one that does not tell may have had. */
#define PROCESSES_MOST 4096.0
/* CPU time over wall time: below the first something else had the processor, below the second the
 * work was done elsewhere, by a kernel or a device. */
#define CONTENDED 0.9
#define ELSEWHERE 0.5
/* User time is read in hundredths of a second: of a tenth, one is a tenth. */
#define TICKS_LEAST 0.1

static void check_rate(cb_import *import, cb__import_record *record)
{
	double alone = record->rate / (record->processes > 0 ? record->processes : PROCESSES_MOST);
	double ops = record->has_message && record->size > 0 ? alone / (double)record->size : alone;

	if (!(alone > RATE_LEAST))
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"impossible rate: %.3g in a second", alone);
	else if (record->has_message && alone > BYTES_MOST)
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"impossible rate: %.3g bytes per second of one process", alone);
	else if (record->column == 0 && ops > OPS_MOST)
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"impossible rate: %.3g operations per second of one process", ops);
}

static int is_elsewhere(const cb__import_record *record)
{
	return record->outcome == CB_OUTCOME_MEASURED &&
	       record->reported_s / record->requested_s < ELSEWHERE;
}

/* Whether the clock of the run stands still while its process waits. */
static int is_user_time(const cb_import *import, const cb__import_record *record)
{
	const cb__import_run *run = &import->runs[record->run];

	return strcmp(run->timer, "elapsed") != 0 && !import->sections[run->section].is_elapsed;
}

static void accept_contended(cb_import *import, cb__import_record *record)
{
	record->is_contended = import->used_contended = 1;
	if (record->reported_s < TICKS_LEAST)
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"less than %.1f s of user time, of which a clock of hundredths tells too"
			" little",
			TICKS_LEAST);
}

/* Work that was done elsewhere costs its process no time, and the time that was asked for passed
 * by the clock; a process that had to wait for its processor has its time all the same. Nothing in
 * the text tells the two apart. One wording for all cells of a run, so that it is said once. */
static void check_elsewhere(cb_import *import, cb__import_record *record)
{
	double share = record->reported_s / record->requested_s;
	const cb__import_run *run = &import->runs[record->run];
	char most[32] = "";

	if (!is_user_time(import, record)) {
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"%.2f s were reported where %.6g s had been asked for, by a clock that"
			" does not stop",
			record->reported_s, record->requested_s);
		return;
	}
	if (import->options.is_contended) {
		accept_contended(import, record);
		return;
	}
	if (record->is_from_progress && share > 0)
		record->rate *= share;
	if (run->user_most > run->user_least)
		snprintf(most, sizeof most, " to %.2f", run->user_most);
	cb__import_doubt(import, record, CB_OUTCOME_FAILED,
		"%.2f%s s were reported where %.6g s had been asked for: user time, so either the"
		" work was done elsewhere (a kernel, a device), or the processor was shared and"
		" the rates are right, which --contended says%s",
		run->user_least, most, record->requested_s,
		record->is_from_progress ? "; the figure is over the time asked for" : "");
}

static void find_user_times(cb_import *import)
{
	for (size_t i = 0; i < import->record_count; i++) {
		const cb__import_record *record = &import->records[i];
		cb__import_run *run = &import->runs[record->run];

		if (!is_elsewhere(record))
			continue;
		run->user_least = fmin(run->user_least, record->reported_s);
		run->user_most = fmax(run->user_most, record->reported_s);
	}
}

static void check_time(cb_import *import, cb__import_record *record)
{
	double share = record->reported_s / record->requested_s;
	double once = record->has_message && record->size > 0 ? (double)record->size : 1;
	/* the clock is looked at after an operation, which may take long */
	double late = record->reported_s - record->requested_s - 2 * once / record->rate;

	if (isnan(share))
		return;
	if (share < ELSEWHERE)
		check_elsewhere(import, record);
	else if (late > record->requested_s / 2)
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"%.2f s were reported where %.6g s had been asked for", record->reported_s,
			record->requested_s);
	else
		record->is_contended = share < CONTENDED;
}

/* An output with a false pretence: something failed, and operations were counted all the same. */
static void judge(cb_import *import, cb__import_record *record)
{
	record->semantics = cb__import_semantics(import, record);
	if (record->outcome == CB_OUTCOME_MEASURED)
		check_rate(import, record);
	if (record->outcome == CB_OUTCOME_MEASURED)
		check_time(import, record);
	if (strcmp(record->semantics, "openssl-speed.aead.unknown/1") == 0)
		cb__import_remark(import,
			"%s: what a row of it includes differs between releases, and the release is"
			" not told",
			record->algorithm);
}

void cb__import_judge(cb_import *import)
{
	cb__import_judge_rows(import);
	find_user_times(import);
	for (size_t i = 0; i < import->record_count && !import->failed; i++)
		judge(import, &import->records[i]);
}
