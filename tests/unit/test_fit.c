/* SPDX-License-Identifier: Apache-2.0 */
#include "fit.h"

#include <float.h>

#include "unit.h"

#define SIZES_MAX 8

static const double sizes[] = {16, 64, 256, 1024, 8192, 16384};

static cb__line fit(const double *at, const double *times, size_t n)
{
	double scratch[2 * SIZES_MAX + 1];
	cb__line line;

	scratch[2 * n] = -77;
	cb__fit_line(&line, at, times, n, scratch);
	assert_true(scratch[2 * n] <= -77 && scratch[2 * n] >= -77);
	return line;
}

static void assert_line(cb__line line, double fixed, double per_byte, double tolerance)
{
	if (!(fabs(line.fixed - fixed) <= tolerance * fabs(fixed) + DBL_MIN) ||
		!(fabs(line.per_byte - per_byte) <= tolerance * fabs(per_byte) + DBL_MIN))
		fail_msg("%.17g + %.17g x is not %.17g + %.17g x", line.fixed, line.per_byte, fixed,
			per_byte);
}

static void fill(double *times, double fixed, double per_byte)
{
	for (size_t i = 0; i < ROWS(sizes); i++)
		times[i] = fixed + per_byte * sizes[i];
}

static void an_exact_line_is_found(void **state)
{
	static const double lines[][2] = {{180, 0.21}, {0.25, 5}, {1e5, 1e-3}, {3, 0}};
	double times[ROWS(sizes)];

	(void)state;
	for (size_t i = 0; i < ROWS(lines); i++) {
		fill(times, lines[i][0], lines[i][1]);
		assert_line(fit(sizes, times, ROWS(sizes)), lines[i][0], lines[i][1], 1e-9);
	}
}

static void a_line_without_fixed_cost_is_found(void **state)
{
	double times[ROWS(sizes)];
	cb__line line;

	(void)state;
	fill(times, 0, 0.7);
	line = fit(sizes, times, ROWS(sizes));
	assert_true(line.fixed >= 0 && line.fixed < 1e-9);
	assert_near(line.per_byte, 0.7);
}

static void noise_of_a_percent_moves_the_line_by_about_as_much(void **state)
{
	static const double noise[] = {0.9, -1, 0.4, 1, -0.6, 0.8};
	double times[ROWS(sizes)];

	(void)state;
	fill(times, 200, 0.5);
	for (size_t i = 0; i < ROWS(sizes); i++)
		times[i] *= 1 + noise[i] / 100;
	assert_line(fit(sizes, times, ROWS(sizes)), 200, 0.5, 0.02);
}

static void one_size_off_the_line_does_not_bend_it(void **state)
{
	double times[ROWS(sizes)];

	(void)state;
	for (size_t i = 0; i < ROWS(sizes); i++) {
		fill(times, 200, 0.5);
		times[i] *= 2;
		assert_line(fit(sizes, times, ROWS(sizes)), 200, 0.5, 1e-9);
	}
}

static void short_and_long_messages_count_alike(void **state)
{
	/* Two lines that differ by 10 % at every size; four of the sizes are on the lower. */
	double times[ROWS(sizes)];

	(void)state;
	fill(times, 100, 1);
	times[0] *= 1.1;
	times[5] *= 1.1;
	assert_line(fit(sizes, times, ROWS(sizes)), 100, 1, 1e-9);
}

static void the_fixed_part_is_never_negative(void **state)
{
	double times[ROWS(sizes)];
	cb__line line;

	(void)state;
	fill(times, -10, 1);
	line = fit(sizes, times, ROWS(sizes));
	assert_true(line.fixed >= 0 && line.fixed <= 0);
	assert_true(line.per_byte > 0.9 && line.per_byte <= 1);
}

static void the_growing_part_is_never_negative(void **state)
{
	static const double at[] = {1, 2, 3};
	static const double times[] = {30, 20, 10};

	(void)state;
	/* Weights 1/30, 1/20 and 1/10: the last is more than half of all. */
	assert_line(fit(at, times, 3), 10, 0, 1e-12);
}

static void two_sizes_are_met_both(void **state)
{
	static const double at[] = {16, 16384};
	static const double times[] = {200, 4000};

	(void)state;
	assert_line(fit(at, times, 2), 200 - 16 * 3800.0 / 16368, 3800.0 / 16368, 1e-12);
}

static void sizes_that_are_equal_have_no_line(void **state)
{
	static const double at[] = {64, 64, 64};
	static const double times[] = {100, 101, 102};

	(void)state;
	for (size_t n = 0; n <= 3; n++) {
		cb__line line = fit(at, times, n);

		assert_true(isnan(line.fixed) && isnan(line.per_byte));
	}
}

static void a_repeated_size_does_no_harm(void **state)
{
	static const double at[] = {64, 64, 1064, 2064};
	static const double times[] = {164, 164, 1164, 2164};

	(void)state;
	assert_line(fit(at, times, 4), 100, 1, 1e-9);
}

static void a_message_of_no_bytes_costs_the_fixed_part(void **state)
{
	static const double at[] = {0, 100, 1000};
	static const double times[] = {50, 150, 1050};

	(void)state;
	assert_line(fit(at, times, 3), 50, 1, 1e-9);
}

static void the_order_of_sizes_does_not_matter(void **state)
{
	static const double at[] = {16384, 16, 1024, 64, 256};
	static const double times[] = {16500, 110, 1135, 163, 350};
	static const double sorted_at[] = {16, 64, 256, 1024, 16384};
	static const double sorted_times[] = {110, 163, 350, 1135, 16500};
	cb__line line = fit(at, times, 5);
	cb__line sorted = fit(sorted_at, sorted_times, 5);

	(void)state;
	assert_line(line, sorted.fixed, sorted.per_byte, 1e-12);
}

static void huge_and_tiny_values_are_fitted(void **state)
{
	static const double at[] = {1e3, 1e9, 1e18};
	double times[3];

	(void)state;
	for (size_t i = 0; i < 3; i++)
		times[i] = 1e17 + 0.5 * at[i];
	assert_line(fit(at, times, 3), 1e17, 0.5, 1e-9);
	for (size_t i = 0; i < 3; i++)
		times[i] = (1e6 + at[i]) * 1e-30;
	assert_line(fit(at, times, 3), 1e-24, 1e-30, 1e-9);
}

static double error_of(const cb__line *line, const double *times)
{
	double error = 0;

	for (size_t i = 0; i < ROWS(sizes); i++)
		error += fabs(cb__line_at(line, sizes[i]) / times[i] - 1);
	return error;
}

/* The line through two of the points, if neither part is negative. */
static void assert_no_better(const cb__line *best, const double *times, size_t i, size_t j)
{
	const double per_byte = (times[j] - times[i]) / (sizes[j] - sizes[i]);
	const cb__line other = {times[i] - per_byte * sizes[i], per_byte};

	if (other.fixed >= 0 && other.per_byte >= 0 &&
		error_of(&other, times) < error_of(best, times) - 1e-12)
		fail_msg("%g + %g x is better than %g + %g x", other.fixed, other.per_byte,
			best->fixed, best->per_byte);
}

static void no_line_through_two_points_is_better(void **state)
{
	uint32_t random = 1;
	double times[ROWS(sizes)];

	(void)state;
	for (int round = 0; round < 200; round++) {
		fill(times, 100, 0.5);
		for (size_t i = 0; i < ROWS(sizes); i++) {
			random = random * 1664525 + 1013904223;
			times[i] *= 0.6 + 0.8 * (random >> 8) / (1 << 24);
		}
		const cb__line best = fit(sizes, times, ROWS(sizes));
		assert_true(best.fixed >= 0 && best.per_byte >= 0);
		for (size_t i = 0; i < ROWS(sizes); i++)
			for (size_t j = i + 1; j < ROWS(sizes); j++)
				assert_no_better(&best, times, i, j);
	}
}

static void a_departure_is_positive_where_more_time_is_taken(void **state)
{
	const cb__line line = {100, 0.5};

	(void)state;
	assert_near(cb__line_at(&line, 1000), 600);
	assert_near(cb__line_departure(&line, 1000, 660), 10);
	assert_near(cb__line_departure(&line, 1000, 540), -10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_exact_line_is_found),
		cmocka_unit_test(a_line_without_fixed_cost_is_found),
		cmocka_unit_test(noise_of_a_percent_moves_the_line_by_about_as_much),
		cmocka_unit_test(one_size_off_the_line_does_not_bend_it),
		cmocka_unit_test(short_and_long_messages_count_alike),
		cmocka_unit_test(the_fixed_part_is_never_negative),
		cmocka_unit_test(the_growing_part_is_never_negative),
		cmocka_unit_test(two_sizes_are_met_both),
		cmocka_unit_test(sizes_that_are_equal_have_no_line),
		cmocka_unit_test(a_repeated_size_does_no_harm),
		cmocka_unit_test(a_message_of_no_bytes_costs_the_fixed_part),
		cmocka_unit_test(the_order_of_sizes_does_not_matter),
		cmocka_unit_test(huge_and_tiny_values_are_fitted),
		cmocka_unit_test(no_line_through_two_points_is_better),
		cmocka_unit_test(a_departure_is_positive_where_more_time_is_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
