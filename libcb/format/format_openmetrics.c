/* SPDX-License-Identifier: Apache-2.0 */
/* Metrics of a run: always medians, so that a series never changes what it means. */
#include "format.h"

#include <math.h>
#include <string.h>

#include "export.h"
#include "openmetrics.h"
#include "origin.h"

#define NS_PER_SECOND 1e9

static const char *text_or_unknown(const char *text)
{
	return text != NULL && text[0] != '\0' ? text : "unknown";
}

/* All that tells cells apart, so that no two samples of a family have the same labels. */
static void write_labels(cb__openmetrics *m, const cb_cell *c)
{
	char size[FIGURE_SIZE];

	snprintf(size, sizeof(size), "%llu", (unsigned long long)c->size);
	cb__openmetrics_label(m, "cell", c->id);
	cb__openmetrics_label(m, "subject", c->subject->label);
	cb__openmetrics_label(m, "backend", c->subject->backend);
	cb__openmetrics_label(m, "accel", text_or_unknown(cb_accel_name(c->subject->accel)));
	cb__openmetrics_label(m, "algorithm", c->algorithm);
	cb__openmetrics_label(m, "operation", c->operation);
	cb__openmetrics_label(m, "size", size);
}

/* a function of a cell, NaN where there is nothing to say */
typedef double figure_fn(const cb_cell *cell);

static double median(const cb_cell *c)
{
	return cb__export_median(c, 0).ns / NS_PER_SECOND;
}

static double low(const cb_cell *c)
{
	return cb__export_median(c, 0).low_ns / NS_PER_SECOND;
}

static double high(const cb_cell *c)
{
	return cb__export_median(c, 0).high_ns / NS_PER_SECOND;
}

static double cpu_median(const cb_cell *c)
{
	return cb__export_median(c, 1).ns / NS_PER_SECOND;
}

static double cpu_low(const cb_cell *c)
{
	return cb__export_median(c, 1).low_ns / NS_PER_SECOND;
}

static double cpu_high(const cb_cell *c)
{
	return cb__export_median(c, 1).high_ns / NS_PER_SECOND;
}

static double cycles(const cb_cell *c)
{
	return cb__export_is_known(&(cb__export_time){median(c), 0, 0}) ? c->summary->cycles_per_op
									: (double)NAN;
}

static const struct {
	const char *name;
	const char *unit;
	const char *help;
	figure_fn *value;
} families[] = {
	{"libcb_operation_seconds", "seconds", "Median wall time of one operation.", median},
	{"libcb_operation_ci95_low_seconds", "seconds", "Lower end of its 95 % interval.", low},
	{"libcb_operation_ci95_high_seconds", "seconds", "Upper end of its 95 % interval.", high},
	{"libcb_operation_cpu_seconds", "seconds",
		"Median CPU time of the thread for one operation.", cpu_median},
	{"libcb_operation_cpu_ci95_low_seconds", "seconds", "Lower end of its 95 % interval.",
		cpu_low},
	{"libcb_operation_cpu_ci95_high_seconds", "seconds", "Upper end of its 95 % interval.",
		cpu_high},
	{"libcb_operation_cycles", "cycles", "Cycles of one operation.", cycles},
};

static void write_family(cb__openmetrics *m, const cb_results *results, size_t family)
{
	size_t count = cb_results_cell_count(results);

	cb__openmetrics_family(
		m, families[family].name, families[family].unit, families[family].help);
	for (size_t i = 0; i < count; i++) {
		const cb_cell *c = cb_results_cell_at(results, i);
		double value = families[family].value(c);

		if (!isfinite(value))
			continue;
		write_labels(m, c);
		cb__openmetrics_value(m, value);
	}
}

/* What failed has no time, so that it is told by its number. */
static void write_outcomes(cb__openmetrics *m, const cb_results *results)
{
	static const char *const names[] = {
#define OUTCOME_NAME(name, text, meaning) text,
		CB_OUTCOME_MAP(OUTCOME_NAME)
#undef OUTCOME_NAME
	};
	size_t count = cb_results_cell_count(results);

	cb__openmetrics_family(m, "libcb_cells", "", "Cells that ended so.");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		size_t found = 0;

		for (size_t j = 0; j < count; j++)
			found += (size_t)cb_results_cell_at(results, j)->outcome == i;
		cb__openmetrics_label(m, "outcome", names[i]);
		cb__openmetrics_value(m, (double)found);
	}
}

static void write_subjects(cb__openmetrics *m, const cb_results *results)
{
	size_t count = cb_results_subject_count(results);

	cb__openmetrics_family(
		m, "libcb_subject_info", "", "What the labels of subjects stand for.");
	for (size_t i = 0; i < count; i++) {
		const cb_subject *s = cb_results_subject_at(results, i);

		cb__openmetrics_label(m, "subject", s->label);
		cb__openmetrics_label(m, "backend", s->backend);
		cb__openmetrics_label(m, "accel", text_or_unknown(cb_accel_name(s->accel)));
		cb__openmetrics_label(m, "version", s->version);
		cb__openmetrics_label(m, "build_id", s->build_id);
		cb__openmetrics_value(m, 1);
	}
}

static const char *text_of(const json_t *object, const char *name)
{
	return text_or_unknown(json_string_value(json_object_get(object, name)));
}

static void write_run(cb__openmetrics *m, const cb_results *results)
{
	const json_t *tool = cb__origin_part(results, "tool");
	double finished = cb__openmetrics_seconds(text_of(tool, "finished"));

	cb__openmetrics_family(m, "libcb_run_info", "", "Who measured, and on what.");
	cb__openmetrics_label(m, "version", text_of(tool, "version"));
	cb__openmetrics_label(m, "machine", text_of(tool, "machine"));
	cb__openmetrics_label(
		m, "cpu", text_or_unknown(cb_results_environment(results, "cpu.model")));
	cb__openmetrics_value(m, 1);
	cb__openmetrics_family(m, "libcb_run_complete", "", "1: every planned cell was reached.");
	cb__openmetrics_value(m, cb_results_complete(results) ? 1 : 0);
	if (isfinite(finished)) {
		cb__openmetrics_family(
			m, "libcb_last_run_timestamp_seconds", "seconds", "When this run ended.");
		cb__openmetrics_value(m, finished);
	}
}

int cb__format_openmetrics(FILE *out, const cb_results *results, const cb_view *v)
{
	cb__openmetrics m;

	(void)v;
	cb__openmetrics_begin(&m, out);
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		write_family(&m, results, i);
	write_outcomes(&m, results);
	write_subjects(&m, results);
	write_run(&m, results);
	cb__openmetrics_end(&m);
	return 0;
}
