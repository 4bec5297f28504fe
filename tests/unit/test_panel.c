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

/* The second worker of the member alone. */
static void expect_no_open_cell(company *c, size_t peer)
{
	json_t *reply = NULL;
	cb_text why = CB_TEXT_INIT;
	json_t *sample = json_pack("{s:s, s:i}", "cmd", "sample", "ops", 1);
	cb__link *link = c->crew.members[0].peers[peer];
	assert_int_equal(cb__link_ask(link, &reply, sample, LIMIT_MS, NULL, &why), CB_OK);
	assert_int_equal(cb__reply_status(reply), CB_EINVAL);
	json_decref(reply);
	cb__text_done(&why);
}

static void processes_are_sampled_at_once_and_added_up(void **state)
{
	(void)state;
	company c;
	cb__random random = {1};
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	company_start(&c);
	cb__panel panel = panel_of(&c.crew, &fixture_hash, CB_OP_DIGEST);
	panel.processes = 2;
	const cb__visit visit = visit_of(&c, &random, 3);
	assert_int_equal(cb__panel_visit(&panel, 1, &visit), CB_OK);
	const cb__entry *entry = &panel.entries[0];
	expect_outcome(&panel, 0, CB_OUTCOME_MEASURED);
	assert_int_equal(c.crew.members[0].peer_count, 1);
	assert_int_equal(entry->reading_count, 3);
	for (size_t i = 0; i < 3; i++) {
		const cb__sample *sample = &entry->readings[i].sample;
		assert_int_equal(sample->ops, 2 * entry->ops);
		/* Two batches took place, at most at once. */
		assert_true(sample->cpu_ns > 0);
		assert_true(sample->cpu_ns <= 2 * sample->wall_ns + sample->wall_ns / 2);
	}
	expect_no_open_cell(&c, 0);
	panel_done(&panel, 1);
	company_close(&c);
}

static void panel_of_one_process_is_not_measured_with_the_last_ones_two(void **state)
{
	(void)state;
	company c;
	cb__random random = {1};
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	company_start(&c);
	for (uint32_t processes = 2; processes > 0; processes--) {
		cb__panel panel = panel_of(&c.crew, &fixture_hash, CB_OP_DIGEST);
		panel.processes = processes;
		const cb__visit visit = visit_of(&c, &random, 2);
		assert_int_equal(cb__panel_visit(&panel, 1, &visit), CB_OK);
		expect_outcome(&panel, 0, CB_OUTCOME_MEASURED);
		assert_int_equal(
			panel.entries[0].readings[1].sample.ops, processes * panel.entries[0].ops);
		panel_done(&panel, 1);
	}
	company_close(&c);
}

static void threads_of_one_process_are_added_up(void **state)
{
	(void)state;
	company c;
	cb__random random = {1};
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	company_start(&c);
	cb__panel panel = panel_of(&c.crew, &fixture_hash, CB_OP_DIGEST);
	panel.threads = 2;
	const cb__visit visit = visit_of(&c, &random, 2);
	assert_int_equal(cb__panel_visit(&panel, 1, &visit), CB_OK);
	expect_outcome(&panel, 0, CB_OUTCOME_MEASURED);
	assert_int_equal(c.crew.members[0].peer_count, 0);
	assert_int_equal(panel.entries[0].readings[0].sample.ops, 2 * panel.entries[0].ops);
	panel_done(&panel, 1);
	company_close(&c);
}

/* The trouble of one panel is over with it, for each of the workers. */
static void processes_that_fail_leave_the_next_panel_alone(void **state)
{
	(void)state;
	static const struct {
		const char *subject;
		cb_outcome outcome;
	} rows[] = {
		{"fails_later", CB_OUTCOME_FAILED},
		{"crash_exit", CB_OUTCOME_CRASHED},
		{"fails_at_once", CB_OUTCOME_FAILED},
		{"unsteady", CB_OUTCOME_MISMATCH},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		company c;
		cb__random random = {1};
		company_open(&c, rows[i].subject, LIMIT_MS, no_pump);
		company_start(&c);
		for (int turn = 0; turn < 2; turn++) {
			cb__panel panel = panel_of(&c.crew, &fixture_hash, CB_OP_DIGEST);
			panel.processes = 2;
			const cb__visit visit = visit_of(&c, &random, 20);
			assert_int_equal(cb__panel_visit(&panel, 1, &visit), CB_OK);
			expect_outcome(&panel, 0, rows[i].outcome);
			if (strstr(panel.entries[0].reason, "open already") != NULL ||
				panel.entries[0].reason[0] == '\0')
				fail_msg("%s: %s", rows[i].subject, panel.entries[0].reason);
			assert_int_equal(panel.entries[0].is_open, 0);
			panel_done(&panel, 1);
		}
		company_close(&c);
	}
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
		cmocka_unit_test(processes_are_sampled_at_once_and_added_up),
		cmocka_unit_test(panel_of_one_process_is_not_measured_with_the_last_ones_two),
		cmocka_unit_test(threads_of_one_process_are_added_up),
		cmocka_unit_test(processes_that_fail_leave_the_next_panel_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
