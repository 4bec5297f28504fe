/* SPDX-License-Identifier: Apache-2.0 */
#include "outline.h"

#include <stdlib.h>

#include "terminal.h"

#define INDENT 2

/* whether @p value fits behind its name */
static int is_plain(json_t *value)
{
	size_t index;
	json_t *item;

	if (json_is_object(value))
		return json_object_size(value) == 0;
	json_array_foreach(
		value, index, item) if (json_is_object(item) || json_is_array(item)) return 0;
	return 1;
}

static void print_scalar(FILE *out, json_t *value)
{
	char *text;

	if (json_is_string(value)) {
		text_print(out, json_string_value(value), STYLE_PLAIN, 0);
		return;
	}
	if (json_is_boolean(value) || json_is_null(value)) {
		fputs(json_is_true(value) ? "yes" : json_is_false(value) ? "no" : "unknown", out);
		return;
	}
	text = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
	fputs(text != NULL ? text : "", out);
	free(text);
}

static void print_plain(FILE *out, json_t *value)
{
	if (json_is_object(value) || (json_is_array(value) && json_array_size(value) == 0))
		fputs("none", out);
	else if (!json_is_array(value))
		print_scalar(out, value);
	for (size_t i = 0; i < json_array_size(value); i++) {
		fputs(i == 0 ? "" : " ", out);
		print_scalar(out, json_array_get(value, i));
	}
	fputc('\n', out);
}

static void print_named(FILE *out, const char *name, json_t *value, size_t depth)
{
	text_repeat(out, " ", depth * INDENT);
	text_print(out, name, STYLE_PLAIN, 0);
	fputc(':', out);
	if (is_plain(value)) {
		fputc(' ', out);
		print_plain(out, value);
		return;
	}
	fputc('\n', out);
	outline_print(out, value, depth + 1);
}

void outline_print(FILE *out, json_t *value, size_t depth)
{
	void *at = json_object_iter(value);

	for (; at != NULL; at = json_object_iter_next(value, at))
		print_named(out, json_object_iter_key(at), json_object_iter_value(at), depth);
	for (size_t i = 0; i < json_array_size(value); i++) {
		json_t *item = json_array_get(value, i);

		if (is_plain(item)) {
			text_repeat(out, " ", depth * INDENT);
			print_plain(out, item);
			continue;
		}
		outline_print(out, item, depth);
		if (i + 1 < json_array_size(value))
			fputc('\n', out);
	}
}
