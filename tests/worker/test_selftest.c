/* SPDX-License-Identifier: Apache-2.0 */
/* A selftest of a toy library, of a few cells and launches. */
#include "scene.h"
#include "scratch.h"

#include <jansson.h>

#include <cb/selftest.h>

#define SUBJECT "toy_accel:on"

typedef struct testing {
	scene s;
	cb_rules *rules;
	cb_selftest *selftest;
} testing;

static void set_rule(testing *t, const char *key, const char *value)
{
	if (cb_rules_set(t->rules, key, value) != CB_OK)
		fail_msg("%s", cb_context_error(t->s.ctx));
}

static void open_testing(testing *t, const char *sizes)
{
	*t = (testing){.selftest = NULL};
	scene_open(&t->s, "", "fixture-hash");
	scene_set(&t->s, "sizes", sizes);
	assert_int_equal(cb_rules_new(&t->rules, t->s.ctx), CB_OK);
	set_rule(t, "screen_launches", "6");
	set_rule(t, "confirm_launches", "16");
	set_rule(t, "rounds", "1");
}

static void close_testing(testing *t)
{
	cb_selftest_free(t->selftest);
	cb_rules_free(t->rules);
	scene_close(&t->s);
}

static cb_status test(testing *t, size_t runs, size_t real, const char *keep)
{
	return cb_plan_selftest(
		t->s.plan, &t->selftest, SUBJECT, runs, real, keep, t->rules, NULL, NULL);
}

static json_t *document_of(const cb_selftest *selftest)
{
	char *text = NULL;
	assert_int_equal(cb_selftest_to_json(selftest, &text, CB_JSON_COMPACT), CB_OK);
	json_t *document = json_loads(text, 0, NULL);
	assert_non_null(document);
	cb_string_free(text);
	return document;
}

static void expect_null_runs(const cb_selftest *selftest)
{
	const cb_selftest_null *null = cb_selftest_null_runs(selftest);
	assert_int_equal(null->runs, 2);
	assert_int_equal(null->cells, 2);
	assert_true(null->alarms + null->inconclusive + null->invalid <= 2);
	assert_true(null->alarm_high > 0 && null->alarm_high <= 1);
	assert_true(null->seconds > 0);
}

/* One cell of the first run, two of the second, for each size of slowdown; then a real one. */
static void expect_rates(const cb_selftest *selftest, int has_real)
{
	assert_int_equal(cb_selftest_rate_count(selftest), has_real ? 4 : 3);
	for (size_t i = 0; i < cb_selftest_rate_count(selftest); i++) {
		const cb_selftest_rate *rate = cb_selftest_rate_at(selftest, i);
		assert_int_equal(rate->is_real, i == 3);
		assert_int_equal(rate->tried, i == 3 ? 1 : 3);
		assert_true(rate->found <= rate->tried);
		assert_true(rate->found_low <= (double)rate->found / (double)rate->tried);
		assert_true(rate->found_high >= (double)rate->found / (double)rate->tried);
	}
	assert_near(cb_selftest_rate_at(selftest, 0)->injected_percent, 3);
	assert_near(cb_selftest_rate_at(selftest, 0)->limit_percent, 5);
	assert_null(cb_selftest_rate_at(selftest, has_real ? 4 : 3));
}

static json_t *read_gate(scratch *in, const char *name)
{
	json_t *document = json_load_file(scratch_path(in, name), 0, NULL);
	if (document == NULL)
		fail_msg("no %s", name);
	assert_string_equal(json_string_value(json_object_get(document, "schema")), "libcb.gate/1");
	return document;
}

static void expect_file(scratch *in, const char *name)
{
	json_decref(read_gate(in, name));
}

static size_t launches_of(const json_t *cell, const char *stage)
{
	const json_t *list = json_object_get(json_object_get(cell, stage), "launch");
	size_t count = 0;
	json_int_t last = -1;
	for (size_t i = 0; i < json_array_size(list); i++) {
		json_int_t launch = json_integer_value(json_array_get(list, i));
		count += launch != last ? 1 : 0;
		last = launch;
	}
	return count;
}

/* As many as a gate may take, or what is found in them says too little of gates. */
static void expect_confirmed_in_full(scratch *in, const char *name)
{
	json_t *document = read_gate(in, name);
	const json_t *cells = json_object_get(document, "cells");
	for (size_t i = 0; i < json_array_size(cells); i++)
		assert_int_equal(launches_of(json_array_get(cells, i), "confirm"), 2 * 16);
	json_decref(document);
}

static void expect_document(const cb_selftest *selftest)
{
	json_t *document = document_of(selftest);
	assert_string_equal(
		json_string_value(json_object_get(document, "schema")), "libcb.selftest/1");
	assert_int_equal(json_array_size(json_object_get(document, "runs")), 3);
	assert_int_equal(json_array_size(json_object_get(document, "rates")), 4);
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(document, "null"), "runs")), 2);
	assert_non_null(json_object_get(json_object_get(document, "environment"), "cpu"));
	json_decref(document);
}

static void expect_text(const cb_selftest *selftest)
{
	const cb_format *format;
	char *text, last[32];

	if (cb_selftest_null_runs(selftest)->alarms > 0)
		assert_int_equal(cb_selftest_exit(selftest), CB_GATE_REGRESSED);
	else if (isnan(cb_selftest_limit_percent(selftest)))
		assert_int_equal(cb_selftest_exit(selftest), CB_GATE_INVALID);
	snprintf(last, sizeof(last), " exit=%d\n", cb_selftest_exit(selftest));
	assert_int_equal(cb_selftest_format(selftest, &text, "table", NULL), CB_OK);
	assert_says(text, "false alarms      ");
	assert_int_equal(isnan(cb_selftest_limit_percent(selftest)) != 0,
		cb_selftest_obstacle(selftest)[0] != '\0');
	assert_says(text, cb_selftest_obstacle(selftest));
	assert_string_equal(text + strlen(text) - strlen(last), last);
	cb_string_free(text);
	for (size_t i = 0; (format = cb_selftest_format_at(i)) != NULL; i++) {
		assert_int_equal(cb_selftest_format(selftest, &text, format->name, NULL), CB_OK);
		cb_string_free(text);
	}
	assert_int_equal(cb_selftest_format(selftest, &text, "csv", NULL), CB_ENOTFOUND);
}

static void expect_saved(const testing *t, const char *file)
{
	assert_int_equal(cb_selftest_save(t->selftest, t->s.ctx, file, 0), CB_OK);
	json_t *saved = json_load_file(file, 0, NULL);
	json_t *told = document_of(t->selftest);
	json_object_del(json_object_get(saved, "tool"), "finished");
	json_object_del(json_object_get(told, "tool"), "finished");
	assert_true(json_equal(saved, told));
	json_decref(saved);
	json_decref(told);
}

/* In a directory whose name would match others, if it were a pattern. */
static void runs_are_counted_kept_and_can_be_worked_out_again(void **state)
{
	scratch *in = *state;
	testing t;
	cb_selftest *again = NULL;
	char *directory = strdup(scratch_directory(in, "kept [a*]"));
	open_testing(&t, "64,128");
	if (test(&t, 2, 1, directory) != CB_OK)
		fail_msg("%s", cb_context_error(t.s.ctx));
	expect_null_runs(t.selftest);
	expect_rates(t.selftest, 1);
	expect_document(t.selftest);
	expect_text(t.selftest);
	expect_saved(&t, scratch_path(in, "s.json"));
	expect_confirmed_in_full(in, "kept [a*]/null-100001.json");
	expect_file(in, "kept [a*]/null-100002.json");
	expect_file(in, "kept [a*]/real-100003.json");
	assert_int_equal(cb_selftest_recorded(&again, t.s.ctx, directory, t.rules), CB_OK);
	expect_null_runs(again);
	expect_rates(again, 0);
	for (size_t i = 0; i < cb_selftest_rate_count(again); i++)
		assert_int_equal(cb_selftest_rate_at(again, i)->found,
			cb_selftest_rate_at(t.selftest, i)->found);
	cb_selftest_free(again);
	assert_int_equal(cb_selftest_recorded(&again, t.s.ctx, directory, NULL), CB_OK);
	expect_null_runs(again);
	/* The usual rules ask for more launches than were kept. */
	assert_true(isnan(cb_selftest_limit_percent(again)));
	assert_says(cb_selftest_obstacle(again), "before 3 of 3 slowed cells were confirmed");
	assert_says(cb_selftest_obstacle(again), "--budget");
	cb_selftest_free(again);
	free(directory);
	again = t.selftest;
	assert_int_equal(
		cb_selftest_recorded(&again, t.s.ctx, scratch_path(in, "none"), NULL), CB_EEMPTY);
	assert_null(again);
	close_testing(&t);
}

static int cancel(const cb_progress *progress, void *payload)
{
	(void)progress;
	(void)payload;
	return 1;
}

/* It is cancelled at once: the usual rules ask for minutes. */
static void selftest_without_rules_takes_the_usual_ones(void **state)
{
	(void)state;
	testing t;
	open_testing(&t, "64");
	assert_int_equal(
		cb_plan_selftest(t.s.plan, &t.selftest, SUBJECT, 1, 0, NULL, NULL, cancel, NULL),
		CB_ECANCELLED);
	assert_null(t.selftest);
	close_testing(&t);
}

/* Cancels when the second gate has begun. */
static int cancel_second(const cb_progress *progress, void *payload)
{
	double *last_s = payload;
	int is_second = progress->elapsed_s < *last_s;
	*last_s = progress->elapsed_s;
	return is_second;
}

static void cancelled_selftest_keeps_what_there_is(void **state)
{
	(void)state;
	testing t;
	double last_s = 0;
	open_testing(&t, "64");
	assert_int_equal(cb_plan_selftest(t.s.plan, &t.selftest, SUBJECT, 3, 1, NULL, t.rules,
				 cancel_second, &last_s),
		CB_ECANCELLED);
	assert_non_null(t.selftest);
	assert_int_equal(cb_selftest_null_runs(t.selftest)->runs, 1);
	assert_int_equal(cb_selftest_rate_count(t.selftest), 0);
	json_t *document = document_of(t.selftest);
	assert_int_equal(json_array_size(json_object_get(document, "runs")), 1);
	json_decref(document);
	close_testing(&t);
}

static void what_cannot_be_is_a_status(void **state)
{
	scratch *in = *state;
	testing t;
	open_testing(&t, "64");
	assert_int_equal(
		cb_plan_selftest(t.s.plan, &t.selftest, SUBJECT, 1, 0, NULL, t.rules, cancel, NULL),
		CB_ECANCELLED);
	assert_null(t.selftest);
	assert_int_equal(
		cb_plan_selftest(t.s.plan, &t.selftest, "nothing", 1, 0, NULL, t.rules, NULL, NULL),
		CB_ENOTFOUND);
	assert_is_message(cb_context_error(t.s.ctx));
	assert_int_not_equal(
		cb_plan_selftest(t.s.plan, &t.selftest, "", 1, 0, NULL, t.rules, NULL, NULL),
		CB_OK);
	assert_int_equal(test(&t, 1, 0, scratch_path(in, "none")), CB_EIO);
	assert_is_message(cb_context_error(t.s.ctx));
	assert_int_equal(cb_selftest_recorded(&t.selftest, t.s.ctx, in->root, t.rules), CB_EEMPTY);
	assert_is_message(cb_context_error(t.s.ctx));
	scratch_file(in, "null-0001.json", 0600);
	assert_int_equal(cb_selftest_recorded(&t.selftest, t.s.ctx, in->root, t.rules), CB_EFORMAT);
	assert_is_message(cb_context_error(t.s.ctx));
	assert_null(t.selftest);
	cb_selftest_free(NULL);
	close_testing(&t);
}

static void slowdown_that_is_asked_for_is_refused(void **state)
{
	(void)state;
	testing t;
	open_testing(&t, "64");
	scene_set(&t.s, "inject", "**=100");
	assert_int_equal(test(&t, 1, 0, NULL), CB_EINVAL);
	assert_non_null(strstr(cb_context_error(t.s.ctx), "option inject"));
	assert_is_message(cb_context_error(t.s.ctx));
	assert_null(t.selftest);
	close_testing(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCRATCH_TEST(runs_are_counted_kept_and_can_be_worked_out_again),
		SCRATCH_TEST(selftest_without_rules_takes_the_usual_ones),
		SCRATCH_TEST(cancelled_selftest_keeps_what_there_is),
		SCRATCH_TEST(what_cannot_be_is_a_status),
		SCRATCH_TEST(slowdown_that_is_asked_for_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
