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
	size_t columns; /* of the terminal, or of what is written elsewhere */
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

/** Variants that some of these operations have, as bits. */
unsigned listing_variants(
	const listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm);

/** Why listing_ops() is 0, or "". */
const char *listing_reason(
	const listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm);

/** Operation @p index in the order of all lists, those measured only on request last; NONE past the
 *  end. */
cb_op listing_op_at(size_t index);

/** Writes the names of the operations in @p ops: "encrypt decrypt". */
void listing_operations(unsigned ops, char *text, size_t text_size);

/** Likewise "message stream". */
void listing_variant_names(unsigned variants, char *text, size_t text_size);

/** Whether @p library can be used at all. */
int listing_is_usable(const cb_library *library);

/** Whether @p mode is no other mode under another name. */
int listing_is_own_mode(const cb_mode *mode);

/** Whether all that library @p index has is its own, so that it belongs in no comparison. */
int listing_is_apart(const listing *l, size_t index);

/** Writes algorithms against libraries, kind by kind; -1 if memory ran out. */
int listing_matrix(FILE *out, const listing *l);

/** Calls @p write for each reason why a library that is compared lacks algorithms that it might
 *  have: "libsodium:off", the reason, "aes-256-gcm, ...". */
typedef void listing_reason_fn(FILE *out, const listing *l, const char *who, const char *text);
void listing_reasons(FILE *out, const listing *l, listing_reason_fn *write);

listing_fn listing_table;
listing_fn listing_markdown;
listing_fn listing_csv;
listing_fn listing_json;

#endif
