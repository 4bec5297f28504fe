/* SPDX-License-Identifier: Apache-2.0 */
/* What a backend may bring along: named implementations, answers, a switch of its own; and modules
 * that were built for the ABI before. */
#include "scene.h"

#include <string.h>

#include <cb/backend.h>

#define CELL(backend) backend "/fixture-hash/digest/64/on"

static void each_implementation_is_a_subject(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "choosy choosy/once choosy/twice", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, CELL("choosy"), CB_OUTCOME_MEASURED);
	scene_expect(&s, CELL("choosy") "/impl=once", CB_OUTCOME_MEASURED);
	scene_expect(&s, CELL("choosy") "/impl=twice", CB_OUTCOME_MEASURED);
	const cb_subject *twice = scene_subject(&s, "choosy/twice:on");
	assert_string_equal(twice->implementation, "twice");
	assert_string_equal(twice->backend, "choosy");
	assert_string_equal(scene_subject(&s, "choosy:on")->implementation, "");
	const cb_ratio *ratio = cb_results_find_ratio(
		s.results, CELL("choosy") "/impl=once", CELL("choosy") "/impl=twice");
	assert_non_null(ratio);
	assert_true(ratio->ratio > 0.25 && ratio->ratio < 0.9);
	scene_close(&s);
}

static void a_label_of_ones_own_goes_before_the_implementation(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "mine@choosy/twice:on", "fixture-hash");
	scene_run(&s, NULL, NULL);
	scene_expect(&s, CELL("choosy") "/subject=mine/impl=twice", CB_OUTCOME_MEASURED);
	scene_close(&s);
}

static void one_that_this_cpu_cannot_run_is_unsupported(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "choosy/never choosy/once", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	const char *id = CELL("choosy") "/impl=never";
	scene_expect(&s, id, CB_OUTCOME_UNSUPPORTED);
	assert_string_equal(scene_cell(&s, id)->reason, "no CPU has what it needs");
	scene_expect(&s, CELL("choosy") "/impl=once", CB_OUTCOME_MEASURED);
	assert_int_equal(cb_results_failed(s.results), 0);
	scene_close(&s);
	/* Alone it says why, too. */
	scene_open(&s, "choosy/never", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	assert_string_equal(scene_cell(&s, id)->reason, "no CPU has what it needs");
	scene_close(&s);
}

static void one_that_the_backend_has_not_got_is_an_error(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "choosy/once choosy/thrice", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_ENOTFOUND);
	expect_part(cb_context_error(s.ctx), "\"thrice\"");
	expect_part(cb_context_error(s.ctx), "once, twice, liar, never");
	scene_close(&s);
	scene_open(&s, "right_size/fast", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_ENOTFOUND);
	expect_part(cb_context_error(s.ctx), "none with a name");
	scene_close(&s);
}

static void answers_of_the_backend_are_checked(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "choosy/liar", "fixture-hash");
	scene_run(&s, NULL, NULL);
	const char *id = CELL("choosy") "/impl=liar";
	scene_expect(&s, id, CB_OUTCOME_MISMATCH);
	expect_part(scene_cell(&s, id)->reason, "FNV-1a of the letter a");
	assert_int_equal(cb_results_failed(s.results), 1);
	scene_close(&s);
}

static void a_switch_of_the_backends_own_is_used_and_checked(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "choosy:on choosy:off choosy/once:off", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	const char *off = "choosy/fixture-hash/digest/64/off";
	scene_expect(&s, off, CB_OUTCOME_MEASURED);
	assert_string_equal(scene_subject(&s, "choosy:off")->detail, "it computes 50 times");
	assert_string_equal(scene_subject(&s, "choosy:on")->detail, "it computes 1 times");
	const cb_ratio *ratio = cb_results_find_ratio(s.results, off, CELL("choosy"));
	assert_non_null(ratio);
	assert_true(ratio->ratio > 5);
	/* Different rows in different modes answer no question. */
	assert_null(cb_results_find_ratio(
		s.results, "choosy/fixture-hash/digest/64/off/impl=once", CELL("choosy")));
	scene_close(&s);
}

static void a_switch_that_nothing_checks_proves_nothing(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "choosy_unchecked:off choosy_stuck:off", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	const char *unchecked = "choosy_unchecked/fixture-hash/digest/64/off";
	const char *stuck = "choosy_stuck/fixture-hash/digest/64/off";
	scene_expect(&s, unchecked, CB_OUTCOME_UNPROVEN);
	expect_part(scene_cell(&s, unchecked)->reason, "check()");
	scene_expect(&s, stuck, CB_OUTCOME_UNPROVEN);
	expect_part(scene_cell(&s, stuck)->reason, "is stuck");
	scene_close(&s);
}

static void a_module_of_the_abi_before_is_read_as_far_as_it_goes(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "old_abi", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, CELL("old_abi"), CB_OUTCOME_MEASURED);
	scene_close(&s);
}

static int has_warning(const cb_results *results, const char *id, const char *part)
{
	for (size_t i = 0; i < cb_results_warning_count(results); i++) {
		const cb_warning *warning = cb_results_warning_at(results, i);
		if (strcmp(warning->id, id) == 0 && strstr(warning->text, part) != NULL)
			return 1;
	}
	return 0;
}

static void figures_of_answers_that_nobody_checked_say_so(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "old_abi", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	assert_string_equal(scene_cell(&s, CELL("old_abi"))->checked, "itself");
	assert_true(has_warning(s.results, "unchecked", "old_abi fixture-hash digest"));
	scene_close(&s);
}

static void figures_of_answers_that_were_checked_say_by_what(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "choosy old_abi", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	assert_string_equal(scene_cell(&s, CELL("choosy"))->checked, "answers");
	if (scene_cell(&s, CELL("old_abi"))->outcome == CB_OUTCOME_MEASURED) {
		assert_string_equal(scene_cell(&s, CELL("old_abi"))->checked, "others");
		assert_false(has_warning(s.results, "unchecked", ""));
	}
	scene_close(&s);
}

static void a_renamed_module_is_called_by_its_file_and_says_what_it_is(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "renamed old_abi", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, CELL("renamed"), CB_OUTCOME_MEASURED);
	assert_string_equal(scene_subject(&s, "renamed:on")->backend, "renamed");
	assert_string_equal(scene_subject(&s, "renamed:on")->built_as, "old_abi");
	assert_string_equal(scene_subject(&s, "old_abi:on")->built_as, "old_abi");
	/* Two builds of one backend do not confirm each other. */
	assert_string_equal(scene_cell(&s, CELL("renamed"))->checked, "itself");
	assert_true(has_warning(s.results, "unchecked", "renamed fixture-hash digest"));
	scene_close(&s);
}

static void a_renamed_module_is_not_called_otherwise_by_its_worker(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "renamed", "sha256");
	scene_run(&s, NULL, NULL);
	const cb_cell *cell = s.results != NULL ? cb_results_cell_at(s.results, 0) : NULL;
	assert_null(strstr(cell != NULL ? cell->reason : cb_context_error(s.ctx), "old_abi"));
	scene_close(&s);
}

static void the_inventory_tells_implementations(void **state)
{
	(void)state;
	static const char *const names[] = {"once", "twice", "liar", "never"};
	cb_context *ctx = NULL;
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = "/nowhere";
	config.worker_path = CB_TEST_WORKER;
	cb_inventory *inventory = NULL;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	assert_int_equal(cb_context_add_backend(ctx, CB_TEST_BACKENDS "/choosy.so"), CB_OK);
	assert_int_equal(cb_context_add_backend(ctx, CB_TEST_BACKENDS "/old_abi.so"), CB_OK);
	assert_int_equal(cb_inventory_new(&inventory, ctx), CB_OK);
	const cb_library *library = cb_inventory_at(inventory, 0);
	assert_int_equal(library->implementation_count, CB_COUNT(names));
	for (size_t i = 0; i < CB_COUNT(names); i++)
		assert_string_equal(library->implementations[i].name, names[i]);
	assert_string_equal(library->implementations[1].about, "twice as slow");
	assert_string_equal(library->implementations[1].unavailable, "");
	assert_string_equal(library->implementations[3].unavailable, "no CPU has what it needs");
	assert_int_equal(cb_inventory_at(inventory, 1)->implementation_count, 0);
	cb_inventory_free(inventory);
	cb_context_free(ctx);
}

static void implementations_are_compared(void **state)
{
	(void)state;
	static const char *const base[] = {"choosy/once", NULL};
	static const char *const head[] = {"choosy/twice", NULL};
	scene s;
	cb_comparison *comparison = NULL;
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;
	scene_open(&s, "choosy/once choosy/twice", "fixture-hash");
	scene_run(&s, NULL, NULL);
	config.base = config.head = s.results;
	config.base_labels = base;
	config.head_labels = head;
	assert_int_equal(cb_compare(&comparison, s.ctx, &config), CB_OK);
	assert_int_equal(cb_comparison_count(comparison), 1);
	const cb_compared *row = cb_comparison_at(comparison, 0);
	assert_string_equal(row->id, CELL("choosy"));
	assert_true(row->speed < 1 && row->paired);
	cb_comparison_free(comparison);
	/* Where both sides have several, each is held against itself. */
	config.base_labels = config.head_labels =
		(const char *const[]){"choosy/once", "choosy/twice", NULL};
	assert_int_equal(cb_compare(&comparison, s.ctx, &config), CB_OK);
	assert_int_equal(cb_comparison_count(comparison), 2);
	assert_non_null(cb_comparison_find(comparison, CELL("choosy") "/impl=twice"));
	cb_comparison_free(comparison);
	scene_close(&s);
}

static void baselines_refuse_what_they_cannot_hold(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "choosy/once", "fixture-hash");
	assert_int_equal(
		cb_plan_save_baseline(s.plan, "/nowhere/b.json", 1, NULL, NULL, NULL), CB_ENOTSUP);
	expect_part(cb_context_error(s.ctx), "choosy/once:on");
	scene_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_implementation_is_a_subject),
		cmocka_unit_test(a_label_of_ones_own_goes_before_the_implementation),
		cmocka_unit_test(one_that_this_cpu_cannot_run_is_unsupported),
		cmocka_unit_test(one_that_the_backend_has_not_got_is_an_error),
		cmocka_unit_test(answers_of_the_backend_are_checked),
		cmocka_unit_test(a_switch_of_the_backends_own_is_used_and_checked),
		cmocka_unit_test(a_switch_that_nothing_checks_proves_nothing),
		cmocka_unit_test(a_module_of_the_abi_before_is_read_as_far_as_it_goes),
		cmocka_unit_test(figures_of_answers_that_nobody_checked_say_so),
		cmocka_unit_test(figures_of_answers_that_were_checked_say_by_what),
		cmocka_unit_test(a_renamed_module_is_called_by_its_file_and_says_what_it_is),
		cmocka_unit_test(a_renamed_module_is_not_called_otherwise_by_its_worker),
		cmocka_unit_test(the_inventory_tells_implementations),
		cmocka_unit_test(implementations_are_compared),
		cmocka_unit_test(baselines_refuse_what_they_cannot_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
