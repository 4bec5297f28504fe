/* SPDX-License-Identifier: Apache-2.0 */
/* Paragraphs that are broken at blanks where the terminal ends. */
#ifndef CB_CLI_WRAP_H
#define CB_CLI_WRAP_H

#include "terminal.h"

#define WRAP_WORD 256

/** A paragraph being written; between wrap_begin() and wrap_end(). */
typedef struct wrap {
	FILE *out; /* NULL: lines are only counted */
	size_t limit;
	size_t indent;
	int color;
	style look; /* of what was written last */
	size_t column;
	size_t lines;
	size_t blanks; /* before the word, which is still open */
	size_t length;
	char word[WRAP_WORD];
	style looks[WRAP_WORD];
} wrap;

/** Begins a paragraph at the margin.
 *
 * @param out NULL to count only
 * @param limit columns of a line; 0 for one line of any length
 * @param indent blanks before every further line */
void wrap_begin(wrap *w, FILE *out, size_t limit, size_t indent, int color);

/** Adds text, which may end within a word. */
void wrap_text(wrap *w, const char *text, style look);

/** Ends the paragraph; returns the number of its lines. */
size_t wrap_end(wrap *w);

#endif
