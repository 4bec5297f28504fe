/* SPDX-License-Identifier: Apache-2.0 */
/* From a document "libcb.proof/1" to proofs: every member that they rely on is checked. */
#include <stdlib.h>
#include <string.h>

#include "json_file.h"
#include "json_text.h"
#include "proofs.h"
#include "reading.h"

#define PROOF(name, type, flags, absent)                                                           \
	{                                                                                          \
		NULL, #name, offsetof(cb_proof, name), CB__FIELD_##type, flags, absent             \
	}
static const cb__field proof_fields[] = {
	PROOF(id, TEXT, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	PROOF(algorithm, TEXT, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	PROOF(operation, TEXT, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	PROOF(size, UINT64, CB__FIELD_REQUIRED, NULL),
	PROOF(variant, TEXT, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	PROOF(outcome, OUTCOME, CB__FIELD_REQUIRED, NULL),
	PROOF(reason, TEXT, 0, ""),
	PROOF(output, TEXT, 0, ""),
	PROOF(same_as, TEXT, 0, ""),
	PROOF(inside, UINT64, 0, NULL),
	PROOF(outside, UINT64, 0, NULL),
	PROOF(complete, BOOL, 0, NULL),
	PROOF(repeats, UINT32, 0, NULL),
	PROOF(per_byte, SIGNED, 0, NULL),
	PROOF(per_message, SIGNED, 0, NULL),
};
#undef PROOF

#define FINDING(name, flags)                                                                       \
	{                                                                                          \
		NULL, #name, offsetof(cb_finding, name), CB__FIELD_TEXT, flags, NULL               \
	}
static const cb__field finding_fields[] = {
	FINDING(id, CB__FIELD_REQUIRED | CB__FIELD_NONZERO),
	FINDING(text, CB__FIELD_REQUIRED),
	FINDING(algorithm, CB__FIELD_REQUIRED),
	FINDING(operation, CB__FIELD_REQUIRED),
};
#undef FINDING

#define TABLE(fields)                                                                              \
	{                                                                                          \
		fields, sizeof(fields) / sizeof(fields)[0]                                         \
	}
static const cb__field_table proof_table = TABLE(proof_fields);
static const cb__field_table finding_table = TABLE(finding_fields);

/* While ids are being collected. */
struct reading {
	cb_proofs *proofs;
	cb__fault *fault;
	json_t *ids; /* id to the place of its proof */
};

static cb_status read_head(const struct reading *r)
{
	cb_proofs *proofs = r->proofs;
	const json_t *document = proofs->document;
	cb_status status = cb__reading_schema(r->fault, document, CB__PROOFS_SCHEMA);

	if (status == CB_OK)
		status = cb__reading_bool(&proofs->complete, r->fault, document, "complete");
	if (status == CB_OK)
		status = cb__reading_object(r->fault, document, "tool");
	if (status == CB_OK)
		status = cb__reading_object(r->fault, document, "environment");
	if (status == CB_OK)
		status = cb__reading_subjects(
			&proofs->subjects, &proofs->subject_count, r->fault, document);
	return status;
}

/* A later version may know more classes: they count, but cannot be asked for. */
static cb_status check_counts(const struct reading *r, const cb_proof *view, json_t *counts)
{
	uint64_t sum = 0;
	const char *name;
	json_t *value;

	if (!json_is_object(counts))
		return cb__fault_set(r->fault, ".counts: missing, or not an object");
	json_object_foreach(counts, name, value)
	{
		if (!json_is_integer(value) || json_integer_value(value) < 0)
			return cb__fault_set(
				r->fault, ".counts.%s: not an integer from 0 on", name);
		if ((uint64_t)json_integer_value(value) > view->inside - sum)
			return cb__fault_set(r->fault, ".counts: more than inside");
		sum += (uint64_t)json_integer_value(value);
	}
	return sum == view->inside ? CB_OK : cb__fault_set(r->fault, ".counts: less than inside");
}

static void take_counts(cb__proof_row *row, const json_t *counts)
{
	const cb_class *class;

	for (size_t i = 0; (class = cb_class_at(i)) != NULL; i++)
		row->trace.tally.counts[i] =
			(uint64_t)json_integer_value(json_object_get(counts, class->name));
}

/* What was not followed has no figures, and a mode whose counts are there was followed. */
static cb_status read_figures(const struct reading *r, cb__proof_row *row, const json_t *object)
{
	json_t *counts = json_object_get(object, "counts");
	cb_status status = CB_OK;

	row->view.counts = row->trace.tally.counts;
	if (row->view.repeats == 0 && row->view.outcome == CB_OUTCOME_MEASURED)
		return cb__fault_set(r->fault, ".repeats: missing or zero, though it was followed");
	if (row->view.repeats > 0)
		status = check_counts(r, &row->view, counts);
	if (status == CB_OK && row->view.repeats > 0)
		take_counts(row, counts);
	return status;
}

static cb_status read_proof(const struct reading *r, size_t index, const json_t *object)
{
	cb_proofs *proofs = r->proofs;
	cb__proof_row *row = &proofs->rows[index];
	cb_status status;

	cb__fault_at(r->fault, "proofs[%zu]", index);
	status = cb__fields_read(&row->view, r->fault, object, &proof_table);
	if (status == CB_OK)
		status = cb__reading_subject(&row->view.subject, r->fault, object, proofs->subjects,
			proofs->subject_count);
	if (status == CB_OK)
		status = cb__reading_id(r->ids, r->fault, row->view.id, index);
	if (status != CB_OK)
		return status;
	row->subject = (size_t)(row->view.subject - proofs->subjects);
	row->accel = row->view.subject->accel;
	row->source = index;
	row->is_asked = json_is_true(json_object_get(
		json_array_get(json_object_get(proofs->document, "subjects"), row->subject),
		"asked"));
	return read_figures(r, row, object);
}

static cb_status read_proofs(const struct reading *r)
{
	const json_t *list = NULL;
	size_t count = 0;
	cb_status status = cb__reading_list(&list, &count, r->fault, r->proofs->document, "proofs");

	if (status != CB_OK)
		return status;
	r->proofs->rows = cb__reading_records(count, sizeof *r->proofs->rows);
	if (r->proofs->rows == NULL)
		return CB_ENOMEM;
	r->proofs->count = count;
	for (size_t i = 0; status == CB_OK && i < count; i++)
		status = read_proof(r, i, json_array_get(list, i));
	return status;
}

/* Only now, since whose counts they are may come later in the list. */
static cb_status check_stand_ins(const struct reading *r)
{
	for (size_t i = 0; i < r->proofs->count; i++) {
		const char *id = r->proofs->rows[i].view.same_as;

		cb__fault_at(r->fault, "proofs[%zu]", i);
		if (id[0] != '\0' && json_object_get(r->ids, id) == NULL)
			return cb__fault_set(r->fault, ".same_as: no proof \"%s\"", id);
	}
	return CB_OK;
}

static cb_status read_findings(const struct reading *r)
{
	cb_proofs *proofs = r->proofs;
	const json_t *list = NULL;
	size_t count = 0;
	cb_status status = cb__reading_list(&list, &count, r->fault, proofs->document, "findings");

	if (status != CB_OK)
		return status;
	proofs->findings = cb__reading_records(count, sizeof *proofs->findings);
	if (proofs->findings == NULL)
		return CB_ENOMEM;
	proofs->finding_count = count;
	for (size_t i = 0; status == CB_OK && i < count; i++) {
		cb_finding *view = &proofs->findings[i].view;
		const json_t *object = json_array_get(list, i);

		cb__fault_at(r->fault, "findings[%zu]", i);
		view->evidence = "trace";
		status = cb__fields_read(view, r->fault, object, &finding_table);
		if (status == CB_OK)
			status = cb__reading_subject(&view->subject, r->fault, object,
				proofs->subjects, proofs->subject_count);
	}
	return status;
}

static cb_status read_document(cb_proofs *proofs, cb__fault *fault)
{
	static cb_status (*const steps[])(const struct reading *) = {
		read_head, read_proofs, check_stand_ins, read_findings};
	const struct reading r = {proofs, fault, json_object()};
	cb_status status = r.ids != NULL ? CB_OK : CB_ENOMEM;

	for (size_t i = 0; status == CB_OK && i < sizeof steps / sizeof steps[0]; i++)
		status = steps[i](&r);
	json_decref(r.ids);
	return status;
}

cb_status cb__proofs_read(cb_proofs **out, json_t *document, cb__fault *fault)
{
	cb_proofs *proofs = calloc(1, sizeof *proofs);
	cb_status status = CB_ENOMEM;

	if (proofs == NULL) {
		json_decref(document);
	} else {
		proofs->document = document;
		status = read_document(proofs, fault);
	}
	if (status == CB_OK)
		*out = proofs;
	else
		cb_proofs_free(proofs);
	return status;
}

/* Takes @p document; @p name is NULL for a text. */
static cb_status accept(cb_proofs **out, cb_context *ctx, const char *name, json_t *document)
{
	cb__fault fault = {0};
	cb_status status = cb__proofs_read(out, document, &fault);

	return cb__reading_end(ctx, status, name, &fault);
}

cb_status cb_proofs_from_json(cb_proofs **out, cb_context *ctx, const char *text, size_t text_len)
{
	json_t *document = NULL;
	cb_status status = cb__json_parse(&document, ctx, NULL, text, text_len);

	return status == CB_OK ? accept(out, ctx, NULL, document) : status;
}

cb_status cb_proofs_load(cb_proofs **out, cb_context *ctx, const char *file)
{
	json_t *document = NULL;
	cb_status status = cb__json_file_read(&document, ctx, file, CB__JSON_FILE_MAX);

	return status == CB_OK ? accept(out, ctx, file, document) : status;
}
