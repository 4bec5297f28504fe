/* SPDX-License-Identifier: Apache-2.0 */
#include "view.h"

#include "../support/unit.h"

static cb_context *ctx;

static int open_view(void **state)
{
	cb_view *view;

	if (cb_context_new(&ctx, NULL) != CB_OK || cb_view_new(&view, ctx) != CB_OK)
		return -1;
	*state = view;
	return 0;
}

static int close_view(void **state)
{
	cb_view_free(*state);
	cb_context_free(ctx);
	return 0;
}

static void assert_refused(cb_view *view, const char *option, const char *value, const char *says)
{
	const cb_view before = *view;

	assert_int_equal(cb_view_set(view, option, value), CB_EINVAL);
	assert_is_message(cb_context_error(ctx));
	assert_says(cb_context_error(ctx), option);
	assert_says(cb_context_error(ctx), value);
	assert_says(cb_context_error(ctx), says);
	assert_memory_equal(&before, view, sizeof(before));
}

static void set(cb_view *view, const char *option, const char *value)
{
	assert_int_equal(cb_view_set(view, option, value), CB_OK);
}

static void options_tell_the_values_that_they_take(void **state)
{
	const cb_view_option *option;

	assert_int_equal(cb_view_option_count(), 14);
	assert_null(cb_view_option_at(cb_view_option_count()));
	for (size_t i = 0; (option = cb_view_option_at(i)) != NULL; i++) {
		assert_true(option->help[0] != '\0');
		if (option->argument == NULL)
			assert_string_equal(option->fallback, "0");
		if (option->fallback[0] != '\0')
			set(*state, option->name, option->fallback);
	}
}

static void defaults_are_what_they_say(void **state)
{
	cb_view *view = *state;
	cb_view before = *view;

	for (size_t i = 0; i < cb_view_option_count(); i++)
		if (cb_view_option_at(i)->fallback[0] != '\0')
			set(view, cb_view_option_at(i)->name, cb_view_option_at(i)->fallback);
	assert_string_equal(view->algorithms, "*");
	before.algorithms = view->algorithms;
	assert_memory_equal(&before, view, sizeof(before));
}

static void words_are_taken_whole(void **state)
{
	cb_view *view = *state;

	set(view, "time", "cpu");
	set(view, "statistic", "min");
	set(view, "unit", "cycles");
	assert_int_equal(view->time, TIME_CPU);
	assert_int_equal(view->statistic, STATISTIC_MIN);
	assert_int_equal(view->unit, UNIT_CYCLES);
	set(view, "statistic", "trimmed");
	set(view, "unit", "time");
	assert_int_equal(view->statistic, STATISTIC_TRIMMED);
	assert_int_equal(view->unit, UNIT_TIME);
	assert_refused(view, "time", "cp", "auto wall cpu both");
	assert_refused(view, "statistic", "mean", "median trimmed min");
	assert_refused(view, "unit", "", "rate time cycles");
	assert_refused(view, "unit", "rate time", "rate time cycles");
}

static void numbers_are_whole(void **state)
{
	static const char *const bad[] = {"", "-1", "1e3", " 80", "80 ", "0x50", "1000001",
		"99999999999999999999", "80,5", "80.5"};
	cb_view *view = *state;

	set(view, "width", "80");
	set(view, "height", "24");
	set(view, "exit", "4");
	assert_int_equal(view->columns, 80);
	assert_int_equal(view->rows, 24);
	assert_int_equal(view->exit, 4);
	for (size_t i = 0; i < ROWS(bad); i++) {
		assert_refused(view, "width", bad[i], "from 0 to 1000000");
		assert_refused(view, "height", bad[i], "from 0 to 1000000");
	}
	assert_refused(view, "exit", "256", "from 0 to 255");
	set(view, "width", "0");
	assert_true(view->has_columns && view->columns == 0);
}

static void seconds_have_a_point(void **state)
{
	cb_view *view = *state;

	set(view, "elapsed", "3.25");
	assert_near(view->elapsed_s, 3.25);
	set(view, "elapsed", "65");
	assert_near(view->elapsed_s, 65);
	assert_refused(view, "elapsed", "3,25", "a number of seconds");
	assert_refused(view, "elapsed", "1.2.3", "a number of seconds");
	assert_refused(view, "elapsed", ".", "a number of seconds");
	assert_refused(view, "elapsed", "", "a number of seconds");
	assert_refused(view, "elapsed", "-1", "a number of seconds");
	assert_refused(view, "elapsed", "nan", "a number of seconds");
}

static void switches_are_0_or_1(void **state)
{
	cb_view *view = *state;

	for (size_t i = 0; i < cb_view_option_count(); i++) {
		const cb_view_option *option = cb_view_option_at(i);

		if (option->argument != NULL)
			continue;
		set(view, option->name, "1");
		assert_refused(view, option->name, "yes", "0 or 1");
		assert_refused(view, option->name, "", "0 or 1");
	}
	assert_true(view->color && view->utf8 && view->quiet && view->all && view->show_files &&
		    view->fixed_launches);
	set(view, "color", "0");
	assert_false(view->color);
}

static void an_unknown_option_is_named(void **state)
{
	assert_int_equal(cb_view_set(*state, "colour", "1"), CB_ENOTFOUND);
	assert_is_message(cb_context_error(ctx));
	assert_says(cb_context_error(ctx), "\"colour\"");
}

static void the_last_value_counts(void **state)
{
	cb_view *view = *state;

	set(view, "algorithms", "aes-*");
	set(view, "algorithms", "sha*");
	assert_string_equal(view->algorithms, "sha*");
}

static void none_is_freed(void **state)
{
	(void)state;
	cb_view_free(NULL);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_view, close_view)
	const struct CMUnitTest tests[] = {
		TEST(options_tell_the_values_that_they_take),
		TEST(defaults_are_what_they_say),
		TEST(words_are_taken_whole),
		TEST(numbers_are_whole),
		TEST(seconds_have_a_point),
		TEST(switches_are_0_or_1),
		TEST(an_unknown_option_is_named),
		TEST(the_last_value_counts),
		TEST(none_is_freed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
