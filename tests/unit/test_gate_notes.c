/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_notes.h"

#include "gate_fixture.h"

#define ONE      "sha256/digest/64"
#define TWO      "sha512/digest/64"
#define LAUNCHES .screen = 8, .confirm = 48

static const gate_line calm[] = {{ONE, .screen = 8}};
static const gate_line lost[] = {{ONE, LAUNCHES, .loss_percent = 9}};

/* The note, which is there and a fault or not as the table of notes has it. */
static const char *note_text(const cb_gate *gate, const char *id)
{
	static const struct {
		const char *id;
		int is_fault;
	} kinds[] = {
#define NOTE_KIND(id, is_fault, meaning) {id, is_fault},
		CB_GATE_NOTE_MAP(NOTE_KIND)
#undef NOTE_KIND
	};
	const cb_gate_note *note = gate_note(gate, id);

	if (note == NULL)
		fail_msg("there is no note \"%s\"", id);
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strcmp(kinds[i].id, id) == 0)
			assert_int_equal(kinds[i].is_fault, note->is_fault);
	return note->text;
}

static void calm_gate_is_fine_and_says_that_its_canary_was_found(void **state)
{
	gate_fixture *f = *state;
	const cb_gate *gate = GATE(f, calm);

	assert_exit(gate, CB_GATE_FINE, "ok");
	assert_int_equal(cb_gate_note_count(gate), 1);
	assert_non_null(strstr(note_text(gate, "canary-found"), "11.1 %"));
	assert_non_null(strstr(note_text(gate, "canary-found"), "10.0 %"));
}

static void gate_without_canary_is_invalid(void **state)
{
	gate_fixture *f = *state;

	f->canary = NULL;
	assert_exit(GATE(f, calm), CB_GATE_INVALID, "invalid");
	note_text(f->gate, "canary-absent");
}

static void canary_that_was_missed_makes_the_gate_invalid(void **state)
{
	/* A clock that stands, one that lost too little, one that gained, and one without launches.
	 */
	static const gate_line canaries[] = {{ONE, LAUNCHES}, {ONE, LAUNCHES, .loss_percent = 4.9},
		{ONE, .screen = 8, .loss_percent = -10}, {ONE, .more = ""}};
	gate_fixture *f = *state;

	for (size_t i = 0; i < sizeof canaries / sizeof canaries[0]; i++) {
		f->canary = &canaries[i];
		assert_exit(GATE(f, lost), CB_GATE_INVALID, "invalid");
		note_text(f->gate, "canary-missed");
		assert_verdict(f->gate, ONE, CB_VERDICT_SUSPECT);
		assert_int_equal(cb_gate_verdict_count(f->gate, CB_VERDICT_REGRESSED), 0);
	}
}

static void canary_that_the_budget_cut_leaves_the_gate_inconclusive(void **state)
{
	static const gate_line cut = {ONE, .screen = 6, .loss_percent = 10};
	gate_fixture *f = *state;

	f->canary = &cut;
	assert_exit(GATE(f, calm), CB_GATE_INCONCLUSIVE, "inconclusive");
	note_text(f->gate, "canary-open");
	/* What was confirmed is not doubted: nobody needs a canary to believe a find. */
	assert_exit(GATE(f, lost), CB_GATE_REGRESSED, "regressed");
}

static void canary_is_found_by_its_screen_or_its_confirmation(void **state)
{
	static const gate_line canaries[] = {{ONE, .screen = 8, .loss_percent = 10},
		{ONE, LAUNCHES, .loss_percent = 10},
		{ONE, .screen = 6, .confirm = 48, .loss_percent = 10},
		/* Quick operations are slowed by less than min_delta. */
		{ONE, .screen = 8, .loss_percent = 10, .base_ns = 2}};
	gate_fixture *f = *state;

	for (size_t i = 0; i < sizeof canaries / sizeof canaries[0]; i++) {
		f->canary = &canaries[i];
		assert_exit(GATE(f, calm), CB_GATE_FINE, "ok");
		note_text(f->gate, "canary-found");
	}
}

static void controls_that_moved_too_often_withdraw_what_was_found(void **state)
{
	gate_line lines[6];
	char names[6][32];
	gate_fixture *f = *state;

	for (size_t i = 0; i < 6; i++) {
		snprintf(names[i], sizeof names[i], "sha256/digest/%zu", i);
		lines[i] =
			(gate_line){names[i], LAUNCHES, .control_screen = 8, .control_confirm = 48,
				.control_percent = i < 3 ? 8 : 0, .loss_percent = i == 5 ? 9 : 0};
	}
	assert_exit(gate_judge(f, lines, 6), CB_GATE_INVALID, "invalid");
	assert_non_null(strstr(note_text(f->gate, "control-moved"), "3 of 6"));
	assert_verdict(f->gate, names[5], CB_VERDICT_SUSPECT);
	assert_verdict(f->gate, names[0], CB_VERDICT_NOISY);
	/* One alone may be chance. */
	lines[1].control_percent = lines[2].control_percent = 0;
	assert_exit(gate_judge(f, lines, 6), CB_GATE_REGRESSED, "regressed");
	assert_null(gate_note(f->gate, "control-moved"));
}

static void gate_that_compared_nothing_is_invalid(void **state)
{
	static const gate_line fresh[] = {{ONE, .more = "'base': null, "}};
	static const gate_line differ[] = {
		{ONE, .screen = 8, .more = "'head': {'outcome': 'measured', 'semantics': 'b'}, "}};
	gate_fixture *f = *state;

	assert_exit(gate_judge(f, NULL, 0), CB_GATE_INVALID, "invalid");
	note_text(f->gate, "nothing-compared");
	assert_exit(GATE(f, fresh), CB_GATE_INVALID, "invalid");
	note_text(f->gate, "nothing-compared");
	assert_exit(GATE(f, differ), CB_GATE_INVALID, "invalid");
	note_text(f->gate, "nothing-compared");
}

static void gate_of_which_all_is_missing_is_invalid(void **state)
{
	static const gate_line lines[] = {
		{ONE, .more = "'head': null, "}, {TWO, .more = "'head': null, "}};
	gate_fixture *f = *state;

	assert_exit(GATE(f, lines), CB_GATE_INVALID, "invalid");
	note_text(f->gate, "all-missing");
	gate_rule(f, "limit", "5%");
	assert_int_equal(cb_rules_allow_removed(f->rules, "openssl/sha256/**"), CB_OK);
	assert_exit(GATE(f, lines), CB_GATE_INVALID, "invalid");
	assert_int_equal(cb_rules_allow_removed(f->rules, "**"), CB_OK);
	assert_exit(GATE(f, lines), CB_GATE_INVALID, "invalid");
}

static void gate_of_which_all_is_broken_is_broken(void **state)
{
	static const gate_line lines[] = {{ONE, .more = "'head': {'outcome': 'crashed'}, "}};
	gate_fixture *f = *state;

	assert_exit(GATE(f, lines), CB_GATE_BROKEN, "broken");
	assert_null(gate_note(f->gate, "nothing-compared"));
}

#define GONE    "'head': null, "
#define CRASHED "'head': {'outcome': 'crashed'}, "
#define OTHER   "'head': {'outcome': 'measured', 'semantics': 'b/2'}, "

static void exit_is_that_of_the_weightiest_verdict(void **state)
{
	static const gate_line base = {"a/x/1", .screen = 8};
	static const gate_line suspect = {"b/x/1", .screen = 8, .loss_percent = 9};
	static const gate_line differs = {"c/x/1", .more = OTHER};
	static const gate_line gone = {"d/x/1", .more = GONE};
	static const gate_line slow = {"e/x/1", LAUNCHES, .loss_percent = 9};
	static const gate_line dead = {"f/x/1", .more = CRASHED};
	const gate_line lines[] = {base, suspect, differs, gone, slow, dead};
	static const struct {
		int status;
		const char *word;
	} expected[] = {{0, "ok"}, {3, "inconclusive"}, {5, "invalid"}, {1, "missing"},
		{1, "regressed"}, {4, "broken"}};
	gate_fixture *f = *state;

	for (size_t i = 0; i < 6; i++)
		assert_exit(gate_judge(f, lines, i + 1), expected[i].status, expected[i].word);
}

static void inconclusive_may_warn_and_nothing_else(void **state)
{
	static const gate_line suspect[] = {{ONE, .screen = 8, .loss_percent = 9}};
	static const gate_line differ[] = {{ONE, .more = OTHER}, {TWO, .screen = 8}};
	static const gate_line broken[] = {{ONE, .more = CRASHED}};
	gate_fixture *f = *state;

	gate_rule(f, "inconclusive", "warn");
	assert_exit(GATE(f, suspect), CB_GATE_FINE, "inconclusive");
	assert_exit(GATE(f, differ), CB_GATE_INVALID, "invalid");
	assert_exit(GATE(f, broken), CB_GATE_BROKEN, "broken");
	assert_exit(GATE(f, lost), CB_GATE_REGRESSED, "regressed");
	f->canary = NULL;
	assert_exit(GATE(f, calm), CB_GATE_INVALID, "invalid");
	f->canary = &gate_canary;
	gate_rule(f, "inconclusive", "fail");
	assert_exit(GATE(f, suspect), CB_GATE_INCONCLUSIVE, "inconclusive");
}

static void loss_of_the_suite_is_said_once(void **state)
{
	gate_line lines[9];
	char names[9][32];
	gate_fixture *f = *state;
	size_t notes = 0;

	for (size_t i = 0; i < 9; i++) {
		snprintf(names[i], sizeof names[i], "sha256/digest/%zu", i);
		lines[i] = (gate_line){names[i], LAUNCHES, .loss_percent = i < 3 ? 10 : 0};
	}
	assert_exit(gate_judge(f, lines, 9), CB_GATE_REGRESSED, "regressed");
	for (size_t i = 0; i < cb_gate_note_count(f->gate); i++)
		notes += strcmp(cb_gate_note_at(f->gate, i)->id, "suite-shift") == 0;
	assert_int_equal(notes, 1);
	/* 0.9 to the third part. */
	assert_non_null(strstr(note_text(f->gate, "suite-shift"), "3 of 9"));
	assert_non_null(strstr(note_text(f->gate, "suite-shift"), "3.5 %"));
	lines[2].loss_percent = 0;
	gate_judge(f, lines, 8);
	assert_null(gate_note(f->gate, "suite-shift"));
}

static void gain_that_is_too_good_is_suspicious(void **state)
{
	static const gate_line nine[] = {{ONE, .screen = 8, .loss_percent = -800}};
	static const gate_line thrice[] = {{ONE, .screen = 8, .loss_percent = -199}};
	gate_fixture *f = *state;

	assert_exit(GATE(f, nine), CB_GATE_FINE, "ok");
	assert_non_null(strstr(note_text(f->gate, "suspicious-gain"), "9.0 times"));
	assert_non_null(strstr(note_text(f->gate, "suspicious-gain"), ONE));
	GATE(f, thrice);
	assert_null(gate_note(f->gate, "suspicious-gain"));
}

static void versions_that_differ_are_both_named(void **state)
{
	gate_fixture *f = *state;

	f->more = "'head': [{'label': 'x', 'backend': 'openssl', 'accel': 'on', 'library': "
		  "{'version': '3.0.22'}}], ";
	assert_exit(GATE(f, lost), CB_GATE_REGRESSED, "regressed");
	assert_non_null(strstr(note_text(f->gate, "versions-differ"), "3.0.19"));
	assert_non_null(strstr(note_text(f->gate, "versions-differ"), "3.0.22"));
	f->more = "'head': [], ";
	GATE(f, lost);
	assert_null(gate_note(f->gate, "versions-differ"));
}

static void libraries_that_differ_are_no_versions(void **state)
{
	gate_fixture *f = *state;

	f->more = "'head': [{'label': 'x', 'backend': 'mbedtls', 'accel': 'on', 'library': "
		  "{'version': '3.6'}}], ";
	GATE(f, lost);
	assert_non_null(strstr(note_text(f->gate, "libraries-differ"), "openssl 3.0.19"));
	assert_non_null(strstr(note_text(f->gate, "libraries-differ"), "mbedtls 3.6"));
	assert_null(gate_note(f->gate, "versions-differ"));
	f->more = "'head': [{'label': 'x', 'backend': 'openssl-fork', 'accel': 'on', 'library': "
		  "{'version': '3.0.22'}}], ";
	GATE(f, lost);
	assert_null(gate_note(f->gate, "libraries-differ"));
	note_text(f->gate, "versions-differ");
}

static void evident_loss_is_one_though_the_budget_ended(void **state)
{
	static const gate_line part[] = {{ONE, .screen = 8, .confirm = 20, .loss_percent = 60}};
	static const gate_line small[] = {{ONE, .screen = 8, .confirm = 20, .loss_percent = 9}};
	gate_fixture *f = *state;
	char *text = NULL;

	GATE(f, part);
	assert_int_equal(gate_cell(f->gate, ONE)->verdict, CB_VERDICT_REGRESSED);
	assert_int_equal(gate_cell(f->gate, ONE)->launches, 20);
	assert_exit(f->gate, CB_GATE_REGRESSED, "regressed");
	assert_int_equal(cb_gate_to_json(f->gate, &text, CB_JSON_COMPACT), CB_OK);
	assert_non_null(strstr(text, "\"is_budget_spent\":true"));
	cb_string_free(text);
	GATE(f, small);
	assert_int_equal(gate_cell(f->gate, ONE)->verdict, CB_VERDICT_SUSPECT);
}

static void same_code_on_both_sides_is_told(void **state)
{
	static const gate_line all[] = {{ONE, .more = "'same_code': true, "}};
	static const gate_line some[] = {{ONE, .more = "'same_code': true, "}, {TWO, .screen = 8}};
	gate_fixture *f = *state;

	assert_exit(GATE(f, all), CB_GATE_FINE, "ok");
	assert_non_null(strstr(note_text(f->gate, "same-code"), "nothing was measured"));
	assert_non_null(strstr(note_text(f->gate, "same-code"), "right file?"));
	GATE(f, some);
	assert_non_null(strstr(note_text(f->gate, "same-code"), "1 of 2 cells"));
	GATE(f, lost);
	assert_null(gate_note(f->gate, "same-code"));
}

static void owner_of_a_waiver_is_told(void **state)
{
	gate_fixture *f = *state;

	gate_rules(f,
		"waivers = ( { cells = \"openssl/sha256/**\"; up_to = \"50%\"; "
		"expires = \"2026-12-01\"; reason = \"a known cost\"; owner = \"the team\"; } );");
	GATE(f, lost);
	assert_non_null(strstr(cb_gate_at(f->gate, 0)->reason, ", owner: the team"));
}

static void variables_that_no_library_was_given_are_told(void **state)
{
	gate_fixture *f = *state;

	f->more = "'base': [{'label': 'x', 'backend': 'openssl', 'accel': 'on', "
		  "'ignored_environment': [{'name': 'OPENSSL_ia32cap', 'value': '0'}]}], ";
	GATE(f, lost);
	assert_non_null(strstr(note_text(f->gate, "variables-withheld"), "OPENSSL_ia32cap: set"));
	f->more = "";
	GATE(f, lost);
	assert_null(gate_note(f->gate, "variables-withheld"));
}

static void answers_that_nobody_checked_are_told(void **state)
{
#define MINE(by) "'head': {'outcome': 'measured', 'semantics': 'a/1', 'checked': '" by "'}, "
	static const gate_line none[] = {{"mine/digest/64", .screen = 8, .more = MINE("itself")},
		{"mine/digest/128", .screen = 8, .more = MINE("itself")},
		{ONE, .screen = 8, .more = MINE("itself")}};
	static const gate_line all[] = {{"mine/digest/64", .screen = 8, .more = MINE("answers")},
		{"mine/digest/128", .screen = 8, .more = MINE("others")},
		{"mine/setkey/64", .screen = 8, .more = MINE("itself")},
		{"random/generate/64", .screen = 8, .more = MINE("itself")}, {TWO, .screen = 8}};
	gate_fixture *f = *state;

	assert_exit(GATE(f, none), CB_GATE_FINE, "ok");
	assert_string_equal(note_text(f->gate, "unchecked"),
		"2 of 3 cells, the first openssl/mine/digest/64/on: no published answer and no "
		"other library says that what was timed is right; a backend brings answers along "
		"in its table (cb_backend.answers, from ABI 2 on)");
	GATE(f, all);
	assert_null(gate_note(f->gate, "unchecked"));
#undef MINE
}

static void modes_that_differ_are_told(void **state)
{
	gate_fixture *f = *state;

	f->more = "'base': [{'label': 'x', 'backend': 'openssl', 'accel': 'on'}], "
		  "'head': [{'label': 'y', 'backend': 'openssl', 'accel': 'nocrypto'}], ";
	GATE(f, lost);
	assert_non_null(
		strstr(note_text(f->gate, "modes-differ"), "mode on, the head in mode nocrypto"));
	f->more = "'base': [{'label': 'x', 'backend': 'openssl', 'accel': 'off'}], "
		  "'head': [{'label': 'y', 'backend': 'openssl', 'accel': 'off'}], ";
	GATE(f, lost);
	assert_null(gate_note(f->gate, "modes-differ"));
}

static void versions_of_every_library_are_told(void **state)
{
	gate_fixture *f = *state;

	f->more = "'base': [{'label': 'x', 'backend': 'openssl', 'accel': 'on', 'library': "
		  "{'version': '1'}}, {'label': 'y', 'backend': 'mbedtls', 'accel': 'on', "
		  "'library': {'version': '2.28.3'}}], 'head': [{'label': 'x', 'backend': "
		  "'openssl', 'accel': 'on', 'library': {'version': '1'}}, {'label': 'y', "
		  "'backend': 'mbedtls', 'accel': 'on', 'library': {'version': '3.6'}}], ";
	GATE(f, lost);
	assert_non_null(strstr(note_text(f->gate, "versions-differ"), "mbedtls 3.6"));
}

static void injected_slowdowns_are_marked(void **state)
{
	static const gate_line lines[] = {
		{ONE, LAUNCHES, .loss_percent = 9, .more = "'injected_percent': 10, "},
		{TWO, .screen = 8}};
	gate_fixture *f = *state;
	const cb_gate *gate = GATE(f, lines);

	assert_exit(gate, CB_GATE_REGRESSED, "regressed");
	assert_non_null(strstr(note_text(gate, "injected"), "1 cell "));
	assert_true(fabs(gate_cell(gate, ONE)->injected_percent - 10) < 1e-9);
	assert_true(fabs(gate_cell(gate, TWO)->injected_percent) < 1e-9);
}

static void waiver_that_nobody_needs_is_reported(void **state)
{
	gate_fixture *f = *state;

	gate_rules(f, "waivers = ( { cells = \"openssl/**\"; up_to = \"8%\"; expires = "
		      "\"2027-01-01\"; reason = \"cost\"; } );");
	assert_exit(GATE(f, calm), CB_GATE_FINE, "ok");
	assert_non_null(strstr(note_text(f->gate, "waiver-unused"), "openssl/**"));
	assert_null(gate_note(f->gate, "waiver-expired"));
}

static void waiver_with_too_low_a_cap_is_told_by_how_much(void **state)
{
	static const gate_line more[] = {
		{ONE, LAUNCHES, .loss_percent = 17}, {TWO, LAUNCHES, .loss_percent = 9}};
	gate_fixture *f = *state;
	const char *text;

	gate_rules(f, "waivers = ( { cells = \"openssl/**\"; up_to = \"8%\"; expires = "
		      "\"2027-01-01\"; reason = \"cost\"; } );");
	assert_exit(GATE(f, more), CB_GATE_REGRESSED, "regressed");
	text = note_text(f->gate, "waiver-unused");
	assert_non_null(strstr(text, "openssl/sha256/digest/64/on lost 17.00 %, more than its cap "
				     "of 8 %"));
	assert_null(strstr(text, "remove it"));
}

static void interrupted_gate_says_so(void **state)
{
	static const gate_line suspect[] = {{ONE, .screen = 8, .loss_percent = 9}};
	gate_fixture *f = *state;

	f->more = "'complete': false, ";
	assert_exit(GATE(f, suspect), CB_GATE_INCONCLUSIVE, "inconclusive");
	note_text(f->gate, "cancelled");
	assert_null(gate_note(f->gate, "out-of-budget"));
	assert_false(cb_gate_complete(f->gate));
}

static void gate_that_may_not_count_says_so(void **state)
{
	static const gate_line lines[] = {{ONE, .more = "'count': {'base': [9], 'head': [9]}, "}};
	gate_fixture *f = *state;

	f->more = "'followed': {'is_refused': true, 'left_out': 0, 'steps': 5}, ";
	GATE(f, lines);
	note_text(f->gate, "not-counted");
	f->more = "'followed': {'is_refused': false, 'left_out': 3, 'steps': 500}, ";
	GATE(f, lines);
	assert_non_null(strstr(note_text(f->gate, "left-out"), "3 operations"));
	assert_non_null(strstr(note_text(f->gate, "left-out"), "500"));
	f->more = "'followed': [], ";
	GATE(f, lines);
	assert_null(gate_note(f->gate, "left-out"));
}

static void gate_that_may_not_count_blames_no_budget(void **state)
{
	static const gate_line lines[] = {
		{ONE, .more = "'base': {'outcome': 'skipped', 'reason': 'not permitted here', "
			      "'semantics': 'a/1'}, 'head': {'outcome': 'skipped', "
			      "'semantics': 'a/1'}, "}};
	gate_fixture *f = *state;

	f->more = "'followed': {'is_refused': true, 'left_out': 0, 'steps': 5}, ";
	assert_exit(GATE(f, lines), CB_GATE_INVALID, "invalid");
	note_text(f->gate, "not-counted");
	assert_null(gate_note(f->gate, "out-of-budget"));
	assert_null(gate_note(f->gate, "launches-short"));
	assert_string_equal(gate_cell(f->gate, ONE)->reason, "not permitted here");
	f->more = "";
	note_text(GATE(f, lines), "out-of-budget");
}

/* "What would a limit of 40 % have said?" */
static void canary_counts_under_a_limit_that_it_was_not_made_for(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 30}};
	static const gate_line blind = {ONE, LAUNCHES, .loss_percent = 1};
	gate_fixture *f = *state;

	gate_rule(f, "limit", "40%");
	gate_rule(f, "tolerance", "20%");
	assert_exit(GATE(f, lines), CB_GATE_FINE, "ok");
	note_text(f->gate, "canary-found");
	f->canary = &blind;
	assert_exit(GATE(f, lines), CB_GATE_INVALID, "invalid");
	note_text(f->gate, "canary-missed");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		GATE_TEST(calm_gate_is_fine_and_says_that_its_canary_was_found),
		GATE_TEST(gate_without_canary_is_invalid),
		GATE_TEST(canary_that_was_missed_makes_the_gate_invalid),
		GATE_TEST(canary_that_the_budget_cut_leaves_the_gate_inconclusive),
		GATE_TEST(canary_is_found_by_its_screen_or_its_confirmation),
		GATE_TEST(controls_that_moved_too_often_withdraw_what_was_found),
		GATE_TEST(gate_that_compared_nothing_is_invalid),
		GATE_TEST(gate_of_which_all_is_missing_is_invalid),
		GATE_TEST(gate_of_which_all_is_broken_is_broken),
		GATE_TEST(exit_is_that_of_the_weightiest_verdict),
		GATE_TEST(inconclusive_may_warn_and_nothing_else),
		GATE_TEST(loss_of_the_suite_is_said_once),
		GATE_TEST(gain_that_is_too_good_is_suspicious),
		GATE_TEST(versions_that_differ_are_both_named),
		GATE_TEST(libraries_that_differ_are_no_versions),
		GATE_TEST(evident_loss_is_one_though_the_budget_ended),
		GATE_TEST(same_code_on_both_sides_is_told),
		GATE_TEST(owner_of_a_waiver_is_told),
		GATE_TEST(variables_that_no_library_was_given_are_told),
		GATE_TEST(answers_that_nobody_checked_are_told),
		GATE_TEST(modes_that_differ_are_told),
		GATE_TEST(versions_of_every_library_are_told),
		GATE_TEST(injected_slowdowns_are_marked),
		GATE_TEST(waiver_that_nobody_needs_is_reported),
		GATE_TEST(waiver_with_too_low_a_cap_is_told_by_how_much),
		GATE_TEST(interrupted_gate_says_so),
		GATE_TEST(gate_that_may_not_count_says_so),
		GATE_TEST(gate_that_may_not_count_blames_no_budget),
		GATE_TEST(canary_counts_under_a_limit_that_it_was_not_made_for),
	};

	return cmocka_run_group_tests_name("gate_notes", tests, NULL, NULL);
}
