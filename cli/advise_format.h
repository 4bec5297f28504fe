/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show advice. */
#ifndef CB_CLI_ADVISE_FORMAT_H
#define CB_CLI_ADVISE_FORMAT_H

#include <stdio.h>

#include <cb/advise.h>

#include "format.h"

/** Advice for one profile, or a line for each of several. */
typedef struct advise_set {
	const cb_advice **advices;
	size_t count;
} advise_set;

/** Writes @p set; -1 if memory ran out, else 0 (errors of @p out are the caller's). */
typedef int advise_format_fn(FILE *out, const advise_set *set, const view *v);

typedef struct advise_format {
	const char *name;
	advise_format_fn *write;
} advise_format;

/** The format called @p name; NULL if there is none. */
const advise_format *advise_format_find(const char *name);

advise_format_fn advise_text;
advise_format_fn advise_json;
advise_format_fn advise_markdown;

#endif
