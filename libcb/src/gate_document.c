/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_document.h"

#include <string.h>

#include "checked.h"
#include "document.h"
#include "gate.h"
#include "gate_sides.h"

/* Why a cell that could be measured was not. */
static const char *why_not_reached(const cb__pair *pair, const cb__followed *followed)
{
	if (!cb__pair_is_alive(pair))
		return "the other side cannot be measured";
	if (followed != NULL && followed->is_refused)
		return "following instructions is not permitted here";
	return "not reached: cancelled, or the budget was spent";
}

static json_t *side(const cb__pair *pair, cb__arm arm, int is_counted, const cb__followed *followed)
{
	const cb__entry *entry = pair->arms[arm];
	const char *reason = entry->reason != NULL ? entry->reason : "";
	cb_outcome outcome = entry->outcome;
	cb_text semantics = CB_TEXT_INIT;
	cb__document_semantics(&semantics, pair->panel);
	int is_reached =
		is_counted || pair->screen.count + pair->confirm.count > 0 || pair->has_same_code;
	if (outcome == CB_OUTCOME_MEASURED && !is_reached) {
		outcome = CB_OUTCOME_SKIPPED;
		reason = why_not_reached(pair, followed);
	}
	json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:s}", "subject",
		entry->member->subject->label, "outcome", cb_outcome_name(outcome), "reason",
		reason, "output", entry->output != NULL ? entry->output : "", "semantics",
		cb__text_string(&semantics));
	cb__text_done(&semantics);
	if (object != NULL && outcome == CB_OUTCOME_MEASURED && !pair->has_same_code)
		json_object_set_new(object, "checked", json_string(cb__checked_by(entry)));
	return object;
}

static json_t *series_or_null(const cb__series *series)
{
	return series->count > 0 ? cb__series_to_json(series) : json_null();
}

static json_t *cell(const cb__pair *pair, const cb__followed *followed, const json_t *drift)
{
	const cb__panel *panel = pair->panel;
	const cb__entry *head = pair->arms[CB__ARM_HEAD];
	const cb__subject *subject = head->member->subject;
	json_t *count = followed != NULL ? json_object_get(followed->counts, pair->id) : NULL;
	json_t *object = json_pack("{s:s, s:s, s:s, s:s, s:I, s:s, s:s, s:I, s:I, s:f, s:I, s:b, "
				   "s:o, s:o, s:o, s:o}",
		"id", pair->id, "backend", subject->backend, "algorithm", panel->algorithm->name,
		"operation", cb_op_name(panel->op), "size", (json_int_t)panel->size, "accel",
		cb_accel_name(subject->accel), "variant", cb_variant_name(panel->variant),
		"threads", (json_int_t)panel->threads, "processes", (json_int_t)panel->processes,
		"injected_percent", head->slowed_percent, "ops", (json_int_t)head->ops, "same_code",
		pair->has_same_code, "base", side(pair, CB__ARM_BASE, count != NULL, followed),
		"head", side(pair, CB__ARM_HEAD, count != NULL, followed), "screen",
		series_or_null(&pair->screen), "confirm", series_or_null(&pair->confirm));
	if (object != NULL && count != NULL)
		json_object_set(object, "count", count);
	json_t *lost = json_object_get(drift, pair->id);
	if (object != NULL && lost != NULL)
		json_object_set(object, "drift_log", lost);
	if (object != NULL && pair->work[0] > 0 && pair->work[1] > 0)
		json_object_set_new(object, "work",
			json_pack("{s:I, s:I}", "base", (json_int_t)pair->work[0], "head",
				(json_int_t)pair->work[1]));
	if (object != NULL && pair->is_forced)
		json_object_set_new(object, "forced", json_true());
	const cb__entry *control = pair->arms[CB__ARM_CONTROL];
	if (object != NULL && control != NULL && control->slowed_percent > 0)
		json_object_set_new(
			object, "control_injected_percent", json_real(control->slowed_percent));
	return object;
}

static json_t *cells(const cb__gate_record *record)
{
	json_t *list = json_array();
	for (size_t i = 0; i < record->pairs->count && list != NULL; i++)
		if (json_array_append_new(list,
			    cell(&record->pairs->rows[i], record->followed, record->drift)) != 0) {
			json_decref(list);
			list = NULL;
		}
	return list;
}

static json_t *subjects(const cb__gate_record *record, cb__arm arm)
{
	json_t *list = json_array();
	size_t modes = record->crew->member_count / CB__ARM_COUNT;
	for (size_t i = 0; i < modes; i++)
		json_array_append_new(
			list, cb__document_subject(&record->crew->members[cb__side_index(i, arm)]));
	return list;
}

static json_t *tool(const cb__gate_record *record)
{
	const cb__settings *settings = record->settings;
	const char *machine = settings->machine != NULL ? settings->machine : "unknown";
	json_t *sizes = json_array();
	for (size_t i = 0; i < settings->size_count; i++)
		json_array_append_new(sizes, json_integer((json_int_t)settings->sizes[i]));
	return json_pack("{s:s, s:s, s:I, s:s, s:o, s:f, s:{s:s, s:s, s:o, s:f, s:f, s:i}}", "mode",
		record->mode, "version", cb_version(), "seed", (json_int_t)settings->seed,
		"machine", machine, "finished", cb__document_now(), "elapsed_s", record->elapsed_s,
		"options", "algorithms", settings->algorithms != NULL ? settings->algorithms : "",
		"ops", settings->ops != NULL ? settings->ops : "", "sizes", sizes, "budget",
		settings->budget_s, "time_limit", settings->limit_s, "cpu", record->cpu);
}

cb_status cb__gate_document_new(json_t **out, const cb__gate_record *record)
{
	const cb__pair *canary = record->pairs->canary;
	json_t *document = json_pack("{s:s, s:b, s:o, s:O, s:o, s:o, s:o, s:o, s:o}", "schema",
		CB__GATE_SCHEMA, "complete", record->is_complete, "tool", tool(record),
		"environment", record->environment, "base", subjects(record, CB__ARM_BASE), "head",
		subjects(record, CB__ARM_HEAD), "rules", cb__rules_to_json(record->rules), "cells",
		cells(record), "canary",
		canary != NULL && canary->screen.count > 0 ? cell(canary, NULL, NULL)
							   : json_null());
	if (document == NULL)
		return CB_ENOMEM;
	if (record->followed != NULL)
		json_object_set_new(document, "followed",
			json_pack("{s:I, s:O, s:b, s:I}", "left_out",
				(json_int_t)json_array_size(record->followed->left_out), "cells",
				record->followed->left_out, "is_refused",
				record->followed->is_refused, "steps",
				(json_int_t)record->settings->steps));
	*out = document;
	return CB_OK;
}
