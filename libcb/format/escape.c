/* SPDX-License-Identifier: Apache-2.0 */
#include "escape.h"

#include <stdlib.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"

/* Second bytes after these first ones are limited: RFC 3629, section 4. */
static const struct {
	unsigned char first, last; /* first bytes */
	unsigned char low, high;   /* second byte */
	unsigned char length;
} sequences[] = {
	{0x01, 0x7f, 0x00, 0x00, 1},
	{0xc2, 0xdf, 0x80, 0xbf, 2},
	{0xe0, 0xe0, 0xa0, 0xbf, 3},
	{0xe1, 0xec, 0x80, 0xbf, 3},
	{0xed, 0xed, 0x80, 0x9f, 3},
	{0xee, 0xef, 0x80, 0xbf, 3},
	{0xf0, 0xf0, 0x90, 0xbf, 4},
	{0xf1, 0xf3, 0x80, 0xbf, 4},
	{0xf4, 0xf4, 0x80, 0x8f, 4},
};

static int is_between(unsigned char c, unsigned char low, unsigned char high)
{
	return c >= low && c <= high;
}

/* The end of a text is no continuation, so nothing beyond it is read. */
static size_t check_rest(const unsigned char *bytes, size_t length)
{
	for (size_t i = 2; i < length; i++)
		if (!is_between(bytes[i], 0x80, 0xbf))
			return 0;
	return length;
}

size_t cb__escape_length(const char *text)
{
	const unsigned char *bytes = (const unsigned char *)text;

	for (size_t i = 0; i < sizeof(sequences) / sizeof(sequences[0]); i++) {
		if (!is_between(bytes[0], sequences[i].first, sequences[i].last))
			continue;
		if (sequences[i].length > 1 &&
			!is_between(bytes[1], sequences[i].low, sequences[i].high))
			return 0;
		return check_rest(bytes, sequences[i].length);
	}
	return 0;
}

/* Those of ASCII and of Latin-1, those that turn the direction of the text that follows, and two
 * characters that XML 1.0 does not take either. */
int cb__escape_is_control(const char *text, size_t length)
{
	const unsigned char *bytes = (const unsigned char *)text;

	if (length == 1)
		return bytes[0] < 0x20 || bytes[0] == 0x7f;
	if (length == 2)
		return bytes[0] == 0xc2 && bytes[1] < 0xa0;
	if (length != 3)
		return 0;
	if (bytes[0] == 0xe2 && bytes[1] == 0x80)
		return is_between(bytes[2], 0xaa, 0xae);
	if (bytes[0] == 0xe2 && bytes[1] == 0x81)
		return is_between(bytes[2], 0xa6, 0xa9);
	return bytes[0] == 0xef && bytes[1] == 0xbf && bytes[2] >= 0xbe;
}

static const char *find_row(const cb__escape_row *table, char character)
{
	for (; table->text != NULL; table++)
		if (table->character == character)
			return table->text;
	return NULL;
}

void cb__escape_write(FILE *out, const char *text, const cb__escape_row *table, const char *control)
{
	while (*text != '\0') {
		size_t length = cb__escape_length(text);
		const char *instead = find_row(table, *text);

		if (length == 0)
			instead = REPLACEMENT;
		else if (instead == NULL && cb__escape_is_control(text, length))
			instead = control;
		if (instead != NULL)
			fputs(instead, out);
		else
			fwrite(text, 1, length, out);
		text += length > 0 ? length : 1;
	}
}

json_t *cb__escape_json(const char *text)
{
	static const cb__escape_row nothing[] = {{0}};
	json_t *string = NULL;
	char *clean = NULL;
	size_t clean_len;
	FILE *out = open_memstream(&clean, &clean_len);

	if (out == NULL)
		return NULL;
	cb__escape_write(out, text, nothing, NULL);
	if (fclose(out) == 0)
		string = json_string(clean);
	free(clean);
	return string;
}
