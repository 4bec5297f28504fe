/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdlib.h>

#include <cb/status.h>
#include <cb/version.h>

static const cb_status statuses[] = {
#define STATUS_VALUE(name, value, text) CB_##name,
	CB_STATUS_MAP(STATUS_VALUE)
#undef STATUS_VALUE
};

static const cb_outcome outcomes[] = {
#define OUTCOME_VALUE(name, text, meaning) CB_OUTCOME_##name,
	CB_OUTCOME_MAP(OUTCOME_VALUE)
#undef OUTCOME_VALUE
};

static void every_status_has_its_own_name_and_text(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(statuses); i++) {
		assert_true(strncmp(cb_status_name(statuses[i]), "CB_", 3) == 0);
		assert_is_message(cb_status_text(statuses[i]));
		for (size_t j = 0; j < i; j++) {
			assert_string_not_equal(
				cb_status_name(statuses[i]), cb_status_name(statuses[j]));
			assert_string_not_equal(
				cb_status_text(statuses[i]), cb_status_text(statuses[j]));
			assert_int_not_equal(statuses[i], statuses[j]);
		}
	}
}

static void success_is_zero_and_failures_are_negative(void **state)
{
	(void)state;
	assert_int_equal(CB_OK, 0);
	for (size_t i = 0; i < ROWS(statuses); i++)
		assert_true(statuses[i] == CB_OK || statuses[i] < 0);
}

static void names_are_those_of_the_constants(void **state)
{
	(void)state;
	assert_string_equal(cb_status_name(CB_OK), "CB_OK");
	assert_string_equal(cb_status_name(CB_ENOMEM), "CB_ENOMEM");
	assert_string_equal(cb_status_name(CB_EEMPTY), "CB_EEMPTY");
	assert_string_equal(cb_status_text(CB_OK), "success");
	assert_string_equal(cb_status_text(CB_ENOMEM), "out of memory");
}

static void a_value_that_is_no_status_is_unknown(void **state)
{
	(void)state;
	static const int values[] = {1, -14, -1000, 2147483647};
	for (size_t i = 0; i < ROWS(values); i++) {
		assert_string_equal(cb_status_name((cb_status)values[i]), "CB_UNKNOWN");
		assert_string_equal(cb_status_text((cb_status)values[i]), "unknown status");
	}
}

static void every_outcome_has_its_own_spelling(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS(outcomes); i++) {
		const char *name = cb_outcome_name(outcomes[i]);
		assert_true(strlen(name) > 0);
		assert_string_not_equal(name, "unknown");
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(name, cb_outcome_name(outcomes[j]));
	}
	assert_string_equal(cb_outcome_name(CB_OUTCOME_MEASURED), "measured");
	assert_string_equal(cb_outcome_name(CB_OUTCOME_TIMED_OUT), "timed-out");
	assert_string_equal(cb_outcome_name(CB_OUTCOME_SKIPPED), "skipped");
}

static void a_value_that_is_no_outcome_is_unknown(void **state)
{
	(void)state;
	assert_string_equal(cb_outcome_name((cb_outcome)ROWS(outcomes)), "unknown");
	assert_string_equal(cb_outcome_name((cb_outcome)-1), "unknown");
}

static void version_is_that_of_the_header(void **state)
{
	(void)state;
	assert_string_equal(cb_version(), CB_VERSION);
}

static void freeing_no_string_is_harmless(void **state)
{
	(void)state;
	cb_string_free(NULL);
	cb_string_free(malloc(1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_status_has_its_own_name_and_text),
		cmocka_unit_test(success_is_zero_and_failures_are_negative),
		cmocka_unit_test(names_are_those_of_the_constants),
		cmocka_unit_test(a_value_that_is_no_status_is_unknown),
		cmocka_unit_test(every_outcome_has_its_own_spelling),
		cmocka_unit_test(a_value_that_is_no_outcome_is_unknown),
		cmocka_unit_test(version_is_that_of_the_header),
		cmocka_unit_test(freeing_no_string_is_harmless),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
