/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show what libraries offer. */
#ifndef CB_FORMAT_LISTING_H
#define CB_FORMAT_LISTING_H

#include <stdio.h>

#include <cb/inventory.h>

typedef struct cb__listing {
	const cb_inventory *inventory;
	const cb_algorithm **algorithms; /* those to be shown */
	size_t algorithm_count;
	size_t columns; /* of the terminal, or of what is written elsewhere */
	int color;
} cb__listing;

/** Writes @p l; -1 if memory ran out, else 0. */
typedef int cb__listing_fn(FILE *out, const cb__listing *l);

/** Operations that library @p index has, as bits; 0 if there are none. */
unsigned cb__listing_ops(
	const cb__listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm);

/** Variants that some of these operations have, as bits. */
unsigned cb__listing_variants(
	const cb__listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm);

/** Why cb__listing_ops() is 0, or "". */
const char *cb__listing_reason(
	const cb__listing *l, size_t index, cb_accel accel, const cb_algorithm *algorithm);

/** Operation @p index in the order of all lists, those measured only on request last; NONE past the
 *  end. */
cb_op cb__listing_op_at(size_t index);

/** Writes the names of the operations in @p ops: "encrypt decrypt". */
void cb__listing_operations(unsigned ops, char *text, size_t text_size);

/** Likewise "message stream". */
void cb__listing_variant_names(unsigned variants, char *text, size_t text_size);

/** Whether @p library can be used at all. */
int cb__listing_is_usable(const cb_library *library);

/** Whether @p mode is no other mode under another name. */
int cb__listing_is_own_mode(const cb_mode *mode);

/** Whether all that library @p index has is its own, so that it belongs in no comparison. */
int cb__listing_is_apart(const cb__listing *l, size_t index);

/** Writes algorithms against libraries, kind by kind; -1 if memory ran out. */
int cb__listing_matrix(FILE *out, const cb__listing *l);

/** Calls @p write for each reason why a library that is compared lacks algorithms that it might
 *  have: "libsodium:off", the reason, "aes-256-gcm, ...". */
typedef void cb__listing_reason_fn(
	FILE *out, const cb__listing *l, const char *who, const char *text);
void cb__listing_reasons(FILE *out, const cb__listing *l, cb__listing_reason_fn *write);

cb__listing_fn cb__listing_table;
cb__listing_fn cb__listing_markdown;
cb__listing_fn cb__listing_csv;
cb__listing_fn cb__listing_json;

#endif
