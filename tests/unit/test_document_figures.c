/* SPDX-License-Identifier: Apache-2.0 */
/* Ratios, efficiency and intervals of a document. */
#include "document_fixture.h"

static void the_slower_mode_is_over_the_faster_one(void **state)
{
	cb_results *results = results_of(*state);
	assert_int_equal(cb_results_ratio_count(results), 1);
	const cb_ratio *ratio = cb_results_ratio_at(results, 0);
	assert_string_equal(ratio->panel, DIGEST);
	assert_string_equal(ratio->a->id, "lib/" DIGEST "/off");
	assert_string_equal(ratio->b->id, "lib/" DIGEST "/on");
	assert_near(ratio->ratio, 4);
	assert_near(ratio->ci95_low, 4);
	assert_near(ratio->ci95_high, 4);
	cb_results_free(results);
}

static void of_two_subjects_in_one_mode_the_first_is_over_the_second(void **state)
{
	fixture *f = *state;
	/* The broken one gets well, and was measured in the same mode as the first. */
	cb__entry *entry = &f->matrix.panels[0].entries[BROKEN];
	entry->outcome = CB_OUTCOME_MEASURED;
	free(entry->reason);
	free(entry->output);
	entry->reason = entry->output = NULL;
	add_readings(entry, 50);
	cb_results *results = results_of(f);
	assert_int_equal(cb_results_ratio_count(results), 2);
	const cb_ratio *ratio =
		cb_results_find_ratio(results, "lib/" DIGEST "/on", "broken/" DIGEST "/on");
	assert_non_null(ratio);
	assert_near(ratio->ratio, 2);
	assert_null(cb_results_find_ratio(results, "lib/" DIGEST "/off", "broken/" DIGEST "/on"));
	cb_results_free(results);
}

static void a_cell_that_failed_later_has_no_ratio(void **state)
{
	fixture *f = *state;
	cb__entry *entry = &f->matrix.panels[0].entries[OFF];
	assert_int_equal(cb__entry_end(entry, CB_OUTCOME_MISMATCH, "wrong digest", NULL), CB_OK);
	cb_results *results = results_of(f);
	const cb_cell *cell = cb_results_find(results, "lib/" DIGEST "/off");
	assert_int_equal(cb_results_ratio_count(results), 0);
	assert_int_equal(cell->outcome, CB_OUTCOME_MISMATCH);
	assert_string_equal(cell->reason, "wrong digest");
	assert_null(cell->summary);
	assert_int_equal(
		cb_results_find(results, "lib/" DIGEST "/nocrypto")->outcome, CB_OUTCOME_MISMATCH);
	cb_results_free(results);
}

static void a_time_of_zero_makes_no_ratio(void **state)
{
	fixture *f = *state;
	cb__entry *entry = &f->matrix.panels[0].entries[ON];
	for (size_t i = 0; i < entry->reading_count; i++)
		entry->readings[i].sample.cpu_ns = 0;
	cb_results *results = results_of(f);
	assert_int_equal(cb_results_ratio_count(results), 0);
	assert_int_equal(cb_results_find(results, "lib/" DIGEST "/on")->summary->contended, 1);
	cb_results_free(results);
}

/* Makes the second panel the first one, on as many threads, with other times. */
static void make_panel_at_once(fixture *f, uint32_t threads, uint64_t ns)
{
	cb__panel *panel = &f->matrix.panels[1];
	panel->algorithm = f->matrix.panels[0].algorithm;
	panel->op = f->matrix.panels[0].op;
	panel->size = f->matrix.panels[0].size;
	panel->threads = threads;
	add_readings(&panel->entries[ON], ns);
}

static double efficiency_of(fixture *f, const char *id)
{
	cb_results *results = results_of(f);
	const cb_cell *cell = cb_results_find(results, id);
	assert_non_null(cell);
	assert_non_null(cell->summary);
	double efficiency = cell->summary->efficiency;
	cb_results_free(results);
	return efficiency;
}

static void efficiency_is_the_rate_over_that_of_so_many_alone(void **state)
{
	fixture *f = *state;
	make_panel_at_once(f, 4, 50);
	/* Alone 100 ns for each; four that took 50 ns for each are twice as fast, of four times. */
	double efficiency = efficiency_of(f, "lib/" DIGEST "/on/threads=4");
	assert_true(efficiency > 0.49 && efficiency < 0.51);
	assert_true(isnan(efficiency_of(f, "lib/" DIGEST "/on")));
}

static void efficiency_that_cannot_be_is_unknown(void **state)
{
	fixture *f = *state;
	make_panel_at_once(f, 2, 20);
	assert_true(isnan(efficiency_of(f, "lib/" DIGEST "/on/threads=2")));
}

static void efficiency_without_one_alone_is_unknown(void **state)
{
	fixture *f = *state;
	make_panel_at_once(f, 2, 60);
	f->matrix.panels[0].threads = 3;
	assert_true(isnan(efficiency_of(f, "lib/" DIGEST "/on/threads=2")));
}

static void few_launches_have_no_interval_and_say_why(void **state)
{
	fixture *f = *state;
	static const struct {
		uint32_t asked;
		const char *missed;
	} rows[] = {{0, "six launches"}, {3, "launches was given"}};
	for (size_t i = 0; i < 2; i++)
		f->matrix.panels[0].entries[i].reading_count = 6; /* of three launches */
	for (size_t i = 0; i < ROWS(rows); i++) {
		f->settings.launches = rows[i].asked;
		cb_results *results = results_of(f);
		const cb_cell *cell = cb_results_find(results, "lib/" DIGEST "/on");
		assert_int_equal(cell->summary->launches, 3);
		assert_true(isnan(cell->summary->ci95_low_ns));
		assert_true(isnan(cell->summary->ci95_high_ns));
		assert_says(cell->missed, rows[i].missed);
		const cb_ratio *ratio = cb_results_ratio_at(results, 0);
		assert_near(ratio->ratio, 4);
		assert_true(isnan(ratio->ci95_low) && isnan(ratio->ci95_high));
		assert_int_equal(ratio->launches, 3);
		const json_t *cells = json_object_get(cb__results_document(results), "cells");
		const json_t *summary = json_object_get(json_array_get(cells, 0), "summary");
		assert_true(json_is_null(json_object_get(summary, "ci95_low_ns")));
		assert_true(json_is_null(json_object_get(summary, "efficiency")));
		assert_true(json_is_null(json_object_get(summary, "cycles_per_op")));
		cb_results_free(results);
	}
}

static void precision_that_was_reached_misses_nothing(void **state)
{
	fixture *f = *state;
	cb_results *results = results_of(f);
	assert_string_equal(cb_results_find(results, "lib/" DIGEST "/on")->missed, "");
	cb_results_free(results);
	f->settings.precision_percent = 0.0001;
	results = results_of(f);
	assert_says(cb_results_find(results, "lib/" DIGEST "/on")->missed, "budget");
	cb_results_free(results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		DOCUMENT_TEST(the_slower_mode_is_over_the_faster_one),
		DOCUMENT_TEST(of_two_subjects_in_one_mode_the_first_is_over_the_second),
		DOCUMENT_TEST(a_cell_that_failed_later_has_no_ratio),
		DOCUMENT_TEST(a_time_of_zero_makes_no_ratio),
		DOCUMENT_TEST(efficiency_is_the_rate_over_that_of_so_many_alone),
		DOCUMENT_TEST(efficiency_that_cannot_be_is_unknown),
		DOCUMENT_TEST(efficiency_without_one_alone_is_unknown),
		DOCUMENT_TEST(few_launches_have_no_interval_and_say_why),
		DOCUMENT_TEST(precision_that_was_reached_misses_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
