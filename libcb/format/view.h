/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_FORMAT_VIEW_H
#define CB_FORMAT_VIEW_H

#include <stddef.h>

#include <cb/format.h>

typedef enum cb__statistic { STATISTIC_MEDIAN, STATISTIC_TRIMMED, STATISTIC_MIN } cb__statistic;

/** That of cb_cell_time(), unless one was asked for; both of them are two tables, and in a text
 * that has none as TIME_AUTO. */
typedef enum cb__time { TIME_AUTO, TIME_WALL, TIME_CPU, TIME_BOTH } cb__time;

/** Bytes or operations per second; ns per operation; cycles per byte or operation. */
typedef enum cb__unit { UNIT_RATE, UNIT_TIME, UNIT_CYCLES } cb__unit;

/* Zeroed: every option at its default. */
struct cb_view {
	cb_context *ctx;
	cb__time time;
	cb__statistic statistic;
	cb__unit unit;
	int has_columns;
	size_t columns; /* 0 for no limit */
	size_t rows;
	int color;
	int utf8;
	int quiet;
	int show_files;
	int fixed_launches;
	double elapsed_s; /* 0 if not known */
	int all;
	int has_exit;
	int exit;
	char *algorithms; /* NULL for all */
};

#endif
