/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exits.h"

static void the_weightier_status_wins(void **state)
{
	(void)state;
	assert_int_equal(exits_worse(EXIT_FINE, EXIT_NOTHING), 77);
	assert_int_equal(exits_worse(EXIT_NOTHING, EXIT_USAGE), 2);
	assert_int_equal(exits_worse(EXIT_CELL, EXIT_USAGE), 4);
	assert_int_equal(exits_worse(EXIT_CELL, EXIT_INTERRUPTED), 130);
	assert_int_equal(exits_worse(EXIT_LOSS, EXIT_INVALID), 1);
	assert_int_equal(exits_worse(EXIT_USAGE, EXIT_LOSS), 2);
	assert_int_equal(exits_worse(EXIT_INVALID, EXIT_NOTHING), 5);
	assert_int_equal(exits_worse(EXIT_INVALID, EXIT_INCONCLUSIVE), 5);
	assert_int_equal(exits_worse(EXIT_INCONCLUSIVE, EXIT_NOTHING), 3);
	assert_int_equal(exits_worse(EXIT_INCONCLUSIVE, EXIT_FINE), 3);
	assert_int_equal(exits_worse(EXIT_FINE, EXIT_FINE), 0);
}

static void the_order_of_arguments_does_not_matter(void **state)
{
	(void)state;
	for (size_t i = 0; exits_at(i) != NULL; i++)
		for (size_t j = 0; exits_at(j) != NULL; j++)
			assert_int_equal(exits_worse(exits_at(i)->value, exits_at(j)->value),
				exits_worse(exits_at(j)->value, exits_at(i)->value));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_weightier_status_wins),
		cmocka_unit_test(the_order_of_arguments_does_not_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
