/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_FORMAT_OUTLINE_H
#define CB_FORMAT_OUTLINE_H

#include <stdio.h>

#include <jansson.h>

/** Writes @p value as indented lines "name: value"; short lists of plain values on one line.
 *  -1 if memory ran out, else 0. */
int cb__outline_print(FILE *out, json_t *value, size_t depth);

#endif
