/* SPDX-License-Identifier: Apache-2.0 */
/* The document "libcb.comparison/1". */
#include "compare.h"

#include <math.h>
#include <string.h>

#include <jansson.h>

#include "context.h"
#include "json_file.h"
#include "json_text.h"

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *cell_id(const cb_cell *cell)
{
	return cell != NULL ? json_string(cell->id) : json_null();
}

static json_t *row(const cb_compared *view)
{
	const cb_cell *any = view->base != NULL ? view->base : view->head;

	return json_pack("{s:s, s:s, s:s, s:I, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o,"
			 " s:b}",
		"id", view->id, "algorithm", any->algorithm, "operation", any->operation, "size",
		(json_int_t)any->size, "change", cb_change_name(view->change), "reason",
		view->reason, "time", view->time, "base", cell_id(view->base), "head",
		cell_id(view->head), "base_ns", number(view->base_ns), "head_ns",
		number(view->head_ns), "speed", number(view->speed), "ci95_low",
		number(view->ci95_low), "ci95_high", number(view->ci95_high), "paired",
		view->paired);
}

static json_t *conclusion(const cb_conclusion *view)
{
	return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I}", "title", view->title, "text",
		view->text, "backend", view->backend, "accel", view->accel, "algorithm",
		view->algorithm, "operation", view->operation, "first", (json_int_t)view->first,
		"count", (json_int_t)view->count);
}

static json_t *note(const cb_compare_note *view)
{
	return json_pack("{s:s, s:s, s:s, s:s}", "id", view->id, "text", view->text, "base",
		view->base, "head", view->head);
}

/* NULL if out of memory */
static json_t *changes(const cb_comparison *c)
{
	json_t *made = json_object();
	int failed = 0;

	for (int i = 0; i < CB_CHANGE_COUNT; i++)
		failed |= json_object_set_new(made, cb_change_name((cb_change)i),
			json_integer((json_int_t)cb_comparison_changes(c, (cb_change)i)));
	if (!failed)
		return made;
	json_decref(made);
	return NULL;
}

static json_t *comparison(const cb_comparison *c, const cb__citing *citing)
{
	json_t *rows = json_array(), *conclusions = json_array(), *notes = json_array();
	int failed = 0;

	for (size_t i = 0; i < c->count; i++)
		failed |= json_array_append_new(rows, row(&c->rows[i].view)) != 0;
	for (size_t i = 0; i < c->conclusion_count; i++)
		failed |= json_array_append_new(conclusions, conclusion(&c->conclusions[i])) != 0;
	for (size_t i = 0; i < c->note_count; i++)
		failed |= json_array_append_new(notes, note(&c->notes[i])) != 0;
	if (!failed)
		return json_pack("{s:s, s:s, s:I, s:I, s:o, s:o, s:o, s:o}", "base", c->base_name,
			"head", c->head_name, "base_document",
			(json_int_t)cb__citing_place(citing, c->base), "head_document",
			(json_int_t)cb__citing_place(citing, c->head), "changes", changes(c),
			"rows", rows, "conclusions", conclusions, "notes", notes);
	json_decref(rows);
	json_decref(conclusions);
	json_decref(notes);
	return NULL;
}

static void cite(cb__citing *citing, const cb_comparison *c)
{
	cb__citing_add(citing, c->base);
	cb__citing_add(citing, c->head);
	for (size_t i = 0; i < c->count; i++) {
		cb__citing_cell(citing, c->rows[i].view.base);
		cb__citing_cell(citing, c->rows[i].view.head);
	}
}

/* NULL if out of memory */
static json_t *build(const cb_comparison *const *comparisons, size_t count)
{
	json_t *list = json_array(), *document = NULL;
	cb__citing citing = {0};
	int failed = 0;

	for (size_t i = 0; i < count; i++)
		cite(&citing, comparisons[i]);
	for (size_t i = 0; i < count; i++)
		failed |= json_array_append_new(list, comparison(comparisons[i], &citing)) != 0;
	document = json_pack("{s:s, s:o, s:o}", "schema", CB__COMPARISONS_SCHEMA, "comparisons",
		list, "documents", cb__citing_to_json(&citing));
	cb__citing_done(&citing);
	if (!failed)
		return document;
	json_decref(document);
	return NULL;
}

cb_status cb_comparisons_to_json(
	char **out, const cb_comparison *const *comparisons, size_t count, unsigned flags)
{
	json_t *document = build(comparisons, count);
	cb_status status = CB_ENOMEM;
	size_t len;

	if (document != NULL)
		status = cb__json_format(out, &len, document, (flags & CB_JSON_COMPACT) != 0);
	json_decref(document);
	return status;
}

cb_status cb_comparisons_save(const cb_comparison *const *comparisons, size_t count,
	cb_context *ctx, const char *file, unsigned flags)
{
	json_t *document = build(comparisons, count);
	cb_status status;

	if (document == NULL)
		return cb__context_fail(ctx, CB_ENOMEM, "out of memory at \"%s\"", file);
	status = cb__json_file_write(ctx, file, document, (flags & CB_JSON_COMPACT) != 0);
	json_decref(document);
	return status;
}
