/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show comparisons. */
#ifndef CB_CLI_COMPARE_FORMAT_H
#define CB_CLI_COMPARE_FORMAT_H

#include <stdio.h>

#include <cb/compare.h>

#include "format.h"

/** Comparisons with one base, in the order of the command line. */
typedef struct compare_set {
	const cb_comparison **comparisons;
	size_t count;
} compare_set;

/** Writes @p set; -1 if memory ran out, else 0 (errors of @p out are the caller's). */
typedef int compare_format_fn(FILE *out, const compare_set *set, const view *v);

typedef struct compare_format {
	const char *name;
	compare_format_fn *write;
} compare_format;

/** The format called @p name; NULL if there is none. */
const compare_format *compare_format_find(const char *name);

compare_format_fn compare_table;
compare_format_fn compare_json;
compare_format_fn compare_csv;
compare_format_fn compare_markdown;

#endif
