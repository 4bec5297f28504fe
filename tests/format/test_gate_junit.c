/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include "gate_shown.h"

static void each_group_of_verdicts_has_its_element(void **state)
{
	char *text = gate_shown(cb__gate_junit, "regressed", NULL);

	(void)state;
	assert_says(text, "<testsuite name=\"libcb gate\" tests=\"14\" failures=\"4\" errors=\"1\""
			  " skipped=\"3\" timestamp=\"2026-11-30T12:00:00\">");
	assert_says(text, "<testsuites name=\"libcb gate\" tests=\"14\" failures=\"4\""
			  " errors=\"1\">");
	assert_int_equal(count_of(text, "<testcase "), 14);
	assert_int_equal(count_of(text, "<failure type=\"regressed\""), 2);
	assert_int_equal(count_of(text, "<failure type=\"missing\""), 2);
	assert_int_equal(count_of(text, "<error type=\"broken\""), 1);
	assert_int_equal(count_of(text, "<skipped type="), 3);
	free(text);
}

static void the_message_is_also_the_text(void **state)
{
	char *text = gate_shown(cb__gate_junit, "broken", NULL);

	(void)state;
	assert_says(text, "<error type=\"broken\" message=\"broken; the worker died of"
			  " SIGILL\">broken; the worker died of SIGILL</error>");
	free(text);
}

static void where_nothing_was_judged_the_judgement_fails(void **state)
{
	static const char *const names[] = {"invalid", "incomparable", "inconclusive", "empty"};

	(void)state;
	for (size_t i = 0; i < ROWS(names); i++) {
		char *text = gate_shown(cb__gate_junit, names[i], NULL);

		assert_says(text, "name=\"judgement\">\n      <error type=\"in");
		assert_says(text, "errors=\"1\"");
		free(text);
	}
}

static void a_pass_has_no_failure(void **state)
{
	char *text = gate_shown(cb__gate_junit, "ok", NULL);

	(void)state;
	assert_says(text, "tests=\"4\" failures=\"0\" errors=\"0\" skipped=\"0\"");
	assert_null(strstr(text, "<failure"));
	assert_null(strstr(text, "<error"));
	free(text);
}

static void hostile_texts_stay_texts(void **state)
{
	char *text = gate_shown(cb__gate_junit, "hostile", NULL);

	(void)state;
	assert_is_printable(text);
	assert_says(text, "a&quot;b&#39;c&lt;d&gt;&amp;amp;");
	assert_null(strstr(text, ">[[ATTACHMENT"));
	assert_null(strstr(text, "]]>"));
	assert_null(strchr(text, (char)0xff));
	assert_null(strstr(text, "timestamp"));
	free(text);
}

static void a_cell_that_may_be_missing_is_no_failure(void **state)
{
	char *text = gate_shown(cb__gate_junit, "removed", NULL);

	(void)state;
	assert_says(text, "tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"0\"");
	assert_null(strstr(text, "<failure"));
	assert_says(text, "missing; its removal is allowed");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_group_of_verdicts_has_its_element),
		cmocka_unit_test(the_message_is_also_the_text),
		cmocka_unit_test(where_nothing_was_judged_the_judgement_fails),
		cmocka_unit_test(a_pass_has_no_failure),
		cmocka_unit_test(hostile_texts_stay_texts),
		cmocka_unit_test(a_cell_that_may_be_missing_is_no_failure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
