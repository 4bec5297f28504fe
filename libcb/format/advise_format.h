/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show advice. */
#ifndef CB_FORMAT_ADVISE_FORMAT_H
#define CB_FORMAT_ADVISE_FORMAT_H

#include <stdio.h>

#include <cb/advise.h>

#include "view.h"

/** Advice for one profile, or a line for each of several. */
typedef struct cb__advise_set {
	const cb_advice *const *advices;
	size_t count;
} cb__advise_set;

/** Writes @p set; -1 if memory ran out, else 0 (errors of @p out are the caller's). */
typedef int cb__advise_format_fn(FILE *out, const cb__advise_set *set, const cb_view *v);

cb__advise_format_fn cb__advise_text;
cb__advise_format_fn cb__advise_json;
cb__advise_format_fn cb__advise_markdown;

#endif
