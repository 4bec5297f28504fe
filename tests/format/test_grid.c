/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "grid.h"

static void columns_are_as_wide_as_their_widest_text(void **state)
{
	char *written;
	size_t length;
	FILE *out = open_memstream(&written, &length);
	cb__grid g;

	(void)state;
	cb__grid_init(&g, 2);
	cb__grid_add(&g, "a", STYLE_PLAIN);
	cb__grid_add(&g, "b", STYLE_PLAIN);
	cb__grid_add(&g, "long", STYLE_PLAIN);
	cb__grid_add(&g, "c", STYLE_PLAIN);
	cb__grid_print_all(out, &g, 0);
	fclose(out);
	assert_string_equal(written, "a     b\nlong  c\n");
	assert_int_equal(cb__grid_rows(&g), 2);
	free(written);
	cb__grid_done(&g);
}

static void lines_end_with_their_last_text(void **state)
{
	char *written;
	size_t length;
	FILE *out = open_memstream(&written, &length);
	cb__grid g;

	(void)state;
	cb__grid_init(&g, 2);
	cb__grid_add(&g, "a", STYLE_PLAIN);
	cb__grid_add(&g, "", STYLE_PLAIN);
	cb__grid_print_all(out, &g, 0);
	fclose(out);
	assert_string_equal(written, "a\n");
	free(written);
	cb__grid_done(&g);
}

static void characters_count_not_bytes(void **state)
{
	cb__grid g;

	(void)state;
	cb__grid_init(&g, 1);
	cb__grid_add(&g, "\xc3\xa4\xe2\x82\xac", STYLE_PLAIN);
	assert_int_equal(cb__grid_width(&g, 0), 2);
	cb__grid_done(&g);
}

static void titles_do_not_widen_the_columns(void **state)
{
	static const char *const texts[] = {"", "n", "a long title", "", "a", "10"};
	char *written;
	size_t length;
	FILE *out = open_memstream(&written, &length);
	cb__grid g;

	(void)state;
	cb__grid_init(&g, 2);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		cb__grid_add(&g, texts[i], STYLE_PLAIN);
	assert_int_equal(cb__grid_print_titled(NULL, &g, 1, 0), 3);
	cb__grid_print_titled(out, &g, 1, 0);
	fclose(out);
	assert_string_equal(written, "    n\na long title\na  10\n");
	free(written);
	cb__grid_done(&g);
}

static void many_cells_are_kept(void **state)
{
	cb__grid g;

	(void)state;
	cb__grid_init(&g, 3);
	for (int i = 0; i < 999; i++)
		cb__grid_add(&g, "x", STYLE_PLAIN);
	assert_int_equal(cb__grid_rows(&g), 333);
	assert_false(g.failed);
	cb__grid_done(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_as_wide_as_their_widest_text),
		cmocka_unit_test(lines_end_with_their_last_text),
		cmocka_unit_test(characters_count_not_bytes),
		cmocka_unit_test(titles_do_not_widen_the_columns),
		cmocka_unit_test(many_cells_are_kept),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
