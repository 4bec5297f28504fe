/* SPDX-License-Identifier: Apache-2.0 */
/* Looks of texts on a terminal, and texts that must not spoil it. */
#ifndef CB_FORMAT_STYLE_H
#define CB_FORMAT_STYLE_H

#include <stddef.h>
#include <stdio.h>

typedef enum cb__style {
	STYLE_PLAIN,
	STYLE_STRONG,
	STYLE_FAINT,
	STYLE_GOOD,
	STYLE_DOUBTFUL,
	STYLE_BAD,
	STYLE_COUNT /* not a style */
} cb__style;

/** Columns that @p text takes: its characters. */
size_t cb__style_width(const char *text);

/** Writes @p text with control characters replaced, in @p look if @p color. */
void cb__style_print(FILE *out, const char *text, cb__style look, int color);

/** Switches to @p look from plain, or back with STYLE_PLAIN. */
void cb__style_switch(FILE *out, cb__style look, int color);

/** Writes the character that @p text begins with, which is not at its end, and returns how many
 *  bytes it has. A control character becomes a question mark, and so does what is no UTF-8. */
size_t cb__style_put(FILE *out, const char *text);

/** Writes @p count times the same character. */
void cb__style_repeat(FILE *out, const char *character, size_t count);

#endif
