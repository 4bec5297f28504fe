/* SPDX-License-Identifier: Apache-2.0 */
/* A text being made: how every function of cb/format.h begins and ends. */
#ifndef CB_FORMAT_PAGE_H
#define CB_FORMAT_PAGE_H

#include <locale.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif
#include <stdio.h>

#include "advise_format.h"
#include "compare_format.h"
#include "format.h"
#include "gate_format.h"
#include "info.h"
#include "listing.h"
#include "proof_format.h"
#include "selftest_text.h"

/** One format, and what writes it. */
typedef struct cb__format_row {
	cb_format format;
	union {
		cb__format_fn *results;
		cb__proof_format_fn *proofs;
		cb__compare_format_fn *comparisons;
		cb__gate_format_fn *gate;
		cb__selftest_fn *selftest;
		cb__listing_fn *inventory;
		cb__info_fn *info;
		cb__advise_format_fn *advices;
	} write;
} cb__format_row;

/** The formats of one kind of document. */
typedef struct cb__formats {
	const char *document; /* "results": what messages call it */
	const cb__format_row *rows;
	size_t count;
} cb__formats;

/** Format @p index; NULL past the end. */
const cb_format *cb__formats_at(const cb__formats *formats, size_t index);

typedef struct cb__page {
	FILE *out;
	const cb__format_row *row;
	const cb_view *view; /* never NULL */
	char *text;
	size_t text_len;
	locale_t locale;
	locale_t before; /* of the calling thread */
} cb__page;

/**
 * Begins a text in the format called @p name. Until cb__page_end() the calling thread has the
 * locale "C": numbers and characters must not depend on the program's.
 *
 * @param view may be NULL
 * @return CB_OK, CB_ENOTFOUND, CB_ENOMEM; then there is nothing to end
 */
cb_status cb__page_begin(
	cb__page *p, const cb__formats *formats, const char *name, const cb_view *view);

/** Likewise a text that has one form only. */
cb_status cb__page_begin_plain(cb__page *p, const cb_view *view);

/** Writes the document @p text, which ends with a line end then, and frees it. */
void cb__page_put(FILE *out, char *text);

/** Ends the text. On CB_OK, which is what became of it if @p status is, it goes to @p out. */
cb_status cb__page_end(cb__page *p, cb_status status, char **out);

#endif
