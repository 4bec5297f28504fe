/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON of Google Benchmark, as its compare.py takes it. */
#include "format.h"

#include <stdio.h>
#include <string.h>

#include "export.h"
#include "figure.h"
#include "json_member.h"
#include "origin.h"

#define REASON_SIZE 512

static const char *text_of(const json_t *object, const char *name, const char *otherwise)
{
	const char *text = json_string_value(json_object_get(object, name));

	return text != NULL && text[0] != '\0' ? text : otherwise;
}

/* Unknown, which is a text in the record, is left out. */
static int copy_number(json_t *context, const char *key, const json_t *value)
{
	if (json_is_integer(value))
		return cb__json_member_integer(context, key, json_integer_value(value));
	return json_is_real(value) ? cb__json_member_number(context, key, json_real_value(value))
				   : 0;
}

static int add_date(json_t *context, const json_t *tool)
{
	const char *finished = text_of(tool, "finished", "");
	size_t length = strlen(finished);
	char date[64];

	if (length == 0 || finished[length - 1] != 'Z')
		return 0;
	snprintf(date, sizeof(date), "%.*s+00:00", (int)(length - 1), finished);
	return cb__json_member_text(context, "date", date);
}

/* scaling changes the clock while it measures, but for a governor that keeps it */
static int add_scaling(json_t *context, const json_t *cpu)
{
	const char *governor = text_of(cpu, "governor", "unknown");

	if (strcmp(governor, "unknown") == 0)
		return 0;
	return json_object_set_new(
		context, "cpu_scaling_enabled", json_boolean(strcmp(governor, "performance") != 0));
}

static int add_load(json_t *context, const json_t *os)
{
	json_t *load = json_object_get(os, "load_average");

	return json_is_array(load) ? json_object_set(context, "load_avg", load) : 0;
}

/* The name of the host is nobody's business, so that it is the one the user gave. */
static json_t *new_context(int *ret_failed, const cb_results *results)
{
	const json_t *tool = cb__origin_part(results, "tool");
	const json_t *environment = cb__origin_part(results, "environment");
	json_t *context = json_object();
	const json_t *cpu = json_object_get(environment, "cpu");
	int failed = add_date(context, tool);

	failed |= cb__json_member_text(context, "host_name", text_of(tool, "machine", "unknown"));
	failed |= cb__json_member_text(context, "executable", "cbench");
	failed |= copy_number(context, "num_cpus", json_object_get(cpu, "logical_cpus"));
	failed |= copy_number(context, "mhz_per_cpu",
		json_object_get(json_object_get(cpu, "frequency"), "nominal_mhz"));
	failed |= add_scaling(context, cpu);
	failed |= add_load(context, json_object_get(environment, "os"));
	failed |= cb__json_member_text(context, "cpu_model", text_of(cpu, "model", "unknown"));
	failed |=
		cb__json_member_text(context, "libcb_version", text_of(tool, "version", "unknown"));
	failed |= cb__json_member_integer(context, "json_schema_version", 1);
	*ret_failed = failed;
	return context;
}

/* Both times are there; rates are by the one that views show. */
static int add_figures(json_t *entry, const cb_cell *cell, const cb_view *v)
{
	cb__export_time wall = cb__export_median(cell, 0), cpu = cb__export_median(cell, 1);
	const cb__export_time *shown = cb__figure_is_cpu(cell, v) ? &cpu : &wall;
	const cb_summary *s = cell->summary;
	int failed = cb__json_member_text(entry, "run_type", "iteration");

	failed |= cb__json_member_integer(entry, "repetition_index", 0);
	failed |= cb__json_member_integer(entry, "iterations", s->n);
	failed |= cb__json_member_number(entry, "real_time", wall.ns);
	failed |= cb__json_member_number(entry, "cpu_time", cpu.ns);
	failed |= cb__json_member_text(entry, "time_unit", "ns");
	failed |= cb__json_member_number(entry, "real_time_ci95_low", wall.low_ns);
	failed |= cb__json_member_number(entry, "real_time_ci95_high", wall.high_ns);
	if (s->bytes_per_second > 0)
		failed |= cb__json_member_number(
			entry, "bytes_per_second", (double)cell->size * 1e9 / shown->ns);
	failed |= cb__json_member_number(entry, "items_per_second", 1e9 / shown->ns);
	return failed;
}

/* Google Benchmark writes times of 0, which compare.py reads as 100 % faster, and which turn the
 * mean over all entries into 0. It passes over an entry without times, on either side and in the
 * mean, if that is no iteration and has a unit that no measured entry has. */
static int add_error(json_t *entry, const cb_cell *cell)
{
	char reason[REASON_SIZE];
	int failed;

	cb__export_reason(reason, sizeof(reason), cell);
	failed = cb__json_member_text(entry, "run_type", "aggregate");
	failed |= cb__json_member_text(entry, "aggregate_name", "error");
	failed |= json_object_set_new(entry, "error_occurred", json_true());
	failed |= cb__json_member_text(entry, "error_message", reason);
	failed |= cb__json_member_integer(entry, "iterations", 0);
	failed |= cb__json_member_text(entry, "time_unit", "none");
	return failed;
}

static json_t *new_entry(int *ret_failed, const cb_cell *cell, size_t index, const cb_view *v)
{
	cb__export_time t = cb__export_median(cell, 0);
	json_t *entry = json_object();
	int failed = cb__json_member_text(entry, "name", cell->id);
	char label[REASON_SIZE];

	snprintf(label, sizeof(label), "%s %s", cell->subject->label, cell->subject->version);
	failed |= cb__json_member_integer(entry, "family_index", (json_int_t)index);
	failed |= cb__json_member_integer(entry, "per_family_instance_index", 0);
	failed |= cb__json_member_text(entry, "run_name", cell->id);
	failed |= cb__json_member_integer(entry, "repetitions", 1);
	failed |= cb__json_member_integer(entry, "threads", cell->threads);
	failed |= cb__export_is_known(&t) ? add_figures(entry, cell, v) : add_error(entry, cell);
	failed |= cb__json_member_text(entry, "label", label);
	*ret_failed = failed;
	return entry;
}

int cb__format_google(FILE *out, const cb_results *results, const cb_view *v)
{
	size_t count = cb_results_cell_count(results);
	json_t *root = json_object(), *benchmarks = json_array();
	int failed, entry_failed;

	failed = json_object_set_new(root, "context", new_context(&entry_failed, results));
	failed |= entry_failed;
	for (size_t i = 0; i < count; i++) {
		json_t *entry = new_entry(&entry_failed, cb_results_cell_at(results, i), i, v);

		failed |= cb__json_member_append(benchmarks, entry, entry_failed);
	}
	failed |= json_object_set_new(root, "benchmarks", benchmarks);
	return cb__json_member_write(out, root, failed);
}
