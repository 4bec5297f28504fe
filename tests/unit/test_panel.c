/* SPDX-License-Identifier: Apache-2.0 */
#include "panel_fixture.h"

#include "panel.h"

static const cb__pump no_pump = {NULL, NULL};

static cb__visit visit_of(company *c, cb__random *random, uint32_t rounds)
{
	return (cb__visit){
		.crew = &c->crew,
		.random = random,
		.seed = 1,
		.rounds = rounds,
		.lead_in_ns = 1000,
		.target_ns = 200000,
	};
}

static void each_cell_is_sampled_once_a_round(void **state)
{
	(void)state;
	company c;
	cb__random random = {1};
	company_open(&c, "right_size right_again noisy", LIMIT_MS, no_pump);
	company_start(&c);
	cb__panel panel = panel_of(&c.crew, &fixture_hash, CB_OP_DIGEST);
	cb__visit visit = visit_of(&c, &random, 5);
	visit.launch = 3;
	assert_int_equal(cb__panel_visit(&panel, 3, &visit), CB_OK);
	for (size_t i = 0; i < 3; i++) {
		const cb__entry *entry = &panel.entries[i];
		expect_outcome(&panel, i, CB_OUTCOME_MEASURED);
		assert_int_equal(entry->reading_count, 5);
		assert_true(entry->ops > 0);
		assert_int_equal(entry->is_open, 0);
		for (uint32_t round = 0; round < 5; round++) {
			assert_int_equal(entry->readings[round].round, round);
			assert_int_equal(entry->readings[round].launch, 3);
			assert_true(entry->readings[round].sample.wall_ns > 0);
			assert_true(entry->readings[round].sample.ops == entry->ops);
		}
	}
	assert_true(panel.cost_s > 0);
	assert_int_equal(panel.is_cross_checked, 1);
	assert_string_equal(panel.entries[0].fingerprint, panel.entries[1].fingerprint);
	panel_done(&panel, 3);
	company_close(&c);
}

static void later_visits_keep_the_batch_size(void **state)
{
	(void)state;
	company c;
	cb__random random = {1};
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	company_start(&c);
	cb__panel panel = panel_of(&c.crew, &fixture_hash, CB_OP_DIGEST);
	cb__visit visit = visit_of(&c, &random, 2);
	assert_int_equal(cb__panel_visit(&panel, 1, &visit), CB_OK);
	uint64_t ops = panel.entries[0].ops;
	visit.launch = 1;
	visit.target_ns *= 10;
	assert_int_equal(cb__panel_visit(&panel, 1, &visit), CB_OK);
	assert_true(panel.entries[0].ops == ops);
	assert_int_equal(panel.entries[0].reading_count, 4);
	panel_done(&panel, 1);
	company_close(&c);
}

static void builds_of_one_library_share_a_batch_size(void **state)
{
	(void)state;
	company c;
	cb__random random = {1};
	company_open(&c, "a@right_size:on b@right_size:on slow", LIMIT_MS, no_pump);
	company_start(&c);
	cb__panel panel = panel_of(&c.crew, &fixture_hash, CB_OP_DIGEST);
	const cb__visit visit = visit_of(&c, &random, 1);
	assert_int_equal(cb__panel_visit(&panel, 3, &visit), CB_OK);
	assert_true(panel.entries[0].ops == panel.entries[1].ops);
	assert_true(panel.entries[0].ops > 1);
	assert_int_equal(panel.entries[2].ops, 1);
	panel_done(&panel, 3);
	company_close(&c);
}

static void cell_that_ends_leaves_the_others_alone(void **state)
{
	(void)state;
	company c;
	cb__random random = {7};
	company_open(&c, "fails_later crash_exit right_size unsteady", LIMIT_MS, no_pump);
	company_start(&c);
	cb__panel panel = panel_of(&c.crew, &fixture_hash, CB_OP_DIGEST);
	const cb__visit visit = visit_of(&c, &random, 8);
	assert_int_equal(cb__panel_visit(&panel, 4, &visit), CB_OK);
	expect_outcome(&panel, 0, CB_OUTCOME_FAILED);
	expect_outcome(&panel, 1, CB_OUTCOME_CRASHED);
	expect_outcome(&panel, 2, CB_OUTCOME_MEASURED);
	expect_outcome(&panel, 3, CB_OUTCOME_MISMATCH);
	assert_int_equal(panel.entries[2].reading_count, 8);
	/* Whose worker lives has closed its cell, and can open another. */
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(panel.entries[i].is_open, 0);
	assert_non_null(c.crew.members[0].link);
	assert_null(c.crew.members[1].link);
	json_t *reply = NULL;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__crew_ask(&c.crew, &c.crew.members[0], &reply,
				 json_pack("{s:s, s:s, s:s, s:i}", "cmd", "open", "algorithm",
					 "fixture-hash", "operation", "digest", "size", 16),
				 &why, NULL),
		CB_OK);
	json_decref(reply);
	cb__text_done(&why);
	panel_done(&panel, 4);
	company_close(&c);
}

static void panel_without_living_cells_costs_nothing(void **state)
{
	(void)state;
	company c;
	cb__random random = {1};
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	company_start(&c);
	cb__panel panel = panel_of(&c.crew, &fixture_hash, CB_OP_DIGEST);
	const cb__visit visit = visit_of(&c, &random, 3);
	assert_int_equal(
		cb__entry_end(&panel.entries[0], CB_OUTCOME_UNSUPPORTED, "not here", NULL), CB_OK);
	assert_int_equal(cb__panel_visit(&panel, 1, &visit), CB_OK);
	assert_int_equal(panel.entries[0].reading_count, 0);
	assert_string_equal(panel.entries[0].reason, "not here");
	panel_done(&panel, 1);
	company_close(&c);
}

static int cancel_late(int is_urgent, void *payload)
{
	int *left = payload;
	(void)is_urgent;
	return --*left <= 0;
}

static void visit_can_be_cancelled(void **state)
{
	(void)state;
	company c;
	cb__random random = {1};
	int left = 1000;
	const cb__pump pump = {cancel_late, &left};
	company_open(&c, "slow", LIMIT_MS, pump);
	company_start(&c);
	cb__panel panel = panel_of(&c.crew, &fixture_hash, CB_OP_DIGEST);
	const cb__visit visit = visit_of(&c, &random, 100);
	left = 5;
	assert_int_equal(cb__panel_visit(&panel, 1, &visit), CB_ECANCELLED);
	/* What it had until then is kept, and the cell has not failed. */
	expect_outcome(&panel, 0, CB_OUTCOME_MEASURED);
	assert_true(panel.entries[0].reading_count < 100);
	panel_done(&panel, 1);
	company_close(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_cell_is_sampled_once_a_round),
		cmocka_unit_test(later_visits_keep_the_batch_size),
		cmocka_unit_test(builds_of_one_library_share_a_batch_size),
		cmocka_unit_test(cell_that_ends_leaves_the_others_alone),
		cmocka_unit_test(panel_without_living_cells_costs_nothing),
		cmocka_unit_test(visit_can_be_cancelled),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
