/* SPDX-License-Identifier: Apache-2.0 */
/* Slowdowns of known size in gates that were recorded, and p-values of null comparisons. */
#ifndef CB_SELFTEST_INJECT_H
#define CB_SELFTEST_INJECT_H

#include <cb/selftest.h>

#include "gate.h"
#include "plan.h"

/** Makes the head of @p document's forced cells, at most @p cells of them, slower by
 *  rate->injected_percent, judges by @p rules with rate->limit_percent and counts. The document
 *  stays as it is. CB_OK or CB_ENOMEM. */
cb_status cb__selftest_inject(cb_selftest_rate *rate, cb_context *ctx, const json_t *document,
	const cb_rules *rules, size_t cells);

/** The p-values of the confirmations of forced cells, for no loss at all; at most @p max. Returns
 *  how many. */
size_t cb__selftest_p_values(double *out, size_t max, const cb_gate *gate);

/** Sets the limit, and the tolerance to a quarter of it if it would not be below. */
cb_status cb__selftest_set_limit(cb_rules *rules, double limit_percent);

/** Has the next gate of @p plan slow one forced cell of @p document down. */
cb_status cb__selftest_choose_injection(cb_plan *plan, const json_t *document, double percent);
cb_status cb__selftest_clear_injection(cb_plan *plan);

#endif
