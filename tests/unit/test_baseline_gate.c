/* SPDX-License-Identifier: Apache-2.0 */
#include "baseline_fixture.h"

#include "gate.h"

static cb_gate *judge_by(fixture *f, const cb_rules *rules)
{
	cb_gate *gate = NULL;
	json_t *document = cb__baseline_gate(f->baseline, f->results, rules, "base.json");
	assert_non_null(document);
	if (cb__gate_from_document(&gate, f->ctx, document, NULL, "gate") != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	assert_string_equal(cb_gate_mode(gate), "file");
	return gate;
}

static cb_gate *judge(fixture *f)
{
	cb_rules *rules = NULL;
	assert_int_equal(cb_rules_new(&rules, f->ctx), CB_OK);
	cb_gate *gate = judge_by(f, rules);
	cb_rules_free(rules);
	return gate;
}

static const cb_gate_note *find_note(const cb_gate *gate, const char *id)
{
	for (size_t i = 0; i < cb_gate_note_count(gate); i++)
		if (strcmp(cb_gate_note_at(gate, i)->id, id) == 0)
			return cb_gate_note_at(gate, i);
	return NULL;
}

/* Five runs at 4000 ns, and today's time. */
static void expect_verdict(fixture *f, double now_ns, cb_verdict verdict, int code)
{
	add_runs(f, 5, 4000);
	set_time(f->results, now_ns);
	cb_gate *gate = judge(f);
	const cb_judged *cell = cb_gate_find(gate, CELL);
	assert_non_null(cell);
	if (cell->verdict != verdict)
		fail_msg("%s: %s", cb_verdict_name(cell->verdict), cell->reason);
	assert_string_equal(cell->stage, "stored");
	assert_int_equal(cb_gate_exit(gate), code);
	assert_null(find_note(gate, "single-value"));
	cb_gate_free(gate);
}

static void same_time_is_unchanged(void **state)
{
	expect_verdict(*state, 4001, CB_VERDICT_UNCHANGED, 0);
}

static void much_more_time_than_five_runs_is_a_regression(void **state)
{
	expect_verdict(*state, 4500, CB_VERDICT_REGRESSED, 1);
}

static void much_less_time_is_an_improvement(void **state)
{
	expect_verdict(*state, 3500, CB_VERDICT_IMPROVED, 0);
}

static void all_that_is_known_of_a_cell_is_told(void **state)
{
	fixture *f = *state;
	add_runs(f, 5, 4000);
	set_time(f->results, 4500);
	cb_gate *gate = judge(f);
	const cb_judged *cell = cb_gate_find(gate, CELL);
	assert_string_equal(cell->backend, "openssl");
	assert_string_equal(cell->algorithm, "aes-256-gcm");
	assert_string_equal(cell->operation, "seal");
	assert_int_equal(cell->size, 16384);
	assert_int_equal(cell->accel, CB_ACCEL_ON);
	assert_int_equal(cell->threads, 1);
	assert_near(cell->head_ns, 4500);
	assert_true(fabs(cell->loss_percent - 100 * (1 - 4000.8 / 4500)) < 1e-6);
	assert_int_equal(cb_gate_base_count(gate), 4);
	assert_int_equal(cb_gate_head_count(gate), 4);
	cb_gate_free(gate);
}

static void fewer_than_five_runs_warn(void **state)
{
	fixture *f = *state;
	add_runs(f, 4, 4000);
	set_time(f->results, 4500);
	cb_gate *gate = judge(f);
	assert_int_equal(cb_gate_find(gate, CELL)->verdict, CB_VERDICT_SUSPECT);
	assert_int_equal(cb_gate_exit(gate), 0);
	assert_non_null(find_note(gate, "single-value"));
	cb_gate_free(gate);
}

/* And so does what was accepted, whatever came before. */
static void runs_before_an_accepted_one_do_not_count(void **state)
{
	fixture *f = *state;
	add_runs(f, 5, 4000);
	set_time(f->results, 4500);
	assert_int_equal(
		cb__baseline_add(f->baseline, f->results, NULL, "needed for a fix"), CB_OK);
	cb_gate *gate = judge(f);
	assert_int_equal(cb_gate_find(gate, CELL)->verdict, CB_VERDICT_UNCHANGED);
	assert_int_equal(cb_gate_find(gate, CELL)->launches, 1);
	cb_gate_free(gate);
}

/* The first cell is all there is of both sides. */
static void keep_one_cell(fixture *f)
{
	json_t *cells = json_object_get(f->results, "cells");
	while (json_array_size(cells) > 1)
		json_array_remove(cells, 1);
}

static void cell_that_is_gone_is_missing(void **state)
{
	fixture *f = *state;
	add_runs(f, 5, 4000);
	json_array_remove(json_object_get(f->results, "cells"), 0);
	cb_gate *gate = judge(f);
	assert_int_equal(cb_gate_find(gate, CELL)->verdict, CB_VERDICT_MISSING);
	assert_int_equal(cb_gate_exit(gate), 1);
	cb_gate_free(gate);
}

static void cell_that_became_unsupported_is_missing_and_says_why(void **state)
{
	fixture *f = *state;
	add_runs(f, 5, 4000);
	put(cell_at(f->results, 0), "outcome", json_string("unsupported"));
	put(cell_at(f->results, 0), "reason", json_string("it was removed"));
	cb_gate *gate = judge(f);
	assert_int_equal(cb_gate_find(gate, CELL)->verdict, CB_VERDICT_MISSING);
	assert_says(cb_gate_find(gate, CELL)->reason, "it was removed");
	cb_gate_free(gate);
}

static void all_cells_gone_is_no_judgement(void **state)
{
	fixture *f = *state;
	keep_one_cell(f);
	add_runs(f, 5, 4000);
	json_array_clear(json_object_get(f->results, "cells"));
	cb_gate *gate = judge(f);
	assert_non_null(find_note(gate, "all-missing"));
	assert_int_equal(cb_gate_exit(gate), 5);
	cb_gate_free(gate);
}

static void cell_that_was_not_there_is_new(void **state)
{
	fixture *f = *state;
	json_t *cell = json_deep_copy(cell_at(f->results, 0));
	add_runs(f, 5, 4000);
	put(cell, "id", json_string("openssl/aes-128-gcm/seal/16384/on"));
	put(cell, "algorithm", json_string("aes-128-gcm"));
	json_array_append_new(json_object_get(f->results, "cells"), cell);
	cb_gate *gate = judge(f);
	assert_int_equal(
		cb_gate_find(gate, "openssl/aes-128-gcm/seal/16384/on")->verdict, CB_VERDICT_NEW);
	assert_int_equal(cb_gate_find(gate, CELL)->verdict, CB_VERDICT_UNCHANGED);
	assert_int_equal(cb_gate_exit(gate), 0);
	cb_gate_free(gate);
}

static void cell_that_crashes_is_broken(void **state)
{
	fixture *f = *state;
	add_runs(f, 5, 4000);
	put(cell_at(f->results, 0), "outcome", json_string("crashed"));
	put(cell_at(f->results, 0), "reason", json_string("killed by signal 4"));
	cb_gate *gate = judge(f);
	assert_int_equal(cb_gate_find(gate, CELL)->verdict, CB_VERDICT_BROKEN);
	assert_int_equal(cb_gate_exit(gate), 4);
	cb_gate_free(gate);
}

/* What another cell stands for, and what neither side supports, is nothing to be judged. */
static void cells_without_numbers_of_their_own_are_left_out(void **state)
{
	fixture *f = *state;
	add_runs(f, 5, 4000);
	cb_gate *gate = judge(f);
	assert_null(cb_gate_find(gate, "mbedtls/aes-256-gcm/seal/16384/nocrypto"));
	assert_null(cb_gate_find(gate, "libsodium/aes-256-gcm/seal/16384/off"));
	assert_int_equal(cb_gate_count(gate), 2);
	cb_gate_free(gate);
}

static void run_that_was_asked_for_less_lacks_nothing(void **state)
{
	static const struct narrowed {
		const char *option;
		const char *value; /* JSON */
	} rows[] = {
		{"algorithms", "\"sha*,aes-128-*\""},
		{"ops", "\"open\""},
		{"sizes", "[64, 1024]"},
		{"threads", "[2]"},
		{"processes", "[4]"},
		{"variant", "[\"stream\"]"},
	};
	fixture *f = *state;
	add_runs(f, 5, 4000);
	json_array_clear(json_object_get(f->results, "cells"));
	for (size_t i = 0; i < ROWS(rows); i++) {
		json_t *options = json_object();
		json_object_set_new(
			options, rows[i].option, json_loads(rows[i].value, JSON_DECODE_ANY, NULL));
		put(f->results, "tool.options", options);
		cb_gate *gate = judge(f);
		if (cb_gate_count(gate) != 0)
			fail_msg("%s: %s", rows[i].option, cb_gate_at(gate, 0)->id);
		assert_int_equal(cb_gate_exit(gate), 5);
		cb_gate_free(gate);
	}
	put(f->results, "tool.options",
		json_pack("{s:s, s:s, s:[i]}", "algorithms", "aes-*", "ops", "", "sizes", 16384));
	cb_gate *gate = judge(f);
	assert_int_equal(cb_gate_count(gate), 2);
	cb_gate_free(gate);
}

static void subject_that_was_not_asked_for_lacks_nothing(void **state)
{
	fixture *f = *state;
	add_runs(f, 5, 4000);
	json_array_clear(json_object_get(f->results, "cells"));
	json_array_remove(json_object_get(f->results, "subjects"), 0);
	cb_gate *gate = judge(f);
	assert_null(cb_gate_find(gate, CELL));
	assert_non_null(cb_gate_find(gate, "mbedtls/aes-256-gcm/seal/16384/off"));
	cb_gate_free(gate);
}

static void another_machine_is_incomparable_and_says_where(void **state)
{
	fixture *f = *state;
	add_runs(f, 5, 4000);
	put(f->results, "environment.cpu.model", json_string("Another CPU"));
	put(f->results, "environment.os.libc", json_string("musl"));
	cb_gate *gate = judge(f);
	const cb_judged *cell = cb_gate_find(gate, CELL);
	assert_int_equal(cell->verdict, CB_VERDICT_INCOMPARABLE);
	assert_says(cell->reason, "environment.cpu.model was Example CPU");
	assert_says(cell->reason, "is Another CPU");
	assert_says(cell->reason, "environment.os.libc was glibc 2.36, is musl");
	assert_int_equal(cb_gate_exit(gate), 5);
	cb_gate_free(gate);
}

static void other_semantics_are_incomparable(void **state)
{
	fixture *f = *state;
	add_runs(f, 5, 4000);
	put(cell_at(f->results, 0), "semantics", json_string("aead.seal.message/2"));
	cb_gate *gate = judge(f);
	const cb_judged *cell = cb_gate_find(gate, CELL);
	assert_int_equal(cell->verdict, CB_VERDICT_INCOMPARABLE);
	assert_says(cell->reason, "aead.seal.message/1 before, aead.seal.message/2 now");
	assert_int_equal(cb_gate_exit(gate), 5);
	cb_gate_free(gate);
}

static void other_version_of_the_library_is_judged_and_named(void **state)
{
	fixture *f = *state;
	add_runs(f, 5, 4000);
	put(json_array_get(json_object_get(f->results, "subjects"), 0), "library.version",
		json_string("OpenSSL 3.5.0"));
	cb_gate *gate = judge(f);
	assert_int_equal(cb_gate_exit(gate), 0);
	assert_says(find_note(gate, "versions-differ")->text, "3.0.17");
	assert_says(find_note(gate, "versions-differ")->text, "3.5.0");
	cb_gate_free(gate);
}

/* Several threads are held against the wall clock. */
static void threads_are_judged_by_the_wall_clock(void **state)
{
	fixture *f = *state;
	put(cell_at(f->results, 0), "threads", json_integer(2));
	add_runs(f, 5, 4000);
	set_time(f->results, 9000);
	cb_gate *gate = judge(f);
	assert_int_equal(cb_gate_find(gate, CELL)->verdict, CB_VERDICT_UNCHANGED);
	assert_near(cb_gate_find(gate, CELL)->head_ns, 4000.5);
	cb_gate_free(gate);
}

static void time_that_only_the_wall_clock_knows_is_judged(void **state)
{
	fixture *f = *state;
	json_t *summary = json_object_get(cell_at(f->results, 0), "summary");
	add_runs(f, 5, 4000);
	put(summary, "cpu_median_ns", json_null());
	put(summary, "cpu_ci95_low_ns", json_null());
	put(summary, "cpu_ci95_high_ns", json_null());
	cb_gate *gate = judge(f);
	assert_near(cb_gate_find(gate, CELL)->head_ns, 4000.5);
	cb_gate_free(gate);
}

/* One step: today's time is judged, what was lost remembered, and today's run accepted. */
static void accept_step(fixture *f, double ns)
{
	set_time(f->results, ns);
	cb_gate *gate = judge(f);
	assert_int_equal(cb_gate_find(gate, CELL)->verdict, CB_VERDICT_UNCHANGED);
	assert_int_equal(cb__baseline_drift(f->baseline, gate), CB_OK);
	assert_int_equal(cb__baseline_add(f->baseline, f->results, NULL, "a step"), CB_OK);
	cb_gate_free(gate);
}

static void small_accepted_losses_add_up_to_drift(void **state)
{
	fixture *f = *state;
	double ns = 4000;
	add_runs(f, 1, ns);
	for (int step = 1; step <= 5; step++) {
		ns /= 1 - 0.019;
		accept_step(f, ns);
		cb_gate *gate = judge(f);
		const cb_gate_note *note = find_note(gate, "drift");
		/* 3.8 % after two steps, 5.6 % after three. */
		assert_int_equal(note != NULL, step >= 3);
		assert_int_equal(cb_gate_exit(gate), 0);
		if (step == 5) {
			assert_says(note->text, CELL);
			assert_says(note->text, "9.1 %");
		}
		cb_gate_free(gate);
	}
	double log_lost =
		json_number_value(json_object_get(json_object_get(f->baseline, "drift"), CELL));
	assert_near(log_lost, -5 * log1p(-0.019));
}

static void gain_takes_back_drift(void **state)
{
	fixture *f = *state;
	add_runs(f, 1, 4000);
	for (int step = 0; step < 3; step++) {
		accept_step(f, 4150);
		accept_step(f, 4000);
	}
	cb_gate *gate = judge(f);
	assert_null(find_note(gate, "drift"));
	cb_gate_free(gate);
}

static void limit_of_drift_is_that_of_the_rules(void **state)
{
	fixture *f = *state;
	cb_rules *rules = NULL;
	assert_int_equal(cb_rules_new(&rules, f->ctx), CB_OK);
	assert_int_equal(cb_rules_set(rules, "max_drift", "1%"), CB_OK);
	add_runs(f, 1, 4000);
	accept_step(f, 4080);
	cb_gate *gate = judge_by(f, rules);
	assert_non_null(find_note(gate, "drift"));
	cb_gate_free(gate);
	cb_rules_free(rules);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		BASELINE_TEST(same_time_is_unchanged),
		BASELINE_TEST(much_more_time_than_five_runs_is_a_regression),
		BASELINE_TEST(much_less_time_is_an_improvement),
		BASELINE_TEST(all_that_is_known_of_a_cell_is_told),
		BASELINE_TEST(fewer_than_five_runs_warn),
		BASELINE_TEST(runs_before_an_accepted_one_do_not_count),
		BASELINE_TEST(cell_that_is_gone_is_missing),
		BASELINE_TEST(cell_that_became_unsupported_is_missing_and_says_why),
		BASELINE_TEST(all_cells_gone_is_no_judgement),
		BASELINE_TEST(cell_that_was_not_there_is_new),
		BASELINE_TEST(cell_that_crashes_is_broken),
		BASELINE_TEST(cells_without_numbers_of_their_own_are_left_out),
		BASELINE_TEST(run_that_was_asked_for_less_lacks_nothing),
		BASELINE_TEST(subject_that_was_not_asked_for_lacks_nothing),
		BASELINE_TEST(another_machine_is_incomparable_and_says_where),
		BASELINE_TEST(other_semantics_are_incomparable),
		BASELINE_TEST(other_version_of_the_library_is_judged_and_named),
		BASELINE_TEST(threads_are_judged_by_the_wall_clock),
		BASELINE_TEST(time_that_only_the_wall_clock_knows_is_judged),
		BASELINE_TEST(small_accepted_losses_add_up_to_drift),
		BASELINE_TEST(gain_takes_back_drift),
		BASELINE_TEST(limit_of_drift_is_that_of_the_rules),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
