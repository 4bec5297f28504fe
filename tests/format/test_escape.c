/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "markdown.h"

static const cb__escape_row nothing[] = {{0}};
static const cb__escape_row quote[] = {{'"', "\\\""}, {'\n', "\\n"}, {0}};

static void assert_written(
	const char *text, const cb__escape_row *table, const char *control, const char *expected)
{
	char *written;
	size_t length;
	FILE *out = open_memstream(&written, &length);

	cb__escape_write(out, text, table, control);
	fclose(out);
	assert_string_equal(written, expected);
	free(written);
}

static void characters_of_every_length_are_kept(void **state)
{
	const char *text = "a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\xf4\x8f\xbf\xbd";

	(void)state;
	assert_written(text, nothing, " ", text);
}

static void what_is_no_utf8_is_replaced(void **state)
{
	static const char *const texts[] = {
		"\xff",                                 /* never occurs */
		"\xc0\xaf",                             /* a slash in two bytes */
		"\xe0\x80\xaf",                         /* in three */
		"\xed\xa0\x80",                         /* half of a pair of UTF-16 */
		"\xf4\x90\x80\x80", "\x80", "\xe2\x82", /* cut */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_int_equal(cb__escape_length(texts[i]), 0);
		assert_written(texts[i], nothing, NULL,
			&"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"[12 -
									    3 * strlen(texts[i])]);
	}
	assert_written("a\xc3z", nothing, NULL, "a\xef\xbf\xbdz");
}

static void rows_come_before_control_characters(void **state)
{
	(void)state;
	assert_written("a\"\n\x1b[31m\xc2\x9b", quote, " ", "a\\\"\\n [31m ");
	assert_written("\n\x7f", nothing, "", "");
	assert_written("\t\x1b", nothing, NULL, "\t\x1b");
	assert_written("\xef\xbf\xbe\xef\xbf\xbf", nothing, "?", "??");
}

static void json_takes_all_but_what_is_no_utf8(void **state)
{
	json_t *string = cb__escape_json("a\x01\"\n\xff");

	(void)state;
	assert_string_equal(json_string_value(string), "a\x01\"\n\xef\xbf\xbd");
	json_decref(string);
}

static void markdown_shows_a_text_as_it_is(void **state)
{
	char *written;
	size_t length;
	FILE *out = open_memstream(&written, &length);

	(void)state;
	cb__markdown_text(out, "a|b\n<c>&lt;`*_[]~$\\");
	fclose(out);
	assert_string_equal(written, "a\\|b \\<c\\>\\&lt;\\`\\*\\_\\[\\]\\~\\$\\\\");
	free(written);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(characters_of_every_length_are_kept),
		cmocka_unit_test(what_is_no_utf8_is_replaced),
		cmocka_unit_test(rows_come_before_control_characters),
		cmocka_unit_test(json_takes_all_but_what_is_no_utf8),
		cmocka_unit_test(markdown_shows_a_text_as_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
