/* SPDX-License-Identifier: Apache-2.0 */
/* Progress on a terminal, and stopping on Ctrl-C. */
#ifndef CB_CLI_PROGRESS_H
#define CB_CLI_PROGRESS_H

#include <cb/plan.h>

typedef struct progress {
	int is_live;
	int utf8;
	int color;
	double drawn_at_s; /* of the run; negative before the first line */
} progress;

/** Catches SIGINT, SIGTERM and SIGHUP: the first asks progress_report() to cancel, a second one
 * kills. */
void progress_catch_signals(void);

/** Whether one was caught. */
int progress_is_interrupted(void);

/** A cb_progress_fn; @p payload is a progress. */
int progress_report(const cb_progress *state, void *payload);

/** Takes the line away. */
void progress_clear(const progress *p);

#endif
