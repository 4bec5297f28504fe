/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show a judgement. */
#ifndef CB_FORMAT_GATE_FORMAT_H
#define CB_FORMAT_GATE_FORMAT_H

#include <stdio.h>

#include "format.h"
#include "gate_view.h"

/** Writes @p g; -1 if memory ran out, else 0 (errors of @p out are the caller's). */
typedef int cb__gate_format_fn(FILE *out, const cb__gate_view *g, const cb_view *v);

/** For people: the worst first; the last line, which is always there, for programs. */
cb__gate_format_fn cb__gate_table;

/** JUnit XML: one test for each cell, and one for the judgement as a whole, which fails where
 * nothing was judged. */
cb__gate_format_fn cb__gate_junit;

/** Everything that was measured and said, to be judged again. */
cb__gate_format_fn cb__gate_json;

/** Longest page of cb__gate_markdown(): GitHub drops a summary above 1024 KiB. */
#define GATE_MARKDOWN_MAX 1000000

/** For a summary of a step or a comment: the worst that fit into GATE_MARKDOWN_MAX bytes. */
cb__gate_format_fn cb__gate_markdown;

/** GitHub shows not more annotations of a kind than these. */
#define GATE_GITHUB_MAX 10

/** Workflow commands that make annotations. */
cb__gate_format_fn cb__gate_github;

/** GitLab's Code Quality report. */
cb__gate_format_fn cb__gate_codequality;

/** OpenMetrics: losses, limits, counts of verdicts. */
cb__gate_format_fn cb__gate_openmetrics;

#endif
