/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "unit.h"

#ifdef __linux__
#include <sched.h>
#endif

#include "affinity.h"

static void without_a_pin_there_is_no_cpu(void **state)
{
	(void)state;
	assert_int_equal(cb__affinity_cpu(NULL), -1);
	cb__affinity_restore(NULL);
}

#ifdef __linux__

static void a_pin_leaves_one_allowed_cpu(void **state)
{
	(void)state;
	cpu_set_t before;
	cpu_set_t during;
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	cb__affinity *affinity = cb__affinity_pin();
	assert_non_null(affinity);
	int cpu = cb__affinity_cpu(affinity);
	assert_int_equal(sched_getaffinity(0, sizeof during, &during), 0);
	assert_int_equal(CPU_COUNT(&during), 1);
	assert_true(cpu >= 0 && CPU_ISSET((size_t)cpu, &during));
	assert_true(CPU_ISSET((size_t)cpu, &before));
	cb__affinity_restore(affinity);
}

static void the_last_allowed_cpu_is_taken(void **state)
{
	(void)state;
	cpu_set_t before;
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	int last = -1;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET((size_t)cpu, &before))
			last = cpu;
	cb__affinity *affinity = cb__affinity_pin();
	assert_int_equal(cb__affinity_cpu(affinity), last);
	cb__affinity_restore(affinity);
}

static cpu_set_t at_start;

static int remember(void **state)
{
	(void)state;
	return sched_getaffinity(0, sizeof at_start, &at_start);
}

static void restoring_gives_the_old_cpus_back(void **state)
{
	(void)state;
	cpu_set_t after;
	cb__affinity_restore(cb__affinity_pin());
	assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
	assert_true(CPU_EQUAL(&at_start, &after));
}

#else

static int remember(void **state)
{
	(void)state;
	return 0;
}

#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_pin_there_is_no_cpu),
#ifdef __linux__
		cmocka_unit_test(a_pin_leaves_one_allowed_cpu),
		cmocka_unit_test(the_last_allowed_cpu_is_taken),
		cmocka_unit_test(restoring_gives_the_old_cpus_back),
#endif
	};
	return cmocka_run_group_tests(tests, remember, NULL);
}
