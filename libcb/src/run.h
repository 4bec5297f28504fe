/* SPDX-License-Identifier: Apache-2.0 */
/* What measuring a plan and measuring functions have in common: launches, budget, results. */
#ifndef CB_RUN_H
#define CB_RUN_H

#include "bench.h"
#include "matrix.h"

typedef struct cb__run {
	cb_context *ctx;
	const cb__settings *settings;
	cb__bench bench;
	cb__matrix matrix;
	cb__random random;
	uint32_t rounds;
	cb_text current;
	int is_cut_short;  /* by the budget */
	int is_incomplete; /* cut short before every panel had its launches */
	int is_injecting;  /* heeds the option inject */
} cb__run;

#define CB__RUN_INIT(context, options, told, to)                                                   \
	{                                                                                          \
		.ctx = (context), .settings = (options), .random = {(options)->seed}, .bench = {   \
			.progress = (told),                                                        \
			.payload = (to)                                                            \
		}                                                                                  \
	}

/** As cb_plan_run(), and heeds the option inject: results that say nothing of it are for a gate
 *  against stored times, which does. CB_ENOTFOUND if a part of the option slows no cell. */
cb_status cb__run_injected(
	cb_plan *plan, cb_results **out, cb_progress_fn *progress, void *payload);

/** Launches over all panels of an opened bench, then over those that are too wide. CB_OK,
 *  CB_ECANCELLED, CB_ENOMEM. */
cb_status cb__run_panels(cb__run *run);

/** What was measured, as results. CB_OK, CB_ENOMEM, CB_EFORMAT; the context says what. */
cb_status cb__run_results(cb__run *run, cb_results **out, int is_complete);

/** Closes the bench, which gives the affinity back, and releases the matrix. */
void cb__run_done(cb__run *run);

#endif
