/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "figure.h"

static void assert_figure(double value, const char *expected)
{
	char text[FIGURE_SIZE];

	cb__figure_print(text, value);
	assert_string_equal(text, expected);
}

static void assert_gain(double value, const char *expected)
{
	char text[FIGURE_SIZE];

	cb__figure_print_gain(text, value);
	assert_string_equal(text, expected);
}

static void figures_have_three_or_four_digits(void **state)
{
	(void)state;
	assert_figure(0.0012, "0.0012");
	assert_figure(1.254, "1.25");
	assert_figure(11.26, "11.3");
	assert_figure(284.4, "284");
	assert_figure(4342.1, "4342");
	assert_figure(48562.6, "48560");
	assert_figure(123456789, "123500000");
}

static void figures_round_across_a_power_of_ten(void **state)
{
	(void)state;
	assert_figure(9.994, "9.99");
	assert_figure(9.996, "10.0");
	assert_figure(99.94, "99.9");
	assert_figure(99.96, "100");
	assert_figure(9999.4, "9999");
	assert_figure(9999.6, "10000");
}

static void a_figure_that_is_none_is_a_dash(void **state)
{
	(void)state;
	assert_figure((double)NAN, "-");
	assert_figure((double)INFINITY, "-");
	assert_gain((double)NAN, "-");
	assert_gain((double)INFINITY, "-");
}

static void gains_are_factors(void **state)
{
	(void)state;
	assert_gain(15.29, "15x");
	assert_gain(2.56, "2.6x");
	assert_gain(1.0, "1.0x");
	assert_gain(0.5, "0.50x");
	assert_gain(9.96, "10x");
}

#define BUSY_CELL(accel, wall, cpu)                                                                \
	"{\"id\": \"" accel "\", \"panel\": \"p\", \"subject\": \"o:" accel                        \
	"\", \"algorithm\": \"sha256\", \"operation\": \"digest\", \"size\": 64, \"threads\": 1,"  \
	" \"processes\": 1, \"variant\": \"message\", \"semantics\": \"hash.digest.message/1\","   \
	" \"outcome\": \"measured\", \"summary\": {\"n\": 60, \"launches\": 6, "                   \
	"\"median_ns\": " wall                                                                     \
	", \"ci95_low_ns\": null, \"ci95_high_ns\": null, \"mad_ns\": null, \"min_ns\": null,"     \
	" \"trimmed_mean_ns\": null, \"cpu_min_ns\": " cpu ", \"cpu_median_ns\": " cpu             \
	", \"bytes_per_second\": 1.0, \"ops_per_second\": 1.0, \"contended\": true}}"

static const cb_summary summary = {
	.n = 10,
	.launches = 6,
	.median_ns = 100,
	.ci95_low_ns = 99,
	.ci95_high_ns = 103,
	.trimmed_mean_ns = 101,
	.min_ns = 90,
	.cpu_median_ns = 50,
	.cpu_ci95_low_ns = 49,
	.cpu_ci95_high_ns = 51,
	.cpu_trimmed_mean_ns = 51,
	.cpu_min_ns = 40,
	.cycles_per_op = 320,
	.cycles_per_byte = 5,
};

static const cb_cell digest = {
	.algorithm = "sha256",
	.operation = "digest",
	.size = 64,
	.outcome = CB_OUTCOME_MEASURED,
	.summary = &summary,
};

static void the_view_chooses_clock_and_statistic(void **state)
{
	cb_view v = {0};

	(void)state;
	assert_true(cb__figure_ns(&digest, &v) == 100);
	v.statistic = STATISTIC_TRIMMED;
	assert_true(cb__figure_ns(&digest, &v) == 101);
	v.statistic = STATISTIC_MIN;
	assert_true(cb__figure_ns(&digest, &v) == 90);
	v.time = TIME_CPU;
	assert_true(cb__figure_ns(&digest, &v) == 40);
	v.statistic = STATISTIC_MEDIAN;
	assert_true(cb__figure_ns(&digest, &v) == 50);
	assert_true(cb__figure_half_width(&digest, &v) == 1.0 / 50);
}

static void a_message_is_rated_in_bytes_and_anything_else_in_operations(void **state)
{
	cb_view v = {0};
	cb_cell sign = digest;

	(void)state;
	sign.algorithm = "ed25519";
	sign.operation = "sign";
	sign.size = 0;
	assert_true(cb__figure_rate(&digest, &v) == 64e9 / 100);
	assert_true(cb__figure_rate(&sign, &v) == 1e9 / 100);
}

/* By the wall the first takes twice as long as the second, of CPU time half as long. */
static const char busy_document[] =
	"{\"schema\": \"libcb.results/1\", \"complete\": true, \"subjects\": [{\"label\": \"o:on\","
	" \"backend\": \"o\", \"accel\": \"on\"}, {\"label\": \"o:off\", \"backend\": \"o\","
	" \"accel\": \"off\"}], \"cells\": [" BUSY_CELL("on", "600.0", "100.0") ", " BUSY_CELL(
		"off", "300.0", "200.0") "], \"ratios\": [{\"panel\": \"p\", \"a\": \"off\","
					 " \"b\": \"on\", \"ratio\": 2.01, \"ci95_low\": 2.0, "
					 "\"ci95_high\": 2.02}]}";

static cb_results *read_busy(cb_context **ret_ctx)
{
	cb_results *results;

	assert_int_equal(cb_context_new(ret_ctx, NULL), CB_OK);
	if (cb_results_from_json(&results, *ret_ctx, busy_document, strlen(busy_document)) != CB_OK)
		fail_msg("%s", cb_context_error(*ret_ctx));
	return results;
}

static double busy_gain(const cb_results *results, const cb_view *v)
{
	return cb__figure_gain(
		results, cb_results_cell_at(results, 0), cb_results_cell_at(results, 1), v)
		.value;
}

static void a_gain_is_of_the_figures_beside_it(void **state)
{
	cb_context *ctx;
	cb_results *results = read_busy(&ctx);
	cb_view v = {0};

	(void)state;
	assert_true(busy_gain(results, &v) == 2.01);
	v.time = TIME_CPU;
	assert_true(busy_gain(results, &v) == 2.01);
	v.time = TIME_WALL;
	assert_true(busy_gain(results, &v) == 0.5);
	v.time = TIME_AUTO;
	v.statistic = STATISTIC_MIN;
	assert_true(busy_gain(results, &v) == 2);
	cb_results_free(results);
	cb_context_free(ctx);
}

static void what_is_not_disturbed_has_no_mark(void **state)
{
	cb_context *ctx;
	cb_results *results = read_busy(&ctx);
	const cb_cell *cell = cb_results_cell_at(results, 0);
	cb_view v = {0};

	(void)state;
	assert_true(cb__figure_is_marked(cell, &v));
	assert_true(cb__figure_is_cpu(cell, &v));
	v.time = TIME_WALL;
	assert_true(cb__figure_is_marked(cell, &v));
	assert_false(cb__figure_is_cpu(cell, &v));
	v.time = TIME_CPU;
	assert_false(cb__figure_is_marked(cell, &v));
	v.time = TIME_AUTO;
	v.unit = UNIT_CYCLES;
	assert_false(cb__figure_is_marked(cell, &v));
	assert_false(cb__figure_is_marked(&digest, &v));
	cb_results_free(results);
	cb_context_free(ctx);
}

static void the_view_chooses_the_unit(void **state)
{
	cb_view v = {0};
	cb_cell sign = digest;

	(void)state;
	sign.algorithm = "ed25519";
	sign.operation = "sign";
	sign.size = 0;
	assert_true(cb__figure_shown(&digest, &v) == 640);
	assert_string_equal(cb__figure_unit(&v, 1), "MB/s");
	v.unit = UNIT_TIME;
	assert_true(cb__figure_shown(&digest, &v) == 100);
	v.unit = UNIT_CYCLES;
	assert_true(cb__figure_shown(&digest, &v) == 5);
	assert_true(cb__figure_shown(&sign, &v) == 320);
	assert_string_equal(cb__figure_unit(&v, 0), "cycles per operation");
}

static void too_few_launches_have_no_interval(void **state)
{
	cb_summary few = summary;
	cb_cell cell = digest;
	cb_view v = {0};

	(void)state;
	few.launches = 5;
	cell.summary = &few;
	assert_true(isnan(cb__figure_half_width(&cell, &v)));
	few.launches = 6;
	assert_true(cb__figure_half_width(&cell, &v) == 2.0 / 100);
}

static void a_ratio_has_half_the_width_of_its_interval(void **state)
{
	cb__gain g = {1.003, 0.999, 1.007};
	char text[FIGURE_SIZE];

	(void)state;
	cb__figure_print_ratio(text, &g, 0);
	assert_string_equal(text, "1.003 +-0.004");
	assert_true(cb__figure_is_even(&g));
	g.low = g.high = (double)NAN;
	cb__figure_print_ratio(text, &g, 0);
	assert_string_equal(text, "1.003");
	assert_false(cb__figure_is_even(&g));
	g.value = (double)NAN;
	cb__figure_print_ratio(text, &g, 0);
	assert_string_equal(text, "-");
}

static void all_threads_of_all_processes_count(void **state)
{
	cb_cell cell = digest;

	(void)state;
	cell.threads = 4;
	cell.processes = 3;
	assert_true(cb__figure_at_once(&cell) == 12);
}

static void an_algorithm_of_a_backend_is_rated_by_its_size(void **state)
{
	cb_cell own = digest;

	(void)state;
	own.algorithm = "own-hash";
	assert_true(cb_cell_has_message(&own));
	own.size = 0;
	assert_false(cb_cell_has_message(&own));
}

static void what_was_not_measured_has_no_figure(void **state)
{
	cb_view v = {0};
	cb_cell failed = digest;

	(void)state;
	failed.outcome = CB_OUTCOME_FAILED;
	failed.summary = NULL;
	assert_true(isnan(cb__figure_ns(&failed, &v)));
	assert_true(isnan(cb__figure_rate(&failed, &v)));
	assert_true(isnan(cb__figure_cycles(&failed)));
	assert_true(isnan(cb__figure_half_width(&failed, &v)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(figures_have_three_or_four_digits),
		cmocka_unit_test(figures_round_across_a_power_of_ten),
		cmocka_unit_test(a_figure_that_is_none_is_a_dash),
		cmocka_unit_test(gains_are_factors),
		cmocka_unit_test(the_view_chooses_clock_and_statistic),
		cmocka_unit_test(a_gain_is_of_the_figures_beside_it),
		cmocka_unit_test(what_is_not_disturbed_has_no_mark),
		cmocka_unit_test(a_message_is_rated_in_bytes_and_anything_else_in_operations),
		cmocka_unit_test(the_view_chooses_the_unit),
		cmocka_unit_test(too_few_launches_have_no_interval),
		cmocka_unit_test(a_ratio_has_half_the_width_of_its_interval),
		cmocka_unit_test(all_threads_of_all_processes_count),
		cmocka_unit_test(an_algorithm_of_a_backend_is_rated_by_its_size),
		cmocka_unit_test(what_was_not_measured_has_no_figure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
