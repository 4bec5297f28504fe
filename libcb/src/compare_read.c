/* SPDX-License-Identifier: Apache-2.0 */
/* From a document "libcb.comparison/1" to comparisons: every member that they rely on is checked.
 */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include "json_file.h"
#include "json_text.h"
#include "reading.h"

#define REQUIRED CB__FIELD_REQUIRED
#define NONZERO  CB__FIELD_NONZERO
#define NULLABLE CB__FIELD_NULLABLE

#define TABLE(fields)                                                                              \
	{                                                                                          \
		fields, sizeof(fields) / sizeof(fields)[0]                                         \
	}

#define ROW(name, type, flags)                                                                     \
	{                                                                                          \
		NULL, #name, offsetof(cb_compared, name), CB__FIELD_##type, flags, NULL            \
	}
static const cb__field row_fields[] = {
	ROW(id, TEXT, REQUIRED | NONZERO),
	ROW(reason, TEXT, REQUIRED),
	ROW(time, TEXT, REQUIRED),
	ROW(base_ns, REAL, REQUIRED | NULLABLE),
	ROW(head_ns, REAL, REQUIRED | NULLABLE),
	ROW(speed, REAL, REQUIRED | NULLABLE | NONZERO),
	ROW(ci95_low, REAL, REQUIRED | NULLABLE),
	ROW(ci95_high, REAL, REQUIRED | NULLABLE),
	ROW(paired, BOOL, REQUIRED),
};
#undef ROW

#define CONCLUSION(name, type)                                                                     \
	{                                                                                          \
		NULL, #name, offsetof(cb_conclusion, name), CB__FIELD_##type, REQUIRED, NULL       \
	}
static const cb__field conclusion_fields[] = {
	CONCLUSION(title, TEXT),
	CONCLUSION(text, TEXT),
	CONCLUSION(backend, TEXT),
	CONCLUSION(accel, TEXT),
	CONCLUSION(algorithm, TEXT),
	CONCLUSION(operation, TEXT),
	CONCLUSION(first, SIZE),
	CONCLUSION(count, SIZE),
};
#undef CONCLUSION

#define NOTE(name)                                                                                 \
	{                                                                                          \
		NULL, #name, offsetof(cb_compare_note, name), CB__FIELD_TEXT, REQUIRED, NULL       \
	}
static const cb__field note_fields[] = {NOTE(id), NOTE(text), NOTE(base), NOTE(head)};
#undef NOTE

static const cb__field_table row_table = TABLE(row_fields);
static const cb__field_table conclusion_table = TABLE(conclusion_fields);
static const cb__field_table note_table = TABLE(note_fields);

/* One comparison of the list, and where it is. */
struct reading {
	const cb_comparisons *all;
	cb_comparison *c;
	cb__fault *fault;
	const json_t *object;
	size_t index;
	json_t *ids;
};

static cb_status find_change(cb_change *ret, cb__fault *fault, const json_t *object)
{
	const char *name = json_string_value(json_object_get(object, "change"));

	for (int i = 0; name != NULL && i < CB_CHANGE_COUNT; i++)
		if (strcmp(name, cb_change_name((cb_change)i)) == 0) {
			*ret = (cb_change)i;
			return CB_OK;
		}
	return cb__fault_set(fault, ".change: no change");
}

/* What shows a row looks at the cells and the figures that its change promises. */
static cb_status check_row(cb__fault *fault, const cb_compared *row)
{
	if (row->base == NULL && row->change != CB_CHANGE_NEW)
		return cb__fault_set(fault, ".base: null, though the change is \"%s\"",
			cb_change_name(row->change));
	if (row->head == NULL && row->change != CB_CHANGE_MISSING)
		return cb__fault_set(fault, ".head: null, though the change is \"%s\"",
			cb_change_name(row->change));
	if (row->change <= CB_CHANGE_SAME && !(row->speed > 0))
		return cb__fault_set(fault, ".speed: null, though the change is \"%s\"",
			cb_change_name(row->change));
	/* Comparisons with an unknown bound, which is NaN, are false. */
	if (row->ci95_low > row->ci95_high)
		return cb__fault_set(fault, ".ci95_low: above ci95_high");
	return CB_OK;
}

static cb_status read_row(const struct reading *r, size_t index, const json_t *object)
{
	cb_compared *row = &r->c->rows[index].view;
	cb_status status;

	cb__fault_at(r->fault, "comparisons[%zu].rows[%zu]", r->index, index);
	status = cb__fields_read(row, r->fault, object, &row_table);
	if (status == CB_OK)
		status = find_change(&row->change, r->fault, object);
	if (status == CB_OK)
		status = cb__cited_cell(&row->base, r->c->base, r->fault, object, "base");
	if (status == CB_OK)
		status = cb__cited_cell(&row->head, r->c->head, r->fault, object, "head");
	if (status == CB_OK)
		status = cb__reading_id(r->ids, r->fault, row->id, index);
	return status == CB_OK ? check_row(r->fault, row) : status;
}

/* The list @p name of the comparison. */
static cb_status find_list(
	const struct reading *r, const json_t **ret_list, size_t *ret_count, const char *name)
{
	const json_t *list = json_object_get(r->object, name);

	cb__fault_at(r->fault, "comparisons[%zu]", r->index);
	if (!json_is_array(list))
		return cb__fault_set(r->fault, ".%s: missing, or not a list", name);
	*ret_list = list;
	*ret_count = json_array_size(list);
	return CB_OK;
}

static cb_status read_rows(const struct reading *r)
{
	const json_t *list = NULL;
	size_t count = 0;
	cb_status status = find_list(r, &list, &count, "rows");

	if (status != CB_OK)
		return status;
	r->c->rows = cb__reading_records(count, sizeof *r->c->rows);
	if (r->c->rows == NULL)
		return CB_ENOMEM;
	r->c->count = count;
	for (size_t i = 0; status == CB_OK && i < count; i++)
		status = read_row(r, i, json_array_get(list, i));
	return status;
}

static cb_status read_conclusion(const struct reading *r, size_t index, const json_t *object)
{
	cb_conclusion *view = &r->c->conclusions[index];
	cb_status status;

	cb__fault_at(r->fault, "comparisons[%zu].conclusions[%zu]", r->index, index);
	status = cb__fields_read(view, r->fault, object, &conclusion_table);
	if (status != CB_OK)
		return status;
	if (view->count == 0 || view->first >= r->c->count ||
		view->count > r->c->count - view->first)
		return cb__fault_set(r->fault, ".first, .count: there are %zu rows", r->c->count);
	return CB_OK;
}

static cb_status read_conclusions(const struct reading *r)
{
	const json_t *list = NULL;
	size_t count = 0;
	cb_status status = find_list(r, &list, &count, "conclusions");

	if (status != CB_OK)
		return status;
	r->c->conclusions = cb__reading_records(count, sizeof *r->c->conclusions);
	if (r->c->conclusions == NULL)
		return CB_ENOMEM;
	r->c->conclusion_count = count;
	for (size_t i = 0; status == CB_OK && i < count; i++)
		status = read_conclusion(r, i, json_array_get(list, i));
	return status;
}

static cb_status read_notes(const struct reading *r)
{
	const json_t *list = NULL;
	size_t count = 0;
	cb_status status = find_list(r, &list, &count, "notes");

	if (status != CB_OK)
		return status;
	r->c->notes = cb__reading_records(count, sizeof *r->c->notes);
	if (r->c->notes == NULL)
		return CB_ENOMEM;
	r->c->note_count = count;
	for (size_t i = 0; status == CB_OK && i < count; i++) {
		cb__fault_at(r->fault, "comparisons[%zu].notes[%zu]", r->index, i);
		status = cb__fields_read(
			&r->c->notes[i], r->fault, json_array_get(list, i), &note_table);
	}
	return status;
}

static cb_status read_name(const struct reading *r, const char **ret, const char *name)
{
	*ret = json_string_value(json_object_get(r->object, name));
	return *ret != NULL ? CB_OK : cb__fault_set(r->fault, ".%s: missing or not a text", name);
}

static cb_status read_sides(const struct reading *r)
{
	cb_status status = CB_OK;

	cb__fault_at(r->fault, "comparisons[%zu]", r->index);
	if (!json_is_object(r->object))
		status = cb__fault_set(r->fault, ": not an object");
	if (status == CB_OK)
		status = read_name(r, &r->c->base_name, "base");
	if (status == CB_OK)
		status = read_name(r, &r->c->head_name, "head");
	if (status == CB_OK)
		status = cb__cited_find(
			&r->c->base, &r->all->cited, r->fault, r->object, "base_document");
	if (status == CB_OK)
		status = cb__cited_find(
			&r->c->head, &r->all->cited, r->fault, r->object, "head_document");
	return status;
}

static cb_status read_comparison(struct reading *r)
{
	static cb_status (*const steps[])(const struct reading *) = {
		read_sides, read_rows, read_conclusions, read_notes};
	cb_status status = CB_OK;

	r->ids = json_object();
	if (r->ids == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; status == CB_OK && i < sizeof steps / sizeof steps[0]; i++)
		status = steps[i](r);
	json_decref(r->ids);
	return status;
}

static cb_status read_list(cb_comparisons *all, cb__fault *fault, const json_t *list)
{
	cb_status status = CB_OK;

	for (size_t i = 0; status == CB_OK && i < all->count; i++) {
		struct reading r = {.all = all,
			.c = &all->items[i],
			.fault = fault,
			.object = json_array_get(list, i),
			.index = i};

		all->list[i] = r.c;
		status = read_comparison(&r);
	}
	return status;
}

static cb_status read_document(cb_comparisons *all, cb__fault *fault)
{
	const json_t *list = NULL;
	size_t count = 0;
	cb_status status = cb__reading_schema(fault, all->document, CB__COMPARISONS_SCHEMA);

	if (status == CB_OK)
		status = cb__cited_read(&all->cited, fault, all->document);
	if (status == CB_OK)
		status = cb__reading_list(&list, &count, fault, all->document, "comparisons");
	if (status == CB_OK && count == 0)
		status = cb__fault_set(fault, ": empty");
	if (status != CB_OK)
		return status;
	all->items = cb__reading_records(count, sizeof *all->items);
	all->list = cb__reading_records(count, sizeof *all->list);
	if (all->items == NULL || all->list == NULL)
		return CB_ENOMEM;
	all->count = count;
	return read_list(all, fault, list);
}

cb_status cb__comparisons_read(cb_comparisons **out, json_t *document, cb__fault *fault)
{
	cb_comparisons *all = calloc(1, sizeof *all);
	cb_status status = CB_ENOMEM;

	if (all == NULL) {
		json_decref(document);
	} else {
		all->document = document;
		status = read_document(all, fault);
	}
	if (status == CB_OK)
		*out = all;
	else
		cb_comparisons_free(all);
	return status;
}

void cb_comparisons_free(cb_comparisons *comparisons)
{
	if (comparisons == NULL)
		return;
	for (size_t i = 0; i < comparisons->count; i++)
		cb__compare_done(&comparisons->items[i]);
	free(comparisons->items);
	free(comparisons->list);
	cb__cited_done(&comparisons->cited);
	json_decref(comparisons->document);
	free(comparisons);
}

const cb_comparison *const *cb_comparisons_all(const cb_comparisons *comparisons, size_t *ret_count)
{
	*ret_count = comparisons->count;
	return comparisons->list;
}

/* Takes @p document; @p name is NULL for a text. */
static cb_status accept(cb_comparisons **out, cb_context *ctx, const char *name, json_t *document)
{
	cb__fault fault = {0};
	cb_status status = cb__comparisons_read(out, document, &fault);

	return cb__reading_end(ctx, status, name, &fault);
}

cb_status cb_comparisons_from_json(
	cb_comparisons **out, cb_context *ctx, const char *text, size_t text_len)
{
	json_t *document = NULL;
	cb_status status = cb__json_parse(&document, ctx, NULL, text, text_len);

	return status == CB_OK ? accept(out, ctx, NULL, document) : status;
}

cb_status cb_comparisons_load(cb_comparisons **out, cb_context *ctx, const char *file)
{
	json_t *document = NULL;
	cb_status status = cb__json_file_read(&document, ctx, file, CB__JSON_FILE_MAX);

	return status == CB_OK ? accept(out, ctx, file, document) : status;
}
