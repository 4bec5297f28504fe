/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "import.h"

static void a_figure_is_read_in_any_locale(void **state)
{
	static const struct {
		const char *word;
		double value;
		double error;
		int has_thousand;
	} rows[] = {{"52170.21k", 52170210, 5, 1}, {"52170,21k", 52170210, 5, 1},
		{"1.234.567,89k", 1234567890, 5, 1}, {"1,234,567.89k", 1234567890, 5, 1},
		{"0.00", 0, 0.005, 0}, {"1234.5", 1234.5, 0.05, 0}, {"+7.5", 7.5, 0.05, 0},
		{"42", 42, 0.5, 0}};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		cb__import_figure figure;

		assert_int_equal(cb__import_figure_read(&figure, rows[i].word), 1);
		assert_near(figure.value, rows[i].value);
		assert_near(figure.error, rows[i].error);
		assert_int_equal(figure.has_thousand, rows[i].has_thousand);
		assert_string_equal(figure.reason, "");
	}
}

static void what_cannot_be_trusted_says_why(void **state)
{
	static const char *const rows[][2] = {{"-86478.31", "negative"}, {"infk", "infinite"},
		{"nan", "not a number"}, {"-nan", "not a number"}, {"1.#INFk", "infinite"},
		{"1,234k", "comma"}};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		cb__import_figure figure;

		assert_int_equal(cb__import_figure_read(&figure, rows[i][0]), 1);
		assert_says(figure.reason, rows[i][1]);
	}
}

static void words_are_no_figures(void **state)
{
	static const char *const words[] = {
		"", "-", "k", "s", "cbc", "12x", "1..2", "1.2.3,4,5", ".5", "5.", "0x10", "1e5"};

	(void)state;
	for (size_t i = 0; i < ROWS(words); i++) {
		cb__import_figure figure;

		assert_int_equal(cb__import_figure_read(&figure, words[i]), 0);
	}
}

static void counts_are_digits_only(void **state)
{
	uint64_t count = 5;

	(void)state;
	assert_true(cb__import_count_read(&count, "16384"));
	assert_int_equal(count, 16384);
	assert_false(cb__import_count_read(&count, ""));
	assert_false(cb__import_count_read(&count, "-1"));
	assert_false(cb__import_count_read(&count, "1234567890123456789"));
	assert_int_equal(count, 16384);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_figure_is_read_in_any_locale),
		cmocka_unit_test(what_cannot_be_trusted_says_why),
		cmocka_unit_test(words_are_no_figures),
		cmocka_unit_test(counts_are_digits_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
