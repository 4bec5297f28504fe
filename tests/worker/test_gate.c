/* SPDX-License-Identifier: Apache-2.0 */
/* What is measured next to each other is judged. No verdict that is expected here hangs on less
 * than a factor of 1.5. */
#include "gate_scene.h"

#include <jansson.h>

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void slowdown_is_found_where_it_is_and_nowhere_else(void **state)
{
	(void)state;
	gated g;
	gated_open(&g, "fixture-hash");
	gated_set(&g, "sizes", "64,256");
	gated_set(&g, "inject", "**/256/**=200");
	gated_judge(&g, "right_size", "right_again");
	const cb_judged *cell = gated_find(&g, "right_again/fixture-hash/digest/256/on");
	expect_verdict(&g, cell->id, CB_VERDICT_REGRESSED);
	assert_string_equal(cell->stage, "confirm");
	assert_true(cell->loss_percent > 50 && cell->loss_percent < 80);
	assert_true(cell->injected_percent == 200);
	expect_measured(&g, "right_again/" HASH_AT_64);
	assert_int_not_equal(
		gated_find(&g, "right_again/" HASH_AT_64)->verdict, CB_VERDICT_REGRESSED);
	assert_true(gated_find(&g, "right_again/" HASH_AT_64)->injected_percent == 0);
	expect_note(&g, "injected");
	expect_note(&g, "canary-found");
	expect_exit(&g, CB_GATE_REGRESSED);
	expect_same_when_stored(&g);
	gated_close(&g);
}

/* What moves the control as well says nothing about the head. */
static void slowdown_of_the_control_withdraws_what_was_found(void **state)
{
	(void)state;
	gated g;
	gated_open(&g, "fixture-hash");
	gated_set(&g, "sizes", "64,256");
	gated_set(&g, "inject", "**=200,control:**=200");
	gated_judge(&g, "right_size", "right_again");
	assert_int_equal(cb_gate_verdict_count(g.gate, CB_VERDICT_REGRESSED), 0);
	assert_int_equal(cb_gate_verdict_count(g.gate, CB_VERDICT_NOISY), 2);
	assert_true(gated_find(&g, "right_again/" HASH_AT_64)->control_loss_percent > 50);
	expect_note(&g, "control-moved");
	expect_exit(&g, CB_GATE_INVALID);
	expect_same_when_stored(&g);
	gated_close(&g);
}

static void slowdown_of_the_control_alone_is_noted(void **state)
{
	(void)state;
	gated g;
	gated_open(&g, "fixture-hash");
	gated_set(&g, "inject", "control:**=200");
	gated_judge(&g, "right_size", "right_again");
	expect_note(&g, "injected");
	assert_true(gated_find(&g, "right_again/" HASH_AT_64)->injected_percent == 0);
	assert_true(gated_find(&g, "right_again/" HASH_AT_64)->control_loss_percent > 50);
	gated_close(&g);
}

static size_t launches_of(const json_t *document, const char *id)
{
	const json_t *cells = json_object_get(document, "cells");
	size_t count = 0;

	for (size_t i = 0; i < json_array_size(cells); i++) {
		const json_t *cell = json_array_get(cells, i);
		const json_t *confirm = json_object_get(cell, "confirm");

		if (strcmp(json_string_value(json_object_get(cell, "id")), id) == 0)
			count += json_array_size(json_object_get(confirm, "launch"));
	}
	return count;
}

/* Slots last a millisecond on any machine, so that neither can be confirmed to the end: 200
 * launches of 20 rounds of four slots take 16 s; a budget that is shared would confirm nobody where
 * everything has become slower. */
static void budget_goes_to_the_worst_suspect(void **state)
{
	(void)state;
	gated g;
	char *text = NULL;
	gated_open(&g, "fixture-hash");
	gated_set(&g, "sizes", "64,256");
	gated_set(&g, "inject", "**/64/**=100,**/256/**=400");
	gated_set(&g, "budget", "12");
	gated_rule(&g, "canary", "off");
	gated_rule(&g, "rounds", "20");
	gated_rule(&g, "confirm_launches", "200");
	gated_judge(&g, "right_size", "right_again");
	assert_int_equal(cb_gate_to_json(g.gate, &text, CB_JSON_COMPACT), CB_OK);
	json_t *document = json_loads(text, 0, NULL);
	assert_true(launches_of(document, "right_again/fixture-hash/digest/256/on") > 0);
	assert_int_equal(launches_of(document, "right_again/" HASH_AT_64), 0);
	json_decref(document);
	cb_string_free(text);
	gated_close(&g);
}

static void canary_can_be_left_out(void **state)
{
	(void)state;
	gated g;
	gated_open(&g, "fixture-hash");
	gated_rule(&g, "canary", "off");
	gated_judge(&g, "right_size", "right_again");
	expect_measured(&g, "right_again/" HASH_AT_64);
	assert_null(gated_note(&g, "canary-found"));
	assert_null(gated_note(&g, "canary-missed"));
	assert_null(gated_note(&g, "canary-absent"));
	gated_close(&g);
}

static void without_rules_the_defaults_hold(void **state)
{
	(void)state;
	gated g;
	gated_open(&g, "fixture-hash,null-hash");
	assert_int_equal(
		cb_plan_gate(g.plan, &g.gate, "right_size", "null", NULL, NULL, NULL), CB_OK);
	assert_true(gated_find(&g, "null/" HASH_AT_64)->limit_percent == 5);
	gated_close(&g);
}

/* Twice the limit in percent of the time would be less than the limit in percent of throughput. */
static void canary_is_found_at_any_limit(void **state)
{
	(void)state;
	gated g;
	gated_open(&g, "fixture-hash");
	gated_rule(&g, "limit", "70%");
	gated_judge(&g, "right_size", "right_again");
	expect_note(&g, "canary-found");
	gated_close(&g);
}

/* Several times as fast: a head that is slowed would still have gained. */
static void gain_of_the_head_does_not_hide_the_canary(void **state)
{
	(void)state;
	gated g;
	if (!scene_has("openssl"))
		skip();
	gated_open(&g, "aes-256-gcm");
	gated_set(&g, "sizes", "1024");
	gated_judge(&g, "openssl:off", "openssl:on");
	assert_int_equal(cb_gate_verdict_count(g.gate, CB_VERDICT_REGRESSED), 0);
	expect_note(&g, "canary-found");
	gated_close(&g);
}

/* A worker whose times are always the same: it can have no canary. */
static void times_that_never_change_are_no_judgement(void **state)
{
	(void)state;
	gated g;
	cb_config config = CB_CONFIG_INIT;
	cb_context *ctx = NULL;
	config.backend_path = CB_TEST_BACKENDS;
	config.worker_path = CB_TEST_NONSENSE;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	gated_open_in(&g, ctx, "fixture-hash");
	gated_set(&g, "sizes", "16,23"); /* 23: no time passes at all */
	gated_judge(&g, "right_size", "right_again");
	expect_verdict(&g, "right_again/fixture-hash/digest/16/on", CB_VERDICT_UNCHANGED);
	expect_verdict(&g, "right_again/fixture-hash/digest/23/on", CB_VERDICT_BROKEN);
	expect_note(&g, "canary-missed");
	expect_exit(&g, CB_GATE_BROKEN);
	cb_gate_free(g.gate);
	gated_set(&g, "sizes", "16");
	gated_judge(&g, "right_size", "right_again");
	expect_exit(&g, CB_GATE_INVALID);
	gated_close(&g);
}

struct patience {
	uint64_t until; /* so many visits */
	uint64_t seen;
};

static int lose_patience(const cb_progress *progress, void *payload)
{
	struct patience *patience = payload;
	patience->seen = progress->done;
	return progress->done >= patience->until;
}

static void interrupted_gate_holds_what_was_measured(void **state)
{
	(void)state;
	struct patience patience = {.until = 9};
	gated g;
	gated_open(&g, "fixture-hash");
	gated_set(&g, "sizes", "64,256");
	g.status = cb_plan_gate(
		g.plan, &g.gate, "right_size", "right_again", g.rules, lose_patience, &patience);
	assert_int_equal(g.status, CB_ECANCELLED);
	assert_non_null(g.gate);
	assert_int_equal(cb_gate_complete(g.gate), 0);
	assert_int_equal(cb_gate_count(g.gate), 2);
	expect_note(&g, "cancelled");
	assert_true(gated_find(&g, "right_again/" HASH_AT_64)->launches >= 1);
	expect_same_when_stored(&g);
	gated_close(&g);
}

static int keep_last(const cb_progress *progress, void *payload)
{
	cb_progress *last = payload;
	*last = *progress;
	return 0;
}

#define DESCRIPTORS 256

static void list_open(char *out)
{
	for (int fd = 0; fd < DESCRIPTORS; fd++)
		out[fd] = fcntl(fd, F_GETFD) != -1;
}

static void descriptors_of_the_host_are_left_alone(void **state)
{
	(void)state;
	char before[DESCRIPTORS];
	char after[DESCRIPTORS];
	gated g;
	list_open(before);
	gated_open(&g, "fixture-hash");
	gated_judge(&g, "right_size", "right_again");
	gated_close(&g);
	list_open(after);
	assert_memory_equal(before, after, sizeof before);
	assert_true(after[STDIN_FILENO]);
}

static void the_end_of_a_gate_is_told(void **state)
{
	(void)state;
	cb_progress last = {0};
	gated g;
	gated_open(&g, "fixture-hash");
	gated_set(&g, "sizes", "64");
	g.status = cb_plan_gate(
		g.plan, &g.gate, "right_size", "right_again", g.rules, keep_last, &last);
	assert_int_equal(g.status, CB_OK);
	assert_true(last.total > 0);
	assert_int_equal(last.done, last.total);
	gated_close(&g);
}

static void gate_that_is_interrupted_at_once_leaves_nothing(void **state)
{
	(void)state;
	struct patience patience = {.until = 0};
	gated g;
	gated_open(&g, "fixture-hash");
	g.gate = (cb_gate *)&g;
	g.status = cb_plan_gate(
		g.plan, &g.gate, "hang_hello", "right_again", g.rules, lose_patience, &patience);
	assert_int_equal(g.status, CB_ECANCELLED);
	assert_null(g.gate);
	gated_close(&g);
}

/* After a few visits it waits until the budget is spent. */
static int dawdle(const cb_progress *progress, void *payload)
{
	const double *budget_s = payload;
	const struct timespec pause = {0, 100000000};
	double waited_s = 0;
	while (progress->done >= 2 && progress->elapsed_s + waited_s < *budget_s) {
		nanosleep(&pause, NULL);
		waited_s += 0.1;
	}
	return 0;
}

static void cells_that_are_not_reached_are_suspects(void **state)
{
	(void)state;
	double budget_s = 2;
	gated g;
	gated_open(&g, "fixture-hash");
	gated_set(&g, "budget", "2");
	g.status = cb_plan_gate(g.plan, &g.gate, "right_size", "slow", g.rules, dawdle, &budget_s);
	assert_int_equal(g.status, CB_OK);
	expect_verdict(&g, "slow/" HASH_AT_64, CB_VERDICT_SUSPECT);
	expect_note(&g, "out-of-budget");
	assert_null(gated_note(&g, "canary-missed"));
	/* A machine that is too busy compares nothing at all. */
	expect_exit(&g, gated_find(&g, "slow/" HASH_AT_64)->launches > 0 ? CB_GATE_INCONCLUSIVE
									 : CB_GATE_INVALID);
	assert_int_equal(cb_gate_complete(g.gate), 1);
	expect_same_when_stored(&g);
	gated_close(&g);
}

static void globs_that_match_no_cell_are_refused_before_anything_is_measured(void **state)
{
	(void)state;
	static const char dead[] = "rules = ( { cells = \"sound/**\"; limit = \"2%\"; } );\n";
	struct patience patience = {.until = UINT64_MAX};
	gated g;
	gated_open(&g, "fixture-hash");
	assert_int_equal(cb_rules_parse(g.rules, "gate.cfg", dead), CB_OK);
	g.status = cb_plan_gate(
		g.plan, &g.gate, "right_size", "right_again", g.rules, lose_patience, &patience);
	assert_int_equal(g.status, CB_ENOTFOUND);
	assert_null(g.gate);
	assert_int_equal(patience.seen, 0);
	expect_part(cb_context_error(g.ctx), "sound/**");
	expect_part(cb_context_error(g.ctx), "gate.cfg:1");
	gated_close(&g);
	gated_open(&g, "fixture-hash");
	gated_set(&g, "inject", "**=5,right_again/sha-*/**=5");
	gated_measure(&g, "right_size", "right_again");
	assert_int_equal(g.status, CB_ENOTFOUND);
	expect_part(cb_context_error(g.ctx), "\"right_again/sha-*/**=5\"");
	gated_close(&g);
}

static void without_a_directory_for_copies_there_is_no_gate(void **state)
{
	(void)state;
	gated g;
	gated_open(&g, "fixture-hash");
	assert_int_equal(setenv("TMPDIR", "/nowhere/at/all", 1), 0);
	gated_measure(&g, "toy_accel", "toy_symbolic");
	assert_int_equal(setenv("TMPDIR", gated_temporary, 1), 0);
	assert_int_equal(g.status, CB_EWORKER);
	expect_part(cb_context_error(g.ctx), "no directory can be made in \"/nowhere/at/all\"");
	gated_close(&g);
}

static void instructions_of_one_library_are_the_same_number(void **state)
{
	(void)state;
	copied copy;
	char file[PATH_SIZE];
	gated g;
	if (!scene_has("openssl"))
		skip();
	find_libcrypto(file, sizeof file);
	copy_library(&copy, "openssl", file);
	gated_open(&g, "sha256,aes-128-gcm");
	gated_set(&g, "ops", "digest,seal");
	gated_set(&g, "no-shortcut", "1");
	gated_rule(&g, "mode", "icount");
	gated_judge(&g, "openssl", copy.subject);
	int is_refused = gated_note(&g, "not-counted") != NULL;
	if (!is_refused) {
		expect_verdict(&g, "openssl/sha256/digest/64/on", CB_VERDICT_UNCHANGED);
		expect_verdict(&g, "openssl/aes-128-gcm/seal/64/on", CB_VERDICT_UNCHANGED);
		assert_string_equal(gated_find(&g, "openssl/sha256/digest/64/on")->stage, "count");
		assert_true(gated_find(&g, "openssl/sha256/digest/64/on")->base_ns > 100);
		assert_string_equal(cb_gate_mode(g.gate), "icount");
		expect_exit(&g, CB_GATE_FINE);
	}
	expect_same_when_stored(&g);
	gated_close(&g);
	copied_done(&copy);
	if (is_refused)
		skip();
}

static void operations_that_take_too_many_instructions_are_left_out(void **state)
{
	(void)state;
	gated g;
	gated_open(&g, "fixture-hash");
	gated_set(&g, "sizes", "16,16384");
	/* A sanitizer adds to each access. */
	gated_set(&g, "steps", IS_SANITIZED ? "100000" : "5000");
	gated_rule(&g, "mode", "icount");
	/* A rule about one of them does not cost the gate what was counted. */
	assert_int_equal(cb_rules_parse(g.rules, "rules",
				 "rules = ( { cells = \"**/16384/on\"; count_limit = \"1%\"; } );"),
		CB_OK);
	gated_judge(&g, "right_size", "right_again");
	int is_refused = gated_note(&g, "not-counted") != NULL;
	expect_same_when_stored(&g);
	if (!is_refused) {
		expect_note(&g, "left-out");
		assert_int_equal(cb_gate_count(g.gate), 1);
		expect_verdict(&g, "right_again/fixture-hash/digest/16/on", CB_VERDICT_UNCHANGED);
	}
	gated_close(&g);
	if (is_refused)
		skip();
}

/* Millions of steps, of which no machine takes as many in the time there is. */
static void budget_that_ends_while_counting_breaks_no_cell(void **state)
{
	(void)state;
	gated g;
	gated_open(&g, "fixture-hash");
	gated_set(&g, "sizes", "1048576");
	gated_set(&g, "steps", "100000000");
	gated_set(&g, "budget", "2");
	gated_rule(&g, "mode", "icount");
	gated_judge(&g, "right_size", "right_again");
	int is_refused = gated_note(&g, "not-counted") != NULL;
	if (!is_refused)
		expect_verdict(
			&g, "right_again/fixture-hash/digest/1048576/on", CB_VERDICT_SUSPECT);
	gated_close(&g);
	if (is_refused)
		skip();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(slowdown_is_found_where_it_is_and_nowhere_else),
		cmocka_unit_test(slowdown_of_the_control_withdraws_what_was_found),
		cmocka_unit_test(slowdown_of_the_control_alone_is_noted),
		cmocka_unit_test(budget_goes_to_the_worst_suspect),
		cmocka_unit_test(canary_can_be_left_out),
		cmocka_unit_test(without_rules_the_defaults_hold),
		cmocka_unit_test(canary_is_found_at_any_limit),
		cmocka_unit_test(gain_of_the_head_does_not_hide_the_canary),
		cmocka_unit_test(times_that_never_change_are_no_judgement),
		cmocka_unit_test(interrupted_gate_holds_what_was_measured),
		cmocka_unit_test(descriptors_of_the_host_are_left_alone),
		cmocka_unit_test(the_end_of_a_gate_is_told),
		cmocka_unit_test(gate_that_is_interrupted_at_once_leaves_nothing),
		cmocka_unit_test(cells_that_are_not_reached_are_suspects),
		cmocka_unit_test(globs_that_match_no_cell_are_refused_before_anything_is_measured),
		cmocka_unit_test(without_a_directory_for_copies_there_is_no_gate),
		cmocka_unit_test(instructions_of_one_library_are_the_same_number),
		cmocka_unit_test(operations_that_take_too_many_instructions_are_left_out),
		cmocka_unit_test(budget_that_ends_while_counting_breaks_no_cell),
	};
	return cmocka_run_group_tests(tests, gated_make_temporary, gated_remove_temporary);
}
