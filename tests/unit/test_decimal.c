/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "decimal.h"

struct row {
	const char *text;
	double number;
	const char *rest;
};

static void digits_with_at_most_one_point_are_read(void **state)
{
	(void)state;
	static const struct row rows[] = {
		{"0", 0, ""},
		{"65", 65, ""},
		{"3.5", 3.5, ""},
		{".5", 0.5, ""},
		{"2.", 2, ""},
		{"007.250", 7.25, ""},
		{"1.2.3", 1.2, ".3"},
		{"5 %", 5, " %"},
		{"1e3", 1, "e3"},
		{"1,5", 1, ",5"},
		{"1234567890.12345", 1234567890.12345, ""},
		{"0.30000000000000004", 0.30000000000000004, ""},
		{"100000000000000000", 1e17, ""},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		double number = -1;
		const char *rest = cb__decimal_read(&number, rows[i].text);
		assert_non_null(rest);
		assert_string_equal(rest, rows[i].rest);
		assert_true(number == rows[i].number);
	}
}

static void what_is_no_decimal_or_would_lose_digits_is_refused(void **state)
{
	(void)state;
	static const char *const texts[] = {"", ".", "-1", "+1", " 1", "nan", "inf", "x", "..5",
		"1234567890123456789", "0.000000000000000001"};
	for (size_t i = 0; i < ROWS(texts); i++) {
		double number = -1;
		assert_null(cb__decimal_read(&number, texts[i]));
		assert_true(number == -1);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digits_with_at_most_one_point_are_read),
		cmocka_unit_test(what_is_no_decimal_or_would_lose_digits_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
