/* SPDX-License-Identifier: Apache-2.0 */
/* Texts in rows and columns, to be printed aligned. */
#ifndef CB_CLI_GRID_H
#define CB_CLI_GRID_H

#include <stddef.h>
#include <stdio.h>

#include "terminal.h"

typedef struct grid_cell {
	char *text;
	style look;
} grid_cell;

typedef struct grid {
	size_t columns;
	size_t count; /* cells, row by row */
	size_t size;
	grid_cell *cells;
	int failed; /* out of memory: later additions are ignored */
} grid;

/** An empty grid; free with grid_done(). */
void grid_init(grid *g, size_t columns);
void grid_done(grid *g);

/** Adds the next cell, left to right and top to bottom; copies @p text. */
void grid_add(grid *g, const char *text, style look);

size_t grid_rows(const grid *g);

/** Columns of text that grid column @p column needs. */
size_t grid_width(const grid *g, size_t column);

/** Writes one cell padded to @p width; @p right puts the padding in front of it. */
void grid_print(
	FILE *out, const grid *g, size_t row, size_t column, size_t width, int right, int color);

/** Writes the whole grid, left-aligned, two blanks between columns, first row as headings. */
void grid_print_all(FILE *out, const grid *g, int color);

/** Writes the whole grid, the first column to the left, the others to the right (or left too if not
 *  @p right). A row with nothing but a first text is a title, which may be wider. Returns lines;
 *  without @p out they are only counted. */
size_t grid_print_titled(FILE *out, const grid *g, int right, int color);

#endif
