/* SPDX-License-Identifier: Apache-2.0 */
/* Texts in rows and columns, to be printed aligned. */
#ifndef CB_FORMAT_GRID_H
#define CB_FORMAT_GRID_H

#include <stddef.h>
#include <stdio.h>

#include "style.h"

typedef struct cb__grid_cell {
	char *text;
	cb__style look;
} cb__grid_cell;

typedef struct cb__grid {
	size_t columns;
	size_t count; /* cells, row by row */
	size_t size;
	cb__grid_cell *cells;
	int failed; /* out of memory: later additions are ignored */
} cb__grid;

/** An empty grid; free with cb__grid_done(). */
void cb__grid_init(cb__grid *g, size_t columns);
void cb__grid_done(cb__grid *g);

/** Adds the next cell, left to right and top to bottom; copies @p text. */
void cb__grid_add(cb__grid *g, const char *text, cb__style look);

size_t cb__grid_rows(const cb__grid *g);

/** Columns of text that grid column @p column needs. */
size_t cb__grid_width(const cb__grid *g, size_t column);

/** Writes one cell padded to @p width; @p right puts the padding in front of it. */
void cb__grid_print(FILE *out, const cb__grid *g, size_t row, size_t column, size_t width,
	int right, int color);

/** Writes the whole grid, left-aligned, two blanks between columns, first row as headings. */
void cb__grid_print_all(FILE *out, const cb__grid *g, int color);

/** Writes the whole grid, the first column to the left, the others to the right (or left too if not
 *  @p right). A row with nothing but a first text is a title, which may be wider. Returns lines;
 *  without @p out they are only counted. */
size_t cb__grid_print_titled(FILE *out, const cb__grid *g, int right, int color);

#endif
