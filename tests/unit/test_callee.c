/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "callee.h"

struct calls {
	int setups;
	int calls;
	int teardowns;
	int setup_returns;
	int fails_at; /* the call of this number, from 1, returns -9; 0: none */
};

static int set_up(void *payload)
{
	struct calls *seen = payload;
	seen->setups++;
	return seen->setup_returns;
}

static int call(void *payload)
{
	struct calls *seen = payload;
	seen->calls++;
	return seen->calls == seen->fails_at ? -9 : 0;
}

static void tear_down(void *payload)
{
	struct calls *seen = payload;
	seen->teardowns++;
}

static cb__callee callee_of(struct calls *seen)
{
	cb_function function = CB_FUNCTION_INIT;
	cb__callee callee;
	function.name = "probe";
	function.size = 64;
	function.setup = set_up;
	function.call = call;
	function.teardown = tear_down;
	function.payload = seen;
	cb__callee_init(&callee, &function, NULL);
	return callee;
}

static void a_sample_calls_as_often_as_it_says(void **state)
{
	(void)state;
	struct calls seen = {0};
	cb__callee callee = callee_of(&seen);
	cb_text why = CB_TEXT_INIT;
	cb__sample sample;
	assert_int_equal(cb__callee_open(&callee, &why), CB_OK);
	assert_int_equal(cb__callee_sample(&callee, &sample, 100, 0, &why), CB_OK);
	assert_int_equal(seen.calls, 100);
	assert_int_equal(sample.ops, 100);
	assert_true(sample.wall_ns > 0);
	assert_int_equal(cb__callee_lead_in(&callee, 0, &why), CB_OK);
	assert_int_equal(seen.calls, 101);
	uint64_t ops = 0;
	assert_int_equal(cb__callee_calibrate(&callee, &ops, 20000000, &why), CB_OK);
	assert_true(ops > 1);
	cb__callee_close(&callee);
	assert_int_equal(why.len, 0);
}

static void what_is_set_up_is_torn_down_once(void **state)
{
	(void)state;
	struct calls seen = {0};
	cb__callee callee = callee_of(&seen);
	cb_text why = CB_TEXT_INIT;
	cb__callee_close(&callee);
	assert_int_equal(seen.teardowns, 0);
	assert_int_equal(cb__callee_open(&callee, &why), CB_OK);
	cb__callee_close(&callee);
	cb__callee_close(&callee);
	assert_int_equal(seen.setups, 1);
	assert_int_equal(seen.teardowns, 1);
}

static void a_set_up_that_fails_is_not_torn_down(void **state)
{
	(void)state;
	struct calls seen = {.setup_returns = 4};
	cb__callee callee = callee_of(&seen);
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__callee_open(&callee, &why), CB_EBACKEND);
	assert_string_equal(cb__text_string(&why), "the set-up of probe returned 4");
	cb__callee_close(&callee);
	assert_int_equal(seen.teardowns, 0);
	cb__text_done(&why);
}

static void a_call_that_fails_ends_the_batch(void **state)
{
	(void)state;
	struct calls seen = {.fails_at = 7};
	cb__callee callee = callee_of(&seen);
	cb_text why = CB_TEXT_INIT;
	cb__sample sample;
	assert_int_equal(cb__callee_open(&callee, &why), CB_OK);
	assert_int_equal(cb__callee_sample(&callee, &sample, 100, 0, &why), CB_EBACKEND);
	assert_int_equal(seen.calls, 7);
	assert_string_equal(cb__text_string(&why), "probe returned -9");
	cb__callee_close(&callee);
	assert_int_equal(seen.teardowns, 1);
	cb__text_done(&why);
}

static void one_that_stops_has_not_failed(void **state)
{
	(void)state;
	struct calls seen = {.setup_returns = CB_FUNCTION_STOP};
	cb__callee callee = callee_of(&seen);
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__callee_open(&callee, &why), CB_ECANCELLED);
	cb__callee_close(&callee);
	assert_int_equal(seen.teardowns, 0);
	cb__text_done(&why);
}

static void neither_set_up_nor_teardown_is_needed(void **state)
{
	(void)state;
	struct calls seen = {0};
	cb__callee callee = callee_of(&seen);
	cb_text why = CB_TEXT_INIT;
	cb__sample sample;
	callee.function.setup = NULL;
	callee.function.teardown = NULL;
	assert_int_equal(cb__callee_open(&callee, &why), CB_OK);
	assert_int_equal(cb__callee_sample(&callee, &sample, 1, 0, &why), CB_OK);
	cb__callee_close(&callee);
	assert_int_equal(seen.calls, 1);
	assert_string_equal(callee.algorithm.name, "probe");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sample_calls_as_often_as_it_says),
		cmocka_unit_test(what_is_set_up_is_torn_down_once),
		cmocka_unit_test(a_set_up_that_fails_is_not_torn_down),
		cmocka_unit_test(a_call_that_fails_ends_the_batch),
		cmocka_unit_test(one_that_stops_has_not_failed),
		cmocka_unit_test(neither_set_up_nor_teardown_is_needed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
