/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show what libraries offer. */
#ifndef CB_CLI_LISTING_H
#define CB_CLI_LISTING_H

#include <stdio.h>

#include <cb/inventory.h>

typedef struct listing {
	cb_inventory *inventory;
	const cb_algorithm **algorithms; /* those to be shown */
	size_t algorithm_count;
	int color;
} listing;

/** Writes @p l; -1 if memory ran out, else 0. */
typedef int listing_fn(FILE *out, const listing *l);

typedef struct listing_format {
	const char *name;
	listing_fn *write;
} listing_format;

/** The format called @p name; NULL if there is none. */
const listing_format *listing_format_find(const char *name);

/** Operations that library @p index has, as bits; 0 if there are none. */
unsigned listing_ops(const listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm);

/** Why listing_ops() is 0, or "". */
const char *listing_reason(
	const listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm);

/** Writes the names of the operations in @p ops: "encrypt decrypt". */
void listing_operations(unsigned ops, char *text, size_t text_size);

listing_fn listing_table;
listing_fn listing_markdown;
listing_fn listing_csv;
listing_fn listing_json;

#endif
