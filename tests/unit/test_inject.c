/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdlib.h>

#include "inject.h"

static void globs_with_percents_are_valid(void **state)
{
	(void)state;
	static const char *const valid[] = {
		"**=5",
		"openssl/**=0.5",
		"a/*/seal/64/on=10,control:**=3",
		"a/b/c/64/on/variant=rekey=7", /* an id may hold the sign */
		"**=1000",
	};
	for (size_t i = 0; i < ROWS(valid); i++)
		if (!cb__inject_is_valid(valid[i]))
			fail_msg("\"%s\" is refused", valid[i]);
}

static void everything_else_is_not(void **state)
{
	(void)state;
	static const char *const invalid[] = {
		"",
		",",
		"5",
		"=5",
		"**",
		"**=",
		"**=0",
		"**=-5",
		"**=+5",
		"**=5%",
		"**=1001",
		"**=1e3",
		"**=nan",
		"**=inf",
		"**=0x10",
		"**=.",
		"**=1.2.3",
		"**= 5",
		"**=5,",
		"**=5,,a=3",
		",**=5",
		"control:=5",
		"control:",
	};
	for (size_t i = 0; i < ROWS(invalid); i++)
		if (cb__inject_is_valid(invalid[i]))
			fail_msg("\"%s\" is accepted", invalid[i]);
}

static void globs_without_end_are_refused(void **state)
{
	(void)state;
	static char text[100000];
	memset(text, '*', sizeof text - 4);
	strcpy(text + sizeof text - 4, "=5");
	assert_false(cb__inject_is_valid(text));
	text[strlen(text) - 2] = '*';
	assert_false(cb__inject_is_valid(text));
	memset(text, '9', sizeof text - 1);
	text[0] = '*';
	text[1] = '=';
	assert_false(cb__inject_is_valid(text));
}

static void last_glob_that_matches_counts(void **state)
{
	(void)state;
	static const char text[] = "**=5,a/**=7.25,**/on=9,control:a/**=3";
	assert_near(cb__inject_percent(text, "b/sha256/digest/64/off", 0), 5);
	assert_near(cb__inject_percent(text, "a/sha256/digest/64/off", 0), 7.25);
	assert_near(cb__inject_percent(text, "a/sha256/digest/64/on", 0), 9);
	assert_near(cb__inject_percent(text, "a/sha256/digest/64/on", 1), 3);
	assert_true(cb__inject_percent(text, "b/sha256/digest/64/on", 1) == 0);
	assert_true(cb__inject_percent("a/**=7", "b/sha256/digest/64/on", 0) == 0);
	assert_true(cb__inject_percent(NULL, "b/sha256/digest/64/on", 0) == 0);
}

static void glob_that_matches_nothing_is_found(void **state)
{
	(void)state;
	static const char *const ids[] = {"a/sha256/digest/64/on", "a/sha512/digest/64/on"};
	size_t len = 0;
	const char *hint = NULL;
	static const char text[] = "**=5,a/sha-*/**=7,c/**=1";
	const char *dead = cb__inject_find_dead(&len, &hint, text, ids, ROWS(ids));
	assert_ptr_equal(dead, text + 5);
	assert_int_equal(len, strlen("a/sha-*/**=7"));
	assert_string_equal(hint, "");
	assert_non_null(cb__inject_find_dead(&len, &hint, "a/*=7", ids, ROWS(ids)));
	assert_non_null(strstr(hint, "crosses"));
	assert_null(cb__inject_find_dead(&len, &hint, "**=5,control:a/**=7", ids, ROWS(ids)));
	assert_non_null(cb__inject_find_dead(&len, &hint, "control:b/**=7", ids, ROWS(ids)));
	assert_non_null(cb__inject_find_dead(&len, &hint, "**=5", ids, 0));
	assert_null(cb__inject_find_dead(&len, &hint, NULL, ids, ROWS(ids)));
}

static void parts_for_the_control_are_seen(void **state)
{
	(void)state;
	assert_true(cb__inject_has_control("**=5,control:a/**=7"));
	assert_true(cb__inject_has_control("control:**=5,**=7"));
	assert_false(cb__inject_has_control("**=5,a/control:**=7"));
	assert_false(cb__inject_has_control(NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(globs_with_percents_are_valid),
		cmocka_unit_test(everything_else_is_not),
		cmocka_unit_test(globs_without_end_are_refused),
		cmocka_unit_test(last_glob_that_matches_counts),
		cmocka_unit_test(glob_that_matches_nothing_is_found),
		cmocka_unit_test(parts_for_the_control_are_seen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
