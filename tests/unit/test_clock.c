/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <time.h>

#include "clock.h"

static volatile unsigned sink;

static void work(void)
{
	for (unsigned i = 0; i < 3000000; i++)
		sink = sink + i;
}

static void sleep_ms(long ms)
{
	const struct timespec pause = {0, ms * 1000000};
	nanosleep(&pause, NULL);
}

static void wall_clock_never_goes_back(void **state)
{
	(void)state;
	uint64_t last = cb__clock_wall_ns();
	for (int i = 0; i < 10000; i++) {
		uint64_t now = cb__clock_wall_ns();
		assert_true(now >= last);
		last = now;
	}
}

static void sleep_takes_wall_time_and_no_cpu_time(void **state)
{
	(void)state;
	uint64_t wall = cb__clock_wall_ns();
	uint64_t cpu = cb__clock_cpu_ns();
	sleep_ms(30);
	assert_true(cb__clock_wall_ns() - wall >= 29000000);
	assert_true(cb__clock_cpu_ns() - cpu < 15000000);
}

static void work_takes_cpu_time(void **state)
{
	(void)state;
	uint64_t wall = cb__clock_wall_ns();
	uint64_t cpu = cb__clock_cpu_ns();
	work();
	uint64_t cpu_took = cb__clock_cpu_ns() - cpu;
	uint64_t wall_took = cb__clock_wall_ns() - wall;
	assert_true(cpu_took > 0);
	/* The two clocks are read one after the other. */
	assert_true(cpu_took <= wall_took + wall_took / 20 + 1000000);
}

static void resolution_is_a_step(void **state)
{
	(void)state;
	assert_true(cb__clock_resolution_ns() >= 1);
	assert_true(cb__clock_resolution_ns() <= 20000000);
}

static void switches_are_counted_upwards(void **state)
{
	(void)state;
	int64_t before = cb__clock_switches();
	assert_true(before >= 0);
	work();
	assert_true(cb__clock_switches() >= before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wall_clock_never_goes_back),
		cmocka_unit_test(sleep_takes_wall_time_and_no_cpu_time),
		cmocka_unit_test(work_takes_cpu_time),
		cmocka_unit_test(resolution_is_a_step),
		cmocka_unit_test(switches_are_counted_upwards),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
