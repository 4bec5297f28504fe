/* SPDX-License-Identifier: Apache-2.0 */
/* Slowdowns on purpose where a gate is against stored times. */
#include "baseline_scene.h"

static void injected_slowdown_is_found_in_stored_times(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	for (size_t i = 0; i < 5; i++)
		save_well(&v, 1);
	scene_set(&v.s, "inject", "**/digest/64/on=900");
	gate_well(&v);
	assert_string_equal(cb_gate_mode(v.gate), "file");
	const cb_judged *cell = cb_gate_find(v.gate, CELL);
	assert_true(cell->injected_percent == 900);
	assert_true(cell->loss_percent > 50);
	assert_true(cell->verdict == CB_VERDICT_REGRESSED || cell->verdict == CB_VERDICT_NOISY);
	assert_non_null(note_of(&v, "injected"));
	close_saving(&v);
}

static void refuse_injection(saving *v, const char *option, const char *part)
{
	scene_set(&v->s, "inject", option);
	assert_int_equal(cb_plan_gate_baseline(v->s.plan, &v->gate, v->file, v->rules, NULL, NULL),
		CB_ENOTFOUND);
	assert_null(v->gate);
	expect_error(v, part);
}

static void injection_that_would_go_nowhere_is_refused(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	refuse_injection(&v, "**/seal/64/on=50", "\"**/seal/64/on=50\" matches no cell");
	refuse_injection(&v, "toy_accel/*=50", "\"**\" crosses");
	refuse_injection(&v, "**=50,control:**=50", "no control");
	close_saving(&v);
}

/* Later gates would be held against times that were made longer. */
static void what_was_slowed_down_on_purpose_is_no_baseline(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	scene_set(&v.s, "inject", "**=50");
	assert_int_equal(save(&v, 1), CB_EINVAL);
	expect_error(&v, "inject");
	assert_int_equal(
		cb_plan_accept_baseline(v.s.plan, &v.gate, v.file, "as it is", v.rules, NULL, NULL),
		CB_EINVAL);
	assert_null(v.gate);
	expect_error(&v, "inject");
	close_saving(&v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCRATCH_TEST(injected_slowdown_is_found_in_stored_times),
		SCRATCH_TEST(injection_that_would_go_nowhere_is_refused),
		SCRATCH_TEST(what_was_slowed_down_on_purpose_is_no_baseline),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
