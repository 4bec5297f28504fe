/* SPDX-License-Identifier: Apache-2.0 */
/* Follows one operation instruction by instruction. */
#ifndef CB_WORKER_FOLLOW_H
#define CB_WORKER_FOLLOW_H

#include "../src/cell.h"
#include "../src/tally.h"
#include "ranges.h"

/** Before and after all calls of follow_once(): a child that does not go on for @p limit_ms is
 *  given up. Takes SIGALRM and its timer meanwhile. CB_EWORKER if they cannot be had. */
cb_status follow_begin(unsigned limit_ms);
void follow_end(void);

/**
 * Runs the operation of a started @p cell in a child of this process, which must have no other
 * threads, and counts its instructions. The child's memory is a copy, so each call follows the
 * same.
 *
 * @param step_budget instructions after which it ends, not complete
 * @return CB_OK; CB_ENOTSUP if this system or this machine does not let children be followed;
 *         CB_EBACKEND if the operation failed; CB_ETIMEDOUT if it did not go on; CB_EWORKER if it
 *         ended in another way; CB_ENOMEM. @p why says why
 */
cb_status follow_once(
	cb__tally *out, cb__cell *cell, const ranges *inside, uint64_t step_budget, cb_text *why);

#endif
