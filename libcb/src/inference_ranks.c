/* SPDX-License-Identifier: Apache-2.0 */
#include "inference.h"

#include "sort.h"

#include <math.h>

/* Distances to the shift, which are at the two ends of one array. */
typedef struct distances {
	const double *above; /* of the values above the shift, sorted */
	const double *other; /* of those below and on it, sorted */
	size_t above_count;
	size_t other_count;
} distances;

/* Distances that are equal, and so share a rank. Ranks are doubled, for a half stays whole. */
typedef struct tie {
	size_t rank2;
	size_t count;
	size_t above;
} tie;

static distances measure_distances(double *scratch, const double *values, size_t n, double shift)
{
	size_t above = 0, other = n;

	for (size_t i = 0; i < n; i++) {
		double distance = values[i] - shift;

		/* NaN lands on the shift. */
		if (distance > CB__INFERENCE_EQUAL)
			scratch[above++] = distance;
		else
			scratch[--other] = distance < -CB__INFERENCE_EQUAL ? -distance : 0;
	}
	cb__sort_doubles(scratch, above);
	cb__sort_doubles(scratch + above, n - above);
	return (distances){scratch, scratch + above, above, n - above};
}

static size_t count_up_to(const double *sorted, size_t n, double limit)
{
	size_t count = 0;

	while (count < n && sorted[count] <= limit)
		count++;
	return count;
}

/* Takes the next tie off the front of both arrays; @p seen distances are gone already. */
static tie take_tie(distances *left, size_t seen)
{
	double first = left->above_count == 0 ? left->other[0] : left->above[0];
	size_t above, other;

	if (left->other_count > 0 && left->other[0] < first)
		first = left->other[0];
	above = count_up_to(left->above, left->above_count, first + CB__INFERENCE_EQUAL);
	other = count_up_to(left->other, left->other_count, first + CB__INFERENCE_EQUAL);
	left->above += above;
	left->other += other;
	left->above_count -= above;
	left->other_count -= other;
	return (tie){2 * seen + above + other + 1, above + other, above};
}

/* Every sum so far may also occur with this rank added. */
static void add_rank(double *ways, size_t largest, size_t rank2)
{
	for (size_t sum = largest + 1; sum-- > 0;)
		ways[sum + rank2] += ways[sum];
}

/* ways[s]: in how many of the 2^n sign patterns the doubled ranks sum to s; whole, so exact. */
static double rank_exactly(distances left, size_t n, double *ways)
{
	size_t largest = 0, observed = 0;
	double extreme = 0;

	ways[0] = 1;
	for (size_t sum = 1; sum <= n * (n + 1); sum++)
		ways[sum] = 0;
	for (size_t seen = 0; seen < n;) {
		tie next = take_tie(&left, seen);

		for (size_t i = 0; i < next.count; i++, largest += next.rank2)
			add_rank(ways, largest, next.rank2);
		observed += next.above * next.rank2;
		seen += next.count;
	}
	for (size_t sum = observed; sum <= largest; sum++)
		extreme += ways[sum];
	return ldexp(extreme, -(int)n);
}

static double rank_approximately(distances left, size_t n)
{
	double count = (double)n, observed = 0;
	double mean = count * (count + 1) / 4;
	double variance = count * (count + 1) * (2 * count + 1) / 24;

	for (size_t seen = 0; seen < n;) {
		tie next = take_tie(&left, seen);
		double tied = (double)next.count;

		observed += (double)next.above * (double)next.rank2 / 2;
		variance -= tied * (tied - 1) * (tied + 1) / 48;
		seen += next.count;
	}
	return erfc((observed - mean - 0.5) / sqrt(2 * variance)) / 2;
}

double cb__inference_signed_rank_p(const double *values, size_t n, double shift, double *scratch)
{
	distances all = measure_distances(scratch, values, n, shift);

	if (all.above_count == 0)
		return 1;
	return n <= CB__INFERENCE_EXACT_MAX ? rank_exactly(all, n, scratch + n)
					    : rank_approximately(all, n);
}
