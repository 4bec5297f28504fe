/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "wrap.h"

/* free the text */
static char *wrapped(const char *a, const char *b, size_t limit, int color)
{
	char *written;
	size_t length;
	FILE *out = open_memstream(&written, &length);
	cb__wrap w;

	cb__wrap_begin(&w, out, limit, 2, color);
	cb__wrap_text(&w, a, STYLE_BAD);
	cb__wrap_text(&w, b, STYLE_PLAIN);
	cb__wrap_end(&w);
	fclose(out);
	return written;
}

static void assert_wrapped(const char *a, const char *b, size_t limit, const char *expected)
{
	char *text = wrapped(a, b, limit, 0);

	assert_string_equal(text, expected);
	free(text);
}

static void lines_break_at_blanks_and_are_indented(void **state)
{
	(void)state;
	assert_wrapped("one two", " three four", 10, "one two\n  three\n  four\n");
	assert_wrapped("one two", " three four", 13, "one two three\n  four\n");
}

static void a_number_keeps_its_percent_sign(void **state)
{
	(void)state;
	assert_wrapped("one 2.5 %", " or so", 7, "one\n  2.5 %\n  or so\n");
}

static void without_a_limit_there_is_one_line(void **state)
{
	(void)state;
	assert_wrapped("one two", " three  four", 0, "one two three  four\n");
}

static void a_word_may_come_in_parts(void **state)
{
	(void)state;
	assert_wrapped("one tw", "o three", 8, "one two\n  three\n");
}

static void a_word_longer_than_the_line_is_kept_whole(void **state)
{
	(void)state;
	assert_wrapped("a", " /usr/lib/libx.so b", 8, "a\n  /usr/lib/libx.so\n  b\n");
}

static void characters_count_not_bytes(void **state)
{
	(void)state;
	assert_wrapped("\xc2\xb5\xc2\xb5\xc2\xb5", " abc", 7, "\xc2\xb5\xc2\xb5\xc2\xb5 abc\n");
}

static void looks_end_before_the_line_does(void **state)
{
	char *text = wrapped("one two", ", x", 5, 1);

	(void)state;
	assert_string_equal(text, "\033[31mone\033[0m\n  \033[31mtwo\033[0m,\n  x\n");
	free(text);
}

static void lines_can_be_counted_without_writing_them(void **state)
{
	cb__wrap w;

	(void)state;
	cb__wrap_begin(&w, NULL, 10, 2, 1);
	cb__wrap_text(&w, "one two three four", STYLE_BAD);
	assert_int_equal(cb__wrap_end(&w), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_break_at_blanks_and_are_indented),
		cmocka_unit_test(a_number_keeps_its_percent_sign),
		cmocka_unit_test(without_a_limit_there_is_one_line),
		cmocka_unit_test(a_word_may_come_in_parts),
		cmocka_unit_test(a_word_longer_than_the_line_is_kept_whole),
		cmocka_unit_test(characters_count_not_bytes),
		cmocka_unit_test(looks_end_before_the_line_does),
		cmocka_unit_test(lines_can_be_counted_without_writing_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
