/* SPDX-License-Identifier: Apache-2.0 */
/* Aligned columns; libraries that do not fit beside each other follow below. */
#include "format.h"

#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "layout.h"
#include "legend.h"
#include "notes.h"
#include "scaling.h"
#include "wrap.h"

#define NAME_COLUMNS  3 /* algorithm, operation, size */
#define COLUMN_GAP    2
#define LIBRARY_GAP   4
#define HEADING_LINES 2

/* All rows with a message, or all without. */
typedef struct section {
	const cb__layout *m;
	cb__grid texts; /* headings first, then names and figures */
	int message;
	int extremes_only;
} section;

static int is_shown(const section *s, size_t row)
{
	if (cb_cell_has_message(s->m->rows[row].any) != s->message)
		return 0;
	return !s->extremes_only || cb__layout_is_extreme(s->m, row);
}

static void add_row(section *s, size_t row)
{
	const cb__layout_row *r = &s->m->rows[row];
	char text[FIGURE_SIZE], operation[96];

	cb__layout_operation(r->any, operation, sizeof(operation));
	snprintf(text, sizeof(text), "%llu", (unsigned long long)r->any->size);
	cb__grid_add(&s->texts, r->any->algorithm, STYLE_PLAIN);
	cb__grid_add(&s->texts, operation, STYLE_PLAIN);
	cb__grid_add(&s->texts, s->message ? text : "", STYLE_PLAIN);
	for (size_t i = 0; i < s->m->column_count; i++) {
		cb__style look = cb__layout_text(s->m, text, row, i);

		cb__grid_add(&s->texts, text, look);
	}
}

static void section_init(section *s, const cb__layout *m, int message, int extremes_only)
{
	*s = (section){.m = m, .message = message, .extremes_only = extremes_only};
	cb__grid_init(&s->texts, NAME_COLUMNS + m->column_count);
	cb__grid_add(&s->texts, "algorithm", STYLE_STRONG);
	cb__grid_add(&s->texts, "operation", STYLE_STRONG);
	cb__grid_add(&s->texts, message ? "size" : "", STYLE_STRONG);
	for (size_t i = 0; i < m->column_count; i++)
		cb__grid_add(&s->texts, m->columns[i].title, STYLE_STRONG);
	for (size_t i = 0; i < m->row_count; i++)
		if (is_shown(s, i))
			add_row(s, i);
}

static size_t names_width(const section *s)
{
	size_t width = cb__grid_width(&s->texts, 0) + COLUMN_GAP + cb__grid_width(&s->texts, 1);

	return width + (s->message ? COLUMN_GAP + cb__grid_width(&s->texts, 2) : 0);
}

static size_t figures_width(const section *s, const cb__layout_library *library)
{
	size_t width = 0;

	for (size_t i = 0; i < library->column_count; i++)
		width += cb__grid_width(&s->texts, NAME_COLUMNS + library->first_column + i);
	return width + (library->column_count - 1) * COLUMN_GAP;
}

/* a title longer than its figures pushes the next library away */
static size_t library_width(const section *s, const cb__layout_library *library)
{
	size_t figures = figures_width(s, library), title = cb__style_width(library->title);

	return title > figures ? title : figures;
}

/* index after the last library that fits beside @p first */
static size_t block_end(const section *s, size_t first)
{
	size_t limit = s->m->view->columns, width = names_width(s), i = first;

	while (i < s->m->library_count) {
		width += LIBRARY_GAP + library_width(s, &s->m->libraries[i]);
		if (i > first && limit != 0 && width > limit)
			break;
		i++;
	}
	return i;
}

static void print_titles(FILE *out, const section *s, size_t first, size_t end)
{
	const cb_view *v = s->m->view;
	const char *unit = cb__figure_unit(v, s->message);
	size_t names = names_width(s);

	cb__style_print(out, unit, STYLE_STRONG, v->color);
	cb__style_repeat(out, " ", names > strlen(unit) ? names - strlen(unit) : 0);
	for (size_t i = first; i < end; i++) {
		const cb__layout_library *library = &s->m->libraries[i];
		size_t rest = library_width(s, library) - cb__style_width(library->title);

		cb__style_repeat(out, " ", LIBRARY_GAP);
		cb__style_print(out, library->title, STYLE_STRONG, v->color);
		if (rest > 1) {
			fputc(' ', out);
			cb__style_repeat(out, v->utf8 ? "\xe2\x94\x80" : "-", rest - 1);
		} else if (i + 1 < end) {
			cb__style_repeat(out, " ", rest);
		}
	}
	fputc('\n', out);
}

static void print_library(
	FILE *out, const section *s, size_t row, const cb__layout_library *library, int is_last)
{
	int color = s->m->view->color;

	for (size_t i = 0; i < library->column_count; i++) {
		size_t column = NAME_COLUMNS + library->first_column + i;

		cb__style_repeat(out, " ", i == 0 ? LIBRARY_GAP : COLUMN_GAP);
		cb__grid_print(
			out, &s->texts, row, column, cb__grid_width(&s->texts, column), 1, color);
	}
	if (!is_last)
		cb__style_repeat(out, " ", library_width(s, library) - figures_width(s, library));
}

static void print_row(FILE *out, const section *s, size_t row, size_t first, size_t end)
{
	int color = s->m->view->color;

	cb__grid_print(out, &s->texts, row, 0, cb__grid_width(&s->texts, 0), 0, color);
	cb__style_repeat(out, " ", COLUMN_GAP);
	cb__grid_print(out, &s->texts, row, 1, cb__grid_width(&s->texts, 1), 0, color);
	if (s->message) {
		cb__style_repeat(out, " ", COLUMN_GAP);
		cb__grid_print(out, &s->texts, row, 2, cb__grid_width(&s->texts, 2), 1, color);
	}
	for (size_t i = first; i < end; i++)
		print_library(out, s, row, &s->m->libraries[i], i + 1 == end);
	fputc('\n', out);
}

/* lines with the blank one after each block; without @p out they are only counted */
static size_t print_section(FILE *out, const section *s)
{
	size_t lines = 0;

	if (cb__grid_rows(&s->texts) < 2)
		return 0;
	for (size_t first = 0; first < s->m->library_count;) {
		size_t end = block_end(s, first);

		lines += HEADING_LINES + cb__grid_rows(&s->texts);
		if (out != NULL) {
			print_titles(out, s, first, end);
			for (size_t row = 0; row < cb__grid_rows(&s->texts); row++)
				print_row(out, s, row, first, end);
			fputc('\n', out);
		}
		first = end;
	}
	return lines;
}

/* -1 if memory ran out, else the number of lines is added to @p ret_lines */
static int run_section(
	FILE *out, size_t *ret_lines, const cb__layout *m, int message, int extremes_only)
{
	section s;
	int status;

	section_init(&s, m, message, extremes_only);
	status = s.texts.failed ? -1 : 0;
	if (status == 0)
		*ret_lines += print_section(out, &s);
	cb__grid_done(&s.texts);
	return status;
}

/* likewise */
static int run_scaling(
	FILE *out, size_t *ret_lines, const cb__layout *m, int message, int largest_only)
{
	cb__scaling s;
	int status;

	cb__scaling_init(&s, m, message, 0, largest_only);
	status = s.texts.failed ? -1 : 0;
	if (status == 0 && cb__scaling_has_lines(&s)) {
		*ret_lines += cb__grid_print_titled(out, &s.texts, 1, m->view->color) + 1;
		if (out != NULL)
			fputc('\n', out);
	}
	cb__scaling_done(&s);
	return status;
}

static int run_sections(FILE *out, size_t *ret_lines, const cb__layout *m, int extremes_only)
{
	int status = 0;

	*ret_lines = 0;
	for (int message = 1; status == 0 && message >= 0; message--)
		status = run_section(out, ret_lines, m, message, extremes_only);
	for (int message = 1; status == 0 && message >= 0; message--)
		status = run_scaling(out, ret_lines, m, message, extremes_only);
	return status;
}

static int has_hidden_rows(const cb__layout *m)
{
	for (size_t i = 0; i < m->row_count; i++)
		if (!cb__layout_is_extreme(m, i))
			return 1;
	return 0;
}

static size_t print_paragraph(FILE *out, const cb__layout *m, const char *text)
{
	cb__wrap w;

	cb__wrap_begin(&w, out, m->view->columns, COLUMN_GAP, m->view->color);
	cb__wrap_text(&w, text, STYLE_PLAIN);
	return cb__wrap_end(&w);
}

/* lines; without @p out they are only counted */
static size_t print_legend(FILE *out, const cb__layout *m)
{
	char text[LEGEND_SIZE];
	size_t lines = 0;

	for (size_t i = 0; cb__legend_at(m, i, text); i++)
		lines += print_paragraph(out, m, text);
	return lines;
}

static int print_matrix(FILE *out, const cb__layout *m)
{
	size_t lines, shown, notes;
	int extremes_only;

	if (run_sections(NULL, &lines, m, 0) != 0 ||
		cb__notes_count(&notes, m->results, m->view) != 0)
		return -1;
	if (!m->view->quiet)
		lines += print_legend(NULL, m);
	lines += notes;
	/* what is left out must be said, which nobody who is quiet wants */
	extremes_only = !m->view->quiet && m->view->rows != 0 && lines >= m->view->rows &&
			has_hidden_rows(m);
	if (run_sections(out, &shown, m, extremes_only) != 0)
		return -1;
	if (!m->view->quiet)
		print_legend(out, m);
	if (extremes_only)
		print_paragraph(out, m,
			"smallest and largest size shown; for all of them pipe into 'less' or use"
			" -o FILE");
	return 0;
}

/* Something follows: a blank line ends what is below the figures, too. */
static int print_one(FILE *out, const cb_results *results, const cb_view *v, int is_last)
{
	cb__layout m;
	int status;

	if (cb__layout_init(&m, results, v) != 0)
		return -1;
	status = print_matrix(out, &m);
	if (!is_last && !v->quiet && print_legend(NULL, &m) > 0)
		fputc('\n', out);
	cb__layout_done(&m);
	return status;
}

static void print_title(FILE *out, const cb_view *v, const char *title)
{
	cb__style_print(out, title, STYLE_STRONG, v->color);
	fputc('\n', out);
}

/* One table by each clock; each has half of a terminal's lines. */
static int print_both(FILE *out, const cb_results *results, cb_view *v)
{
	int status;

	v->rows /= 2;
	print_title(out, v, "by wall time");
	v->time = TIME_WALL;
	status = print_one(out, results, v, 0);
	print_title(out, v, "by CPU time");
	v->time = TIME_CPU;
	if (status == 0)
		status = print_one(out, results, v, 1);
	v->time = TIME_WALL; /* whose marks the notes explain */
	return status;
}

int cb__format_table(FILE *out, const cb_results *results, const cb_view *v)
{
	cb_view own = *v;
	int status = v->time == TIME_BOTH && v->unit != UNIT_CYCLES ? print_both(out, results, &own)
								    : print_one(out, results, v, 1);

	if (status == 0)
		status = cb__notes_write(out, results, &own, NOTES_PLAIN);
	return status;
}
