/* SPDX-License-Identifier: Apache-2.0 */
#include "plan_fixture.h"

#include <jansson.h>

#include "environment.h"

static void all_processors_are_as_many_as_may_be_used(void **state)
{
	cb_plan *plan = *state;
	json_t *environment = NULL;
	assert_int_equal(cb__environment_collect(&environment, ""), CB_OK);
	const json_t *cpu = json_object_get(environment, "cpu");
	uint64_t usable = (uint64_t)json_integer_value(json_object_get(cpu, "usable_cpus"));
	json_decref(environment);
	usable = usable > 0 ? usable : 1;
	set(plan, "threads", "all");
	assert_int_equal(plan->settings.thread_count, 1);
	assert_int_equal(plan->settings.threads[0], usable);
	set(plan, "processes", "1,all");
	assert_int_equal(plan->settings.processes[plan->settings.process_count - 1], usable);
	assert_int_not_equal(cb_plan_set(plan, "sizes", "all"), CB_OK);
}

static void threads_and_processes_are_sorted_and_none_is_there_twice(void **state)
{
	cb_plan *plan = *state;
	static const uint64_t threads[] = {1, 2, 1024};
	set(plan, "threads", "2,1024,1,2");
	assert_int_equal(plan->settings.thread_count, ROWS(threads));
	assert_memory_equal(plan->settings.threads, threads, sizeof threads);
	set(plan, "threads", "4");
	assert_int_equal(plan->settings.thread_count, 1);
	set(plan, "processes", "1024,1,1024");
	assert_int_equal(plan->settings.process_count, 2);
	assert_int_equal(plan->settings.processes[0], 1);
	assert_int_equal(plan->settings.processes[1], 1024);
	set(plan, "load", "1024");
	assert_int_equal(plan->settings.load, 1024);
	set(plan, "load", "0");
	assert_int_equal(plan->settings.load, 0);
}

static void numbers_are_taken_up_to_their_bounds(void **state)
{
	cb_plan *plan = *state;
	const cb__settings *settings = &plan->settings;
	set(plan, "launches", "1");
	assert_int_equal(settings->launches, 1);
	set(plan, "launches", "1000");
	assert_int_equal(settings->launches, 1000);
	set(plan, "samples", "1");
	assert_int_equal(settings->samples, 1);
	set(plan, "samples", "10000");
	assert_int_equal(settings->samples, 10000);
	set(plan, "seed", "0");
	assert_int_equal(settings->seed, 0);
	set(plan, "seed", "576460752303423487");
	assert_true(settings->seed == UINT64_C(576460752303423487));
	set(plan, "budget", "0.1");
	assert_near(settings->budget_s, 0.1);
	assert_int_equal(settings->is_budget_given, 1);
	set(plan, "budget", "1000000");
	assert_true(settings->budget_s == 1e6);
	set(plan, "time-limit", "0.1");
	set(plan, "time-limit", "86400");
	assert_true(settings->limit_s == 86400);
	set(plan, "precision", "100");
	set(plan, "precision", "0.01");
	assert_near(settings->precision_percent, 0.01);
}

static void decimals_are_digits_with_one_point(void **state)
{
	cb_plan *plan = *state;
	static const struct {
		const char *text;
		double expected;
	} rows[] = {
		{"2", 2},
		{"2.5", 2.5},
		{"2.", 2},
		{".5", 0.5},
		{"02.50", 2.5},
		{"12.0625", 12.0625},
		{"1.00000000000000000", 1},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		set(plan, "precision", rows[i].text);
		assert_near(plan->settings.precision_percent, rows[i].expected);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		PLAN_TEST(all_processors_are_as_many_as_may_be_used),
		PLAN_TEST(threads_and_processes_are_sorted_and_none_is_there_twice),
		PLAN_TEST(numbers_are_taken_up_to_their_bounds),
		PLAN_TEST(decimals_are_digits_with_one_point),
	};
	return cmocka_run_group_tests(tests, make_context, drop_context);
}
