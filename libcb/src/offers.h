/* SPDX-License-Identifier: Apache-2.0 */
/* What workers said that they offer. */
#ifndef CB_OFFERS_H
#define CB_OFFERS_H

#include "crew.h"

/** The catalogue and the algorithms that only backends know. */
typedef struct cb__algorithms {
	cb_algorithm *own;
	size_t own_count;
} cb__algorithms;

/** Adds the own algorithms of all members. CB_ENOMEM. */
cb_status cb__algorithms_collect(cb__algorithms *algorithms, const cb__crew *crew);
void cb__algorithms_done(cb__algorithms *algorithms);

size_t cb__algorithms_count(const cb__algorithms *algorithms);

/** Algorithm @p index, or NULL. Borrowed. */
const cb_algorithm *cb__algorithms_at(const cb__algorithms *algorithms, size_t index);

/** The offer of a member's worker for @p algorithm, or NULL. Borrowed. */
const json_t *cb__member_offer(const cb__member *member, const char *algorithm);

/** Whether the member's worker offers @p op of @p algorithm. */
int cb__member_offers(const cb__member *member, const char *algorithm, cb_op op);

/** Whether the member's worker can have any operation of @p algorithm in @p variant. */
int cb__member_has_variant(const cb__member *member, const char *algorithm, cb_variant variant);

#endif
