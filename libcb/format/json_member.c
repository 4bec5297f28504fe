/* SPDX-License-Identifier: Apache-2.0 */
#include "json_member.h"

#include <math.h>

#include "escape.h"

/* What was measured has not so many; with 17 a tenth would be 0.10000000000000001. */
#define DIGITS 15

int cb__json_member_text(json_t *object, const char *key, const char *text)
{
	return json_object_set_new(object, key, cb__escape_json(text));
}

int cb__json_member_number(json_t *object, const char *key, double value)
{
	return isfinite(value) ? json_object_set_new(object, key, json_real(value)) : 0;
}

int cb__json_member_integer(json_t *object, const char *key, json_int_t value)
{
	return json_object_set_new(object, key, json_integer(value));
}

int cb__json_member_append(json_t *array, json_t *entry, int failed)
{
	if (!failed)
		return json_array_append_new(array, entry);
	json_decref(entry);
	return -1;
}

json_t *cb__json_member_whole(json_t *value, int failed)
{
	if (!failed)
		return value;
	json_decref(value);
	return NULL;
}

int cb__json_member_write(FILE *out, json_t *root, int failed)
{
	size_t flags = JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS);

	failed = failed || root == NULL || json_dumpf(root, out, flags) != 0;
	fputc('\n', out);
	json_decref(root);
	return failed ? -1 : 0;
}
