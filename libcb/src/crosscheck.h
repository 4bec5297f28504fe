/* SPDX-License-Identifier: Apache-2.0 */
/* Whether the libraries of a panel agree with each other. */
#ifndef CB_CROSSCHECK_H
#define CB_CROSSCHECK_H

#include "matrix.h"

/**
 * Compares the open cells of @p panel: equal outputs where the operation has one right answer;
 * otherwise each verifies what another signed, or uses the keys that another made.
 *
 * Right is what more than half of the libraries agree with. A library has one vote, because its
 * modes and builds share its mistakes, and none if they contradict each other. Cells that have no
 * majority behind them end as mismatch: with two libraries that disagree, both.
 *
 * @return CB_OK, CB_ECANCELLED, CB_ENOMEM
 */
cb_status cb__crosscheck(cb__panel *panel, size_t entry_count, cb__crew *crew, uint64_t seed);

#endif
