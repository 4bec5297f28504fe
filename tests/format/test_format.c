/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "documents.h"
#include "whole.h"

typedef struct fixture {
	cb_context *ctx;
	cb_view *view;
	cb_results *results[ROWS(documents)];
} fixture;

static int set_up(void **state)
{
	fixture *f = calloc(1, sizeof(*f));

	if (f == NULL || cb_context_new(&f->ctx, NULL) != CB_OK ||
		cb_view_new(&f->view, f->ctx) != CB_OK)
		return -1;
	for (size_t i = 0; i < ROWS(documents); i++)
		f->results[i] = document_load(f->ctx, documents[i]);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	fixture *f = *state;

	for (size_t i = 0; i < ROWS(documents); i++)
		cb_results_free(f->results[i]);
	cb_view_free(f->view);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

static char *shown(const cb_results *results, const char *format, const cb_view *view)
{
	char *text;

	assert_int_equal(cb_results_format(results, &text, format, view), CB_OK);
	return text;
}

static void every_format_ends_its_last_line(void **state)
{
	const fixture *f = *state;
	const cb_format *format;

	for (size_t i = 0; (format = cb_results_format_at(i)) != NULL; i++)
		for (size_t j = 0; j < ROWS(documents); j++) {
			char *text = shown(f->results[j], format->name, NULL);
			size_t len = strlen(text);

			assert_true(len > 0 && text[len - 1] == '\n');
			cb_string_free(text);
		}
	assert_true(strcmp(cb_results_format_at(0)->name, "table") == 0);
}

static void without_a_view_everything_is_at_its_default(void **state)
{
	const fixture *f = *state;
	const cb_format *format;

	for (size_t i = 0; (format = cb_results_format_at(i)) != NULL; i++) {
		char *without = shown(f->results[0], format->name, NULL);
		char *with = shown(f->results[0], format->name, f->view);

		assert_string_equal(without, with);
		cb_string_free(without);
		cb_string_free(with);
	}
}

static void a_view_changes_what_is_shown(void **state)
{
	static const char *const settings[][2] = {{"time", "cpu"}, {"statistic", "min"},
		{"unit", "time"}, {"unit", "cycles"}, {"width", "60"}, {"height", "10"},
		{"color", "1"}, {"utf8", "1"}, {"quiet", "1"}, {"show-files", "1"},
		{"elapsed", "65"}};
	const fixture *f = *state;
	char *plain = shown(f->results[0], "table", NULL);

	for (size_t i = 0; i < ROWS(settings); i++) {
		cb_view *view;
		char *text;

		assert_int_equal(cb_view_new(&view, f->ctx), CB_OK);
		assert_int_equal(cb_view_set(view, settings[i][0], settings[i][1]), CB_OK);
		text = shown(f->results[0], "table", view);
		if (strcmp(text, plain) == 0)
			fail_msg("%s=%s shows the same", settings[i][0], settings[i][1]);
		cb_string_free(text);
		cb_view_free(view);
	}
	cb_string_free(plain);
}

static void an_unknown_format_is_told_with_those_there_are(void **state)
{
	static const char *const bad[] = {"", "Table", "table ", "html"};
	const fixture *f = *state;
	const cb_format *format;
	char mark, *text = &mark;

	for (size_t i = 0; i < ROWS(bad); i++) {
		assert_int_equal(
			cb_results_format(f->results[0], &text, bad[i], f->view), CB_ENOTFOUND);
		assert_is_message(cb_context_error(f->ctx));
		assert_says(cb_context_error(f->ctx), bad[i]);
		for (size_t j = 0; (format = cb_results_format_at(j)) != NULL; j++)
			assert_says(cb_context_error(f->ctx), format->name);
	}
	assert_int_equal(cb_results_format(f->results[0], &text, NULL, f->view), CB_ENOTFOUND);
	assert_says(cb_context_error(f->ctx), "table, speed");
	assert_int_equal(cb_results_format(f->results[0], &text, "html", NULL), CB_ENOTFOUND);
	assert_ptr_equal(text, &mark);
}

static cb_status print(const void *results, char **out, const char *format)
{
	return cb_results_format(results, out, format, NULL);
}

static void a_text_is_whole_or_none(void **state)
{
	const fixture *f = *state;
	const cb_format *format;

	for (size_t i = 0; (format = cb_results_format_at(i)) != NULL; i++)
		assert_whole_or_none(f->results[4], format->name, print);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(every_format_ends_its_last_line),
		TEST(without_a_view_everything_is_at_its_default),
		TEST(a_view_changes_what_is_shown),
		TEST(an_unknown_format_is_told_with_those_there_are),
		TEST(a_text_is_whole_or_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
