/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "scratch.h"

#ifdef __linux__
#include <sched.h>
#endif

#include <time.h>

#include <jansson.h>

#include <cb/plan.h>

#define CELL "null/null-hash/digest/16/on"

typedef struct fixture {
	cb_context *ctx;
	cb_plan *plan;
	cb_results *results;
} fixture;

static fixture open_plan(const char *path, const char *worker)
{
	fixture f = {NULL, NULL, NULL};
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = path;
	config.worker_path = worker;
	assert_int_equal(cb_context_new(&f.ctx, &config), CB_OK);
	assert_int_equal(cb_plan_new(&f.plan, f.ctx), CB_OK);
	return f;
}

static void close_plan(fixture *f)
{
	cb_results_free(f->results);
	cb_plan_free(f->plan);
	cb_context_free(f->ctx);
}

static void set(fixture *f, const char *option, const char *value)
{
	if (cb_plan_set(f->plan, option, value) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
}

/* Two samples in each of two launches of the backend that does nothing. */
static fixture open_tiny_plan(void)
{
	fixture f = open_plan(CB_TEST_MODULES, CB_TEST_WORKER);
	set(&f, "launches", "2");
	set(&f, "samples", "2");
	set(&f, "sizes", "16");
	assert_int_equal(cb_plan_add_subject(f.plan, "null:on"), CB_OK);
	return f;
}

static void run(fixture *f)
{
	if (cb_plan_run(f->plan, &f->results, NULL, NULL) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
}

static void assert_fails(fixture *f, cb_status status, const char *said)
{
	assert_int_equal(cb_plan_run(f->plan, &f->results, NULL, NULL), status);
	assert_null(f->results);
	assert_is_message(cb_context_error(f->ctx));
	assert_says(cb_context_error(f->ctx), said);
}

static void without_backends_there_is_nothing_to_measure(void **state)
{
	(void)state;
	fixture f = open_plan("", CB_TEST_WORKER);
	assert_fails(&f, CB_EEMPTY, "CB_BACKEND_PATH");
	close_plan(&f);
}

static void the_null_backend_must_be_asked_for(void **state)
{
	scratch *in = *state;
	assert_int_equal(symlink(CB_TEST_MODULES "/null.so", scratch_path(in, "null.so")), 0);
	fixture f = open_plan(in->root, CB_TEST_WORKER);
	assert_fails(&f, CB_EEMPTY, "no backend");
	close_plan(&f);
}

static void a_worker_that_is_not_there_is_named(void **state)
{
	(void)state;
	fixture f = open_plan(CB_TEST_MODULES, "/nowhere/cb-worker");
	assert_int_equal(cb_plan_add_subject(f.plan, "null:on"), CB_OK);
	assert_fails(&f, CB_EWORKER, "/nowhere/cb-worker");
	assert_says(cb_context_error(f.ctx), "null:on");
	close_plan(&f);
}

static void a_worker_that_is_something_else_is_reported(void **state)
{
	(void)state;
	fixture f = open_plan(CB_TEST_MODULES, "/bin/false");
	assert_int_equal(cb_plan_add_subject(f.plan, "null:on"), CB_OK);
	/* It ends before it can be asked, as one would whose library crashes. */
	assert_fails(&f, CB_EBACKEND, "null:on");
	close_plan(&f);
}

static void a_backend_that_cannot_be_loaded_is_reported(void **state)
{
	scratch *in = *state;
	scratch_file(in, "broken.so", 0644);
	fixture f = open_plan(in->root, CB_TEST_WORKER);
	assert_fails(&f, CB_EWORKER, "broken");
	close_plan(&f);
}

static void what_was_asked_for_is_measured(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	run(&f);
	assert_int_equal(cb_results_complete(f.results), 1);
	assert_int_equal(cb_results_failed(f.results), 0);
	assert_int_equal(cb_results_cell_count(f.results), 1);
	assert_int_equal(cb_results_subject_count(f.results), 1);
	const cb_cell *cell = cb_results_find(f.results, CELL);
	assert_non_null(cell);
	assert_int_equal(cell->outcome, CB_OUTCOME_MEASURED);
	assert_int_equal(cell->summary->n, 4);
	assert_int_equal(cell->summary->launches, 2);
	assert_true(cell->summary->median_ns > 0);
	assert_true(cell->summary->ci95_level < 0.95);
	assert_string_equal(cell->subject->version, "1");
	assert_string_equal(cb_context_error(f.ctx), "");
	close_plan(&f);
}

static void a_plan_can_be_run_again(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	run(&f);
	cb_results_free(f.results);
	f.results = NULL;
	run(&f);
	assert_int_equal(cb_results_complete(f.results), 1);
	close_plan(&f);
}

static void results_live_on_without_their_plan(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	run(&f);
	cb_plan_free(f.plan);
	cb_context_free(f.ctx);
	f.plan = NULL;
	f.ctx = NULL;
	assert_string_equal(cb_results_cell_at(f.results, 0)->id, CELL);
	close_plan(&f);
}

static void an_algorithm_that_nobody_has_is_unsupported_if_named(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	set(&f, "algorithms", "sha256,null-hash");
	run(&f);
	const cb_cell *cell = cb_results_find(f.results, "null/sha256/digest/16/on");
	assert_int_equal(cell->outcome, CB_OUTCOME_UNSUPPORTED);
	assert_is_message(cell->reason);
	assert_int_equal(cb_results_find(f.results, CELL)->outcome, CB_OUTCOME_MEASURED);
	assert_int_equal(cb_results_complete(f.results), 1);
	assert_int_equal(cb_results_failed(f.results), 0);
	close_plan(&f);
}

static void a_selection_that_means_nothing_is_an_error(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	set(&f, "algorithms", "sha*");
	assert_fails(&f, CB_EEMPTY, "cbench list");
	set(&f, "algorithms", "null-hash,sha999");
	assert_fails(&f, CB_ENOTFOUND, "\"sha999\"");
	close_plan(&f);
}

static void two_subjects_of_one_label_are_refused(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	assert_int_equal(cb_plan_add_subject(f.plan, "null:on"), CB_OK);
	assert_fails(&f, CB_EINVAL, "null:on");
	close_plan(&f);
}

static void two_subjects_are_compared(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	assert_int_equal(cb_plan_add_subject(f.plan, "other@null:on"), CB_OK);
	run(&f);
	const cb_ratio *ratio = cb_results_find_ratio(f.results, CELL, CELL "/subject=other");
	assert_non_null(ratio);
	assert_true(ratio->ratio > 0);
	/* Two launches have no 95 % interval. */
	assert_true(isnan(ratio->ci95_low) && isnan(ratio->ci95_high));
	assert_int_equal(ratio->launches, 2);
	assert_near(ratio->ci95_level, 0.5);
	close_plan(&f);
	f = open_tiny_plan();
	assert_int_equal(cb_plan_add_subject(f.plan, "other@null:on"), CB_OK);
	set(&f, "launches", "6");
	run(&f);
	ratio = cb_results_find_ratio(f.results, CELL, CELL "/subject=other");
	assert_non_null(ratio);
	assert_true(ratio->ci95_low <= ratio->ratio && ratio->ratio <= ratio->ci95_high);
	assert_true(ratio->ci95_level >= 0.95);
	close_plan(&f);
}

struct watch {
	unsigned calls;
	unsigned cancel_at;
	cb_progress last;
	char current[64];
};

static int watch(const cb_progress *progress, void *payload)
{
	struct watch *seen = payload;
	seen->calls++;
	assert_true(progress->done <= progress->total);
	assert_true(progress->launch <= progress->launches);
	assert_true(progress->done >= seen->last.done);
	assert_true(progress->elapsed_s >= seen->last.elapsed_s);
	assert_non_null(progress->current);
	seen->last = *progress;
	snprintf(seen->current, sizeof seen->current, "%s", progress->current);
	return seen->cancel_at > 0 && seen->calls >= seen->cancel_at;
}

static void progress_is_told(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	struct watch seen = {0};
	set(&f, "samples", "100");
	assert_int_equal(cb_plan_run(f.plan, &f.results, watch, &seen), CB_OK);
	assert_true(seen.calls > 2);
	assert_int_equal(seen.last.launches, 2);
	assert_int_equal(seen.last.total, 2);
	assert_string_equal(seen.current, "null-hash/digest/16");
	close_plan(&f);
}

/* As it is on a machine that measures all before the first time to tell has come. */
static void the_end_is_told_however_short_a_run_is(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	struct watch seen = {0};
	set(&f, "samples", "2");
	assert_int_equal(cb_plan_run(f.plan, &f.results, watch, &seen), CB_OK);
	assert_int_equal(seen.last.launch, 2);
	assert_int_equal(seen.last.total, 2);
	assert_int_equal(seen.last.done, 2);
	close_plan(&f);
}

static void a_cancelled_run_leaves_results_that_are_not_complete(void **state)
{
	(void)state;
	static const unsigned at[] = {1, 3};
	for (size_t i = 0; i < ROWS(at); i++) {
		fixture f = open_tiny_plan();
		struct watch seen = {.cancel_at = at[i]};
		set(&f, "samples", "10000");
		assert_int_equal(cb_plan_run(f.plan, &f.results, watch, &seen), CB_ECANCELLED);
		assert_int_equal(seen.calls, at[i]);
		assert_non_null(f.results);
		assert_int_equal(cb_results_complete(f.results), 0);
		close_plan(&f);
	}
}

/* Takes so long that it is asked in every wait, also for a worker to end; cancels once. */
struct whim {
	unsigned calls;
	unsigned cancel_at;
};

static int cancel_once(const cb_progress *progress, void *payload)
{
	const struct timespec pause = {0, 60000000};
	struct whim *whim = payload;
	(void)progress;
	nanosleep(&pause, NULL);
	return ++whim->calls == whim->cancel_at;
}

static void whoever_cancelled_once_is_not_asked_again(void **state)
{
	(void)state;
	for (unsigned at = 1; at <= 8; at++) {
		fixture f = open_tiny_plan();
		struct whim whim = {.cancel_at = at};
		set(&f, "samples", "40");
		assert_int_equal(
			cb_plan_run(f.plan, &f.results, cancel_once, &whim), CB_ECANCELLED);
		assert_int_equal(whim.calls, at);
		close_plan(&f);
	}
}

/* How many launches the document says there were. */
static json_int_t launches_told(const cb_results *results)
{
	char *text = NULL;
	assert_int_equal(cb_results_to_json(results, &text, CB_JSON_NO_SAMPLES), CB_OK);
	json_t *document = json_loads(text, 0, NULL);
	const json_t *tool = json_object_get(document, "tool");
	json_int_t launches = json_integer_value(json_object_get(tool, "launches"));
	json_decref(document);
	cb_string_free(text);
	return launches;
}

static void a_run_ends_with_its_budget(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	struct watch seen = {0};
	set(&f, "launches", "1000");
	set(&f, "budget", "0.3");
	assert_int_equal(cb_plan_run(f.plan, &f.results, watch, &seen), CB_OK);
	assert_true(seen.last.launch < 1000);
	/* What was asked for was not done. */
	assert_int_equal(cb_results_complete(f.results), 0);
	/* One more may have begun, and found the budget spent. */
	const cb_summary *summary = cb_results_find(f.results, CELL)->summary;
	uint32_t measured = summary != NULL ? summary->launches : 0;
	assert_true(launches_told(f.results) - measured <= 1);
	close_plan(&f);
}

static void samples_are_left_out_if_unwanted(void **state)
{
	(void)state;
	for (int no_samples = 0; no_samples < 2; no_samples++) {
		fixture f = open_tiny_plan();
		char *text = NULL;
		set(&f, "no-samples", no_samples ? "1" : "0");
		run(&f);
		assert_int_equal(cb_results_to_json(f.results, &text, 0), CB_OK);
		assert_int_equal(strstr(text, "\"samples\": {") == NULL, no_samples);
		cb_string_free(text);
		close_plan(&f);
	}
}

#ifdef __linux__

static void the_callers_affinity_is_given_back(void **state)
{
	(void)state;
	cpu_set_t before;
	cpu_set_t after;
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	fixture f = open_tiny_plan();
	run(&f);
	assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
	assert_true(CPU_EQUAL(&before, &after));
	close_plan(&f);
}

#endif

static void more_threads_than_processors_are_refused(void **state)
{
	(void)state;
	static const char *const rows[][2] = {
		{"threads", "1,1024"}, {"processes", "1024"}, {"processes", "1,1024"}};
	for (size_t i = 0; i < ROWS(rows); i++) {
		fixture f = open_tiny_plan();
		set(&f, rows[i][0], rows[i][1]);
		assert_fails(&f, CB_EINVAL, "1024 threads at once");
		assert_says(cb_context_error(f.ctx), "processors");
		close_plan(&f);
	}
	/* Threads of each process count. */
	fixture f = open_tiny_plan();
	set(&f, "threads", "1000");
	set(&f, "processes", "1000");
	assert_fails(&f, CB_EINVAL, "1000000 threads at once");
	close_plan(&f);
}

static void a_load_may_be_more_than_there_are_processors(void **state)
{
	(void)state;
	fixture f = open_tiny_plan();
	set(&f, "load", "3");
	set(&f, "launches", "1");
	set(&f, "samples", "1");
	run(&f);
	const cb_cell *cell = cb_results_find(f.results, CELL "/load=3");
	assert_non_null(cell);
	assert_int_equal(cell->outcome, CB_OUTCOME_MEASURED);
	assert_int_equal(cell->load, 3);
	/* It is the user's wish that other work has the processors. */
	for (size_t i = 0; i < cb_results_warning_count(f.results); i++)
		assert_string_not_equal(cb_results_warning_at(f.results, i)->id, "contended");
	close_plan(&f);
}

static void threads_and_processes_have_cells_of_their_own(void **state)
{
	(void)state;
	static const char *const ids[] = {CELL, CELL "/threads=2", CELL "/processes=2"};
	fixture f = open_tiny_plan();
	set(&f, "threads", "1,2");
	set(&f, "processes", "1");
	cb_status status = cb_plan_run(f.plan, &f.results, NULL, NULL);
	if (status == CB_EINVAL) {
		close_plan(&f); /* there is one processor */
		skip();
	}
	assert_int_equal(status, CB_OK);
	assert_int_equal(cb_results_cell_count(f.results), 2);
	for (size_t i = 0; i < 2; i++) {
		const cb_cell *cell = cb_results_find(f.results, ids[i]);
		assert_non_null(cell);
		assert_int_equal(cell->outcome, CB_OUTCOME_MEASURED);
		assert_int_equal(cell->threads, i + 1);
	}
	close_plan(&f);
	f = open_tiny_plan();
	set(&f, "processes", "1,2");
	run(&f);
	assert_int_equal(cb_results_cell_count(f.results), 2);
	const cb_cell *cell = cb_results_find(f.results, ids[2]);
	assert_non_null(cell);
	assert_int_equal(cell->outcome, CB_OUTCOME_MEASURED);
	assert_int_equal(cell->processes, 2);
	close_plan(&f);
}

static void a_path_that_is_no_text_is_refused_clearly(void **state)
{
	scratch *in = *state;
	assert_int_equal(mkdir(scratch_path(in, "caf\xe9"), 0700), 0);
	assert_int_equal(
		symlink(CB_TEST_MODULES "/null.so", scratch_path(in, "caf\xe9/null.so")), 0);
	fixture f = open_plan(scratch_path(in, "caf\xe9"), CB_TEST_WORKER);
	assert_int_equal(cb_plan_add_subject(f.plan, "null:on"), CB_OK);
	assert_fails(&f, CB_EWORKER, "not UTF-8");
	close_plan(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_backends_there_is_nothing_to_measure),
		SCRATCH_TEST(the_null_backend_must_be_asked_for),
		cmocka_unit_test(a_worker_that_is_not_there_is_named),
		cmocka_unit_test(a_worker_that_is_something_else_is_reported),
		SCRATCH_TEST(a_backend_that_cannot_be_loaded_is_reported),
		cmocka_unit_test(what_was_asked_for_is_measured),
		cmocka_unit_test(a_plan_can_be_run_again),
		cmocka_unit_test(results_live_on_without_their_plan),
		cmocka_unit_test(an_algorithm_that_nobody_has_is_unsupported_if_named),
		cmocka_unit_test(a_selection_that_means_nothing_is_an_error),
		cmocka_unit_test(two_subjects_of_one_label_are_refused),
		cmocka_unit_test(two_subjects_are_compared),
		cmocka_unit_test(progress_is_told),
		cmocka_unit_test(the_end_is_told_however_short_a_run_is),
		cmocka_unit_test(a_cancelled_run_leaves_results_that_are_not_complete),
		cmocka_unit_test(whoever_cancelled_once_is_not_asked_again),
		cmocka_unit_test(a_run_ends_with_its_budget),
		cmocka_unit_test(samples_are_left_out_if_unwanted),
#ifdef __linux__
		cmocka_unit_test(the_callers_affinity_is_given_back),
#endif
		cmocka_unit_test(more_threads_than_processors_are_refused),
		cmocka_unit_test(a_load_may_be_more_than_there_are_processors),
		cmocka_unit_test(threads_and_processes_have_cells_of_their_own),
		SCRATCH_TEST(a_path_that_is_no_text_is_refused_clearly),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
