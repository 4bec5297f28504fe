/* SPDX-License-Identifier: Apache-2.0 */
#include "style.h"

#include <stdlib.h>

#include "../support/unit.h"

static char *written;
static size_t written_len;

static void control_characters_are_not_passed_on(void **state)
{
	FILE *out = open_memstream(&written, &written_len);

	(void)state;
	cb__style_print(out, "a\033[31m\nb\x7f", STYLE_PLAIN, 0);
	fclose(out);
	assert_string_equal(written, "a?[31m?b?");
	free(written);
}

/* U+009B begins what steers a terminal, as ESC does; U+202E turns what follows around. */
static void characters_that_steer_are_not_passed_on(void **state)
{
	FILE *out = open_memstream(&written, &written_len);

	(void)state;
	cb__style_print(out,
		"a\xc2\x9b"
		"31m\xe2\x80\xae\xe2\x81\xa6\xc3\xa4\x9b\xe2\x82",
		STYLE_PLAIN, 0);
	fclose(out);
	assert_string_equal(written, "a?31m??\xc3\xa4???");
	free(written);
}

static void a_look_ends_with_its_text(void **state)
{
	FILE *out = open_memstream(&written, &written_len);

	(void)state;
	cb__style_print(out, "bad", STYLE_BAD, 1);
	cb__style_print(out, "plain", STYLE_BAD, 0);
	fclose(out);
	assert_string_equal(written, "\033[31mbad\033[0mplain");
	free(written);
}

static void width_counts_characters(void **state)
{
	(void)state;
	assert_int_equal(cb__style_width("a\xc3\xa4\xe2\x82\xac"), 3);
	assert_int_equal(cb__style_width(""), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(control_characters_are_not_passed_on),
		cmocka_unit_test(characters_that_steer_are_not_passed_on),
		cmocka_unit_test(a_look_ends_with_its_text),
		cmocka_unit_test(width_counts_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
