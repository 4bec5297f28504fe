/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "results_fixture.h"

#include <locale.h>

#include "results_fields.h"

#define LONG_NAME "a name that is longer than any name of a member in the record of an environment"

static void subjects_are_views_of_the_document(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	const cb_subject *subject = cb_results_subject_at(results, 0);

	assert_int_equal(cb_results_subject_count(results), 4);
	assert_string_equal(subject->label, "openssl:on");
	assert_string_equal(subject->backend, "openssl");
	assert_int_equal(subject->accel, CB_ACCEL_ON);
	assert_string_equal(subject->version, "OpenSSL 3.0.17");
	assert_string_equal(subject->file, "/usr/lib/libcrypto.so.3");
	assert_string_equal(subject->build_id, "00ff");
	assert_string_equal(subject->build_info, "-O2");
	assert_int_equal(subject->achieved, 1);
	assert_string_equal(subject->level, "switch");
	assert_string_equal(subject->detail, "capability vector read back");
	assert_string_equal(subject->same_as, "");
	assert_null(cb_results_subject_at(results, 4));
	cb_results_free(results);
}

static void cells_are_views_of_the_document(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	const cb_cell *cell = cb_results_cell_at(results, 3);

	assert_int_equal(cb_results_cell_count(results), 4);
	assert_string_equal(cell->id, "libsodium/aes-256-gcm/seal/16384/off");
	assert_string_equal(cell->panel, "aes-256-gcm/seal/16384");
	assert_ptr_equal(cell->subject, cb_results_subject_at(results, 3));
	assert_string_equal(cell->algorithm, "aes-256-gcm");
	assert_string_equal(cell->operation, "seal");
	assert_int_equal(cell->size, 16384);
	assert_int_equal(cell->threads, 1);
	assert_int_equal(cell->processes, 1);
	assert_string_equal(cell->variant, "message");
	assert_string_equal(cell->semantics, "aead.seal.message/1");
	assert_int_equal(cell->outcome, CB_OUTCOME_UNSUPPORTED);
	assert_string_equal(cell->reason, "the library has no AES-GCM without AES instructions");
	assert_string_equal(cell->output, "a line it printed\n");
	assert_null(cell->summary);
	assert_string_equal(cb_results_cell_at(results, 2)->same_as, OFF);
	assert_null(cb_results_cell_at(results, 4));
	cb_results_free(results);
}

static void summaries_hold_every_figure(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	const cb_summary *s = cb_results_cell_at(results, 0)->summary;
	const double figures[] = {s->median_ns, s->ci95_low_ns, s->ci95_high_ns, s->q1_ns, s->q3_ns,
		s->mad_ns, s->min_ns, s->trimmed_mean_ns, s->cpu_median_ns, s->cpu_ci95_low_ns,
		s->cpu_ci95_high_ns, s->cpu_min_ns, s->cpu_trimmed_mean_ns, s->bytes_per_second,
		s->ops_per_second, s->cycles_per_byte};
	static const double expected[] = {4000.5, 3990, 4012.25, 3995, 4010, 6.1, 3980, 4001, 3999,
		3989, 4011, 3979, 4000, 4095488063.992001, 249968.75390576178, 0.9};

	assert_int_equal(s->n, 3);
	assert_int_equal(s->launches, 2);
	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
		assert_number(figures[i], expected[i]);
	assert_int_equal(s->contended, 0);
	cb_results_free(results);
}

static void cells_and_ratios_are_found_by_id(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	const cb_ratio *ratio = cb_results_find_ratio(results, OFF, ON);

	assert_ptr_equal(cb_results_find(results, ON), cb_results_cell_at(results, 0));
	assert_null(cb_results_find(results, "nobody"));
	assert_non_null(ratio);
	assert_ptr_equal(ratio, cb_results_ratio_at(results, 0));
	assert_ptr_equal(ratio->a, cb_results_find(results, OFF));
	assert_string_equal(ratio->panel, "aes-256-gcm/seal/16384");
	assert_number(ratio->ratio, 20);
	assert_number(ratio->ci95_low, 19.8);
	assert_number(ratio->ci95_high, 20.3);
	assert_null(cb_results_find_ratio(results, ON, OFF));
	assert_null(cb_results_find_ratio(results, "nobody", ON));
	assert_int_equal(cb_results_ratio_count(results), 1);
	assert_null(cb_results_ratio_at(results, 1));
	cb_results_free(results);
}

/* 60 cells, of which each has a ratio to each that comes before it, in no order. */
static void each_of_many_ratios_is_found(void **state)
{
	enum { CELLS = 60 };
	fixture *f = *state;
	json_t *document = json_loads(f->text, 0, NULL), *list = json_array();
	const json_t *cell = json_array_get(json_object_get(document, "cells"), 0);
	cb_results *results = NULL;

	for (int i = 0; i < CELLS; i++) {
		json_t *copy = json_deep_copy(cell);

		json_object_set_new(copy, "id", json_sprintf("c%d", i));
		json_array_append_new(json_object_get(document, "cells"), copy);
		for (int j = i - 1; j >= 0; j--)
			json_array_append_new(
				list, json_pack("{s:s, s:o, s:o, s:f, s:n, s:n}", "panel", "p", "a",
					      json_sprintf("c%d", i), "b", json_sprintf("c%d", j),
					      "ratio", 1.0 + 100 * i + j, "ci95_low", "ci95_high"));
	}
	json_object_set_new(document, "ratios", list);
	assert_int_equal(cb__results_from_document(&results, document, NULL), CB_OK);
	for (int i = 0; i < CELLS; i++)
		for (int j = 0; j < CELLS; j++) {
			char a[16], b[16];
			const cb_ratio *found;

			snprintf(a, sizeof a, "c%d", i);
			snprintf(b, sizeof b, "c%d", j);
			found = cb_results_find_ratio(results, a, b);
			assert_int_equal(found != NULL, j < i);
			if (found != NULL)
				assert_number(found->ratio, 1.0 + 100 * i + j);
		}
	cb_results_free(results);
}

static void environment_is_read_by_path(void **state)
{
	static const char *const no_texts[] = {"cpu", "cpu.cores", "cpu.flags", "nothing", "",
		"cpu.model.x", "os.", ".os", LONG_NAME};
	cb_results *results = read_text(*state, ((fixture *)*state)->text);

	assert_string_equal(cb_results_environment(results, "cpu.model"), "Example CPU \xc3\xa9");
	assert_string_equal(cb_results_environment(results, "os.kernel"), "6.1.0");
	assert_string_equal(cb_results_environment(results, "virtualization"), "none");
	for (size_t i = 0; i < sizeof no_texts / sizeof no_texts[0]; i++)
		assert_string_equal(cb_results_environment(results, no_texts[i]), "");
	cb_results_free(results);
}

static void warnings_come_from_the_environment(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);

	assert_int_equal(cb_results_warning_count(results), 2);
	assert_string_equal(cb_results_warning_at(results, 1)->id, "load");
	assert_string_equal(cb_results_warning_at(results, 1)->text, "the load average is 3.1");
	assert_null(cb_results_warning_at(results, 2));
	cb_results_free(results);
}

static void outcomes_that_mean_failure_are_failures(void **state)
{
	static const char *const outcomes[] = {"mismatch", "failed", "crashed", "timed-out"};
	cb_results *results = read_text(*state, ((fixture *)*state)->text);

	assert_int_equal(cb_results_failed(results), 0);
	cb_results_free(results);
	for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++) {
		results = read_edited(*state, "unsupported", outcomes[i]);
		assert_int_equal(cb_results_failed(results), 1);
		cb_results_free(results);
	}
	results = read_edited(*state, "unsupported", "skipped");
	assert_int_equal(cb_results_failed(results), 0);
	cb_results_free(results);
}

static void unproven_is_a_failure_only_where_the_mode_was_asked_for(void **state)
{
	cb_results *results = read_edited(*state, "\"unsupported\"", "\"unproven\"");

	assert_int_equal(cb_results_failed(results), 1);
	cb_results_free(results);
	results = read_edited(*state, "\"measured\"", "\"unproven\"");
	assert_int_equal(cb_results_failed(results), 0);
	assert_null(cb_results_cell_at(results, 0)->summary);
	cb_results_free(results);
}

static void writing_keeps_everything_and_its_order(void **state)
{
	static const unsigned flags[] = {0, CB_JSON_COMPACT};
	fixture *f = *state;

	for (size_t i = 0; i < 2; i++) {
		cb_results *results = read_text(f, f->text), *again;
		char *first, *second;

		assert_int_equal(cb_results_to_json(results, &first, flags[i]), CB_OK);
		assert_same_json(first, f->text);
		assert_true(strstr(first, "\"schema\"") < strstr(first, "\"complete\""));
		assert_true(strstr(first, "\"x_future\"") < strstr(first, "\"tool\""));
		assert_int_equal(strchr(first, '\n') == NULL, flags[i] == CB_JSON_COMPACT);
		again = read_text(f, first);
		assert_int_equal(cb_results_to_json(again, &second, flags[i]), CB_OK);
		assert_string_equal(first, second);
		cb_string_free(first);
		cb_string_free(second);
		cb_results_free(again);
		cb_results_free(results);
	}
}

static void lists_of_plain_values_are_one_line(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	char *text;

	assert_int_equal(cb_results_to_json(results, &text, 0), CB_OK);
	assert_non_null(strstr(text, "\n        \"launch\": [0,0,1],\n"));
	assert_non_null(strstr(text, "{\n  \"schema\": \"libcb.results/1\",\n"));
	cb_string_free(text);
	cb_results_free(results);
}

static void samples_can_be_left_out(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	char *without, *with;

	assert_int_equal(cb_results_to_json(results, &without, CB_JSON_NO_SAMPLES), CB_OK);
	assert_null(strstr(without, "samples"));
	assert_non_null(strstr(without, "ci95_level"));
	assert_true(strstr(without, "\"cells\"") < strstr(without, "\"ratios\""));
	assert_int_equal(cb_results_to_json(results, &with, 0), CB_OK);
	assert_non_null(strstr(with, "samples"));
	cb_string_free(with);
	cb_string_free(without);
	cb_results_free(results);
}

static void numbers_do_not_depend_on_the_locale(void **state)
{
	static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
	fixture *f = *state;
	cb_results *results;
	char *text;
	size_t i = 0;

	while (i < 4 && setlocale(LC_ALL, names[i]) == NULL)
		i++;
	if (i == 4)
		skip();
	results = read_text(f, f->text);
	assert_number(cb_results_cell_at(results, 0)->summary->median_ns, 4000.5);
	assert_int_equal(cb_results_to_json(results, &text, 0), CB_OK);
	setlocale(LC_ALL, "C");
	assert_same_json(text, f->text);
	cb_string_free(text);
	cb_results_free(results);
}

static void summary_is_written_as_it_is_read(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	cb_summary summary = *cb_results_cell_at(results, 0)->summary, again;
	cb__fault fault = {0};
	json_t *json;

	summary.cycles_per_byte = (double)NAN;
	summary.mad_ns = (double)INFINITY;
	summary.median_ns = 0.1;
	json = cb__results_summary_to_json(&summary);
	assert_non_null(json);
	assert_true(json_is_null(json_object_get(json, "cycles_per_byte")));
	assert_true(json_is_null(json_object_get(json, "mad_ns")));
	assert_int_equal(cb__fields_read(&again, &fault, json, &cb__summary_fields), CB_OK);
	assert_true(again.median_ns >= 0.1 && again.median_ns <= 0.1);
	assert_int_equal(again.n, summary.n);
	assert_true(isnan(again.cycles_per_byte));
	json_decref(json);
	cb_results_free(results);
}

static void subject_and_cell_are_written_as_they_are_read(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	json_t *subject =
		cb__fields_to_json(cb_results_subject_at(results, 0), &cb__subject_fields);
	json_t *cell = cb__fields_to_json(cb_results_cell_at(results, 3), &cb__cell_fields);
	const json_t *library = json_object_get(subject, "library");

	assert_string_equal(json_string_value(json_object_get(subject, "accel")), "on");
	assert_string_equal(json_string_value(json_object_get(library, "build_id")), "00ff");
	assert_string_equal(json_string_value(json_object_get(cell, "outcome")), "unsupported");
	assert_int_equal(json_integer_value(json_object_get(cell, "size")), 16384);
	json_decref(subject);
	json_decref(cell);
	cb_results_free(results);
}

static void running_out_of_memory_stops_writing(void **state)
{
	cb_results *results = read_text(*state, ((fixture *)*state)->text);
	cb_status status = CB_ENOMEM;
	char *text = NULL;

	json_set_alloc_funcs(allocate_or_fail, free);
	for (int count = 0; status == CB_ENOMEM && count < 100000; count++) {
		*allocations_left() = count;
		status = cb_results_to_json(results, &text, CB_JSON_NO_SAMPLES);
	}
	json_set_alloc_funcs(malloc, free);
	assert_int_equal(status, CB_OK);
	assert_non_null(strstr(text, "\"ratios\""));
	cb_string_free(text);
	cb_results_free(results);
}

static void freeing_nothing_is_allowed(void **state)
{
	(void)state;
	cb_results_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(subjects_are_views_of_the_document),
		TEST(cells_are_views_of_the_document),
		TEST(summaries_hold_every_figure),
		TEST(cells_and_ratios_are_found_by_id),
		TEST(each_of_many_ratios_is_found),
		TEST(environment_is_read_by_path),
		TEST(warnings_come_from_the_environment),
		TEST(outcomes_that_mean_failure_are_failures),
		TEST(unproven_is_a_failure_only_where_the_mode_was_asked_for),
		TEST(writing_keeps_everything_and_its_order),
		TEST(lists_of_plain_values_are_one_line),
		TEST(samples_can_be_left_out),
		TEST(numbers_do_not_depend_on_the_locale),
		TEST(summary_is_written_as_it_is_read),
		TEST(subject_and_cell_are_written_as_they_are_read),
		TEST(running_out_of_memory_stops_writing),
		cmocka_unit_test(freeing_nothing_is_allowed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
