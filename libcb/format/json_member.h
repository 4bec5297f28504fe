/* SPDX-License-Identifier: Apache-2.0 */
/* Building documents of other programs. Each returns -1 if memory ran out, else 0; a NULL @p object
 * is such a failure, too. */
#ifndef CB_FORMAT_JSON_MEMBER_H
#define CB_FORMAT_JSON_MEMBER_H

#include <stdio.h>

#include <jansson.h>

int cb__json_member_text(json_t *object, const char *key, const char *text);

/** A number that is not known, which is none, is left out. */
int cb__json_member_number(json_t *object, const char *key, double value);
int cb__json_member_integer(json_t *object, const char *key, json_int_t value);

/** Appends @p entry, which is used up in any case, unless @p failed. */
int cb__json_member_append(json_t *array, json_t *entry, int failed);

/** @p value, unless @p failed; then it is used up, and what is returned is NULL. */
json_t *cb__json_member_whole(json_t *value, int failed);

/** Writes @p root, which is used up in any case, unless @p failed. */
int cb__json_member_write(FILE *out, json_t *root, int failed);

#endif
