/* SPDX-License-Identifier: Apache-2.0 */
#include "inject.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define ID "openssl/sha256/digest/64/on"

static void assert_percent(const char *text, const char *id, int is_control, double expected)
{
	double percent = cb__inject_percent(text, id, is_control);

	if (!(fabs(percent - expected) < 1e-12))
		fail_msg("\"%s\" slows %s by %g and not %g", text, id, percent, expected);
}

static void texts_are_valid_or_not(void **state)
{
	static const char *const good[] = {"**=5", "openssl/*/*/64/on=0.5", "a=1,b=2",
		"control:**=10", "a=1,control:b=2,c=3", "a/subject=x=3", "**=1000", "a=.5", "a=7."};
	static const char *const bad[] = {"", "=", "a", "a=", "=5", "control:=5", "a=0", "a=-1",
		"a=1001", "a=5%", "a=5 ", "a=1e2", "a=1.2.3", "a=.", "a=nan", "a=inf", ",a=1",
		"a=1,,b=2", "a=1,b", "a=1,b=", "a=1,", "control:a"};

	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		if (!cb__inject_is_valid(good[i]))
			fail_msg("\"%s\" was refused", good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		if (cb__inject_is_valid(bad[i]))
			fail_msg("\"%s\" was taken", bad[i]);
}

static void long_texts_are_refused(void **state)
{
	char text[1024];

	(void)state;
	memset(text, 'a', sizeof text);
	strcpy(text + 256, "=1");
	assert_false(cb__inject_is_valid(text));
	strcpy(text + 255, "=1");
	assert_true(cb__inject_is_valid(text));
	memset(text, '9', sizeof text);
	memcpy(text, "a=", 2);
	text[1000] = '\0';
	assert_false(cb__inject_is_valid(text));
	/* So small that it is nothing. */
	memset(text + 4, '0', 990);
	memcpy(text + 2, "0.", 2);
	assert_false(cb__inject_is_valid(text));
}

static void last_glob_that_matches_counts(void **state)
{
	(void)state;
	assert_percent("**=5", ID, 0, 5);
	assert_percent("**=5,openssl/**=2.5", ID, 0, 2.5);
	assert_percent("openssl/**=2.5,**=5", ID, 0, 5);
	assert_percent("**=5,mbedtls/**=7", ID, 0, 5);
	assert_percent("mbedtls/**=7", ID, 0, 0);
	assert_percent("openssl/sha256/digest/*/on=0.125", ID, 0, 0.125);
	assert_percent(ID "/subject=x=3", ID "/subject=x", 0, 3);
	assert_percent(NULL, ID, 0, 0);
}

static void control_has_slowdowns_of_its_own(void **state)
{
	(void)state;
	assert_percent("control:**=8", ID, 1, 8);
	assert_percent("control:**=8", ID, 0, 0);
	assert_percent("**=4,control:**=8", ID, 0, 4);
	assert_percent("**=4,control:**=8", ID, 1, 8);
	assert_percent("**=4", ID, 1, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_are_valid_or_not),
		cmocka_unit_test(long_texts_are_refused),
		cmocka_unit_test(last_glob_that_matches_counts),
		cmocka_unit_test(control_has_slowdowns_of_its_own),
	};

	return cmocka_run_group_tests_name("inject", tests, NULL, NULL);
}
