/* SPDX-License-Identifier: Apache-2.0 */
/* What a gate compares: pairs of cells, with the base's control as a third, and one visit of them.
 */
#ifndef CB_GATE_PAIRS_H
#define CB_GATE_PAIRS_H

#include "entry.h"
#include "series.h"

typedef struct cb__pair {
	cb__panel *panel;
	cb__entry *arms[CB__ARM_COUNT]; /* the control may be missing (NULL) or dead */
	size_t mode;
	char *id;          /* what rules match */
	int has_control;   /* the control takes part in the screen, too */
	int has_same_code; /* nothing to measure */
	int is_forced;     /* confirmed, and that extended, without being a suspect */
	cb__series screen;
	cb__series confirm;
	uint64_t work[2]; /* instructions of one operation, base and head; 0: not counted */
	double cost_s;    /* of the last visit */
} cb__pair;

typedef struct cb__pairs {
	cb__pair *rows;
	size_t count;
	cb__pair *canary; /* NULL if none could be had; owns its panel and entries */
} cb__pairs;

/**
 * Makes a pair of each panel and mode in which a side has something, and chooses at random which
 * tenth of them, at least one, has a control in the screen. CB_OK or CB_ENOMEM.
 *
 * @param crew its members are as cb__sides_new() orders them
 */
cb_status cb__pairs_new(
	cb__pairs *out, cb__matrix *matrix, const cb__crew *crew, cb__random *random);

/** Chooses a pair for the canary, a cheap one if there is any; its head is slowed by the caller.
 *  CB_OK (also without a canary, if no pair can be measured) or CB_ENOMEM. */
cb_status cb__pairs_add_canary(cb__pairs *pairs, cb__random *random);

void cb__pairs_done(cb__pairs *pairs);
void cb__pair_done(cb__pair *pair);

/** Whether both sides can be measured. */
int cb__pair_is_alive(const cb__pair *pair);

/** Rounds of a visit: so many calm ones are wanted, and at most half as many again are
 *  taken. */
typedef struct cb__pair_visit {
	cb__visit visit; /* rounds are those wanted */
	int is_confirm;  /* else the screen */
} cb__pair_visit;

/**
 * Opens the arms, takes rounds, closes. What goes wrong ends up in the cells.
 *
 * @return CB_OK, CB_ECANCELLED, CB_ENOMEM
 */
cb_status cb__pair_visit_once(cb__pair *pair, size_t entry_count, const cb__pair_visit *how);

#endif
