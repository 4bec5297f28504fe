/* SPDX-License-Identifier: Apache-2.0 */
/* From a document "libcb.gate/1" to evidence: every member that the rule relies on is checked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "gate_fields.h"
#include "reading.h"

/* More than any gate measures; the time of judging grows with the square of cells. */
#define CELLS_MAX 20000u

static cb_status check_head(cb_gate *gate, cb__fault *fault)
{
	cb_status status = cb__reading_schema(fault, gate->document, CB__GATE_SCHEMA);
	if (status == CB_OK)
		status = cb__reading_bool(&gate->complete, fault, gate->document, "complete");
	return status;
}

static cb_status read_subjects(cb_gate *gate, cb__fault *fault, int side)
{
	const char *name = side == 0 ? "base" : "head";
	const json_t *list = json_object_get(gate->document, name);
	size_t count = json_array_size(list);
	cb__fault_at(fault, "%s", name);
	if (!json_is_array(list))
		return cb__fault_set(fault, ": missing, or not a list");
	gate->subjects[side] = calloc(count + 1, sizeof *gate->subjects[side]);
	if (gate->subjects[side] == NULL)
		return CB_ENOMEM;
	cb_status status = CB_OK;
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		cb__fault_at(fault, "%s[%zu]", name, i);
		status = cb__fields_read(&gate->subjects[side][i], fault, json_array_get(list, i),
			&cb__subject_fields);
	}
	gate->subject_counts[side] = count;
	return status;
}

static cb_status read_side(cb__gate_side *side, cb__fault *fault, const json_t *json)
{
	if (json == NULL || json_is_null(json)) {
		*side = (cb__gate_side){.outcome = CB_OUTCOME_UNSUPPORTED,
			.reason = "the side has no such cell",
			.semantics = "",
			.checked = "unknown"};
		return CB_OK;
	}
	side->is_there = 1;
	return cb__fields_read(side, fault, json, &cb__gate_side_fields);
}

static cb_status read_series(
	cb__series *series, cb__fault *fault, const json_t *object, const char *name)
{
	const json_t *json = json_object_get(object, name);
	const char *why = "";
	if (json == NULL || json_is_null(json))
		return CB_OK;
	cb_status status = cb__series_from_json(series, json, &why);
	return status == CB_EFORMAT ? cb__fault_set(fault, ".%s: %s", name, why) : status;
}

/* Evidence of other kinds; what is in it is judged with it. */
static cb_status check_kinds(cb__fault *fault, const json_t *json)
{
	static const char *const names[] = {"count", "stored"};
	const json_t *same = json_object_get(json, "same_code");
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const json_t *kind = json_object_get(json, names[i]);
		if (kind != NULL && !json_is_null(kind) && !json_is_object(kind))
			return cb__fault_set(fault, ".%s: not an object", names[i]);
	}
	if (same != NULL && !json_is_boolean(same))
		return cb__fault_set(fault, ".same_code: neither true nor false");
	return CB_OK;
}

/* Evidence of two kinds could say two things. */
static cb_status check_evidence(const cb__gate_row *row, cb__fault *fault)
{
	int kinds = (row->screen.count > 0) +
		    json_is_true(json_object_get(row->json, "same_code")) +
		    json_is_object(json_object_get(row->json, "count")) +
		    json_is_object(json_object_get(row->json, "stored"));
	return kinds <= 1 ? CB_OK
			  : cb__fault_set(fault, ": evidence of more than one kind "
						 "(screen, same_code, count, stored)");
}

static cb_status read_row(cb__gate_row *row, cb__fault *fault, json_t *json, const char *where)
{
	row->json = json;
	cb_status status = cb__fields_read(&row->view, fault, json, &cb__gate_cell_fields);
	if (status == CB_OK)
		status = check_kinds(fault, json);
	if (status == CB_OK)
		status = read_series(&row->screen, fault, json, "screen");
	if (status == CB_OK)
		status = read_series(&row->confirm, fault, json, "confirm");
	if (status == CB_OK)
		status = check_evidence(row, fault);
	cb__fault_at(fault, "%s.base", where);
	if (status == CB_OK)
		status = read_side(&row->base, fault, json_object_get(json, "base"));
	cb__fault_at(fault, "%s.head", where);
	if (status == CB_OK)
		status = read_side(&row->head, fault, json_object_get(json, "head"));
	return status;
}

static cb_status check_twice(const cb_gate *gate, cb__fault *fault, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (strcmp(gate->rows[i].view.id, gate->rows[index].view.id) == 0)
			return cb__fault_set(
				fault, ".id: \"%s\" is there twice", gate->rows[index].view.id);
	return CB_OK;
}

static cb_status read_rows(cb_gate *gate, cb__fault *fault)
{
	const json_t *list = json_object_get(gate->document, "cells");
	size_t count = json_array_size(list);
	cb__fault_at(fault, "cells");
	if (!json_is_array(list))
		return cb__fault_set(fault, ": missing, or not a list");
	if (count > CELLS_MAX)
		return cb__fault_set(fault, ": more than %u", CELLS_MAX);
	gate->rows = calloc(count + 1, sizeof *gate->rows);
	gate->order = calloc(count + 1, sizeof(const cb_judged *));
	if (gate->rows == NULL || gate->order == NULL)
		return CB_ENOMEM;
	cb_status status = CB_OK;
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		char where[32];
		cb__fault_at(fault, "cells[%zu]", i);
		memcpy(where, fault->where, sizeof where);
		where[sizeof where - 1] = '\0';
		gate->count = i + 1;
		status = read_row(&gate->rows[i], fault, json_array_get(list, i), where);
		cb__fault_at(fault, "cells[%zu]", i);
		if (status == CB_OK)
			status = check_twice(gate, fault, i);
	}
	return status;
}

/* What is not there does not differ; what is something else could hide a difference. */
static cb_status check_differences(const cb_gate *gate, cb__fault *fault)
{
	const json_t *list = json_object_get(gate->document, "differences");
	cb__fault_at(fault, "differences");
	if (list != NULL && !json_is_array(list))
		return cb__fault_set(fault, ": not a list");
	return CB_OK;
}

static cb_status read_canary(cb_gate *gate, cb__fault *fault)
{
	json_t *json = json_object_get(gate->document, "canary");
	if (json == NULL || json_is_null(json))
		return CB_OK;
	gate->has_canary = 1;
	cb__fault_at(fault, "canary");
	return read_row(&gate->canary, fault, json, "canary");
}

cb_status cb__gate_read(cb_gate *gate, cb__fault *fault)
{
	cb_status status = check_head(gate, fault);
	if (status == CB_OK)
		status = check_differences(gate, fault);
	for (int side = 0; side < 2 && status == CB_OK; side++)
		status = read_subjects(gate, fault, side);
	if (status == CB_OK)
		status = read_rows(gate, fault);
	return status == CB_OK ? read_canary(gate, fault) : status;
}
