/* SPDX-License-Identifier: Apache-2.0 */
/* The document "libcb.proof/1". */
#include <math.h>
#include <string.h>

#include "context.h"
#include "json_file.h"
#include "json_text.h"
#include "proofs.h"

static int is_utf8(const char *text)
{
	size_t len = strlen(text);
	uint32_t code;
	while (len > 0) {
		size_t step = cb__text_step(text, len, &code);
		if (step == 0)
			return 0;
		text += step;
		len -= step;
	}
	return 1;
}

/* What is no text is unknown; NULL if memory ran out. */
static json_t *string(const char *text)
{
	return json_string(is_utf8(text) ? text : "unknown");
}

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* What is not followed has no figures. */
static int put_figures(json_t *made, const cb_proof *view, const cb__tally *counted)
{
	json_t *tally = cb__tally_to_json(counted);
	int failed =
		tally == NULL || json_object_update(made, tally) != 0 ||
		json_object_set_new(made, "repeats", json_integer((json_int_t)view->repeats)) ||
		json_object_set_new(made, "per_byte", number(view->per_byte)) ||
		json_object_set_new(made, "per_message", number(view->per_message));
	json_decref(tally);
	return failed;
}

static json_t *proof(const cb_proofs *proofs, const cb__proof_row *row)
{
	const cb_proof *view = &row->view;
	json_t *made = json_pack("{s:s, s:s, s:s, s:s, s:I, s:s, s:s, s:o, s:s}", "id", view->id,
		"subject", view->subject->label, "algorithm", view->algorithm, "operation",
		view->operation, "size", (json_int_t)view->size, "variant", view->variant,
		"outcome", cb_outcome_name(view->outcome), "reason", string(view->reason),
		"same_as", view->same_as);
	int failed = made == NULL;
	if (!failed && view->output[0] != '\0')
		failed = json_object_set_new(made, "output", string(view->output)) != 0;
	if (!failed && view->repeats > 0)
		failed = put_figures(made, view, &proofs->rows[row->source].trace.tally);
	if (!failed)
		return made;
	json_decref(made);
	return NULL;
}

static json_t *finding(const cb_finding *view)
{
	return json_pack("{s:s, s:o, s:s, s:s, s:s}", "id", view->id, "text", string(view->text),
		"subject", view->subject->label, "algorithm", view->algorithm, "operation",
		view->operation);
}

static json_t *classes(void)
{
	json_t *list = json_array();
	int failed = list == NULL;
	for (size_t i = 0; i < cb_class_count(); i++) {
		const cb_class *row = cb_class_at(i);
		failed |= json_array_append_new(
				  list, json_pack("{s:s, s:s, s:s}", "name", row->name, "group",
						row->group, "meaning", row->meaning)) != 0;
	}
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}

static cb_status build(json_t **out, const cb_proofs *proofs)
{
	json_t *rows, *findings;
	int failed = 0;
	if (proofs->document != NULL) {
		*out = json_incref(proofs->document);
		return CB_OK;
	}
	rows = json_array();
	findings = json_array();
	for (size_t i = 0; i < proofs->count; i++)
		failed |= json_array_append_new(rows, proof(proofs, &proofs->rows[i])) != 0;
	for (size_t i = 0; i < proofs->finding_count; i++)
		failed |= json_array_append_new(findings, finding(&proofs->findings[i].view)) != 0;
	*out = json_pack("{s:s, s:b, s:O, s:O, s:O, s:o, s:o, s:o}", "schema", CB__PROOFS_SCHEMA,
		"complete", proofs->complete, "tool", proofs->tool, "environment",
		proofs->environment, "subjects", proofs->subject_list, "classes", classes(),
		"proofs", rows, "findings", findings);
	if (!failed && *out != NULL)
		return CB_OK;
	json_decref(*out);
	return CB_ENOMEM;
}

cb_status cb_proofs_to_json(const cb_proofs *proofs, char **out, unsigned flags)
{
	json_t *document = NULL;
	size_t len = 0;
	cb_status status = build(&document, proofs);
	if (status != CB_OK)
		return status;
	status = cb__json_format(out, &len, document, (flags & CB_JSON_COMPACT) != 0);
	json_decref(document);
	return status;
}

cb_status cb_proofs_save(const cb_proofs *proofs, cb_context *ctx, const char *file, unsigned flags)
{
	json_t *document = NULL;
	cb_status status = build(&document, proofs);
	if (status != CB_OK)
		return cb__context_fail(ctx, CB_ENOMEM, "out of memory at \"%s\"", file);
	status = cb__json_file_write(ctx, file, document, (flags & CB_JSON_COMPACT) != 0);
	json_decref(document);
	return status;
}
