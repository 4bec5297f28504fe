/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show results. */
#ifndef CB_FORMAT_FORMAT_H
#define CB_FORMAT_FORMAT_H

#include <stdio.h>

#include <cb/results.h>

#include "view.h"

/** Writes @p results; -1 if memory ran out, else 0 (errors of @p out are the caller's). */
typedef int cb__format_fn(FILE *out, const cb_results *results, const cb_view *v);

cb__format_fn cb__format_table;
cb__format_fn cb__format_speed;
cb__format_fn cb__format_slope;
cb__format_fn cb__format_json;
cb__format_fn cb__format_csv;
cb__format_fn cb__format_markdown;
cb__format_fn cb__format_openmetrics;
cb__format_fn cb__format_github;
cb__format_fn cb__format_bencher;
cb__format_fn cb__format_google;

#endif
