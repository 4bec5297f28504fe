/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show what a context sees of this machine. */
#ifndef CB_FORMAT_INFO_H
#define CB_FORMAT_INFO_H

#include <stdio.h>

#include <jansson.h>

/** Writes @p info, a document "libcb.info/1"; -1 if memory ran out, else 0. */
typedef int cb__info_fn(FILE *out, json_t *info);

#endif
