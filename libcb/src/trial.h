/* SPDX-License-Identifier: Apache-2.0 */
/* The short check before a run: does each subject keep its acceleration mode? */
#ifndef CB_TRIAL_H
#define CB_TRIAL_H

#include "crew.h"
#include "plan.h"

/**
 * Follows a few operations of every living member; if the plan did not ask for it, the shortest
 * only, and no longer than a twentieth of the budget. One that executes what its mode forbids
 * becomes CB_OUTCOME_UNPROVEN; the others get a proof of level "trace". Where nothing can be
 * followed the proofs stay as they are.
 *
 * @return CB_OK, CB_ECANCELLED, CB_ENOMEM
 */
cb_status cb__trial(cb__crew *crew, const cb__settings *settings);

#endif
