/* SPDX-License-Identifier: Apache-2.0 */
#include <cb/document.h>

#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "gate.h"
#include "json_file.h"
#include "json_text.h"
#include "reading.h"
#include "results.h"
#include "schema.h"

struct cb_document {
	cb_document_kind kind;
	double elapsed_s;
	cb_results *results;
	cb_gate *gate;
	cb_proofs *proofs;
	cb_comparisons *comparisons;
	cb_selftest *selftest;
	cb_advices *advices;
};

static const struct {
	const char *name;
	const char *meaning;
} kinds[] = {
#define KIND(name, text, meaning) {text, meaning},
	CB_DOCUMENT_MAP(KIND)
#undef KIND
};

const char *cb_document_kind_name(cb_document_kind kind)
{
	return (unsigned)kind < CB_DOCUMENT_COUNT ? kinds[kind].name : "unknown";
}

const char *cb_document_kind_meaning(cb_document_kind kind)
{
	return (unsigned)kind < CB_DOCUMENT_COUNT ? kinds[kind].meaning : "unknown";
}

/* The kind in "libcb.KIND/1", whatever the version, which its reader looks at. */
static cb_document_kind find_kind(const json_t *document)
{
	const char *schema = json_string_value(json_object_get(document, "schema"));
	static const char prefix[] = "libcb.";

	if (schema == NULL || strncmp(schema, prefix, sizeof prefix - 1) != 0)
		return CB_DOCUMENT_COUNT;
	schema += sizeof prefix - 1;
	for (int i = 0; i < CB_DOCUMENT_COUNT; i++) {
		size_t len = strlen(kinds[i].name);

		if (strncmp(schema, kinds[i].name, len) == 0 && schema[len] == '/')
			return (cb_document_kind)i;
	}
	return CB_DOCUMENT_COUNT;
}

/* "results, gate, proof, comparison, selftest or advice" */
static void list_kinds(cb_text *text)
{
	for (int i = 0; i < CB_DOCUMENT_COUNT; i++)
		cb__text_format(text, "%s%s",
			i == 0                           ? ""
			: i + 1 < (int)CB_DOCUMENT_COUNT ? ", "
							 : " or ",
			kinds[i].name);
}

static cb_status refuse_kind(cb__fault *fault, const json_t *document)
{
	const char *schema = json_string_value(json_object_get(document, "schema"));
	cb_text known = CB_TEXT_INIT;
	cb_status status;

	list_kinds(&known);
	if (!json_is_object(document))
		status = cb__fault_set(fault, "document: not an object");
	else if (schema == NULL)
		status = cb__fault_set(fault,
			"schema: missing or not a text; expected \"libcb.KIND/1\", where KIND is "
			"%s",
			cb__text_string(&known));
	else if (cb__schema_kind(schema) != NULL)
		status = cb__fault_set(fault, "schema: \"%.100s\" is %s: %s", schema,
			cb__schema_kind(schema), cb__schema_taken(schema));
	else
		status = cb__fault_set(
			fault, "schema: \"%.100s\" is none of %s", schema, cb__text_string(&known));
	cb__text_done(&known);
	return status;
}

/* Takes @p json. */
static cb_status read_kind(cb_document *document, json_t *json, cb__fault *fault)
{
	document->kind = find_kind(json);
	switch (document->kind) {
	case CB_DOCUMENT_RESULTS:
		return cb__results_read(&document->results, json, fault);
	case CB_DOCUMENT_PROOFS:
		return cb__proofs_read(&document->proofs, json, fault);
	case CB_DOCUMENT_COMPARISONS:
		return cb__comparisons_read(&document->comparisons, json, fault);
	case CB_DOCUMENT_SELFTEST:
		return cb__selftest_read(&document->selftest, json, fault);
	case CB_DOCUMENT_ADVICES:
		return cb__advices_read(&document->advices, json, fault);
	case CB_DOCUMENT_GATE:
	case CB_DOCUMENT_COUNT:
		break;
	}
	refuse_kind(fault, json);
	json_decref(json);
	return CB_EFORMAT;
}

static double find_elapsed(const json_t *json)
{
	const json_t *elapsed = cb__json_at(json, "tool.elapsed_s");

	return cb__field_complain_real(elapsed) == NULL ? json_number_value(elapsed) : 0;
}

/* Takes @p json; @p name is NULL for a text. A gate has rules, and tells what is wrong itself. */
static cb_status accept(cb_document **out, cb_context *ctx, const char *name, json_t *json)
{
	cb_document *document = calloc(1, sizeof *document);
	cb__fault fault = {0};
	cb_status status;

	if (document == NULL) {
		json_decref(json);
		return cb__reading_end(ctx, CB_ENOMEM, name, &fault);
	}
	document->elapsed_s = find_elapsed(json);
	if (find_kind(json) == CB_DOCUMENT_GATE) {
		document->kind = CB_DOCUMENT_GATE;
		status = cb__gate_from_document(
			&document->gate, ctx, json, NULL, name != NULL ? name : "document");
	} else {
		status = cb__reading_end(ctx, read_kind(document, json, &fault), name, &fault);
	}
	if (status == CB_OK)
		*out = document;
	else
		cb_document_free(document);
	return status;
}

cb_status cb_document_from_json(
	cb_document **out, cb_context *ctx, const char *text, size_t text_len)
{
	json_t *json = NULL;
	cb_status status = cb__json_parse(&json, ctx, NULL, text, text_len);

	return status == CB_OK ? accept(out, ctx, NULL, json) : status;
}

cb_status cb_document_load(cb_document **out, cb_context *ctx, const char *file)
{
	json_t *json = NULL;
	cb_status status = cb__json_file_read(&json, ctx, file, CB__JSON_FILE_MAX);

	return status == CB_OK ? accept(out, ctx, file, json) : status;
}

void cb_document_free(cb_document *document)
{
	if (document == NULL)
		return;
	cb_results_free(document->results);
	cb_gate_free(document->gate);
	cb_proofs_free(document->proofs);
	cb_comparisons_free(document->comparisons);
	cb_selftest_free(document->selftest);
	cb_advices_free(document->advices);
	free(document);
}

cb_document_kind cb_document_kind_of(const cb_document *document)
{
	return document->kind;
}

/* The two ways to each kind, one by one: C has no other way to say it. */
#define DEFINE_ACCESS(type, name)                                                                  \
	const type *cb_document_##name(const cb_document *document)                                \
	{                                                                                          \
		return document->name;                                                             \
	}                                                                                          \
	type *cb_document_take_##name(cb_document *document)                                       \
	{                                                                                          \
		type *taken = document->name;                                                      \
		document->name = NULL;                                                             \
		return taken;                                                                      \
	}

DEFINE_ACCESS(cb_results, results)
DEFINE_ACCESS(cb_gate, gate)
DEFINE_ACCESS(cb_proofs, proofs)
DEFINE_ACCESS(cb_comparisons, comparisons)
DEFINE_ACCESS(cb_selftest, selftest)
DEFINE_ACCESS(cb_advices, advices)

/* As cbench advise has it: one profile of several suffices. */
static int is_given(const cb_advices *advices)
{
	size_t count;
	const cb_advice *const *list = cb_advices_all(advices, &count);

	for (size_t i = 0; i < count; i++)
		if (cb_advice_is_given(list[i]))
			return 1;
	return 0;
}

int cb_document_exit(const cb_document *document)
{
	if (document->results != NULL)
		return cb_results_failed(document->results) ? CB_GATE_BROKEN : CB_GATE_FINE;
	if (document->proofs != NULL)
		return cb_proofs_failed(document->proofs) ? CB_GATE_BROKEN : CB_GATE_FINE;
	if (document->gate != NULL)
		return cb_gate_exit(document->gate);
	if (document->selftest != NULL)
		return cb_selftest_exit(document->selftest);
	if (document->advices != NULL)
		return is_given(document->advices) ? CB_GATE_FINE : CB_GATE_INVALID;
	return CB_GATE_FINE;
}

double cb_document_elapsed_s(const cb_document *document)
{
	return document->elapsed_s;
}
