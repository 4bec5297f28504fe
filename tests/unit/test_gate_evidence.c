/* SPDX-License-Identifier: Apache-2.0 */
/* What a judgement may rest on: which clock, which rules, which kinds of evidence. */
#include "gate_fixture.h"

#define ONE      "sha256/digest/64"
#define LAUNCHES .screen = 8, .confirm = 48

/* Rounds whose head takes @p wall_ns by the wall clock and as much CPU time as the base. */
static char *waiting(const char *more, int wall_ns, int launches)
{
	cb_text text = CB_TEXT_INIT;
	char *made = NULL;
	static const char *const stages[] = {"screen", "confirm"};
	static const char *const lists[] = {
		"base_cpu_ns", "base_wall_ns", "head_cpu_ns", "head_wall_ns"};

	cb__text_add(&text, more);
	for (size_t s = 0; s < 2; s++) {
		cb__text_format(&text, "'%s': {'launch': [", stages[s]);
		for (int i = 0; i < launches; i++)
			cb__text_format(&text, "%s%d", i > 0 ? ", " : "", i);
		cb__text_add(&text, "], 'disturbed': [");
		for (int i = 0; i < launches; i++)
			cb__text_add(&text, i > 0 ? ", 0" : "0");
		for (size_t l = 0; l < 4; l++) {
			cb__text_format(&text, "], '%s': [", lists[l]);
			for (int i = 0; i < 2 * launches; i++)
				cb__text_format(
					&text, "%s%d", i > 0 ? ", " : "", l == 3 ? wall_ns : 1000);
		}
		cb__text_add(&text, "]}, ");
	}
	assert_int_equal(cb__text_take(&text, &made), CB_OK);
	return made;
}

static void assert_waiting(gate_fixture *f, const char *more, int wall_ns, cb_verdict verdict)
{
	char *made = waiting(more, wall_ns, 48);
	const gate_line lines[] = {{ONE, .more = made}};

	GATE(f, lines);
	free(made);
	if (gate_cell(f->gate, ONE)->verdict != verdict)
		fail_msg("%d ns by the wall clock are %s", wall_ns,
			cb_verdict_name(gate_cell(f->gate, ONE)->verdict));
}

static void head_that_waits_is_held_against_the_wall_clock(void **state)
{
	gate_fixture *f = *state;

	assert_waiting(f, "", 1005, CB_VERDICT_UNCHANGED);
	assert_waiting(f, "", 1090, CB_VERDICT_REGRESSED);
}

static void threads_that_wait_for_each_other_are_held_against_the_wall_clock(void **state)
{
	gate_fixture *f = *state;

	assert_waiting(f, "'threads': 4, ", 1090, CB_VERDICT_REGRESSED);
	assert_waiting(f, "'processes': 2, ", 1090, CB_VERDICT_REGRESSED);
}

static void rules_that_match_nothing_are_refused_when_they_judge(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES}};
	gate_fixture *f = *state;
	cb_gate *gate = NULL;
	char *text = NULL;

	assert_int_equal(cb_gate_to_json(GATE(f, lines), &text, 0), CB_OK);
	gate_rules(f, "rules = ( { cells = \"nobody/**\"; limit = \"50%\"; } );");
	assert_int_equal(
		cb_gate_from_json(&gate, f->ctx, text, strlen(text), f->rules), CB_ENOTFOUND);
	assert_non_null(strstr(cb_context_error(f->ctx), "nobody/**"));
	assert_null(gate);
	cb_string_free(text);
}

static void evidence_of_two_kinds_is_refused(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES}};
	gate_fixture *f = *state;
	cb_gate *gate = NULL;
	char *text = NULL, *at;

	assert_int_equal(cb_gate_to_json(GATE(f, lines), &text, CB_JSON_COMPACT), CB_OK);
	at = strstr(text, "\"screen\"");
	assert_non_null(at);
	cb_text edited = CB_TEXT_INIT;
	cb__text_append(&edited, text, (size_t)(at - text));
	cb__text_format(&edited, "\"same_code\":true,%s", at);
	assert_int_equal(
		cb_gate_from_json(&gate, f->ctx, cb__text_string(&edited), edited.len, NULL),
		CB_EFORMAT);
	assert_non_null(strstr(cb_context_error(f->ctx), "more than one kind"));
	cb__text_done(&edited);
	cb_string_free(text);
}

static void interrupted_gate_is_no_pass(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES}};
	gate_fixture *f = *state;

	f->more = "'complete': false, ";
	assert_exit(GATE(f, lines), CB_GATE_INCONCLUSIVE, "inconclusive");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		GATE_TEST(head_that_waits_is_held_against_the_wall_clock),
		GATE_TEST(threads_that_wait_for_each_other_are_held_against_the_wall_clock),
		GATE_TEST(rules_that_match_nothing_are_refused_when_they_judge),
		GATE_TEST(evidence_of_two_kinds_is_refused),
		GATE_TEST(interrupted_gate_is_no_pass),
	};

	return cmocka_run_group_tests_name("gate_evidence", tests, NULL, NULL);
}
