/* SPDX-License-Identifier: Apache-2.0 */
/* Acceleration is switched in a library that we know, and a mode is measured only if proven. */
#include "scene.h"

static void expect_slower_without(const char *subjects, const char *off_id, const char *on_id)
{
	scene s;
	scene_open(&s, subjects, "fixture-hash");
	scene_set(&s, "sizes", "1024");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, on_id, CB_OUTCOME_MEASURED);
	scene_expect(&s, off_id, CB_OUTCOME_MEASURED);
	const cb_ratio *ratio = cb_results_find_ratio(s.results, off_id, on_id);
	if (ratio == NULL)
		ratio = cb_results_find_ratio(s.results, on_id, off_id);
	assert_non_null(ratio);
	/* Fifty times the work; other load takes its share of it, but never nine tenths. */
	double slower =
		scene_cell(&s, off_id)->summary->min_ns / scene_cell(&s, on_id)->summary->min_ns;
	assert_true(slower > 5);
	assert_true(ratio->ratio > 5 || ratio->ratio < 0.2);
	scene_close(&s);
}

static void off_takes_the_slow_path(void **state)
{
	(void)state;
	expect_slower_without("toy_accel:on toy_accel:off",
		"toy_accel/fixture-hash/digest/1024/off", "toy_accel/fixture-hash/digest/1024/on");
}

static void off_reaches_a_library_that_is_bound_to_itself(void **state)
{
	(void)state;
	expect_slower_without("toy_symbolic:on toy_symbolic:off",
		"toy_symbolic/fixture-hash/digest/1024/off",
		"toy_symbolic/fixture-hash/digest/1024/on");
}

static void proof_names_the_patched_function(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "toy_accel:on toy_accel:off", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	const cb_subject *off = scene_subject(&s, "toy_accel:off");
	assert_int_equal(off->achieved, 1);
	assert_string_equal(off->level, "switch");
	expect_part(off->detail, "toy_has_fast");
	expect_part(off->file, "libtoy");
	const cb_subject *on = scene_subject(&s, "toy_accel:on");
	assert_int_equal(on->achieved, 1);
	expect_part(on->detail, "untouched");
	scene_close(&s);
}

static void modes_that_are_the_same_are_measured_once(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "toy_accel:on toy_accel:nocrypto toy_accel:off", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	assert_string_equal(scene_subject(&s, "toy_accel:nocrypto")->same_as, "toy_accel:off");
	assert_string_equal(scene_cell(&s, "toy_accel/fixture-hash/digest/64/nocrypto")->same_as,
		"toy_accel/fixture-hash/digest/64/off");
	assert_string_equal(scene_subject(&s, "toy_accel:off")->same_as, "");
	scene_close(&s);
}

static void mode_without_a_switch_is_unproven(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "toy_unswitchable:on toy_unswitchable:off", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "toy_unswitchable/fixture-hash/digest/64/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "toy_unswitchable/fixture-hash/digest/64/off", CB_OUTCOME_UNPROVEN);
	expect_part(scene_cell(&s, "toy_unswitchable/fixture-hash/digest/64/off")->reason,
		"toy_has_fast");
	assert_int_equal(scene_subject(&s, "toy_unswitchable:off")->achieved, 0);
	/* It was asked for by name. */
	assert_int_equal(cb_results_failed(s.results), 1);
	scene_close(&s);
}

static void mode_that_nobody_asked_for_by_name_may_be_unproven(void **state)
{
	(void)state;
	scene s;
	s = (scene){.ctx = scene_context()};
	assert_int_equal(cb_plan_new(&s.plan, s.ctx), CB_OK);
	scene_set(&s, "algorithms", "fixture-hash");
	scene_set(&s, "sizes", "64");
	scene_set(&s, "launches", "1");
	scene_set(&s, "samples", "2");
	assert_int_equal(cb_plan_add_subject(s.plan, "toy_unswitchable"), CB_OK);
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "toy_unswitchable/fixture-hash/digest/64/off", CB_OUTCOME_UNPROVEN);
	assert_int_equal(cb_results_failed(s.results), 0);
	scene_close(&s);
}

static void mode_that_was_given_is_asked_for_and_fails_if_unproven(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "", "fixture-hash");
	scene_set(&s, "accel", "off");
	assert_int_equal(cb_plan_add_subject(s.plan, "toy_unswitchable"), CB_OK);
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "toy_unswitchable/fixture-hash/digest/64/off", CB_OUTCOME_UNPROVEN);
	assert_int_equal(cb_results_failed(s.results), 1);
	scene_close(&s);
}

static void mode_that_the_library_denies_is_unproven(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "toy_refusing:on toy_refusing:nocrypto toy_refusing:off", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "toy_refusing/fixture-hash/digest/64/off", CB_OUTCOME_UNPROVEN);
	expect_part(
		scene_cell(&s, "toy_refusing/fixture-hash/digest/64/off")->reason, "still fast");
	scene_expect(&s, "toy_refusing/fixture-hash/digest/64/nocrypto", CB_OUTCOME_UNPROVEN);
	expect_part(scene_cell(&s, "toy_refusing/fixture-hash/digest/64/nocrypto")->reason,
		"no crypto instructions");
	scene_expect(&s, "toy_refusing/fixture-hash/digest/64/on", CB_OUTCOME_MEASURED);
	scene_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(off_takes_the_slow_path),
		cmocka_unit_test(off_reaches_a_library_that_is_bound_to_itself),
		cmocka_unit_test(proof_names_the_patched_function),
		cmocka_unit_test(modes_that_are_the_same_are_measured_once),
		cmocka_unit_test(mode_without_a_switch_is_unproven),
		cmocka_unit_test(mode_that_nobody_asked_for_by_name_may_be_unproven),
		cmocka_unit_test(mode_that_was_given_is_asked_for_and_fails_if_unproven),
		cmocka_unit_test(mode_that_the_library_denies_is_unproven),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
