/* SPDX-License-Identifier: Apache-2.0 */
/* Results as people compare them: a row per algorithm, operation and size; the modes of each
 * library side by side, followed by what they gain. */
#ifndef CB_FORMAT_LAYOUT_H
#define CB_FORMAT_LAYOUT_H

#include "figure.h"
#include "style.h"

#define LAYOUT_NONE ((size_t)-1)

typedef struct cb__layout_row {
	const cb_cell *any;    /* names the row */
	const cb_cell **cells; /* by subject; NULL where there is none */
} cb__layout_row;

/** Subjects that differ only in their acceleration mode; or how one such library compares to
 *  another of its backend. */
typedef struct cb__layout_library {
	const cb_subject *any;
	char name[128];                  /* "openssl", "mine/distro" */
	char title[256];                 /* "openssl 3.0.22"; holds any name */
	size_t subjects[CB_ACCEL_COUNT]; /* MATRIX_NONE where there is none, or it is another's */
	size_t first_column;
	size_t column_count;
} cb__layout_library;

/** A figure if @c over is MATRIX_NONE, else how much faster @c subject is than @c over. */
typedef struct cb__layout_column {
	const char *title;
	size_t library;
	size_t subject;
	size_t over;
	int is_pair; /* the two are different libraries */
} cb__layout_column;

typedef struct cb__layout {
	const cb_results *results;
	const cb_view *view;
	size_t subject_count;
	size_t row_count;
	cb__layout_row *rows;
	size_t library_count;
	cb__layout_library *libraries;
	size_t column_count;
	cb__layout_column *columns;
	const cb_cell **cells; /* of all rows */
} cb__layout;

/** Arranges @p results, which must outlive it; 0, or -1 if memory ran out. */
int cb__layout_init(cb__layout *m, const cb_results *results, const cb_view *v);
void cb__layout_done(cb__layout *m);

/** Text and look of one figure. */
cb__style cb__layout_text(const cb__layout *m, char text[FIGURE_SIZE], size_t row, size_t column);

/** The operation, with what else is not as usual: "seal", "seal stream threads=4 load=2". */
void cb__layout_operation(const cb_cell *cell, char *text, size_t text_size);

/** The same without threads, processes and load: "seal stream". */
void cb__layout_work(const cb_cell *cell, char *text, size_t text_size);

/** Whether this is the smallest or the largest size of what the row is about. */
int cb__layout_is_extreme(const cb__layout *m, size_t row);

#endif
