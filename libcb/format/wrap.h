/* SPDX-License-Identifier: Apache-2.0 */
/* Paragraphs that are broken at blanks where the terminal ends. */
#ifndef CB_FORMAT_WRAP_H
#define CB_FORMAT_WRAP_H

#include "style.h"

#define WRAP_WORD 256

/** A paragraph being written; between cb__wrap_begin() and cb__wrap_end(). */
typedef struct cb__wrap {
	FILE *out; /* NULL: lines are only counted */
	size_t limit;
	size_t indent;
	int color;
	cb__style look; /* of what was written last */
	size_t column;
	size_t lines;
	size_t blanks; /* before the word, which is still open */
	size_t length;
	char word[WRAP_WORD + 1];
	cb__style looks[WRAP_WORD];
} cb__wrap;

/** Begins a paragraph at the margin.
 *
 * @param out NULL to count only
 * @param limit columns of a line; 0 for one line of any length
 * @param indent blanks before every further line */
void cb__wrap_begin(cb__wrap *w, FILE *out, size_t limit, size_t indent, int color);

/** Adds text, which may end within a word. */
void cb__wrap_text(cb__wrap *w, const char *text, cb__style look);

/** Ends the paragraph; returns the number of its lines. */
size_t cb__wrap_end(cb__wrap *w);

#endif
