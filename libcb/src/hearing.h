/* SPDX-License-Identifier: Apache-2.0 */
/* The rule of the gate: from the rounds of cells to what is said of them. Pure: the same rounds and
 * rules give the same answer. research and error rates: METHODOLOGY.md. */
#ifndef CB_HEARING_H
#define CB_HEARING_H

#include <cb/gate.h>

#include "rules.h"
#include "series.h"

/** What rounds say of a difference; logarithms of head's time over base's. All zero: nothing. */
typedef struct cb__estimate {
	size_t launches;
	size_t disturbed; /* rounds that were left out */
	double log_ratio; /* Hodges-Lehmann, with its 95 % interval */
	double log_low;
	double log_high;
	double p_slower; /* of a loss no larger than the tolerance */
	double p_faster; /* of a gain no larger than the tolerance */
} cb__estimate;

/** One cell's evidence and what follows from it. */
typedef struct cb__hearing {
	const cb__series *screen;
	const cb__series *confirm; /* fresh launches; may be empty */
	cb__limits limits;
	int is_parallel; /* several threads or processes: what they wait for each other is no CPU
			    time */

	cb__clock_kind clock;
	int wants_screen;    /* so uncertain that more launches of the screen are the cheaper way */
	int is_suspect;      /* by the screen */
	int wants_confirm;   /* must be measured on fresh launches before it can be judged */
	int wants_extension; /* was, and is undecided: as many launches again */
	int is_confirmed;    /* the estimate is that of fresh launches: of all that are wanted, or
				of some if the loss is evident by them */
	int is_found;        /* slower by more than the tolerance, beyond doubt */
	int is_control_moved;
	cb__estimate estimate;
	cb__estimate control; /* launches is 0 if there is none */
	double p;             /* adjusted for the other suspects */
	double base_ns;
	double head_ns;
	cb_verdict verdict;
	char reason[200];
} cb__hearing;

/** Throughput that is lost where time is exp(@p log_ratio) of what it was, in percent. */
double cb__loss_percent(double log_ratio);

/** Launches of the confirmation that are looked at a second time. */
size_t cb__hearing_extended(const cb__gate_settings *settings);

/**
 * Hears @p count cells together: who is suspected shares the probability of a false alarm with the
 * other suspects, and with nobody else, because suspects are confirmed on fresh launches.
 *
 * @return CB_OK or CB_ENOMEM
 */
cb_status cb__hear(cb__hearing *rows, size_t count, const cb__gate_settings *settings);

/** Whether this cell alone, by what was measured of it, is slower by more than its limit: by the
 *  confirmation if there is one, else by the screen. */
int cb__hearing_finds(const cb__hearing *row, const cb__gate_settings *settings);

/**
 * What a canary that was slowed by @p injected_percent is held against, from the limits of its
 * cell. It was made twice as slow as they allowed; limits that allow more would not let it be
 * found, however well it is seen, so that it is held against half of its own slowdown.
 */
void cb__canary_limits(cb__limits *limits, double injected_percent);

/** How often the base measured against itself came out different by more than the limit, and
 *  whether that is more often than the rule allows. */
typedef struct cb__control_count {
	size_t tested;
	size_t moved;
	int is_too_often;
} cb__control_count;

void cb__count_controls(cb__control_count *out, const cb__hearing *rows, size_t count,
	const cb__gate_settings *settings);

#endif
