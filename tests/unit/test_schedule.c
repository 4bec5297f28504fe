/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "schedule.h"

#define ROUNDS_MIN 3
#define ROUNDS_MAX 25

static const cb__settings plain = {.budget_s = 120, .precision_percent = 1};

static void enough_launches_for_an_interval_unless_asked_otherwise(void **state)
{
	(void)state;
	assert_int_equal(cb__schedule_launches(&plain), CB_LAUNCHES_MIN);
	cb__settings settings = plain;
	settings.launches = 2;
	assert_int_equal(cb__schedule_launches(&settings), 2);
	settings.launches = 1000;
	assert_int_equal(cb__schedule_launches(&settings), 1000);
}

static void samples_that_were_asked_for_are_taken(void **state)
{
	(void)state;
	cb__settings settings = plain;
	settings.samples = 10000;
	assert_int_equal(cb__schedule_first_rounds(&settings, 1), 10000);
	assert_int_equal(cb__schedule_first_rounds(&settings, 1000000), 10000);
	assert_int_equal(cb__schedule_next_rounds(&settings, 10000, 1000, 0, 5), 10000);
	settings.samples = 1;
	assert_int_equal(cb__schedule_first_rounds(&settings, 1), 1);
	assert_int_equal(cb__schedule_next_rounds(&settings, 1, 0, 1000, 1), 1);
}

static void rounds_of_the_first_launch_stay_within_bounds(void **state)
{
	(void)state;
	assert_int_equal(cb__schedule_first_rounds(&plain, 1), ROUNDS_MAX);
	assert_int_equal(cb__schedule_first_rounds(&plain, 0), ROUNDS_MAX);
	assert_int_equal(cb__schedule_first_rounds(&plain, 1000000), ROUNDS_MIN);
	assert_int_equal(cb__schedule_first_rounds(&plain, (size_t)-1), ROUNDS_MIN);
}

static void more_cells_never_get_more_rounds(void **state)
{
	(void)state;
	uint32_t last = ROUNDS_MAX;
	int has_changed = 0;
	for (size_t cells = 1; cells < 3000; cells += 7) {
		uint32_t rounds = cb__schedule_first_rounds(&plain, cells);
		assert_true(rounds <= last);
		assert_true(rounds >= ROUNDS_MIN && rounds <= ROUNDS_MAX);
		has_changed |= rounds < last && rounds > ROUNDS_MIN;
		last = rounds;
	}
	assert_true(has_changed);
}

static void the_first_launches_fit_into_the_budget(void **state)
{
	(void)state;
	for (size_t cells = 100; cells < 2000; cells += 50) {
		uint32_t rounds = cb__schedule_first_rounds(&plain, cells);
		double took_s = (double)cells * rounds * 1e-9 * CB_SAMPLE_NS;
		if (rounds > ROUNDS_MIN)
			assert_true(took_s * cb__schedule_launches(&plain) < plain.budget_s);
	}
}

static void more_budget_never_gets_fewer_rounds(void **state)
{
	(void)state;
	cb__settings settings = plain;
	uint32_t last = ROUNDS_MIN;
	for (settings.budget_s = 0.1; settings.budget_s < 1e6; settings.budget_s *= 1.5) {
		uint32_t rounds = cb__schedule_first_rounds(&settings, 300);
		assert_true(rounds >= last);
		last = rounds;
	}
	assert_int_equal(last, ROUNDS_MAX);
}

static void the_next_launch_learns_from_the_last(void **state)
{
	(void)state;
	/* 10 rounds took 10 s, and there are 10 s each: a little less than 10. */
	uint32_t rounds = cb__schedule_next_rounds(&plain, 10, 10, 50, 5);
	assert_true(rounds == 9);
	/* They took twice the time that there is. */
	assert_int_equal(cb__schedule_next_rounds(&plain, 20, 20, 50, 5), 9);
	assert_int_equal(cb__schedule_next_rounds(&plain, 10, 20, 50, 5), 4);
	assert_int_equal(cb__schedule_next_rounds(&plain, 10, 1, 50, 5), ROUNDS_MAX);
}

static void the_next_launch_stays_within_bounds(void **state)
{
	(void)state;
	assert_int_equal(cb__schedule_next_rounds(&plain, 25, 10, -3, 5), ROUNDS_MIN);
	assert_int_equal(cb__schedule_next_rounds(&plain, 25, 10, 0, 5), ROUNDS_MIN);
	assert_int_equal(cb__schedule_next_rounds(&plain, 25, 0, 50, 5), ROUNDS_MAX);
	assert_int_equal(cb__schedule_next_rounds(&plain, 25, 0, 0, 5), ROUNDS_MIN);
	assert_int_equal(cb__schedule_next_rounds(&plain, 25, 10, 50, 0), ROUNDS_MAX);
	assert_int_equal(cb__schedule_next_rounds(&plain, 25, (double)NAN, 50, 1), ROUNDS_MIN);
}

static void only_fixed_launches_and_samples_without_a_budget_are_unlimited(void **state)
{
	(void)state;
	static const struct {
		uint32_t launches;
		uint32_t samples;
		int is_budget_given;
		int expected;
	} rows[] = {
		{0, 0, 0, 0},
		{2, 0, 0, 0},
		{0, 2, 0, 0},
		{2, 2, 0, 1},
		{2, 2, 1, 0},
		{0, 0, 1, 0},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		cb__settings settings = plain;
		settings.launches = rows[i].launches;
		settings.samples = rows[i].samples;
		settings.is_budget_given = rows[i].is_budget_given;
		assert_int_equal(cb__schedule_is_unlimited(&settings), rows[i].expected);
	}
}

/* Of a hundred suspects none would be confirmed, if all were measured until the budget ends. */
static void the_first_that_fit_are_measured_to_the_end(void **state)
{
	static const double cost_s[] = {0.25, 0.25, 0.5, 1};
	(void)state;
	assert_int_equal(cb__schedule_fitting(cost_s, 4, 0.5, 10), 4);
	assert_int_equal(cb__schedule_fitting(cost_s, 4, 0.5, 1.5), 3);
	assert_int_equal(cb__schedule_fitting(cost_s, 4, 0.5, 1.25), 2);
	assert_int_equal(cb__schedule_fitting(cost_s, 4, 1, 1.25), 1);
	assert_int_equal(cb__schedule_fitting(cost_s, 4, 1, 0.1), 1);
	assert_int_equal(cb__schedule_fitting(cost_s, 4, 1, -5), 1);
	assert_int_equal(cb__schedule_fitting(cost_s, 0, 1, 10), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(enough_launches_for_an_interval_unless_asked_otherwise),
		cmocka_unit_test(samples_that_were_asked_for_are_taken),
		cmocka_unit_test(rounds_of_the_first_launch_stay_within_bounds),
		cmocka_unit_test(more_cells_never_get_more_rounds),
		cmocka_unit_test(the_first_launches_fit_into_the_budget),
		cmocka_unit_test(more_budget_never_gets_fewer_rounds),
		cmocka_unit_test(the_next_launch_learns_from_the_last),
		cmocka_unit_test(the_next_launch_stays_within_bounds),
		cmocka_unit_test(only_fixed_launches_and_samples_without_a_budget_are_unlimited),
		cmocka_unit_test(the_first_that_fit_are_measured_to_the_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
