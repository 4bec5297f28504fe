/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "trace.h"

static cb__trace trace_of(cb_outcome outcome, int complete)
{
	return (cb__trace){.outcome = outcome,
		.repeats = 1,
		.tally = {.inside = 10, .complete = complete, .counts = {[CB__CLASS_SCALAR] = 10}}};
}

static void expect_detail(const cb__trace_sum *sum, const char *expected)
{
	json_t *proof = cb__trace_sum_to_json(sum, CB_ACCEL_OFF);
	assert_string_equal(json_string_value(json_object_get(proof, "detail")), expected);
	json_decref(proof);
}

static void nothing_decides_nothing(void **state)
{
	(void)state;
	cb__trace_sum sum = {0};
	cb__trace skipped = {.outcome = CB_OUTCOME_SKIPPED};
	cb__trace_sum_add(&sum, "a", &skipped);
	assert_false(cb__trace_sum_decides(&sum));
	cb__trace_sum_done(&sum);
}

static void what_was_cut_is_no_proof(void **state)
{
	(void)state;
	cb__trace_sum sum = {0};
	cb__trace cut = trace_of(CB_OUTCOME_MEASURED, 0);
	cb__trace whole = trace_of(CB_OUTCOME_MEASURED, 1);
	cb__trace_sum_add(&sum, "a", &cut);
	assert_false(cb__trace_sum_decides(&sum));
	cb__trace_sum_add(&sum, "b", &whole);
	assert_true(cb__trace_sum_decides(&sum));
	expect_detail(&sum, "1 operation followed, none executed what the mode forbids; "
			    "1 followed only in part");
	cb__trace_sum_done(&sum);
}

static void what_was_cut_can_break_the_mode(void **state)
{
	(void)state;
	cb__trace_sum sum = {0};
	cb__trace cut = trace_of(CB_OUTCOME_UNPROVEN, 0);
	cut.reason = cb__string_copy("mode off, and the library executed aes instructions");
	cb__trace_sum_add(&sum, "a", &cut);
	assert_true(cb__trace_sum_decides(&sum));
	expect_detail(&sum, "a: mode off, and the library executed aes instructions");
	cb__trace_done(&cut);
	cb__trace_sum_done(&sum);
}

static void what_failed_is_told(void **state)
{
	(void)state;
	cb__trace_sum sum = {0};
	cb__trace failed = {.outcome = CB_OUTCOME_TIMED_OUT, .reason = cb__string_copy("too late")};
	cb__trace whole = trace_of(CB_OUTCOME_MEASURED, 1);
	cb__trace_sum_add(&sum, "a", &failed);
	cb__trace_sum_add(&sum, "b", &failed);
	cb__trace_sum_add(&sum, "c", &whole);
	expect_detail(&sum, "1 operation followed, none executed what the mode forbids; "
			    "2 could not be followed (a: too late)");
	cb__trace_done(&failed);
	cb__trace_sum_done(&sum);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_decides_nothing),
		cmocka_unit_test(what_was_cut_is_no_proof),
		cmocka_unit_test(what_was_cut_can_break_the_mode),
		cmocka_unit_test(what_failed_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
