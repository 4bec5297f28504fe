/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Measuring functions of the calling program.
 *
 * They are sampled in turn by the harness that samples libraries (lead-in, calibrated batches,
 * stack positions, rounds, launches, intervals, paired ratios), but in the calling process and on
 * the calling thread. So there is no isolation: a function that crashes ends the program, one that
 * hangs hangs it, no time limit holds, and whatever else the program does at the same time is
 * part of the figures. The results say so ("isolation": "none", warning "in-process").
 */
#ifndef CB_MEASURE_H
#define CB_MEASURE_H

#include <stddef.h>
#include <stdint.h>

#include <cb/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A function to measure; start from CB_FUNCTION_INIT.
 *
 * None of the three may leave by longjmp() or by an exception of another language: what was opened
 * would stay open. None may use the plan or its context. A thread that one of them starts inherits
 * the one processor that the calling thread is pinned to.
 */
typedef struct cb_function {
	size_t struct_size; /* set by CB_FUNCTION_INIT */
	/** Letters, digits and ._+- ; each only once in one call. */
	const char *name;
	/** Bytes that one call works through, which gives a rate in bytes per second; 0 for calls
	 *  per second only. At most CB_FUNCTION_SIZE_MAX. */
	uint64_t size;
	/** Once in each launch, untimed. Anything but 0: the cell has failed. May be NULL. Setup
	 *  and call may return CB_FUNCTION_STOP. */
	int (*setup)(void *payload);
	/** Exactly one operation. Anything but 0: the cell has failed, and is not called again. */
	int (*call)(void *payload);
	/** After each setup that succeeded, in any case. May be NULL. */
	void (*teardown)(void *payload);
	void *payload; /* handed to all three */
} cb_function;

#ifdef __cplusplus
#define CB_FUNCTION_INIT                                                                           \
	{                                                                                          \
		sizeof(cb_function), NULL, 0, NULL, NULL, NULL, NULL                               \
	}
#else
#define CB_FUNCTION_INIT                                                                           \
	{                                                                                          \
		.struct_size = sizeof(cb_function)                                                 \
	}
#endif

#define CB_FUNCTION_SIZE_MAX (UINT64_C(1) << 40)

/**
 * What a setup or call returns to end the whole measurement, as if progress had cancelled it:
 * nobody has failed, nothing is called any more but what tears down. For bindings, after one of
 * their functions raised an exception.
 */
#define CB_FUNCTION_STOP (-2147483647 - 1)

/**
 * The function that does nothing, measured beside the others so that the cost of being called
 * shows. libcb brings one of its own unless @p functions has one of this name: a binding puts
 * there what an empty function of its language costs.
 */
#define CB_FUNCTION_EMPTY "empty"

/**
 * Measures @p functions against each other.
 *
 * Each is a subject of backend "function" with its name for a label, and has one cell,
 * "function/NAME/call/SIZE/on". Of each two there is a ratio, from rounds in which both were
 * sampled within milliseconds, in CPU time of the calling thread: of a function that waits, or that
 * lets other threads work, only the wall times of the summary tell anything.
 *
 * A launch sets up all functions, samples them in turn for some rounds and tears them down, in
 * random order. Of the plan's options those with CB_USED_BY_MEASURE are heeded; a plan that was
 * given others or subjects is refused, since neither would mean anything. A function that fails
 * is the outcome of its cell, with the number that it returned in the reason; others go on.
 *
 * The calling thread is pinned to one CPU meanwhile; its affinity is restored before the call
 * returns. No process is started and no signal handler installed.
 *
 * @param[out] out free with cb_results_free(). Also written on CB_ECANCELLED, as by cb_plan_run()
 * @param functions copied, but for what their pointers point to; measured in the order of this
 *                  list where an order shows
 * @param progress may be NULL. Called between batches, at least every 100 ms unless a single call
 *                 takes longer than that: then between calls
 * @return CB_OK even if cells failed; CB_ECANCELLED; CB_EEMPTY without functions; CB_EINVAL for
 *         a structure of another version, a missing call, a bad name or one that is there twice, a
 *         size too large, a plan with subjects or with an option that is not for this;
 *         CB_ENOMEM, CB_EIO; the context says what
 */
CB_API cb_status cb_plan_measure(cb_plan *plan, cb_results **out, const cb_function *functions,
	size_t count, cb_progress_fn *progress, void *payload) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
