/* SPDX-License-Identifier: Apache-2.0 */
/* Measures sides next to each other and judges: what is behind cb_plan_gate(). */
#ifndef CB_GATE_RUN_H
#define CB_GATE_RUN_H

#include "gate.h"
#include "plan.h"

/** What is compared. All zero but the sides is what cb_plan_gate() does. */
typedef struct cb__gate_order {
	const char *const *bases; /* subjects as they are written */
	const char *const *heads; /* not looked at if is_copy */
	size_t count;             /* of both */
	int is_copy;              /* the head is a copy of the base's library: a null comparison */
	const char *mode;         /* what the document calls it; NULL: the rules' mode */
	size_t forced;            /* cells that are confirmed in full without being suspects */
	uint64_t seed;            /* of the order of samples; 0: the plan's */
	const json_t *drift;      /* of each cell's id, the logarithm of what was lost before */
} cb__gate_order;

/** As cb_plan_gate(). */
cb_status cb__gate_measure(cb_gate **out, cb_plan *plan, const cb__gate_order *order,
	const cb_rules *rules, cb_progress_fn *progress, void *payload);

#endif
