/* SPDX-License-Identifier: Apache-2.0 */
/* The timed loop. Knows no files, no JSON, no processes; allocates nothing. */
#ifndef CB_SRC_MEASURE_H
#define CB_SRC_MEASURE_H

#include <stdint.h>

#include <cb/backend.h>

#include "cycles.h"

/** Time that is added to batches on purpose, to see whether a slowdown of that size is found. */
typedef struct cb__slowdown {
	double percent; /* of the batch's own CPU time */
	double owed_ns; /* what the last batch was given too little (or, below 0, too much) */
} cb__slowdown;

/** What is timed. */
typedef struct cb__work {
	cb_run_fn *run;
	void *state;
	cb_io *io;
	const cb__counter *counter; /* NULL: cycles are not counted */
	cb__slowdown *slowdown;     /* NULL in real life */
} cb__work;

/** One timed batch. */
typedef struct cb__sample {
	uint64_t ops;
	uint64_t start_ns; /* by the wall clock, which all processes of a machine share */
	uint64_t wall_ns;
	uint64_t cpu_ns;
	int64_t switches; /* involuntary context switches */
	uint64_t cycles;  /* counted by the kernel; 0 where it does not let us */
	double clock_hz;  /* of the core, read after the batch; 0 if it cannot be */
} cb__sample;

/** Runs at least one operation and for at least @p min_ns, untimed: caches, frequency, branch
 *  predictors. Returns the first status that is not CB_OK. */
cb_status cb__measure_lead_in(const cb__work *work, uint64_t min_ns);

/** How many operations take about @p target_ns (at least 1000 steps of the clock); at least 1. */
cb_status cb__measure_calibrate(uint64_t *ret_ops, const cb__work *work, uint64_t target_ns);

/**
 * Times @p ops operations, spread over sixteen positions of the stack.
 *
 * @param turn number of the sample: batches shorter than sixteen go on where the last one ended
 */
cb_status cb__measure_sample(cb__sample *out, const cb__work *work, uint64_t ops, uint64_t turn);

#endif
