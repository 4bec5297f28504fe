/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include "gate_shown.h"

#include "style.h"

static void the_last_line_is_always_the_summary(void **state)
{
	static const char *const names[] = {"ok", "regressed", "broken", "missing", "invalid",
		"incomparable", "inconclusive", "empty", "hostile", "many", "long"};
	static const cb_view views[] = {{0}, {.quiet = 1}, {.color = 1, .columns = 40}, {.all = 1}};

	(void)state;
	for (size_t i = 0; i < ROWS(names); i++)
		for (size_t j = 0; j < ROWS(views); j++) {
			char *text = gate_shown(cb__gate_table, names[i], &views[j]);
			const char *line = last_line(text);

			assert_int_equal(strncmp(line, "verdict=", 8), 0);
			assert_says(line, " exit=");
			assert_null(strchr(line, '\033'));
			assert_int_equal(count_of(text, "\nverdict="), line > text ? 1 : 0);
			free(text);
		}
}

static void quiet_shows_rows_and_the_summary(void **state)
{
	cb_view v = {.quiet = 1};
	char *text = gate_shown(cb__gate_table, "ok", &v);

	(void)state;
	assert_string_equal(
		text, "verdict=ok cells=3 regressed=0 inconclusive=0 waived=0 missing=0 exit=0\n");
	free(text);
	text = gate_shown(cb__gate_table, "regressed", &v);
	assert_says(text, "regressed     openssl/aes-256-gcm/seal/16384/on");
	assert_null(strstr(text, "canary"));
	free(text);
}

static void unchanged_cells_are_counted_unless_all_are_wanted(void **state)
{
	cb_view v = {.all = 1};
	char *text = gate_shown(cb__gate_table, "ok", NULL);

	(void)state;
	assert_says(text, "2 unchanged, 1 identical");
	assert_null(strstr(text, "openssl/sha256"));
	free(text);
	text = gate_shown(cb__gate_table, "ok", &v);
	assert_says(text, "openssl/sha256");
	assert_null(strstr(text, "2 unchanged"));
	free(text);
}

static void cells_of_one_reason_are_told_once(void **state)
{
	char *text = gate_shown(cb__gate_table, "regressed", NULL);

	(void)state;
	assert_int_equal(count_of(text, "not offered any more"), 1);
	assert_says(text, "missing, 2 cells: not offered any more (openssl/md5/digest/64/on and"
			  " others)\n");
	free(text);
}

static void what_a_change_is_of_depends_on_the_mode(void **state)
{
	gate_case *c = gate_case_new("regressed");
	char *text;

	(void)state;
	assert_non_null(c);
	text = gate_shown_case(cb__gate_table, c, NULL);
	assert_says(text, "\nchange: of throughput by CPU time, below 0");
	free(text);
	c->view.mode = "icount";
	text = gate_shown_case(cb__gate_table, c, NULL);
	assert_says(text, "\nchange: of throughput by instructions, below 0");
	free(text);
	free(c);
}

static void faults_come_before_other_notes(void **state)
{
	char *text = gate_shown(cb__gate_table, "invalid", NULL);
	const char *fault = strstr(text, "canary-missed: a slowdown");

	(void)state;
	assert_non_null(fault);
	assert_true(fault < strstr(text, "versions-differ: "));
	free(text);
}

static void nothing_of_others_reaches_the_terminal_as_a_command(void **state)
{
	char *text = gate_shown(cb__gate_table, "hostile", NULL);

	(void)state;
	assert_is_printable(text);
	assert_null(strstr(text, "\n::error"));
	free(text);
}

static void lines_keep_to_the_width(void **state)
{
	cb_view v = {.columns = 70};
	char *text = gate_shown(cb__gate_table, "regressed", &v), *line = text, *end;

	(void)state;
	last_line(text); /* is for programs, and as long as it is */
	*strrchr(text, '\n') = '\0';
	for (; line != NULL; line = end != NULL ? end + 1 : NULL) {
		end = strchr(line, '\n');
		if (end != NULL)
			*end = '\0';
		if (cb__style_width(line) > v.columns)
			fail_msg("too long: %s", line);
	}
	free(text);
}

static void colours_follow_the_verdict(void **state)
{
	cb_view v = {.color = 1};
	char *text = gate_shown(cb__gate_table, "regressed", &v);

	(void)state;
	assert_says(text, "\033[31mregressed\033[0m");
	assert_says(text, "\033[33msuspect\033[0m");
	assert_says(text, "\033[32mimproved\033[0m");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_last_line_is_always_the_summary),
		cmocka_unit_test(quiet_shows_rows_and_the_summary),
		cmocka_unit_test(unchanged_cells_are_counted_unless_all_are_wanted),
		cmocka_unit_test(cells_of_one_reason_are_told_once),
		cmocka_unit_test(what_a_change_is_of_depends_on_the_mode),
		cmocka_unit_test(faults_come_before_other_notes),
		cmocka_unit_test(nothing_of_others_reaches_the_terminal_as_a_command),
		cmocka_unit_test(lines_keep_to_the_width),
		cmocka_unit_test(colours_follow_the_verdict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
