/* SPDX-License-Identifier: Apache-2.0 */
#include "inference.h"

#include "random.h"

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
#define EXACT           CB__INFERENCE_EXACT_MAX

typedef struct count_case {
	size_t n;
	size_t count;
	double p;
} count_case;

typedef struct rate_case {
	uint64_t hits, n;
	double level, low, high;
} rate_case;

typedef struct uniform_case {
	size_t n;
	double distance, p;
} uniform_case;

#define SIGN(n, above, p) {n, above, p},
static const count_case signs[] = {
#include "test_inference.def"
};
#undef SIGN

#define RATE(hits, n, level, low, high) {hits, n, level, low, high},
static const rate_case rates[] = {
#include "test_inference.def"
};
#undef RATE

#define UNIFORM(n, distance, p) {n, distance, p},
static const uniform_case uniforms[] = {
#include "test_inference.def"
};
#undef UNIFORM

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

static void sign_p_is_the_tail_of_fair_coins(void **state)
{
	static double values[VALUES_MAX];

	(void)state;
	for (size_t i = 0; i < COUNT_OF(signs); i++) {
		for (size_t j = 0; j < signs[i].n; j++)
			values[j] = j < signs[i].count ? 3 : 1;
		assert_close("p", cb__inference_sign_p(values, signs[i].n, 2), signs[i].p);
	}
}

static void sign_p_of_few_values_is_exact(void **state)
{
	double row[EXACT + 2] = {0, 1}, values[EXACT];

	(void)state;
	/* A row of Pascal's triangle after the other, behind a 0. */
	for (size_t n = 1; n <= EXACT; n++) {
		double at_least = 0;

		for (size_t k = n + 1; k > 0; k--)
			row[k] += row[k - 1];
		for (size_t i = 0; i < n; i++)
			values[i] = 1;
		for (size_t k = n; k > 0; k--) {
			at_least += row[k + 1];
			assert_near("p", cb__inference_sign_p(values, n, 0),
				ldexp(at_least, -(int)n), 0);
			values[k - 1] = -1;
		}
	}
}

static void sign_interval_is_the_narrowest_at_its_level(void **state)
{
	static const double values[] = {7, 3, 9, 1, 5, 8, 2, 6, 10, 4};
	double scratch[COUNT_OF(values)], low, high, level;

	(void)state;
	/* Of 1024 patterns, 1 has no value below the median, 10 have one, 45 two. */
	cb__inference_sign_interval(&low, &high, &level, values, 10, 0.95, scratch);
	assert_true(low > 1.5 && low < 2.5 && high > 8.5 && high < 9.5);
	assert_near("level", level, 1 - 2 * 11.0 / 1024, 0);
	cb__inference_sign_interval(&low, &high, &level, values, 10, 1 - 2 * 11.0 / 1024, scratch);
	assert_near("the same", low, 2, 0);
	cb__inference_sign_interval(&low, &high, &level, values, 10, 0.88, scratch);
	assert_near("low", low, 3, 0);
	assert_near("high", high, 8, 0);
	assert_near("level", level, 1 - 2 * 56.0 / 1024, 0);
}

static void sign_interval_of_few_values_is_their_range(void **state)
{
	static const double values[] = {8, 3, 5, 4, 9};
	double scratch[COUNT_OF(values)], low, high, level;

	(void)state;
	for (size_t n = 1; n <= COUNT_OF(values); n++) {
		cb__inference_sign_interval(&low, &high, &level, values, n, 0.95, scratch);
		assert_near("low", low, n == 1 ? 8 : 3, 0);
		assert_near("high", high, n < 5 ? 8 : 9, 0);
		assert_near("level", level, 1 - 2 * ldexp(1, -(int)n), 0);
	}
	cb__inference_sign_interval(&low, &high, &level, NULL, 0, 0.95, scratch);
	assert_true(isnan(low) && isnan(high));
	assert_near("level", level, 0, 0);
}

/* Above 0 and below 1. */
static double draw(cb__random *random)
{
	return ((double)(cb__random_next(random) >> 12) + 0.5) / 4503599627370496.0;
}

/* In which part of many samples of a skewed distribution, of known median, it is covered. */
static double measure_coverage(double *ret_level, size_t n, unsigned samples)
{
	cb__random random = {n};
	double values[VALUES_MAX], scratch[VALUES_MAX], low, high;
	unsigned covered = 0;

	for (unsigned sample = 0; sample < samples; sample++) {
		for (size_t i = 0; i < n; i++)
			values[i] = -log(draw(&random));
		cb__inference_sign_interval(&low, &high, ret_level, values, n, 0.95, scratch);
		covered += low <= log(2.0) && high >= log(2.0);
	}
	return (double)covered / samples;
}

static void sign_interval_covers_a_skewed_median_as_often_as_it_says(void **state)
{
	static const size_t sizes[] = {4, 8, 12, 48, 96};
	double level;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		double coverage = measure_coverage(&level, sizes[i], 4000);

		assert_true(sizes[i] < 6 ? level < 0.95 : level >= 0.95 && level < 0.995);
		assert_near("coverage", coverage, level, 0.012);
	}
}

static void holm_matches_hand_values(void **state)
{
	static const double p[] = {0.04, 0.01, 0.03, 0.005, 0.9};
	static const double expected[] = {0.09, 0.04, 0.09, 0.025, 0.9};
	static const double equal_p[] = {0.02, 0.02, 0.015};
	static const double large[] = {0.6, 0.4, 0.7};
	double adjusted[COUNT_OF(p)];

	(void)state;
	cb__inference_holm(adjusted, p, COUNT_OF(p));
	for (size_t i = 0; i < COUNT_OF(p); i++)
		assert_near("adjusted", adjusted[i], expected[i], 1e-15);
	cb__inference_holm(adjusted, equal_p, 3);
	for (size_t i = 0; i < 3; i++)
		assert_near("equal", adjusted[i], 0.045, 1e-15);
	cb__inference_holm(adjusted, large, 3);
	for (size_t i = 0; i < 3; i++)
		assert_near("capped", adjusted[i], 1, 0);
	cb__inference_holm(adjusted, p, 1);
	assert_near("alone", adjusted[0], 0.04, 0);
	cb__inference_holm(adjusted, p, 0);
}

static void holm_keeps_the_order_and_never_lowers(void **state)
{
	cb__random random = {5};
	double p[40], adjusted[40];

	(void)state;
	for (size_t i = 0; i < COUNT_OF(p); i++)
		p[i] = (double)cb__random_below(&random, 30) / 900;
	cb__inference_holm(adjusted, p, COUNT_OF(p));
	for (size_t i = 0; i < COUNT_OF(p); i++) {
		assert_true(adjusted[i] >= p[i] && adjusted[i] <= 1);
		for (size_t j = 0; j < COUNT_OF(p); j++)
			if (p[i] <= p[j])
				assert_true(adjusted[i] <= adjusted[j]);
	}
}

static void holm_rejects_nothing_by_what_is_no_number(void **state)
{
	static const double p[] = {0.01, NAN, 0.02};
	double adjusted[COUNT_OF(p)];

	(void)state;
	cb__inference_holm(adjusted, p, COUNT_OF(p));
	assert_near("first", adjusted[0], 0.03, 1e-15);
	assert_near("no number", adjusted[1], 1, 0);
	assert_near("last", adjusted[2], 0.04, 1e-15);
}

static void bounds_of_rates_match_the_reference(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(rates); i++) {
		const rate_case *c = &rates[i];

		assert_close("low", cb__inference_binomial_low(c->hits, c->n, c->level), c->low);
		assert_close("high", cb__inference_binomial_high(c->hits, c->n, c->level), c->high);
	}
}

static void bounds_without_hits_or_misses_have_a_closed_form(void **state)
{
	static const uint64_t sizes[] = {1, 2, 50, 100, 1000, 100000, 1000000000};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		uint64_t n = sizes[i];

		assert_close("high", cb__inference_binomial_high(0, n, 0.95),
			-expm1(log(0.05) / (double)n));
		assert_close(
			"low", cb__inference_binomial_low(n, n, 0.95), exp(log(0.05) / (double)n));
		assert_near("low", cb__inference_binomial_low(0, n, 0.95), 0, 0);
		assert_near("high", cb__inference_binomial_high(n, n, 0.95), 1, 0);
	}
	assert_near("nothing of 100", cb__inference_binomial_high(0, 100, 0.95), 0.0295, 0.00005);
}

static void bounds_of_a_rate_and_of_its_complement_agree(void **state)
{
	(void)state;
	for (uint64_t hits = 0; hits <= 30; hits++) {
		double high = cb__inference_binomial_high(30 - hits, 30, 0.9);

		assert_near("low", cb__inference_binomial_low(hits, 30, 0.9), 1 - high, 1e-14);
	}
}

static void bounds_of_huge_counts_are_those_of_the_normal_distribution(void **state)
{
	static const uint64_t sizes[] = {100000, 10000000, 1000000000, UINT64_MAX / 2 * 2};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		double spread = 0.5 / sqrt((double)sizes[i]);
		double low = cb__inference_binomial_low(sizes[i] / 2, sizes[i], 0.95);
		double high = cb__inference_binomial_high(sizes[i] / 2, sizes[i], 0.95);

		assert_near("low", (0.5 - low) / spread, 1.644854, 0.004);
		assert_near("high", (high - 0.5) / spread, 1.644854, 0.004);
	}
}

static void bounds_of_impossible_rates_are_in_range(void **state)
{
	static const double levels[] = {0, 1, -1, 2, NAN};

	(void)state;
	assert_near("nothing", cb__inference_binomial_low(0, 0, 0.95), 0, 0);
	assert_near("nothing", cb__inference_binomial_high(0, 0, 0.95), 1, 0);
	assert_close("too many", cb__inference_binomial_low(60, 50, 0.95), pow(1 - 0.95, 0.02));
	assert_near("too many", cb__inference_binomial_high(60, 50, 0.95), 1, 0);
	assert_near("certain", cb__inference_binomial_low(3, 9, 1), 0, 1e-100);
	assert_near("certain", cb__inference_binomial_high(3, 9, 1), 1, 0);
	for (size_t i = 0; i < COUNT_OF(levels); i++) {
		double low = cb__inference_binomial_low(3, 9, levels[i]);
		double high = cb__inference_binomial_high(3, 9, levels[i]);

		assert_true(low >= 0 && low <= 1 && high >= 0 && high <= 1);
	}
}

static void uniform_p_is_close_to_the_exact_one(void **state)
{
	double values[100], scratch[100];

	(void)state;
	for (size_t i = 0; i < COUNT_OF(uniforms); i++) {
		const uniform_case *c = &uniforms[i];
		double tolerance = c->p < 0.1 ? 0.002 : 0.03;

		/* Largest first, so that sorting has work. */
		for (size_t j = 0; j < c->n; j++)
			values[j] = fmax((double)(c->n - j) / (double)c->n - c->distance, 0);
		assert_near("p", cb__inference_uniform_p(values, c->n, scratch), c->p, tolerance);
		for (size_t j = 0; j < c->n; j++)
			values[j] = 1 - values[j];
		assert_near("mirrored", cb__inference_uniform_p(values, c->n, scratch), c->p,
			tolerance);
	}
}

static void uniform_p_tells_a_grid_from_skewed_values(void **state)
{
	cb__random random = {3};
	double grid[200], skewed[200], drawn[200], scratch[200];

	(void)state;
	for (size_t i = 0; i < 200; i++) {
		grid[i] = ((double)i + 0.5) / 200;
		skewed[i] = grid[i] * grid[i];
		drawn[i] = draw(&random);
	}
	assert_near("grid", cb__inference_uniform_p(grid, 200, scratch), 1, 0);
	assert_true(cb__inference_uniform_p(skewed, 200, scratch) < 1e-6);
	assert_true(cb__inference_uniform_p(drawn, 200, scratch) > 0.01);
	assert_near("none", cb__inference_uniform_p(NULL, 0, scratch), 1, 0);
}

static void uniform_p_holds_its_level(void **state)
{
	cb__random random = {11};
	double values[20], scratch[20];
	unsigned rejected = 0;

	(void)state;
	for (unsigned sample = 0; sample < 4000; sample++) {
		for (size_t i = 0; i < 20; i++)
			values[i] = draw(&random);
		rejected += cb__inference_uniform_p(values, 20, scratch) <= 0.05;
	}
	assert_near("rejected", rejected / 4000.0, 0.05, 0.012);
}

static void skewness_matches_hand_values(void **state)
{
	static const double values[] = {0, 0, 0, 1};
	static const double even[] = {1, 2, 3, 4, 10, 9, 8, 7};
	static const double constant[] = {0.1, 0.1, 0.1, 0.1, 0.1};
	static const double huge[] = {0, 0, 0, DBL_MAX / 4};
	static const double tiny[] = {0, 0, 0, -DBL_MIN};

	(void)state;
	/* Mean 1/4, second moment 3/16, third 3/32. */
	assert_close("one of four", cb__inference_skewness(values, 4), 2 / sqrt(3.0));
	assert_close("huge", cb__inference_skewness(huge, 4), 2 / sqrt(3.0));
	assert_close("tiny", cb__inference_skewness(tiny, 4), -2 / sqrt(3.0));
	assert_near("even", cb__inference_skewness(even, 8), 0, 1e-15);
	assert_near("constant", cb__inference_skewness(constant, 5), 0, 0);
	assert_near("two", cb__inference_skewness(values + 2, 2), 0, 0);
	assert_near("none", cb__inference_skewness(NULL, 0), 0, 0);
}

static void values_are_left_as_they_were(void **state)
{
	static const double given[] = {0.3, 0.1, 0.2, 0.5, 0.4, 0};
	double values[COUNT_OF(given)], scratch[64], ignored[3];

	(void)state;
	memcpy(values, given, sizeof values);
	assert_true(cb__inference_rank_scratch(COUNT_OF(values)) <= COUNT_OF(scratch));
	cb__inference_signed_rank_p(values, COUNT_OF(values), 0.2, scratch);
	cb__inference_uniform_p(values, COUNT_OF(values), scratch);
	cb__inference_sign_interval(
		ignored, ignored + 1, ignored + 2, values, COUNT_OF(values), 0.5, scratch);
	assert_memory_equal(values, given, sizeof values);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sign_p_is_the_tail_of_fair_coins),
		cmocka_unit_test(sign_p_of_few_values_is_exact),
		cmocka_unit_test(sign_interval_is_the_narrowest_at_its_level),
		cmocka_unit_test(sign_interval_of_few_values_is_their_range),
		cmocka_unit_test(sign_interval_covers_a_skewed_median_as_often_as_it_says),
		cmocka_unit_test(holm_matches_hand_values),
		cmocka_unit_test(holm_keeps_the_order_and_never_lowers),
		cmocka_unit_test(holm_rejects_nothing_by_what_is_no_number),
		cmocka_unit_test(bounds_of_rates_match_the_reference),
		cmocka_unit_test(bounds_without_hits_or_misses_have_a_closed_form),
		cmocka_unit_test(bounds_of_a_rate_and_of_its_complement_agree),
		cmocka_unit_test(bounds_of_huge_counts_are_those_of_the_normal_distribution),
		cmocka_unit_test(bounds_of_impossible_rates_are_in_range),
		cmocka_unit_test(uniform_p_is_close_to_the_exact_one),
		cmocka_unit_test(uniform_p_tells_a_grid_from_skewed_values),
		cmocka_unit_test(uniform_p_holds_its_level),
		cmocka_unit_test(skewness_matches_hand_values),
		cmocka_unit_test(values_are_left_as_they_were),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
