/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "documents.h"
#include "whole.h"

typedef struct fixture {
	cb_context *ctx;
	cb_view *view;
	cb_results *base;
	cb_results *head;
	cb_comparison *comparison;
} fixture;

static int set_up(void **state)
{
	fixture *f = calloc(1, sizeof(*f));
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;

	if (f == NULL || cb_context_new(&f->ctx, NULL) != CB_OK ||
		cb_view_new(&f->view, f->ctx) != CB_OK)
		return -1;
	config.base = f->base = document_load(f->ctx, "compare-old");
	config.head = f->head = document_load(f->ctx, "compare-new");
	config.base_name = "compare-old";
	config.head_name = "compare-new";
	*state = f;
	return cb_compare(&f->comparison, f->ctx, &config) == CB_OK ? 0 : -1;
}

static int tear_down(void **state)
{
	fixture *f = *state;

	cb_comparison_free(f->comparison);
	cb_results_free(f->base);
	cb_results_free(f->head);
	cb_view_free(f->view);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

static char *shown(const fixture *f, size_t count, const char *format, const cb_view *view)
{
	const cb_comparison *both[] = {f->comparison, f->comparison};
	char *text;

	assert_int_equal(cb_comparisons_format(&text, both, count, format, view), CB_OK);
	return text;
}

static void assert_golden(const char *text, const char *name)
{
	char file[512], *golden = NULL;
	size_t golden_len = 0;
	FILE *in;

	snprintf(file, sizeof(file), "%s/%s", CB_TEST_GOLDEN, name);
	in = fopen(file, "r");
	assert_non_null(in);
	if (getdelim(&golden, &golden_len, '\0', in) < 0)
		fail_msg("%s cannot be read", file);
	fclose(in);
	assert_string_equal(text, golden);
	free(golden);
}

static void each_format_is_what_cbench_shows(void **state)
{
	static const char *const golden[][2] = {
		{"table", "compare.txt"}, {"markdown", "compare.md"}};
	const fixture *f = *state;

	for (size_t i = 0; i < ROWS(golden); i++) {
		char *text = shown(f, 1, golden[i][0], NULL);

		assert_golden(text, golden[i][1]);
		cb_string_free(text);
	}
}

static void a_narrow_view_wraps(void **state)
{
	const fixture *f = *state;
	char *text;

	assert_int_equal(cb_view_set(f->view, "width", "80"), CB_OK);
	text = shown(f, 1, "table", f->view);
	assert_golden(text, "compare-80.txt");
	cb_string_free(text);
}

static void several_are_shown_one_after_the_other(void **state)
{
	const fixture *f = *state;
	char *one = shown(f, 1, "markdown", NULL), *two = shown(f, 2, "markdown", NULL);

	assert_true(strlen(two) >= 2 * strlen(one));
	cb_string_free(one);
	cb_string_free(two);
}

static void an_unknown_format_is_told_with_those_there_are(void **state)
{
	const fixture *f = *state;
	const cb_comparison *one = f->comparison;
	char *text;

	assert_int_equal(cb_comparisons_format(&text, &one, 1, "speed", f->view), CB_ENOTFOUND);
	assert_says(cb_context_error(f->ctx), "table, json, csv, markdown");
}

static cb_status print(const void *comparison, char **out, const char *format)
{
	const cb_comparison *one = comparison;

	return cb_comparisons_format(out, &one, 1, format, NULL);
}

static void a_text_is_whole_or_none(void **state)
{
	const fixture *f = *state;
	const cb_format *format;

	for (size_t i = 0; (format = cb_comparisons_format_at(i)) != NULL; i++)
		assert_whole_or_none(f->comparison, format->name, print);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(each_format_is_what_cbench_shows),
		TEST(a_narrow_view_wraps),
		TEST(several_are_shown_one_after_the_other),
		TEST(an_unknown_format_is_told_with_those_there_are),
		TEST(a_text_is_whole_or_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
