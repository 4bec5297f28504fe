/* SPDX-License-Identifier: Apache-2.0 */
#include "style.h"

#include "escape.h"

static const char *const style_codes[STYLE_COUNT] = {
	[STYLE_PLAIN] = "",
	[STYLE_STRONG] = "\033[1m",
	[STYLE_FAINT] = "\033[2m",
	[STYLE_GOOD] = "\033[32m",
	[STYLE_DOUBTFUL] = "\033[33m",
	[STYLE_BAD] = "\033[31m",
};

size_t cb__style_width(const char *text)
{
	size_t width = 0;

	for (; *text != '\0'; text++)
		width += ((unsigned char)*text & 0xc0u) != 0x80u;
	return width;
}

void cb__style_switch(FILE *out, cb__style look, int color)
{
	if (color)
		fputs(look != STYLE_PLAIN ? style_codes[look] : "\033[0m", out);
}

size_t cb__style_put(FILE *out, const char *text)
{
	size_t length = cb__escape_length(text);

	if (length == 0 || cb__escape_is_control(text, length))
		fputc('?', out);
	else
		fwrite(text, 1, length, out);
	return length > 0 ? length : 1;
}

void cb__style_print(FILE *out, const char *text, cb__style look, int color)
{
	if (look != STYLE_PLAIN)
		cb__style_switch(out, look, color);
	while (*text != '\0')
		text += cb__style_put(out, text);
	if (look != STYLE_PLAIN)
		cb__style_switch(out, STYLE_PLAIN, color);
}

void cb__style_repeat(FILE *out, const char *character, size_t count)
{
	while (count-- > 0)
		fputs(character, out);
}
