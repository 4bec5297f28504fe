/* SPDX-License-Identifier: Apache-2.0 */
#include "../unit/gate_fixture.h"

#include <cb/format.h>

#include "../support/unit.h"
#include "whole.h"

static const gate_line lines[] = {
	{.name = "sha256/digest/1024", .screen = 8, .confirm = 8, .loss_percent = 12},
	{.name = "sha256/digest/64", .screen = 8, .loss_percent = 0},
};

static char *shown(const cb_gate *gate, const char *format, const cb_view *view)
{
	char *text;

	assert_int_equal(cb_gate_format(gate, &text, format, view), CB_OK);
	return text;
}

static void each_format_tells_of_the_loss(void **state)
{
	const cb_gate *gate = GATE(*state, lines);
	const cb_format *format;

	for (size_t i = 0; (format = cb_gate_format_at(i)) != NULL; i++) {
		char *text = shown(gate, format->name, NULL);

		assert_says(text, "openssl/sha256/digest/1024/on");
		assert_true(text[strlen(text) - 1] == '\n');
		cb_string_free(text);
	}
}

static void json_is_the_document(void **state)
{
	const cb_gate *gate = GATE(*state, lines);
	char *text = shown(gate, "json", NULL), *document;

	assert_int_equal(cb_gate_to_json(gate, &document, 0), CB_OK);
	assert_int_equal(strncmp(text, document, strlen(document)), 0);
	assert_true(strlen(text) <= strlen(document) + 1);
	cb_string_free(document);
	cb_string_free(text);
}

static void the_last_line_has_the_exit_status(void **state)
{
	gate_fixture *f = *state;
	const cb_gate *gate = GATE(f, lines);
	char wanted[32], *text = shown(gate, "table", NULL);
	cb_view *view;

	snprintf(wanted, sizeof(wanted), " exit=%d\n", cb_gate_exit(gate));
	assert_string_equal(text + strlen(text) - strlen(wanted), wanted);
	cb_string_free(text);
	assert_int_equal(cb_view_new(&view, f->ctx), CB_OK);
	assert_int_equal(cb_view_set(view, "exit", "130"), CB_OK);
	text = shown(gate, "table", view);
	assert_string_equal(text + strlen(text) - strlen(" exit=130\n"), " exit=130\n");
	cb_string_free(text);
	cb_view_free(view);
}

static void an_unknown_format_is_told_with_those_there_are(void **state)
{
	gate_fixture *f = *state;
	const cb_gate *gate = GATE(f, lines);
	cb_view *view;
	char *text;

	assert_int_equal(cb_view_new(&view, f->ctx), CB_OK);
	assert_int_equal(cb_gate_format(gate, &text, "csv", view), CB_ENOTFOUND);
	assert_says(cb_context_error(f->ctx), "junit");
	cb_view_free(view);
}

static cb_status print(const void *gate, char **out, const char *format)
{
	return cb_gate_format(gate, out, format, NULL);
}

static void a_text_is_whole_or_none(void **state)
{
	const cb_gate *gate = GATE(*state, lines);
	const cb_format *format;

	for (size_t i = 0; (format = cb_gate_format_at(i)) != NULL; i++)
		assert_whole_or_none(gate, format->name, print);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		GATE_TEST(each_format_tells_of_the_loss),
		GATE_TEST(json_is_the_document),
		GATE_TEST(the_last_line_has_the_exit_status),
		GATE_TEST(an_unknown_format_is_told_with_those_there_are),
		GATE_TEST(a_text_is_whole_or_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
