/* SPDX-License-Identifier: Apache-2.0 */
/* Stored times against today's, as a gate document without verdicts. */
#include <string.h>

#include "baseline.h"
#include "document.h"
#include "gate.h"
#include "plan.h"

static const json_t *find_cell(const json_t *results, const char *id)
{
	const json_t *cells = json_object_get(results, "cells");
	for (size_t i = 0; i < json_array_size(cells); i++) {
		const json_t *cell = json_array_get(cells, i);
		const char *name = json_string_value(json_object_get(cell, "id"));
		if (name != NULL && strcmp(name, id) == 0)
			return cell;
	}
	return NULL;
}

static json_int_t number_of(const json_t *cell, const char *name)
{
	return json_integer_value(json_object_get(cell, name));
}

/* CPU time of the thread; several at once are held against the wall clock. */
static const json_t *time_of(const json_t *cell, const char *cpu, const char *wall)
{
	int is_alone = number_of(cell, "threads") * number_of(cell, "processes") <= 1;
	const json_t *summary = json_object_get(cell, "summary");
	const json_t *value = json_object_get(summary, is_alone ? cpu : wall);
	return json_is_number(value) ? value : json_object_get(summary, wall);
}

static json_t *stored_times(const json_t *runs, const char *id)
{
	json_t *list = json_array();
	for (size_t i = 0; i < json_array_size(runs); i++) {
		const json_t *results = json_object_get(json_array_get(runs, i), "results");
		const json_t *cell = find_cell(results, id);
		const json_t *value = time_of(cell, "cpu_median_ns", "median_ns");
		if (json_is_number(value))
			json_array_append(list, (json_t *)(uintptr_t)value);
	}
	return list;
}

static json_t *copy_of(const json_t *value)
{
	return value != NULL ? json_copy((json_t *)(uintptr_t)value) : json_null();
}

/* Results may leave a text out. */
static json_t *text_of(const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));
	return json_string(text != NULL ? text : "");
}

static json_t *side(const json_t *cell)
{
	if (cell == NULL)
		return json_null();
	json_t *object = json_pack("{s:o, s:o, s:o, s:o}", "subject", text_of(cell, "subject"),
		"outcome", text_of(cell, "outcome"), "reason", text_of(cell, "reason"), "semantics",
		text_of(cell, "semantics"));
	json_t *checked = json_object_get(cell, "checked");
	if (object != NULL && checked != NULL)
		json_object_set(object, "checked", checked);
	return object;
}

static const char *part_of(const char *id, int index)
{
	while (index-- > 0 && id != NULL) {
		id = strchr(id, '/');
		id = id != NULL ? id + 1 : NULL;
	}
	return id != NULL ? id : "";
}

/* Ids begin with backend/algorithm/operation/size/accel. */
static json_t *part(const char *id, int index)
{
	const char *text = part_of(id, index);
	return json_stringn(text, strcspn(text, "/"));
}

/* What is compared. */
struct sides {
	const json_t *runs;   /* that count */
	const json_t *latest; /* results of the newest */
	const json_t *results;
	const json_t *drift;
};

static json_t *cell_of(const struct sides *sides, const char *id)
{
	const json_t *before = find_cell(sides->latest, id);
	const json_t *now = find_cell(sides->results, id);
	const json_t *any = now != NULL ? now : before;
	json_t *cell = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:f, s:o, s:o}",
		"id", id, "backend", part(id, 0), "algorithm",
		copy_of(json_object_get(any, "algorithm")), "operation",
		copy_of(json_object_get(any, "operation")), "size",
		copy_of(json_object_get(any, "size")), "accel", part(id, 4), "variant",
		copy_of(json_object_get(any, "variant")), "threads",
		copy_of(json_object_get(any, "threads")), "processes",
		copy_of(json_object_get(any, "processes")), "injected_percent", 0.0, "base",
		side(before), "head", side(now));
	json_t *stored = json_pack("{s:o, s:o, s:o, s:o}", "base_ns", stored_times(sides->runs, id),
		"head_ns", copy_of(time_of(now, "cpu_median_ns", "median_ns")), "head_low_ns",
		copy_of(time_of(now, "cpu_ci95_low_ns", "ci95_low_ns")), "head_high_ns",
		copy_of(time_of(now, "cpu_ci95_high_ns", "ci95_high_ns")));
	json_object_set_new(cell, "stored", stored);
	if (json_object_get(sides->drift, id) != NULL)
		json_object_set(cell, "drift_log", json_object_get(sides->drift, id));
	return cell;
}

/* A subject that another stands for has no numbers of its own. */
static int is_own(const json_t *cell)
{
	const char *same = json_string_value(json_object_get(cell, "same_as"));
	return cell != NULL && (same == NULL || same[0] == '\0');
}

static int is_there(const json_t *cell)
{
	const char *outcome = json_string_value(json_object_get(cell, "outcome"));
	return outcome != NULL && strcmp(outcome, "unsupported") != 0;
}

static int is_named(const json_t *options, const char *option, const json_t *name)
{
	const char *globs = json_string_value(json_object_get(options, option));
	return globs == NULL || globs[0] == '\0' || json_string_value(name) == NULL ||
	       cb__list_matches(globs, json_string_value(name));
}

static int is_listed(const json_t *options, const char *option, const json_t *value)
{
	const json_t *list = json_object_get(options, option);
	for (size_t i = 0; i < json_array_size(list); i++)
		if (json_equal(json_array_get(list, i), value))
			return 1;
	return json_array_size(list) == 0;
}

static int is_subject(const json_t *results, const json_t *label)
{
	const json_t *subjects = json_object_get(results, "subjects");
	for (size_t i = 0; i < json_array_size(subjects); i++)
		if (json_equal(json_object_get(json_array_get(subjects, i), "label"), label))
			return 1;
	return 0;
}

/* What a later run was not asked to measure is not missing from it. */
static int is_asked(const json_t *results, const json_t *cell)
{
	const json_t *options = json_object_get(json_object_get(results, "tool"), "options");
	const json_t *size = json_object_get(cell, "size");
	return is_named(options, "algorithms", json_object_get(cell, "algorithm")) &&
	       is_named(options, "ops", json_object_get(cell, "operation")) &&
	       (json_integer_value(size) == 0 || is_listed(options, "sizes", size)) &&
	       is_listed(options, "threads", json_object_get(cell, "threads")) &&
	       is_listed(options, "processes", json_object_get(cell, "processes")) &&
	       is_listed(options, "variant", json_object_get(cell, "variant")) &&
	       is_subject(results, json_object_get(cell, "subject"));
}

/* One of the two may be NULL. */
static int is_judged(const json_t *before, const json_t *now, const json_t *results)
{
	return (is_own(before) || is_own(now)) && (is_there(before) || is_there(now)) &&
	       (now != NULL || is_asked(results, before));
}

/* Cells of @p from; those of the other side too are left to it if @p only_here. */
static void add_cells(json_t *list, const json_t *from, const struct sides *sides, int only_here)
{
	const json_t *cells = json_object_get(from, "cells");
	for (size_t i = 0; i < json_array_size(cells); i++) {
		const char *id = json_string_value(json_object_get(json_array_get(cells, i), "id"));
		const json_t *before = id != NULL ? find_cell(sides->latest, id) : NULL;
		const json_t *now = id != NULL ? find_cell(sides->results, id) : NULL;
		if (is_judged(before, now, sides->results) &&
			!(only_here && before != NULL && now != NULL))
			json_array_append_new(list, cell_of(sides, id));
	}
}

static json_t *tool(const json_t *results, const char *file)
{
	const json_t *told = json_object_get(results, "tool");
	json_t *made =
		json_pack("{s:s, s:o, s:s, s:o}", "mode", "file", "finished", cb__document_now(),
			"baseline", file, "options", copy_of(json_object_get(told, "options")));
	json_object_set_new(made, "version", copy_of(json_object_get(told, "version")));
	json_object_set_new(made, "elapsed_s", copy_of(json_object_get(told, "elapsed_s")));
	return made;
}

json_t *cb__baseline_gate(
	const json_t *baseline, const json_t *results, const cb_rules *rules, const char *file)
{
	const json_t *latest = cb__baseline_latest(baseline);
	json_t *runs = cb__baseline_reference(baseline);
	json_t *cells = json_array();
	const struct sides sides = {runs, latest, results, json_object_get(baseline, "drift")};
	add_cells(cells, results, &sides, 0);
	add_cells(cells, latest, &sides, 1);
	json_decref(runs);
	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "schema", CB__GATE_SCHEMA,
		"complete", copy_of(json_object_get(results, "complete")), "tool",
		tool(results, file), "environment",
		copy_of(json_object_get(results, "environment")), "base",
		copy_of(json_object_get(latest, "subjects")), "head",
		copy_of(json_object_get(results, "subjects")), "rules", cb__rules_to_json(rules),
		"differences", cb__baseline_differences(latest, results), "cells", cells);
}
