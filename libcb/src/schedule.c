/* SPDX-License-Identifier: Apache-2.0 */
#include "schedule.h"

/* With more, another launch tells more. */
#define ROUNDS_MAX 25u

/* What a visit costs beside its samples: opening, checking, closing. */
#define VISIT_S 0.003

/* A sample, its lead-in and the round trip. */
#define ROUND_S (1.2e-9 * CB_SAMPLE_NS)

/* Kept back for starting workers and for launches that take longer than the last. */
#define RESERVE 0.92

static uint32_t clamp(double rounds)
{
	if (!(rounds > CB_ROUNDS_MIN)) /* also when it is no number */
		return CB_ROUNDS_MIN;
	return rounds < ROUNDS_MAX ? (uint32_t)rounds : ROUNDS_MAX;
}

size_t cb__schedule_fitting(const double *cost_s, size_t count, double launch_s, double each_s)
{
	size_t fitting = 0;
	while (fitting < count && launch_s + cost_s[fitting] <= each_s)
		launch_s += cost_s[fitting++];
	return fitting > 0 || count == 0 ? fitting : 1;
}

int cb__schedule_is_unlimited(const cb__settings *settings)
{
	return settings->launches > 0 && settings->samples > 0 && !settings->is_budget_given;
}

uint32_t cb__schedule_launches(const cb__settings *settings)
{
	return settings->launches > 0 ? settings->launches : CB_LAUNCHES_MIN;
}

uint32_t cb__schedule_first_rounds(const cb__settings *settings, size_t cells)
{
	if (settings->samples > 0)
		return settings->samples;
	double per_launch = RESERVE * settings->budget_s / cb__schedule_launches(settings);
	double per_cell = per_launch / (double)(cells > 0 ? cells : 1);
	return clamp((per_cell - VISIT_S) / ROUND_S);
}

uint32_t cb__schedule_next_rounds(const cb__settings *settings, uint32_t rounds, double took_s,
	double left_s, uint32_t left_launches)
{
	if (settings->samples > 0)
		return settings->samples;
	double allowed_s = RESERVE * left_s / (left_launches > 0 ? left_launches : 1);
	return clamp(rounds * allowed_s / took_s);
}

uint64_t cb__schedule_sample_ns(uint32_t at_once, uint32_t load)
{
	if (load > 0)
		return CB_SAMPLE_LOADED_NS;
	return at_once > 1 ? CB_SAMPLE_LONG_NS : CB_SAMPLE_NS;
}
