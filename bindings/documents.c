/* SPDX-License-Identifier: Apache-2.0 */
/* Comparing documents, reading and writing them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

static cb_status configure(
	cb_compare_config *config, const bridge_pairs *options, bridge_error *error)
{
	const struct {
		const char *name;
		const char **member;
	} known[] = {
		{"base_name", &config->base_name},
		{"head_name", &config->head_name},
		{"algorithms", &config->algorithms},
		{"ops", &config->ops},
		{"sizes", &config->sizes},
		{"time", &config->time},
	};
	for (size_t i = 0; i < options->count; i++) {
		size_t j = 0;
		while (j < sizeof known / sizeof *known &&
			strcmp(known[j].name, options->names[i]) != 0)
			j++;
		if (j == sizeof known / sizeof *known) {
			char message[256];
			snprintf(message, sizeof message,
				"there is no option \"%s\" of a comparison: there are base_name, "
				"head_name, algorithms, ops, sizes, time",
				options->names[i]);
			bridge__fail(error, CB_ENOTFOUND, message);
			return CB_ENOTFOUND;
		}
		*known[j].member = options->values[i];
	}
	return CB_OK;
}

/* Made here, or read. */
struct bridge_comparison {
	cb_comparison *made;
	cb_comparisons *read;
};

static const cb_comparison *const *comparisons_of(
	const bridge_comparison *comparison, const cb_comparison **made, size_t *ret_count)
{
	if (comparison->read != NULL)
		return cb_comparisons_all(comparison->read, ret_count);
	*made = comparison->made;
	*ret_count = 1;
	return made;
}

/* Takes what is handed over, of which one is NULL; NULL for nothing. */
static bridge_comparison *new_comparison(
	cb_comparison *made, cb_comparisons *read, bridge_error *error)
{
	bridge_comparison *comparison =
		made != NULL || read != NULL ? calloc(1, sizeof *comparison) : NULL;
	if (comparison != NULL) {
		*comparison = (bridge_comparison){made, read};
		return comparison;
	}
	if (made != NULL || read != NULL)
		bridge__fail(error, CB_ENOMEM, NULL);
	cb_comparison_free(made);
	cb_comparisons_free(read);
	return NULL;
}

void bridge_comparison_free(bridge_comparison *comparison)
{
	if (comparison == NULL)
		return;
	cb_comparison_free(comparison->made);
	cb_comparisons_free(comparison->read);
	free(comparison);
}

bridge_comparison *bridge_take_comparison(cb_document *document, bridge_error *error)
{
	return new_comparison(NULL, cb_document_take_comparisons(document), error);
}

bridge_comparison *bridge_compare(const cb_results *base, const cb_results *head,
	const bridge_texts *base_labels, const bridge_texts *head_labels,
	const bridge_pairs *options, bridge_error *error)
{
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;
	cb_comparison *comparison = NULL;
	cb_context *ctx = bridge__is_there(base, error) && bridge__is_there(head, error)
				  ? bridge__scratch(error)
				  : NULL;
	if (ctx == NULL)
		return NULL;
	const char **of_base = bridge__terminated(base_labels);
	const char **of_head = bridge__terminated(head_labels);
	config.base = base;
	config.head = head;
	config.base_labels = base_labels->count > 0 ? of_base : NULL;
	config.head_labels = head_labels->count > 0 ? of_head : NULL;
	if (of_base == NULL || of_head == NULL)
		bridge__fail(error, CB_ENOMEM, NULL);
	else if (configure(&config, options, error) == CB_OK)
		bridge__take_error(error, cb_compare(&comparison, ctx, &config), ctx);
	free(of_base);
	free(of_head);
	cb_context_free(ctx);
	return new_comparison(comparison, NULL, error);
}

cb_results *bridge_load_results(const char *file, bridge_error *error)
{
	cb_results *results = NULL;
	cb_context *ctx = bridge__has(file, "file", error) ? bridge__scratch(error) : NULL;
	if (ctx == NULL)
		return NULL;
	bridge__take_error(error, cb_results_load(&results, ctx, file), ctx);
	cb_context_free(ctx);
	return results;
}

cb_results *bridge_parse_results(const char *text, size_t text_len, bridge_error *error)
{
	cb_results *results = NULL;
	cb_context *ctx = bridge__has(text, "text", error) ? bridge__scratch(error) : NULL;
	if (ctx == NULL)
		return NULL;
	bridge__take_error(error, cb_results_from_json(&results, ctx, text, text_len), ctx);
	cb_context_free(ctx);
	return results;
}

/* What the documents have in common, one by one: C has no other way to say it. */
#define DEFINE_SAVE_AND_JSON(type, name)                                                           \
	void bridge_save_##name(                                                                   \
		const type *document, const char *file, unsigned flags, bridge_error *error)       \
	{                                                                                          \
		cb_context *ctx =                                                                  \
			bridge__has(file, "file", error) ? bridge__scratch(error) : NULL;          \
		if (ctx == NULL)                                                                   \
			return;                                                                    \
		bridge__take_error(error, type##_save(document, ctx, file, flags), ctx);           \
		cb_context_free(ctx);                                                              \
	}                                                                                          \
	char *bridge_##name##_json(const type *document, unsigned flags, bridge_error *error)      \
	{                                                                                          \
		char *text = NULL;                                                                 \
		bridge__take_error(error, type##_to_json(document, &text, flags), NULL);           \
		return text;                                                                       \
	}

DEFINE_SAVE_AND_JSON(cb_results, results)
DEFINE_SAVE_AND_JSON(cb_gate, gate)
DEFINE_SAVE_AND_JSON(cb_proofs, proofs)
DEFINE_SAVE_AND_JSON(cb_selftest, selftest)

char *bridge_comparison_json(
	const bridge_comparison *comparison, unsigned flags, bridge_error *error)
{
	const cb_comparison *made;
	size_t count;
	const cb_comparison *const *list = comparisons_of(comparison, &made, &count);
	char *text = NULL;
	bridge__take_error(error, cb_comparisons_to_json(&text, list, count, flags), NULL);
	return text;
}

void bridge_save_comparison(
	const bridge_comparison *comparison, const char *file, unsigned flags, bridge_error *error)
{
	const cb_comparison *made;
	size_t count;
	const cb_comparison *const *list = comparisons_of(comparison, &made, &count);
	cb_context *ctx = bridge__has(file, "file", error) ? bridge__scratch(error) : NULL;
	if (ctx == NULL)
		return;
	bridge__take_error(error, cb_comparisons_save(list, count, ctx, file, flags), ctx);
	cb_context_free(ctx);
}

char *bridge_comparison_format(const bridge_comparison *comparison, const char *format,
	const bridge_pairs *view, bridge_error *error)
{
	const cb_comparison *made;
	size_t count;
	const cb_comparison *const *list = comparisons_of(comparison, &made, &count);
	return bridge__format_comparisons(list, count, format, view, error);
}

cb_document *bridge_open_document(
	const char *file, const char *text, size_t text_len, bridge_error *error)
{
	cb_document *document = NULL;
	int is_given = file != NULL || bridge__has(text, "text", error);
	cb_context *ctx = is_given ? bridge__scratch(error) : NULL;
	if (ctx == NULL)
		return NULL;
	bridge__take_error(error,
		file != NULL ? cb_document_load(&document, ctx, file)
			     : cb_document_from_json(&document, ctx, text, text_len),
		ctx);
	cb_context_free(ctx);
	return document;
}

void bridge_save_text(const char *file, const char *text, bridge_error *error)
{
	cb_context *ctx = bridge__has(file, "file", error) && bridge__has(text, "text", error)
				  ? bridge__scratch(error)
				  : NULL;
	if (ctx == NULL)
		return;
	bridge__take_error(error, cb_string_save(text, ctx, file), ctx);
	cb_context_free(ctx);
}

struct bridge_lacks {
	cb_lack *items;
	size_t count;
};

bridge_lacks *bridge_require(const cb_proofs *proofs, const char *requirements, bridge_error *error)
{
	cb_context *ctx =
		bridge__has(requirements, "requirements", error) ? bridge__scratch(error) : NULL;
	bridge_lacks *lacks = ctx != NULL ? calloc(1, sizeof *lacks) : NULL;
	if (ctx != NULL && lacks == NULL)
		bridge__fail(error, CB_ENOMEM, NULL);
	cb_status status = CB_OK;
	if (lacks != NULL) {
		status = cb_proofs_require(proofs, ctx, requirements, &lacks->items, &lacks->count);
		bridge__take_error(error, status, ctx);
	}
	cb_context_free(ctx);
	if (status == CB_OK)
		return lacks;
	bridge_lacks_free(lacks);
	return NULL;
}

void bridge_lacks_free(bridge_lacks *lacks)
{
	if (lacks == NULL)
		return;
	cb_lacks_free(lacks->items);
	free(lacks);
}

size_t bridge_lack_count(const bridge_lacks *lacks)
{
	return lacks->count;
}

const char *bridge_lack_field(const bridge_lacks *lacks, size_t index, const char *name)
{
	const cb_lack *lack = index < lacks->count ? &lacks->items[index] : NULL;
	if (lack == NULL || name == NULL)
		return NULL;
	if (strcmp(name, "glob") == 0)
		return lack->glob;
	if (strcmp(name, "class_name") == 0)
		return lack->class_name;
	return strcmp(name, "cell") == 0 && lack->proof != NULL ? lack->proof->id : NULL;
}

int bridge_lack_judged(const bridge_lacks *lacks, size_t index)
{
	return index < lacks->count && lacks->items[index].judged;
}
