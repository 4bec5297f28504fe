/* SPDX-License-Identifier: Apache-2.0 */
#include "baseline_fixture.h"

#include <math.h>

#include "gate.h"

static void save_text(fixture *f, const char *text, size_t len)
{
	FILE *stream = fopen(f->file, "wb");
	assert_non_null(stream);
	assert_int_equal(fwrite(text, 1, len, stream), len);
	assert_int_equal(fclose(stream), 0);
}

static void save(fixture *f, const json_t *value)
{
	char *text = json_dumps(value, 0);
	assert_non_null(text);
	save_text(f, text, strlen(text));
	free(text);
}

static void expect_refused(fixture *f, const char *part)
{
	json_t *loaded = f->baseline;
	assert_int_equal(cb__baseline_load(&loaded, f->ctx, f->file), CB_EFORMAT);
	assert_null(loaded);
	assert_is_message(cb_context_error(f->ctx));
	assert_says(cb_context_error(f->ctx), f->file);
	assert_says(cb_context_error(f->ctx), part);
}

static void absent_file_is_no_baseline(void **state)
{
	fixture *f = *state;
	json_t *loaded = f->baseline;
	assert_int_equal(cb__baseline_load(&loaded, f->ctx, f->file), CB_OK);
	assert_null(loaded);
}

static void empty_file_says_how_to_make_a_baseline(void **state)
{
	fixture *f = *state;
	save_text(f, "", 0);
	expect_refused(f, "is empty: remove it, and make a baseline with --save-baseline");
}

static void saved_baseline_is_read_back(void **state)
{
	fixture *f = *state;
	json_t *loaded = NULL;
	add_runs(f, 2, 4000);
	save(f, f->baseline);
	assert_int_equal(cb__baseline_load(&loaded, f->ctx, f->file), CB_OK);
	assert_true(json_equal(loaded, f->baseline));
	json_decref(loaded);
}

static void directory_cannot_be_read(void **state)
{
	fixture *f = *state;
	json_t *loaded = NULL;
	scratch_directory(f->in, "b.json");
	assert_int_equal(cb__baseline_load(&loaded, f->ctx, f->file), CB_EIO);
	assert_is_message(cb_context_error(f->ctx));
}

static void file_that_was_cut_is_refused_wherever_it_ends(void **state)
{
	fixture *f = *state;
	add_runs(f, 1, 4000);
	char *text = json_dumps(f->baseline, 0);
	size_t len = strlen(text);
	for (size_t cut = 0; cut < len; cut += 1 + len / 97) {
		save_text(f, text, cut);
		expect_refused(f, "b.json");
	}
	free(text);
}

static void other_documents_are_refused(void **state)
{
	fixture *f = *state;
	save(f, f->results);
	expect_refused(f, "\"libcb.results/1\"");
	assert_says(cb_context_error(f->ctx), "--save-baseline");
	json_object_set_new(f->baseline, "schema", json_string("libcb.baseline/2"));
	save(f, f->baseline);
	expect_refused(f, "\"libcb.baseline/2\"");
	json_object_del(f->baseline, "schema");
	save(f, f->baseline);
	expect_refused(f, "missing");
	save_text(f, "[]", 2);
	expect_refused(f, "missing");
}

static void baseline_without_runs_is_refused(void **state)
{
	fixture *f = *state;
	save(f, f->baseline);
	expect_refused(f, "runs");
	json_object_set_new(f->baseline, "runs", json_object());
	save(f, f->baseline);
	expect_refused(f, "runs");
	json_object_del(f->baseline, "runs");
	save(f, f->baseline);
	expect_refused(f, "runs");
}

static void malformed_run_is_refused_with_its_place(void **state)
{
	fixture *f = *state;
	add_runs(f, 2, 4000);
	json_t *run = json_array_get(json_object_get(f->baseline, "runs"), 1);
	json_t *results = json_object_get(run, "results");
	put(json_object_get(cell_at(results, 0), "summary"), "median_ns", json_string("fast"));
	save(f, f->baseline);
	expect_refused(f, "runs[1].results: cells[0].summary.median_ns");
	json_object_set_new(run, "results", json_integer(1));
	save(f, f->baseline);
	expect_refused(f, "runs[1].results");
	json_array_set_new(json_object_get(f->baseline, "runs"), 1, json_null());
	save(f, f->baseline);
	expect_refused(f, "runs[1].results");
}

static void drift_and_libraries_of_another_type_are_refused(void **state)
{
	fixture *f = *state;
	add_runs(f, 1, 4000);
	json_object_set_new(f->baseline, "drift", json_array());
	save(f, f->baseline);
	expect_refused(f, "drift: not an object");
	json_object_del(f->baseline, "drift");
	json_object_set_new(f->baseline, "libraries", json_object());
	save(f, f->baseline);
	expect_refused(f, "libraries: not a list");
}

static size_t count_reference(const fixture *f)
{
	json_t *list = cb__baseline_reference(f->baseline);
	size_t count = json_array_size(list);
	assert_ptr_equal(json_object_get(json_array_get(list, count - 1), "results"),
		cb__baseline_latest(f->baseline));
	json_decref(list);
	return count;
}

static void copies_that_lie_elsewhere_are_refused(void **state)
{
	static const char *const names[] = {
		"/lib/libc.so", "../other/lib.so", "0123/../../lib.so", "..", "0123/..", ""};
	fixture *f = *state;
	add_runs(f, 1, 4000);
	for (size_t i = 0; i < ROWS(names); i++) {
		json_object_set_new(f->baseline, "libraries",
			json_pack("[{s:s, s:[{s:s}]}]", "backend", "openssl", "files", "file",
				names[i]));
		save(f, f->baseline);
		expect_refused(f, "libraries[0].files[0].file");
	}
	json_object_set_new(f->baseline, "libraries",
		json_pack("[{s:s, s:[]}]", "backend", "../openssl", "files"));
	save(f, f->baseline);
	expect_refused(f, "libraries[0].backend");
	json_object_set_new(f->baseline, "libraries",
		json_pack("[{s:s, s:[{s:s}]}]", "backend", "openssl", "files", "file",
			"0123/lib..so/..a"));
	save(f, f->baseline);
	json_t *loaded = NULL;
	assert_int_equal(cb__baseline_load(&loaded, f->ctx, f->file), CB_OK);
	json_decref(loaded);
}

/* Drift after a gate of one cell. */
static double drift_of(cb_verdict verdict, int is_fault)
{
	cb_judged cell = {.id = CELL, .verdict = verdict, .loss_percent = 4};
	const cb_judged *order = &cell;
	cb_gate_note note = {.id = "one", .text = "One.", .is_fault = is_fault};
	cb_gate gate = {.order = &order, .count = 1, .notes = &note, .note_count = 1};
	json_t *baseline = cb__baseline_new();
	assert_int_equal(cb__baseline_drift(baseline, &gate), CB_OK);
	double drift = json_number_value(json_object_get(json_object_get(baseline, "drift"), CELL));
	json_decref(baseline);
	return drift;
}

static void only_what_was_judged_drifts(void **state)
{
	static const cb_verdict without[] = {
		CB_VERDICT_NOISY, CB_VERDICT_SUSPECT, CB_VERDICT_BROKEN, CB_VERDICT_INCOMPARABLE};
	(void)state;
	assert_true(fabs(drift_of(CB_VERDICT_REGRESSED, 0) + log1p(-0.04)) < 1e-12);
	assert_true(fabs(drift_of(CB_VERDICT_UNCHANGED, 0) + log1p(-0.04)) < 1e-12);
	for (size_t i = 0; i < ROWS(without); i++)
		assert_true(fabs(drift_of(without[i], 0)) < 1e-12);
}

static void faulty_gate_adds_no_drift(void **state)
{
	(void)state;
	assert_true(fabs(drift_of(CB_VERDICT_REGRESSED, 1)) < 1e-12);
}

static void runs_count_from_the_last_accepted_one(void **state)
{
	fixture *f = *state;
	assert_null(cb__baseline_latest(f->baseline));
	add_runs(f, 1, 4000);
	assert_int_equal(count_reference(f), 1);
	add_runs(f, 2, 4000);
	assert_int_equal(count_reference(f), 3);
	assert_int_equal(
		cb__baseline_add(f->baseline, f->results, NULL, "needed for a fix"), CB_OK);
	assert_int_equal(count_reference(f), 1);
	add_runs(f, 1, 4000);
	assert_int_equal(count_reference(f), 2);
	assert_int_equal(cb__baseline_add(f->baseline, f->results, NULL, ""), CB_OK);
	assert_int_equal(count_reference(f), 1);
	assert_int_equal(json_array_size(json_object_get(f->baseline, "runs")), 6);
}

static void later_change_of_results_leaves_the_run(void **state)
{
	fixture *f = *state;
	add_runs(f, 1, 4000);
	json_t *before = json_deep_copy(cb__baseline_latest(f->baseline));
	set_time(f->results, 5000);
	assert_true(json_equal(before, cb__baseline_latest(f->baseline)));
	json_decref(before);
}

static const char *const fields[] = {
#define FIELD(path) path,
#include "baseline_fields.def"
#undef FIELD
};

static void expect_difference(
	const json_t *list, size_t index, const char *field, const char *base, const char *head)
{
	const json_t *one = json_array_get(list, index);
	assert_string_equal(json_string_value(json_object_get(one, "field")), field);
	assert_string_equal(json_string_value(json_object_get(one, "base")), base);
	assert_string_equal(json_string_value(json_object_get(one, "head")), head);
}

static void nothing_differs_from_itself(void **state)
{
	fixture *f = *state;
	json_t *list = cb__baseline_differences(f->results, f->results);
	assert_int_equal(json_array_size(list), 0);
	json_decref(list);
}

static void every_field_is_compared_and_named_with_both_values(void **state)
{
	fixture *f = *state;
	for (size_t i = 0; i < ROWS(fields); i++) {
		json_t *altered = json_deep_copy(f->results);
		put(f->results, fields[i], json_string("one"));
		put(altered, fields[i], json_string("two"));
		json_t *list = cb__baseline_differences(f->results, altered);
		assert_int_equal(json_array_size(list), 1);
		expect_difference(list, 0, fields[i], "one", "two");
		json_decref(list);
		put(altered, fields[i], NULL);
		list = cb__baseline_differences(f->results, altered);
		assert_int_equal(json_array_size(list), 1);
		expect_difference(list, 0, fields[i], "one", "unknown");
		json_decref(list);
		json_decref(altered);
	}
}

static void all_that_differs_is_named(void **state)
{
	fixture *f = *state;
	json_t *altered = json_deep_copy(f->results);
	for (size_t i = 0; i < ROWS(fields); i++) {
		put(f->results, fields[i], json_integer(1));
		put(altered, fields[i], json_true());
	}
	json_t *list = cb__baseline_differences(f->results, altered);
	assert_int_equal(json_array_size(list), ROWS(fields));
	for (size_t i = 0; i < ROWS(fields); i++)
		expect_difference(list, i, fields[i], "1", "true");
	json_decref(list);
	json_decref(altered);
}

static void library_and_machine_name_may_differ(void **state)
{
	fixture *f = *state;
	json_t *altered = json_deep_copy(f->results);
	json_t *subject = json_array_get(json_object_get(altered, "subjects"), 0);
	put(subject, "library.version", json_string("OpenSSL 3.5.0"));
	put(subject, "library.build_id", json_string("1234"));
	put(altered, "tool.machine", json_string("another-name"));
	put(altered, "tool.seed", json_integer(8));
	json_t *list = cb__baseline_differences(f->results, altered);
	assert_int_equal(json_array_size(list), 0);
	json_decref(list);
	json_decref(altered);
}

static void only_features_that_differ_are_named(void **state)
{
	fixture *f = *state;
	json_t *altered = json_deep_copy(f->results);
	put(f->results, "environment.cpu.features",
		json_pack("{s:b, s:b, s:b}", "aes", 1, "sha2", 1, "vaes", 0));
	put(altered, "environment.cpu.features",
		json_pack("{s:b, s:b, s:b}", "aes", 1, "sha2", 0, "gfni", 1));
	json_t *list = cb__baseline_differences(f->results, altered);
	assert_int_equal(json_array_size(list), 1);
	expect_difference(list, 0, "environment.cpu.features", "{\"sha2\":true,\"vaes\":false}",
		"{\"sha2\":false,\"gfni\":true}");
	json_decref(list);
	json_decref(altered);
}

static void debug_build_is_another_harness(void **state)
{
	fixture *f = *state;
	json_t *altered = json_deep_copy(f->results);
	json_array_append_new(json_object_get(json_object_get(altered, "environment"), "warnings"),
		json_pack("{s:s, s:s}", "id", "debug-build", "text", "no optimisation"));
	json_t *list = cb__baseline_differences(f->results, altered);
	assert_int_equal(json_array_size(list), 1);
	expect_difference(list, 0, "build of libcb", "optimised", "debug");
	json_decref(list);
	list = cb__baseline_differences(altered, altered);
	assert_int_equal(json_array_size(list), 0);
	json_decref(list);
	json_decref(altered);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		BASELINE_TEST(absent_file_is_no_baseline),
		BASELINE_TEST(empty_file_says_how_to_make_a_baseline),
		BASELINE_TEST(saved_baseline_is_read_back),
		BASELINE_TEST(directory_cannot_be_read),
		BASELINE_TEST(file_that_was_cut_is_refused_wherever_it_ends),
		BASELINE_TEST(other_documents_are_refused),
		BASELINE_TEST(baseline_without_runs_is_refused),
		BASELINE_TEST(malformed_run_is_refused_with_its_place),
		BASELINE_TEST(drift_and_libraries_of_another_type_are_refused),
		BASELINE_TEST(copies_that_lie_elsewhere_are_refused),
		BASELINE_TEST(only_what_was_judged_drifts),
		BASELINE_TEST(faulty_gate_adds_no_drift),
		BASELINE_TEST(runs_count_from_the_last_accepted_one),
		BASELINE_TEST(later_change_of_results_leaves_the_run),
		BASELINE_TEST(nothing_differs_from_itself),
		BASELINE_TEST(every_field_is_compared_and_named_with_both_values),
		BASELINE_TEST(all_that_differs_is_named),
		BASELINE_TEST(library_and_machine_name_may_differ),
		BASELINE_TEST(only_features_that_differ_are_named),
		BASELINE_TEST(debug_build_is_another_harness),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
