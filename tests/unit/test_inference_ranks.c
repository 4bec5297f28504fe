/* SPDX-License-Identifier: Apache-2.0 */
#include "inference.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define VALUES_MAX      1000
#define BRUTE_MAX       20
#define PADDING         4 /* guards behind the scratch memory a function may use */
#define EXACT           CB__INFERENCE_EXACT_MAX
#define RANK_SCRATCH    (VALUES_MAX + EXACT * (EXACT + 1) + 1 + PADDING)

typedef struct critical_case {
	size_t n;
	int at_025, at_010;
} critical_case;

typedef struct count_case {
	size_t n;
	size_t count;
	double p;
} count_case;

#define CRITICAL(n, at_025, at_010) {n, at_025, at_010},
static const critical_case criticals[] = {
#include "test_inference_ranks.def"
};
#undef CRITICAL

#define LARGE(n, below, p) {n, below, p},
static const count_case large_ranks[] = {
#include "test_inference_ranks.def"
};
#undef LARGE

/* Distances whose ranks are all different, with ties, all equal, and on the shift. */
static double distinct(size_t i)
{
	return (double)(i * i + 1);
}

static double pairs(size_t i)
{
	return (double)(i / 2 + 1);
}

static double lone_and_equal(size_t i)
{
	return i % 4 == 3 ? 9 : 2;
}

static double equal(size_t i)
{
	(void)i;
	return 3;
}

static double two_on_shift(size_t i)
{
	return i < 2 ? 0 : (double)(i / 2);
}

static double half_on_shift(size_t i)
{
	return i % 2 == 0 ? 0 : (double)i;
}

typedef double (*distance_fn)(size_t i);
static const distance_fn distances[] = {
	distinct, pairs, lone_and_equal, equal, two_on_shift, half_on_shift};

static void assert_near(const char *what, double value, double expected, double tolerance)
{
	if (fabs(value - expected) <= tolerance)
		return;
	fail_msg("%s is %.17g, expected %.17g", what, value, expected);
}

/* Relative, and a few units of the last place. */
static void assert_close(const char *what, double value, double expected)
{
	assert_near(what, value, expected, 1e-12 * fabs(expected));
}

static double rank_p(const double *values, size_t n, double shift)
{
	static double scratch[RANK_SCRATCH];
	size_t used = cb__inference_rank_scratch(n);
	double p;

	for (size_t i = 0; i < PADDING; i++)
		scratch[used + i] = -77;
	p = cb__inference_signed_rank_p(values, n, shift, scratch);
	for (size_t i = 0; i < PADDING; i++)
		assert_near("guard of the scratch", scratch[used + i], -77, 0);
	return p;
}

/* Twice the mean rank of distance @p i among all. */
static unsigned rank_twice(distance_fn distance, size_t n, size_t i)
{
	unsigned rank = 1;

	for (size_t j = 0; j < n; j++)
		rank += distance(j) < distance(i) ? 2 : distance(j) <= distance(i);
	return rank;
}

static unsigned sum_of_pattern(const unsigned *ranks, size_t n, size_t pattern)
{
	unsigned sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (pattern >> i & 1) != 0 ? ranks[i] : 0;
	return sum;
}

/* How many of all sign patterns have each doubled sum, one pattern after the other. */
static void enumerate(size_t *ret_at_least, const unsigned *ranks, size_t n)
{
	size_t sums = n * (n + 1) + 1;

	memset(ret_at_least, 0, sums * sizeof *ret_at_least);
	for (size_t pattern = 0; pattern < (size_t)1 << n; pattern++)
		ret_at_least[sum_of_pattern(ranks, n, pattern)]++;
	for (size_t sum = sums - 1; sum > 0; sum--)
		ret_at_least[sum - 1] += ret_at_least[sum];
}

/* One pattern of signs against the enumeration of all; on the shift no sign is above it. */
static void check_pattern(distance_fn distance, size_t n, size_t pattern, const unsigned *ranks,
	const size_t *at_least)
{
	double values[BRUTE_MAX];
	size_t above = 0;

	for (size_t i = 0; i < n; i++) {
		values[i] = 64 + ((pattern >> i & 1) != 0 ? distance(i) : -distance(i));
		above |= values[i] > 64 ? (size_t)1 << i : 0;
	}
	assert_near("p", rank_p(values, n, 64),
		ldexp((double)at_least[sum_of_pattern(ranks, n, above)], -(int)n), 0);
}

static void check_patterns(distance_fn distance, size_t n, size_t step)
{
	size_t at_least[BRUTE_MAX * (BRUTE_MAX + 1) + 1];
	unsigned ranks[BRUTE_MAX];

	for (size_t i = 0; i < n; i++)
		ranks[i] = rank_twice(distance, n, i);
	enumerate(at_least, ranks, n);
	for (size_t pattern = 0; pattern < (size_t)1 << n; pattern += step)
		check_pattern(distance, n, pattern, ranks, at_least);
}

static void signed_rank_p_matches_every_sign_pattern(void **state)
{
	(void)state;
	for (size_t n = 1; n <= 12; n++)
		check_patterns(distinct, n, 1);
	for (size_t i = 1; i < COUNT_OF(distances); i++)
		for (size_t n = 1; n <= 10; n++)
			check_patterns(distances[i], n, 1);
}

static void signed_rank_p_matches_samples_of_many_patterns(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(distances); i++) {
		check_patterns(distances[i], 15, 331);
		check_patterns(distances[i], 18, 3001);
	}
	check_patterns(distinct, BRUTE_MAX, 10007);
	check_patterns(pairs, BRUTE_MAX, 10007);
}

/* Values 1 to n, of which some are negative so that their ranks sum to @p below. */
static double p_with_ranks_below(size_t n, size_t below)
{
	double values[VALUES_MAX];

	for (size_t rank = n; rank > 0; rank--) {
		int negative = rank <= below;

		values[rank - 1] = negative ? -(double)rank : (double)rank;
		below -= negative ? rank : 0;
	}
	return rank_p(values, n, 0);
}

static void assert_critical(size_t n, int below, double alpha)
{
	if (below >= 0)
		assert_true(p_with_ranks_below(n, (size_t)below) <= alpha);
	assert_true(p_with_ranks_below(n, (size_t)(below + 1)) > alpha);
}

static void signed_rank_p_matches_published_critical_values(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(criticals); i++) {
		assert_critical(criticals[i].n, criticals[i].at_025, 0.025);
		assert_critical(criticals[i].n, criticals[i].at_010, 0.01);
	}
}

/* The normal distribution has the longer tail, so that p errs to the safe side far out. */
static double largest_ratio(double exact)
{
	if (exact > 0.005)
		return 1.05;
	return exact > 0.001 ? 1.13 : 1.63;
}

static void beyond_the_exact_range_p_is_close_to_the_exact_one(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(large_ranks); i++) {
		const count_case *c = &large_ranks[i];
		double ratio = p_with_ranks_below(c->n, c->count) / c->p;

		assert_true(ratio > 0.997 && ratio < largest_ratio(c->p));
	}
}

static void ties_beyond_the_exact_range_narrow_the_distribution(void **state)
{
	double values[64], spread = sqrt(64.0) / 2;

	(void)state;
	/* All equal: the sign test, whose counts the ranks are 65/2 of. */
	for (size_t i = 0; i < 64; i++)
		values[i] = i < 40 ? 1 : -1;
	assert_close(
		"p", rank_p(values, 64, 0), erfc((40 - 32 - 0.5 / 32.5) / spread / sqrt(2.0)) / 2);
}

static void both_sides_of_a_mirrored_sample_complete_each_other(void **state)
{
	double values[12], mirrored[12];

	(void)state;
	/* T+ of the one is T- of the other, so P(T >= t) and P(T >= all - t) overlap in P(T = t).
	 */
	for (unsigned pattern = 0; pattern < 4096; pattern += 7) {
		size_t above = 0;
		double p, next;

		for (unsigned i = 0; i < 12; i++) {
			values[i] = (pattern >> i & 1) != 0 ? i + 1.0 : -(i + 1.0);
			mirrored[i] = -values[i];
			above += values[i] > 0 ? i + 1 : 0;
		}
		p = rank_p(values, 12, 0) + rank_p(mirrored, 12, 0) - 1;
		next = above == 78 ? 0 : p_with_ranks_below(12, 78 - above - 1);
		assert_near("overlap", p, rank_p(values, 12, 0) - next, 0);
	}
}

static void moving_values_and_shift_changes_nothing(void **state)
{
	static const double values[] = {0.011, 0.032, -0.004, 0.021, 0.043, -0.012, 0.019, 0.008};
	static const double moves[] = {0.125, -3, 1.1, 0.3};
	double moved[COUNT_OF(values)], p = rank_p(values, COUNT_OF(values), 0.005);

	(void)state;
	for (size_t m = 0; m < COUNT_OF(moves); m++) {
		for (size_t i = 0; i < COUNT_OF(values); i++)
			moved[i] = values[i] + moves[m];
		assert_near("p", rank_p(moved, COUNT_OF(values), 0.005 + moves[m]), p, 0);
		assert_near("sign p",
			cb__inference_sign_p(moved, COUNT_OF(values), 0.005 + moves[m]),
			cb__inference_sign_p(values, COUNT_OF(values), 0.005), 0);
	}
}

static void values_on_the_shift_give_1(void **state)
{
	double values[VALUES_MAX];

	(void)state;
	/* The same number by two ways, which differ by rounding. */
	for (size_t i = 0; i < VALUES_MAX; i++)
		values[i] = log(1050.0 + (double)i * 10.5) - log(1000.0 + (double)i * 10);
	for (size_t n = 0; n <= VALUES_MAX; n = n < 60 ? n + 1 : n + 235) {
		assert_near("p", rank_p(values, n, log1p(0.05)), 1, 0);
		assert_near("sign p", cb__inference_sign_p(values, n, log1p(0.05)), 1, 0);
	}
}

static void distances_that_differ_by_rounding_are_equal(void **state)
{
	static const double values[] = {0.1, 0.5};

	(void)state;
	assert_true(0.3 - values[0] < values[1] - 0.3);
	assert_near("p", rank_p(values, 2, 0.3), 0.75, 0);
}

static void one_value_on_the_shift_costs_one_value(void **state)
{
	double values[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};

	(void)state;
	assert_near("p", rank_p(values, 9, 0), 2.0 / 512, 0);
	assert_near("p without it", rank_p(values + 1, 8, 0), 1.0 / 256, 0);
	assert_near("sign p", cb__inference_sign_p(values, 9, 0), 10.0 / 512, 0);
}

static void values_on_the_shift_are_never_milder_than_by_pratt(void **state)
{
	unsigned ranks[BRUTE_MAX];
	size_t n = 10;

	(void)state;
	for (size_t i = 0; i < n; i++)
		ranks[i] = rank_twice(two_on_shift, n, i);
	/* Pratt: the ranks among all, the signs of those that have one. */
	for (size_t pattern = 0; pattern < 1024; pattern += 4) {
		double values[10], at_least = 0;

		for (size_t i = 0; i < n; i++)
			values[i] = (pattern >> i & 1) != 0 ? two_on_shift(i) : -two_on_shift(i);
		for (size_t other = 0; other < 1024; other += 4)
			at_least += sum_of_pattern(ranks, n, other) >=
				    sum_of_pattern(ranks, n, pattern);
		assert_true(rank_p(values, n, 0) >= at_least / 256);
	}
}

static void what_is_no_number_is_never_significant(void **state)
{
	double values[] = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

	(void)state;
	assert_near("p", rank_p(values, 8, 0), 1, 0);
	assert_near("sign p", cb__inference_sign_p(values, 8, 0), 1, 0);
	values[3] = INFINITY;
	values[5] = -INFINITY;
	values[6] = DBL_MAX;
	assert_true(rank_p(values, 8, -DBL_MAX) > 0.05);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signed_rank_p_matches_every_sign_pattern),
		cmocka_unit_test(signed_rank_p_matches_samples_of_many_patterns),
		cmocka_unit_test(signed_rank_p_matches_published_critical_values),
		cmocka_unit_test(beyond_the_exact_range_p_is_close_to_the_exact_one),
		cmocka_unit_test(ties_beyond_the_exact_range_narrow_the_distribution),
		cmocka_unit_test(both_sides_of_a_mirrored_sample_complete_each_other),
		cmocka_unit_test(moving_values_and_shift_changes_nothing),
		cmocka_unit_test(values_on_the_shift_give_1),
		cmocka_unit_test(distances_that_differ_by_rounding_are_equal),
		cmocka_unit_test(one_value_on_the_shift_costs_one_value),
		cmocka_unit_test(values_on_the_shift_are_never_milder_than_by_pratt),
		cmocka_unit_test(what_is_no_number_is_never_significant),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
