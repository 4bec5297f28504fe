/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_count.h"

#include "gate_fixture.h"

#define ONE "sha256/digest/64"

/* One cell with these counts. */
static const cb_judged *count(gate_fixture *f, const char *base, const char *head)
{
	char more[256];
	const gate_line lines[] = {{ONE, .more = more}};

	snprintf(more, sizeof more, "'count': {'base': %s, 'head': %s}, ", base, head);
	return gate_cell(GATE(f, lines), ONE);
}

static void assert_count(gate_fixture *f, const char *base, const char *head, cb_verdict verdict)
{
	const cb_judged *cell = count(f, base, head);

	if (cell->verdict != verdict)
		fail_msg("%s against %s is %s (%s)", head, base, cb_verdict_name(cell->verdict),
			cell->reason);
}

static void counts_need_no_canary(void **state)
{
	gate_fixture *f = *state;

	f->canary = NULL;
	assert_count(f, "[1000]", "[1000]", CB_VERDICT_UNCHANGED);
	assert_exit(f->gate, CB_GATE_FINE, "ok");
	assert_int_equal(cb_gate_note_count(f->gate), 0);
}

static void more_instructions_than_the_limit_are_regressed(void **state)
{
	gate_fixture *f = *state;
	const cb_judged *cell;

	assert_count(f, "[10000, 10000, 10000]", "[10050, 10050, 10050]", CB_VERDICT_UNCHANGED);
	assert_count(f, "[10000, 10000, 10000]", "[10051, 10051, 10051]", CB_VERDICT_REGRESSED);
	assert_exit(f->gate, CB_GATE_REGRESSED, "regressed");
	cell = gate_cell(f->gate, ONE);
	assert_string_equal(cell->stage, "count");
	assert_int_equal(cell->launches, 3);
	assert_true(fabs(cell->limit_percent - 0.5) < 1e-12);
	assert_true(cell->tolerance_percent <= 0);
	assert_true(fabs(cell->base_ns - 10000) < 1e-9);
	assert_true(fabs(cell->head_ns - 10051) < 1e-9);
	assert_true(fabs(cell->loss_percent - 100 * (1 - 10000.0 / 10051)) < 1e-9);
}

static void head_that_was_cut_is_not_passed_over(void **state)
{
	gate_fixture *f = *state;
	const cb_judged *cell;

	assert_count(f, "[10000], 'head_cut': true", "[20000]", CB_VERDICT_REGRESSED);
	cell = gate_cell(f->gate, ONE);
	assert_non_null(strstr(cell->reason, "more than 20000 instructions"));
	/* Cut before it had shown that it takes more: nobody knows. */
	assert_count(f, "[10000], 'head_cut': true", "[10000]", CB_VERDICT_SUSPECT);
	assert_exit(f->gate, CB_GATE_INCONCLUSIVE, "inconclusive");
}

static void fewer_instructions_are_improved(void **state)
{
	gate_fixture *f = *state;

	assert_count(f, "[10050]", "[10000]", CB_VERDICT_UNCHANGED);
	assert_count(f, "[10051]", "[10000]", CB_VERDICT_IMPROVED);
	assert_exit(f->gate, CB_GATE_FINE, "ok");
}

static void a_few_instructions_are_nothing(void **state)
{
	gate_fixture *f = *state;

	assert_count(f, "[10]", "[14]", CB_VERDICT_UNCHANGED);
	assert_count(f, "[10]", "[15]", CB_VERDICT_REGRESSED);
	assert_count(f, "[15]", "[10]", CB_VERDICT_IMPROVED);
}

static void counts_that_differ_among_themselves_are_noisy(void **state)
{
	gate_fixture *f = *state;

	assert_count(f, "[1000, 1004, 1000]", "[1000]", CB_VERDICT_UNCHANGED);
	assert_count(f, "[1000, 1005, 1000]", "[2000]", CB_VERDICT_NOISY);
	assert_exit(f->gate, CB_GATE_INCONCLUSIVE, "inconclusive");
	assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "1000 to 1005"));
	assert_count(f, "[1000]", "[2000, 2005]", CB_VERDICT_NOISY);
	/* Of a million, two hundred are 0.02 %. */
	assert_count(f, "[1000000, 1000200]", "[1000000]", CB_VERDICT_UNCHANGED);
	assert_count(f, "[1000000, 1000201]", "[1000000]", CB_VERDICT_NOISY);
}

static void counts_that_are_none_are_incomparable(void **state)
{
	static const char *const none[] = {
		"[]", "3", "[0]", "[-3]", "['5']", "[1000, null]", "[1000, 0]"};
	gate_fixture *f = *state;

	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
		assert_count(f, none[i], "[1000]", CB_VERDICT_INCOMPARABLE);
		assert_exit(f->gate, CB_GATE_INVALID, "invalid");
		assert_true(isnan(gate_cell(f->gate, ONE)->base_ns));
		assert_true(isnan(gate_cell(f->gate, ONE)->loss_percent));
		assert_count(f, "[1000]", none[i], CB_VERDICT_INCOMPARABLE);
	}
}

static void limit_of_counts_has_rules_of_its_own(void **state)
{
	gate_fixture *f = *state;

	gate_rules(f, "rules = ( { cells = \"openssl/**\"; count_limit = \"2%\"; } );");
	assert_count(f, "[10000]", "[10200]", CB_VERDICT_UNCHANGED);
	assert_count(f, "[10000]", "[10201]", CB_VERDICT_REGRESSED);
	assert_string_equal(gate_cell(f->gate, ONE)->rule, "openssl/**");
	assert_int_equal(gate_cell(f->gate, ONE)->rule_line, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		GATE_TEST(counts_need_no_canary),
		GATE_TEST(more_instructions_than_the_limit_are_regressed),
		GATE_TEST(head_that_was_cut_is_not_passed_over),
		GATE_TEST(fewer_instructions_are_improved),
		GATE_TEST(a_few_instructions_are_nothing),
		GATE_TEST(counts_that_differ_among_themselves_are_noisy),
		GATE_TEST(counts_that_are_none_are_incomparable),
		GATE_TEST(limit_of_counts_has_rules_of_its_own),
	};

	return cmocka_run_group_tests_name("gate_count", tests, NULL, NULL);
}
