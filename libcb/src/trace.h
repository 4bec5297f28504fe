/* SPDX-License-Identifier: Apache-2.0 */
/* Has a worker follow one operation, and judges what it executed. */
#ifndef CB_TRACE_H
#define CB_TRACE_H

#include "crew.h"
#include "plan.h"
#include "tally.h"

typedef struct cb__trace_spec {
	const char *algorithm;
	const char *operation;
	uint64_t size;
	const char *variant;
	uint64_t seed;
	uint64_t steps;    /* instructions after which it is cut */
	uint32_t repeats;  /* how often it is followed */
	uint32_t limit_ms; /* after which it is given up as timed out; 0: as long as the steps take
			    */
} cb__trace_spec;

/** All zero but the outcome is "not followed". */
typedef struct cb__trace {
	cb_outcome outcome; /* as in cb_proof */
	char *reason;       /* or NULL */
	char *output;       /* or NULL */
	cb__tally tally;
	uint32_t repeats;
	uint32_t answer_count; /* published ones that it was held against */
	int is_untraceable;    /* nothing can be followed here */
	int is_unsteady;       /* repeats gave different counts */
} cb__trace;

/**
 * Asks the worker of @p member, which is started if need be. What goes wrong is in @p out, to be
 * released with cb__trace_done().
 *
 * @return CB_OK, CB_ECANCELLED, CB_ENOMEM
 */
cb_status cb__trace_take(
	cb__trace *out, cb__crew *crew, cb__member *member, const cb__trace_spec *spec);

void cb__trace_done(cb__trace *trace);

/** What several traces of one subject say of its mode. All zero is the beginning. */
typedef struct cb__trace_sum {
	unsigned followed; /* to their ends */
	unsigned cut;      /* followed in part, which proves nothing but a broken mode */
	unsigned missed;   /* failed while they were followed */
	int is_broken;
	cb__tally tally; /* of all */
	cb_text broken;  /* the first that broke the mode, and how */
	cb_text miss;    /* the first that failed, and how */
} cb__trace_sum;

/** Adds a trace of what is called @p name; one that was not to be had adds nothing. */
void cb__trace_sum_add(cb__trace_sum *sum, const char *name, const cb__trace *trace);

/** Whether there is anything to conclude: one followed to its end, or one that broke the mode. */
int cb__trace_sum_decides(const cb__trace_sum *sum);

/** The proof as documents have it, without cells. NULL if out of memory. */
json_t *cb__trace_sum_to_json(const cb__trace_sum *sum, cb_accel accel);

void cb__trace_sum_done(cb__trace_sum *sum);

#endif
