/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fnmatch.h>

#include "text.h"

static void text_grows_with_what_is_added(void **state)
{
	(void)state;
	cb_text text = CB_TEXT_INIT;
	for (int i = 0; i < 1000; i++)
		cb__text_format(&text, "%03d%s", i, ",");
	assert_int_equal(text.len, 4000);
	assert_int_equal(text.failed, 0);
	assert_int_equal(strlen(cb__text_string(&text)), 4000);
	assert_memory_equal(cb__text_string(&text) + 3996, "999,", 4);
	cb__text_done(&text);
	assert_string_equal(cb__text_string(&text), "");
}

/* Of a program that has set its user's locale, such as an interpreter. */
static void numbers_have_a_point_in_every_locale(void **state)
{
	(void)state;
	static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
	const char *found = NULL;
	for (size_t i = 0; i < sizeof names / sizeof *names && found == NULL; i++)
		found = setlocale(LC_ALL, names[i]);
	if (found == NULL)
		skip();
	cb_text text = CB_TEXT_INIT;
	char print[8];
	char mine[8];
	cb__text_format(&text, "%.1f", 1.5);
	cb__text_print(print, sizeof print, "%.1f", 1.5);
	snprintf(mine, sizeof mine, "%.1f", 1.5);
	setlocale(LC_ALL, "C");
	assert_string_equal(cb__text_string(&text), "1.5");
	assert_string_equal(print, "1.5");
	assert_string_equal(mine, "1,5");
	cb__text_done(&text);
}

static void empty_text_is_an_empty_string(void **state)
{
	(void)state;
	cb_text text = CB_TEXT_INIT;
	assert_string_equal(cb__text_string(&text), "");
	cb__text_clear(&text);
	cb__text_drop(&text, 0);
	assert_string_equal(cb__text_string(&text), "");
	cb__text_done(&text);
}

static void cleared_text_can_be_used_again(void **state)
{
	(void)state;
	cb_text text = CB_TEXT_INIT;
	cb__text_add(&text, "one");
	cb__text_clear(&text);
	assert_string_equal(cb__text_string(&text), "");
	cb__text_add(&text, "two");
	assert_string_equal(cb__text_string(&text), "two");
	cb__text_done(&text);
}

static void bytes_are_dropped_from_the_front(void **state)
{
	(void)state;
	cb_text text = CB_TEXT_INIT;
	cb__text_add(&text, "first\nsecond");
	cb__text_drop(&text, 6);
	assert_string_equal(cb__text_string(&text), "second");
	assert_int_equal(text.len, 6);
	cb__text_drop(&text, 6);
	assert_string_equal(cb__text_string(&text), "");
	cb__text_add(&text, "x");
	cb__text_drop(&text, 100);
	assert_int_equal(text.len, 0);
	cb__text_done(&text);
}

static void zero_bytes_are_kept(void **state)
{
	(void)state;
	cb_text text = CB_TEXT_INIT;
	cb__text_append(&text, "a\0b", 3);
	assert_int_equal(text.len, 3);
	assert_memory_equal(text.data, "a\0b", 4);
	cb__text_done(&text);
}

static void taken_text_belongs_to_the_taker(void **state)
{
	(void)state;
	cb_text text = CB_TEXT_INIT;
	char *taken = NULL;
	cb__text_add(&text, "mine");
	assert_int_equal(cb__text_take(&text, &taken), CB_OK);
	assert_string_equal(taken, "mine");
	assert_int_equal(text.len, 0);
	assert_null(text.data);
	cb_string_free(taken);
	assert_int_equal(cb__text_take(&text, &taken), CB_OK);
	assert_string_equal(taken, "");
	cb_string_free(taken);
}

static void failure_is_remembered(void **state)
{
	(void)state;
	cb_text text = CB_TEXT_INIT;
	char *taken = NULL;
	cb__text_add(&text, "before");
	cb__text_append(&text, "", (size_t)-1 / 2);
	assert_int_equal(text.failed, 1);
	cb__text_add(&text, "after");
	assert_string_equal(cb__text_string(&text), "before");
	assert_int_equal(cb__text_take(&text, &taken), CB_ENOMEM);
	assert_null(taken);
	assert_null(text.data);
}

static void paths_are_joined_with_one_slash(void **state)
{
	(void)state;
	char *path = cb__path_join("/a", "b");
	assert_string_equal(path, "/a/b");
	free(path);
	char *copy = cb__string_copy("");
	assert_string_equal(copy, "");
	free(copy);
}

static void escaped_names_match_themselves_only(void **state)
{
	(void)state;
	cb_text pattern = CB_TEXT_INIT;
	cb__text_add_escaped(&pattern, "a[b]*?\\c");
	assert_string_equal(cb__text_string(&pattern), "a\\[b]\\*\\?\\\\c");
	assert_int_equal(fnmatch(cb__text_string(&pattern), "a[b]*?\\c", 0), 0);
	assert_int_not_equal(fnmatch(cb__text_string(&pattern), "abxy\\c", 0), 0);
	cb__text_done(&pattern);
}

static void a_step_is_one_character_of_utf8(void **state)
{
	(void)state;
	static const struct {
		const char *bytes;
		size_t len;
		uint32_t code;
	} rows[] = {
		{"a", 1, 'a'},
		{"\xc2\xb5s", 2, 0xb5},
		{"\xe2\x82\xac", 3, 0x20ac},
		{"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
		{"", 0, 0},
		{"\x80", 0, 0},
		{"\xc2", 0, 0},
		{"\xc0\x80", 0, 0},
		{"\xed\xa0\x80", 0, 0},
		{"\xf4\x90\x80\x80", 0, 0},
		{"\xff", 0, 0},
	};
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		uint32_t code = 0;
		assert_int_equal(
			cb__text_step(rows[i].bytes, strlen(rows[i].bytes), &code), rows[i].len);
		assert_int_equal(code, rows[i].code);
	}
}

static void standard_input_is_called_what_it_is(void **state)
{
	(void)state;
	assert_string_equal(cb__file_shown("/dev/stdin"), "standard input");
	assert_string_equal(cb__file_quote("/dev/stdin"), "");
	assert_string_equal(cb__file_shown("-"), "-");
	assert_string_equal(cb__file_quote("a.json"), "\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_grows_with_what_is_added),
		cmocka_unit_test(standard_input_is_called_what_it_is),
		cmocka_unit_test(numbers_have_a_point_in_every_locale),
		cmocka_unit_test(empty_text_is_an_empty_string),
		cmocka_unit_test(cleared_text_can_be_used_again),
		cmocka_unit_test(bytes_are_dropped_from_the_front),
		cmocka_unit_test(zero_bytes_are_kept),
		cmocka_unit_test(taken_text_belongs_to_the_taker),
		cmocka_unit_test(failure_is_remembered),
		cmocka_unit_test(paths_are_joined_with_one_slash),
		cmocka_unit_test(escaped_names_match_themselves_only),
		cmocka_unit_test(a_step_is_one_character_of_utf8),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
