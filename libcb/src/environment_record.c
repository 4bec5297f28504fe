/* SPDX-License-Identifier: Apache-2.0 */
/* JSON values for the environment record: clean text, "unknown", and objects checked once. */
#include "environment_parts.h"

#include <math.h>
#include <string.h>

#include "text.h"

void cb__record_init(cb__record *record)
{
	record->object = json_object();
	record->failed = !record->object;
}

void cb__record_put(cb__record *record, const char *key, json_t *value)
{
	if (record->failed)
		json_decref(value);
	else
		record->failed = json_object_set_new(record->object, key, value) != 0;
}

void cb__record_improve(cb__record *record, const char *key, json_t *value)
{
	if (cb__json_is_unknown(value) && json_object_get(record->object, key))
		json_decref(value);
	else
		cb__record_put(record, key, value);
}

void cb__record_append(cb__record *record, json_t *array, json_t *value)
{
	if (json_array_append_new(array, value) != 0)
		record->failed = 1;
}

json_t *cb__record_take(cb__record *record)
{
	json_t *object = record->object;

	if (record->failed) {
		json_decref(object);
		object = NULL;
	}
	record->object = NULL;
	return object;
}

/* Copies printable characters; runs of white space become one space. */
static size_t clean_text(char *buffer, size_t size, cb__span span)
{
	size_t len = 0;

	while (span.len > 0) {
		uint32_t code = 0;
		size_t step = cb__text_step(span.text, span.len, &code);
		int space = step == 1 && (code == ' ' || code == '\t' || code == '\n');
		int control = code < 0x20 || (code >= 0x7f && code < 0xa0);

		if (len + (step ? step : 1) > size)
			break;
		if (space && len > 0 && buffer[len - 1] != ' ') {
			buffer[len++] = ' ';
		} else if (step > 0 && !space && !control) {
			memcpy(buffer + len, span.text, step);
			len += step;
		}
		span.text += step ? step : 1;
		span.len -= step ? step : 1;
	}
	while (len > 0 && buffer[len - 1] == ' ')
		len--;
	return len;
}

json_t *cb__json_text(cb__span span)
{
	char buffer[CB__VALUE_LIMIT];
	size_t len = clean_text(buffer, sizeof(buffer), span);

	return len > 0 ? json_stringn(buffer, len) : cb__json_unknown();
}

json_t *cb__json_unknown(void)
{
	return json_string(CB__UNKNOWN);
}

json_t *cb__json_count(uint64_t count)
{
	if (count == 0 || count > INT64_MAX)
		return cb__json_unknown();
	return json_integer((json_int_t)count);
}

json_t *cb__json_real(double value)
{
	return isfinite(value) ? json_real(value) : cb__json_unknown();
}

json_t *cb__json_truth(int truth)
{
	return truth < 0 ? cb__json_unknown() : json_boolean(truth);
}

int cb__json_is_unknown(const json_t *value)
{
	const char *text = json_string_value(value);

	return text && strcmp(text, CB__UNKNOWN) == 0;
}
