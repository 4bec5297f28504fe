/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show results. */
#ifndef CB_CLI_FORMAT_H
#define CB_CLI_FORMAT_H

#include <stddef.h>
#include <stdio.h>

#include <cb/results.h>

typedef enum statistic { STATISTIC_MEDIAN, STATISTIC_TRIMMED, STATISTIC_MIN } statistic;

/** Bytes or operations per second; ns per operation; cycles per byte or operation. */
typedef enum view_unit { UNIT_RATE, UNIT_TIME, UNIT_CYCLES } view_unit;

/** What is shown of the results, and on what. Zeroed: rates by wall time, medians, no terminal. */
typedef struct view {
	int cpu_time;
	statistic statistic;
	view_unit unit;
	size_t columns; /* of the terminal; 0 for no limit */
	size_t rows;
	int color;
	int utf8;
	int quiet;          /* no notes below the numbers, and no marks at them */
	int show_files;     /* somebody named libraries: say which they are */
	int fixed_launches; /* their number was given, so no precision was aimed at */
	double elapsed_s;   /* 0 if not known */
	int all;            /* of a judgement: also the cells of which nothing is to be said */
} view;

/** Writes @p results; -1 if memory ran out, else 0 (errors of @p out are the caller's). */
typedef int format_fn(FILE *out, const cb_results *results, const view *v);

typedef struct format {
	const char *name;
	const char *ending; /* of files that get this format unasked; NULL if none */
	const char *help;
	format_fn *write;
} format;

/** Format @p index; NULL past the end. */
const format *format_at(size_t index);

/** The format called @p name; NULL if there is none. */
const format *format_find(const char *name);

/** The ending of the name of @p file, with its dot; "" if there is none. */
const char *format_ending(const char *file);

/** The format for files with the ending of @p file; the table without one; NULL if it is unknown.
 */
const format *format_for_file(const char *file);

format_fn format_table;
format_fn format_speed;
format_fn format_slope;
format_fn format_json;
format_fn format_csv;
format_fn format_markdown;
format_fn format_openmetrics;
format_fn format_github;
format_fn format_bencher;
format_fn format_google;

#endif
