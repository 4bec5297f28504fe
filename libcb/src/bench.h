/* SPDX-License-Identifier: Apache-2.0 */
/* What a run, a proof and a gate need before they begin: the machine's record, one processor to
 * share, a crew, and somebody to report to. */
#ifndef CB_BENCH_H
#define CB_BENCH_H

#include <jansson.h>

#include "affinity.h"
#include "crew.h"
#include "plan.h"

typedef struct cb__bench {
	cb_context *ctx;
	const cb__settings *settings;
	cb__crew crew;
	json_t *environment;
	cb__affinity *affinity;
	uint64_t start_ns;
	uint64_t reported_ns;
	uint64_t steal_ticks; /* when it began */
	uint64_t total_ticks;
	uint64_t lead_in_ns; /* untimed, before each sample */

	/* What the caller is told; the owner keeps it up to date. */
	uint32_t launch;
	uint32_t launches;
	uint64_t done;
	uint64_t total;
	const char *current;
	cb_progress_fn *progress; /* may be NULL */
	void *payload;
	int is_cancelled; /* by it, which is not asked again */
} cb__bench;

/**
 * Collects the environment and pins the calling thread. Release with cb__bench_close() in any case.
 *
 * @param settings borrowed
 * @param subjects borrowed; of the crew, whose workers are not started yet
 * @return CB_OK, CB_ENOMEM, CB_EIO, or CB_EINVAL for more threads than processors; the context says
 *         what
 */
cb_status cb__bench_open(cb__bench *bench, cb_context *ctx, const cb__settings *settings,
	const cb__subjects *subjects);

/** Describes and starts all members; CB_EWORKER or CB_EBACKEND if none could be had. */
cb_status cb__bench_start(cb__bench *bench);

/** Ends the workers and restores the affinity. */
void cb__bench_close(cb__bench *bench);

/** Tells the caller how far it is, if it is time to. Non-zero cancels. */
int cb__bench_tick(int is_urgent, void *bench);

/** Tells the caller that all is measured, however short it was; CB_ECANCELLED if he cancels yet. */
cb_status cb__bench_tell_end(cb__bench *bench);

double cb__bench_elapsed_s(const cb__bench *bench);

/** Warnings that only the end can tell: steal, build, clock. */
void cb__bench_warn(cb__bench *bench);

#endif
