/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include "gate_shown.h"

static void a_regression_is_an_error_at_its_rule(void **state)
{
	char *text = gate_shown(cb__gate_github, "regressed", NULL);

	(void)state;
	assert_says(text, "::error file=ci/gate.rules,line=12,title=libcb%3A regressed"
			  " openssl/aes-256-gcm/seal/16384/on::regressed: throughput -12.50 %25"
			  " [-13.25, -12.00], limit 2.5 %25, ");
	assert_says(text, "::error file=ci/gate.rules,title=libcb%3A regressed"
			  " openssl/sha256/digest/16384/on::");
	assert_int_equal(count_of(text, "::error "), 6); /* 5 cells and the summary */
	assert_int_equal(count_of(text, "::warning "), 3);
	assert_int_equal(count_of(text, "::notice "), 2); /* waived, versions-differ */
	free(text);
}

static void without_rules_there_is_no_file(void **state)
{
	char *text = gate_shown(cb__gate_github, "broken", NULL);

	(void)state;
	assert_int_equal(strncmp(text, "::error title=libcb%3A broken ", 30), 0);
	assert_null(strstr(text, "file="));
	free(text);
}

static void no_more_than_ten_of_a_kind_are_written(void **state)
{
	char *text = gate_shown(cb__gate_github, "many", NULL);

	(void)state;
	assert_int_equal(count_of(text, "::error "), GATE_GITHUB_MAX);
	assert_says(text, "/cell-8/");
	assert_null(strstr(text, "/cell-9/"));
	assert_says(text, "; 1991 more of this kind are not shown\n");
	free(text);
}

static void a_pass_is_one_notice(void **state)
{
	char *text = gate_shown(cb__gate_github, "ok", NULL);

	(void)state;
	assert_string_equal(text, "::notice title=libcb gate::no loss above 5 %25 in 3 cells\n");
	free(text);
}

static void faults_are_errors(void **state)
{
	char *text = gate_shown(cb__gate_github, "invalid", NULL);

	(void)state;
	assert_says(
		text, "::error title=libcb%3A canary-missed::a slowdown of 10 %25 was not found");
	assert_says(text, "::error title=libcb gate::no judgement: ");
	free(text);
}

static void what_is_tolerated_warns(void **state)
{
	gate_case *c = gate_case_new("inconclusive");
	char *text = NULL;
	size_t text_len;
	FILE *out = open_memstream(&text, &text_len);
	cb_view v = {0};

	(void)state;
	c->view.exit = CB_GATE_FINE;
	cb__gate_github(out, &c->view, &v);
	fclose(out);
	assert_null(strstr(text, "::error"));
	assert_says(text, "::warning title=libcb gate::no judgement this time");
	free(text);
	free(c);
}

static void hostile_texts_begin_no_command(void **state)
{
	char *text = gate_shown(cb__gate_github, "hostile", NULL), *line = text;

	(void)state;
	assert_is_printable(text);
	for (; *line != '\0'; line = strchr(line, '\n') + 1) {
		const char *message;

		assert_int_equal(strncmp(line, "::", 2), 0);
		/* the properties end at the first colons after those of the command */
		message = strstr(line + 2, "::");
		assert_non_null(message);
		assert_true(memchr(line + 2, ':', (size_t)(message - line - 2)) == NULL);
	}
	assert_says(text, "%0A%3A%3Aerror%3A%3Ax%0D");
	free(text);
}

static void a_cell_that_may_be_missing_is_no_error(void **state)
{
	char *text = gate_shown(cb__gate_github, "removed", NULL);

	(void)state;
	assert_null(strstr(text, "::error"));
	assert_says(text, "::notice title=libcb%3A missing openssl/rc4/encrypt/64/on::");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_regression_is_an_error_at_its_rule),
		cmocka_unit_test(without_rules_there_is_no_file),
		cmocka_unit_test(no_more_than_ten_of_a_kind_are_written),
		cmocka_unit_test(a_pass_is_one_notice),
		cmocka_unit_test(faults_are_errors),
		cmocka_unit_test(what_is_tolerated_warns),
		cmocka_unit_test(hostile_texts_begin_no_command),
		cmocka_unit_test(a_cell_that_may_be_missing_is_no_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
