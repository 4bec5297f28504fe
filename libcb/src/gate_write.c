/* SPDX-License-Identifier: Apache-2.0 */
/* Writes what was said into the document. */
#include "gate.h"
#include "gate_fields.h"
#include "gate_notes.h"

static cb_status write_row(cb__gate_row *row)
{
	json_t *said = cb__fields_to_json(&row->view, &cb__gate_said_fields);
	const char *verdict = cb_verdict_name(row->view.verdict);
	int failed = said == NULL ||
		     json_object_set_new(row->json, "verdict", json_string(verdict)) != 0 ||
		     json_object_update(row->json, said) != 0;
	json_decref(said);
	return failed ? CB_ENOMEM : CB_OK;
}

static json_t *counts(const cb_gate *gate)
{
	json_t *object = json_object();
	int failed = object == NULL;
	for (int i = 0; i < CB_VERDICT_COUNT && !failed; i++)
		failed = json_object_set_new(object, cb_verdict_name((cb_verdict)i),
			json_integer((json_int_t)gate->verdicts[i]));
	if (!failed)
		return object;
	json_decref(object);
	return NULL;
}

cb_status cb__gate_write(cb_gate *gate)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < gate->count && status == CB_OK; i++)
		status = write_row(&gate->rows[i]);
	if (status == CB_OK && gate->has_canary)
		status = write_row(&gate->canary);
	if (status != CB_OK)
		return status;
	/* A fact of the measurement, which other rules do not change. */
	if (cb__gate_is_out_of_budget(gate))
		json_object_set_new(
			json_object_get(gate->document, "tool"), "is_budget_spent", json_true());
	json_t *verdict = json_pack(
		"{s:s, s:i, s:o}", "word", gate->word, "exit", gate->exit, "counts", counts(gate));
	if (json_object_set_new(gate->document, "verdict", verdict) != 0 ||
		json_object_set(gate->document, "notes", gate->note_list) != 0 ||
		json_object_set_new(gate->document, "rules", cb__rules_to_json(gate->rules)) != 0)
		return CB_ENOMEM;
	return CB_OK;
}
