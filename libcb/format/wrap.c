/* SPDX-License-Identifier: Apache-2.0 */
#include "wrap.h"

void cb__wrap_begin(cb__wrap *w, FILE *out, size_t limit, size_t indent, int color)
{
	*w = (cb__wrap){.out = out, .limit = limit, .indent = indent, .color = color, .lines = 1};
}

static void change_look(cb__wrap *w, cb__style look)
{
	if (w->out == NULL || w->look == look)
		return;
	if (w->look != STYLE_PLAIN)
		cb__style_switch(w->out, STYLE_PLAIN, w->color);
	if (look != STYLE_PLAIN)
		cb__style_switch(w->out, look, w->color);
	w->look = look;
}

static size_t word_width(const cb__wrap *w)
{
	size_t width = 0;

	for (size_t i = 0; i < w->length; i++)
		width += ((unsigned char)w->word[i] & 0xc0u) != 0x80u;
	return width;
}

static void put_gap(cb__wrap *w, size_t width)
{
	size_t margin = w->lines > 1 ? w->indent : 0;
	int breaks = w->limit != 0 && w->blanks > 0 && w->column > margin &&
		     w->column + w->blanks + width > w->limit;

	if (breaks) {
		change_look(w, STYLE_PLAIN);
		w->lines++;
		w->column = 0;
		w->blanks = w->indent;
		if (w->out != NULL)
			fputc('\n', w->out);
	}
	if (w->out != NULL)
		cb__style_repeat(w->out, " ", w->blanks);
	w->column += w->blanks;
	w->blanks = 0;
}

static void put_word(cb__wrap *w)
{
	size_t width = word_width(w);

	if (w->length == 0)
		return;
	put_gap(w, width);
	w->word[w->length] = '\0';
	for (size_t i = 0; w->out != NULL && i < w->length;) {
		change_look(w, w->looks[i]);
		i += cb__style_put(w->out, w->word + i);
	}
	w->column += width;
	w->length = 0;
}

/* Whether a character begins: none is torn apart where a word is too long. */
static int is_first(char byte)
{
	return ((unsigned char)byte & 0xc0u) != 0x80u;
}

void cb__wrap_text(cb__wrap *w, const char *text, cb__style look)
{
	for (; *text != '\0'; text++) {
		/* a number keeps its percent sign */
		if (*text == ' ' && text[1] != '%') {
			put_word(w);
			w->blanks++;
			continue;
		}
		if (w->length == WRAP_WORD || (w->length + 4 > WRAP_WORD && is_first(*text)))
			put_word(w);
		w->word[w->length] = *text;
		w->looks[w->length++] = look;
	}
}

size_t cb__wrap_end(cb__wrap *w)
{
	put_word(w);
	change_look(w, STYLE_PLAIN);
	if (w->out != NULL)
		fputc('\n', w->out);
	return w->lines;
}
