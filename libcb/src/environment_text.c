/* SPDX-License-Identifier: Apache-2.0 */
/* Spans of text and bounded reading of files. */
#define _POSIX_C_SOURCE 200809L

#include "environment_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_blank(char byte)
{
	return (unsigned char)byte <= ' ';
}

cb__span cb__span_of(const char *string)
{
	return (cb__span){string, strlen(string)};
}

cb__span cb__span_trim(cb__span span)
{
	while (span.len > 0 && is_blank(span.text[0])) {
		span.text++;
		span.len--;
	}
	while (span.len > 0 && is_blank(span.text[span.len - 1]))
		span.len--;
	return span;
}

int cb__span_same(cb__span a, cb__span b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.text, b.text, a.len) == 0);
}

int cb__span_is(cb__span span, const char *word)
{
	return cb__span_same(span, cb__span_of(word));
}

int cb__span_starts(cb__span span, const char *prefix)
{
	size_t len = strlen(prefix);

	return span.len >= len && memcmp(span.text, prefix, len) == 0;
}

int cb__span_contains(cb__span span, const char *word)
{
	size_t len = strlen(word);

	for (; span.len >= len && span.len > 0; span.text++, span.len--) {
		if (memcmp(span.text, word, len) == 0)
			return 1;
	}
	return 0;
}

int cb__span_next_line(cb__span *rest, cb__span *ret_line)
{
	const char *end;

	if (rest->len == 0)
		return 0;
	end = memchr(rest->text, '\n', rest->len);
	ret_line->text = rest->text;
	ret_line->len = end ? (size_t)(end - rest->text) : rest->len;
	rest->text += ret_line->len + (end ? 1 : 0);
	rest->len -= ret_line->len + (end ? 1 : 0);
	return 1;
}

int cb__span_next_word(cb__span *rest, cb__span *ret_word)
{
	*rest = cb__span_trim(*rest);
	if (rest->len == 0)
		return 0;
	*ret_word = (cb__span){rest->text, 0};
	while (rest->len > 0 && !is_blank(rest->text[0])) {
		rest->text++;
		rest->len--;
		ret_word->len++;
	}
	return 1;
}

void cb__span_split(cb__span line, char separator, cb__span *ret_key, cb__span *ret_value)
{
	const char *at = line.len > 0 ? memchr(line.text, separator, line.len) : NULL;
	size_t key_len = at ? (size_t)(at - line.text) : line.len;
	size_t skip = at ? key_len + 1 : line.len;

	if (!line.text) {
		*ret_key = *ret_value = line;
		return;
	}
	*ret_key = cb__span_trim((cb__span){line.text, key_len});
	*ret_value = cb__span_trim((cb__span){line.text + skip, line.len - skip});
}

cb__span cb__span_find(cb__span text, const char *key)
{
	cb__span line, name, value;

	while (cb__span_next_line(&text, &line)) {
		cb__span_split(line, ':', &name, &value);
		if (value.len > 0 && cb__span_is(name, key))
			return value;
	}
	return (cb__span){NULL, 0};
}

static int digit_value(char byte)
{
	if (byte >= '0' && byte <= '9')
		return byte - '0';
	if (byte >= 'a' && byte <= 'f')
		return byte - 'a' + 10;
	if (byte >= 'A' && byte <= 'F')
		return byte - 'A' + 10;
	return 99;
}

static int parse_digits(cb__span span, unsigned base, uint64_t *out)
{
	uint64_t value = 0;

	for (size_t i = 0; i < span.len; i++) {
		unsigned digit = (unsigned)digit_value(span.text[i]);

		if (digit >= base || value > (UINT64_MAX - digit) / base)
			return 0;
		value = value * base + digit;
	}
	if (span.len == 0)
		return 0;
	*out = value;
	return 1;
}

int cb__span_to_number(cb__span span, uint64_t *out)
{
	return parse_digits(span, 10, out);
}

int cb__span_to_hex(cb__span span, uint64_t *out)
{
	if (cb__span_starts(span, "0x")) {
		span.text += 2;
		span.len -= 2;
	}
	return parse_digits(span, 16, out);
}

/* strtod() reads a comma where the host program's locale has one. */
int cb__span_to_real(cb__span span, double *out)
{
	double value = 0;
	double scale = 1;
	size_t digits = 0;
	int fraction = 0;

	for (size_t i = 0; i < span.len && digits < 18; i++) {
		if (span.text[i] == '.' && !fraction) {
			fraction = 1;
			continue;
		}
		if (span.text[i] < '0' || span.text[i] > '9')
			break;
		value = value * 10 + (span.text[i] - '0');
		scale = fraction ? scale * 10 : scale;
		digits++;
	}
	if (digits == 0)
		return 0;
	*out = value / scale;
	return 1;
}

int cb__span_to_bytes(cb__span span, uint64_t *out)
{
	cb__span digits = {span.text, 0};
	uint64_t value;
	unsigned shift = 0;

	while (digits.len < span.len && digit_value(span.text[digits.len]) < 10)
		digits.len++;
	if (!cb__span_to_number(digits, &value) || value > UINT64_MAX >> 30)
		return 0;
	span = cb__span_trim((cb__span){span.text + digits.len, span.len - digits.len});
	if (cb__span_starts(span, "K") || cb__span_starts(span, "k"))
		shift = 10;
	else if (cb__span_starts(span, "M"))
		shift = 20;
	else if (cb__span_starts(span, "G"))
		shift = 30;
	*out = value << shift;
	return 1;
}

static FILE *open_file(const char *root, const char *path)
{
	char name[CB__PATH_SIZE];
	int len = snprintf(name, sizeof(name), "%s%s", root, path);

	if (len < 0 || (size_t)len >= sizeof(name))
		return NULL;
	return fopen(name, "rb");
}

/* Files of /proc state no size, so the buffer grows. */
static char *read_stream(FILE *file, size_t *ret_len)
{
	char *buffer = NULL;
	size_t size = 4096;
	size_t len = 0;

	for (;;) {
		char *grown = realloc(buffer, size);

		if (!grown)
			break;
		buffer = grown;
		len += fread(buffer + len, 1, size - len, file);
		if (len < size || size >= CB__FILE_LIMIT) {
			*ret_len = len;
			return buffer;
		}
		size *= 2;
	}
	free(buffer);
	return NULL;
}

char *cb__file_read(const char *root, const char *path, size_t *ret_len)
{
	FILE *file = open_file(root, path);
	char *text = NULL;

	if (!file)
		return NULL;
	text = read_stream(file, ret_len);
	if (text && ferror(file)) {
		free(text);
		text = NULL;
	}
	(void)fclose(file);
	return text;
}

cb__span cb__file_value(const char *root, const char *path, char *buffer, size_t buffer_size)
{
	FILE *file = open_file(root, path);
	cb__span span = {NULL, 0};

	if (!file)
		return span;
	span.len = fread(buffer, 1, buffer_size, file);
	if (!ferror(file))
		span.text = buffer;
	else
		span.len = 0;
	(void)fclose(file);
	return span.text ? cb__span_trim(span) : span;
}

int cb__file_exists(const char *root, const char *path)
{
	char name[CB__PATH_SIZE];
	int len = snprintf(name, sizeof(name), "%s%s", root, path);

	return len >= 0 && (size_t)len < sizeof(name) && access(name, F_OK) == 0;
}
