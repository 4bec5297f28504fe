/* SPDX-License-Identifier: Apache-2.0 */
/* A line per algorithm and operation, a column per size; below it what it says in words. */
#include "compare_format.h"

#include <string.h>

#include "compare_page.h"
#include "wrap.h"

#define COLUMN_GAP 2
#define BLOCK_GAP  4
#define INDENT     2
#define RATES      COMPARE_NAME_COLUMNS
#define SPEEDS     (COMPARE_NAME_COLUMNS + COMPARE_RATE_COLUMNS)
#define TITLE_SIZE 256

/* Columns that stand under one title. */
typedef struct block {
	char title[TITLE_SIZE];
	size_t first;
	size_t end;
} block;

static size_t figures_width(const cb__grid *g, const block *b)
{
	size_t width = 0;

	for (size_t i = b->first; i < b->end; i++)
		width += cb__grid_width(g, i) + (i > b->first ? COLUMN_GAP : 0);
	return width;
}

static size_t block_width(const cb__grid *g, const block *b)
{
	size_t figures = figures_width(g, b), title = cb__style_width(b->title);

	return title > figures ? title : figures;
}

/* A row with a first text only is a title, and may be wider. */
static int is_title(const cb__grid *g, size_t row)
{
	for (size_t i = 1; i < g->columns; i++)
		if (g->cells[row * g->columns + i].text[0] != '\0')
			return 0;
	return row > 0;
}

static size_t column_width(const cb__grid *g, size_t column)
{
	size_t widest = 0;

	for (size_t row = 0; row < cb__grid_rows(g); row++) {
		size_t width = cb__style_width(g->cells[row * g->columns + column].text);

		if (!is_title(g, row) && width > widest)
			widest = width;
	}
	return widest;
}

static size_t names_width(const cb__grid *g)
{
	return column_width(g, 0) + COLUMN_GAP + cb__grid_width(g, 1);
}

static void print_titles(FILE *out, const cb__grid *g, const block *blocks, size_t count, int color)
{
	cb__style_repeat(out, " ", names_width(g));
	for (size_t i = 0; i < count; i++) {
		size_t rest = block_width(g, &blocks[i]) - cb__style_width(blocks[i].title);

		cb__style_repeat(out, " ", BLOCK_GAP);
		cb__style_print(out, blocks[i].title, STYLE_STRONG, color);
		cb__style_repeat(out, " ", i + 1 < count ? rest : 0);
	}
	fputc('\n', out);
}

static int is_last_text(const cb__grid *g, size_t row, size_t column, size_t end)
{
	for (size_t i = column + 1; i < end; i++)
		if (g->cells[row * g->columns + i].text[0] != '\0')
			return 0;
	return 1;
}

static int is_empty(const cb__grid *g, size_t row, const block *blocks, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t column = blocks[i].first; column < blocks[i].end; column++)
			if (g->cells[row * g->columns + column].text[0] != '\0')
				return 0;
	return 1;
}

/* nothing is written behind the last text of a line */
static void print_block(
	FILE *out, const cb__grid *g, size_t row, const block *b, int is_last, int color)
{
	for (size_t i = b->first; i < b->end; i++) {
		cb__style_repeat(out, " ", i == b->first ? BLOCK_GAP : COLUMN_GAP);
		cb__grid_print(out, g, row, i, cb__grid_width(g, i), 1, color);
		if (is_last && is_last_text(g, row, i, b->end))
			return;
	}
	cb__style_repeat(out, " ", is_last ? 0 : block_width(g, b) - figures_width(g, b));
}

static void print_row(
	FILE *out, const cb__grid *g, size_t row, const block *blocks, size_t count, int color)
{
	cb__grid_print(out, g, row, 0, is_title(g, row) ? 0 : column_width(g, 0), 0, color);
	if (!is_title(g, row)) {
		cb__style_repeat(out, " ", COLUMN_GAP);
		cb__grid_print(out, g, row, 1, cb__grid_width(g, 1), 0, color);
		for (size_t i = 0; i < count; i++)
			print_block(out, g, row, &blocks[i], i + 1 == count, color);
	}
	fputc('\n', out);
}

static void print_blocks(
	FILE *out, const cb__compare_section *s, const block *blocks, size_t count, int color)
{
	print_titles(out, &s->texts, blocks, count, color);
	for (size_t row = 0; row < cb__grid_rows(&s->texts); row++)
		if (is_title(&s->texts, row) || !is_empty(&s->texts, row, blocks, count))
			print_row(out, &s->texts, row, blocks, count, color);
	fputc('\n', out);
}

static void set_titles(const cb__compare_section *s, block blocks[2])
{
	if (!s->message)
		snprintf(blocks[0].title, TITLE_SIZE, "per second");
	else if (s->largest != 0)
		snprintf(blocks[0].title, TITLE_SIZE, "MB/s at %llu B",
			(unsigned long long)s->largest);
	else
		snprintf(blocks[0].title, TITLE_SIZE, "MB/s, largest size");
	snprintf(blocks[1].title, TITLE_SIZE, "%.100s against %.100s",
		cb_comparison_head_name(s->comparison), cb_comparison_base_name(s->comparison));
}

/* column after the last that fits beside what is there */
static size_t fitting_end(const cb__grid *g, size_t used, size_t first, size_t limit)
{
	size_t end = first;

	while (end < g->columns) {
		used += (end == first ? BLOCK_GAP : COLUMN_GAP) + cb__grid_width(g, end);
		if (limit != 0 && end > first && used > limit)
			break;
		end++;
	}
	return end;
}

/* sizes that do not fit beside the others follow below */
static void print_section(FILE *out, const cb__compare_section *s, const cb_view *v)
{
	block blocks[2] = {{"", RATES, SPEEDS}, {"", SPEEDS, SPEEDS}};
	const cb__grid *g = &s->texts;
	size_t used = names_width(g);

	set_titles(s, blocks);
	used += BLOCK_GAP + block_width(g, &blocks[0]);
	blocks[1].end = fitting_end(g, used, SPEEDS, v->columns);
	print_blocks(out, s, blocks, 2, v->color);
	while (blocks[1].end < g->columns) {
		blocks[1].first = blocks[1].end;
		blocks[1].end = fitting_end(g, names_width(g), blocks[1].first, v->columns);
		print_blocks(out, s, &blocks[1], 1, v->color);
	}
}

static int run_section(FILE *out, const cb_comparison *comparison, int message, const cb_view *v)
{
	cb__compare_section s;
	int status = cb__compare_section_init(&s, comparison, message);

	if (status == 0 && cb__grid_rows(&s.texts) > 1)
		print_section(out, &s, v);
	cb__compare_section_done(&s);
	return status;
}

static void print_paragraph(FILE *out, const cb_view *v, const char *text)
{
	cb__wrap w;

	cb__wrap_begin(&w, out, v->columns, INDENT, v->color);
	cb__wrap_text(&w, text, STYLE_PLAIN);
	cb__wrap_end(&w);
}

static void print_heading(FILE *out, const cb_view *v, const char *text)
{
	cb__style_print(out, text, STYLE_STRONG, v->color);
	fputc('\n', out);
}

static void print_conclusion(
	FILE *out, const cb_comparison *comparison, size_t index, const cb_view *v)
{
	const char *title;
	cb__wrap w;

	cb__wrap_begin(&w, out, v->columns, 2 * INDENT, v->color);
	cb__wrap_text(&w, "  ", STYLE_PLAIN);
	for (size_t i = 0; (title = cb__compare_title(comparison, index, i)) != NULL; i++) {
		cb__wrap_text(&w, i > 0 ? ", " : "", STYLE_PLAIN);
		cb__wrap_text(&w, title, STYLE_STRONG);
	}
	cb__wrap_text(&w, ": ", STYLE_PLAIN);
	cb__wrap_text(&w, cb_comparison_conclusion_at(comparison, index)->text, STYLE_PLAIN);
	cb__wrap_end(&w);
}

static void print_conclusions(FILE *out, const cb_comparison *comparison, const cb_view *v)
{
	int has_kinds = cb__compare_has_kinds(comparison);
	const cb_conclusion *before = NULL, *c;
	char text[COMPARE_LINE_SIZE];
	size_t i = cb__compare_next_conclusion(comparison, 0);

	cb__compare_count(text, comparison);
	print_heading(out, v, text);
	for (; (c = cb_comparison_conclusion_at(comparison, i)) != NULL;
		i = cb__compare_next_conclusion(comparison, i + 1)) {
		cb__compare_kind(text, c);
		if (has_kinds && (before == NULL || !cb__compare_is_kind(before, c)))
			print_heading(out, v, text);
		print_conclusion(out, comparison, i, v);
		before = c;
	}
}

static void print_legend(FILE *out, const cb_comparison *comparison, const cb_view *v)
{
	char text[COMPARE_LINE_SIZE];
	size_t i = 0;

	for (; cb__compare_legend(comparison, i, text); i++)
		print_paragraph(out, v, text);
	if (i > 0)
		fputc('\n', out);
}

static void print_notes(FILE *out, const cb_comparison *comparison, const cb_view *v)
{
	const cb_compare_note *note;

	for (size_t i = 0; (note = cb_comparison_note_at(comparison, i)) != NULL; i++) {
		if (i == 0)
			fputc('\n', out);
		print_paragraph(out, v, note->text);
	}
}

static int print_comparison(FILE *out, const cb_comparison *comparison, const cb_view *v)
{
	int status = 0;

	for (int message = 1; status == 0 && message >= 0; message--)
		status = run_section(out, comparison, message, v);
	if (status != 0)
		return status;
	if (!v->quiet)
		print_legend(out, comparison, v);
	print_conclusions(out, comparison, v);
	if (!v->quiet)
		print_notes(out, comparison, v);
	return 0;
}

int cb__compare_table(FILE *out, const cb__compare_set *set, const cb_view *v)
{
	int status = 0;

	for (size_t i = 0; status == 0 && i < set->count; i++) {
		if (i > 0)
			fputc('\n', out);
		status = print_comparison(out, set->comparisons[i], v);
	}
	return status;
}
