/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_fixture.h"

#define ONE      "sha256/digest/64"
#define TWO      "sha512/digest/64"
#define LAUNCHES .screen = 8, .confirm = 48

static void loss_above_the_limit_is_regressed(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 8}};
	gate_fixture *f = *state;
	const cb_gate *gate = GATE(f, lines);
	const cb_judged *cell = gate_cell(gate, ONE);

	assert_verdict(gate, ONE, CB_VERDICT_REGRESSED);
	assert_exit(gate, CB_GATE_REGRESSED, "regressed");
	assert_string_equal(cell->stage, "confirm");
	assert_int_equal(cell->launches, 48);
	assert_true(fabs(cell->loss_percent - 8) < 1e-9);
	assert_true(fabs(cell->limit_percent - 5) < 1e-9);
	assert_true(cell->p < 1e-9);
	assert_true(fabs(cell->base_ns - 1000) < 1e-6);
}

static void loss_exactly_on_the_limit_passes(void **state)
{
	static const double limits[] = {1, 2, 5, 7.3, 10, 33, 99};
	gate_fixture *f = *state;

	gate_rule(f, "tolerance", "0.1%");
	for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
		const gate_line on[] = {{ONE, LAUNCHES, .loss_percent = limits[i]}};
		const gate_line past[] = {{ONE, LAUNCHES, .loss_percent = limits[i] + 1e-6}};
		char text[32];

		snprintf(text, sizeof text, "%g%%", limits[i]);
		gate_rule(f, "limit", text);
		/* It has to be found whatever the limit is. */
		const gate_line canary = {ONE, .screen = 8, .loss_percent = 99.5};
		f->canary = &canary;
		assert_verdict(GATE(f, on), ONE, CB_VERDICT_UNCHANGED);
		assert_exit(f->gate, CB_GATE_FINE, "ok");
		assert_verdict(GATE(f, past), ONE, CB_VERDICT_REGRESSED);
		assert_exit(f->gate, CB_GATE_REGRESSED, "regressed");
	}
	f->canary = NULL;
}

static void gain_above_the_limit_is_improved(void **state)
{
	/* As a share of the time: of 1000 ns, 50 ns are 5 %. */
	static const gate_line lines[] = {{ONE, .screen = 8, .loss_percent = -100.0 * 50 / 950},
		{TWO, .screen = 8, .loss_percent = -100.0 * 51 / 949}};
	gate_fixture *f = *state;
	const cb_gate *gate = GATE(f, lines);

	assert_verdict(gate, ONE, CB_VERDICT_UNCHANGED);
	assert_verdict(gate, TWO, CB_VERDICT_IMPROVED);
	assert_exit(gate, CB_GATE_FINE, "ok");
}

static void small_loss_that_is_certain_is_unchanged(void **state)
{
	static const gate_line lines[] = {{ONE, .screen = 8, .loss_percent = 2.4}};
	gate_fixture *f = *state;
	const cb_gate *gate = GATE(f, lines);

	assert_verdict(gate, ONE, CB_VERDICT_UNCHANGED);
	assert_string_equal(gate_cell(gate, ONE)->stage, "screen");
	assert_true(isnan(gate_cell(gate, ONE)->p));
	assert_exit(gate, CB_GATE_FINE, "ok");
}

/* Evenly from @p reach below the centre to as much above. */
static void ramp(double *logs, size_t count, double centre, double reach)
{
	for (size_t i = 0; i < count; i++)
		logs[i] = centre + reach * (2 * ((double)i + 0.5) / (double)count - 1);
}

static void loss_that_the_tolerance_covers_is_not_found(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 5.1}};
	gate_fixture *f = *state;

	gate_rule(f, "limit", "5%");
	gate_rule(f, "tolerance", "4.9%");
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_REGRESSED);
	/* Where launches differ by 6 %, a loss of 5.3 % may be one of 4.9 %, but is not one of 0.5
	 * %. */
	double logs[8 + 48];
	const gate_line noisy[] = {{ONE, LAUNCHES, .logs = logs}};
	ramp(logs, 8, gate_log(5.3), 0.03);
	ramp(logs + 8, 48, gate_log(5.3), 0.03);
	assert_verdict(GATE(f, noisy), ONE, CB_VERDICT_NOISY);
	gate_rule(f, "tolerance", "0.5%");
	assert_verdict(GATE(f, noisy), ONE, CB_VERDICT_REGRESSED);
}

static void difference_below_min_delta_is_unchanged(void **state)
{
	static const gate_line below[] = {{ONE, LAUNCHES, .loss_percent = 10, .base_ns = 8}};
	static const gate_line on[] = {{ONE, LAUNCHES, .loss_percent = 10, .base_ns = 9}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, below), ONE, CB_VERDICT_UNCHANGED);
	assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "min_delta"));
	/* From 9 ns to 10 ns. */
	assert_verdict(GATE(f, on), ONE, CB_VERDICT_REGRESSED);
	gate_rule(f, "min_delta", "1.01ns");
	assert_verdict(GATE(f, on), ONE, CB_VERDICT_UNCHANGED);
}

static void suspect_without_confirmation_stays_one(void **state)
{
	static const gate_line lines[] = {{ONE, .screen = 8, .loss_percent = 8}};
	static const gate_line few[] = {{ONE, .screen = 8, .confirm = 47, .loss_percent = 8}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_SUSPECT);
	assert_exit(f->gate, CB_GATE_INCONCLUSIVE, "inconclusive");
	assert_string_equal(gate_cell(f->gate, ONE)->stage, "screen");
	assert_non_null(strstr(gate_note(f->gate, "out-of-budget")->text, "1 cell looks slower"));
	assert_verdict(GATE(f, few), ONE, CB_VERDICT_SUSPECT);
	assert_exit(f->gate, CB_GATE_INCONCLUSIVE, "inconclusive");
}

static void too_few_launches_of_the_screen_make_a_suspect(void **state)
{
	static const gate_line lines[] = {{ONE, .screen = 5, .loss_percent = 0}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_SUSPECT);
}

static void suspect_that_is_cleared_passes(void **state)
{
	double logs[8 + 48] = {0};
	const gate_line lines[] = {{ONE, LAUNCHES, .logs = logs}};
	gate_fixture *f = *state;

	for (size_t i = 0; i < 8; i++)
		logs[i] = 0.1;
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_UNCHANGED);
	assert_string_equal(gate_cell(f->gate, ONE)->stage, "confirm");
	assert_exit(f->gate, CB_GATE_FINE, "ok");
}

/* Differences as large as chance makes them: so many of @p count below, the others above. */
static void spread(double *logs, size_t count, size_t below, double low, double high)
{
	for (size_t i = 0; i < count; i++)
		logs[i] = (i * below) / count < ((i + 1) * below) / count ? low : high;
}

static void suspect_of_many_is_not_found_where_it_alone_would_be(void **state)
{
	/* Of 48 launches 35 above: a p-value of 0.001, and the first look may spend 0.003. */
	double logs[8 + 48], clear[8 + 48] = {0};
	gate_line lines[20];
	char names[20][32];
	gate_fixture *f = *state;

	gate_rule(f, "tolerance", "0%");
	spread(logs, 8, 0, 0.1, 0.1);
	spread(clear, 8, 0, 0.1, 0.1);
	spread(logs + 8, 48, 13, -0.13, 0.13);
	for (size_t i = 0; i < 20; i++) {
		snprintf(names[i], sizeof names[i], "sha256/digest/%zu", i + 1);
		lines[i] = (gate_line){names[i], LAUNCHES, .logs = i == 0 ? logs : clear};
	}
	assert_verdict(gate_judge(f, lines, 1), names[0], CB_VERDICT_REGRESSED);
	double alone = gate_cell(f->gate, names[0])->p;
	assert_verdict(gate_judge(f, lines, 20), names[0], CB_VERDICT_NOISY);
	assert_true(fabs(gate_cell(f->gate, names[0])->p - 20 * alone) < 1e-12);
}

static void suspects_without_evidence_count_among_the_others(void **state)
{
	double logs[8 + 48];
	gate_line lines[20];
	char names[20][32];
	gate_fixture *f = *state;

	gate_rule(f, "tolerance", "0%");
	spread(logs, 8, 0, 0.1, 0.1);
	spread(logs + 8, 48, 13, -0.13, 0.13);
	for (size_t i = 0; i < 20; i++) {
		snprintf(names[i], sizeof names[i], "sha256/digest/%zu", i + 1);
		lines[i] = (gate_line){names[i], .screen = 8, .loss_percent = 9};
	}
	lines[0] = (gate_line){names[0], LAUNCHES, .logs = logs};
	assert_verdict(gate_judge(f, lines, 20), names[0], CB_VERDICT_NOISY);
}

static void extension_decides_what_was_undecided(void **state)
{
	double logs[8 + 96];
	const gate_line first[] = {{ONE, .screen = 8, .confirm = 48, .logs = logs}};
	const gate_line part[] = {{ONE, .screen = 8, .confirm = 80, .logs = logs}};
	const gate_line both[] = {{ONE, .screen = 8, .confirm = 96, .logs = logs}};
	gate_fixture *f = *state;

	gate_rule(f, "tolerance", "0%");
	spread(logs, 8, 0, 0.1, 0.1);
	spread(logs + 8, 48, 17, -0.13, 0.13);
	spread(logs + 56, 48, 4, -0.13, 0.13);
	assert_verdict(GATE(f, first), ONE, CB_VERDICT_NOISY);
	assert_exit(f->gate, CB_GATE_INCONCLUSIVE, "inconclusive");
	/* Half of an extension is not looked at: there are two looks, not as many as one likes. */
	assert_verdict(GATE(f, part), ONE, CB_VERDICT_NOISY);
	assert_int_equal(gate_cell(f->gate, ONE)->launches, 48);
	assert_verdict(GATE(f, both), ONE, CB_VERDICT_REGRESSED);
	assert_int_equal(gate_cell(f->gate, ONE)->launches, 96);
}

static void confirmation_that_is_too_wide_is_noisy(void **state)
{
	double logs[8 + 48];
	const gate_line lines[] = {{ONE, LAUNCHES, .logs = logs}};
	gate_fixture *f = *state;

	ramp(logs, 8, 0, 0.5);
	ramp(logs + 8, 48, 0, 0.5);
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_NOISY);
	assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "wider"));
}

static void control_that_moved_makes_its_cell_noisy(void **state)
{
	static const gate_line lost[] = {{ONE, LAUNCHES, .loss_percent = 8, .control_percent = 7,
						 .control_screen = 8, .control_confirm = 48},
		{TWO, LAUNCHES, .control_screen = 8, .control_confirm = 48}};
	static const gate_line other_way[] = {{ONE, LAUNCHES, .loss_percent = 8,
		.control_percent = -9, .control_screen = 8, .control_confirm = 48}};
	static const gate_line still[] = {{ONE, LAUNCHES, .loss_percent = 8, .control_percent = 4,
		.control_screen = 8, .control_confirm = 48}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lost), ONE, CB_VERDICT_NOISY);
	assert_true(fabs(gate_cell(f->gate, ONE)->control_loss_percent - 7) < 1e-9);
	assert_verdict(f->gate, TWO, CB_VERDICT_UNCHANGED);
	assert_exit(f->gate, CB_GATE_INCONCLUSIVE, "inconclusive");
	assert_verdict(GATE(f, other_way), ONE, CB_VERDICT_NOISY);
	assert_verdict(GATE(f, still), ONE, CB_VERDICT_REGRESSED);
}

static void control_that_moved_lets_no_other_verdict_stand(void **state)
{
	static const gate_line same[] = {
		{ONE, LAUNCHES, .control_percent = 8, .control_screen = 8, .control_confirm = 48}};
	static const gate_line faster[] = {{ONE, LAUNCHES, .loss_percent = -20,
		.control_percent = 8, .control_screen = 8, .control_confirm = 48}};
	static const gate_line screen[] = {
		{ONE, .screen = 8, .control_percent = 8, .control_screen = 8}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, same), ONE, CB_VERDICT_NOISY);
	assert_verdict(GATE(f, faster), ONE, CB_VERDICT_NOISY);
	/* Fresh launches have to tell. */
	assert_verdict(GATE(f, screen), ONE, CB_VERDICT_SUSPECT);
}

static void control_that_moved_by_less_than_min_delta_has_not(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .control_percent = 8, .control_screen = 8,
		.control_confirm = 48, .base_ns = 11}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_UNCHANGED);
	gate_rule(f, "min_delta", "0.9ns");
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_NOISY);
}

static void control_of_the_screen_counts_if_the_confirmation_has_none(void **state)
{
	static const gate_line lines[] = {
		{ONE, LAUNCHES, .loss_percent = 8, .control_percent = 8, .control_screen = 8}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_NOISY);
}

static void control_that_was_cleared_lets_the_loss_stand(void **state)
{
	/* The control of the screen moved, the one of the fresh launches did not. */
	static const char confirm[] = "'confirm': ";
	static const gate_line screen = {
		ONE, .screen = 8, .loss_percent = 8, .control_percent = 9, .control_screen = 8};
	static const gate_line fresh = {ONE, .screen = 48, .loss_percent = 8, .control_screen = 48};
	gate_fixture *f = *state;
	gate_fixture part = {.random = {1}};
	char more[1 << 14];

	add_series(&part, "confirm", &fresh, 48, NULL, 48);
	assert_int_equal(strncmp(part.text.data, confirm, strlen(confirm)), 0);
	snprintf(more, sizeof more, "%s", part.text.data);
	gate_line line = screen;
	line.more = more;
	assert_verdict(gate_judge(f, &line, 1), ONE, CB_VERDICT_REGRESSED);
	cb__text_done(&part.text);
}

static void rules_by_glob_set_the_limit(void **state)
{
	static const gate_line lines[] = {
		{ONE, LAUNCHES, .loss_percent = 8}, {TWO, LAUNCHES, .loss_percent = 8}};
	gate_fixture *f = *state;

	gate_rules(f, "rules = ( { cells = \"openssl/sha512/**\"; limit = \"9%\"; } );");
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_REGRESSED);
	assert_verdict(f->gate, TWO, CB_VERDICT_UNCHANGED);
	assert_string_equal(gate_cell(f->gate, TWO)->rule, "openssl/sha512/**");
	assert_int_equal(gate_cell(f->gate, TWO)->rule_line, 1);
	assert_string_equal(gate_cell(f->gate, ONE)->rule, "");
}

#define UNSUPPORTED "{'outcome': 'unsupported', 'reason': 'no such thing'}"

static void cell_that_is_gone_is_missing(void **state)
{
	static const gate_line lines[] = {
		{ONE, .more = "'head': " UNSUPPORTED ", "}, {TWO, .screen = 8}};
	static const gate_line no_side[] = {{ONE, .more = "'head': null, "}, {TWO, .screen = 8}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_MISSING);
	assert_string_equal(gate_cell(f->gate, ONE)->reason, "no such thing");
	assert_string_equal(gate_cell(f->gate, ONE)->stage, "");
	assert_exit(f->gate, CB_GATE_REGRESSED, "missing");
	assert_verdict(GATE(f, no_side), ONE, CB_VERDICT_MISSING);
	assert_exit(f->gate, CB_GATE_REGRESSED, "missing");
}

static void removal_that_is_allowed_by_name_is_fine(void **state)
{
	static const gate_line lines[] = {{ONE, .more = "'head': null, "}, {TWO, .screen = 8}};
	gate_fixture *f = *state;

	gate_rule(f, "limit", "5%");
	assert_int_equal(cb_rules_allow_removed(f->rules, "openssl/sha256/**"), CB_OK);
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_MISSING);
	assert_exit(f->gate, CB_GATE_FINE, "ok");
	assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "allowed"));
	assert_true(gate_cell(f->gate, ONE)->is_allowed);
	assert_false(gate_cell(f->gate, TWO)->is_allowed);
}

static void new_cell_is_fine(void **state)
{
	static const gate_line lines[] = {
		{ONE, .more = "'base': " UNSUPPORTED ", "}, {TWO, .screen = 8}};
	static const gate_line absent[] = {{ONE, .more = "'base': null, "}, {TWO, .screen = 8}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_NEW);
	assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "the base does not have it: "));
	assert_verdict(GATE(f, absent), ONE, CB_VERDICT_NEW);
	assert_string_equal(gate_cell(f->gate, ONE)->reason, "the base does not have it");
	assert_exit(f->gate, CB_GATE_FINE, "ok");
}

static void cell_of_neither_side_is_not_new(void **state)
{
	static const gate_line lines[] = {
		{ONE, .more = "'base': null, 'head': null, "}, {TWO, .screen = 8}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_INCOMPARABLE);
	assert_exit(f->gate, CB_GATE_INVALID, "invalid");
}

static void broken_wins_over_regressed(void **state)
{
	static const char *const outcomes[] = {
		"crashed", "mismatch", "failed", "timed-out", "unproven"};
	gate_fixture *f = *state;

	for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++) {
		char more[128];
		const gate_line lines[] = {{ONE, .more = more}, {TWO, LAUNCHES, .loss_percent = 9}};

		snprintf(more, sizeof more, "'head': {'outcome': '%s', 'reason': 'why'}, ",
			outcomes[i]);
		assert_verdict(GATE(f, lines), ONE, CB_VERDICT_BROKEN);
		assert_verdict(f->gate, TWO, CB_VERDICT_REGRESSED);
		assert_exit(f->gate, CB_GATE_BROKEN, "broken");
		assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, outcomes[i]));
		assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "why"));
	}
}

static void base_that_failed_leaves_nothing_to_compare_with(void **state)
{
	static const gate_line lines[] = {
		{ONE, .more = "'base': {'outcome': 'crashed'}, "}, {TWO, .screen = 8}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_INCOMPARABLE);
	assert_exit(f->gate, CB_GATE_INVALID, "invalid");
}

static void other_semantics_are_incomparable_and_both_are_named(void **state)
{
	static const gate_line lines[] = {
		{ONE, LAUNCHES, .more = "'head': {'outcome': 'measured', 'semantics': 'b/2'}, "},
		{TWO, .screen = 8}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_INCOMPARABLE);
	assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "a/1"));
	assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "b/2"));
	assert_exit(f->gate, CB_GATE_INVALID, "invalid");
}

static void cell_that_was_not_reached_is_suspect(void **state)
{
	static const gate_line lines[] = {
		{ONE, .more = "'head': {'outcome': 'skipped', 'semantics': 'a/1'}, "},
		{TWO, .screen = 8}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_SUSPECT);
	assert_exit(f->gate, CB_GATE_INCONCLUSIVE, "inconclusive");
	assert_non_null(strstr(gate_note(f->gate, "out-of-budget")->text, "before 1 cell could"));
}

static void same_code_is_identical(void **state)
{
	static const gate_line lines[] = {{ONE, .more = "'same_code': true, "}};
	gate_fixture *f = *state;

	f->canary = NULL;
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_IDENTICAL);
	assert_string_equal(gate_cell(f->gate, ONE)->stage, "bytes");
	assert_exit(f->gate, CB_GATE_FINE, "ok");
}

static void cell_without_rounds_was_not_compared(void **state)
{
	static const gate_line lines[] = {{ONE, .more = ""}};
	gate_fixture *f = *state;

	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_SUSPECT);
	assert_string_equal(gate_cell(f->gate, ONE)->stage, "");
	assert_true(isnan(gate_cell(f->gate, ONE)->loss_percent));
	assert_non_null(gate_note(f->gate, "nothing-compared"));
	assert_exit(f->gate, CB_GATE_INVALID, "invalid");
}

static void long_reason_is_cut_between_characters(void **state)
{
	gate_fixture *f = *state;
	char more[2048];
	char *out = NULL;

	for (size_t shift = 0; shift < 2; shift++) {
		size_t len = (size_t)snprintf(more, sizeof more,
			"'head': {'outcome': 'crashed', 'reason': '%s", shift > 0 ? "a" : "");
		for (size_t i = 0; i < 300; i++, len += 2)
			memcpy(more + len, "\xc3\xa9", 2);
		strcpy(more + len, "'}, ");
		const gate_line lines[] = {{ONE, .more = more}, {TWO, .screen = 8}};
		assert_verdict(GATE(f, lines), ONE, CB_VERDICT_BROKEN);
		assert_int_equal(cb_gate_to_json(f->gate, &out, 0), CB_OK);
		cb_string_free(out);
	}
}

static const char waiver[] = "waivers = ( { cells = \"openssl/sha256/**\"; up_to = \"8%\"; "
			     "expires = \"2026-11-30\"; reason = \"a known cost\"; } );";

static void loss_within_a_waiver_is_waived(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 8}};
	static const gate_line beyond[] = {{ONE, LAUNCHES, .loss_percent = 8.001}};
	static const gate_line other[] = {
		{TWO, LAUNCHES, .loss_percent = 7}, {ONE, LAUNCHES, .loss_percent = 0}};
	gate_fixture *f = *state;

	gate_rules(f, waiver);
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_WAIVED);
	assert_string_equal(gate_cell(f->gate, ONE)->waiver, "a known cost");
	/* Whoever shows both says the waiver's reason once. */
	assert_string_equal(gate_cell(f->gate, ONE)->reason, "waived up to 8 % until 2026-11-30");
	assert_null(gate_note(f->gate, "waiver-unused"));
	assert_exit(f->gate, CB_GATE_FINE, "ok");
	assert_verdict(GATE(f, beyond), ONE, CB_VERDICT_REGRESSED);
	assert_string_equal(gate_cell(f->gate, ONE)->waiver, "");
	assert_exit(f->gate, CB_GATE_REGRESSED, "regressed");
	assert_verdict(GATE(f, other), TWO, CB_VERDICT_REGRESSED);
}

static void expired_waiver_no_longer_counts(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 7}};
	gate_fixture *f = *state;

	gate_rules(f, waiver);
	f->more = "'tool': {'finished': '2026-12-01T00:00:00Z'}, ";
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_REGRESSED);
	assert_exit(f->gate, CB_GATE_REGRESSED, "regressed");
	assert_non_null(gate_note(f->gate, "waiver-expired"));
	assert_non_null(strstr(gate_note(f->gate, "waiver-expired")->text, "2026-11-30"));
	/* Without a date none counts. */
	f->more = "'tool': {}, ";
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_REGRESSED);
}

static void waiver_covers_no_suspect(void **state)
{
	static const gate_line lines[] = {{ONE, .screen = 8, .loss_percent = 7}};
	gate_fixture *f = *state;

	gate_rules(f, waiver);
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_SUSPECT);
}

static void findings_are_withdrawn_if_a_control_failed(void **state)
{
	static const gate_line lines[] = {{ONE, LAUNCHES, .loss_percent = 9}};
	gate_fixture *f = *state;

	f->canary = NULL;
	assert_verdict(GATE(f, lines), ONE, CB_VERDICT_SUSPECT);
	assert_non_null(strstr(gate_cell(f->gate, ONE)->reason, "withdrawn"));
	assert_exit(f->gate, CB_GATE_INVALID, "invalid");
}

static void gravest_verdict_comes_first_then_the_largest_loss(void **state)
{
	static const gate_line lines[] = {{"a/x/1", .screen = 8},
		{"b/x/1", .screen = 8, .loss_percent = -30}, {"c/x/1", LAUNCHES, .loss_percent = 9},
		{"d/x/1", LAUNCHES, .loss_percent = 20}, {"e/x/1", .more = "'head': null, "},
		{"f/x/1", .more = "'head': {'outcome': 'crashed'}, "},
		{"g/x/1", .screen = 8, .loss_percent = 1}, {"h/x/1", .screen = 8},
		{"i/x/1", .more = "'base': null, "}};
	static const char order[] = "dcfebigah";
	gate_fixture *f = *state;
	const cb_gate *gate = GATE(f, lines);

	assert_int_equal(cb_gate_count(gate), 9);
	for (size_t i = 0; i < 9; i++)
		assert_int_equal(cb_gate_at(gate, i)->algorithm[0], order[i]);
	assert_int_equal(cb_gate_verdict_count(gate, CB_VERDICT_REGRESSED), 2);
	assert_int_equal(cb_gate_verdict_count(gate, CB_VERDICT_UNCHANGED), 3);
	assert_int_equal(cb_gate_verdict_count(gate, CB_VERDICT_COUNT), 0);
	assert_null(cb_gate_at(gate, 9));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		GATE_TEST(loss_above_the_limit_is_regressed),
		GATE_TEST(loss_exactly_on_the_limit_passes),
		GATE_TEST(gain_above_the_limit_is_improved),
		GATE_TEST(small_loss_that_is_certain_is_unchanged),
		GATE_TEST(loss_that_the_tolerance_covers_is_not_found),
		GATE_TEST(difference_below_min_delta_is_unchanged),
		GATE_TEST(suspect_without_confirmation_stays_one),
		GATE_TEST(too_few_launches_of_the_screen_make_a_suspect),
		GATE_TEST(suspect_that_is_cleared_passes),
		GATE_TEST(suspect_of_many_is_not_found_where_it_alone_would_be),
		GATE_TEST(suspects_without_evidence_count_among_the_others),
		GATE_TEST(extension_decides_what_was_undecided),
		GATE_TEST(confirmation_that_is_too_wide_is_noisy),
		GATE_TEST(control_that_moved_makes_its_cell_noisy),
		GATE_TEST(control_that_moved_lets_no_other_verdict_stand),
		GATE_TEST(control_that_moved_by_less_than_min_delta_has_not),
		GATE_TEST(control_of_the_screen_counts_if_the_confirmation_has_none),
		GATE_TEST(control_that_was_cleared_lets_the_loss_stand),
		GATE_TEST(rules_by_glob_set_the_limit),
		GATE_TEST(cell_that_is_gone_is_missing),
		GATE_TEST(removal_that_is_allowed_by_name_is_fine),
		GATE_TEST(new_cell_is_fine),
		GATE_TEST(cell_of_neither_side_is_not_new),
		GATE_TEST(broken_wins_over_regressed),
		GATE_TEST(base_that_failed_leaves_nothing_to_compare_with),
		GATE_TEST(other_semantics_are_incomparable_and_both_are_named),
		GATE_TEST(cell_that_was_not_reached_is_suspect),
		GATE_TEST(same_code_is_identical),
		GATE_TEST(cell_without_rounds_was_not_compared),
		GATE_TEST(long_reason_is_cut_between_characters),
		GATE_TEST(loss_within_a_waiver_is_waived),
		GATE_TEST(expired_waiver_no_longer_counts),
		GATE_TEST(waiver_covers_no_suspect),
		GATE_TEST(findings_are_withdrawn_if_a_control_failed),
		GATE_TEST(gravest_verdict_comes_first_then_the_largest_loss),
	};

	return cmocka_run_group_tests_name("gate_judge", tests, NULL, NULL);
}
