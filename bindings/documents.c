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

cb_comparison *bridge_compare(const cb_results *base, const cb_results *head,
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
	return comparison;
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

char *bridge_comparison_json(const cb_comparison *comparison, unsigned flags, bridge_error *error)
{
	char *text = NULL;
	bridge__take_error(error, cb_comparisons_to_json(&text, &comparison, 1, flags), NULL);
	return text;
}

static char *list_lacks(const cb_lack *lacks, size_t count, bridge_error *error)
{
	size_t size = 1;
	for (size_t i = 0; i < count; i++)
		size += strlen(lacks[i].glob) + strlen(lacks[i].class_name) + 8 +
			(lacks[i].proof != NULL ? strlen(lacks[i].proof->id) : 0);
	char *text = calloc(1, size);
	if (text == NULL)
		bridge__fail(error, CB_ENOMEM, NULL);
	size_t used = 0;
	for (size_t i = 0; text != NULL && i < count; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s\t%s\t%s\t%d",
			i > 0 ? "\n" : "", lacks[i].glob, lacks[i].class_name,
			lacks[i].proof != NULL ? lacks[i].proof->id : "", lacks[i].judged);
	return text;
}

char *bridge_require(const cb_proofs *proofs, const char *requirements, bridge_error *error)
{
	cb_lack *lacks = NULL;
	size_t count = 0;
	cb_context *ctx =
		bridge__has(requirements, "requirements", error) ? bridge__scratch(error) : NULL;
	if (ctx == NULL)
		return NULL;
	cb_status status = cb_proofs_require(proofs, ctx, requirements, &lacks, &count);
	bridge__take_error(error, status, ctx);
	char *text = status == CB_OK ? list_lacks(lacks, count, error) : NULL;
	cb_lacks_free(lacks);
	cb_context_free(ctx);
	return text;
}
