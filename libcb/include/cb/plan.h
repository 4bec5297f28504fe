/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What to measure, and measuring it.
 *
 * A plan is subjects x algorithms x operations x sizes, plus options. Everything has a default, so
 * an empty plan is the default matrix over every library found.
 */
#ifndef CB_PLAN_H
#define CB_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include <cb/context.h>
#include <cb/results.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_plan cb_plan;

/** Which calls heed an option. */
#define CB_USED_BY_RUN     1u
#define CB_USED_BY_PROVE   2u
#define CB_USED_BY_GATE    4u
#define CB_USED_BY_MEASURE 8u
#define CB_USED_BY_ADVISE  16u /* a run that a profile plans: cb_profile_plan() */

/** One option of cb_plan_set(), for programs that show or pass on all of them. */
typedef struct cb_option {
	const char *name;     /* "launches", the spelling of cbench without the dashes */
	const char *argument; /* "N"; NULL for a switch, which takes "1" or "0" */
	const char *fallback; /* default as text; "" if it is worked out */
	const char *help;     /* one line */
	unsigned uses;        /* CB_USED_BY_ bits */
} cb_option;

/** Number of options, and one of them (NULL past the end). Constant data. */
CB_API size_t cb_option_count(void);
CB_API const cb_option *cb_option_at(size_t index);

/**
 * Creates an empty plan.
 *
 * @param[out] out free with cb_plan_free(), before @p ctx
 * @return CB_OK or CB_ENOMEM
 */
CB_API cb_status cb_plan_new(cb_plan **out, cb_context *ctx) CB_MUST_CHECK;

/** Frees @p plan; results made from it live on. */
CB_API void cb_plan_free(cb_plan *plan);

/**
 * Adds what is compared: `[LABEL@]BACKEND[/IMPLEMENTATION][:ACCEL][=LIBRARY]`.
 *
 * IMPLEMENTATION is one of those that a backend gives names to (`cbench list` shows them); whether
 * it is there is seen when the plan runs.
 *
 * Without ACCEL, one subject for each mode of the option "accel". LIBRARY is a file or a directory
 * of unpacked packages; without it the system's library is measured. Without any subject a plan
 * has every backend found but `null`.
 *
 * @return CB_OK, CB_ENOMEM, CB_EINVAL for a malformed subject, CB_ENOTFOUND for a backend or
 *         library that is not there; the context says which
 */
CB_API cb_status cb_plan_add_subject(cb_plan *plan, const char *subject) CB_MUST_CHECK;

/**
 * Sets an option from text. Lists are separated by commas and replace what was set before.
 *
 * Setting "accel" after a subject was added does not change that subject.
 *
 * @return CB_OK, CB_ENOMEM, CB_ENOTFOUND for an unknown option or a pattern that matches nothing,
 *         CB_EINVAL for a value out of range, CB_ENOTSUP for what this version cannot do yet
 */
CB_API cb_status cb_plan_set(cb_plan *plan, const char *option, const char *value) CB_MUST_CHECK;

/** How far a run is. */
typedef struct cb_progress {
	uint32_t launch; /* 1 for the first */
	uint32_t launches;
	uint64_t done;       /* panel visits done */
	uint64_t total;      /* panel visits planned; may grow while intervals are too wide */
	double elapsed_s;    /* wall time since the run began */
	double remaining_s;  /* estimate; negative while unknown */
	const char *current; /* the panel being measured; valid during the call */
} cb_progress;

/**
 * Called on the thread that runs the plan, at least every 100 ms, at once when a signal interrupts
 * a wait, and a last time when all is measured. Must not use the plan or its context.
 *
 * @return 0 to go on, anything else to cancel, after which it is not called again
 */
typedef int cb_progress_fn(const cb_progress *progress, void *payload);

/**
 * Measures the plan.
 *
 * Blocks for the planned time. While single-thread cells are measured the calling thread is
 * pinned to one CPU; its affinity is restored before the call returns. Child processes are
 * reaped by their process id; no signal handler is installed.
 *
 * @param[out] out the results; free with cb_results_free(). Also written on CB_ECANCELLED: what
 *             was measured until then, marked as not complete.
 * @param progress may be NULL
 * @return CB_OK even if cells failed; CB_ECANCELLED; CB_EEMPTY if the plan selects nothing;
 *         CB_EINVAL if two subjects need labels; CB_ENOTFOUND for an implementation that a backend
 *         has not got; CB_EWORKER if no worker can be started at all;
 *         CB_EBACKEND if every library crashes or hangs its worker before it can be asked;
 *         CB_ENOMEM, CB_EIO
 */
CB_API cb_status cb_plan_run(
	cb_plan *plan, cb_results **out, cb_progress_fn *progress, void *payload) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
