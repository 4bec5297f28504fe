/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show comparisons. */
#ifndef CB_FORMAT_COMPARE_FORMAT_H
#define CB_FORMAT_COMPARE_FORMAT_H

#include <stdio.h>

#include <cb/compare.h>

#include "format.h"

/** Comparisons with one base, in the order of the command line. */
typedef struct cb__compare_set {
	const cb_comparison *const *comparisons;
	size_t count;
} cb__compare_set;

/** Writes @p set; -1 if memory ran out, else 0 (errors of @p out are the caller's). */
typedef int cb__compare_format_fn(FILE *out, const cb__compare_set *set, const cb_view *v);

cb__compare_format_fn cb__compare_table;
cb__compare_format_fn cb__compare_json;
cb__compare_format_fn cb__compare_csv;
cb__compare_format_fn cb__compare_markdown;

#endif
