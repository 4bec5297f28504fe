/* SPDX-License-Identifier: Apache-2.0 */
#include "grid.h"

#include <stdlib.h>
#include <string.h>

void cb__grid_init(cb__grid *g, size_t columns)
{
	*g = (cb__grid){.columns = columns};
}

void cb__grid_done(cb__grid *g)
{
	for (size_t i = 0; i < g->count; i++)
		free(g->cells[i].text);
	free(g->cells);
	*g = (cb__grid){0};
}

static int grow(cb__grid *g)
{
	size_t size = g->size == 0 ? 64 : 2 * g->size;
	cb__grid_cell *cells = realloc(g->cells, size * sizeof(*cells));

	if (cells == NULL)
		return 0;
	g->cells = cells;
	g->size = size;
	return 1;
}

void cb__grid_add(cb__grid *g, const char *text, cb__style look)
{
	size_t text_size = strlen(text) + 1;
	char *copy;

	if (g->failed || (g->count == g->size && !grow(g))) {
		g->failed = 1;
		return;
	}
	copy = malloc(text_size);
	if (copy == NULL) {
		g->failed = 1;
		return;
	}
	memcpy(copy, text, text_size);
	g->cells[g->count++] = (cb__grid_cell){copy, look};
}

size_t cb__grid_rows(const cb__grid *g)
{
	return g->columns == 0 ? 0 : g->count / g->columns;
}

size_t cb__grid_width(const cb__grid *g, size_t column)
{
	size_t widest = 0;

	for (size_t row = 0; row < cb__grid_rows(g); row++) {
		size_t width = cb__style_width(g->cells[row * g->columns + column].text);

		widest = width > widest ? width : widest;
	}
	return widest;
}

void cb__grid_print(
	FILE *out, const cb__grid *g, size_t row, size_t column, size_t width, int right, int color)
{
	const cb__grid_cell *cell = &g->cells[row * g->columns + column];
	size_t used = cb__style_width(cell->text);
	size_t padding = width > used ? width - used : 0;

	if (right)
		cb__style_repeat(out, " ", padding);
	cb__style_print(out, cell->text, cell->look, color);
	if (!right)
		cb__style_repeat(out, " ", padding);
}

/* the last text of a line is not padded */
static size_t last_used(const cb__grid *g, size_t row)
{
	size_t column = g->columns;

	while (column > 1 && g->cells[row * g->columns + column - 1].text[0] == '\0')
		column--;
	return column - 1;
}

static void print_row(FILE *out, const cb__grid *g, size_t row, int color)
{
	size_t last = last_used(g, row);

	for (size_t column = 0; column <= last; column++) {
		cb__grid_print(out, g, row, column, column == last ? 0 : cb__grid_width(g, column),
			0, color);
		fputs(column == last ? "\n" : "  ", out);
	}
}

void cb__grid_print_all(FILE *out, const cb__grid *g, int color)
{
	for (size_t row = 0; row < cb__grid_rows(g); row++)
		print_row(out, g, row, color);
}

/* of the first column, titles left out */
static size_t first_width(const cb__grid *g)
{
	size_t widest = 0;

	for (size_t row = 0; row < cb__grid_rows(g); row++) {
		size_t width = cb__style_width(g->cells[row * g->columns].text);

		if (last_used(g, row) > 0 && width > widest)
			widest = width;
	}
	return widest;
}

static void print_titled_row(FILE *out, const cb__grid *g, size_t row, int right, int color)
{
	size_t last = last_used(g, row);

	cb__grid_print(out, g, row, 0, last > 0 ? first_width(g) : 0, 0, color);
	for (size_t column = 1; column <= last; column++) {
		size_t width = right || column < last ? cb__grid_width(g, column) : 0;

		fputs("  ", out);
		cb__grid_print(out, g, row, column, width, right, color);
	}
	fputc('\n', out);
}

size_t cb__grid_print_titled(FILE *out, const cb__grid *g, int right, int color)
{
	for (size_t row = 0; out != NULL && row < cb__grid_rows(g); row++)
		print_titled_row(out, g, row, right, color);
	return cb__grid_rows(g);
}
