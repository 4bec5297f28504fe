/* SPDX-License-Identifier: Apache-2.0 */
#include "sort.h"

#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MANY 1000

static void assert_sorted(const double *values, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (values[i - 1] > values[i])
			fail_msg("%g stands before %g", values[i - 1], values[i]);
}

static void every_small_order_is_sorted(void **state)
{
	double values[5];

	(void)state;
	/* Every sequence of five digits 0 to 4, so all orders and all patterns of ties. */
	for (unsigned code = 0; code < 3125; code++) {
		int surplus[5] = {0};

		for (unsigned i = 0, rest = code; i < 5; i++, rest /= 5) {
			values[i] = rest % 5;
			surplus[rest % 5]++;
		}
		cb__sort_doubles(values, 5);
		assert_sorted(values, 5);
		for (size_t i = 0; i < 5; i++)
			surplus[(size_t)values[i]]--;
		for (size_t i = 0; i < 5; i++)
			assert_int_equal(surplus[i], 0);
	}
}

static void many_values_are_sorted(void **state)
{
	cb__random random = {1};
	double values[MANY];

	(void)state;
	for (size_t i = 0; i < MANY; i++)
		values[i] = (double)cb__random_below(&random, MANY) - MANY / 2;
	cb__sort_doubles(values, MANY);
	assert_sorted(values, MANY);
}

static void none_and_one_are_sorted_already(void **state)
{
	double one = 3;

	(void)state;
	cb__sort_doubles(NULL, 0);
	cb__sort_copy(NULL, NULL, 0);
	cb__sort_doubles(&one, 1);
	assert_true(one > 2 && one < 4);
}

static void copy_leaves_its_source(void **state)
{
	double values[] = {3, -1, 2};
	static const double expected[] = {-1, 2, 3};
	double sorted[3], before[3];

	(void)state;
	memcpy(before, values, sizeof before);
	cb__sort_copy(sorted, values, 3);
	assert_memory_equal(sorted, expected, sizeof expected);
	assert_memory_equal(values, before, sizeof before);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_small_order_is_sorted),
		cmocka_unit_test(many_values_are_sorted),
		cmocka_unit_test(none_and_one_are_sorted_already),
		cmocka_unit_test(copy_leaves_its_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
