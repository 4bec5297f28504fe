/* SPDX-License-Identifier: Apache-2.0 */
/* What the terminal is and wants: colour, size, character set. */
#ifndef CB_CLI_TERMINAL_H
#define CB_CLI_TERMINAL_H

#include <stddef.h>

/** Whether to colour what goes to @p fd. @p choice is "auto", "always", "never" or NULL (auto). */
int terminal_color(const char *choice, int fd);

/** Whether a line that is redrawn may be shown on standard error. */
int terminal_live(void);

/** Columns and rows of the terminal behind @p fd; both 0 if it is none. If it does not tell,
 * COLUMNS does. */
void terminal_size(int fd, size_t *ret_columns, size_t *ret_rows);

/** Whether the locale of the user is UTF-8; needs setlocale(LC_CTYPE, ""). */
int terminal_is_utf8(void);

#endif
