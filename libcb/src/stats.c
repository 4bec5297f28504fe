/* SPDX-License-Identifier: Apache-2.0 */
#include "stats.h"

#include "sort.h"

#include <float.h>
#include <math.h>
#include <stdint.h>

/* 2^50 times TAILS fits 64 bits, and sums of counts stay exact in a double. */
#define EXACT_MAX 50
#define WAYS_SIZE 512 /* the tail of n = 50 ends at 434 */
#define TAILS     40  /* one tail holds at most 1/40 of all sign patterns */
#define Z975      1.959963984540054

/* Halves first only where the sum would overflow: halving loses the last bit of tiny values. */
static double midpoint(double a, double b)
{
	if (fabs(a) <= DBL_MAX / 2 && fabs(b) <= DBL_MAX / 2)
		return (a + b) / 2;
	return a / 2 + b / 2;
}

static double sorted_median(const double *sorted, size_t n)
{
	if (n == 0)
		return (double)NAN;
	return midpoint(sorted[(n - 1) / 2], sorted[n / 2]);
}

double cb__stats_min(const double *values, size_t n)
{
	double min = n == 0 ? (double)NAN : values[0];

	for (size_t i = 1; i < n; i++)
		min = values[i] < min ? values[i] : min;
	return min;
}

double cb__stats_median(const double *values, size_t n, double *scratch)
{
	cb__sort_copy(scratch, values, n);
	return sorted_median(scratch, n);
}

double cb__stats_quantile(const double *values, size_t n, double p, double *scratch)
{
	double position, part;
	size_t below;

	if (n == 0)
		return (double)NAN;
	cb__sort_copy(scratch, values, n);
	position = (double)(n - 1) * p;
	below = (size_t)position;
	if (below + 1 >= n)
		return scratch[n - 1];
	part = position - (double)below;
	/* The first form is exact for equal neighbours, the second cannot overflow. */
	if (scratch[below] >= 0 || scratch[below + 1] <= 0)
		return scratch[below] + part * (scratch[below + 1] - scratch[below]);
	return (1 - part) * scratch[below] + part * scratch[below + 1];
}

double cb__stats_mad(const double *values, size_t n, double *scratch)
{
	double median = cb__stats_median(values, n, scratch);

	for (size_t i = 0; i < n; i++)
		scratch[i] = fabs(values[i] - median);
	cb__sort_doubles(scratch, n);
	return sorted_median(scratch, n);
}

double cb__stats_trimmed_mean(const double *values, size_t n)
{
	size_t best = 0, worst = 0, used = 0;
	double mean = 0;

	for (size_t i = 1; i < n; i++) {
		best = values[i] < values[best] ? i : best;
		worst = values[i] >= values[worst] ? i : worst;
	}
	/* A running mean, since the sum of large values would overflow. */
	for (size_t i = 0; i < n; i++)
		if (n < 3 || (i != best && i != worst))
			mean += (values[i] - mean) / (double)++used;
	return used == 0 ? (double)NAN : mean;
}

/* ways[s]: in how many of the 2^n sign patterns the positive ranks sum to s. */
static size_t exact_tail(double *ret_level, size_t n)
{
	uint64_t ways[WAYS_SIZE] = {1};
	uint64_t total = UINT64_C(1) << n, outside;
	size_t tail = 0;

	for (size_t rank = 1; rank <= n; rank++)
		for (size_t sum = WAYS_SIZE - 1; sum >= rank; sum--)
			ways[sum] += ways[sum - rank];
	outside = ways[0];
	while ((outside + ways[tail + 1]) * TAILS <= total)
		outside += ways[++tail];
	*ret_level = 1 - 2 * ((double)outside / (double)total);
	return tail;
}

static size_t approximate_tail(double *ret_level, size_t n)
{
	double count = (double)n;
	double mean = count * (count + 1) / 4;
	double deviation = sqrt(count * (count + 1) * (2 * count + 1) / 24);
	double tail = floor(mean - Z975 * deviation - 0.5);

	*ret_level = erf((mean - tail - 0.5) / deviation / sqrt(2.0));
	return (size_t)tail;
}

size_t cb__stats_signed_rank_tail(double *ret_level, size_t n)
{
	if (n == 0) {
		*ret_level = 0;
		return 0;
	}
	return n <= EXACT_MAX ? exact_tail(ret_level, n) : approximate_tail(ret_level, n);
}

static void fill_walsh(double *averages, const double *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (size_t j = i; j < n; j++)
			*averages++ = midpoint(values[i], values[j]);
}

void cb__stats_hl(double *ret_estimate, double *ret_low, double *ret_high, double *ret_level,
	const double *values, size_t n, double *scratch)
{
	size_t count = cb__stats_walsh_count(n);
	size_t tail = cb__stats_signed_rank_tail(ret_level, n);

	fill_walsh(scratch, values, n);
	cb__sort_doubles(scratch, count);
	*ret_estimate = sorted_median(scratch, count);
	*ret_low = n == 0 ? (double)NAN : scratch[tail];
	*ret_high = n == 0 ? (double)NAN : scratch[count - 1 - tail];
}

void cb__stats_log_ratios(double *ret_logs, const double *a, const double *b, size_t n)
{
	for (size_t i = 0; i < n; i++)
		ret_logs[i] = log(a[i] / b[i]);
}

void cb__stats_paired_ratio(double *ret_ratio, double *ret_low, double *ret_high, const double *a,
	const double *b, size_t n, double *scratch)
{
	double level;

	cb__stats_log_ratios(scratch, a, b, n);
	cb__stats_hl(ret_ratio, ret_low, ret_high, &level, scratch, n, scratch + n);
	*ret_ratio = exp(*ret_ratio);
	*ret_low = exp(*ret_low);
	*ret_high = exp(*ret_high);
}
