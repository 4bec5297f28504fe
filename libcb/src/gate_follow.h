/* SPDX-License-Identifier: Apache-2.0 */
/* Counts instead of times: both sides of each pair are followed. */
#ifndef CB_GATE_FOLLOW_H
#define CB_GATE_FOLLOW_H

#include "bench.h"
#include "gate_pairs.h"

typedef struct cb__followed {
	json_t *counts;   /* the caller's: for each pair's id {"base": [], "head": []} */
	json_t *left_out; /* the caller's: ids of pairs that take more steps than are allowed, which
			     were taken out of the list */
	int is_late; /* the budget ended while one was followed, which is as if it had not begun */
	int is_refused; /* this machine does not permit it, or knows no instructions */
} cb__followed;

/**
 * Follows one operation of base and head of each pair, several times, while the budget lasts.
 * What goes wrong ends up in the cells.
 *
 * @return CB_OK, CB_ECANCELLED (@p out is written), CB_ENOMEM
 */
cb_status cb__pairs_follow(cb__followed *out, cb__pairs *pairs, cb__bench *bench);

/** Counts the instructions of one operation of both sides of @p pair, while the budget lasts, which
 *  says whether a loss is more work. What cannot be counted stays 0. CB_OK, CB_ECANCELLED,
 * CB_ENOMEM. */
cb_status cb__pair_count_work(cb__pair *pair, cb__bench *bench);

#endif
