/* SPDX-License-Identifier: Apache-2.0 */
#include "gate.h"

#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "json_file.h"
#include "json_text.h"

const char *cb_verdict_name(cb_verdict verdict)
{
	static const char *const names[] = {
#define VERDICT_NAME(name, text, meaning) text,
		CB_VERDICT_MAP(VERDICT_NAME)
#undef VERDICT_NAME
	};
	return (unsigned)verdict < CB_VERDICT_COUNT ? names[verdict] : "unknown";
}

const char *cb_verdict_meaning(cb_verdict verdict)
{
	static const char *const meanings[] = {
#define VERDICT_MEANING(name, text, meaning) meaning,
		CB_VERDICT_MAP(VERDICT_MEANING)
#undef VERDICT_MEANING
	};
	return (unsigned)verdict < CB_VERDICT_COUNT ? meanings[verdict] : "unknown";
}

static void row_done(cb__gate_row *row)
{
	cb__series_done(&row->screen);
	cb__series_done(&row->confirm);
}

void cb_gate_free(cb_gate *gate)
{
	if (gate == NULL)
		return;
	for (size_t i = 0; i < gate->count; i++)
		row_done(&gate->rows[i]);
	row_done(&gate->canary);
	free(gate->rows);
	free(gate->order);
	free(gate->notes);
	free(gate->subjects[0]);
	free(gate->subjects[1]);
	json_decref(gate->note_list);
	cb_rules_free(gate->rules);
	json_decref(gate->document);
	free(gate);
}

/* What is wrong with stored rules is said with the name of the document. */
static cb_status blame(cb_context *ctx, const char *name)
{
	char *why = cb__string_copy(cb_context_error(ctx));
	cb_status status =
		why != NULL ? cb__context_fail(ctx, CB_EFORMAT, "%s: %s", name, why) : CB_ENOMEM;
	free(why);
	return status;
}

static cb_status take_rules(cb_gate *gate, cb_context *ctx, const cb_rules *rules, const char *name)
{
	if (rules != NULL)
		return cb__rules_copy(&gate->rules, rules);
	cb_status status =
		cb__rules_from_json(&gate->rules, ctx, json_object_get(gate->document, "rules"));
	return status == CB_EFORMAT ? blame(ctx, name) : status;
}

/* What rules may be about: also the operations that were left out because they are too long. */
static cb_status list_ids(const char ***out, size_t *ret_count, const cb_gate *gate)
{
	const json_t *followed = json_object_get(gate->document, "followed");
	const json_t *left_out = json_object_get(followed, "cells");
	size_t count = 0;
	*out = calloc(gate->count + json_array_size(left_out) + 1, sizeof(const char *));
	if (*out == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < gate->count; i++)
		(*out)[count++] = gate->rows[i].view.id;
	for (size_t i = 0; i < json_array_size(left_out); i++) {
		const char *id = json_string_value(json_array_get(left_out, i));
		if (id != NULL)
			(*out)[count++] = id;
	}
	*ret_count = count;
	return CB_OK;
}

/* A rule that matches nothing, or a waiver without end, is a mistake whenever it is judged by. */
static cb_status check_rules(const cb_gate *gate, cb_context *ctx, int is_given, const char *name)
{
	const char **ids = NULL;
	size_t count = 0;
	cb_status status = list_ids(&ids, &count, gate);
	if (status == CB_OK && gate->count > 0)
		status = cb__rules_check_matches(gate->rules, ids, count);
	if (status == CB_OK && cb_gate_created(gate)[0] != '\0')
		status = cb__rules_check_dates(gate->rules, cb_gate_created(gate));
	free(ids);
	return status == CB_OK || status == CB_ENOMEM || is_given ? status : blame(ctx, name);
}

cb_status cb__gate_from_document(
	cb_gate **out, cb_context *ctx, json_t *document, const cb_rules *rules, const char *name)
{
	cb__fault fault = {"", ""};
	cb_gate *gate = calloc(1, sizeof *gate);
	name = cb__file_shown(name);
	if (gate == NULL || document == NULL) {
		free(gate);
		json_decref(document);
		return CB_ENOMEM;
	}
	gate->document = document;
	cb_status status = cb__gate_read(gate, &fault);
	if (status == CB_EFORMAT && fault.why[0] != '\0')
		cb__context_fail(ctx, status, "%s: %s", name, fault.why);
	if (status == CB_OK)
		status = take_rules(gate, ctx, rules, name);
	if (status == CB_OK)
		status = check_rules(gate, ctx, rules != NULL, name);
	if (status == CB_OK)
		status = cb__gate_judge(gate);
	if (status == CB_OK)
		status = cb__gate_write(gate);
	if (status == CB_OK)
		*out = gate;
	else
		cb_gate_free(gate);
	return status;
}

cb_status cb_gate_from_json(
	cb_gate **out, cb_context *ctx, const char *text, size_t text_len, const cb_rules *rules)
{
	json_t *document = NULL;
	cb_status status = cb__json_parse(&document, ctx, NULL, text, text_len);
	return status == CB_OK ? cb__gate_from_document(out, ctx, document, rules, "document")
			       : status;
}

cb_status cb_gate_load(cb_gate **out, cb_context *ctx, const char *file, const cb_rules *rules)
{
	json_t *document = NULL;
	cb_status status = cb__json_file_read(&document, ctx, file, CB__JSON_FILE_MAX);
	return status == CB_OK ? cb__gate_from_document(out, ctx, document, rules, file) : status;
}

cb_status cb_gate_rules(const cb_gate *gate, cb_context *ctx, cb_rules **out)
{
	json_t *json = cb__rules_to_json(gate->rules);
	cb_status status = json != NULL ? cb__rules_from_json(out, ctx, json) : CB_ENOMEM;
	json_decref(json);
	return status;
}

cb_status cb_gate_to_json(const cb_gate *gate, char **out, unsigned flags)
{
	size_t len = 0;
	return cb__json_format(out, &len, gate->document, (flags & CB_JSON_COMPACT) != 0);
}

cb_status cb_gate_save(const cb_gate *gate, cb_context *ctx, const char *file, unsigned flags)
{
	return cb__json_file_write(ctx, file, gate->document, (flags & CB_JSON_COMPACT) != 0);
}

int cb_gate_exit(const cb_gate *gate)
{
	return gate->exit;
}

const char *cb_gate_word(const cb_gate *gate)
{
	return gate->word;
}

int cb_gate_complete(const cb_gate *gate)
{
	return gate->complete;
}

const char *cb_gate_mode(const cb_gate *gate)
{
	return cb__json_text_at(gate->document, "tool.mode");
}

const char *cb_gate_created(const cb_gate *gate)
{
	return cb__json_text_at(gate->document, "tool.finished");
}

const char *cb_gate_environment(const cb_gate *gate, const char *path)
{
	return cb__json_text_at(json_object_get(gate->document, "environment"), path);
}

const char *cb_gate_rules_file(const cb_gate *gate)
{
	return cb__rules_name(gate->rules);
}

static const cb_subject *subject_at(const cb_gate *gate, int side, size_t index)
{
	return index < gate->subject_counts[side] ? &gate->subjects[side][index] : NULL;
}

size_t cb_gate_base_count(const cb_gate *gate)
{
	return gate->subject_counts[0];
}

const cb_subject *cb_gate_base_at(const cb_gate *gate, size_t index)
{
	return subject_at(gate, 0, index);
}

size_t cb_gate_head_count(const cb_gate *gate)
{
	return gate->subject_counts[1];
}

const cb_subject *cb_gate_head_at(const cb_gate *gate, size_t index)
{
	return subject_at(gate, 1, index);
}

size_t cb_gate_count(const cb_gate *gate)
{
	return gate->count;
}

const cb_judged *cb_gate_at(const cb_gate *gate, size_t index)
{
	return index < gate->count ? gate->order[index] : NULL;
}

const cb_judged *cb_gate_find(const cb_gate *gate, const char *id)
{
	for (size_t i = 0; i < gate->count; i++)
		if (strcmp(gate->rows[i].view.id, id) == 0)
			return &gate->rows[i].view;
	return NULL;
}

size_t cb_gate_verdict_count(const cb_gate *gate, cb_verdict verdict)
{
	return (unsigned)verdict < CB_VERDICT_COUNT ? gate->verdicts[verdict] : 0;
}

size_t cb_gate_note_count(const cb_gate *gate)
{
	return gate->note_count;
}

const cb_gate_note *cb_gate_note_at(const cb_gate *gate, size_t index)
{
	return index < gate->note_count ? &gate->notes[index] : NULL;
}
