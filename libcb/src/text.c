/* SPDX-License-Identifier: Apache-2.0 */
#include "text.h"

#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

void cb__text_done(cb_text *text)
{
	free(text->data);
	*text = (cb_text)CB_TEXT_INIT;
}

void cb__text_clear(cb_text *text)
{
	text->len = 0;
	if (text->data != NULL)
		text->data[0] = '\0';
}

static int reserve(cb_text *text, size_t more)
{
	if (text->failed || more > (size_t)-1 / 4 || text->len > (size_t)-1 / 4) {
		text->failed = 1;
		return 0;
	}
	if (text->len + more + 1 <= text->size)
		return 1;

	size_t size = 2 * (text->len + more + 32);
	char *data = realloc(text->data, size);
	if (data == NULL) {
		text->failed = 1;
		return 0;
	}
	text->data = data;
	text->size = size;
	return 1;
}

void cb__text_append(cb_text *text, const char *bytes, size_t len)
{
	if (!reserve(text, len))
		return;
	memcpy(text->data + text->len, bytes, len);
	text->len += len;
	text->data[text->len] = '\0';
}

void cb__text_add(cb_text *text, const char *string)
{
	cb__text_append(text, string, strlen(string));
}

/* The locale of the calling thread, if it has another point than texts shall have, while that of C
 * is in its place. */
struct locales {
	locale_t c;
	locale_t before;
};

static int enter_c(struct locales *out)
{
	*out = (struct locales){(locale_t)0, (locale_t)0};
	if (strcmp(nl_langinfo(RADIXCHAR), ".") == 0)
		return 0;
	out->c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	if (out->c == (locale_t)0)
		return -1;
	out->before = uselocale(out->c);
	return 0;
}

static void leave_c(const struct locales *locales)
{
	if (locales->c == (locale_t)0)
		return;
	uselocale(locales->before);
	freelocale(locales->c);
}

void cb__text_print(char *out, size_t out_size, const char *format, ...)
{
	struct locales locales;
	va_list arguments;
	enter_c(&locales);
	va_start(arguments, format);
	vsnprintf(out, out_size, format, arguments);
	va_end(arguments);
	leave_c(&locales);
}

void cb__text_vformat(cb_text *text, const char *format, va_list arguments)
{
	struct locales locales;
	va_list again;
	if (enter_c(&locales) != 0) {
		text->failed = 1;
		return;
	}
	va_copy(again, arguments);
	int len = vsnprintf(NULL, 0, format, arguments);
	if (len < 0)
		text->failed = 1;
	else if (reserve(text, (size_t)len)) {
		vsnprintf(text->data + text->len, (size_t)len + 1, format, again);
		text->len += (size_t)len;
	}
	va_end(again);
	leave_c(&locales);
}

void cb__text_format(cb_text *text, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	cb__text_vformat(text, format, arguments);
	va_end(arguments);
}

void cb__text_drop(cb_text *text, size_t len)
{
	if (len >= text->len) {
		cb__text_clear(text);
		return;
	}
	memmove(text->data, text->data + len, text->len - len + 1);
	text->len -= len;
}

const char *cb__text_string(const cb_text *text)
{
	return text->data != NULL ? text->data : "";
}

cb_status cb__text_take(cb_text *text, char **out)
{
	cb__text_append(text, "", 0);
	if (text->failed) {
		cb__text_done(text);
		return CB_ENOMEM;
	}
	*out = text->data;
	*text = (cb_text)CB_TEXT_INIT;
	return CB_OK;
}

/* Smallest code point that may be written with so many continuation bytes. */
static const uint32_t smallest[4] = {0, 0x80, 0x800, 0x10000};

void cb__text_add_escaped(cb_text *text, const char *name)
{
	for (const char *at = name; *at != '\0'; at++) {
		if (strchr("*?[\\", *at) != NULL)
			cb__text_add(text, "\\");
		cb__text_append(text, at, 1);
	}
}

size_t cb__text_step(const char *bytes, size_t len, uint32_t *ret_code)
{
	unsigned char lead = len > 0 ? (unsigned char)bytes[0] : 0xff;
	size_t more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
	uint32_t code = more == 0 ? lead : lead & (0x3fu >> more);

	if ((lead >= 0x80 && lead < 0xc0) || lead >= 0xf8 || more >= len)
		return 0;
	for (size_t i = 1; i <= more; i++) {
		unsigned char byte = (unsigned char)bytes[i];

		if ((byte & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (byte & 0x3fu);
	}
	if (code < smallest[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
		return 0;
	*ret_code = code;
	return more + 1;
}

char *cb__string_copy(const char *string)
{
	size_t size = strlen(string) + 1;
	char *copy = malloc(size);
	if (copy != NULL)
		memcpy(copy, string, size);
	return copy;
}

static int is_standard_input(const char *file)
{
	return strcmp(file, "/dev/stdin") == 0;
}

const char *cb__file_shown(const char *file)
{
	return is_standard_input(file) ? "standard input" : file;
}

const char *cb__file_quote(const char *file)
{
	return is_standard_input(file) ? "" : "\"";
}

char *cb__path_join(const char *directory, const char *name)
{
	size_t size = strlen(directory) + strlen(name) + 2;
	char *path = malloc(size);
	if (path != NULL)
		snprintf(path, size, "%s/%s", directory, name);
	return path;
}
