/* SPDX-License-Identifier: Apache-2.0 */
/* What is to be known of base and head themselves. */
#include <string.h>

#include "checked.h"
#include "document.h"
#include "gate_notes.h"
#include "text.h"

/* "mbedtls-fork" is taken for a backend of the library of "mbedtls". */
static int are_libraries_different(const cb_subject *base, const cb_subject *head)
{
	size_t len = strcspn(base->backend, "-");
	return len != strcspn(head->backend, "-") ||
	       strncmp(base->backend, head->backend, len) != 0;
}

static int are_different(const cb_subject *base, const cb_subject *head)
{
	return are_libraries_different(base, head) || strcmp(base->version, head->version) != 0;
}

static cb_status note_difference(cb_gate *gate, const cb_subject *base, const cb_subject *head)
{
	if (are_libraries_different(base, head))
		return cb__gate_note(gate, "libraries-differ",
			"the base is %s %s, the head is %s %s: another library, not another "
			"version",
			base->backend, base->version, head->backend, head->version);
	return cb__gate_note(gate, "versions-differ", "the base is %s %s, the head is %s %s",
		base->backend, base->version, head->backend, head->version);
}

/* Once for each library: its modes come one after the other. */
static cb_status note_versions(cb_gate *gate)
{
	cb_status status = CB_OK;
	const char *last = "";
	for (size_t i = 0; status == CB_OK; i++) {
		const cb_subject *base = cb_gate_base_at(gate, i);
		const cb_subject *head = cb_gate_head_at(gate, i);
		if (base == NULL || head == NULL)
			break;
		if (are_different(base, head) && strcmp(last, head->backend) != 0)
			status = note_difference(gate, base, head);
		last = head->backend;
	}
	return status;
}

static size_t count_same(const cb_gate *gate)
{
	size_t same = 0;
	for (size_t i = 0; i < gate->count; i++)
		same += gate->rows[i].view.verdict == CB_VERDICT_IDENTICAL ? 1 : 0;
	return same;
}

/* Whoever built the same thing twice sees nothing but green. */
static cb_status note_same_code(cb_gate *gate)
{
	size_t same = count_same(gate);
	if (same == 0)
		return CB_OK;
	if (same == gate->count)
		return cb__gate_note(gate, "same-code",
			"both files have the same code, byte by byte: nothing was measured; if a "
			"change was to be judged, is the head the right file?");
	return cb__gate_note(gate, "same-code",
		"both files have the same code, byte by byte, in %zu of %zu cells, which were not "
		"measured",
		same, gate->count);
}

/* Two modes are compared on purpose, or because one was forgotten. Stored times are matched by
 * cells, each of one mode, and not by the order of subjects. */
static cb_status note_modes(cb_gate *gate)
{
	cb_status status = CB_OK;
	int are_paired = strcmp(cb_gate_mode(gate), "file") != 0;
	for (size_t i = 0; status == CB_OK && are_paired; i++) {
		const cb_subject *base = cb_gate_base_at(gate, i);
		const cb_subject *head = cb_gate_head_at(gate, i);
		if (base == NULL || head == NULL)
			break;
		if (base->accel != head->accel)
			status = cb__gate_note(gate, "modes-differ",
				"the base is measured in mode %s, the head in mode %s: what "
				"differs may be the mode, not the library",
				cb_accel_name(base->accel), cb_accel_name(head->accel));
	}
	return status;
}

/* -1 if out of memory. */
static int collect(json_t *names, const json_t *subjects)
{
	for (size_t i = 0; i < json_array_size(subjects); i++) {
		const json_t *list =
			json_object_get(json_array_get(subjects, i), "ignored_environment");
		for (size_t j = 0; j < json_array_size(list); j++) {
			const char *name =
				json_string_value(json_object_get(json_array_get(list, j), "name"));
			if (name != NULL && json_object_set_new(names, name, json_true()) != 0)
				return -1;
		}
	}
	return 0;
}

static cb_status note_withheld(cb_gate *gate)
{
	cb_text text = CB_TEXT_INIT;
	cb_status status = CB_OK;
	json_t *names = json_object();
	const char *name;
	json_t *value;
	int failed = collect(names, json_object_get(gate->document, "base")) != 0 ||
		     collect(names, json_object_get(gate->document, "head")) != 0;
	json_object_foreach(names, name, value)
		cb__text_format(&text, "%s%s", text.len > 0 ? ", " : "", name);
	if (text.len > 0)
		status = cb__gate_note(gate, "variables-withheld", "%s%s", cb__text_string(&text),
			CB__WITHHELD_SENTENCE);
	if (names == NULL || failed || text.failed)
		status = CB_ENOMEM;
	cb__text_done(&text);
	json_decref(names);
	return status;
}

static int is_unchecked(const cb__gate_row *row)
{
	const cb_judged *view = &row->view;
	return cb__checked_is_lacking(
		       row->base.checked, view->algorithm, view->operation, view->variant) ||
	       cb__checked_is_lacking(
		       row->head.checked, view->algorithm, view->operation, view->variant);
}

/* Two builds that are wrong in the same way agree. */
static cb_status note_unchecked(cb_gate *gate)
{
	const cb__gate_row *first = NULL;
	size_t unchecked = 0;
	for (size_t i = 0; i < gate->count; i++) {
		if (!is_unchecked(&gate->rows[i]))
			continue;
		first = first == NULL ? &gate->rows[i] : first;
		unchecked++;
	}
	if (first == NULL)
		return CB_OK;
	return cb__gate_note(gate, "unchecked",
		"%zu of %zu cells, the first %s: no published answer and no other library says "
		"that what was timed is right; a backend brings answers along in its table "
		"(cb_backend.answers, from ABI 2 on)",
		unchecked, gate->count, first->view.id);
}

cb_status cb__gate_note_sides(cb_gate *gate)
{
	typedef cb_status note_fn(cb_gate * gate);
	static note_fn *const notes[] = {
		note_versions, note_modes, note_withheld, note_unchecked, note_same_code};
	cb_status status = CB_OK;
	for (size_t i = 0; i < sizeof notes / sizeof *notes && status == CB_OK; i++)
		status = notes[i](gate);
	return status;
}
