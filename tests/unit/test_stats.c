/* SPDX-License-Identifier: Apache-2.0 */
#include "stats.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define VALUES_MAX      30
#define PADDING         4 /* guards behind the scratch memory a function may use */
#define SCRATCH_SIZE    (VALUES_MAX * (VALUES_MAX + 1) / 2 + VALUES_MAX + PADDING)

typedef struct tail_case {
	size_t n;
	size_t tail;
	double level;
} tail_case;

typedef struct sample_case {
	const char *name;
	double min, median, mad, trimmed_mean, q1, q3, p90;
	double hl, hl_low, hl_high, hl_level;
	size_t n;
	double values[VALUES_MAX];
} sample_case;

#define TAIL(n, tail, level) {n, tail, level},
static const tail_case exact_tails[] = {
#include "test_stats.def"
};
#undef TAIL

#define NEAR(n, tail, level) {n, tail, level},
static const tail_case large_tails[] = {
#include "test_stats.def"
};
#undef NEAR

#define LENGTH(...) (sizeof((const double[]){__VA_ARGS__}) / sizeof(double))
#define SAMPLE(name, min, median, mad, trimmed, q1, q3, p90, hl, low, high, level, ...)            \
	{#name, min, median, mad, trimmed, q1, q3, p90, hl, low, high, level, LENGTH(__VA_ARGS__), \
		{__VA_ARGS__}},
static const sample_case samples[] = {
#include "test_stats.def"
};
#undef SAMPLE

static void assert_close(const char *name, const char *what, double value, double expected)
{
	if (fabs(value - expected) <= 4 * DBL_EPSILON * fabs(expected))
		return;
	fail_msg("%s: %s is %.17g, expected %.17g", name, what, value, expected);
}

/* Scratch memory whose guards stand where @p used values end. */
static double *guard(double *scratch, size_t used)
{
	for (size_t i = 0; i < PADDING; i++)
		scratch[used + i] = -77;
	return scratch;
}

static void assert_guarded(const double *scratch, size_t used)
{
	for (size_t i = 0; i < PADDING; i++)
		if (scratch[used + i] < -77 || scratch[used + i] > -77)
			fail_msg("scratch %zu of %zu was written", used + i, used);
}

static void order_statistics_match_the_reference(void **state)
{
	double scratch[SCRATCH_SIZE];

	(void)state;
	for (size_t i = 0; i < COUNT_OF(samples); i++) {
		const sample_case *c = &samples[i];
		const double *v = c->values;

		guard(scratch, c->n);
		assert_close(c->name, "minimum", cb__stats_min(v, c->n), c->min);
		assert_close(c->name, "median", cb__stats_median(v, c->n, scratch), c->median);
		assert_close(c->name, "MAD", cb__stats_mad(v, c->n, scratch), c->mad);
		assert_close(c->name, "q1", cb__stats_quantile(v, c->n, 0.25, scratch), c->q1);
		assert_close(c->name, "q3", cb__stats_quantile(v, c->n, 0.75, scratch), c->q3);
		assert_close(c->name, "p90", cb__stats_quantile(v, c->n, 0.9, scratch), c->p90);
		assert_guarded(scratch, c->n);
	}
}

static void trimmed_mean_drops_best_and_worst(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(samples); i++) {
		const sample_case *c = &samples[i];
		double mean = cb__stats_trimmed_mean(c->values, c->n);

		if (fabs(mean - c->trimmed_mean) > 1e-13 * fmax(fabs(c->trimmed_mean), c->mad))
			fail_msg("%s: %.17g, expected %.17g", c->name, mean, c->trimmed_mean);
	}
}

static void hodges_lehmann_matches_the_reference(void **state)
{
	double scratch[SCRATCH_SIZE];
	double estimate, low, high, level;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(samples); i++) {
		const sample_case *c = &samples[i];

		guard(scratch, cb__stats_walsh_count(c->n));
		cb__stats_hl(&estimate, &low, &high, &level, c->values, c->n, scratch);
		assert_guarded(scratch, cb__stats_walsh_count(c->n));
		assert_close(c->name, "estimate", estimate, c->hl);
		assert_close(c->name, "low", low, c->hl_low);
		assert_close(c->name, "high", high, c->hl_high);
		assert_close(c->name, "level", level, c->hl_level);
	}
}

static void values_are_left_as_they_were(void **state)
{
	static const double given[] = {3, 1, 2, 5, 4, 0};
	double values[COUNT_OF(given)], scratch[SCRATCH_SIZE], ignored[4];

	(void)state;
	memcpy(values, given, sizeof values);
	cb__stats_median(values, COUNT_OF(values), scratch);
	cb__stats_quantile(values, COUNT_OF(values), 0.5, scratch);
	cb__stats_mad(values, COUNT_OF(values), scratch);
	cb__stats_hl(
		ignored, ignored + 1, ignored + 2, ignored + 3, values, COUNT_OF(values), scratch);
	assert_memory_equal(values, given, sizeof values);
}

static void signed_rank_tails_match_the_exact_distribution(void **state)
{
	double level;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(exact_tails); i++) {
		size_t tail = cb__stats_signed_rank_tail(&level, exact_tails[i].n);

		assert_int_equal(tail, exact_tails[i].tail);
		assert_close("tail", "level", level, exact_tails[i].level);
	}
}

static void large_tails_are_within_one_of_the_exact_ones(void **state)
{
	double level;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(large_tails); i++) {
		const tail_case *c = &large_tails[i];
		size_t tail = cb__stats_signed_rank_tail(&level, c->n);

		assert_true(tail <= c->tail && tail + 1 >= c->tail);
		assert_true(level >= 0.95 && fabs(level - c->level) < 0.001);
	}
}

static void interval_of_few_values_is_their_range(void **state)
{
	static const double values[] = {8, 3, 5, 4, 9};
	double scratch[SCRATCH_SIZE];
	double estimate, low, high, level;

	(void)state;
	for (size_t n = 2; n <= COUNT_OF(values); n++) {
		cb__stats_hl(&estimate, &low, &high, &level, values, n, scratch);
		assert_close("few", "low", low, 3);
		assert_close("few", "high", high, n < 5 ? 8 : 9);
		assert_close("few", "level", level, 1 - 2 * pow(0.5, (double)n));
	}
}

static void nothing_gives_nan(void **state)
{
	double estimate, low, high, level = 1, scratch[1];

	(void)state;
	assert_true(isnan(cb__stats_min(NULL, 0)));
	assert_true(isnan(cb__stats_median(NULL, 0, scratch)));
	assert_true(isnan(cb__stats_quantile(NULL, 0, 0.5, scratch)));
	assert_true(isnan(cb__stats_mad(NULL, 0, scratch)));
	assert_true(isnan(cb__stats_trimmed_mean(NULL, 0)));
	cb__stats_hl(&estimate, &low, &high, &level, NULL, 0, scratch);
	assert_true(isnan(estimate) && isnan(low) && isnan(high));
	assert_close("nothing", "level", level, 0);
}

static void quantiles_0_and_1_are_minimum_and_maximum(void **state)
{
	static const double values[] = {4, -2, 7, 7, 0};
	double scratch[COUNT_OF(values)];

	(void)state;
	assert_close("ends", "0", cb__stats_quantile(values, COUNT_OF(values), 0, scratch), -2);
	assert_close("ends", "1", cb__stats_quantile(values, COUNT_OF(values), 1, scratch), 7);
}

static void largest_and_smallest_doubles_survive(void **state)
{
	static const double large[] = {DBL_MAX, DBL_MAX, DBL_MAX, DBL_MAX};
	static const double tiny[] = {DBL_MIN / 2, DBL_MIN / 2, DBL_MIN / 2};
	static const double apart[] = {-DBL_MAX, DBL_MAX};
	double scratch[SCRATCH_SIZE];
	double estimate, low, high, level;

	(void)state;
	assert_close("large", "median", cb__stats_median(large, 4, scratch), DBL_MAX);
	assert_close("large", "trimmed", cb__stats_trimmed_mean(large, 4), DBL_MAX);
	cb__stats_hl(&estimate, &low, &high, &level, large, 4, scratch);
	assert_close("large", "estimate", estimate, DBL_MAX);
	cb__stats_hl(&estimate, &low, &high, &level, tiny, 3, scratch);
	assert_close("tiny", "estimate", estimate, DBL_MIN / 2);
	assert_close("apart", "q", cb__stats_quantile(apart, 2, 0.5, scratch), 0);
}

static void interval_covers_shifts_as_often_as_it_says(void **state)
{
	double scratch[SCRATCH_SIZE], values[6];
	double estimate, low, high, level;
	unsigned covered = 0;

	(void)state;
	/* All 64 sign patterns of six distances: the null distribution itself. */
	for (unsigned signs = 0; signs < 64; signs++) {
		for (unsigned i = 0; i < 6; i++)
			values[i] = (signs >> i & 1 ? 1.0 : -1.0) * (1.0 + i * i);
		cb__stats_hl(&estimate, &low, &high, &level, values, 6, scratch);
		covered += low < 0 && high > 0;
	}
	assert_int_equal(covered, 62);
	assert_close("coverage", "level", level, 62.0 / 64);
}

static void paired_ratio_is_symmetric(void **state)
{
	static const double a[] = {20, 41, 59, 82, 98, 121, 139};
	static const double b[] = {10, 20, 30, 40, 50, 60, 70};
	double scratch[SCRATCH_SIZE], there[3], back[3];
	size_t used = COUNT_OF(a) + cb__stats_walsh_count(COUNT_OF(a));

	(void)state;
	guard(scratch, used);
	cb__stats_paired_ratio(there, there + 1, there + 2, a, b, COUNT_OF(a), scratch);
	assert_guarded(scratch, used);
	cb__stats_paired_ratio(back, back + 1, back + 2, b, a, COUNT_OF(a), scratch);
	assert_true(fabs(there[0] - 2) < 0.02);
	assert_true(there[1] < 2 && there[2] > 2);
	assert_true(fabs(there[0] * back[0] - 1) < 1e-14);
	assert_true(fabs(there[1] * back[2] - 1) < 1e-14);
	assert_true(fabs(there[2] * back[1] - 1) < 1e-14);
}

static void sorting_handles_every_small_order(void **state)
{
	double values[5], scratch[5];

	(void)state;
	/* Every sequence of five digits 0 to 4, so all orders and all patterns of ties. */
	for (unsigned code = 0; code < 3125; code++) {
		unsigned seen[5] = {0}, rank = 0, middle = 0;

		for (unsigned i = 0, rest = code; i < 5; i++, rest /= 5) {
			values[i] = rest % 5;
			seen[rest % 5]++;
		}
		while ((rank += seen[middle]) < 3)
			middle++;
		assert_close("order", "median", cb__stats_median(values, 5, scratch), middle);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(order_statistics_match_the_reference),
		cmocka_unit_test(trimmed_mean_drops_best_and_worst),
		cmocka_unit_test(hodges_lehmann_matches_the_reference),
		cmocka_unit_test(values_are_left_as_they_were),
		cmocka_unit_test(signed_rank_tails_match_the_exact_distribution),
		cmocka_unit_test(large_tails_are_within_one_of_the_exact_ones),
		cmocka_unit_test(interval_of_few_values_is_their_range),
		cmocka_unit_test(nothing_gives_nan),
		cmocka_unit_test(quantiles_0_and_1_are_minimum_and_maximum),
		cmocka_unit_test(largest_and_smallest_doubles_survive),
		cmocka_unit_test(interval_covers_shifts_as_often_as_it_says),
		cmocka_unit_test(paired_ratio_is_symmetric),
		cmocka_unit_test(sorting_handles_every_small_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
