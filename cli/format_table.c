/* SPDX-License-Identifier: Apache-2.0 */
/* Aligned columns; libraries that do not fit beside each other follow below. */
#include "format.h"

#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "legend.h"
#include "matrix.h"
#include "notes.h"
#include "scaling.h"
#include "wrap.h"

#define NAME_COLUMNS  3 /* algorithm, operation, size */
#define COLUMN_GAP    2
#define LIBRARY_GAP   4
#define HEADING_LINES 2

/* All rows with a message, or all without. */
typedef struct section {
	const matrix *m;
	grid texts; /* headings first, then names and figures */
	int message;
	int extremes_only;
} section;

static int is_shown(const section *s, size_t row)
{
	if (figure_has_message(s->m->rows[row].any) != s->message)
		return 0;
	return !s->extremes_only || matrix_is_extreme(s->m, row);
}

static void add_row(section *s, size_t row)
{
	const matrix_row *r = &s->m->rows[row];
	char text[FIGURE_SIZE], operation[96];

	matrix_operation(r->any, operation, sizeof(operation));
	snprintf(text, sizeof(text), "%llu", (unsigned long long)r->any->size);
	grid_add(&s->texts, r->any->algorithm, STYLE_PLAIN);
	grid_add(&s->texts, operation, STYLE_PLAIN);
	grid_add(&s->texts, s->message ? text : "", STYLE_PLAIN);
	for (size_t i = 0; i < s->m->column_count; i++) {
		style look = matrix_text(s->m, text, row, i);

		grid_add(&s->texts, text, look);
	}
}

static void section_init(section *s, const matrix *m, int message, int extremes_only)
{
	*s = (section){.m = m, .message = message, .extremes_only = extremes_only};
	grid_init(&s->texts, NAME_COLUMNS + m->column_count);
	grid_add(&s->texts, "algorithm", STYLE_STRONG);
	grid_add(&s->texts, "operation", STYLE_STRONG);
	grid_add(&s->texts, message ? "size" : "", STYLE_STRONG);
	for (size_t i = 0; i < m->column_count; i++)
		grid_add(&s->texts, m->columns[i].title, STYLE_STRONG);
	for (size_t i = 0; i < m->row_count; i++)
		if (is_shown(s, i))
			add_row(s, i);
}

static size_t names_width(const section *s)
{
	size_t width = grid_width(&s->texts, 0) + COLUMN_GAP + grid_width(&s->texts, 1);

	return width + (s->message ? COLUMN_GAP + grid_width(&s->texts, 2) : 0);
}

static size_t figures_width(const section *s, const matrix_library *library)
{
	size_t width = 0;

	for (size_t i = 0; i < library->column_count; i++)
		width += grid_width(&s->texts, NAME_COLUMNS + library->first_column + i);
	return width + (library->column_count - 1) * COLUMN_GAP;
}

/* a title longer than its figures pushes the next library away */
static size_t library_width(const section *s, const matrix_library *library)
{
	size_t figures = figures_width(s, library), title = text_width(library->title);

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
	const view *v = s->m->view;
	const char *unit = figure_unit(v, s->message);
	size_t names = names_width(s);

	text_print(out, unit, STYLE_STRONG, v->color);
	text_repeat(out, " ", names > strlen(unit) ? names - strlen(unit) : 0);
	for (size_t i = first; i < end; i++) {
		const matrix_library *library = &s->m->libraries[i];
		size_t rest = library_width(s, library) - text_width(library->title);

		text_repeat(out, " ", LIBRARY_GAP);
		text_print(out, library->title, STYLE_STRONG, v->color);
		if (rest > 1) {
			fputc(' ', out);
			text_repeat(out, v->utf8 ? "\xe2\x94\x80" : "-", rest - 1);
		} else if (i + 1 < end) {
			text_repeat(out, " ", rest);
		}
	}
	fputc('\n', out);
}

static void print_library(
	FILE *out, const section *s, size_t row, const matrix_library *library, int is_last)
{
	int color = s->m->view->color;

	for (size_t i = 0; i < library->column_count; i++) {
		size_t column = NAME_COLUMNS + library->first_column + i;

		text_repeat(out, " ", i == 0 ? LIBRARY_GAP : COLUMN_GAP);
		grid_print(out, &s->texts, row, column, grid_width(&s->texts, column), 1, color);
	}
	if (!is_last)
		text_repeat(out, " ", library_width(s, library) - figures_width(s, library));
}

static void print_row(FILE *out, const section *s, size_t row, size_t first, size_t end)
{
	int color = s->m->view->color;

	grid_print(out, &s->texts, row, 0, grid_width(&s->texts, 0), 0, color);
	text_repeat(out, " ", COLUMN_GAP);
	grid_print(out, &s->texts, row, 1, grid_width(&s->texts, 1), 0, color);
	if (s->message) {
		text_repeat(out, " ", COLUMN_GAP);
		grid_print(out, &s->texts, row, 2, grid_width(&s->texts, 2), 1, color);
	}
	for (size_t i = first; i < end; i++)
		print_library(out, s, row, &s->m->libraries[i], i + 1 == end);
	fputc('\n', out);
}

/* lines with the blank one after each block; without @p out they are only counted */
static size_t print_section(FILE *out, const section *s)
{
	size_t lines = 0;

	if (grid_rows(&s->texts) < 2)
		return 0;
	for (size_t first = 0; first < s->m->library_count;) {
		size_t end = block_end(s, first);

		lines += HEADING_LINES + grid_rows(&s->texts);
		if (out != NULL) {
			print_titles(out, s, first, end);
			for (size_t row = 0; row < grid_rows(&s->texts); row++)
				print_row(out, s, row, first, end);
			fputc('\n', out);
		}
		first = end;
	}
	return lines;
}

/* -1 if memory ran out, else the number of lines is added to @p ret_lines */
static int run_section(
	FILE *out, size_t *ret_lines, const matrix *m, int message, int extremes_only)
{
	section s;
	int status;

	section_init(&s, m, message, extremes_only);
	status = s.texts.failed ? -1 : 0;
	if (status == 0)
		*ret_lines += print_section(out, &s);
	grid_done(&s.texts);
	return status;
}

/* likewise */
static int run_scaling(FILE *out, size_t *ret_lines, const matrix *m, int message, int largest_only)
{
	scaling s;
	int status;

	scaling_init(&s, m, message, 0, largest_only);
	status = s.texts.failed ? -1 : 0;
	if (status == 0 && scaling_has_lines(&s)) {
		*ret_lines += grid_print_titled(out, &s.texts, 1, m->view->color) + 1;
		if (out != NULL)
			fputc('\n', out);
	}
	scaling_done(&s);
	return status;
}

static int run_sections(FILE *out, size_t *ret_lines, const matrix *m, int extremes_only)
{
	int status = 0;

	*ret_lines = 0;
	for (int message = 1; status == 0 && message >= 0; message--)
		status = run_section(out, ret_lines, m, message, extremes_only);
	for (int message = 1; status == 0 && message >= 0; message--)
		status = run_scaling(out, ret_lines, m, message, extremes_only);
	return status;
}

static int has_hidden_rows(const matrix *m)
{
	for (size_t i = 0; i < m->row_count; i++)
		if (!matrix_is_extreme(m, i))
			return 1;
	return 0;
}

static size_t print_paragraph(FILE *out, const matrix *m, const char *text)
{
	wrap w;

	wrap_begin(&w, out, m->view->columns, COLUMN_GAP, m->view->color);
	wrap_text(&w, text, STYLE_PLAIN);
	return wrap_end(&w);
}

/* lines; without @p out they are only counted */
static size_t print_legend(FILE *out, const matrix *m)
{
	char text[LEGEND_SIZE];
	size_t lines = 0;

	for (size_t i = 0; legend_at(m, i, text); i++)
		lines += print_paragraph(out, m, text);
	return lines;
}

static int print_matrix(FILE *out, const matrix *m)
{
	size_t lines, shown;
	int extremes_only;

	if (run_sections(NULL, &lines, m, 0) != 0)
		return -1;
	if (!m->view->quiet)
		lines += print_legend(NULL, m);
	lines += notes_count(m->results, m->view);
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

int format_table(FILE *out, const cb_results *results, const view *v)
{
	matrix m;
	int status;

	if (matrix_init(&m, results, v) != 0)
		return -1;
	status = print_matrix(out, &m);
	matrix_done(&m);
	if (status == 0)
		notes_write(out, results, v, NOTES_PLAIN);
	return status;
}
