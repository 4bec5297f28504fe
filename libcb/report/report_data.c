/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures as data. A result document says the names of its members for every cell, which is ten
 * times what a page may weigh; here a list of objects is columns: what repeats is told once.
 */
#include "report.h"

#include <math.h>
#include <string.h>

#include <jansson.h>

#include "results.h"

#define SCHEMA "libcb.report/1"
/* Of a figure: a hundred times finer than the precision that runs aim at. */
#define DIGITS 5
/* What stands for null where texts are looked up; no text of a document is that. */
#define NOTHING "\x01null"

/* A number with so many digits; a whole one is written without a fraction. */
static json_t *rounded(double value)
{
	double scale, made;

	if (!isfinite(value))
		return json_null();
	if (value == 0)
		return json_integer(0);
	scale = pow(10, DIGITS - 1 - floor(log10(fabs(value))));
	made = round(value * scale) / scale;
	if (fabs(made) < 1e15 && made == floor(made))
		return json_integer((json_int_t)made);
	return json_real(made);
}

static json_t *plain(json_t *value)
{
	if (json_is_real(value))
		return rounded(json_real_value(value));
	return value != NULL ? json_incref(value) : json_null();
}

/* Columns in the making: names with a dot lead into an object. */
typedef struct table {
	json_t *columns; /* name to list */
	size_t rows;
	int failed;
} table;

/* The column called @p name, with null for all rows so far. */
static json_t *find_column(table *t, const char *name)
{
	json_t *column = json_object_get(t->columns, name);

	if (column != NULL)
		return column;
	column = json_array();
	t->failed |= json_object_set_new(t->columns, name, column) != 0;
	while (!t->failed && json_array_size(column) < t->rows)
		t->failed |= json_array_append_new(column, json_null()) != 0;
	return t->failed ? NULL : column;
}

static void add_value(table *t, const char *name, json_t *value)
{
	json_t *column = find_column(t, name);

	if (column != NULL)
		t->failed |= json_array_append_new(column, plain(value)) != 0;
}

static void add_members(table *t, json_t *object, const char *prefix)
{
	const char *name;
	json_t *value;

	json_object_foreach(object, name, value)
	{
		cb_text path = CB_TEXT_INIT;

		cb__text_format(&path, "%s%s", prefix, name);
		if (path.failed)
			t->failed = 1;
		else if (json_is_object(value) && prefix[0] == '\0' &&
			 strcmp(name, "samples") != 0) {
			cb__text_add(&path, ".");
			add_members(t, value, cb__text_string(&path));
		} else if (strcmp(name, "samples") != 0)
			add_value(t, cb__text_string(&path), value);
		cb__text_done(&path);
	}
}

/* Columns that this row lacks get a null. */
static void end_row(table *t)
{
	const char *name;
	json_t *column;

	t->rows++;
	json_object_foreach(t->columns, name, column) while (
		!t->failed && json_array_size(column) < t->rows) t->failed |=
		json_array_append_new(column, json_null()) != 0;
}

/* The texts of a column, each once, and where they are used. */
typedef struct coding {
	json_t *places; /* text to its place in values */
	json_t *values;
	json_t *rows;
	int failed;
} coding;

static void add_code(coding *c, const char *text, json_t *item)
{
	json_t *place = json_object_get(c->places, text);

	if (place == NULL) {
		place = json_integer((json_int_t)json_array_size(c->values));
		c->failed |= json_object_set_new(c->places, text, place) != 0;
		c->failed |= json_array_append(c->values, item) != 0;
	}
	if (!c->failed)
		c->failed |= json_array_append(c->rows, place) != 0;
}

/* {"values": [...], "rows": [...]}, where rows are places in values, if that is shorter than the
 * column: if it has texts, and half of them are repeated. NULL if out of memory. */
static json_t *coded(json_t *column)
{
	coding c = {json_object(), json_array(), json_array(), 0};
	json_t *item, *made = NULL;
	int is_shorter = 1;
	size_t i;

	c.failed = c.places == NULL || c.values == NULL || c.rows == NULL;
	json_array_foreach(column, i, item)
	{
		const char *text = json_is_null(item) ? NOTHING : json_string_value(item);

		is_shorter =
			text != NULL && json_array_size(c.values) <= json_array_size(column) / 2;
		if (!is_shorter || c.failed)
			break;
		add_code(&c, text, item);
	}
	if (!c.failed)
		made = is_shorter ? json_pack("{s:O, s:O}", "values", c.values, "rows", c.rows)
				  : json_incref(column);
	json_decref(c.places);
	json_decref(c.values);
	json_decref(c.rows);
	return made;
}

/* Cells are named by their place in the list of cells, as ids are long. */
static json_t *numbered(json_t *column, json_t *places)
{
	json_t *made = json_array(), *item;
	int failed = made == NULL;
	size_t i;

	json_array_foreach(column, i, item)
	{
		json_t *place = json_object_get(places, json_string_value(item));

		failed |= json_array_append(made, place != NULL ? place : item) != 0;
	}
	if (!failed)
		return made;
	json_decref(made);
	return NULL;
}

static int is_constant(json_t *column)
{
	json_t *first = json_array_get(column, 0), *item;
	size_t i;

	json_array_foreach(column, i, item) if (!json_equal(item, first)) return 0;
	return first != NULL;
}

/* A column that says the same in every row is told once. */
static json_t *packed(const char *name, json_t *column, json_t *places)
{
	if (is_constant(column))
		return json_pack("{s:O}", "all", json_array_get(column, 0));
	if (places != NULL && (strcmp(name, "a") == 0 || strcmp(name, "b") == 0))
		return numbered(column, places);
	return coded(column);
}

static json_t *columns_of(json_t *list, json_t *places)
{
	table t = {json_object(), 0, 0};
	json_t *made = json_object(), *item, *column;
	const char *name;
	size_t i;

	json_array_foreach(list, i, item)
	{
		add_members(&t, item, "");
		end_row(&t);
	}
	json_object_foreach(t.columns, name, column) t.failed |=
		json_object_set_new(made, name, packed(name, column, places)) != 0;
	t.failed |= t.columns == NULL || made == NULL;
	json_decref(t.columns);
	if (!t.failed)
		return json_pack("{s:I, s:o}", "count", (json_int_t)t.rows, "columns", made);
	json_decref(made);
	return NULL;
}

/* Ids to places; NULL if out of memory. */
static json_t *places_of(json_t *cells)
{
	json_t *made = json_object(), *cell;
	int failed = made == NULL;
	size_t i;

	json_array_foreach(cells, i, cell)
	{
		const char *id = json_string_value(json_object_get(cell, "id"));

		failed |= json_object_set_new(made, id, json_integer((json_int_t)i)) != 0;
	}
	if (!failed)
		return made;
	json_decref(made);
	return NULL;
}

/* The document with its long lists as columns, all else as it is. */
static json_t *pack_document(const cb_results *results)
{
	json_t *from = results->document, *made = json_object();
	json_t *places = places_of(json_object_get(from, "cells")), *value;
	const char *name;
	int failed = made == NULL || places == NULL;

	json_object_foreach(from, name, value)
	{
		if (strcmp(name, "cells") == 0 || strcmp(name, "fits") == 0)
			failed |= json_object_set_new(made, name, columns_of(value, NULL)) != 0;
		else if (strcmp(name, "ratios") == 0)
			failed |= json_object_set_new(made, name, columns_of(value, places)) != 0;
		else
			failed |= json_object_set(made, name, value) != 0;
	}
	json_decref(places);
	if (!failed)
		return made;
	json_decref(made);
	return NULL;
}

static json_t *pack_all(const cb__report *r)
{
	json_t *list = json_array();
	int failed = list == NULL;

	for (size_t i = 0; i < r->count; i++) {
		cb_text name = CB_TEXT_INIT, checked = CB_TEXT_INIT;

		cb__report_machine(&name, r, i);
		cb__report_clean(&checked, cb__text_string(&name));
		failed |= json_array_append_new(
				  list, json_pack("{s:s, s:o}", "name", cb__text_string(&checked),
						"results", pack_document(r->results[i]))) != 0;
		failed |= name.failed || checked.failed;
		cb__text_done(&name);
		cb__text_done(&checked);
	}
	if (!failed)
		return json_pack("{s:s, s:o}", "schema", SCHEMA, "documents", list);
	json_decref(list);
	return NULL;
}

/* Nothing in the data can end the element it is in. */
static int append(const char *bytes, size_t len, void *payload)
{
	cb_text *out = payload;

	for (size_t i = 0; i < len; i++)
		if (bytes[i] == '<') {
			cb__text_append(out, bytes, i);
			cb__text_add(out, "\\u003c");
			bytes += i + 1;
			len -= i + 1;
			i = (size_t)-1;
		}
	cb__text_append(out, bytes, len);
	return out->failed ? -1 : 0;
}

cb_status cb__report_write_data(cb__report *r)
{
	json_t *document = pack_all(r);
	int failed = document == NULL;

	cb__report_html(r, "<script type=\"application/json\" id=\"data\">");
	if (!failed)
		failed = json_dump_callback(document, append, &r->out,
				 JSON_COMPACT | JSON_REAL_PRECISION(DIGITS)) != 0;
	cb__report_html(r, "</script>\n");
	json_decref(document);
	return failed ? CB_ENOMEM : CB_OK;
}
