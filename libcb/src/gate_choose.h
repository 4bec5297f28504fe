/* SPDX-License-Identifier: Apache-2.0 */
/* Who is measured next: what hearings want, the gravest first. */
#ifndef CB_GATE_CHOOSE_H
#define CB_GATE_CHOOSE_H

#include "gate_pairs.h"
#include "rules.h"

/** What pairs are chosen for. */
typedef enum cb__purpose {
	CB__TO_SCREEN,  /* too uncertain to be confirmed */
	CB__TO_CONFIRM, /* suspects, undecided ones, and what slowdowns are injected into later */
	CB__TO_FOLLOW   /* regressed: their instructions are counted */
} cb__purpose;

/**
 * Who, by what is known now, has to be measured again or followed: the canary first, for without it
 * no verdict counts; then those not yet confirmed before those undecided, the greatest loss first.
 *
 * @param[out] out room for all pairs and the canary
 * @return CB_OK or CB_ENOMEM
 */
cb_status cb__pairs_choose(cb__pair **out, size_t *ret_count, const cb__pairs *all,
	const cb_rules *rules, cb__purpose purpose);

#endif
