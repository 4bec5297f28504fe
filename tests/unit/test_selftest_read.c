/* SPDX-License-Identifier: Apache-2.0 */
#include "rewriting.h"

#include "selftest.h"

typedef struct fixture {
	cb_context *ctx;
	cb_selftest *selftest;
	char *text; /* its document, compact */
} fixture;

static cb_selftest *new_selftest(void)
{
	cb_selftest *made = calloc(1, sizeof *made);

	assert_non_null(made);
	made->tool =
		json_pack("{s:s, s:s}", "version", "0.1.0", "finished", "2026-11-30T12:00:00Z");
	made->environment = json_pack("{s:{s:s}}", "cpu", "model", "a processor");
	made->runs = json_pack("[{s:s, s:i}]", "kind", "null", "seed", 1);
	made->rates = calloc(2, sizeof *made->rates);
	made->null = (cb_selftest_null){.runs = 10,
		.cells = 4,
		.inconclusive = 1,
		.alarm_high = 0.2588655508693086,
		.seconds = 12.25,
		.uniform_p = (double)NAN};
	made->rates[0] = (cb_selftest_rate){.injected_percent = 3,
		.limit_percent = 5,
		.tried = 20,
		.found = 1,
		.found_low = 0.0025614,
		.found_high = 0.216,
		.open = 2};
	made->rates[1] = (cb_selftest_rate){.injected_percent = 10,
		.limit_percent = 5,
		.is_real = 1,
		.tried = 20,
		.found = 20,
		.found_low = 0.86,
		.found_high = 1};
	made->rate_count = 2;
	made->limit_percent = (double)NAN;
	made->obstacle = "too few runs: 2 of 20 slowdowns missed may be chance; --runs 20 can tell";
	return made;
}

static int set_up(void **state)
{
	fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	assert_int_equal(cb_context_new(&f->ctx, NULL), CB_OK);
	f->selftest = new_selftest();
	assert_int_equal(cb_selftest_to_json(f->selftest, &f->text, CB_JSON_COMPACT), CB_OK);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	fixture *f = *state;

	cb_string_free(f->text);
	cb_selftest_free(f->selftest);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

static cb_selftest *read_again(const fixture *f)
{
	cb_selftest *again = NULL;

	if (cb_selftest_from_json(&again, f->ctx, f->text, strlen(f->text)) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return again;
}

static void what_is_read_is_shown_and_written_as_before(void **state)
{
	const fixture *f = *state;
	cb_selftest *again = read_again(f);
	const cb_format *format;

	for (size_t i = 0; (format = cb_selftest_format_at(i)) != NULL; i++) {
		char *one = NULL, *two = NULL;

		assert_int_equal(cb_selftest_format(f->selftest, &one, format->name, NULL), CB_OK);
		assert_int_equal(cb_selftest_format(again, &two, format->name, NULL), CB_OK);
		assert_string_equal(one, two);
		cb_string_free(one);
		cb_string_free(two);
	}
	cb_selftest_free(again);
}

static void views_hold_what_was_written(void **state)
{
	const fixture *f = *state;
	cb_selftest *again = read_again(f);

	assert_int_equal(cb_selftest_null_runs(again)->runs, 10);
	assert_near(cb_selftest_null_runs(again)->alarm_high, 0.2588655508693086);
	assert_true(isnan(cb_selftest_null_runs(again)->uniform_p));
	assert_int_equal(cb_selftest_rate_count(again), 2);
	assert_int_equal(cb_selftest_rate_at(again, 0)->open, 2);
	assert_true(cb_selftest_rate_at(again, 1)->is_real);
	assert_true(isnan(cb_selftest_limit_percent(again)));
	assert_says(cb_selftest_obstacle(again), "too few runs");
	assert_int_equal(cb_selftest_exit(again), CB_GATE_INVALID);
	cb_selftest_free(again);
}

static void an_obstacle_of_any_length_is_read(void **state)
{
	const fixture *f = *state;
	char *text = edited(f->text, "'obstacle':'",
		"'obstacle':'once upon a time there was a machine that was far too busy to be "
		"measured at all, and what kept it busy could not be found by anybody who looked "
		"for it, however long ");
	cb_selftest *again = NULL;

	assert_int_equal(cb_selftest_from_json(&again, f->ctx, text, strlen(text)), CB_OK);
	assert_true(strlen(cb_selftest_obstacle(again)) > 200);
	cb_selftest_free(again);
	free(text);
}

static const wrong_edit wrong[] = {
	{"'libcb.selftest/1'", "'libcb.selftest/2'", "schema: \"libcb.selftest/2\" cannot be read"},
	{"'null':{", "'nil':{", "null: not an object"},
	{"'runs':10", "'runs':'10'", "null.runs: not an integer"},
	{"'runs':10", "'run':10", "null.runs: missing"},
	{"'alarms':0", "'alarms':11", "null.alarms: more than runs"},
	{"'alarms':0", "'alarms':-1", "null.alarms: negative"},
	{"'inconclusive':1", "'inconclusive':11", "null.inconclusive: more than runs"},
	{"'invalid':0", "'invalid':99", "null.invalid: more than runs"},
	{"'alarm_high':0.", "'alarm_high':1.", "null.alarm_high: not between 0 and 1"},
	{"'seconds':12.25", "'seconds':NaN", "line 1"},
	{"'seconds':12.25", "'seconds':1e300", "null.seconds: too large"},
	{"'rates'", "'rate'", "rates: missing, or not a list"},
	{"'rates':[{", "'rates':[null,{", "rates[0]: not an object"},
	{"'tried':20", "'tried':0", "rates[0].found: more than tried"},
	{"'is_real':false", "'is_real':0", "rates[0].is_real: neither true nor false"},
	{"'found_low':0.0", "'found_low':9.0", "rates[0].found_low: above found_high"},
	{"'found_high':0.", "'found_high':3.", "rates[0].found_high: not between 0 and 1"},
	{"'limit_percent':null", "'limit_percent':0", "document.limit_percent: zero"},
	{"'limit_percent':null", "'limit':null", "document.limit_percent: missing"},
	{"'obstacle'", "'obstacles'", "document.obstacle: missing"},
	{"'runs':[", "'runs':{},'x':[", "runs: missing, or not a list"},
};

static void wrong_members_are_refused_with_their_place(void **state)
{
	const fixture *f = *state;

	assert_all_refused(f->ctx, f->text, wrong, ROWS(wrong));
}

static cb_status read_and_free(json_t *document)
{
	cb__fault fault = {0};
	cb_selftest *read = NULL;
	cb_status status = cb__selftest_read(&read, document, &fault);

	cb_selftest_free(read);
	return status;
}

static void broken_texts_do_no_harm(void **state)
{
	const fixture *f = *state;

	assert_cut_is_refused(f->ctx, f->text);
	assert_edits_do_no_harm(f->ctx, f->text);
	assert_reads_whole_or_not(read_and_free, f->text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(what_is_read_is_shown_and_written_as_before),
		TEST(views_hold_what_was_written),
		TEST(an_obstacle_of_any_length_is_read),
		TEST(wrong_members_are_refused_with_their_place),
		TEST(broken_texts_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
