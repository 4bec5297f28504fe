/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "speed_release.h"

static void each_branch_has_a_first_release_that_sets_the_key_again(void **state)
{
	static const char *const before[] = {"0.9.8o", "1.0.2k-fips", "1.1.1w", "3.0.2", "3.0.15",
		"3.1.7", "3.2.3", "3.3.2", "3.4.0"};
	static const char *const since[] = {"3.0.16", "3.0.22", "3.1.8", "3.2.4", "3.3.3", "3.4.1",
		"3.5.0", "3.6.1", "3.10.0", "4.1.0-dev", "10.0.0"};

	(void)state;
	for (size_t i = 0; i < ROWS(before); i++)
		assert_int_equal(cb__speed_rekeys(before[i]), 0);
	for (size_t i = 0; i < ROWS(since); i++)
		assert_int_equal(cb__speed_rekeys(since[i]), 1);
}

static void a_release_that_is_not_told_is_not_guessed(void **state)
{
	(void)state;
	assert_int_equal(cb__speed_rekeys(""), -1);
	assert_int_equal(cb__speed_rekeys("unknown"), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_branch_has_a_first_release_that_sets_the_key_again),
		cmocka_unit_test(a_release_that_is_not_told_is_not_guessed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
