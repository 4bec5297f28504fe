/* SPDX-License-Identifier: Apache-2.0 */
/* A function of the calling program, called in this process: what a worker's cell is elsewhere. */
#ifndef CB_CALLEE_H
#define CB_CALLEE_H

#include <cb/measure.h>

#include "measure.h"
#include "text.h"

typedef struct cb__callee {
	cb_function function;
	cb_algorithm algorithm;     /* what the function is to documents; borrows its name */
	const cb__counter *counter; /* of the calling thread; borrowed, may be NULL */
	int is_open;                /* set up, and not torn down */
	int returned;               /* by the last call or set-up */
} cb__callee;

/** @p function's pointers are borrowed. */
void cb__callee_init(cb__callee *out, const cb_function *function, const cb__counter *counter);

/* All return CB_OK, CB_EBACKEND if the function failed (@p why says how), or CB_ECANCELLED if it
 * ends the measurement. */

cb_status cb__callee_open(cb__callee *callee, cb_text *why);
cb_status cb__callee_calibrate(
	cb__callee *callee, uint64_t *ret_ops, uint64_t target_ns, cb_text *why);
cb_status cb__callee_lead_in(cb__callee *callee, uint64_t min_ns, cb_text *why);
cb_status cb__callee_sample(
	cb__callee *callee, cb__sample *out, uint64_t ops, uint64_t turn, cb_text *why);

/** Tears down what is open, and nothing twice. */
void cb__callee_close(cb__callee *callee);

#endif
