/* SPDX-License-Identifier: Apache-2.0 */
/* JSON values for the environment record: clean text, "unknown", and objects checked once. */
#include "environment_parts.h"

#include <math.h>
#include <string.h>

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

/* Smallest code point that may be written with so many continuation bytes. */
static const uint32_t smallest[4] = {0, 0x80, 0x800, 0x10000};

/* Length of the valid UTF-8 sequence at the start of the span, 0 if there is none. */
static size_t sequence_len(cb__span span, uint32_t *ret_code)
{
	unsigned char lead = (unsigned char)span.text[0];
	size_t more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
	uint32_t code = more == 0 ? lead : lead & (0x3fu >> more);

	if ((lead >= 0x80 && lead < 0xc0) || lead >= 0xf8 || more >= span.len)
		return 0;
	for (size_t i = 1; i <= more; i++) {
		unsigned char byte = (unsigned char)span.text[i];

		if ((byte & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (byte & 0x3fu);
	}
	if (code < smallest[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0;
	*ret_code = code;
	return more + 1;
}

/* Copies printable characters; runs of white space become one space. */
static size_t clean_text(char *buffer, size_t size, cb__span span)
{
	size_t len = 0;

	while (span.len > 0) {
		uint32_t code = 0;
		size_t step = sequence_len(span, &code);
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
