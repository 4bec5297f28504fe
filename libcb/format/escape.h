/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of others where a format gives some characters a meaning. */
#ifndef CB_FORMAT_ESCAPE_H
#define CB_FORMAT_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

/** What stands for a character; a table ends with an empty row. */
typedef struct cb__escape_row {
	char character;
	const char *text;
} cb__escape_row;

/** Bytes of the character that @p text begins with; 0 at its end, and if it is no UTF-8. */
size_t cb__escape_length(const char *text);

/** Whether the character of so many bytes steers a terminal, or the direction of what follows. */
int cb__escape_is_control(const char *text, size_t length);

/**
 * Writes @p text, each character as @p table says.
 *
 * Bytes that are no UTF-8 become U+FFFD, since no reader of any format takes them.
 *
 * @param control what stands for a control character that is not in the table; NULL: itself
 */
void cb__escape_write(
	FILE *out, const char *text, const cb__escape_row *table, const char *control);

/** @p text for a JSON document, which takes all but what is no UTF-8; NULL if memory ran out. */
json_t *cb__escape_json(const char *text);

#endif
