/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Robust statistics over arrays of doubles: no allocation, no I/O, no context.
 *
 * Values must be finite. An empty array gives NaN. Where a function sorts, the caller lends
 * @p scratch, which may not overlap the values; its contents afterwards are unspecified.
 */
#ifndef CB_STATS_H
#define CB_STATS_H

#include <stddef.h>

/** Number of Walsh averages of @p n values, which is what cb__stats_hl() needs as scratch. */
static inline size_t cb__stats_walsh_count(size_t n)
{
	return n % 2 == 0 ? n / 2 * (n + 1) : (n + 1) / 2 * n;
}

/** Smallest value. */
double cb__stats_min(const double *values, size_t n);

/** Middle value, or the mean of the two middle ones. Scratch for @p n values. */
double cb__stats_median(const double *values, size_t n, double *scratch);

/**
 * Quantile @p p (0 to 1) of type 7 in the numbering of Hyndman and Fan (1996): linear
 * interpolation at position (n - 1) p. Scratch for @p n values.
 */
double cb__stats_quantile(const double *values, size_t n, double p, double *scratch);

/** Median of the distances to the median, not scaled. Scratch for @p n values. */
double cb__stats_mad(const double *values, size_t n, double *scratch);

/** Mean without one smallest and one largest value; of all values if there are fewer than 3. */
double cb__stats_trimmed_mean(const double *values, size_t n);

/**
 * How many Walsh averages are cut off at each end for an interval of at least 95 %: the largest
 * t with P(T <= t) <= 0.025 under the null distribution of the signed-rank statistic T of @p n
 * values. Exact up to n = 50, then by the normal approximation with continuity correction.
 * Below n = 6 no such t exists and 0 is returned.
 *
 * @param[out] ret_level the confidence that is reached, which is below 0.95 for n < 6
 */
size_t cb__stats_signed_rank_tail(double *ret_level, size_t n);

/**
 * Hodges-Lehmann estimate (median of the Walsh averages) with its signed-rank interval. For
 * n < 6 the interval is the range of the values. Time and scratch grow with the square of
 * @p n: meant for one value per launch, not for pooled samples.
 *
 * @param[out] ret_level the confidence that is reached; see cb__stats_signed_rank_tail()
 * @param scratch room for cb__stats_walsh_count() values
 */
void cb__stats_hl(double *ret_estimate, double *ret_low, double *ret_high, double *ret_level,
	const double *values, size_t n, double *scratch);

/** log(a / b) of each pair; values must be above 0. */
void cb__stats_log_ratios(double *ret_logs, const double *a, const double *b, size_t n);

/**
 * Ratio a over b from paired positive values: cb__stats_hl() of the log ratios, taken back. It is
 * symmetric: exchanging the sides inverts ratio and interval. The confidence is that of
 * cb__stats_signed_rank_tail().
 *
 * @param scratch room for @p n and cb__stats_walsh_count() values
 */
void cb__stats_paired_ratio(double *ret_ratio, double *ret_low, double *ret_high, const double *a,
	const double *b, size_t n, double *scratch);

#endif
