/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a gate may conclude from a few values: tests, intervals and bounds that need no assumption
 * about how values scatter. No allocation, no I/O, no context.
 *
 * A p-value is the probability of data at least as extreme if the hypothesis is true. Values must
 * be finite. Where a function needs memory, the caller lends @p scratch, which may not overlap the
 * values; its contents afterwards are unspecified.
 */
#ifndef CB_INFERENCE_H
#define CB_INFERENCE_H

#include <stddef.h>
#include <stdint.h>

/** Up to this many values the signed-rank test is exact, beyond it is approximated. */
#define CB__INFERENCE_EXACT_MAX 50

/**
 * Numbers that are no further apart count as equal. Values are logarithms of ratios; a loss that is
 * exactly the limit differs from it by rounding errors, which are below 1e-14, and no clock
 * resolves 1e-12.
 */
#define CB__INFERENCE_EQUAL 1e-12

/** How many doubles cb__inference_signed_rank_p() needs as scratch. */
static inline size_t cb__inference_rank_scratch(size_t n)
{
	return n + (n <= CB__INFERENCE_EXACT_MAX ? n * (n + 1) + 1 : 0);
}

/** The same for @p n values or any number below. */
static inline size_t cb__inference_rank_scratch_up_to(size_t n)
{
	size_t exact = n < CB__INFERENCE_EXACT_MAX ? n : CB__INFERENCE_EXACT_MAX;

	return n + cb__inference_rank_scratch(exact);
}

/**
 * One-sided Wilcoxon signed-rank test of "the centre of the values is at most @p shift". The
 * statistic is the sum of the ranks that the distances to @p shift have in the values above it.
 *
 * Equal distances share the mean of their ranks, and the distribution is the one given these ties.
 * It is exact up to n = 50; then a normal approximation with correction for ties and continuity,
 * which is at most 0.3 % too small near 0.05 and too large further out: for n = 51 by 12 % at 0.003
 * and by 62 % at 0.0001. It does not see the steps that few different distances leave: if all are
 * equal, it can be a quarter too small.
 *
 * A value on @p shift counts against significance: it has its rank, the lowest, and adds nothing
 * to the statistic, but may add its rank under the hypothesis, as if it were a hair below. The
 * result is never smaller than the one of Pratt's treatment. So does NaN.
 *
 * @param scratch room for cb__inference_rank_scratch() doubles
 * @return the p-value; 1 without values and if no value is above @p shift
 */
double cb__inference_signed_rank_p(const double *values, size_t n, double shift, double *scratch);

/**
 * One-sided sign test of "the median of the values is at most @p shift", exact. Needs no symmetry.
 * A value on @p shift counts as one below.
 */
double cb__inference_sign_p(const double *values, size_t n, double shift);

/**
 * Interval of the median between two values, as many from either end: the narrowest that has at
 * least confidence @p level, or the range if none has. Needs no symmetry. Without values the ends
 * are NaN.
 *
 * @param[out] ret_level the confidence that is reached, below @p level if the values are too few
 * @param scratch room for @p n doubles
 */
void cb__inference_sign_interval(double *ret_low, double *ret_high, double *ret_level,
	const double *values, size_t n, double level, double *scratch);

/**
 * p-values adjusted for their number by Holm's step-down method, in the order of @p p: those that
 * are at most alpha may be rejected together, with a probability of at most alpha that any of them
 * is true. At most 1, and never in another order than @p p. NaN counts as 1. Time grows with the
 * square of @p n.
 *
 * @param ret_adjusted @p n values, which may not overlap @p p
 */
void cb__inference_holm(double *ret_adjusted, const double *p, size_t n);

/**
 * One-sided bounds of a rate that was seen in @p hits of @p n, at a confidence of @p level, which
 * is between 0 and 1: the exact ones of Clopper and Pearson (1934). At 0.95 the true rate is below
 * the low bound, or above the high one, in at most 5 of 100 cases. A two-sided interval of 0.95
 * needs both bounds at 0.975.
 *
 * No hits give a low bound of 0, nothing but hits a high bound of 1, and @p n = 0 both. More hits
 * than @p n count as @p n. Time grows with the root of @p n, up to a spread of 10000 hits; beyond
 * it the tails are those of the normal distribution.
 */
double cb__inference_binomial_low(uint64_t hits, uint64_t n, double level);
double cb__inference_binomial_high(uint64_t hits, uint64_t n, double level);

/**
 * Two-sided Kolmogorov-Smirnov test of "the values are uniform between 0 and 1". The p-value is
 * the asymptotic one with the correction for small samples by Stephens (1970): from n = 5 on, it
 * is within 0.03 of the exact one, and within 0.002 where that is below 0.1. Meant for continuous
 * values: p-values of few launches are so coarse that many of them are rightly found not uniform.
 *
 * @param scratch room for @p n doubles
 * @return the p-value; 1 without values
 */
double cb__inference_uniform_p(const double *values, size_t n, double *scratch);

/**
 * Third central moment over the cube of the standard deviation, both divided by @p n. Its size is
 * at most (n - 2) / sqrt(n - 1). 0 for equal values and for fewer than three.
 */
double cb__inference_skewness(const double *values, size_t n);

#endif
