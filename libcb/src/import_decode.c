/* SPDX-License-Identifier: Apache-2.0 */
/* From bytes as they were saved, copied from a page or redirected on Windows, to lines. */
#include "import.h"

#include <string.h>

/* What a reader takes for another character is that character here. */
static const struct {
	uint32_t code;
	const char *text;
} plain[] = {
	{0x00a0, " "}, {0x2007, " "}, {0x2009, " "}, {0x202f, " "}, {0x3000, " "}, /* blanks */
	{0x2028, "\n"}, {0x2029, "\n"}, {0x0085, "\n"},                            /* line ends */
	{0x2010, "-"}, {0x2011, "-"}, {0x2012, "-"}, {0x2013, "-"}, {0x2212, "-"}, /* dashes */
	{0x2018, "'"}, {0x2019, "'"}, {0x221e, "inf"}, {0xfeff, ""}, {0x200b, ""},
	{0x00ad, ""}, /* not seen */
};

static void put_code(cb_text *out, uint32_t code)
{
	char bytes[4];

	if (code < 0x80) {
		bytes[0] = (char)code;
		cb__text_append(out, bytes, 1);
	} else if (code < 0x800) {
		bytes[0] = (char)(0xc0 | code >> 6);
		bytes[1] = (char)(0x80 | (code & 0x3f));
		cb__text_append(out, bytes, 2);
	} else if (code < 0x10000) {
		bytes[0] = (char)(0xe0 | code >> 12);
		bytes[1] = (char)(0x80 | (code >> 6 & 0x3f));
		bytes[2] = (char)(0x80 | (code & 0x3f));
		cb__text_append(out, bytes, 3);
	} else {
		bytes[0] = (char)(0xf0 | code >> 18);
		bytes[1] = (char)(0x80 | (code >> 12 & 0x3f));
		bytes[2] = (char)(0x80 | (code >> 6 & 0x3f));
		bytes[3] = (char)(0x80 | (code & 0x3f));
		cb__text_append(out, bytes, 4);
	}
}

/* One character. A cell of a table in a page is set apart by a bar. */
static void put(cb_text *out, uint32_t code)
{
	for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++)
		if (plain[i].code == code) {
			cb__text_add(out, plain[i].text);
			return;
		}
	if (code == '\n')
		cb__text_append(out, "\n", 1);
	else if (code < ' ' || code == 0x7f || code == '|')
		cb__text_append(out, " ", 1);
	else
		put_code(out, code);
}

/* Where an escape sequence of a terminal ends that begins at @p at; @p at if there is none. */
static size_t skip_escape(const char *text, size_t at, size_t len)
{
	size_t end = at + 2;

	if (text[at] != 0x1b)
		return at;
	if (at + 1 >= len || text[at + 1] != '[')
		return at + 1;
	while (end < len && (unsigned char)text[end] >= 0x20 && (unsigned char)text[end] < 0x40)
		end++;
	return end < len ? end + 1 : len;
}

/* A line may end with \n, \r\n or \r. Bytes that are no UTF-8 are Latin-1. */
static void put_bytes(cb_text *out, const char *text, size_t len)
{
	uint32_t code;

	for (size_t at = 0, step; at < len; at += step) {
		size_t escaped = skip_escape(text, at, len);

		step = escaped - at;
		if (step > 0)
			continue;
		step = 1;
		if (text[at] == '\r') {
			put(out, '\n');
			step += at + 1 < len && text[at + 1] == '\n';
		} else if ((unsigned char)text[at] < 0x80) {
			put(out, (unsigned char)text[at]);
		} else {
			step = cb__text_step(text + at, len - at, &code);
			put(out, step > 0 ? code : (unsigned char)text[at]);
			step = step > 0 ? step : 1;
		}
	}
}

static uint32_t unit_at(const unsigned char *bytes, int is_big)
{
	return is_big ? (uint32_t)bytes[0] << 8 | bytes[1] : (uint32_t)bytes[1] << 8 | bytes[0];
}

/* UTF-16 becomes UTF-8; what is half of a character becomes "?". */
static void widen(cb_text *out, const char *text, size_t len, int is_big)
{
	const unsigned char *bytes = (const unsigned char *)text;

	for (size_t at = 0; at + 1 < len; at += 2) {
		uint32_t code = unit_at(bytes + at, is_big);

		if (code >= 0xd800 && code < 0xdc00 && at + 3 < len) {
			uint32_t low = unit_at(bytes + at + 2, is_big);

			if (low >= 0xdc00 && low < 0xe000) {
				code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
				at += 2;
			}
		}
		put_code(out, code >= 0xd800 && code < 0xe000 ? '?' : code);
	}
}

/* Windows' shell redirects UTF-16, with a mark or, cut, without: then every second byte is 0.
 * 1: the low byte first, 2: the high byte, 0: it is something else. */
static int find_wide(const char *text, size_t len)
{
	size_t zeros[2] = {0, 0}, seen = len < 4096 ? len : 4096;

	if (len >= 2 && memcmp(text, "\xff\xfe", 2) == 0)
		return 1;
	if (len >= 2 && memcmp(text, "\xfe\xff", 2) == 0)
		return 2;
	for (size_t i = 0; i < seen; i++)
		zeros[i % 2] += text[i] == '\0';
	if (zeros[1] * 5 > seen * 2 && zeros[0] * 20 < seen)
		return 1;
	return zeros[0] * 5 > seen * 2 && zeros[1] * 20 < seen ? 2 : 0;
}

cb_status cb__import_decode(cb_text *out, const char *bytes, size_t len)
{
	int wide = find_wide(bytes, len);
	cb_text narrow = CB_TEXT_INIT;

	if (wide > 0) {
		widen(&narrow, bytes, len, wide == 2);
		put_bytes(out, cb__text_string(&narrow), narrow.len);
	} else {
		put_bytes(out, bytes, len);
	}
	out->failed |= narrow.failed;
	cb__text_done(&narrow);
	return out->failed ? CB_ENOMEM : CB_OK;
}
