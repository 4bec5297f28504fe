/* SPDX-License-Identifier: Apache-2.0 */
/* What a text leaves open is taken from where it is told: children, headings, the defaults of a
 * release, options. What nobody tells stays open. */
#include "import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "glob.h"

#define SUM_TOLERANCE 1e-4
#define SIZES_NEW     6 /* columns since 1.1.0 */
#define SIZES_OLD     5

static const uint64_t default_sizes[SIZES_NEW] = {16, 64, 256, 1024, 8192, 16384};

static cb__import_section *section_of(cb_import *import, size_t run)
{
	return &import->sections[import->runs[run].section];
}

static int is_chosen(cb_import *import, size_t run)
{
	const char *glob = import->options.section;

	return glob == NULL || cb__id_matches(glob, section_of(import, run)->heading);
}

/* Keeps what stands below chosen headings. */
static void choose(cb_import *import)
{
	size_t kept = 0;

	for (size_t i = 0; i < import->record_count; i++)
		if (is_chosen(import, import->records[i].run))
			import->records[kept++] = import->records[i];
	import->record_count = kept;
	kept = 0;
	for (size_t i = 0; i < import->progress_count; i++)
		if (is_chosen(import, import->progress[i].run))
			import->progress[kept++] = import->progress[i];
	import->progress_count = kept;
}

static int is_same_work(
	const cb__import_record *record, const char *algorithm, const char *operation)
{
	return strcmp(record->algorithm, algorithm) == 0 &&
	       strcmp(record->operation, operation) == 0;
}

/* What the children of the run did in this column; NaN if they do not tell. */
static double sum_children(const cb_import *import, const cb__import_record *record, size_t column)
{
	double sum = 0;
	size_t found = 0;

	for (size_t i = 0; i < import->child_count; i++) {
		const cb__import_child *child = &import->children[i];

		if (child->run != record->run || child->column != column ||
			!is_same_work(record, child->algorithm, child->operation))
			continue;
		sum += child->rate;
		found++;
	}
	return found > 0 ? sum : (double)NAN;
}

/* The place of a record among those of its row. */
static size_t column_of(const cb_import *import, size_t index)
{
	const cb__import_record *record = &import->records[index];
	size_t column = 0;

	while (column < index && import->records[index - column - 1].line == record->line &&
		import->records[index - column - 1].run == record->run)
		column++;
	return column;
}

static void check_sum(cb_import *import, size_t index)
{
	cb__import_record *record = &import->records[index];
	const cb__import_run *run = &import->runs[record->run];
	double sum = sum_children(import, record, column_of(import, index));

	if (isnan(sum) || isnan(record->rate))
		return;
	if (fabs(sum / record->rate - 1) <= SUM_TOLERANCE) {
		record->processes = run->forked > 0 ? run->forked : run->children;
		return;
	}
	if (run->forked == run->children && run->forked > 0)
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"the total is %.6g, the sum of the children %.6g", record->rate, sum);
	else
		cb__import_remark(import,
			"line %zu: a total of several processes, of which not all lines were kept",
			record->line);
}

/* A total says how many processes it is of, or the heading does, or the caller, or nobody. */
static void count_processes(cb_import *import, size_t index)
{
	cb__import_record *record = &import->records[index];
	const cb__import_run *run = &import->runs[record->run];
	uint32_t said = section_of(import, record->run)->processes;

	record->is_total |= run->forked > 0 || run->children > 0;
	if (said == 1)
		record->is_total = 0;
	if (!record->is_total && said <= 1)
		return;
	record->processes = run->forked > 0 ? run->forked : said;
	check_sum(import, index);
	if (record->processes != 0)
		return;
	record->processes = import->options.processes;
	import->used_processes |= record->processes != 0;
	if (record->processes == 0)
		cb__import_remark(import, "a total of several processes does not tell how many "
					  "there were: --processes"
					  " N supplies it");
}

/* How many of the records after it stand in its row, itself included. */
static size_t row_length(const cb_import *import, size_t index)
{
	size_t count = 1;

	while (index + count < import->record_count &&
		import->records[index + count].line == import->records[index].line &&
		import->records[index + count].run == import->records[index].run)
		count++;
	return count;
}

/* Releases before 1.1.0 have five sizes. */
static int is_old(const char *version)
{
	return version[0] == '0' || strncmp(version, "1.0", 3) == 0;
}

static int has_default_sizes(cb_import *import, size_t first, size_t count)
{
	const cb__import_record *record = &import->records[first];
	const char *version = import->runs[record->run].version;
	cb__import_name name;

	if (version[0] == '\0')
		version = section_of(import, record->run)->version;
	cb__import_name_read(&name, record->printed, CB__IMPORT_BULK);
	/* whether -mb was given, which has other sizes, is not told */
	if (!name.is_known || name.is_multi_block || import->runs[record->run].has_broken_heading)
		return 0;
	for (size_t i = first; i < first + count; i++)
		if (import->records[i].outcome == CB_OUTCOME_SKIPPED)
			return 0;
	if (version[0] == '\0')
		return count == SIZES_NEW;
	return count == (is_old(version) ? SIZES_OLD : SIZES_NEW);
}

static void give_sizes(cb_import *import, size_t first, size_t count, const uint64_t *sizes)
{
	for (size_t i = 0; i < count; i++) {
		import->records[first + i].size = sizes[i];
		import->records[first + i].column = 0;
	}
}

/* A column more than was measured is no figure. */
static void drop_empty(cb_import *import, size_t first, size_t count)
{
	for (size_t i = first; i < first + count; i++)
		if (import->records[i].column > 0 &&
			import->records[i].outcome == CB_OUTCOME_SKIPPED)
			import->records[i].line = 0;
}

static void close_row(cb_import *import, size_t first, size_t count)
{
	const cb__import_options *o = &import->options;

	if (import->records[first].column == 0)
		return;
	if (o->size_count > 0) {
		import->used_sizes = 1;
		give_sizes(import, first, count < o->size_count ? count : o->size_count, o->sizes);
	} else if (has_default_sizes(import, first, count)) {
		give_sizes(import, first, count, default_sizes);
		cb__import_remark(import,
			"rows without a heading: taken for the sizes that openssl speed has by"
			" default, %s",
			count == SIZES_NEW ? "16 to 16384 bytes" : "16 to 8192 bytes");
	}
	drop_empty(import, first, count);
	for (size_t i = first; i < first + count; i++)
		if (import->records[i].column > 0 && import->records[i].line != 0 &&
			import->records[i].outcome == CB_OUTCOME_MEASURED)
			cb__import_doubt(import, &import->records[i], CB_OUTCOME_FAILED,
				"size unknown: the row has no heading, --sizes supplies it");
}

static void close_sizes(cb_import *import)
{
	size_t kept = 0;

	for (size_t i = 0, count; i < import->record_count; i += count) {
		count = row_length(import, i);
		close_row(import, i, count);
	}
	for (size_t i = 0; i < import->record_count; i++)
		if (import->records[i].line != 0)
			import->records[kept++] = import->records[i];
	import->record_count = kept;
}

/* -multi calls whatever -evp names "evp" in some releases. */
static void close_algorithm(cb_import *import, cb__import_record *record)
{
	cb__import_name name;

	if (!record->lacks_algorithm)
		return;
	if (import->options.algorithm == NULL) {
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"algorithm unknown: the row is called \"%.40s\"%s, --algorithm supplies it",
			record->printed, record->column > 0 ? ", and its size is not told" : "");
		return;
	}
	import->used_algorithm = 1;
	cb__import_name_read(&name, import->options.algorithm, CB__IMPORT_BULK);
	record->algorithm = cb__import_keep(import, name.algorithm);
	record->kind = name.kind;
	record->operation =
		cb__import_operation(name.kind, section_of(import, record->run)->decrypt);
}

static int is_about(const cb__import_progress *p, const cb__import_record *record)
{
	return p->size == record->size && p->has_message == record->has_message &&
	       record->column == 0 && is_same_work(record, p->algorithm, p->operation);
}

/* What the lines of progress say of a record. -decrypt changes no name. */
static void take_progress(cb_import *import, cb__import_progress *p, cb__import_record *record)
{
	p->is_used = 1;
	record->requested_s = p->requested_s;
	record->reported_s = p->reported_s;
	if (p->output[0] == '\0' || record->outcome != CB_OUTCOME_MEASURED)
		return;
	record->output = p->output;
	cb__import_doubt(import, record, CB_OUTCOME_FAILED,
		"errors were printed while it was measured: \"%.200s\"", p->output);
}

static void match_progress(cb_import *import)
{
	size_t from = 0;

	for (size_t i = 0; i < import->record_count; i++) {
		cb__import_record *record = &import->records[i];

		/* both lists are by run */
		while (from < import->progress_count && import->progress[from].run < record->run)
			from++;
		for (size_t j = from;
			j < import->progress_count && import->progress[j].run == record->run; j++)
			if (is_about(&import->progress[j], record)) {
				take_progress(import, &import->progress[j], record);
				break;
			}
	}
}

/* Whether a table has the figure. What another line of progress told is another measurement. */
static int has_row(const cb_import *import, const cb__import_progress *p)
{
	size_t section = import->runs[p->run].section;

	for (size_t i = 0; i < import->record_count; i++)
		if (is_about(p, &import->records[i]) && !import->records[i].is_from_progress &&
			import->runs[import->records[i].run].section == section)
			return 1;
	return 0;
}

/* Several curves have so many bits; a table of the run has told their names. */
static int is_told(const cb_import *import, const cb__import_progress *p)
{
	return p->is_ambiguous && import->runs[p->run].has_rows;
}

static cb__import_record *new_record(cb_import *import, const cb__import_progress *p)
{
	cb__import_record *record = cb__import_record_new(import);

	if (record == NULL)
		return NULL;
	record->printed = p->printed;
	record->algorithm = p->algorithm;
	record->kind = p->kind;
	record->operation = p->operation;
	record->size = p->size;
	record->has_message = p->has_message;
	record->run = p->run;
	record->line = p->line;
	record->requested_s = p->requested_s;
	record->reported_s = p->reported_s;
	record->output = p->output;
	record->is_from_progress = 1;
	record->lacks_algorithm = strcmp(p->algorithm, "evp") == 0;
	return record;
}

/* Only now is it known that no table has the figure. */
static void add_progress(cb_import *import, size_t index)
{
	const cb__import_progress *p = &import->progress[index];
	cb__import_record *record;

	if (p->is_used || is_told(import, p) || has_row(import, p))
		return;
	record = new_record(import, p);
	if (record == NULL)
		return;
	if (isnan(p->count))
		cb__import_doubt(
			import, record, CB_OUTCOME_SKIPPED, "it was begun, and no result follows");
	else if (p->reported_s <= 0)
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"invalid: %.15g operations in a time of 0", p->count);
	else
		record->rate = p->count / p->reported_s * (p->has_message ? (double)p->size : 1);
	/* over the time that was asked for, as no other is known */
	if (p->reported_s <= 0 && p->requested_s > 0)
		record->rate = (double)NAN;
	if (p->output[0] != '\0' && record->outcome == CB_OUTCOME_MEASURED)
		cb__import_doubt(import, record, CB_OUTCOME_FAILED,
			"errors were printed while it was measured: \"%.200s\"", p->output);
	if (p->is_ambiguous) {
		if (record->outcome == CB_OUTCOME_MEASURED)
			cb__import_doubt(import, record, CB_OUTCOME_FAILED,
				"ambiguous: several curves have so many bits, and no table names"
				" it");
	}
}

/* "Requested encryption length not a multiple of block size for AES-256-CBC!" */
static void blame(cb_import *import, cb__import_record *record)
{
	const cb__import_run *run = &import->runs[record->run];
	const char *output = cb__text_string(&run->output);
	cb__import_name name;
	char word[CB__IMPORT_NAME];

	if (record->outcome != CB_OUTCOME_SKIPPED || record->text[0] == '\0' || output[0] == '\0')
		return;
	while (*output != '\0') {
		size_t len = strcspn(output, " \n!,.");

		if (len > 0 && len < sizeof word) {
			memcpy(word, output, len);
			word[len] = '\0';
			cb__import_name_read(&name, word, CB__IMPORT_BULK);
			if (strcmp(name.algorithm, record->algorithm) == 0) {
				record->output = cb__text_string(&run->output);
				cb__import_doubt(import, record, CB_OUTCOME_FAILED,
					"printed as 0.00 after an error: \"%.200s\"",
					record->output);
				return;
			}
		}
		output += len + (output[len] != '\0');
	}
}

void cb__import_close(cb_import *import)
{
	size_t rows;

	choose(import);
	for (size_t i = 0; i < import->record_count; i++)
		count_processes(import, i);
	close_sizes(import);
	for (size_t i = 0; i < import->record_count; i++)
		close_algorithm(import, &import->records[i]);
	match_progress(import);
	rows = import->record_count;
	for (size_t i = 0; i < import->progress_count && !import->failed; i++)
		add_progress(import, i);
	for (size_t i = rows; i < import->record_count; i++)
		close_algorithm(import, &import->records[i]);
	for (size_t i = 0; i < import->record_count; i++)
		blame(import, &import->records[i]);
}
