/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of others where a format gives some characters a meaning. */
#ifndef CB_CLI_ESCAPE_H
#define CB_CLI_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

/** What stands for a character; a table ends with an empty row. */
typedef struct escape_row {
	char character;
	const char *text;
} escape_row;

/** Bytes of the character that @p text begins with; 0 at its end, and if it is no UTF-8. */
size_t escape_length(const char *text);

/**
 * Writes @p text, each character as @p table says.
 *
 * Bytes that are no UTF-8 become U+FFFD, since no reader of any format takes them.
 *
 * @param control what stands for a control character that is not in the table; NULL: itself
 */
void escape_write(FILE *out, const char *text, const escape_row *table, const char *control);

/** @p text for a JSON document, which takes all but what is no UTF-8; NULL if memory ran out. */
json_t *escape_json(const char *text);

#endif
