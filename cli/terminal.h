/* SPDX-License-Identifier: Apache-2.0 */
/* What the terminal is and wants: colour, size, character set. */
#ifndef CB_CLI_TERMINAL_H
#define CB_CLI_TERMINAL_H

#include <stddef.h>
#include <stdio.h>

typedef enum style {
	STYLE_PLAIN,
	STYLE_STRONG,
	STYLE_FAINT,
	STYLE_GOOD,
	STYLE_DOUBTFUL,
	STYLE_BAD,
	STYLE_COUNT /* not a style */
} style;

/** Whether to colour what goes to @p fd. @p choice is "auto", "always", "never" or NULL (auto). */
int terminal_color(const char *choice, int fd);

/** Whether a line that is redrawn may be shown on standard error. */
int terminal_live(void);

/** Columns and rows of the terminal behind @p fd; both 0 if it is none. If it does not tell,
 * COLUMNS does. */
void terminal_size(int fd, size_t *ret_columns, size_t *ret_rows);

/** Whether the locale of the user is UTF-8; needs setlocale(LC_CTYPE, ""). */
int terminal_is_utf8(void);

/** Columns that @p text takes: its characters. */
size_t text_width(const char *text);

/** Writes @p text with control characters replaced, in @p look if @p color. */
void text_print(FILE *out, const char *text, style look, int color);

/** Switches to @p look from plain, or back with STYLE_PLAIN. */
void text_look(FILE *out, style look, int color);

/** Writes one byte of a text, unless it is a control character. */
void text_put(FILE *out, char c);

/** Writes @p count times the same character. */
void text_repeat(FILE *out, const char *character, size_t count);

#endif
