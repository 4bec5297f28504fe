/* SPDX-License-Identifier: Apache-2.0 */
/* The results document of an import. */
#include "import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "document.h"
#include "environment.h"
#include "results.h"
#include "stats.h"

#define BACKEND      "openssl"
#define UNKNOWN      "unknown"
#define LAUNCHES_MIN 6
#define FIGURE_MAX   1e18 /* what a document may hold */

static json_t *known(const char *text)
{
	json_t *value = json_string(text != NULL && text[0] != '\0' ? text : UNKNOWN);

	return value;
}

static const char *version_of(const cb_import *import, const cb__import_subject *subject)
{
	const char *version = import->runs[subject->run].version;

	return version[0] != '\0' ? version : import->sections[subject->section].version;
}

/* Where the CPU is named, if anywhere. */
static const char *machine_of(const cb_import *import, const cb__import_subject *subject)
{
	const cb__import_section *section = &import->sections[subject->section];

	if (section->heading[0] != '\0')
		return section->heading;
	return import->options.cpu != NULL ? import->options.cpu : section->remark;
}

static const char *timer_of(const cb_import *import, const cb__import_subject *subject)
{
	const char *timer = import->runs[subject->run].timer;

	if (timer[0] == '\0' && import->options.timer != NULL)
		timer = import->options.timer;
	/* what an old release calls its function says nothing about -elapsed */
	return import->sections[subject->section].is_elapsed ? "elapsed" : timer;
}

static json_t *build_info(const cb__import_run *run)
{
	cb_text text = CB_TEXT_INIT;
	json_t *made;

	if (run->compiler[0] != '\0')
		cb__text_format(&text, "compiler: %s", run->compiler);
	if (run->built[0] != '\0')
		cb__text_format(&text, "%sbuilt on: %s", text.len > 0 ? "; " : "", run->built);
	made = text.failed ? NULL : known(cb__text_string(&text));
	cb__text_done(&text);
	return made;
}

static json_t *subject_to_json(const cb_import *import, const cb__import_subject *subject)
{
	static const char *const apis[] = {UNKNOWN, "low-level", "evp"};
	const cb__import_run *run = &import->runs[subject->run];

	return json_pack("{s:s, s:s, s:s, s:s, s:{s:o, s:s, s:s, s:o, s:o, s:o, s:[]},"
			 " s:{s:b, s:s, s:s}, s:o, s:s, s:o}",
		"label", subject->label, "backend", BACKEND, "accel", "on", "same_as", "",
		"library", "version", known(version_of(import, subject)), "file", UNKNOWN,
		"build_id", UNKNOWN, "build_info", build_info(run), "settings",
		known(run->settings), "capabilities", known(run->capabilities), "providers",
		"accel_proof", "achieved", 0, "level", UNKNOWN, "detail",
		"imported: nothing was proven", "machine", known(machine_of(import, subject)),
		"api", apis[subject->api], "timer", known(timer_of(import, subject)));
}

/* The median of the figures and what several of them tell; of the rest nothing is known. */
static void summarise(cb_summary *out, double *times, size_t n, double *scratch, int contended)
{
	double none = (double)NAN;

	*out = (cb_summary){.n = (uint32_t)n,
		.launches = (uint32_t)n,
		.disturbed = (uint32_t)contended,
		.contended = contended,
		.median_ns = times[0],
		.q1_ns = none,
		.q3_ns = none,
		.mad_ns = none,
		.min_ns = none,
		.trimmed_mean_ns = none,
		.ci95_low_ns = none,
		.ci95_high_ns = none,
		.ci95_level = none,
		.cpu_median_ns = none,
		.cpu_ci95_low_ns = none,
		.cpu_ci95_high_ns = none,
		.cpu_min_ns = none,
		.cpu_trimmed_mean_ns = none,
		.cycles_per_op = none,
		.cycles_per_byte = none,
		.efficiency = none};
	if (n < 2)
		return;
	cb__stats_hl(&out->median_ns, &out->ci95_low_ns, &out->ci95_high_ns, &out->ci95_level,
		times, n, scratch);
	out->q1_ns = cb__stats_quantile(times, n, 0.25, scratch);
	out->q3_ns = cb__stats_quantile(times, n, 0.75, scratch);
	out->mad_ns = cb__stats_mad(times, n, scratch);
	out->min_ns = cb__stats_min(times, n);
	out->trimmed_mean_ns = cb__stats_trimmed_mean(times, n);
	if (n < LAUNCHES_MIN)
		out->ci95_low_ns = out->ci95_high_ns = out->ci95_level = none;
}

static double ns_of(const cb__import_record *record)
{
	return record->has_message ? 1e9 * (double)record->size / record->rate : 1e9 / record->rate;
}

/* What no document can hold is no figure, doubtful or not. */
static int is_possible(double ns, double rate)
{
	return ns > 1 / FIGURE_MAX && ns < FIGURE_MAX && 1e9 / ns < FIGURE_MAX && rate < FIGURE_MAX;
}

/* Of repetitions, the figures that can be trusted, or else those that cannot. */
static size_t collect(double *times, const cb__import_cell *cell, int trusted, int *ret_contended)
{
	size_t n = 0;

	*ret_contended = 0;
	for (size_t i = 0; i < cell->count; i++) {
		const cb__import_record *record = cell->records[i];
		/* without a size there is a rate, and no time of an operation */
		double ns = record->column > 0 ? 1e9 / record->rate : ns_of(record);

		if ((record->outcome == CB_OUTCOME_MEASURED) != trusted ||
			!is_possible(ns, record->rate))
			continue;
		*ret_contended |= record->is_contended;
		times[n++] = ns;
	}
	return n;
}

static json_t *summary_to_json(const cb__import_cell *cell, int trusted)
{
	size_t walsh = cb__stats_walsh_count(cell->count) + cell->count;
	double *times = calloc(cell->count + 1, sizeof *times);
	double *scratch = calloc(walsh + 1, sizeof *scratch);
	json_t *made = json_null();
	cb_summary summary;
	int contended;
	size_t n = times != NULL ? collect(times, cell, trusted, &contended) : 0;

	if (times == NULL || scratch == NULL) {
		made = NULL;
	} else if (n > 0) {
		summarise(&summary, times, n, scratch, contended);
		summary.ops_per_second = 1e9 / summary.median_ns;
		if (cell->first->column > 0)
			summary.bytes_per_second = summary.ops_per_second;
		else
			summary.bytes_per_second =
				summary.ops_per_second * (double)cell->first->size;
		made = cb__results_summary_to_json(&summary);
	}
	free(times);
	free(scratch);
	return made;
}

static void write_panel(cb_text *out, const cb__import_cell *cell)
{
	const cb__import_record *r = cell->first;

	cb__text_format(out, "%s/%s/%llu", r->algorithm[0] != '\0' ? r->algorithm : UNKNOWN,
		r->operation[0] != '\0' ? r->operation : UNKNOWN, (unsigned long long)r->size);
}

static void write_suffix(cb_text *out, const cb__import_cell *cell)
{
	if (cell->first->processes == 0)
		cb__text_add(out, "/processes=unknown");
	else if (cell->first->processes != 1)
		cb__text_format(out, "/processes=%u", (unsigned)cell->first->processes);
}

/* As of other results; what keeps apart what has no size, and what has one name, is at the end. */
static json_t *id_of(const cb_import *import, const cb__import_cell *cell)
{
	const char *label = import->subjects[cell->first->subject].label;
	cb_text id = CB_TEXT_INIT;
	json_t *made;

	cb__text_add(&id, BACKEND "/");
	write_panel(&id, cell);
	cb__text_add(&id, "/on");
	write_suffix(&id, cell);
	if (strcmp(label, BACKEND) != 0)
		cb__text_format(&id, "/subject=%s", label);
	if (cell->first->column > 0)
		cb__text_format(&id, "/column=%u", (unsigned)cell->first->column);
	if (cell->copy > 0)
		cb__text_format(&id, "/row=%zu", cell->copy + 1);
	made = id.failed ? NULL : json_string(cb__text_string(&id));
	cb__text_done(&id);
	return made;
}

static json_t *panel_of(const cb__import_cell *cell)
{
	cb_text name = CB_TEXT_INIT;
	json_t *made;

	write_panel(&name, cell);
	write_suffix(&name, cell);
	made = name.failed ? NULL : json_string(cb__text_string(&name));
	cb__text_done(&name);
	return made;
}

static json_t *published(const cb__import_cell *cell)
{
	const cb__import_record *r = cell->first;

	return json_pack("{s:s, s:s, s:I, s:I}", "name", r->printed, "text", r->text, "line",
		(json_int_t)r->line, "column", (json_int_t)r->column);
}

/* A cell is as good as the best of its repetitions; the others are said to be left out. */
static const cb__import_record *best_of(const cb__import_cell *cell)
{
	for (size_t i = 0; i < cell->count; i++)
		if (cell->records[i]->outcome == CB_OUTCOME_MEASURED)
			return cell->records[i];
	return cell->first;
}

static json_t *cell_to_json(const cb_import *import, const cb__import_cell *cell)
{
	const cb__import_record *r = best_of(cell);
	int is_measured = r->outcome == CB_OUTCOME_MEASURED;
	json_t *summary = summary_to_json(cell, is_measured);
	const char *name = r->algorithm[0] != '\0' ? r->algorithm : UNKNOWN;

	return json_pack("{s:o, s:o, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:s, s:s, s:s, s:s, s:s,"
			 " s:s, s:o, s:o}",
		"id", id_of(import, cell), "panel", panel_of(cell), "subject",
		import->subjects[r->subject].label, "algorithm", name, "operation",
		r->operation[0] != '\0' ? r->operation : UNKNOWN, "size", (json_int_t)r->size,
		"threads", (json_int_t)1, "processes", (json_int_t)r->processes, "load",
		(json_int_t)0, "variant", "message", "semantics", r->semantics, "outcome",
		cb_outcome_name(r->outcome), "reason", r->reason, "output", r->output, "same_as",
		"", is_measured ? "summary" : "doubtful", summary, "published", published(cell));
}

static json_t *cells_to_json(cb_import *import)
{
	size_t count = 0;
	cb__import_cell *cells = cb__import_cells_new(import, &count);
	json_t *list = cells != NULL ? json_array() : NULL;

	for (size_t i = 0; list != NULL && i < count; i++)
		if (json_array_append_new(list, cell_to_json(import, &cells[i])) != 0) {
			json_decref(list);
			list = NULL;
		}
	free(cells);
	return list;
}

static json_t *subjects_to_json(const cb_import *import)
{
	json_t *list = json_array();

	for (size_t i = 0; list != NULL && i < import->subject_count; i++)
		if (json_array_append_new(list, subject_to_json(import, &import->subjects[i])) !=
			0) {
			json_decref(list);
			return NULL;
		}
	return list;
}

static int add_warning(json_t *warnings, const char *id, const char *text, size_t len)
{
	json_t *value = json_pack("{s:s, s:s%}", "id", id, "text", text, len);

	return value == NULL || json_array_append_new(warnings, value) != 0;
}

/* What was assumed, and what the runs complained of. */
static json_t *warnings_to_json(const cb_import *import)
{
	json_t *list = json_array();
	int failed = list == NULL;

	for (const char *at = cb__text_string(&import->remarks); *at != '\0' && !failed;) {
		size_t len = strcspn(at, "\n");

		failed |= add_warning(list, "import", at, len);
		at += len + (at[len] == '\n');
	}
	for (size_t i = 0; i < import->run_count && !failed; i++) {
		const char *text = cb__text_string(&import->runs[i].output);
		cb_text line = CB_TEXT_INIT;

		if (text[0] == '\0')
			continue;
		cb__text_format(&line, "openssl speed complained: %s", text);
		for (size_t c = 0; c < line.len; c++)
			line.data[c] = line.data[c] == '\n' ? ' ' : line.data[c];
		failed |= line.failed || add_warning(list, "output", line.data, line.len);
		cb__text_done(&line);
	}
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}

static json_t *environment_to_json(const cb_import *import)
{
	json_t *cpu = import->cpu != NULL ? json_incref(import->cpu)
					  : json_pack("{s:o}", "model", known(import->options.cpu));

	return json_pack("{s:o, s:{s:s}, s:s, s:o}", "cpu", cpu, "os", "kernel", UNKNOWN,
		"virtualization", UNKNOWN, "warnings", warnings_to_json(import));
}

json_t *cb__import_document(cb_import *import)
{
	json_t *cells = cells_to_json(import);

	return json_pack("{s:s, s:b, s:{s:s, s:o, s:o, s:{}}, s:{s:s, s:s, s:I}, s:o, s:o, s:o,"
			 " s:[]}",
		"schema", CB__RESULTS_SCHEMA, "complete", !import->is_cut, "tool", "version",
		UNKNOWN, "machine", known(import->options.machine), "finished", known(""),
		"options", "import", "source", "openssl speed", "version", cb_version(), "texts",
		(json_int_t)import->text_count, "environment", environment_to_json(import),
		"subjects", subjects_to_json(import), "cells", cells, "ratios");
}
