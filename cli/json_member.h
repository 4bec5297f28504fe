/* SPDX-License-Identifier: Apache-2.0 */
/* Building documents of other programs. Each returns -1 if memory ran out, else 0; a NULL @p object
 * is such a failure, too. */
#ifndef CB_CLI_JSON_MEMBER_H
#define CB_CLI_JSON_MEMBER_H

#include <stdio.h>

#include <jansson.h>

int json_member_text(json_t *object, const char *key, const char *text);

/** A number that is not known, which is none, is left out. */
int json_member_number(json_t *object, const char *key, double value);
int json_member_integer(json_t *object, const char *key, json_int_t value);

/** Appends @p entry, which is used up in any case, unless @p failed. */
int json_member_append(json_t *array, json_t *entry, int failed);

/** Writes @p root, which is used up in any case, unless @p failed. */
int json_member_write(FILE *out, json_t *root, int failed);

#endif
