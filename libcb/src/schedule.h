/* SPDX-License-Identifier: Apache-2.0 */
/* How the time of a run is spent. Pure decisions, so that they can be tested without a run. */
#ifndef CB_SCHEDULE_H
#define CB_SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

#include "plan.h"

/** Fewest launches from which a 95 % interval can be had. */
#define CB_LAUNCHES_MIN 6u

/** Fewest rounds of a visit: fewer leave no median to speak of. */
#define CB_ROUNDS_MIN 3u

/** Duration of a sample. */
#define CB_SAMPLE_NS 2000000u

/** The same where several run at once, whose starts and ends differ by microseconds. */
#define CB_SAMPLE_LONG_NS 10000000u

/** Under load: many time slices, so that the share of the processor that is left shows. */
#define CB_SAMPLE_LOADED_NS 60000000u

/** Duration of a sample of so many threads and processes at once, beside @p load busy threads. */
uint64_t cb__schedule_sample_ns(uint32_t at_once, uint32_t load);

/** Launches that visit every panel. */
uint32_t cb__schedule_launches(const cb__settings *settings);

/** Rounds of the first launch, if @p cells cells share the budget. */
uint32_t cb__schedule_first_rounds(const cb__settings *settings, size_t cells);

/**
 * Rounds of the next launch.
 *
 * @param rounds of the last launch, which took @p took_s
 * @param left_s of the budget, for @p left_launches launches
 */
uint32_t cb__schedule_next_rounds(const cb__settings *settings, uint32_t rounds, double took_s,
	double left_s, uint32_t left_launches);

/**
 * How many of @p count, the first ones, can take part in launches that may last @p each_s: launches
 * that the budget ends before they are complete are worth nothing. At least one, if there is any.
 *
 * @param cost_s of a visit of each
 * @param launch_s what a launch takes besides visits
 */
size_t cb__schedule_fitting(const double *cost_s, size_t count, double launch_s, double each_s);

/** Whether the run has no time limit: launches and samples were both asked for. */
int cb__schedule_is_unlimited(const cb__settings *settings);

#endif
