/* SPDX-License-Identifier: Apache-2.0 */
#include "results.h"

#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "json_file.h"
#include "json_text.h"
#include "results_fields.h"
#include "sort.h"

void cb_results_free(cb_results *results)
{
	if (results == NULL)
		return;
	free(results->warnings);
	free(results->steps);
	free(results->fits);
	free(results->by_pair);
	free(results->ratios);
	free(results->summaries);
	free(results->cells);
	free(results->subjects);
	json_decref(results->index);
	json_decref(results->document);
	free(results);
}

const json_t *cb__results_document(const cb_results *results)
{
	return results->document;
}

int cb__results_is_import(const cb_results *results)
{
	return json_is_object(json_object_get(results->document, "import"));
}

json_t *cb__results_summary_to_json(const cb_summary *summary)
{
	return cb__fields_to_json(summary, &cb__summary_fields);
}

int cb_results_complete(const cb_results *results)
{
	return results->complete;
}

int cb_results_failed(const cb_results *results)
{
	return results->failed;
}

size_t cb_results_subject_count(const cb_results *results)
{
	return results->subject_count;
}

const cb_subject *cb_results_subject_at(const cb_results *results, size_t index)
{
	return index < results->subject_count ? &results->subjects[index] : NULL;
}

size_t cb_results_cell_count(const cb_results *results)
{
	return results->cell_count;
}

const cb_cell *cb_results_cell_at(const cb_results *results, size_t index)
{
	return index < results->cell_count ? &results->cells[index] : NULL;
}

size_t cb_results_ratio_count(const cb_results *results)
{
	return results->ratio_count;
}

const cb_ratio *cb_results_ratio_at(const cb_results *results, size_t index)
{
	return index < results->ratio_count ? &results->ratios[index] : NULL;
}

size_t cb_results_fit_count(const cb_results *results)
{
	return results->fit_count;
}

const cb_fit *cb_results_fit_at(const cb_results *results, size_t index)
{
	return index < results->fit_count ? &results->fits[index] : NULL;
}

size_t cb_results_warning_count(const cb_results *results)
{
	return results->warning_count;
}

const cb_warning *cb_results_warning_at(const cb_results *results, size_t index)
{
	return index < results->warning_count ? &results->warnings[index] : NULL;
}

const cb_cell *cb_results_find(const cb_results *results, const char *id)
{
	const json_t *index = json_object_get(results->index, id);

	return index == NULL ? NULL : &results->cells[json_integer_value(index)];
}

static int order_pairs(const cb_ratio *a, const cb_ratio *b)
{
	int order = cb__order_numbers((uintptr_t)a->a, (uintptr_t)b->a);

	return order != 0 ? order : cb__order_numbers((uintptr_t)a->b, (uintptr_t)b->b);
}

static int order_ratios(const void *left, const void *right)
{
	const cb_ratio *a = *(const cb_ratio *const *)left, *b = *(const cb_ratio *const *)right;
	int order = order_pairs(a, b);

	return order != 0 ? order : cb__order_numbers((uintptr_t)a, (uintptr_t)b);
}

cb_status cb__results_sort_ratios(cb_results *results)
{
	results->by_pair = calloc(results->ratio_count + 1, sizeof(*results->by_pair));
	if (results->by_pair == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < results->ratio_count; i++)
		results->by_pair[i] = &results->ratios[i];
	qsort(results->by_pair, results->ratio_count, sizeof(*results->by_pair), order_ratios);
	return CB_OK;
}

const cb_ratio *cb_results_find_ratio(const cb_results *results, const char *a, const char *b)
{
	const cb_ratio wanted = {
		.a = cb_results_find(results, a), .b = cb_results_find(results, b)};
	size_t low = 0, high = wanted.a != NULL && wanted.b != NULL ? results->ratio_count : 0;

	/* the first that does not come before the pair */
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (order_pairs(results->by_pair[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	if (wanted.a == NULL || wanted.b == NULL || low == results->ratio_count ||
		order_pairs(results->by_pair[low], &wanted) != 0)
		return NULL;
	return results->by_pair[low];
}

static int is_plain(const cb_fit *fit)
{
	return fit->threads == 1 && fit->processes == 1 && fit->load == 0 &&
	       strcmp(fit->variant, cb_variant_name(CB_VARIANT_MESSAGE)) == 0;
}

const cb_fit *cb_results_find_fit(const cb_results *results, const char *subject,
	const char *algorithm, const char *operation)
{
	for (size_t i = 0; i < results->fit_count; i++) {
		const cb_fit *fit = &results->fits[i];

		if (is_plain(fit) && strcmp(fit->subject->label, subject) == 0 &&
			strcmp(fit->algorithm, algorithm) == 0 &&
			strcmp(fit->operation, operation) == 0)
			return fit;
	}
	return NULL;
}

const char *cb_results_environment(const cb_results *results, const char *path)
{
	return cb__json_text_at(json_object_get(results->document, "environment"), path);
}

/* jansson leaves out what there is no memory for. */
static json_t *copy_object(json_t *object)
{
	json_t *copy = json_copy(object);

	if (json_object_size(copy) == json_object_size(object))
		return copy;
	json_decref(copy);
	return NULL;
}

/* A copy of the outer levels only; the values are shared. NULL if out of memory. */
static json_t *copy_without_samples(json_t *document)
{
	json_t *copy = copy_object(document);
	json_t *cells = json_array();
	json_t *cell;
	size_t index;
	int failed = copy == NULL || cells == NULL;

	json_array_foreach(json_object_get(document, "cells"), index, cell)
	{
		json_t *shorter = copy_object(cell);

		if (shorter != NULL)
			json_object_del(shorter, "samples");
		failed |= json_array_append_new(cells, shorter) != 0;
	}
	failed |= json_object_set_new(copy, "cells", cells) != 0;
	if (!failed)
		return copy;
	json_decref(copy);
	return NULL;
}

/* The document to be written: the caller's reference. */
static json_t *open_document(const cb_results *results, unsigned flags)
{
	if (flags & CB_JSON_NO_SAMPLES)
		return copy_without_samples(results->document);
	return json_incref(results->document);
}

cb_status cb_results_to_json(const cb_results *results, char **out, unsigned flags)
{
	json_t *document = open_document(results, flags);
	cb_status status = CB_ENOMEM;
	size_t len;

	if (document != NULL)
		status = cb__json_format(out, &len, document, (flags & CB_JSON_COMPACT) != 0);
	json_decref(document);
	return status;
}

cb_status cb_results_save(
	const cb_results *results, cb_context *ctx, const char *file, unsigned flags)
{
	json_t *document = open_document(results, flags);
	cb_status status;

	if (document == NULL)
		return cb__context_fail(ctx, CB_ENOMEM, "out of memory at \"%s\"", file);
	status = cb__json_file_write(ctx, file, document, (flags & CB_JSON_COMPACT) != 0);
	json_decref(document);
	return status;
}
