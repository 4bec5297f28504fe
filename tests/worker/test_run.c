/* SPDX-License-Identifier: Apache-2.0 */
/* What goes wrong in a cell is the outcome of that cell, and of no other. */
#include "scene.h"

#include <stdio.h>
#include <string.h>

#define HASH_AT_64 "fixture-hash/digest/64"

static const struct trouble {
	const char *backend;
	cb_outcome outcome;
	const char *reason; /* part of it */
	const char *output; /* part of it, or NULL */
} troubles[] = {
	{"bad_abi", CB_OUTCOME_FAILED, "ABI 999", NULL},
	{"bad_algorithm", CB_OUTCOME_FAILED, "no-such-hash", NULL},
	{"bad_table", CB_OUTCOME_FAILED, "without algorithm", NULL},
	{"crash_exit", CB_OUTCOME_CRASHED, "exited with status 3", NULL},
	{"crash_hello", CB_OUTCOME_CRASHED, "SIGKILL", NULL},
	{"crash_ill", CB_OUTCOME_CRASHED, "SIGILL", NULL},
	{"crash_segv", CB_OUTCOME_CRASHED, "SIGSEGV", NULL},
	{"fails_at_once", CB_OUTCOME_FAILED, "the toy is broken", NULL},
	{"fails_later", CB_OUTCOME_FAILED, "while it was timed", NULL},
	{"hang", CB_OUTCOME_TIMED_OUT, "1000 ms", NULL},
	{"hang_hello", CB_OUTCOME_TIMED_OUT, "1000 ms", NULL},
	{"no_symbol", CB_OUTCOME_FAILED, "cb_backend_v1", NULL},
	{"noisy_crash", CB_OUTCOME_CRASHED, "SIGABRT", "failed: this is why"},
	{"noisy_hang", CB_OUTCOME_TIMED_OUT, "1000 ms", "still here"},
	{"null", CB_OUTCOME_UNSUPPORTED, "lacks", NULL},
	{"unsteady", CB_OUTCOME_MISMATCH, "second time", NULL},
};

static void expect_trouble(const scene *s, const struct trouble *row)
{
	char id[128];
	snprintf(id, sizeof id, "%s/" HASH_AT_64 "/on", row->backend);
	scene_expect(s, id, row->outcome);
	const cb_cell *cell = scene_cell(s, id);
	int is_reported = IS_SANITIZED && row->outcome == CB_OUTCOME_CRASHED &&
			  strstr(cell->reason, "exited with status") != NULL;
	if (!is_reported)
		expect_part(cell->reason, row->reason);
	if (row->output != NULL)
		expect_part(cell->output, row->output);
}

static void each_trouble_is_the_outcome_of_its_cell_only(void **state)
{
	(void)state;
	char subjects[1024] = "right_size right_again noisy mute";
	for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++) {
		strcat(subjects, " ");
		strcat(subjects, troubles[i].backend);
	}
	scene s;
	scene_open(&s, subjects, "fixture-hash,null-hash");
	scene_set(&s, "time-limit", "1");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	assert_int_equal(cb_results_failed(s.results), 1);
	assert_int_equal(cb_results_complete(s.results), 1);
	for (size_t i = 0; i < sizeof troubles / sizeof *troubles; i++)
		expect_trouble(&s, &troubles[i]);
	scene_expect(&s, "right_size/" HASH_AT_64 "/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "right_again/" HASH_AT_64 "/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "noisy/" HASH_AT_64 "/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "mute/" HASH_AT_64 "/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "null/null-hash/digest/64/on", CB_OUTCOME_MEASURED);
	scene_close(&s);
}

static void good_run_has_not_failed(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "right_size null", "fixture-hash,null-hash");
	scene_set(&s, "sizes", "16,1024");
	scene_set(&s, "launches", "2");
	scene_set(&s, "samples", "3");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	assert_int_equal(cb_results_failed(s.results), 0);
	assert_int_equal(cb_results_complete(s.results), 1);
	const cb_cell *cell = scene_cell(&s, "right_size/fixture-hash/digest/1024/on");
	assert_int_equal(cell->outcome, CB_OUTCOME_MEASURED);
	assert_int_equal(cell->summary->n, 6);
	assert_int_equal(cell->summary->launches, 2);
	assert_true(cell->summary->median_ns > 0);
	assert_true(cell->summary->bytes_per_second > 0);
	scene_close(&s);
}

static void failure_of_one_panel_leaves_the_next_alone(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "fails_later", "fixture-hash");
	scene_set(&s, "sizes", "16,64,1024");
	scene_set(&s, "samples", "12");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	for (size_t i = 0; i < cb_results_cell_count(s.results); i++) {
		const cb_cell *cell = cb_results_cell_at(s.results, i);
		assert_int_equal(cell->outcome, CB_OUTCOME_FAILED);
		expect_part(cell->reason, "while it was timed");
	}
	scene_close(&s);
}

static void crash_of_one_panel_leaves_the_next_alone(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "crash_exit right_size", "fixture-hash");
	scene_set(&s, "sizes", "16,64");
	scene_set(&s, "launches", "2");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "crash_exit/fixture-hash/digest/16/on", CB_OUTCOME_CRASHED);
	scene_expect(&s, "crash_exit/fixture-hash/digest/64/on", CB_OUTCOME_CRASHED);
	scene_expect(&s, "right_size/fixture-hash/digest/16/on", CB_OUTCOME_MEASURED);
	assert_int_equal(
		scene_cell(&s, "right_size/fixture-hash/digest/64/on")->summary->launches, 2);
	scene_close(&s);
}

static void published_answers_find_a_wrong_library(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "wrong", "sha256");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "wrong/sha256/digest/64/on", CB_OUTCOME_MISMATCH);
	expect_part(scene_cell(&s, "wrong/sha256/digest/64/on")->reason, "published answer");
	assert_int_equal(cb_results_failed(s.results), 1);
	scene_close(&s);
}

static void libraries_that_disagree_are_both_mismatches(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "right_size wrong_size", "fixture-hash");
	scene_set(&s, "sizes", "64,2000");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "right_size/" HASH_AT_64 "/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "wrong_size/" HASH_AT_64 "/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "right_size/fixture-hash/digest/2000/on", CB_OUTCOME_MISMATCH);
	scene_expect(&s, "wrong_size/fixture-hash/digest/2000/on", CB_OUTCOME_MISMATCH);
	expect_part(scene_cell(&s, "wrong_size/fixture-hash/digest/2000/on")->reason,
		"differs from that of");
	scene_close(&s);
}

static void majority_of_libraries_is_believed(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "right_size wrong_size right_again", "fixture-hash");
	scene_set(&s, "sizes", "2000");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "right_size/fixture-hash/digest/2000/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "right_again/fixture-hash/digest/2000/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "wrong_size/fixture-hash/digest/2000/on", CB_OUTCOME_MISMATCH);
	scene_close(&s);
}

static void wrong_library_has_one_vote_however_often_it_is_measured(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "a@wrong_size:on b@wrong_size:on right_size right_again", "fixture-hash");
	scene_set(&s, "sizes", "2000");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "right_size/fixture-hash/digest/2000/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "wrong_size/fixture-hash/digest/2000/on/subject=a", CB_OUTCOME_MISMATCH);
	scene_expect(&s, "wrong_size/fixture-hash/digest/2000/on/subject=b", CB_OUTCOME_MISMATCH);
	scene_close(&s);
}

static void two_libraries_that_reject_each_other_are_both_mismatches(void **state)
{
	(void)state;
	if (!scene_has("openssl"))
		skip();
	scene s;
	scene_open(&s, "openssl false_pair", "ecdsa-p256,x25519");
	scene_set(&s, "ops", "sign,keygen");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "false_pair/ecdsa-p256/sign/0/on", CB_OUTCOME_MISMATCH);
	expect_part(scene_cell(&s, "false_pair/ecdsa-p256/sign/0/on")->reason,
		"openssl:on does not accept its signature");
	scene_expect(&s, "openssl/ecdsa-p256/sign/0/on", CB_OUTCOME_MISMATCH);
	scene_expect(&s, "false_pair/x25519/keygen/0/on", CB_OUTCOME_MISMATCH);
	/* Nobody else makes these. */
	scene_expect(&s, "openssl/ecdsa-p256/keygen/0/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "false_pair/ecdsa-p256/keygen/0/on", CB_OUTCOME_UNSUPPORTED);
	scene_close(&s);
}

/* Also where nobody else is there to look at it. */
static void signature_that_its_own_library_refuses_is_never_measured(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "false_maker", "ecdsa-p256");
	scene_set(&s, "ops", "sign,verify,keygen");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "false_maker/ecdsa-p256/sign/0/on", CB_OUTCOME_MISMATCH);
	scene_expect(&s, "false_maker/ecdsa-p256/verify/0/on", CB_OUTCOME_MISMATCH);
	assert_int_equal(cb_results_failed(s.results), 1);
	scene_close(&s);
}

static void what_most_libraries_cannot_use_is_a_mismatch(void **state)
{
	(void)state;
	if (!scene_has("openssl") || !scene_has("mbedtls"))
		skip();
	scene s;
	scene_open(&s, "false_pair openssl mbedtls", "ecdsa-p256,x25519");
	scene_set(&s, "ops", "sign,keygen");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "false_pair/ecdsa-p256/sign/0/on", CB_OUTCOME_MISMATCH);
	scene_expect(&s, "false_pair/x25519/keygen/0/on", CB_OUTCOME_MISMATCH);
	scene_expect(&s, "openssl/ecdsa-p256/sign/0/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "mbedtls/ecdsa-p256/sign/0/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "openssl/x25519/keygen/0/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "mbedtls/x25519/keygen/0/on", CB_OUTCOME_MEASURED);
	scene_close(&s);
}

static void subjects_that_share_a_label_are_refused(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "right_size:on right_size:on", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_EINVAL);
	assert_null(s.results);
	expect_part(cb_context_error(s.ctx), "right_size:on");
	scene_close(&s);
}

static void labels_tell_equal_subjects_apart(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "old@right_size:on new@right_size:on", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "right_size/" HASH_AT_64 "/on/subject=old", CB_OUTCOME_MEASURED);
	scene_expect(&s, "right_size/" HASH_AT_64 "/on/subject=new", CB_OUTCOME_MEASURED);
	scene_close(&s);
}

static void library_that_kills_every_worker_fails_the_call(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "crash_hello", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_EBACKEND);
	assert_null(s.results);
	expect_part(cb_context_error(s.ctx), "SIGKILL");
	scene_close(&s);
}

static void pattern_that_matches_nothing_is_refused(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "right_size", "fixture-hash,sha257");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_ENOTFOUND);
	expect_part(cb_context_error(s.ctx), "\"sha257\"");
	scene_close(&s);
}

/* Who names an algorithm and a size that do not fit has made a mistake. */
static void size_that_is_no_whole_block_is_refused_if_the_algorithm_is_named(void **state)
{
	(void)state;
	scene s;
	if (!scene_has("openssl"))
		skip();
	scene_open(&s, "openssl:on", "sha256,aes-128-cbc");
	scene_set(&s, "sizes", "1400");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_EINVAL);
	assert_null(s.results);
	expect_part(cb_context_error(s.ctx), "aes-128-cbc");
	expect_part(cb_context_error(s.ctx), "1400");
	scene_close(&s);
	scene_open(&s, "openssl:on", "aes-*-cbc");
	scene_set(&s, "sizes", "1400");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	for (size_t i = 0; i < cb_results_cell_count(s.results); i++) {
		const cb_cell *cell = cb_results_cell_at(s.results, i);
		assert_int_equal(cell->outcome, CB_OUTCOME_UNSUPPORTED);
		expect_part(cell->reason, "whole blocks");
	}
	assert_int_equal(cb_results_failed(s.results), 0);
	scene_close(&s);
}

/* What it answers depends on the size: 16 is sound, everything else is not. */
static void figures_that_make_no_sense_fail_their_cells_only(void **state)
{
	(void)state;
	scene s;
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = CB_TEST_BACKENDS;
	config.worker_path = CB_TEST_NONSENSE;
	s = (scene){0};
	assert_int_equal(cb_context_new(&s.ctx, &config), CB_OK);
	assert_int_equal(cb_plan_new(&s.plan, s.ctx), CB_OK);
	assert_int_equal(cb_plan_add_subject(s.plan, "right_size:on"), CB_OK);
	scene_set(&s, "algorithms", "fixture-hash");
	scene_set(&s, "sizes", "16,17,18,19,20,21,22,23,24,25,26,27,28");
	scene_set(&s, "launches", "6");
	scene_set(&s, "samples", "2");
	scene_run(&s, NULL, NULL);
	if (s.status != CB_OK)
		fail_msg("%s", cb_context_error(s.ctx));
	assert_int_equal(cb_results_cell_count(s.results), 13);
	scene_expect(&s, "right_size/fixture-hash/digest/16/on", CB_OUTCOME_MEASURED);
	assert_int_equal(
		scene_cell(&s, "right_size/fixture-hash/digest/16/on")->summary->launches, 6);
	for (size_t i = 1; i < cb_results_cell_count(s.results); i++) {
		const cb_cell *cell = cb_results_cell_at(s.results, i);
		scene_expect(&s, cell->id, CB_OUTCOME_FAILED);
		if (strstr(cell->reason, "no sense") == NULL &&
			strstr(cell->reason, "did not advance") == NULL)
			fail_msg("%s: %s", cell->id, cell->reason);
	}
	assert_int_equal(cb_results_failed(s.results), 1);
	scene_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_trouble_is_the_outcome_of_its_cell_only),
		cmocka_unit_test(good_run_has_not_failed),
		cmocka_unit_test(failure_of_one_panel_leaves_the_next_alone),
		cmocka_unit_test(crash_of_one_panel_leaves_the_next_alone),
		cmocka_unit_test(published_answers_find_a_wrong_library),
		cmocka_unit_test(libraries_that_disagree_are_both_mismatches),
		cmocka_unit_test(majority_of_libraries_is_believed),
		cmocka_unit_test(wrong_library_has_one_vote_however_often_it_is_measured),
		cmocka_unit_test(two_libraries_that_reject_each_other_are_both_mismatches),
		cmocka_unit_test(signature_that_its_own_library_refuses_is_never_measured),
		cmocka_unit_test(what_most_libraries_cannot_use_is_a_mismatch),
		cmocka_unit_test(subjects_that_share_a_label_are_refused),
		cmocka_unit_test(labels_tell_equal_subjects_apart),
		cmocka_unit_test(library_that_kills_every_worker_fails_the_call),
		cmocka_unit_test(pattern_that_matches_nothing_is_refused),
		cmocka_unit_test(size_that_is_no_whole_block_is_refused_if_the_algorithm_is_named),
		cmocka_unit_test(figures_that_make_no_sense_fail_their_cells_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
