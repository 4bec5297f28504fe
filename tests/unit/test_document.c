/* SPDX-License-Identifier: Apache-2.0 */
#include "document_fixture.h"

#include "scarcity.h"

static const char *text_at(
	const cb_results *results, const char *list, size_t index, const char *member)
{
	const json_t *row =
		json_array_get(json_object_get(cb__results_document(results), list), index);
	return json_string_value(json_object_get(row, member));
}

static void cells_have_ids_of_their_parts(void **state)
{
	static const char *const ids[] = {
		"lib/" DIGEST "/on",
		"lib/" DIGEST "/off",
		"lib/" DIGEST "/nocrypto",
		"broken/" DIGEST "/on",
		"lib/" SIGN "/on",
		"lib/" SIGN "/off",
		"lib/" SIGN "/nocrypto",
		"broken/" SIGN "/on",
	};
	cb_results *results = results_of(*state);
	assert_int_equal(cb_results_cell_count(results), ROWS(ids));
	for (size_t i = 0; i < ROWS(ids); i++) {
		const cb_cell *cell = cb_results_cell_at(results, i);
		assert_string_equal(cell->id, ids[i]);
		assert_string_equal(cell->panel, i < 4 ? DIGEST : SIGN);
		assert_string_equal(
			cell->semantics, i < 4 ? "hash.digest.message/1" : "sign.sign.message/1");
		assert_int_equal(cell->size, i < 4 ? 64 : 0);
		assert_int_equal(cell->threads, 1);
		assert_int_equal(cell->processes, 1);
		assert_string_equal(cell->variant, "message");
		assert_ptr_equal(cell->subject, cb_results_subject_at(results, i % 4));
	}
	cb_results_free(results);
}

static void a_label_that_was_given_is_part_of_the_id(void **state)
{
	fixture *f = *state;
	f->crew->subjects[ON].is_labelled = 1;
	cb_results *results = results_of(f);
	assert_non_null(cb_results_find(results, "lib/" DIGEST "/on/subject=lib:on"));
	assert_null(cb_results_find(results, "lib/" DIGEST "/on"));
	assert_non_null(cb_results_find(results, "lib/" DIGEST "/off"));
	assert_non_null(cb_results_find_ratio(
		results, "lib/" DIGEST "/off", "lib/" DIGEST "/on/subject=lib:on"));
	cb_results_free(results);
}

static void a_measured_cell_has_figures(void **state)
{
	cb_results *results = results_of(*state);
	const cb_cell *cell = cb_results_find(results, "lib/" DIGEST "/off");
	assert_int_equal(cell->outcome, CB_OUTCOME_MEASURED);
	assert_string_equal(cell->reason, "");
	assert_string_equal(cell->same_as, "");
	assert_non_null(cell->summary);
	assert_int_equal(cell->summary->n, 12);
	assert_int_equal(cell->summary->launches, 6);
	assert_near(cell->summary->cpu_median_ns, 400);
	assert_true(isnan(cell->summary->cycles_per_byte));
	cb_results_free(results);
}

static void a_cell_that_another_stands_for_has_the_figures_of_that_one(void **state)
{
	cb_results *results = results_of(*state);
	const cb_cell *cell = cb_results_find(results, "lib/" DIGEST "/nocrypto");
	assert_string_equal(cell->same_as, "lib/" DIGEST "/off");
	assert_int_equal(cell->outcome, CB_OUTCOME_MEASURED);
	assert_near(cell->summary->cpu_median_ns, 400);
	assert_string_equal(cb_results_subject_at(results, NOCRYPTO)->same_as, "lib:off");
	assert_int_equal(cb_results_subject_at(results, NOCRYPTO)->achieved, 1);
	assert_string_equal(cb_results_subject_at(results, NOCRYPTO)->version, "1.2");
	cb_results_free(results);
}

static void samples_are_kept_once_unless_unwanted(void **state)
{
	fixture *f = *state;
	for (int no_samples = 0; no_samples < 2; no_samples++) {
		f->settings.no_samples = no_samples;
		cb_results *results = results_of(f);
		const json_t *cells = json_object_get(cb__results_document(results), "cells");
		for (size_t i = 0; i < json_array_size(cells); i++) {
			const json_t *samples =
				json_object_get(json_array_get(cells, i), "samples");
			int is_expected = !no_samples && (i == ON || i == OFF);
			assert_int_equal(samples != NULL, is_expected);
			if (!is_expected)
				continue;
			const json_t *rounds = json_object_get(samples, "round");
			const json_t *launches = json_object_get(samples, "launch");
			const json_t *ops = json_object_get(samples, "ops");
			assert_int_equal(json_array_size(rounds), 12);
			assert_int_equal(json_integer_value(json_array_get(rounds, 3)), 1);
			assert_int_equal(json_integer_value(json_array_get(launches, 3)), 1);
			assert_int_equal(json_integer_value(json_array_get(ops, 3)), 10);
		}
		cb_results_free(results);
	}
}

static void a_cell_that_was_not_reached_is_skipped(void **state)
{
	cb_results *results = results_of(*state);
	static const char *const ids[] = {
		"lib/" SIGN "/on", "lib/" SIGN "/off", "lib/" SIGN "/nocrypto"};
	for (size_t i = 0; i < ROWS(ids); i++) {
		const cb_cell *cell = cb_results_find(results, ids[i]);
		assert_int_equal(cell->outcome, CB_OUTCOME_SKIPPED);
		assert_is_message(cell->reason);
		assert_null(cell->summary);
	}
	cb_results_free(results);
}

static void a_broken_subject_says_why(void **state)
{
	cb_results *results = results_of(*state);
	const cb_cell *cell = cb_results_find(results, "broken/" DIGEST "/on");
	const cb_subject *subject = cb_results_subject_at(results, BROKEN);
	assert_int_equal(cell->outcome, CB_OUTCOME_CRASHED);
	assert_string_equal(cell->reason, "killed by signal 11");
	assert_string_equal(cell->output, "a line\n");
	assert_null(cell->summary);
	assert_int_equal(subject->achieved, 0);
	assert_string_equal(subject->detail, "killed by signal 11");
	assert_string_equal(subject->version, "unknown");
	assert_string_equal(subject->file, "unknown");
	assert_int_equal(cb_results_failed(results), 1);
	cb_results_free(results);
}

static void what_the_worker_was_not_given_is_told(void **state)
{
	setenv("CB_TEST_SCRUBBED", "some value", 1);
	unsetenv("CB_TEST_NOT_SET");
	cb_results *results = results_of(*state);
	unsetenv("CB_TEST_SCRUBBED");
	const json_t *subjects = json_object_get(cb__results_document(results), "subjects");
	const json_t *ignored = json_object_get(json_array_get(subjects, 0), "ignored_environment");
	assert_int_equal(json_array_size(ignored), 1);
	const json_t *row = json_array_get(ignored, 0);
	assert_string_equal(json_string_value(json_object_get(row, "name")), "CB_TEST_SCRUBBED");
	assert_string_equal(json_string_value(json_object_get(row, "value")), "some value");
	cb_results_free(results);
}

static void subjects_are_described(void **state)
{
	fixture *f = *state;
	f->crew->subjects[OFF].is_asked = 1;
	cb_results *results = results_of(f);
	const cb_subject *subject = cb_results_subject_at(results, OFF);
	const json_t *subjects = json_object_get(cb__results_document(results), "subjects");
	assert_int_equal(cb_results_subject_count(results), 4);
	assert_string_equal(subject->label, "lib:off");
	assert_string_equal(subject->backend, "lib");
	assert_int_equal(subject->accel, CB_ACCEL_OFF);
	assert_string_equal(subject->version, "1.2");
	assert_string_equal(subject->file, "/l/libx.so");
	assert_string_equal(subject->build_id, "00ff");
	assert_string_equal(subject->build_info, "-O2");
	assert_int_equal(subject->achieved, 1);
	assert_string_equal(subject->level, "switch");
	assert_string_equal(subject->detail, "read back");
	assert_string_equal(subject->same_as, "");
	assert_true(json_is_true(json_object_get(json_array_get(subjects, OFF), "asked")));
	assert_true(json_is_false(json_object_get(json_array_get(subjects, ON), "asked")));
	cb_results_free(results);
}

static void a_library_is_known_even_if_its_own_worker_never_lived(void **state)
{
	fixture *f = *state;
	f->crew->services[0].hello = f->crew->members[ON].hello;
	json_t *own = f->crew->members[OFF].hello;
	f->crew->members[OFF].hello = NULL;
	cb_results *results = results_of(f);
	f->crew->members[OFF].hello = own;
	assert_string_equal(cb_results_subject_at(results, OFF)->version, "1.2");
	assert_int_equal(cb_results_subject_at(results, OFF)->achieved, 0);
	cb_results_free(results);
}

static void what_was_asked_for_is_told(void **state)
{
	fixture *f = *state;
	cb_results *results = results_of(f);
	const json_t *document = cb__results_document(results);
	const json_t *tool = json_object_get(document, "tool");
	const json_t *options = json_object_get(tool, "options");
	assert_string_equal(
		json_string_value(json_object_get(document, "schema")), CB__RESULTS_SCHEMA);
	assert_string_equal(json_string_value(json_object_get(tool, "version")), cb_version());
	assert_string_equal(json_string_value(json_object_get(tool, "machine")), "unknown");
	assert_int_equal(json_integer_value(json_object_get(tool, "seed")), 7);
	assert_near(json_number_value(json_object_get(tool, "elapsed_s")), 12.5);
	assert_int_equal(strlen(json_string_value(json_object_get(tool, "finished"))), 20);
	assert_string_equal(
		json_string_value(json_object_get(options, "algorithms")), "sha256,ed25519");
	/* What was done, and that it was left to us. */
	assert_int_equal(json_integer_value(json_object_get(tool, "launches")), 6);
	assert_int_equal(json_integer_value(json_object_get(tool, "samples")), 2);
	assert_true(json_is_null(json_object_get(options, "launches")));
	assert_true(json_is_null(json_object_get(options, "samples")));
	assert_int_equal(
		json_integer_value(json_array_get(json_object_get(options, "processes"), 0)), 1);
	assert_int_equal(json_integer_value(json_object_get(options, "load")), 0);
	assert_int_equal(
		json_integer_value(json_array_get(json_object_get(options, "threads"), 0)), 1);
	assert_string_equal(
		json_string_value(json_array_get(json_object_get(options, "variant"), 0)),
		"message");
	assert_int_equal(json_integer_value(json_object_get(options, "cpu")), 3);
	assert_int_equal(
		json_integer_value(json_array_get(json_object_get(options, "sizes"), 0)), 64);
	assert_string_equal(cb_results_environment(results, "cpu.model"), "Example CPU");
	assert_int_equal(cb_results_complete(results), 1);
	cb_results_free(results);
	char machine[] = "build-3";
	f->settings.machine = machine;
	f->settings.launches = 9;
	f->settings.samples = 4;
	f->record.is_complete = 0;
	results = results_of(f);
	tool = json_object_get(cb__results_document(results), "tool");
	assert_string_equal(json_string_value(json_object_get(tool, "machine")), "build-3");
	options = json_object_get(tool, "options");
	assert_int_equal(json_integer_value(json_object_get(options, "launches")), 9);
	assert_int_equal(json_integer_value(json_object_get(options, "samples")), 4);
	assert_int_equal(json_integer_value(json_object_get(tool, "launches")), 6);
	assert_int_equal(cb_results_complete(results), 0);
	cb_results_free(results);
}

static void without_panels_there_are_subjects_only(void **state)
{
	fixture *f = *state;
	const cb__matrix none = {.entry_count = 4};
	f->record.matrix = &none;
	cb_results *results = results_of(f);
	assert_int_equal(cb_results_cell_count(results), 0);
	assert_int_equal(cb_results_ratio_count(results), 0);
	assert_int_equal(cb_results_subject_count(results), 4);
	assert_string_equal(text_at(results, "subjects", 0, "label"), "lib:on");
	cb_results_free(results);
}

static void bytes_that_are_no_text_do_not_spoil_the_document(void **state)
{
	fixture *f = *state;
	char machine[] = "caf\xe9";
	cb__entry *entry = &f->matrix.panels[0].entries[BROKEN];
	f->settings.machine = machine;
	entry->reason[0] = '\xff';
	cb_results *results = results_of(f);
	assert_string_equal(text_at(results, "cells", BROKEN, "reason"), "unknown");
	cb_results_free(results);
}

static size_t count_unknown(json_t *value)
{
	size_t count = 0;
	if (json_is_string(value))
		return strcmp(json_string_value(value), "unknown") == 0;
	for (size_t i = 0; i < json_array_size(value); i++)
		count += count_unknown(json_array_get(value, i));
	void *at = json_object_iter(value);
	for (; at != NULL; at = json_object_iter_next(value, at))
		count += count_unknown(json_object_iter_value(at));
	return count;
}

static size_t unknown_before;

/* jansson refuses what is no text as it does when out of memory, so a text may be unknown then. */
static cb_status make_document(void *payload)
{
	fixture *f = payload;
	json_t *document = NULL;
	cb_status status = cb__document_new(&document, &f->record);
	assert_true((status == CB_OK) == (document != NULL));
	if (status == CB_OK && count_unknown(document) > unknown_before)
		status = CB_ENOMEM;
	json_decref(document);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	fixture *f = *state;
	json_t *document = NULL;
	setenv("CB_TEST_SCRUBBED", "some value", 1);
	assert_int_equal(cb__document_new(&document, &f->record), CB_OK);
	unknown_before = count_unknown(document);
	json_decref(document);
	scarcity_try(make_document, f);
	unsetenv("CB_TEST_SCRUBBED");
}

static void what_differs_from_the_default_is_part_of_the_id(void **state)
{
	fixture *f = *state;
	cb__panel *panel = &f->matrix.panels[0];
	panel->variant = CB_VARIANT_FRESH;
	panel->threads = 2;
	panel->processes = 3;
	panel->load = 4;
	f->crew->subjects[ON].is_labelled = 1;
	cb_results *results = results_of(f);
	const cb_cell *cell = cb_results_find(results,
		"lib/" DIGEST "/on/variant=fresh/threads=2/processes=3/load=4/subject=lib:on");
	assert_non_null(cell);
	assert_string_equal(cell->panel, DIGEST "/variant=fresh/threads=2/processes=3/load=4");
	assert_string_equal(cell->variant, "fresh");
	assert_string_equal(cell->semantics, "hash.digest.fresh/1");
	assert_int_equal(cell->threads, 2);
	assert_int_equal(cell->processes, 3);
	assert_int_equal(cell->load, 4);
	cb_results_free(results);
}

static void a_cell_that_went_wrong_later_keeps_its_samples(void **state)
{
	fixture *f = *state;
	cb__entry *entry = &f->matrix.panels[0].entries[OFF];
	assert_int_equal(cb__entry_end(entry, CB_OUTCOME_CRASHED, "died", NULL), CB_OK);
	cb_results *results = results_of(f);
	const json_t *cells = json_object_get(cb__results_document(results), "cells");
	const json_t *row = json_array_get(cells, OFF);
	assert_non_null(json_object_get(row, "samples"));
	assert_null(json_object_get(row, "summary"));
	cb_results_free(results);
}

static void a_path_below_the_home_does_not_name_the_user(void **state)
{
	const char *before = getenv("HOME");
	char *saved = before != NULL ? cb__string_copy(before) : NULL;
	static const struct {
		const char *home;
		const char *expected;
	} rows[] = {
		{"/l", "~/libx.so"},
		{"/l/li", "/l/libx.so"},
		{"/", "/l/libx.so"},
		{"", "/l/libx.so"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		setenv("HOME", rows[i].home, 1);
		cb_results *results = results_of(*state);
		assert_string_equal(cb_results_subject_at(results, ON)->file, rows[i].expected);
		cb_results_free(results);
	}
	if (saved != NULL)
		setenv("HOME", saved, 1);
	else
		unsetenv("HOME");
	free(saved);
}

static void the_library_is_told_by_device_and_inode(void **state)
{
	fixture *f = *state;
	json_t *library = json_object_get(f->crew->members[ON].hello, "library");
	json_object_set_new(library, "device", json_integer(2049));
	json_object_set_new(library, "inode", json_integer(131074));
	cb_results *results = results_of(f);
	const json_t *subjects = json_object_get(cb__results_document(results), "subjects");
	const json_t *told = json_object_get(json_array_get(subjects, ON), "library");
	assert_int_equal(json_integer_value(json_object_get(told, "device")), 2049);
	assert_int_equal(json_integer_value(json_object_get(told, "inode")), 131074);
	cb_results_free(results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DOCUMENT_TEST(cells_have_ids_of_their_parts),
		DOCUMENT_TEST(a_label_that_was_given_is_part_of_the_id),
		DOCUMENT_TEST(a_measured_cell_has_figures),
		DOCUMENT_TEST(a_cell_that_another_stands_for_has_the_figures_of_that_one),
		DOCUMENT_TEST(samples_are_kept_once_unless_unwanted),
		DOCUMENT_TEST(a_cell_that_was_not_reached_is_skipped),
		DOCUMENT_TEST(a_broken_subject_says_why),
		DOCUMENT_TEST(what_the_worker_was_not_given_is_told),
		DOCUMENT_TEST(subjects_are_described),
		DOCUMENT_TEST(a_library_is_known_even_if_its_own_worker_never_lived),
		DOCUMENT_TEST(what_was_asked_for_is_told),
		DOCUMENT_TEST(without_panels_there_are_subjects_only),
		DOCUMENT_TEST(bytes_that_are_no_text_do_not_spoil_the_document),
		DOCUMENT_TEST(running_out_of_memory_is_reported),
		DOCUMENT_TEST(what_differs_from_the_default_is_part_of_the_id),
		DOCUMENT_TEST(a_cell_that_went_wrong_later_keeps_its_samples),
		DOCUMENT_TEST(a_path_below_the_home_does_not_name_the_user),
		DOCUMENT_TEST(the_library_is_told_by_device_and_inode),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
