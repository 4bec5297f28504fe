/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_FORMAT_MARKDOWN_H
#define CB_FORMAT_MARKDOWN_H

#include <stdio.h>

#include "grid.h"

/** Writes @p text so that Markdown shows it as it is, also inside a pipe table. */
void cb__markdown_text(FILE *out, const char *text);

/** Writes @p g as a pipe table, its first row as headings, columns from @p left on to the right. */
void cb__markdown_grid(FILE *out, const cb__grid *g, size_t left);

#endif
