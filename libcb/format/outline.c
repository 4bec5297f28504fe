/* SPDX-License-Identifier: Apache-2.0 */
#include "outline.h"

#include "style.h"

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

static int print_scalar(FILE *out, json_t *value)
{
	if (json_is_string(value)) {
		cb__style_print(out, json_string_value(value), STYLE_PLAIN, 0);
		return 0;
	}
	if (json_is_boolean(value) || json_is_null(value)) {
		fputs(json_is_true(value) ? "yes" : json_is_false(value) ? "no" : "unknown", out);
		return 0;
	}
	return json_dumpf(value, out, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
}

static int print_plain(FILE *out, json_t *value)
{
	int status = 0;

	if (json_is_object(value) || (json_is_array(value) && json_array_size(value) == 0))
		fputs("none", out);
	else if (!json_is_array(value))
		status = print_scalar(out, value);
	for (size_t i = 0; status == 0 && i < json_array_size(value); i++) {
		fputs(i == 0 ? "" : " ", out);
		status = print_scalar(out, json_array_get(value, i));
	}
	fputc('\n', out);
	return status;
}

static int print_named(FILE *out, const char *name, json_t *value, size_t depth)
{
	cb__style_repeat(out, " ", depth * INDENT);
	cb__style_print(out, name, STYLE_PLAIN, 0);
	fputc(':', out);
	if (is_plain(value)) {
		fputc(' ', out);
		return print_plain(out, value);
	}
	fputc('\n', out);
	return cb__outline_print(out, value, depth + 1);
}

static int print_item(FILE *out, json_t *array, size_t index, size_t depth)
{
	json_t *item = json_array_get(array, index);
	int status;

	if (is_plain(item)) {
		cb__style_repeat(out, " ", depth * INDENT);
		return print_plain(out, item);
	}
	status = cb__outline_print(out, item, depth);
	if (index + 1 < json_array_size(array))
		fputc('\n', out);
	return status;
}

int cb__outline_print(FILE *out, json_t *value, size_t depth)
{
	int status = 0;

	for (void *at = json_object_iter(value); status == 0 && at != NULL;
		at = json_object_iter_next(value, at))
		status = print_named(
			out, json_object_iter_key(at), json_object_iter_value(at), depth);
	for (size_t i = 0; status == 0 && i < json_array_size(value); i++)
		status = print_item(out, value, i, depth);
	return status;
}
