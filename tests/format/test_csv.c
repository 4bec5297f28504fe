/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "csv.h"

static void assert_text(const char *text, const char *expected)
{
	char *written;
	size_t length;
	FILE *out = open_memstream(&written, &length);

	cb__csv_text(out, 1, text);
	fclose(out);
	assert_string_equal(written, expected);
	free(written);
}

static void assert_number(double value, const char *expected)
{
	char *written;
	size_t length;
	FILE *out = open_memstream(&written, &length);

	cb__csv_number(out, 0, value);
	fclose(out);
	assert_string_equal(written, expected);
	free(written);
}

static void plain_text_is_written_as_it_is(void **state)
{
	(void)state;
	assert_text("", "");
	assert_text("a b'c", "a b'c");
}

static void text_with_a_separator_is_quoted(void **state)
{
	(void)state;
	assert_text("a,b", "\"a,b\"");
	assert_text("a\nb", "\"a\nb\"");
	assert_text("a\rb", "\"a\rb\"");
}

static void quotes_are_doubled(void **state)
{
	(void)state;
	assert_text("say \"no\"", "\"say \"\"no\"\"\"");
}

static void numbers_read_back_the_same(void **state)
{
	(void)state;
	assert_number(0.1, ",0.1");
	assert_number(1.0 / 3, ",0.3333333333333333");
	assert_number(9007199254740993.0, ",9007199254740992");
}

static void a_number_that_is_none_is_an_empty_field(void **state)
{
	(void)state;
	assert_number((double)NAN, ",");
	assert_number((double)INFINITY, ",");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_is_written_as_it_is),
		cmocka_unit_test(text_with_a_separator_is_quoted),
		cmocka_unit_test(quotes_are_doubled),
		cmocka_unit_test(numbers_read_back_the_same),
		cmocka_unit_test(a_number_that_is_none_is_an_empty_field),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
