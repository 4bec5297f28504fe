/* SPDX-License-Identifier: Apache-2.0 */
/* Rules in documents: what was judged by is kept beside what was judged. */
#include <stdio.h>
#include <string.h>

#include "rules_parts.h"

static json_t *setting_to_json(const cb__gate_settings *values, const cb__rules_row *row)
{
	const char *at = (const char *)values + row->offset;
	double number = 0;
	uint32_t whole = 0;
	int word = 0;
	const char *text = NULL;
	switch (row->kind) {
	case CB__RULES_PERCENT:
	case CB__RULES_TIME:
	case CB__RULES_REAL:
		memcpy(&number, at, sizeof number);
		return json_real(number);
	case CB__RULES_WHOLE:
		memcpy(&whole, at, sizeof whole);
		return json_integer(whole);
	case CB__RULES_SWITCH:
		memcpy(&word, at, sizeof word);
		return json_string(row->words[word]);
	case CB__RULES_WORD:
		memcpy(&text, at, sizeof text);
		return json_string(text);
	}
	return NULL;
}

/* Adds those settings that @p given names. 0, or -1 if out of memory. */
static int put_settings(json_t *object, const cb__gate_settings *values, unsigned given)
{
	int failed = 0;
	for (size_t i = 0; i < cb_rules_key_count(); i++) {
		const cb__rules_row *row = cb__rules_row_at(i);
		if ((given & 1u << i) != 0)
			failed |= json_object_set_new(
				object, row->member, setting_to_json(values, row));
	}
	return failed;
}

static int put_place(json_t *object, const cb_rules *rules, const char *file, uint32_t line)
{
	int failed = json_object_set_new(object, "line", json_integer(line));
	if (strcmp(file, rules->name) != 0)
		failed |= json_object_set_new(object, "file", json_string(file));
	return failed;
}

/* Appends to @p list, which takes the object over. */
static int append(json_t *list, json_t *object, int failed)
{
	if (failed == 0)
		return json_array_append_new(list, object);
	json_decref(object);
	return -1;
}

static int put_rules(json_t *root, const cb_rules *rules)
{
	json_t *list = json_array();
	int failed = json_object_set_new(root, "rules", list);
	for (size_t i = 0; i < rules->rule_count && failed == 0; i++) {
		const cb__rule *row = &rules->rules[i];
		json_t *object = json_pack("{s:s}", "cells", row->cells);
		failed = put_settings(object, &row->values, row->given);
		failed |= put_place(object, rules, row->file, row->line);
		failed = append(list, object, failed);
	}
	return failed;
}

static int put_waivers(json_t *root, const cb_rules *rules)
{
	json_t *list = json_array();
	int failed = json_object_set_new(root, "waivers", list);
	for (size_t i = 0; i < rules->waiver_count && failed == 0; i++) {
		const cb__waiver *row = &rules->waivers[i];
		json_t *object = json_pack("{s:s, s:f, s:s, s:s, s:s}", "cells", row->cells,
			"up_to_percent", row->up_to_percent, "expires", row->expires, "reason",
			row->reason, "owner", row->owner);
		failed = put_place(object, rules, row->file, row->line);
		failed = append(list, object, failed);
	}
	return failed;
}

static int put_removed(json_t *root, const cb_rules *rules)
{
	json_t *list = json_array();
	int failed = json_object_set_new(root, "removed", list);
	for (size_t i = 0; i < rules->removed_count && failed == 0; i++) {
		const cb__removed *row = &rules->removed[i];
		json_t *object = json_pack("{s:s}", "cells", row->cells);
		failed = put_place(object, rules, row->file, row->line);
		failed = append(list, object, failed);
	}
	return failed;
}

static int put_gate(json_t *root, const cb_rules *rules)
{
	json_t *gate = json_object();
	json_t *given = json_array();
	int failed = json_object_set_new(root, "gate", gate);
	failed |= json_object_set_new(root, "given", given);
	if (failed == 0)
		failed = put_settings(gate, &rules->settings, ~0u);
	for (size_t i = 0; i < cb_rules_key_count() && failed == 0; i++)
		if ((rules->given & 1u << i) != 0)
			failed = json_array_append_new(
				given, json_string(cb__rules_row_at(i)->member));
	return failed;
}

json_t *cb__rules_to_json(const cb_rules *rules)
{
	json_t *root = json_object();
	int failed = json_object_set_new(root, "file", json_string(rules->name));
	if (failed == 0)
		failed = put_gate(root, rules);
	if (failed == 0)
		failed = put_rules(root, rules);
	if (failed == 0)
		failed = put_waivers(root, rules);
	if (failed == 0)
		failed = put_removed(root, rules);
	if (failed == 0)
		return root;
	json_decref(root);
	return NULL;
}

static const char *sort_of(const json_t *json)
{
	switch (json_typeof(json)) {
	case JSON_OBJECT:
		return "an object";
	case JSON_ARRAY:
		return "an array";
	case JSON_STRING:
		return "a text";
	case JSON_INTEGER:
	case JSON_REAL:
		return "a number";
	case JSON_TRUE:
	case JSON_FALSE:
		return "a truth value";
	case JSON_NULL:
		break;
	}
	return "null";
}

/* A text with a NUL in it would be cut there. */
static cb__rules_value value_of(const json_t *json)
{
	cb__rules_value value = {.sort = sort_of(json), .text = json_string_value(json)};
	if (value.text != NULL && strlen(value.text) < json_string_length(json)) {
		value.text = NULL;
		value.sort = "cut by a byte 0";
	}
	value.is_whole = json_is_integer(json);
	value.is_number = json_is_number(json);
	value.number = json_number_value(json);
	return value;
}

/* Where a row came from, which every group of a list may say. */
struct origin {
	const char *file;
	uint32_t line;
};

/* 1 if @p name is about the origin. */
static int is_origin(const char *name)
{
	return strcmp(name, "file") == 0 || strcmp(name, "line") == 0;
}

static cb_status read_origin(struct origin *out, const cb__rules_place *place,
	const cb_rules *rules, const json_t *object)
{
	const json_t *line = json_object_get(object, "line");
	const json_t *file = json_object_get(object, "file");
	*out = (struct origin){rules->name, 0};
	if (file != NULL && !json_is_string(file))
		return cb__rules_refuse(place, "file is %s, not a text", sort_of(file));
	if (line != NULL && (!json_is_integer(line) || json_integer_value(line) < 0 ||
				    json_integer_value(line) > INT32_MAX))
		return cb__rules_refuse(place, "line is not the number of a line");
	if (file != NULL)
		out->file = json_string_value(file);
	if (line != NULL)
		out->line = (uint32_t)json_integer_value(line);
	return CB_OK;
}

typedef cb_status read_fn(
	cb_rules *rules, const cb__rules_place *place, json_t *object, const struct origin *origin);

static cb_status read_rule(
	cb_rules *rules, const cb__rules_place *place, json_t *object, const struct origin *origin)
{
	cb__rule row = {.file = origin->file, .line = origin->line};
	cb_status status = CB_OK;
	const char *name;
	json_t *member;
	json_object_foreach(object, name, member)
	{
		cb__rules_value value = value_of(member);
		if (status == CB_OK && !is_origin(name))
			status = cb__rules_take_rule(&row, place, name, &value);
	}
	return status == CB_OK ? cb__rules_add_rule(rules, place, &row) : status;
}

static cb_status read_waiver(
	cb_rules *rules, const cb__rules_place *place, json_t *object, const struct origin *origin)
{
	cb__waiver row = {.file = origin->file, .line = origin->line};
	cb_status status = CB_OK;
	const char *name;
	json_t *member;
	json_object_foreach(object, name, member)
	{
		cb__rules_value value = value_of(member);
		if (status == CB_OK && !is_origin(name))
			status = cb__rules_take_waiver(&row, place, name, &value);
	}
	return status == CB_OK ? cb__rules_add_waiver(rules, place, &row) : status;
}

static cb_status read_removed(
	cb_rules *rules, const cb__rules_place *place, json_t *object, const struct origin *origin)
{
	static const char *const known[] = {"cells", "line", "file", NULL};
	cb__removed row = {.file = origin->file, .line = origin->line};
	const char *name;
	json_t *member;
	json_object_foreach(object, name, member)
	{
		cb__rules_value value = value_of(member);
		int is_cells = strcmp(name, "cells") == 0;
		if (!is_cells && !is_origin(name))
			return cb__rules_refuse_name(place, "no member", name, known);
		if (is_cells && value.text == NULL)
			return cb__rules_refuse(place, "cells is %s, not a text", value.sort);
		row.cells = is_cells ? value.text : row.cells;
	}
	return cb__rules_add_removed(rules, place, &row);
}

/* Reads each object of the array @p key of @p root. */
static cb_status read_list(cb_rules *rules, const cb__rules_place *above, const json_t *root,
	const char *key, read_fn *read)
{
	char where[64];
	cb__rules_place place = *above;
	const json_t *list = json_object_get(root, key);
	cb_status status = CB_OK;
	snprintf(where, sizeof where, "rules.%s", key);
	place.name = where;
	if (list != NULL && !json_is_array(list))
		return cb__rules_refuse(&place, "%s, not an array", sort_of(list));
	for (size_t i = 0; i < json_array_size(list) && status == CB_OK; i++) {
		struct origin origin;
		json_t *object = json_array_get(list, i);
		snprintf(where, sizeof where, "rules.%s[%zu]", key, i);
		if (!json_is_object(object))
			return cb__rules_refuse(&place, "%s, not an object", sort_of(object));
		status = read_origin(&origin, &place, rules, object);
		if (status == CB_OK)
			status = read(rules, &place, object, &origin);
	}
	return status;
}

static cb_status read_gate(cb_rules *rules, cb__rules_place *place, const json_t *root)
{
	json_t *gate = json_object_get(root, "gate");
	cb_status status = CB_OK;
	const char *name;
	json_t *member;
	place->name = "rules.gate";
	if (gate != NULL && !json_is_object(gate))
		return cb__rules_refuse(place, "%s, not an object", sort_of(gate));
	json_object_foreach(gate, name, member)
	{
		cb__rules_value value = value_of(member);
		if (status == CB_OK)
			status = cb__rules_take_setting(rules, place, name, &value);
	}
	return status;
}

/* Replaces what reading the settings marked, for a document has them all. */
static cb_status read_given(cb_rules *rules, cb__rules_place *place, const json_t *root)
{
	const json_t *given = json_object_get(root, "given");
	place->name = "rules.given";
	rules->given = 0;
	if (given != NULL && !json_is_array(given))
		return cb__rules_refuse(place, "%s, not an array", sort_of(given));
	for (size_t i = 0; i < json_array_size(given); i++) {
		const char *name = json_string_value(json_array_get(given, i));
		size_t index = name != NULL ? cb__rules_find(place, name, 0) : cb_rules_key_count();
		if (index == cb_rules_key_count())
			return cb__rules_refuse(
				place, "[%zu] is no setting; write a name of rules.gate", i);
		rules->given |= 1u << index;
	}
	return CB_OK;
}

static cb_status read_root(cb_rules *rules, cb__rules_place *place, const json_t *root)
{
	static const char *const known[] = {
		"file", "gate", "given", "rules", "waivers", "removed", NULL};
	if (!json_is_object(root))
		return cb__rules_refuse(place, "not an object");
	for (void *at = json_object_iter((json_t *)(uintptr_t)root); at != NULL;
		at = json_object_iter_next((json_t *)(uintptr_t)root, at)) {
		size_t i = 0;
		while (known[i] != NULL && strcmp(known[i], json_object_iter_key(at)) != 0)
			i++;
		if (known[i] == NULL)
			return cb__rules_refuse_name(
				place, "no member", json_object_iter_key(at), known);
	}
	const json_t *file = json_object_get(root, "file");
	if (file != NULL && !json_is_string(file))
		return cb__rules_refuse(place, "file is %s, not a text", sort_of(file));
	rules->name = cb__rules_keep(rules, file != NULL ? json_string_value(file) : "");
	return rules->name != NULL ? CB_OK : CB_ENOMEM;
}

/* Settings are not compared with each other: each is set for itself, in any order. */
static cb_status build(cb_rules **out, cb__rules_place *place, const json_t *json)
{
	cb_rules *rules = NULL;
	cb_status status = cb_rules_new(&rules, place->ctx);
	if (status == CB_OK)
		status = read_root(rules, place, json);
	if (status == CB_OK)
		status = read_gate(rules, place, json);
	if (status == CB_OK)
		status = read_given(rules, place, json);
	if (status == CB_OK)
		status = read_list(rules, place, json, "rules", read_rule);
	if (status == CB_OK)
		status = read_list(rules, place, json, "waivers", read_waiver);
	if (status == CB_OK)
		status = read_list(rules, place, json, "removed", read_removed);
	if (status == CB_OK)
		*out = rules;
	else
		cb_rules_free(rules);
	return status;
}

cb_status cb__rules_from_json(cb_rules **out, cb_context *ctx, const json_t *json)
{
	cb_rules *rules = NULL;
	cb__rules_place place = {ctx, CB_EFORMAT, "rules", 0, 1};
	cb_status status = build(&rules, &place, json);
	place.name = "rules.gate";
	if (status == CB_OK)
		status = cb__rules_check_tolerance(&rules->settings, rules->given, &place);
	if (status == CB_OK)
		*out = rules;
	else
		cb_rules_free(rules);
	return status;
}

/* Through a document, so that there is one list of what rules consist of. */
cb_status cb__rules_copy(cb_rules **out, const cb_rules *rules)
{
	json_t *json = cb__rules_to_json(rules);
	cb__rules_place place = {rules->ctx, CB_EFORMAT, "rules", 0, 1};
	cb_status status = json != NULL ? build(out, &place, json) : CB_ENOMEM;
	json_decref(json);
	return status;
}
