/* SPDX-License-Identifier: Apache-2.0 */
#include "document.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "results.h"
#include "summary.h"

/* Raised for an operation whose meaning changes; results then no longer meet under one name. */
#define SEMANTICS_VERSION 1

static json_t *string(const char *text)
{
	json_t *value = json_string(text != NULL ? text : "");
	return value != NULL ? value : json_string("unknown");
}

/* A list or an object that lacks a part is none: *list becomes NULL, which stays so. */
static void append(json_t **list, json_t *value)
{
	if (json_array_append_new(*list, value) == 0)
		return;
	json_decref(*list);
	*list = NULL;
}

static void put(json_t **object, const char *name, json_t *value)
{
	if (json_object_set_new(*object, name, value) == 0)
		return;
	json_decref(*object);
	*object = NULL;
}

/* Releases @p text. */
static json_t *taken(cb_text *text)
{
	json_t *value = text->failed ? NULL : string(cb__text_string(text));
	cb__text_done(text);
	return value;
}

static json_t *now(void)
{
	char text[32] = "unknown";
	time_t seconds = time(NULL);
	struct tm parts;
	if (gmtime_r(&seconds, &parts) != NULL)
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
	return string(text);
}

static json_t *sizes(const cb__settings *settings)
{
	json_t *list = json_array();
	for (size_t i = 0; i < settings->size_count; i++)
		append(&list, json_integer((json_int_t)settings->sizes[i]));
	return list;
}

static json_t *tool(const cb__record *record)
{
	const cb__settings *settings = record->settings;
	json_t *options = json_pack("{s:o, s:o, s:o, s:I, s:I, s:f, s:f, s:f, s:i}", "algorithms",
		string(settings->algorithms), "ops", string(settings->ops), "sizes",
		sizes(settings), "launches", (json_int_t)record->launches, "samples",
		(json_int_t)record->rounds, "precision", settings->precision_percent, "budget",
		settings->budget_s, "time_limit", settings->limit_s, "cpu", record->cpu);
	return json_pack("{s:s, s:I, s:o, s:o, s:f, s:o}", "version", cb_version(), "seed",
		(json_int_t)settings->seed, "machine",
		settings->machine != NULL ? string(settings->machine) : json_string("unknown"),
		"finished", now(), "elapsed_s", record->elapsed_s, "options", options);
}

/* What the user had set and the worker was not given: it explains a difference to other tools. */
static json_t *ignored_environment(const json_t *hello)
{
	json_t *list = json_array();
	const json_t *names = json_object_get(hello, "scrub");
	for (size_t i = 0; i < json_array_size(names); i++) {
		const char *name = json_string_value(json_array_get(names, i));
		const char *value = name != NULL ? getenv(name) : NULL;
		if (value == NULL)
			continue;
		cb_text text = CB_TEXT_INIT;
		cb__text_format(&text, "%s=%s", name, value);
		append(&list, taken(&text));
	}
	return list;
}

static json_t *library(const json_t *hello)
{
	static const char *const members[] = {
		"version", "file", "build_id", "build_info", "providers"};
	const json_t *told = json_object_get(hello, "library");
	json_t *made = json_object();
	for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
		json_t *value = json_object_get(told, members[i]);
		if (value != NULL)
			put(&made, members[i], json_incref(value));
		else if (strcmp(members[i], "providers") == 0)
			put(&made, members[i], json_array());
		else
			put(&made, members[i], json_string("unknown"));
	}
	return made;
}

static json_t *proof(const cb__member *member)
{
	const json_t *told = json_object_get(member->hello, "proof");
	const json_t *detail = json_object_get(told, "detail");
	return json_pack("{s:b, s:s, s:o}", "achieved",
		json_is_true(json_object_get(told, "achieved")), "level", "switch", "detail",
		string(detail != NULL ? json_string_value(detail) : member->reason));
}

static json_t *subject(const cb__member *member)
{
	const cb__subject *asked = member->subject;
	const cb__member *source = member->same_as != NULL ? member->same_as : member;
	const json_t *hello = source->hello;
	if (hello == NULL && source->service != NULL)
		hello = source->service->hello;
	return json_pack("{s:s, s:s, s:s, s:b, s:s, s:o, s:o, s:o}", "label", asked->label,
		"backend", asked->backend, "accel", cb_accel_name(asked->accel), "asked",
		asked->is_asked, "same_as", member->same_as != NULL ? source->subject->label : "",
		"library", library(hello), "accel_proof", proof(source), "ignored_environment",
		ignored_environment(hello));
}

static json_t *subjects(const cb__crew *crew)
{
	json_t *list = json_array();
	for (size_t i = 0; i < crew->member_count; i++)
		append(&list, subject(&crew->members[i]));
	return list;
}

static void cell_id(cb_text *out, const cb__panel *panel, const cb__member *member)
{
	const cb__subject *asked = member->subject;
	cb__text_format(out, "%s/", asked->backend);
	cb__panel_name(out, panel);
	cb__text_format(out, "/%s", cb_accel_name(asked->accel));
	if (asked->is_labelled)
		cb__text_format(out, "/subject=%s", asked->label);
}

static json_t *samples(const cb__entry *entry)
{
	json_t *lists[6];
	for (size_t i = 0; i < 6; i++)
		lists[i] = json_array();
	for (size_t i = 0; i < entry->reading_count; i++) {
		const cb__reading *reading = &entry->readings[i];
		const json_int_t values[6] = {reading->launch, reading->round,
			(json_int_t)reading->sample.ops, (json_int_t)reading->sample.wall_ns,
			(json_int_t)reading->sample.cpu_ns, reading->sample.switches};
		for (size_t j = 0; j < 6; j++)
			append(&lists[j], json_integer(values[j]));
	}
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:[]}", "launch", lists[0], "round",
		lists[1], "ops", lists[2], "wall_ns", lists[3], "cpu_ns", lists[4], "switches",
		lists[5], "clock_hz");
}

static const cb__entry *source_of(
	const cb__record *record, const cb__panel *panel, const cb__entry *entry)
{
	if (entry->member->same_as == NULL)
		return entry;
	return &panel->entries[entry->member->same_as - record->crew->members];
}

static json_t *head_of_cell(
	const cb__record *record, const cb__panel *panel, const cb__entry *entry)
{
	const cb__entry *source = source_of(record, panel, entry);
	cb_text id = CB_TEXT_INIT;
	cb_text name = CB_TEXT_INIT;
	cb_text same = CB_TEXT_INIT;
	cb_text semantics = CB_TEXT_INIT;
	const char *variant = cb_variant_name(CB_VARIANT_MESSAGE);
	cell_id(&id, panel, entry->member);
	cb__panel_name(&name, panel);
	if (source != entry)
		cell_id(&same, panel, source->member);
	cb__text_format(&semantics, "%s.%s.%s/%d", cb_kind_name(panel->algorithm->kind),
		cb_op_name(panel->op), variant, SEMANTICS_VERSION);
	return json_pack("{s:o, s:o, s:s, s:s, s:s, s:I, s:i, s:i, s:s, s:o, s:o}", "id",
		taken(&id), "panel", taken(&name), "subject", entry->member->subject->label,
		"algorithm", panel->algorithm->name, "operation", cb_op_name(panel->op), "size",
		(json_int_t)panel->size, "threads", 1, "processes", 1, "variant", variant,
		"semantics", taken(&semantics), "same_as", taken(&same));
}

/* A cell that nothing happened to was not reached. */
static cb_outcome outcome_of(const cb__entry *entry, const char **ret_reason)
{
	*ret_reason = entry->reason;
	if (entry->outcome != CB_OUTCOME_MEASURED || entry->reading_count > 0)
		return entry->outcome;
	*ret_reason = "not reached: cancelled, or the budget was spent";
	return CB_OUTCOME_SKIPPED;
}

/* NULL if out of memory. */
static json_t *cell(const cb__record *record, const cb__panel *panel, const cb__entry *entry)
{
	const cb__entry *source = source_of(record, panel, entry);
	const char *reason = NULL;
	cb_outcome outcome = outcome_of(source, &reason);
	json_t *made = head_of_cell(record, panel, entry);
	put(&made, "outcome", json_string(cb_outcome_name(outcome)));
	put(&made, "reason", string(reason));
	if (source->output != NULL && source->output[0] != '\0')
		put(&made, "output", string(source->output));
	if (outcome == CB_OUTCOME_MEASURED) {
		cb_summary summary;
		cb_status status = cb__summarise(&summary, panel, source);
		put(&made, "summary",
			status == CB_OK ? cb__results_summary_to_json(&summary) : NULL);
		if (source == entry && !record->settings->no_samples)
			put(&made, "samples", samples(entry));
	}
	return made;
}

static json_t *cells(const cb__record *record)
{
	json_t *list = json_array();
	for (size_t i = 0; i < record->matrix->panel_count; i++) {
		const cb__panel *panel = &record->matrix->panels[i];
		for (size_t j = 0; j < record->matrix->entry_count; j++)
			append(&list, cell(record, panel, &panel->entries[j]));
	}
	return list;
}

static int has_figures(const cb__entry *entry)
{
	return entry->outcome == CB_OUTCOME_MEASURED && entry->reading_count > 0;
}

/* Pairs that answer a question: one library in two modes, or two subjects in one mode. The slower
 * mode comes first, so that the ratio is what the other gains. */
static int is_pair(const cb__entry *a, const cb__entry *b)
{
	const cb__subject *left = a->member->subject;
	const cb__subject *right = b->member->subject;
	if (!has_figures(a) || !has_figures(b) || a == b)
		return 0;
	if (a->member->service == b->member->service && left->accel != right->accel)
		return left->accel > right->accel;
	return left->accel == right->accel && a < b;
}

static void add_ratio(json_t **list, const cb__panel *panel, const cb__entry *a, const cb__entry *b)
{
	cb_ratio ratio;
	size_t launches = 0;
	if (cb__summarise_ratio(&ratio, &launches, a, b) != CB_OK) {
		append(list, NULL);
		return;
	}
	/* A clock that stood still makes no ratio. */
	if (launches == 0 || !isfinite(ratio.ratio) || !isfinite(ratio.ci95_low) ||
		!isfinite(ratio.ci95_high))
		return;
	cb_text name = CB_TEXT_INIT;
	cb_text a_id = CB_TEXT_INIT;
	cb_text b_id = CB_TEXT_INIT;
	cb__panel_name(&name, panel);
	cell_id(&a_id, panel, a->member);
	cell_id(&b_id, panel, b->member);
	append(list, json_pack("{s:o, s:o, s:o, s:f, s:f, s:f}", "panel", taken(&name), "a",
			     taken(&a_id), "b", taken(&b_id), "ratio", ratio.ratio, "ci95_low",
			     ratio.ci95_low, "ci95_high", ratio.ci95_high));
}

static json_t *ratios(const cb__record *record)
{
	json_t *list = json_array();
	size_t count = record->matrix->entry_count;
	for (size_t i = 0; i < record->matrix->panel_count; i++) {
		const cb__panel *panel = &record->matrix->panels[i];
		for (size_t j = 0; j < count * count; j++) {
			const cb__entry *a = &panel->entries[j / count];
			const cb__entry *b = &panel->entries[j % count];
			if (is_pair(a, b))
				add_ratio(&list, panel, a, b);
		}
	}
	return list;
}

cb_status cb__document_new(json_t **out, const cb__record *record)
{
	json_t *document = json_pack("{s:s, s:b, s:o, s:O, s:o, s:o, s:o}", "schema",
		"libcb.results/1", "complete", record->is_complete, "tool", tool(record),
		"environment", record->environment, "subjects", subjects(record->crew), "cells",
		cells(record), "ratios", ratios(record));
	if (document == NULL)
		return CB_ENOMEM;
	*out = document;
	return CB_OK;
}
