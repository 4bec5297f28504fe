/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include "gate_shown.h"

static void the_page_never_exceeds_its_bound(void **state)
{
	static const char *const names[] = {"many", "long", "hostile", "empty"};
	static const size_t least[] = {100000, GATE_MARKDOWN_MAX - 10000, 0, 0};

	(void)state;
	for (size_t i = 0; i < ROWS(names); i++) {
		char *text = gate_shown(cb__gate_markdown, names[i], NULL);

		assert_true(strlen(text) <= GATE_MARKDOWN_MAX);
		assert_true(strlen(text) >= least[i]);
		assert_says(last_line(text), "`verdict=");
		free(text);
	}
}

static void what_does_not_fit_is_counted(void **state)
{
	char *text = gate_shown(cb__gate_markdown, "long", NULL);
	size_t rows = count_of(text, "\n| regressed | ");
	char expected[80];

	(void)state;
	snprintf(expected, sizeof(expected), "\n%zu cells more do not fit here\n",
		GATE_CASE_MANY - rows);
	assert_true(rows > 100 && rows < GATE_CASE_MANY);
	assert_says(text, expected);
	assert_says(text, "/cell-0/"); /* the worst is there */
	free(text);
}

static void controls_come_before_cells(void **state)
{
	char *text = gate_shown(cb__gate_markdown, "regressed", NULL);

	(void)state;
	assert_true(strstr(text, "\n- canary-found: ") < strstr(text, "\n| verdict |"));
	assert_null(strstr(text, "ed25519")); /* unchanged */
	assert_says(text, "2 regressed, 1 broken, 2 missing, ");
	free(text);
	text = gate_shown(cb__gate_markdown, "invalid", NULL);
	assert_true(strstr(text, "\n- **invalid**, canary-missed: ") <
		    strstr(text, "\n- versions-differ: "));
	free(text);
}

static void hostile_texts_break_no_table(void **state)
{
	char *text = gate_shown(cb__gate_markdown, "hostile", NULL), *rest = text, *line;

	(void)state;
	assert_is_printable(text);
	assert_null(strstr(text, "c<d"));
	while ((line = strtok_r(rest, "\n", &rest)) != NULL) {
		size_t bars = 0;

		for (size_t i = 0; line[i] != '\0'; i++)
			bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
		assert_true(line[0] != '|' || bars == 8);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_page_never_exceeds_its_bound),
		cmocka_unit_test(what_does_not_fit_is_counted),
		cmocka_unit_test(controls_come_before_cells),
		cmocka_unit_test(hostile_texts_break_no_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
