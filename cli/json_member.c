/* SPDX-License-Identifier: Apache-2.0 */
#include "json_member.h"

#include <math.h>

#include "escape.h"

/* What was measured has not so many; with 17 a tenth would be 0.10000000000000001. */
#define DIGITS 15

int json_member_text(json_t *object, const char *key, const char *text)
{
	return json_object_set_new(object, key, escape_json(text));
}

int json_member_number(json_t *object, const char *key, double value)
{
	return isfinite(value) ? json_object_set_new(object, key, json_real(value)) : 0;
}

int json_member_integer(json_t *object, const char *key, json_int_t value)
{
	return json_object_set_new(object, key, json_integer(value));
}

int json_member_append(json_t *array, json_t *entry, int failed)
{
	if (!failed)
		return json_array_append_new(array, entry);
	json_decref(entry);
	return -1;
}

int json_member_write(FILE *out, json_t *root, int failed)
{
	size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS);

	/* an error of the stream is the caller's, and only that can fail here */
	if (!failed && root != NULL) {
		json_dumpf(root, out, flags);
		fputc('\n', out);
	}
	json_decref(root);
	return failed || root == NULL ? -1 : 0;
}
