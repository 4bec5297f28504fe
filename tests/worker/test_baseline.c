/* SPDX-License-Identifier: Apache-2.0 */
/* Baselines through the public interface, with a library that is a toy. */
#define _GNU_SOURCE /* flock */
#define _DARWIN_C_SOURCE
#include "scene.h"
#include "scratch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

#include <jansson.h>

#include "baseline_scene.h"

static int is_there(const saving *v, const char *name)
{
	return access(scratch_path(v->in, name), F_OK) == 0;
}

/* The kept library. */
static const char *kept(const saving *v)
{
	static char name[128];
	json_t *baseline = load(v);
	json_t *library = json_array_get(json_object_get(baseline, "libraries"), 0);
	json_t *row = json_array_get(json_object_get(library, "files"), 0);
	const char *file = json_string_value(json_object_get(row, "file"));
	snprintf(name, sizeof name, "b.json.libs/toy_accel/%s", file != NULL ? file : "none");
	json_decref(baseline);
	return name;
}

static void same_library_is_identical_to_its_copy(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 0);
	assert_int_equal(v.info.runs, 1);
	assert_int_equal(v.info.cells, 1);
	assert_int_equal(v.info.failed, 0);
	assert_true(v.info.has_library);
	assert_true(is_there(&v, kept(&v)));
	gate_well(&v);
	assert_string_equal(cb_gate_mode(v.gate), "bundle");
	assert_int_equal(cb_gate_find(v.gate, CELL)->verdict, CB_VERDICT_IDENTICAL);
	assert_int_equal(cb_gate_exit(v.gate), CB_GATE_FINE);
	assert_says(cb_gate_base_at(v.gate, 0)->file, kept(&v));
	close_saving(&v);
}

static void baseline_says_what_to_measure(void **state)
{
	saving v;
	cb_plan *plan = NULL;
	open_saving(&v, *state, SUBJECT);
	scene_set(&v.s, "sizes", "32,96");
	scene_set(&v.s, "variant", "message,misalign");
	save_well(&v, 1);
	assert_int_equal(cb_plan_new(&plan, v.s.ctx), CB_OK);
	assert_int_equal(cb_plan_set(plan, "launches", "1"), CB_OK);
	assert_int_equal(cb_plan_set(plan, "samples", "2"), CB_OK);
	assert_int_equal(cb_plan_gate_baseline(plan, &v.gate, v.file, v.rules, NULL, NULL), CB_OK);
	assert_int_equal(cb_gate_count(v.gate), v.info.cells);
	assert_int_equal(cb_gate_verdict_count(v.gate, CB_VERDICT_MISSING), 0);
	assert_non_null(cb_gate_find(v.gate, "toy_accel/fixture-hash/digest/96/on"));
	cb_plan_free(plan);
	close_saving(&v);
}

/* One run can warn at most. */
static void without_a_library_stored_times_are_judged(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	assert_false(v.info.has_library);
	assert_false(is_there(&v, "b.json.libs"));
	gate_well(&v);
	assert_string_equal(cb_gate_mode(v.gate), "file");
	assert_string_equal(cb_gate_find(v.gate, CELL)->stage, "stored");
	assert_non_null(note_of(&v, "single-value"));
	assert_int_equal(cb_gate_exit(v.gate), CB_GATE_FINE);
	close_saving(&v);
}

static void runs_are_added_up_without_their_samples(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	for (size_t i = 1; i <= 5; i++) {
		save_well(&v, 1);
		assert_int_equal(v.info.runs, i);
	}
	json_t *baseline = load(&v);
	json_t *runs = json_object_get(baseline, "runs");
	assert_int_equal(json_array_size(runs), 5);
	for (size_t i = 0; i < 5; i++) {
		json_t *results = json_object_get(json_array_get(runs, i), "results");
		json_t *cell = json_array_get(json_object_get(results, "cells"), 0);
		assert_null(json_object_get(cell, "samples"));
		assert_non_null(json_object_get(cell, "summary"));
	}
	json_decref(baseline);
	gate_well(&v);
	assert_null(note_of(&v, "single-value"));
	assert_int_equal(cb_gate_find(v.gate, CELL)->launches, 5);
	close_saving(&v);
}

static void accepted_run_is_the_only_one_and_history_stays(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	save_well(&v, 1);
	assert_int_equal(cb_plan_accept_baseline(
				 v.s.plan, &v.gate, v.file, "a fix needs it", v.rules, NULL, NULL),
		CB_OK);
	assert_string_equal(cb_gate_mode(v.gate), "file");
	json_t *baseline = load(&v);
	json_t *runs = json_object_get(baseline, "runs");
	assert_int_equal(json_array_size(runs), 3);
	assert_string_equal(json_string_value(json_object_get(json_array_get(runs, 2), "accepted")),
		"a fix needs it");
	json_decref(baseline);
	gate_well(&v);
	assert_int_equal(cb_gate_find(v.gate, CELL)->launches, 1);
	save_well(&v, 1);
	assert_int_equal(v.info.runs, 2);
	close_saving(&v);
}

static void accepting_keeps_the_library_of_today(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 0);
	assert_int_equal(
		cb_plan_accept_baseline(v.s.plan, &v.gate, v.file, "because", v.rules, NULL, NULL),
		CB_OK);
	assert_string_equal(cb_gate_mode(v.gate), "bundle");
	json_t *baseline = load(&v);
	assert_int_equal(json_array_size(json_object_get(baseline, "libraries")), 1);
	assert_int_equal(json_array_size(json_object_get(baseline, "runs")), 2);
	json_decref(baseline);
	gate_well(&v);
	assert_int_equal(cb_gate_exit(v.gate), CB_GATE_FINE);
	close_saving(&v);
}

static void nothing_is_accepted_without_a_baseline(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	assert_int_equal(
		cb_plan_accept_baseline(v.s.plan, &v.gate, v.file, "because", v.rules, NULL, NULL),
		CB_EIO);
	assert_null(v.gate);
	expect_error(&v, "--save-baseline");
	assert_false(is_there(&v, "b.json"));
	close_saving(&v);
}

static void edit_machine(const saving *v)
{
	json_t *baseline = load(v);
	json_t *run = json_array_get(json_object_get(baseline, "runs"), 0);
	json_t *environment = json_object_get(json_object_get(run, "results"), "environment");
	json_object_set_new(
		json_object_get(environment, "cpu"), "model", json_string("Another CPU"));
	assert_int_equal(json_dump_file(baseline, v->file, 0), 0);
	json_decref(baseline);
}

static void expect_runs(const saving *v, size_t count)
{
	json_t *baseline = load(v);
	assert_int_equal(json_array_size(json_object_get(baseline, "runs")), count);
	json_decref(baseline);
}

static void another_machine_is_not_judged_nor_added(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	edit_machine(&v);
	gate_well(&v);
	assert_int_equal(cb_gate_find(v.gate, CELL)->verdict, CB_VERDICT_INCOMPARABLE);
	assert_says(cb_gate_find(v.gate, CELL)->reason, "environment.cpu.model was Another CPU");
	assert_int_equal(cb_gate_exit(v.gate), CB_GATE_INVALID);
	assert_int_equal(save(&v, 1), CB_EINVAL);
	expect_error(&v, "environment.cpu.model was Another CPU");
	expect_runs(&v, 1);
	close_saving(&v);
}

/* With the library, the times of the other machine are not needed. */
static void another_machine_is_judged_by_the_kept_library(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 0);
	edit_machine(&v);
	gate_well(&v);
	assert_int_equal(cb_gate_exit(v.gate), CB_GATE_FINE);
	close_saving(&v);
}

static void absent_baseline_says_how_to_make_one(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	gate_well(&v);
	assert_int_equal(cb_gate_exit(v.gate), CB_GATE_INVALID);
	assert_int_equal(cb_gate_count(v.gate), 0);
	assert_says(note_of(&v, "no-baseline"), "cbench gate --save-baseline");
	assert_says(note_of(&v, "no-baseline"), v.file);
	close_saving(&v);
}

static void other_subjects_are_not_added(void **state)
{
	saving v;
	saving other;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	open_saving(&other, *state, "toy_accel:off");
	assert_int_equal(save(&other, 1), CB_EINVAL);
	expect_error(&other, "--accept");
	expect_runs(&v, 1);
	close_saving(&other);
	close_saving(&v);
}

static void run_that_measured_nothing_is_not_saved(void **state)
{
	saving v;
	open_saving(&v, *state, "crash_segv:on");
	assert_int_equal(save(&v, 1), CB_EEMPTY);
	expect_error(&v, "b.json");
	assert_false(is_there(&v, "b.json"));
	close_saving(&v);
}

static void cells_that_failed_are_counted(void **state)
{
	saving v;
	open_saving(&v, *state, "crash_segv:on " SUBJECT);
	save_well(&v, 1);
	assert_int_equal(v.info.failed, 1);
	assert_int_equal(v.info.cells, 1);
	close_saving(&v);
}

static void damaged_copy_is_not_measured(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 0);
	FILE *stream = fopen(scratch_path(v.in, kept(&v)), "ab");
	assert_non_null(stream);
	fputc(0, stream);
	fclose(stream);
	assert_int_equal(
		cb_plan_gate_baseline(v.s.plan, &v.gate, v.file, v.rules, NULL, NULL), CB_EFORMAT);
	assert_null(v.gate);
	expect_error(&v, "damaged");
	close_saving(&v);
}

static void file_that_is_no_baseline_stays(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	json_t *other = json_pack("{s:s}", "schema", "libcb.results/1");
	assert_int_equal(json_dump_file(other, v.file, 0), 0);
	assert_int_equal(save(&v, 1), CB_EFORMAT);
	expect_error(&v, "no baseline");
	assert_int_equal(
		cb_plan_gate_baseline(v.s.plan, &v.gate, v.file, v.rules, NULL, NULL), CB_EFORMAT);
	json_t *after = load(&v);
	assert_true(json_equal(other, after));
	json_decref(after);
	json_decref(other);
	close_saving(&v);
}

static void nothing_is_saved_if_the_library_cannot_be_kept(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	scratch_file(v.in, "b.json.libs", 0600);
	assert_int_equal(save(&v, 0), CB_EIO);
	expect_error(&v, "b.json.libs");
	assert_false(is_there(&v, "b.json"));
	close_saving(&v);
}

static void rule_for_no_cell_is_refused(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	assert_int_equal(cb_rules_parse(v.rules, "r.conf",
				 "rules = ( { cells = \"none/**\"; limit = \"3%\"; } );\n"),
		CB_OK);
	assert_int_equal(cb_plan_gate_baseline(v.s.plan, &v.gate, v.file, v.rules, NULL, NULL),
		CB_ENOTFOUND);
	assert_null(v.gate);
	expect_error(&v, "none/**");
	close_saving(&v);
}

static void run_without_rules_takes_the_usual_ones(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	assert_int_equal(cb_plan_gate_baseline(v.s.plan, &v.gate, v.file, NULL, NULL, NULL), CB_OK);
	assert_non_null(cb_gate_find(v.gate, CELL));
	cb_gate_free(v.gate);
	assert_int_equal(
		cb_plan_accept_baseline(v.s.plan, &v.gate, v.file, "because", NULL, NULL, NULL),
		CB_OK);
	expect_runs(&v, 2);
	close_saving(&v);
}

static void counts_do_not_go_with_a_baseline(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	assert_int_equal(
		cb_rules_parse(v.rules, "r.conf", "gate = { mode = \"icount\"; };\n"), CB_OK);
	v.gate = (cb_gate *)&v;
	assert_int_equal(
		cb_plan_gate_baseline(v.s.plan, &v.gate, v.file, v.rules, NULL, NULL), CB_EINVAL);
	assert_null(v.gate);
	expect_error(&v, "icount");
	v.gate = (cb_gate *)&v;
	assert_int_equal(
		cb_plan_accept_baseline(v.s.plan, &v.gate, v.file, "because", v.rules, NULL, NULL),
		CB_EINVAL);
	assert_null(v.gate);
	expect_runs(&v, 1);
	close_saving(&v);
}

/* As if the library of today had other bytes, though it says of itself what it said before. */
static void edit_checksum(const saving *v)
{
	json_t *baseline = load(v);
	json_t *run = json_array_get(json_object_get(baseline, "runs"), 0);
	json_t *subject = json_array_get(json_object_get(run, "subjects"), 0);
	assert_true(json_is_string(json_object_get(subject, "checksum")));
	json_object_set_new(subject, "checksum", json_string("0123456789abcdef"));
	assert_int_equal(json_dump_file(baseline, v->file, 0), 0);
	json_decref(baseline);
}

static void library_of_other_bytes_is_not_added(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 0);
	edit_checksum(&v);
	assert_int_equal(save(&v, 0), CB_EINVAL);
	expect_error(&v, "other libraries");
	expect_runs(&v, 1);
	close_saving(&v);
}

static void copies_come_only_with_the_first_run(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	save_well(&v, 0);
	assert_false(v.info.has_library);
	assert_false(is_there(&v, "b.json.libs"));
	assert_int_equal(
		cb_plan_accept_baseline(v.s.plan, &v.gate, v.file, "because", v.rules, NULL, NULL),
		CB_OK);
	assert_false(is_there(&v, "b.json.libs"));
	close_saving(&v);
}

/* Another process holds the lock for as long as the pipe is open. */
static pid_t lock_elsewhere(const saving *v, int ends[2])
{
	char byte = 0;
	int told[2];
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(pipe(told), 0);
	pid_t child = fork();
	if (child == 0) {
		int fd = open(scratch_path(v->in, "b.json.lock"), O_RDWR);
		close(ends[1]);
		if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) != 0 || write(told[1], &byte, 1) != 1)
			_exit(1);
		_exit(read(ends[0], &byte, 1) == 0 ? 0 : 1);
	}
	close(told[1]);
	assert_int_equal(read(told[0], &byte, 1), 1);
	close(told[0]);
	close(ends[0]);
	return child;
}

static void baseline_that_is_being_written_is_left_alone(void **state)
{
	saving v;
	int ends[2];
	int status = -1;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	pid_t child = lock_elsewhere(&v, ends);
	assert_int_equal(save(&v, 1), CB_EIO);
	expect_error(&v, "another process");
	expect_runs(&v, 1);
	gate_well(&v);
	close(ends[1]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	save_well(&v, 1);
	close_saving(&v);
}

static void lock_of_a_killed_process_is_in_nobodys_way(void **state)
{
	saving v;
	int ends[2];
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	pid_t child = lock_elsewhere(&v, ends);
	assert_int_equal(save(&v, 1), CB_EIO);
	expect_error(&v, "need not be removed");
	assert_int_equal(kill(child, SIGKILL), 0);
	assert_int_equal(waitpid(child, NULL, 0), child);
	save_well(&v, 1);
	close(ends[1]);
	close_saving(&v);
}

/* As another thread would have it. */
static void baseline_that_this_process_is_writing_is_left_alone(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	int fd = open(scratch_path(v.in, "b.json.lock"), O_RDWR);
	assert_true(fd >= 0);
	assert_int_equal(flock(fd, LOCK_EX | LOCK_NB), 0);
	assert_int_equal(save(&v, 1), CB_EIO);
	expect_error(&v, "thread");
	close(fd);
	save_well(&v, 1);
	close_saving(&v);
}

/* The library as it was asked for. */
static void set_asked(const saving *v, json_t *library)
{
	json_t *baseline = load(v);
	json_t *run = json_array_get(json_object_get(baseline, "runs"), 0);
	json_t *subject = json_array_get(json_object_get(run, "subjects"), 0);
	json_object_set_new(subject, "library", library);
	assert_int_equal(json_dump_file(baseline, v->file, 0), 0);
	json_decref(baseline);
}

static void library_that_is_gone_is_asked_for(void **state)
{
	saving v;
	cb_plan *plan = NULL;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	json_t *baseline = load(&v);
	json_t *run = json_array_get(json_object_get(baseline, "runs"), 0);
	json_t *subject = json_array_get(json_object_get(run, "subjects"), 0);
	assert_true(json_is_null(json_object_get(subject, "library")));
	json_decref(baseline);
	set_asked(&v, json_string("/nowhere/libtoy.so"));
	assert_int_equal(cb_plan_new(&plan, v.s.ctx), CB_OK);
	assert_int_equal(
		cb_plan_gate_baseline(plan, &v.gate, v.file, v.rules, NULL, NULL), CB_ENOTFOUND);
	assert_null(v.gate);
	expect_error(&v, "/nowhere/libtoy.so");
	expect_error(&v, "-s toy_accel=");
	cb_plan_free(plan);
	close_saving(&v);
}

static int cancel(const cb_progress *progress, void *payload)
{
	(void)payload;
	return progress->done > 0;
}

static void cancelled_gate_tells_what_it_has(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	scene_set(&v.s, "sizes", "16,32,64,128");
	save_well(&v, 1);
	scene_set(&v.s, "samples", "500");
	assert_int_equal(cb_plan_gate_baseline(v.s.plan, &v.gate, v.file, v.rules, cancel, NULL),
		CB_ECANCELLED);
	assert_non_null(v.gate);
	assert_false(cb_gate_complete(v.gate));
	assert_int_equal(cb_gate_count(v.gate), 4);
	assert_non_null(note_of(&v, "cancelled"));
	assert_int_not_equal(cb_gate_exit(v.gate), CB_GATE_REGRESSED);
	close_saving(&v);
}

static void cancelled_run_is_not_saved(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	scene_set(&v.s, "sizes", "16,32,64,128");
	save_well(&v, 1);
	scene_set(&v.s, "samples", "500");
	assert_int_equal(
		cb_plan_save_baseline(v.s.plan, v.file, 1, NULL, cancel, NULL), CB_ECANCELLED);
	expect_runs(&v, 1);
	assert_int_equal(cb_plan_accept_baseline(
				 v.s.plan, &v.gate, v.file, "because", v.rules, cancel, NULL),
		CB_ECANCELLED);
	assert_non_null(v.gate);
	expect_runs(&v, 1);
	close_saving(&v);
}

static const char *const fields[] = {
#define FIELD(path) path,
#include "baseline_fields.def"
#undef FIELD
};

/* A path that is in no document would compare nothing. */
static void every_compared_field_is_in_results(void **state)
{
	saving v;
	open_saving(&v, *state, SUBJECT);
	save_well(&v, 1);
	json_t *baseline = load(&v);
	json_t *run = json_array_get(json_object_get(baseline, "runs"), 0);
	for (size_t i = 0; i < ROWS(fields); i++) {
		char path[64];
		const json_t *value = json_object_get(run, "results");
		assert_true(strlen(fields[i]) < sizeof path);
		strcpy(path, fields[i]);
		for (char *name = strtok(path, "."); name != NULL; name = strtok(NULL, "."))
			value = json_object_get(value, name);
		if (value == NULL)
			fail_msg("no %s", fields[i]);
	}
	json_decref(baseline);
	close_saving(&v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCRATCH_TEST(same_library_is_identical_to_its_copy),
		SCRATCH_TEST(baseline_says_what_to_measure),
		SCRATCH_TEST(without_a_library_stored_times_are_judged),
		SCRATCH_TEST(runs_are_added_up_without_their_samples),
		SCRATCH_TEST(accepted_run_is_the_only_one_and_history_stays),
		SCRATCH_TEST(accepting_keeps_the_library_of_today),
		SCRATCH_TEST(nothing_is_accepted_without_a_baseline),
		SCRATCH_TEST(another_machine_is_not_judged_nor_added),
		SCRATCH_TEST(another_machine_is_judged_by_the_kept_library),
		SCRATCH_TEST(absent_baseline_says_how_to_make_one),
		SCRATCH_TEST(other_subjects_are_not_added),
		SCRATCH_TEST(run_that_measured_nothing_is_not_saved),
		SCRATCH_TEST(cells_that_failed_are_counted),
		SCRATCH_TEST(damaged_copy_is_not_measured),
		SCRATCH_TEST(file_that_is_no_baseline_stays),
		SCRATCH_TEST(nothing_is_saved_if_the_library_cannot_be_kept),
		SCRATCH_TEST(rule_for_no_cell_is_refused),
		SCRATCH_TEST(run_without_rules_takes_the_usual_ones),
		SCRATCH_TEST(counts_do_not_go_with_a_baseline),
		SCRATCH_TEST(library_of_other_bytes_is_not_added),
		SCRATCH_TEST(copies_come_only_with_the_first_run),
		SCRATCH_TEST(baseline_that_is_being_written_is_left_alone),
		SCRATCH_TEST(lock_of_a_killed_process_is_in_nobodys_way),
		SCRATCH_TEST(baseline_that_this_process_is_writing_is_left_alone),
		SCRATCH_TEST(library_that_is_gone_is_asked_for),
		SCRATCH_TEST(cancelled_gate_tells_what_it_has),
		SCRATCH_TEST(cancelled_run_is_not_saved),
		SCRATCH_TEST(every_compared_field_is_in_results),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
