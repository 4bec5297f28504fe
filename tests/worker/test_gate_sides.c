/* SPDX-License-Identifier: Apache-2.0 */
/* Sides that are the same, that lack something, that crash, hang or lie: it is said of the cell. */
#include "gate_scene.h"

#include <stdio.h>
#include <string.h>

/* Where it matters which cells there are, and not by how much they differ. */
static void open_sides(gated *out, const char *algorithms)
{
	gated_open(out, algorithms);
	gated_rule(out, "limit", "60%");
	gated_rule(out, "canary", "off");
}

static void the_same_thing_twice_is_refused(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{"right_size", "right_size"},
		{"old@right_size", "new@right_size:on"},
		{"toy_accel", "toy_accel=" CB_TEST_BACKENDS "/toy/libtoy.so"},
	};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		gated g;
		open_sides(&g, "fixture-hash");
		gated_measure(&g, pairs[i][0], pairs[i][1]);
		assert_int_equal(g.status, CB_EINVAL);
		assert_null(g.gate);
		expect_part(cb_context_error(g.ctx), "base and head");
		gated_close(&g);
	}
}

static void a_gate_of_answers_that_nobody_checked_says_so(void **state)
{
	(void)state;
	gated g;
	open_sides(&g, "fixture-hash");
	gated_judge(&g, "old_abi", "renamed");
	expect_note(&g, "unchecked");
	expect_part(
		gated_note(&g, "unchecked")->text, "1 of 1 cells, the first renamed/" HASH_AT_64);
	gated_close(&g);
	open_sides(&g, "fixture-hash");
	gated_judge(&g, "right_size", "choosy");
	assert_null(gated_note(&g, "unchecked"));
	gated_close(&g);
}

static void what_goes_wrong_on_the_head_breaks_its_cell(void **state)
{
	(void)state;
	static const struct {
		const char *head;
		const char *reason;
	} rows[] = {
		{"crash_exit", "exited with status 3"},
		{"crash_hello", "SIGKILL"},
		{"fails_at_once", "the toy is broken"},
		{"fails_later", "while it was timed"},
		{"hang", "3000 ms"},
		{"unsteady", "second time"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		gated g;
		char id[128];
		open_sides(&g, "fixture-hash");
		/* Time that an answer may take on a busy machine, too. */
		gated_set(&g, "time-limit", strcmp(rows[i].head, "hang") == 0 ? "3" : "30");
		gated_judge(&g, "right_size", rows[i].head);
		snprintf(id, sizeof id, "%s/" HASH_AT_64, rows[i].head);
		expect_verdict(&g, id, CB_VERDICT_BROKEN);
		expect_part(gated_find(&g, id)->reason, rows[i].reason);
		expect_exit(&g, CB_GATE_BROKEN);
		assert_int_equal(cb_gate_count(g.gate), 1);
		gated_close(&g);
	}
}

/* Neither side's library ran: there is nothing that could be broken. */
static void file_that_is_no_such_library_is_refused(void **state)
{
	(void)state;
	static const char right[] = "toy_accel";
	static const char wrong[] = "toy_accel=" CB_TEST_BACKENDS "/right_size.so";
	static const char text[] = "toy_accel=/etc/passwd";
	const char *const pairs[][2] = {
		{right, text}, {text, right}, {right, wrong}, {"toy_accel:on=/etc/passwd", right}};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		gated g;
		open_sides(&g, "fixture-hash");
		gated_measure(&g, pairs[i][0], pairs[i][1]);
		assert_int_equal(g.status, CB_ENOTFOUND);
		assert_null(g.gate);
		expect_part(cb_context_error(g.ctx), i % 2 == 0 ? "head:" : "base:");
		expect_part(cb_context_error(g.ctx), i == 2 ? "right_size.so" : "/etc/passwd");
		assert_null(strstr(cb_context_error(g.ctx), ": it: "));
		if (i == 2)
			expect_part(cb_context_error(g.ctx), "backend \"toy_accel\"");
		gated_close(&g);
	}
}

static void the_other_cells_are_judged_all_the_same(void **state)
{
	(void)state;
	gated g;
	open_sides(&g, "fixture-hash");
	gated_set(&g, "sizes", "64,2000");
	gated_judge(&g, "right_size", "crash_long");
	expect_verdict(&g, "crash_long/fixture-hash/digest/2000/on", CB_VERDICT_BROKEN);
	expect_measured(&g, "crash_long/" HASH_AT_64);
	expect_exit(&g, CB_GATE_BROKEN);
	assert_string_equal(cb_gate_at(g.gate, 0)->id, "crash_long/fixture-hash/digest/2000/on");
	gated_close(&g);
}

static void a_wrong_answer_breaks_its_cell(void **state)
{
	(void)state;
	gated g;
	open_sides(&g, "fixture-hash");
	gated_set(&g, "sizes", "64,2000");
	gated_judge(&g, "right_size", "wrong_size");
	expect_verdict(&g, "wrong_size/fixture-hash/digest/2000/on", CB_VERDICT_BROKEN);
	expect_part(gated_find(&g, "wrong_size/fixture-hash/digest/2000/on")->reason, "mismatch");
	expect_measured(&g, "wrong_size/" HASH_AT_64);
	expect_exit(&g, CB_GATE_BROKEN);
	gated_close(&g);
}

/* Nothing can be said of the head then, and the base is nobody's fault. */
static void a_base_that_breaks_leaves_nothing_to_compare(void **state)
{
	(void)state;
	gated g;
	open_sides(&g, "fixture-hash");
	gated_judge(&g, "crash_exit", "right_size");
	expect_verdict(&g, "right_size/" HASH_AT_64, CB_VERDICT_INCOMPARABLE);
	expect_part(gated_find(&g, "right_size/" HASH_AT_64)->reason, "the base");
	expect_note(&g, "nothing-compared");
	expect_exit(&g, CB_GATE_INVALID);
	gated_close(&g);
}

static void what_only_one_side_has_is_missing_or_new(void **state)
{
	(void)state;
	gated g;
	open_sides(&g, "fixture-hash,null-hash");
	gated_judge(&g, "right_size", "null");
	assert_int_equal(cb_gate_count(g.gate), 2);
	expect_verdict(&g, "null/" HASH_AT_64, CB_VERDICT_MISSING);
	expect_verdict(&g, "null/null-hash/digest/64/on", CB_VERDICT_NEW);
	expect_part(gated_find(&g, "null/" HASH_AT_64)->reason, "lacks");
	expect_exit(&g, CB_GATE_REGRESSED);
	assert_string_equal(cb_gate_word(g.gate), "missing");
	gated_close(&g);
}

static void cells_are_called_by_the_head(void **state)
{
	(void)state;
	gated g;
	open_sides(&g, "fixture-hash");
	gated_judge(&g, "before@right_size", "right_again");
	assert_int_equal(cb_gate_count(g.gate), 1);
	expect_measured(&g, "right_again/" HASH_AT_64);
	assert_string_equal(gated_find(&g, "right_again/" HASH_AT_64)->backend, "right_again");
	assert_string_equal(cb_gate_base_at(g.gate, 0)->label, "before:on");
	assert_string_equal(cb_gate_base_at(g.gate, 0)->backend, "right_size");
	assert_string_equal(cb_gate_head_at(g.gate, 0)->label, "head:on");
	assert_string_equal(cb_gate_mode(g.gate), "ab");
	assert_int_equal(cb_gate_complete(g.gate), 1);
	/* The base's module is opened once more, for there is no library that could be copied. */
	assert_true(has_control(gated_find(&g, "right_again/" HASH_AT_64)));
	gated_close(&g);
}

static void identical_code_is_not_measured(void **state)
{
	(void)state;
	copied copy;
	gated g;
	copy_library(&copy, "toy_accel", CB_TEST_BACKENDS "/toy/libtoy.so");
	open_sides(&g, "fixture-hash");
	gated_set(&g, "sizes", "64,128");
	gated_judge(&g, "toy_accel", copy.subject);
	expect_verdict(&g, "toy_accel/" HASH_AT_64, CB_VERDICT_IDENTICAL);
	assert_string_equal(gated_find(&g, "toy_accel/" HASH_AT_64)->stage, "bytes");
	assert_int_equal(gated_find(&g, "toy_accel/" HASH_AT_64)->launches, 0);
	assert_int_equal(cb_gate_verdict_count(g.gate, CB_VERDICT_IDENTICAL), 2);
	expect_exit(&g, CB_GATE_FINE);
	gated_close(&g);
	copied_done(&copy);
}

/* The base is the file here, and so its control a copy of that. */
static void identical_code_is_measured_on_request(void **state)
{
	(void)state;
	copied copy;
	gated g;
	copy_library(&copy, "toy_accel", CB_TEST_BACKENDS "/toy/libtoy.so");
	open_sides(&g, "fixture-hash");
	gated_set(&g, "no-shortcut", "1");
	gated_judge(&g, copy.subject, "toy_accel");
	expect_measured(&g, "toy_accel/" HASH_AT_64);
	assert_true(has_control(gated_find(&g, "toy_accel/" HASH_AT_64)));
	assert_string_equal(cb_gate_base_at(g.gate, 0)->file, copy.file);
	gated_close(&g);
	copied_done(&copy);
}

static void identical_code_is_measured_where_a_slowdown_is_asked_for(void **state)
{
	(void)state;
	copied copy;
	gated g;
	copy_library(&copy, "toy_accel", CB_TEST_BACKENDS "/toy/libtoy.so");
	open_sides(&g, "fixture-hash");
	gated_set(&g, "sizes", "64,128");
	gated_set(&g, "inject", "**/64/**=100");
	gated_judge(&g, "toy_accel", copy.subject);
	expect_measured(&g, "toy_accel/" HASH_AT_64);
	assert_int_equal(cb_gate_verdict_count(g.gate, CB_VERDICT_IDENTICAL), 0);
	assert_non_null(gated_note(&g, "injected"));
	assert_null(gated_note(&g, "same-code"));
	gated_close(&g);
	copied_done(&copy);
}

static void copy_of_the_systems_library_is_its_control(void **state)
{
	(void)state;
	copied copy;
	char file[PATH_SIZE];
	gated g;
	if (!scene_has("openssl"))
		skip();
	find_libcrypto(file, sizeof file);
	copy_library(&copy, "openssl", file);
	open_sides(&g, "sha256");
	gated_set(&g, "no-shortcut", "1");
	gated_judge(&g, "openssl", copy.subject);
	expect_measured(&g, "openssl/sha256/digest/64/on");
	assert_true(has_control(gated_find(&g, "openssl/sha256/digest/64/on")));
	assert_string_equal(cb_gate_base_at(g.gate, 0)->file, file);
	assert_string_equal(cb_gate_head_at(g.gate, 0)->file, copy.file);
	gated_close(&g);
	copied_done(&copy);
}

/* toy_accel has no nocrypto of its own, toy_refusing has. */
static void mode_that_is_another_on_one_side_only_is_measured(void **state)
{
	(void)state;
	gated g;
	open_sides(&g, "fixture-hash");
	gated_set(&g, "accel", "nocrypto,off");
	gated_judge(&g, "toy_accel", "toy_symbolic");
	assert_int_equal(cb_gate_count(g.gate), 1);
	expect_measured(&g, "toy_symbolic/fixture-hash/digest/64/off");
	gated_close(&g);
	open_sides(&g, "fixture-hash");
	gated_set(&g, "accel", "nocrypto,off");
	gated_judge(&g, "toy_accel", "right_again");
	assert_int_equal(cb_gate_count(g.gate), 2);
	expect_measured(&g, "right_again/fixture-hash/digest/64/nocrypto");
	gated_close(&g);
}

/* Each side's modes are compared with the same of the other. */
static void modes_are_matched_by_their_names(void **state)
{
	(void)state;
	gated g;
	open_sides(&g, "fixture-hash");
	gated_set(&g, "accel", "on,off");
	gated_rule(&g, "limit", "30%");
	gated_set(&g, "inject", "**/off=200");
	gated_judge(&g, "toy_accel", "toy_symbolic");
	assert_int_equal(cb_gate_count(g.gate), 2);
	assert_int_equal(
		gated_find(&g, "toy_symbolic/fixture-hash/digest/64/on")->accel, CB_ACCEL_ON);
	expect_verdict(&g, "toy_symbolic/fixture-hash/digest/64/off", CB_VERDICT_REGRESSED);
	assert_int_not_equal(gated_find(&g, "toy_symbolic/fixture-hash/digest/64/on")->verdict,
		CB_VERDICT_REGRESSED);
	gated_close(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_thing_twice_is_refused),
		cmocka_unit_test(a_gate_of_answers_that_nobody_checked_says_so),
		cmocka_unit_test(what_goes_wrong_on_the_head_breaks_its_cell),
		cmocka_unit_test(file_that_is_no_such_library_is_refused),
		cmocka_unit_test(the_other_cells_are_judged_all_the_same),
		cmocka_unit_test(a_wrong_answer_breaks_its_cell),
		cmocka_unit_test(a_base_that_breaks_leaves_nothing_to_compare),
		cmocka_unit_test(what_only_one_side_has_is_missing_or_new),
		cmocka_unit_test(cells_are_called_by_the_head),
		cmocka_unit_test(identical_code_is_not_measured),
		cmocka_unit_test(identical_code_is_measured_on_request),
		cmocka_unit_test(identical_code_is_measured_where_a_slowdown_is_asked_for),
		cmocka_unit_test(identical_code_is_measured_where_a_slowdown_is_asked_for),
		cmocka_unit_test(copy_of_the_systems_library_is_its_control),
		cmocka_unit_test(mode_that_is_another_on_one_side_only_is_measured),
		cmocka_unit_test(modes_are_matched_by_their_names),
	};
	return cmocka_run_group_tests(tests, gated_make_temporary, gated_remove_temporary);
}
