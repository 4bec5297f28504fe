/* SPDX-License-Identifier: Apache-2.0 */
/* How many times as long one takes as another: the one rule for the ranking, and for who is the
 * fastest at a size, so that these two do not contradict each other. */
#include "advise.h"

#include <math.h>

int cb__advice_is_either(double times, double low)
{
	if (isnan(low))
		return times < 1 + CB_ADVISE_LEAST_UNSURE;
	return low <= 1 || times < 1 + CB_ADVISE_LEAST;
}

int cb__advice_is_behind(const cb__advice_relation *r)
{
	return !cb__advice_is_either(r->times, r->low);
}

/* Time of @p mine over that of @p first, from paired rounds; 0 if they are not paired. */
static int find_paired(
	double ratio[3], const cb_advice *a, const cb_cell *mine, const cb_cell *first)
{
	for (size_t i = 0; i < a->document_count; i++) {
		const cb_results *results = a->documents[i].results;
		const cb_ratio *found = cb_results_find_ratio(results, mine->id, first->id);
		int is_turned = found == NULL;

		if (is_turned)
			found = cb_results_find_ratio(results, first->id, mine->id);
		/* another document may have cells of these names */
		if (found == NULL || (is_turned ? found->a != first || found->b != mine
						: found->a != mine || found->b != first))
			continue;
		ratio[0] = is_turned ? 1 / found->ratio : found->ratio;
		ratio[1] = is_turned ? 1 / found->ci95_high : found->ci95_low;
		ratio[2] = is_turned ? 1 / found->ci95_low : found->ci95_high;
		return 1;
	}
	return 0;
}

/* Whether two terms are one measurement, such as the signature of a connection, whatever its
 * cipher. */
static int is_common(const cb__advice_term *a, const cb__advice_term *b)
{
	return a->time.cell == b->time.cell && a->time.basis == b->time.basis &&
	       a->time.ns == b->time.ns;
}

/* What is one measurement on both sides is as much too long or too short on both, so its noise is
 * none of their ratio. */
static cb__advice_time sum(
	const cb__advice_term *terms, const cb__advice_term *others, size_t count)
{
	cb__advice_time made = {0, 0, 0, CB_BASIS_MEASURED, NULL};

	for (size_t i = 0; i < count; i++) {
		const cb__advice_time *time = &terms[i].time;
		int common = is_common(&terms[i], &others[i]);

		made.ns += terms[i].count * time->ns;
		made.low += terms[i].count * (common ? time->ns : time->low);
		made.high += terms[i].count * (common ? time->ns : time->high);
	}
	return made;
}

/* Ratios of the terms, each weighted with its share of the first one's time. */
static int pair(double sums[3], const cb_advice *a, const cb__advice_term *mine,
	const cb__advice_term *first, size_t count)
{
	double all = sum(first, mine, count).ns;

	sums[0] = sums[1] = sums[2] = 0;
	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = mine[i].time.cell, *other = first[i].time.cell;
		double ratio[3] = {1, 1, 1};

		if (cell == NULL || other == NULL ||
			(cell != other && !find_paired(ratio, a, cell, other)))
			return 0;
		for (size_t j = 0; j < 3; j++)
			sums[j] += first[i].count * first[i].time.ns / all * ratio[j];
	}
	return 1;
}

cb__advice_relation cb__advice_relate(
	const cb_advice *a, const cb__advice_term *mine, const cb__advice_term *first, size_t count)
{
	cb__advice_time m = sum(mine, first, count), f = sum(first, mine, count);
	cb__advice_relation made = {m.ns / f.ns, m.low / f.high, m.high / f.low, 0};
	double sums[3];

	if (pair(sums, a, mine, first, count))
		made = (cb__advice_relation){sums[0], sums[1], sums[2], 1};
	if (isnan(made.low) || isnan(made.high))
		made.low = made.high = (double)NAN;
	return made;
}
