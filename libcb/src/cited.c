/* SPDX-License-Identifier: Apache-2.0 */
#include "cited.h"

#include <stdint.h>
#include <stdlib.h>

#include "reading.h"
#include "results.h"

/* Members of results that a cited cell needs; ratios, fits and the like name others. */
static const char *const kept[] = {
	"schema", "complete", "tool", "environment", "import", "subjects"};

size_t cb__citing_place(const cb__citing *citing, const cb_results *results)
{
	size_t i = 0;

	while (i < citing->count && citing->results[i] != results)
		i++;
	return i;
}

void cb__citing_add(cb__citing *citing, const cb_results *results)
{
	size_t count = citing->count;

	if (citing->failed || cb__citing_place(citing, results) < count)
		return;
	const cb_results **all = realloc(citing->results, (count + 1) * sizeof *all);
	if (all != NULL)
		citing->results = all;
	unsigned char **flags = realloc(citing->is_cited, (count + 1) * sizeof *flags);
	if (flags != NULL)
		citing->is_cited = flags;
	citing->failed = all == NULL || flags == NULL;
	if (citing->failed)
		return;
	all[count] = results;
	flags[count] = calloc(results->cell_count + 1, 1);
	citing->failed = flags[count] == NULL;
	citing->count += flags[count] != NULL ? 1 : 0;
}

/* Pointers into different arrays may not be compared, but their addresses may. */
static int is_within(const void *pointer, const void *array, size_t size)
{
	uintptr_t at = (uintptr_t)pointer, begin = (uintptr_t)array;

	return at >= begin && at - begin < size;
}

size_t cb__citing_place_of(const cb__citing *citing, const cb_cell *cell, const cb_subject *subject)
{
	size_t i = 0;

	for (; i < citing->count; i++) {
		const cb_results *r = citing->results[i];

		if (cell != NULL && is_within(cell, r->cells, r->cell_count * sizeof *r->cells))
			break;
		if (subject != NULL &&
			is_within(subject, r->subjects, r->subject_count * sizeof *r->subjects))
			break;
	}
	return i;
}

void cb__citing_cell(cb__citing *citing, const cb_cell *cell)
{
	size_t place = cell != NULL ? cb__citing_place_of(citing, cell, NULL) : citing->count;

	if (place >= citing->count)
		return;
	const cb_results *results = citing->results[place];
	while (cell != NULL && !citing->is_cited[place][cell - results->cells]) {
		citing->is_cited[place][cell - results->cells] = 1;
		cell = cb_results_find(results, cell->same_as);
	}
}

static json_t *cells_of(const cb_results *results, const unsigned char *is_cited)
{
	const json_t *all = json_object_get(results->document, "cells");
	json_t *list = json_array();
	int failed = list == NULL;

	for (size_t i = 0; i < results->cell_count; i++) {
		json_t *source = json_array_get(all, i);
		json_t *cell = is_cited[i] ? json_copy(source) : NULL;

		if (!is_cited[i])
			continue;
		/* jansson leaves out what there is no memory for */
		failed |= json_object_size(cell) != json_object_size(source);
		json_object_del(cell, "samples");
		failed |= json_array_append_new(list, cell) != 0;
	}
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}

static json_t *shortened(const cb_results *results, const unsigned char *is_cited)
{
	json_t *made = json_object();
	int failed = made == NULL;

	for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
		json_t *value = json_object_get(results->document, kept[i]);

		if (value != NULL)
			failed |= json_object_set(made, kept[i], value) != 0;
	}
	failed |= json_object_set_new(made, "cells", cells_of(results, is_cited)) != 0;
	if (!failed)
		return made;
	json_decref(made);
	return NULL;
}

json_t *cb__citing_to_json(const cb__citing *citing)
{
	json_t *list = json_array();
	int failed = list == NULL || citing->failed;

	for (size_t i = 0; i < citing->count; i++)
		failed |= json_array_append_new(
				  list, shortened(citing->results[i], citing->is_cited[i])) != 0;
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}

void cb__citing_done(cb__citing *citing)
{
	for (size_t i = 0; i < citing->count; i++)
		free(citing->is_cited[i]);
	free(citing->is_cited);
	free(citing->results);
	*citing = (cb__citing){0};
}

cb_status cb__cited_read(cb__cited *out, cb__fault *fault, const json_t *document)
{
	const json_t *list = NULL;
	size_t count = 0;
	cb_status status = cb__reading_list(&list, &count, fault, document, "documents");

	if (status != CB_OK)
		return status;
	out->results = cb__reading_records(count, sizeof *out->results);
	if (out->results == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; status == CB_OK && i < count; i++) {
		cb__fault inner = {0};

		status = cb__results_read(
			&out->results[i], json_incref(json_array_get(list, i)), &inner);
		cb__fault_at(fault, "documents[%zu]", i);
		if (status == CB_EFORMAT)
			cb__fault_set(fault, ".%s", inner.why);
		out->count += status == CB_OK ? 1 : 0;
	}
	return status;
}

cb_status cb__cited_find(const cb_results **ret, const cb__cited *cited, cb__fault *fault,
	const json_t *object, const char *name)
{
	const json_t *index = json_object_get(object, name);
	json_int_t place = json_integer_value(index);

	if (!json_is_integer(index))
		return cb__fault_set(fault, ".%s: missing, or not an integer", name);
	if (place < 0 || (uint64_t)place >= cited->count)
		return cb__fault_set(fault, ".%s: there are %zu documents", name, cited->count);
	*ret = cited->results[place];
	return CB_OK;
}

cb_status cb__cited_cell(const cb_cell **ret, const cb_results *results, cb__fault *fault,
	const json_t *object, const char *name)
{
	const json_t *value = json_object_get(object, name);
	const char *id = json_string_value(value);

	*ret = NULL;
	if (value != NULL && json_is_null(value))
		return CB_OK;
	if (id == NULL)
		return cb__fault_set(fault, ".%s: missing, or neither a text nor null", name);
	*ret = cb_results_find(results, id);
	return *ret != NULL ? CB_OK
			    : cb__fault_set(fault, ".%s: no cell \"%s\" in the document", name, id);
}

void cb__cited_done(cb__cited *cited)
{
	for (size_t i = 0; i < cited->count; i++)
		cb_results_free(cited->results[i]);
	free(cited->results);
	*cited = (cb__cited){0};
}
