/* SPDX-License-Identifier: Apache-2.0 */
#include "inference.h"

#include "sort.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#define SPREAD_MAX   1e4 /* hits; from here on the normal distribution is right to 1e-4 */
#define SERIES_TERMS 20  /* the last one is below 1e-13 of the first */

/* A whole number where doubles hold all of a row's: then tails at odds 1 are exact. */
static double first_term(uint64_t n, uint64_t hits)
{
	double ways = 1;

	if (n > CB__INFERENCE_EXACT_MAX)
		return 1;
	for (uint64_t i = 0; i < hits; i++)
		ways = ways * (double)(n - i) / (double)(i + 1);
	return ways;
}

/*
 * P(X >= hits) of @p n, odds = rate / (1 - rate). The terms are relative to the one at @p mode, so
 * that none overflows, and go out from there until they vanish, 40 deviations away.
 */
static double sum_tail(uint64_t hits, uint64_t n, double odds, double mode)
{
	uint64_t middle = mode < (double)n ? (uint64_t)mode : n;
	double largest = first_term(n, middle), term = largest, all = largest;
	double tail = middle >= hits ? largest : 0;

	for (uint64_t k = middle; k < n && term > DBL_MIN; k++) {
		term = term * (double)(n - k) * odds / (double)(k + 1);
		all += term;
		tail += k + 1 >= hits ? term : 0;
	}
	term = largest;
	for (uint64_t k = middle; k > 0 && term > DBL_MIN; k--) {
		term = term * (double)k / ((double)(n - k + 1) * odds);
		all += term;
		tail += k - 1 >= hits ? term : 0;
	}
	return tail / all;
}

/* By odds and not by rate, for 1 - rate would round small rates away. */
static double binomial_above(uint64_t hits, uint64_t n, double odds)
{
	double mean = (double)n * (odds / (1 + odds));
	double spread = sqrt(mean / (1 + odds));

	if (hits == 0)
		return 1;
	if (spread > SPREAD_MAX)
		return erfc(((double)hits - 0.5 - mean) / spread / sqrt(2.0)) / 2;
	return sum_tail(hits, n, odds, mean);
}

/* P(X <= hits): as many misses or more, whose odds are the inverse. */
static double binomial_below(uint64_t hits, uint64_t n, double odds)
{
	return binomial_above(n - hits, n, 1 / odds);
}

/* The rate at which a tail becomes @p miss, bisected until no double is between the two ends. */
static double find_rate(
	uint64_t hits, uint64_t n, double miss, double (*tail)(uint64_t, uint64_t, double))
{
	bool rises = tail == binomial_above;
	double low = 0, high = 1;

	for (int i = 0; i < DBL_MANT_DIG - DBL_MIN_EXP; i++) {
		double rate = low + (high - low) / 2;

		if (rate <= low || rate >= high)
			break;
		if ((tail(hits, n, rate / (1 - rate)) <= miss) == rises)
			low = rate;
		else
			high = rate;
	}
	return rises ? low : high;
}

double cb__inference_binomial_low(uint64_t hits, uint64_t n, double level)
{
	if (hits == 0 || n == 0)
		return 0;
	return find_rate(hits < n ? hits : n, n, 1 - level, binomial_above);
}

double cb__inference_binomial_high(uint64_t hits, uint64_t n, double level)
{
	return hits >= n ? 1 : find_rate(hits, n, 1 - level, binomial_below);
}

double cb__inference_sign_p(const double *values, size_t n, double shift)
{
	size_t above = 0;

	for (size_t i = 0; i < n; i++)
		above += values[i] - shift > CB__INFERENCE_EQUAL;
	return binomial_above(above, n, 1);
}

/* Confidence between the values that stand @p cut after the first and before the last. */
static double median_level(size_t cut, size_t n)
{
	return fmax(1 - 2 * binomial_below(cut, n, 1), 0);
}

void cb__inference_sign_interval(double *ret_low, double *ret_high, double *ret_level,
	const double *values, size_t n, double level, double *scratch)
{
	size_t cut = 0, most = n == 0 ? 0 : (n - 1) / 2;

	while (cut < most) {
		size_t middle = most - (most - cut) / 2;

		if (median_level(middle, n) >= level)
			cut = middle;
		else
			most = middle - 1;
	}
	cb__sort_copy(scratch, values, n);
	*ret_low = n == 0 ? (double)NAN : scratch[cut];
	*ret_high = n == 0 ? (double)NAN : scratch[n - 1 - cut];
	*ret_level = n == 0 ? 0 : median_level(cut, n);
}

/* How many p-values come before number @p i; equal ones in the order they stand in. */
static size_t count_before(const double *p, size_t n, size_t i)
{
	size_t before = 0;

	for (size_t j = 0; j < n; j++)
		before += p[j] < p[i] || (p[j] <= p[i] && j < i);
	return before;
}

void cb__inference_holm(double *ret_adjusted, const double *p, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double adjusted = (double)(n - count_before(p, n, i)) * p[i];

		ret_adjusted[i] = adjusted < 1 ? adjusted : 1;
	}
	/* Some may be raised already, but only to one that is raised to here as well. */
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			if (p[j] <= p[i] && ret_adjusted[j] > ret_adjusted[i])
				ret_adjusted[i] = ret_adjusted[j];
}

/* Largest distance between the steps of the sorted values and the diagonal. */
static double distance_to_uniform(const double *sorted, size_t n)
{
	double distance = 0;

	for (size_t i = 0; i < n; i++) {
		double below = sorted[i] - (double)i / (double)n;
		double above = (double)(i + 1) / (double)n - sorted[i];

		distance = fmax(distance, fmax(below, above));
	}
	return distance;
}

double cb__inference_uniform_p(const double *values, size_t n, double *scratch)
{
	double root = sqrt((double)n), scaled, p = 0;

	if (n == 0)
		return 1;
	cb__sort_copy(scratch, values, n);
	scaled = distance_to_uniform(scratch, n) * (root + 0.12 + 0.11 / root);
	/* So close to 1 that the series, which converges badly there, could not say the difference.
	 */
	if (scaled < 0.2)
		return 1;
	for (int i = SERIES_TERMS; i > 0; i--)
		p = exp(-2 * scaled * scaled * i * i) - p;
	return fmin(2 * p, 1);
}

double cb__inference_skewness(const double *values, size_t n)
{
	double mean = 0, largest = 0, square = 0, cube = 0;

	for (size_t i = 0; i < n; i++)
		mean += (values[i] - mean) / (double)(i + 1);
	for (size_t i = 0; i < n; i++)
		largest = fmax(largest, fabs(values[i] - mean));
	if (n < 3 || largest <= 0)
		return 0;
	/* Relative to the largest, so that no power over- or underflows. */
	for (size_t i = 0; i < n; i++) {
		double distance = (values[i] - mean) / largest;

		square += distance * distance / (double)n;
		cube += distance * distance * distance / (double)n;
	}
	return cube / (square * sqrt(square));
}
