/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "unit.h"

#include <math.h>
#include <time.h>
#ifdef __linux__
#include <sched.h>
#endif

#include <jansson.h>

#include <cb/compare.h>
#include <cb/measure.h>

#define ONCE  "function/once/call/64/on"
#define TWICE "function/twice/call/0/on"
#define EMPTY "function/empty/call/0/on"

/* What a function has to do, and what was done with it. */
struct job {
	unsigned steps;
	unsigned setups;
	unsigned teardowns;
	unsigned long calls;
	unsigned setup_fails_at; /* from 1; 0: never. So are the others */
	unsigned long call_fails_at;
	unsigned fails_in_launch;
	int stops; /* what fails ends all */
	int is_open;
	uint32_t value;
};

static int set_up(void *payload)
{
	struct job *job = payload;
	assert_false(job->is_open);
	if (++job->setups == job->setup_fails_at)
		return job->stops ? CB_FUNCTION_STOP : 17;
	job->is_open = 1;
	return 0;
}

static int work(void *payload)
{
	struct job *job = payload;
	volatile uint32_t *value = &job->value;
	assert_true(job->is_open);
	for (unsigned i = 0; i < job->steps; i++)
		*value = *value * 1664525u + 1013904223u;
	if (job->fails_in_launch > 0 && job->setups == job->fails_in_launch)
		return 29;
	if (++job->calls != job->call_fails_at)
		return 0;
	return job->stops ? CB_FUNCTION_STOP : 23;
}

static void tear_down(void *payload)
{
	struct job *job = payload;
	assert_true(job->is_open);
	job->is_open = 0;
	job->teardowns++;
}

static cb_function function_of(const char *name, struct job *job)
{
	cb_function function = CB_FUNCTION_INIT;
	function.name = name;
	function.setup = set_up;
	function.call = work;
	function.teardown = tear_down;
	function.payload = job;
	return function;
}

/* Two functions, the second of which has twice the work. */
typedef struct fixture {
	cb_context *ctx;
	cb_plan *plan;
	cb_results *results;
	struct job jobs[2];
	cb_function functions[2];
} fixture;

static int make(void **state)
{
	fixture *f = calloc(1, sizeof *f);
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = "/nowhere";
	config.worker_path = "/nowhere";
	assert_non_null(f);
	assert_int_equal(cb_context_new(&f->ctx, &config), CB_OK);
	assert_int_equal(cb_plan_new(&f->plan, f->ctx), CB_OK);
	assert_int_equal(cb_plan_set(f->plan, "launches", "6"), CB_OK);
	assert_int_equal(cb_plan_set(f->plan, "samples", "3"), CB_OK);
	f->jobs[0].steps = 1000;
	f->jobs[1].steps = 2000;
	f->functions[0] = function_of("once", &f->jobs[0]);
	f->functions[0].size = 64;
	f->functions[1] = function_of("twice", &f->jobs[1]);
	*state = f;
	return 0;
}

static int drop(void **state)
{
	fixture *f = *state;
	cb_results_free(f->results);
	cb_plan_free(f->plan);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

static cb_status try_measure(fixture *f, cb_progress_fn *progress, void *payload)
{
	return cb_plan_measure(f->plan, &f->results, f->functions, 2, progress, payload);
}

static void measure(fixture *f)
{
	if (try_measure(f, NULL, NULL) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
}

static void set(fixture *f, const char *option, const char *value)
{
	if (cb_plan_set(f->plan, option, value) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
}

static void assert_fails(fixture *f, cb_status status, const char *said)
{
	assert_int_equal(try_measure(f, NULL, NULL), status);
	assert_null(f->results);
	assert_is_message(cb_context_error(f->ctx));
	assert_says(cb_context_error(f->ctx), said);
}

static const cb_cell *cell_of(const fixture *f, const char *id)
{
	const cb_cell *cell = cb_results_find(f->results, id);
	if (cell == NULL)
		fail_msg("no cell %s", id);
	return cell;
}

static void assert_balanced(const fixture *f)
{
	for (size_t i = 0; i < 2; i++) {
		const struct job *job = &f->jobs[i];
		assert_int_equal(job->is_open, 0);
		assert_int_equal(job->setups - (job->setup_fails_at > 0 ? 1 : 0), job->teardowns);
	}
}

static void twice_the_work_takes_twice_the_time(void **state)
{
	fixture *f = *state;
	measure(f);
	assert_int_equal(cb_results_complete(f->results), 1);
	assert_int_equal(cb_results_failed(f->results), 0);
	const cb_ratio *ratio = cb_results_find_ratio(f->results, ONCE, TWICE);
	assert_non_null(ratio);
	assert_true(ratio->ratio > 0.4 && ratio->ratio < 0.625);
	assert_true(ratio->ci95_low <= ratio->ratio && ratio->ratio <= ratio->ci95_high);
	assert_int_equal(ratio->launches, 6);
	assert_true(ratio->ci95_level >= 0.95);
}

static void a_cell_says_what_it_is(void **state)
{
	fixture *f = *state;
	measure(f);
	const cb_cell *cell = cell_of(f, ONCE);
	assert_int_equal(cell->outcome, CB_OUTCOME_MEASURED);
	assert_string_equal(cell->algorithm, "once");
	assert_string_equal(cell->operation, "call");
	assert_string_equal(cell->semantics, "function.call/1");
	assert_string_equal(cell->panel, cell_of(f, TWICE)->panel);
	assert_int_equal(cell->size, 64);
	assert_int_equal(cell->summary->n, 18);
	assert_int_equal(cell->summary->launches, 6);
	assert_near(cell->summary->bytes_per_second / cell->summary->ops_per_second, 64);
	assert_true(cell_of(f, TWICE)->summary->bytes_per_second == 0);
	assert_true(isnan(cell_of(f, TWICE)->summary->cycles_per_byte));
	assert_string_equal(cell->subject->label, "once");
	assert_string_equal(cell->subject->backend, "function");
	assert_int_equal(cell->subject->accel, CB_ACCEL_ON);
	assert_int_equal(cell->subject->achieved, 0);
	assert_string_equal(cell->subject->level, "none");
	assert_string_equal(cell->subject->version, "unknown");
	assert_string_equal(cell->subject->isolation, "none");
}

static void the_lack_of_isolation_is_warned_of(void **state)
{
	fixture *f = *state;
	int is_warned = 0;
	measure(f);
	for (size_t i = 0; i < cb_results_warning_count(f->results); i++)
		is_warned |= strcmp(cb_results_warning_at(f->results, i)->id, "in-process") == 0;
	assert_true(is_warned);
}

static void an_empty_call_is_measured_beside_them(void **state)
{
	fixture *f = *state;
	measure(f);
	assert_int_equal(cb_results_cell_count(f->results), 3);
	const cb_cell *empty = cell_of(f, EMPTY);
	assert_int_equal(empty->outcome, CB_OUTCOME_MEASURED);
	assert_true(empty->summary->median_ns < cell_of(f, ONCE)->summary->median_ns);
	assert_non_null(cb_results_find_ratio(f->results, ONCE, EMPTY));
	/* Whose batches are as short as those of a long function tells nothing. */
	assert_true(empty->summary->median_ns * 10 < cell_of(f, ONCE)->summary->median_ns);
}

static void the_callers_empty_function_takes_the_place_of_ours(void **state)
{
	fixture *f = *state;
	f->functions[1].name = CB_FUNCTION_EMPTY;
	measure(f);
	assert_int_equal(cb_results_cell_count(f->results), 2);
	assert_true(f->jobs[1].calls > 0);
	assert_int_equal(cell_of(f, EMPTY)->outcome, CB_OUTCOME_MEASURED);
}

static void each_launch_sets_up_and_tears_down(void **state)
{
	fixture *f = *state;
	measure(f);
	assert_int_equal(f->jobs[0].setups, 6);
	assert_int_equal(f->jobs[0].teardowns, 6);
	assert_int_equal(f->jobs[1].setups, 6);
	assert_balanced(f);
}

static void a_set_up_that_fails_is_the_outcome_of_its_cell(void **state)
{
	fixture *f = *state;
	f->jobs[0].setup_fails_at = 1;
	measure(f);
	const cb_cell *cell = cell_of(f, ONCE);
	assert_int_equal(cell->outcome, CB_OUTCOME_FAILED);
	assert_string_equal(cell->reason, "the set-up of once returned 17");
	assert_null(cell->summary);
	assert_int_equal(f->jobs[0].calls, 0);
	assert_int_equal(f->jobs[0].setups, 1);
	assert_int_equal(cell_of(f, TWICE)->outcome, CB_OUTCOME_MEASURED);
	assert_int_equal(cell_of(f, TWICE)->summary->launches, 6);
	assert_int_equal(cb_results_failed(f->results), 1);
	assert_balanced(f);
}

static void a_call_that_fails_is_the_outcome_of_its_cell(void **state)
{
	/* At once, and a little later. */
	static const unsigned long at[] = {1, 40};
	for (size_t i = 0; i < ROWS(at); i++) {
		fixture *f = *state;
		f->jobs[1] = (struct job){.steps = 200, .call_fails_at = at[i]};
		f->jobs[0] = (struct job){.steps = 200};
		measure(f);
		const cb_cell *cell = cell_of(f, TWICE);
		assert_int_equal(cell->outcome, CB_OUTCOME_FAILED);
		assert_string_equal(cell->reason, "twice returned 23");
		assert_int_equal(f->jobs[1].calls, at[i]);
		assert_int_equal(cell_of(f, ONCE)->outcome, CB_OUTCOME_MEASURED);
		assert_null(cb_results_find_ratio(f->results, ONCE, TWICE));
		assert_int_equal(cb_results_failed(f->results), 1);
		assert_balanced(f);
		cb_results_free(f->results);
		f->results = NULL;
	}
}

static void what_was_measured_before_a_failure_is_kept(void **state)
{
	fixture *f = *state;
	char *text = NULL;
	f->jobs[1].fails_in_launch = 3;
	measure(f);
	const cb_cell *cell = cell_of(f, TWICE);
	assert_int_equal(cell->outcome, CB_OUTCOME_FAILED);
	assert_string_equal(cell->reason, "twice returned 29");
	assert_null(cell->summary);
	assert_int_equal(f->jobs[1].setups, 3);
	assert_int_equal(cell_of(f, ONCE)->summary->launches, 6);
	assert_balanced(f);
	/* The samples of the launches before. */
	assert_int_equal(cb_results_to_json(f->results, &text, CB_JSON_COMPACT), CB_OK);
	json_t *document = json_loads(text, 0, NULL);
	const json_t *samples =
		json_object_get(json_array_get(json_object_get(document, "cells"), 1), "samples");
	assert_int_equal(json_array_size(json_object_get(samples, "ops")), 6);
	json_decref(document);
	cb_string_free(text);
}

static void a_function_that_stops_ends_the_measurement(void **state)
{
	static const struct {
		unsigned setup;
		unsigned long call;
	} rows[] = {{1, 0}, {0, 1}, {0, 2000}};
	for (size_t i = 0; i < ROWS(rows); i++) {
		fixture *f = *state;
		f->jobs[0] = (struct job){.steps = 200};
		f->jobs[1] = (struct job){.steps = 200,
			.stops = 1,
			.setup_fails_at = rows[i].setup,
			.call_fails_at = rows[i].call};
		set(f, "samples", "1000");
		assert_int_equal(try_measure(f, NULL, NULL), CB_ECANCELLED);
		assert_non_null(f->results);
		assert_int_equal(cb_results_complete(f->results), 0);
		assert_int_equal(cb_results_failed(f->results), 0);
		assert_int_equal(f->jobs[1].calls, rows[i].call);
		assert_int_equal(f->jobs[1].setups, 1);
		assert_balanced(f);
		cb_results_free(f->results);
		f->results = NULL;
	}
}

/* No document has a place for such a rate, and the others are not to be lost by it. */
static void a_size_that_cannot_be_is_the_outcome_of_its_cell(void **state)
{
	fixture *f = *state;
	f->jobs[0].steps = 1;
	f->functions[0].size = CB_FUNCTION_SIZE_MAX;
	measure(f);
	const cb_cell *cell = cb_results_cell_at(f->results, 0);
	assert_int_equal(cell->outcome, CB_OUTCOME_FAILED);
	assert_says(cell->reason, "its size is wrong");
	assert_int_equal(cell_of(f, TWICE)->outcome, CB_OUTCOME_MEASURED);
	assert_balanced(f);
}

struct watch {
	unsigned calls;
	unsigned cancel_at;
	double last_s;
	double longest_s;
	char current[64];
};

static int watch(const cb_progress *progress, void *payload)
{
	struct watch *seen = payload;
	double waited_s = progress->elapsed_s - seen->last_s;
	seen->longest_s =
		seen->calls > 0 && waited_s > seen->longest_s ? waited_s : seen->longest_s;
	seen->last_s = progress->elapsed_s;
	seen->calls++;
	assert_true(progress->launch <= progress->launches);
	assert_true(progress->done <= progress->total);
	snprintf(seen->current, sizeof seen->current, "%s", progress->current);
	return seen->cancel_at > 0 && seen->calls >= seen->cancel_at;
}

static void progress_is_told_and_can_cancel(void **state)
{
	/* At once, and when all have samples on a busy machine, too. */
	static const unsigned at[] = {1, 10};
	for (size_t i = 0; i < ROWS(at); i++) {
		fixture *f = *state;
		struct watch seen = {.cancel_at = at[i]};
		set(f, "samples", "10000");
		assert_int_equal(try_measure(f, watch, &seen), CB_ECANCELLED);
		assert_int_equal(seen.calls, at[i]);
		assert_string_equal(seen.current, "function/call/0");
		assert_non_null(f->results);
		assert_int_equal(cb_results_complete(f->results), 0);
		assert_balanced(f);
		cb_outcome expected = at[i] == 1 ? CB_OUTCOME_SKIPPED : CB_OUTCOME_MEASURED;
		assert_int_equal(cell_of(f, ONCE)->outcome, expected);
		cb_results_free(f->results);
		f->results = NULL;
	}
}

static int sleep_for_long(void *payload)
{
	const struct timespec span = {0, 120000000};
	(void)payload;
	return nanosleep(&span, NULL);
}

static void between_long_calls_progress_is_told(void **state)
{
	fixture *f = *state;
	struct watch seen = {0};
	set(f, "launches", "1");
	set(f, "samples", "2");
	f->functions[1].call = sleep_for_long;
	assert_int_equal(try_measure(f, watch, &seen), CB_OK);
	/* Two for calibration, then each sample with its lead-in. */
	assert_true(seen.calls >= 5);
	const cb_cell *cell = cell_of(f, TWICE);
	assert_int_equal(cell->outcome, CB_OUTCOME_MEASURED);
	assert_true(cell->summary->median_ns >= 120e6);
	/* What waits has no CPU time to speak of. */
	assert_int_equal(cell->summary->contended, 1);
}

static void a_budget_is_kept(void **state)
{
	fixture *f = *state;
	struct watch seen = {0};
	set(f, "launches", "1000");
	set(f, "budget", "0.3");
	assert_int_equal(try_measure(f, watch, &seen), CB_OK);
	assert_int_equal(cb_results_complete(f->results), 0);
	assert_true(f->jobs[0].setups < 1000);
	assert_balanced(f);
}

static void a_precision_that_is_missed_is_told(void **state)
{
	(void)state;
	fixture *f = *state;
	cb_plan_free(f->plan);
	assert_int_equal(cb_plan_new(&f->plan, f->ctx), CB_OK);
	set(f, "precision", "0.01");
	set(f, "budget", "1");
	measure(f);
	/* With launches and samples given it would have ended long before. */
	assert_says(cell_of(f, ONCE)->missed, "budget");
	assert_int_equal(f->jobs[0].setups, cell_of(f, ONCE)->summary->launches);
}

static void what_means_nothing_to_functions_is_refused(void **state)
{
	static const char *const rows[][2] = {{"threads", "2"}, {"processes", "2"}, {"load", "1"},
		{"accel", "on"}, {"sizes", "16"}, {"algorithms", "sha256"}, {"ops", "seal"},
		{"variant", "fresh"}, {"prove", "1"}, {"time-limit", "5"}};
	for (size_t i = 0; i < ROWS(rows); i++) {
		make(state);
		fixture *f = *state;
		set(f, rows[i][0], rows[i][1]);
		assert_fails(f, CB_EINVAL, rows[i][0]);
		assert_says(cb_context_error(f->ctx), "launches, samples, precision");
		drop(state);
	}
}

static void a_plan_with_subjects_is_refused(void **state)
{
	fixture *f = *state;
	cb_context *ctx = NULL;
	cb_plan *plan = NULL;
	assert_int_equal(cb_context_new(&ctx, NULL), CB_OK);
	assert_int_equal(cb_context_add_backend(ctx, CB_TEST_BACKENDS "/slow.so"), CB_OK);
	assert_int_equal(cb_plan_new(&plan, ctx), CB_OK);
	assert_int_equal(cb_plan_add_subject(plan, "slow:on"), CB_OK);
	assert_int_equal(
		cb_plan_measure(plan, &f->results, f->functions, 2, NULL, NULL), CB_EINVAL);
	assert_says(cb_context_error(ctx), "subjects");
	cb_plan_free(plan);
	cb_context_free(ctx);
}

static void a_function_that_is_none_is_refused(void **state)
{
	fixture *f = *state;
	static const char *const names[] = {NULL, "", "two words", "a/b", "sub:on"};
	for (size_t i = 0; i < ROWS(names); i++) {
		f->functions[1].name = names[i];
		assert_fails(f, CB_EINVAL, "function 1");
	}
	f->functions[1].name = "once";
	assert_fails(f, CB_EINVAL, "two functions are called \"once\"");
	f->functions[1].name = "twice";
	f->functions[1].call = NULL;
	assert_fails(f, CB_EINVAL, "\"twice\": there is nothing to call");
	f->functions[1].call = work;
	f->functions[1].size = CB_FUNCTION_SIZE_MAX + 1;
	assert_fails(f, CB_EINVAL, "\"twice\"");
	f->functions[1].size = 0;
	f->functions[1].struct_size = 8;
	assert_fails(f, CB_EINVAL, "CB_FUNCTION_INIT");
	assert_int_equal(
		cb_plan_measure(f->plan, &f->results, f->functions, 0, NULL, NULL), CB_EEMPTY);
	assert_int_equal(f->jobs[0].calls, 0);
}

static void results_survive_being_written(void **state)
{
	fixture *f = *state;
	char *text = NULL;
	cb_results *again = NULL;
	measure(f);
	assert_int_equal(cb_results_to_json(f->results, &text, 0), CB_OK);
	assert_int_equal(cb_results_from_json(&again, f->ctx, text, strlen(text)), CB_OK);
	char *second = NULL;
	assert_int_equal(cb_results_to_json(again, &second, 0), CB_OK);
	assert_string_equal(text, second);
	assert_string_equal(cb_results_subject_at(again, 0)->isolation, "none");
	/* No sizes were asked for. */
	assert_non_null(strstr(text, "\"sizes\": []"));
	cb_string_free(text);
	cb_string_free(second);
	cb_results_free(again);
}

static void two_measurements_can_be_compared(void **state)
{
	fixture *f = *state;
	cb_results *before = NULL;
	cb_comparison *comparison = NULL;
	measure(f);
	before = f->results;
	f->results = NULL;
	f->jobs[0].steps *= 10;
	measure(f);
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;
	config.base = before;
	config.head = f->results;
	if (cb_compare(&comparison, f->ctx, &config) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	assert_int_equal(cb_comparison_count(comparison), 3);
	const cb_compared *row = cb_comparison_find(comparison, ONCE);
	assert_non_null(row);
	assert_true(row->speed > 0.02 && row->speed < 0.5);
	cb_comparison_free(comparison);
	cb_results_free(before);
}

#ifdef __linux__

static void the_callers_affinity_is_given_back(void **state)
{
	fixture *f = *state;
	cpu_set_t before;
	cpu_set_t after;
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	measure(f);
	assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
	assert_true(CPU_EQUAL(&before, &after));
}

#endif

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, drop)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(twice_the_work_takes_twice_the_time),
		TEST(a_cell_says_what_it_is),
		TEST(the_lack_of_isolation_is_warned_of),
		TEST(an_empty_call_is_measured_beside_them),
		TEST(the_callers_empty_function_takes_the_place_of_ours),
		TEST(each_launch_sets_up_and_tears_down),
		TEST(a_set_up_that_fails_is_the_outcome_of_its_cell),
		TEST(a_call_that_fails_is_the_outcome_of_its_cell),
		TEST(what_was_measured_before_a_failure_is_kept),
		TEST(a_function_that_stops_ends_the_measurement),
		TEST(a_size_that_cannot_be_is_the_outcome_of_its_cell),
		TEST(progress_is_told_and_can_cancel),
		TEST(between_long_calls_progress_is_told),
		TEST(a_budget_is_kept),
		TEST(a_precision_that_is_missed_is_told),
		cmocka_unit_test(what_means_nothing_to_functions_is_refused),
		TEST(a_plan_with_subjects_is_refused),
		TEST(a_function_that_is_none_is_refused),
		TEST(results_survive_being_written),
		TEST(two_measurements_can_be_compared),
#ifdef __linux__
		TEST(the_callers_affinity_is_given_back),
#endif
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
