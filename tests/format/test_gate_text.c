/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include "gate_shown.h"

#include "gate_text.h"

static void every_verdict_has_the_spelling_of_documents(void **state)
{
	static const char *const names[] = {
#define NAME(name, text, meaning) text,
		CB_VERDICT_MAP(NAME)
#undef NAME
	};

	(void)state;
	for (size_t i = 0; i < ROWS(names); i++)
		assert_string_equal(cb__gate_verdict_text((cb_verdict)i), names[i]);
}

static void a_value_that_is_no_verdict_is_no_pass(void **state)
{
	(void)state;
	assert_string_equal(cb__gate_verdict_text(CB_VERDICT_COUNT), "unknown");
	assert_int_equal(cb__gate_group_of(&(cb_judged){.verdict = CB_VERDICT_COUNT}), GATE_OPEN);
}

static void a_loss_is_a_change_below_zero(void **state)
{
	cb_judged cell = {
		.loss_percent = 7.8, .loss_ci95_low_percent = 7.2, .loss_ci95_high_percent = 8.4};
	char text[GATE_TEXT_SIZE];

	(void)state;
	cb__gate_change(text, &cell);
	assert_string_equal(text, "-7.80 % [-8.40, -7.20]");
	cell.loss_ci95_low_percent = (double)NAN;
	cb__gate_change(text, &cell);
	assert_string_equal(text, "-7.80 %");
	cell.loss_percent = (double)NAN;
	cb__gate_change(text, &cell);
	assert_string_equal(text, "-");
}

static void no_change_has_no_minus(void **state)
{
	static const double losses[] = {0.0, -0.0, 0.001, -0.001};
	char text[GATE_TEXT_SIZE];

	(void)state;
	for (size_t i = 0; i < ROWS(losses); i++) {
		cb_judged cell = {.loss_percent = losses[i], .loss_ci95_low_percent = (double)NAN};

		cb__gate_change(text, &cell);
		assert_string_equal(text, "+0.00 %");
	}
}

static void instructions_are_no_time(void **state)
{
	cb_judged cell = {.stage = "count"};
	char text[GATE_TEXT_SIZE];

	(void)state;
	cb__gate_cost(text, &cell, 4993217);
	assert_string_equal(text, "4993217 instr.");
	cell.stage = "confirm";
	cb__gate_cost(text, &cell, 3811.9);
	assert_string_equal(text, "3812 ns");
	cb__gate_cost(text, &cell, (double)NAN);
	assert_string_equal(text, "-");
}

static void a_text_that_is_too_long_is_cut(void **state)
{
	char reason[3 * GATE_TEXT_SIZE], text[GATE_TEXT_SIZE];
	cb_judged cell = {.reason = reason, .waiver = reason, .stage = "", .injected_percent = 5};

	(void)state;
	memset(reason, 'x', sizeof(reason) - 1);
	reason[sizeof(reason) - 1] = '\0';
	cb__gate_details(text, &cell);
	assert_int_equal(strlen(text), GATE_TEXT_SIZE - 1);
}

static void details_name_all_that_is_known(void **state)
{
	gate_case *c = gate_case_new("regressed");
	char text[GATE_TEXT_SIZE];

	(void)state;
	cb__gate_details(text, c->cell_list[0]);
	assert_string_equal(text,
		"regressed: throughput -12.50 % [-13.25, -12.00], limit 2.5 %, base 3800 ns, head"
		" 4343 ns, 40 launches, p 0.0001");
	cb__gate_details(text, c->cell_list[3]);
	assert_string_equal(text, "missing; not offered any more");
	cb__gate_details(text, c->cell_list[8]);
	assert_says(text, "; waiver: blinding was added");
	cb__gate_details(text, c->cell_list[9]);
	assert_says(text, "base 49930 instr., head 39944 instr.");
	assert_says(text, "; a slowdown of 5 % of time was injected");
	free(c);
}

static void every_word_has_its_sentence(void **state)
{
	static const char *const rows[][2] = {
		{"ok", "no loss above 5 % in 3 cells"},
		{"regressed", "throughput dropped: 2 of 13 cells lost more than the limit, the most"
			      " openssl/aes-256-gcm/seal/16384/on, 12.50 %"},
		{"broken", "1 of 1 cells could not be measured as they should, such as"
			   " mbedtls/sha512/digest/64/on: the worker died of SIGILL"},
		{"missing", "1 of 2 cells were there before and are missing, such as"
			    " openssl/md5/digest/64/on"},
		{"removed", "no loss above 5 % in 2 cells, except 1 missing, as is allowed"},
		{"missing-too", "1 of 3 cells were there before and are missing, such as"
				" openssl/sha512/digest/64/on"},
		{"warned", "no loss above 5 % in 1 cell, except 1 that may have lost more"},
		{"invalid", "no judgement: a slowdown of 10 % was not found"},
		{"incomparable", "no judgement: in 1 of 1 cells the two sides did not measure the"
				 " same thing"},
		{"inconclusive", "no judgement this time: 1 suspect and 1 noisy of 2 cells; try"
				 " again, or with a larger --budget"},
		{"empty", "no judgement: no cell was measured on both sides"},
	};
	char text[GATE_TEXT_SIZE];

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		gate_case *c = gate_case_new(rows[i][0]);

		cb__gate_conclusion(text, &c->view);
		assert_string_equal(text, rows[i][1]);
		free(c);
	}
}

static void what_was_not_reached_is_told_of_a_pass(void **state)
{
	gate_case *c = gate_case_new("ok");
	char text[GATE_TEXT_SIZE];

	(void)state;
	c->view.complete = 0;
	cb__gate_conclusion(text, &c->view);
	assert_says(text, "not all were reached");
	free(c);
}

static void a_pass_tells_of_what_is_waived(void **state)
{
	gate_case *c = gate_case_new("ok");
	char text[GATE_TEXT_SIZE];

	(void)state;
	gate_case_add(c, "openssl/x25519/derive/0/on", CB_VERDICT_WAIVED, 23);
	gate_case_add(c, "openssl/sha1/digest/64/on", CB_VERDICT_IMPROVED, -25);
	cb__gate_conclusion(text, &c->view);
	assert_string_equal(text,
		"no loss above 5 % in 5 cells, except 1 waived; 1 gained more than"
		" that");
	free(c);
}

static void a_pass_of_nothing_says_so(void **state)
{
	gate_case *c = gate_case_new("broken");
	char text[GATE_TEXT_SIZE];

	(void)state;
	c->view.counts[CB_VERDICT_BROKEN] = 0;
	c->view.counts[CB_VERDICT_IDENTICAL] = 1;
	c->view.word = "ok";
	cb__gate_conclusion(text, &c->view);
	assert_string_equal(text, "nothing was measured: both files have the same code in 1 cell");
	gate_case_add(c, "openssl/x25519/derive/0/on", CB_VERDICT_IDENTICAL, 0);
	cb__gate_conclusion(text, &c->view);
	assert_string_equal(
		text, "nothing was measured: both files have the same code in all 2 cells");
	gate_case_add(c, "openssl/sha1/digest/64/on", CB_VERDICT_UNCHANGED, 0);
	cb__gate_conclusion(text, &c->view);
	assert_string_equal(text, "no loss above 5 % in 3 cells");
	free(c);
}

static void the_summary_counts_what_is_not_judged(void **state)
{
	gate_case *c = gate_case_new("regressed");
	char text[GATE_TEXT_SIZE];

	(void)state;
	cb__gate_summary(text, &c->view);
	assert_string_equal(text, "verdict=regressed cells=13 regressed=2 inconclusive=2 waived=1"
				  " missing=2 exit=1");
	free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_verdict_has_the_spelling_of_documents),
		cmocka_unit_test(a_value_that_is_no_verdict_is_no_pass),
		cmocka_unit_test(a_loss_is_a_change_below_zero),
		cmocka_unit_test(no_change_has_no_minus),
		cmocka_unit_test(instructions_are_no_time),
		cmocka_unit_test(a_text_that_is_too_long_is_cut),
		cmocka_unit_test(details_name_all_that_is_known),
		cmocka_unit_test(every_word_has_its_sentence),
		cmocka_unit_test(what_was_not_reached_is_told_of_a_pass),
		cmocka_unit_test(a_pass_tells_of_what_is_waived),
		cmocka_unit_test(a_pass_of_nothing_says_so),
		cmocka_unit_test(the_summary_counts_what_is_not_judged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
