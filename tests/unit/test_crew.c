/* SPDX-License-Identifier: Apache-2.0 */
#include "company.h"

#include <stdlib.h>

#include "clock.h"

static const cb__pump no_pump = {NULL, NULL};

static void each_status_is_an_outcome(void **state)
{
	(void)state;
	assert_int_equal(cb__outcome_of(CB_OK), CB_OUTCOME_MEASURED);
	assert_int_equal(cb__outcome_of(CB_ENOTSUP), CB_OUTCOME_UNSUPPORTED);
	assert_int_equal(cb__outcome_of(CB_EMISMATCH), CB_OUTCOME_MISMATCH);
	assert_int_equal(cb__outcome_of(CB_EWORKER), CB_OUTCOME_CRASHED);
	assert_int_equal(cb__outcome_of(CB_ETIMEDOUT), CB_OUTCOME_TIMED_OUT);
	assert_int_equal(cb__outcome_of(CB_ECANCELLED), CB_OUTCOME_SKIPPED);
	assert_int_equal(cb__outcome_of(CB_EBACKEND), CB_OUTCOME_FAILED);
	assert_int_equal(cb__outcome_of(CB_EABI), CB_OUTCOME_FAILED);
}

static cb_status status_of(const char *text)
{
	json_t *reply = json_loads(text, 0, NULL);
	assert_non_null(reply);
	cb_status status = cb__reply_status(reply);
	json_decref(reply);
	return status;
}

static void reply_tells_its_status_by_name(void **state)
{
	(void)state;
	assert_int_equal(status_of("{\"ok\":true}"), CB_OK);
	assert_int_equal(status_of("{\"ok\":false,\"status\":\"CB_EMISMATCH\"}"), CB_EMISMATCH);
	assert_int_equal(status_of("{\"ok\":false,\"status\":\"CB_ENOTSUP\"}"), CB_ENOTSUP);
	/* Not ok is never fine, and who answers has not crashed. */
	assert_int_equal(status_of("{\"ok\":false,\"status\":\"CB_OK\"}"), CB_EBACKEND);
	assert_int_equal(status_of("{\"ok\":false,\"status\":\"CB_EWORKER\"}"), CB_EBACKEND);
	assert_int_equal(status_of("{\"ok\":false,\"status\":\"CB_NEW\"}"), CB_EBACKEND);
	assert_int_equal(status_of("{\"ok\":1}"), CB_EBACKEND);
	assert_int_equal(status_of("{}"), CB_EBACKEND);
}

static void subjects_of_one_library_share_a_service(void **state)
{
	(void)state;
	company c;
	company_open(&c, "toy_accel:on toy_accel:off right_size:on", LIMIT_MS, no_pump);
	company_start(&c);
	assert_int_equal(c.crew.service_count, 2);
	assert_ptr_equal(c.crew.members[0].service, c.crew.members[1].service);
	assert_ptr_not_equal(c.crew.members[0].service, c.crew.members[2].service);
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(c.crew.members[i].outcome, CB_OUTCOME_MEASURED);
		assert_non_null(c.crew.members[i].link);
		assert_null(c.crew.members[i].same_as);
	}
	company_close(&c);
}

static void mode_without_a_mechanism_of_its_own_has_a_stand_in(void **state)
{
	(void)state;
	company c;
	company_open(&c, "toy_accel:on toy_accel:nocrypto toy_accel:off", LIMIT_MS, no_pump);
	company_start(&c);
	assert_ptr_equal(c.crew.members[1].same_as, &c.crew.members[2]);
	assert_null(c.crew.members[1].link);
	assert_null(c.crew.members[0].same_as);
	assert_null(c.crew.members[2].same_as);
	company_close(&c);
	/* Without the one that would stand for it, it works itself. */
	company_open(&c, "toy_accel:nocrypto", LIMIT_MS, no_pump);
	company_start(&c);
	assert_null(c.crew.members[0].same_as);
	assert_non_null(c.crew.members[0].link);
	company_close(&c);
}

static void subject_with_its_own_label_works_itself(void **state)
{
	(void)state;
	company c;
	company_open(&c, "a@right_size:on b@right_size:off", LIMIT_MS, no_pump);
	company_start(&c);
	assert_int_equal(c.crew.service_count, 1);
	assert_null(c.crew.members[0].same_as);
	assert_null(c.crew.members[1].same_as);
	assert_non_null(c.crew.members[1].link);
	company_close(&c);
}

static void trouble_at_the_start_stays_with_its_member(void **state)
{
	(void)state;
	company c;
	company_open(
		&c, "crash_hello hang_hello bad_abi toy_unswitchable:off right_size", 700, no_pump);
	company_start(&c);
	static const cb_outcome outcomes[] = {CB_OUTCOME_CRASHED, CB_OUTCOME_TIMED_OUT,
		CB_OUTCOME_FAILED, CB_OUTCOME_UNPROVEN, CB_OUTCOME_MEASURED};
	for (size_t i = 0; i < 5; i++) {
		const cb__member *member = &c.crew.members[i];
		assert_int_equal(member->outcome, outcomes[i]);
		assert_true((member->link != NULL) == (i == 4));
		assert_true((member->reason != NULL) == (i < 4));
	}
	assert_non_null(strstr(c.crew.members[0].reason, "SIGKILL"));
	company_close(&c);
}

static void question_is_answered(void **state)
{
	(void)state;
	company c;
	json_t *reply = NULL;
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	company_start(&c);
	cb__member *member = &c.crew.members[0];
	assert_int_equal(cb__crew_ask(&c.crew, member, &reply, json_pack("{s:s}", "cmd", "close"),
				 &why, &output),
		CB_OK);
	json_decref(reply);
	assert_null(output);
	/* A refusal leaves the worker alive. */
	assert_int_equal(cb__crew_ask(&c.crew, member, &reply, json_pack("{s:s}", "cmd", "sample"),
				 &why, &output),
		CB_EINVAL);
	assert_non_null(member->link);
	assert_true(why.len > 0);
	assert_non_null(output);
	free(output);
	cb__text_done(&why);
	company_close(&c);
}

static void dead_worker_is_replaced_by_the_next_start(void **state)
{
	(void)state;
	company c;
	json_t *reply = NULL;
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	company_open(&c, "noisy_crash", LIMIT_MS, no_pump);
	company_start(&c);
	cb__member *member = &c.crew.members[0];
	json_t *open = json_pack("{s:s, s:s, s:s, s:i}", "cmd", "open", "algorithm", "fixture-hash",
		"operation", "digest", "size", 16);
	assert_int_equal(cb__crew_ask(&c.crew, member, &reply, open, &why, &output), CB_EWORKER);
	assert_null(member->link);
	assert_non_null(strstr(output, "this is why"));
	assert_int_equal(member->outcome, CB_OUTCOME_MEASURED);
	assert_int_equal(cb__crew_start(&c.crew, member), CB_OK);
	assert_non_null(member->link);
	free(output);
	cb__text_done(&why);
	company_close(&c);
}

static void stopped_crew_can_be_started_again(void **state)
{
	(void)state;
	company c;
	company_open(&c, "right_size right_again", LIMIT_MS, no_pump);
	for (int is_at_once = 0; is_at_once < 2; is_at_once++) {
		if (is_at_once == 0)
			company_start(&c);
		cb__crew_stop(&c.crew, is_at_once);
		for (size_t i = 0; i < 2; i++) {
			assert_null(c.crew.members[i].link);
			assert_int_equal(cb__crew_start(&c.crew, &c.crew.members[i]), CB_OK);
			assert_non_null(c.crew.members[i].link);
		}
	}
	company_close(&c);
}

static int cancel(int is_urgent, void *payload)
{
	(void)is_urgent;
	(void)payload;
	return 1;
}

static void describing_can_be_cancelled(void **state)
{
	(void)state;
	company c;
	const cb__pump pump = {cancel, NULL};
	company_open(&c, "hang_hello", LIMIT_MS, pump);
	assert_int_equal(cb__crew_describe(&c.crew), CB_ECANCELLED);
	company_close(&c);
}

static json_t *open_hash(void)
{
	return json_pack("{s:s, s:s, s:s, s:i, s:i}", "cmd", "open", "algorithm", "fixture-hash",
		"operation", "digest", "size", 64, "seed", 1);
}

/* Asks all workers of the member; releases the replies, of which each must be a good one. */
static cb_status ask_all(company *c, cb__member *member, json_t *command, size_t expected)
{
	json_t *replies[4] = {NULL};
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	assert_int_equal(member->peer_count + 1, expected);
	cb_status status = cb__crew_ask_all(&c->crew, member, replies, command, &why, &output);
	for (size_t i = 0; i < expected && status == CB_OK; i++) {
		assert_true(json_is_true(json_object_get(replies[i], "ok")));
		json_decref(replies[i]);
	}
	if (status != CB_OK)
		assert_true(why.len > 0);
	json_decref(command);
	free(output);
	cb__text_done(&why);
	return status;
}

static void peers_are_started_and_ended_as_they_are_needed(void **state)
{
	(void)state;
	company c;
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	company_start(&c);
	cb__member *member = &c.crew.members[0];
	assert_int_equal(member->peer_count, 0);
	assert_int_equal(cb__crew_start_peers(&c.crew, member, 3), CB_OK);
	assert_int_equal(member->peer_count, 2);
	const cb__link *first = member->peers[0];
	assert_int_equal(cb__crew_start_peers(&c.crew, member, 3), CB_OK);
	assert_ptr_equal(member->peers[0], first);
	assert_int_equal(ask_all(&c, member, open_hash(), 3), CB_OK);
	assert_int_equal(ask_all(&c, member, json_pack("{s:s}", "cmd", "close"), 3), CB_OK);
	assert_int_equal(cb__crew_start_peers(&c.crew, member, 2), CB_OK);
	assert_int_equal(member->peer_count, 1);
	assert_int_equal(cb__crew_start_peers(&c.crew, member, 1), CB_OK);
	assert_int_equal(member->peer_count, 0);
	assert_int_equal(ask_all(&c, member, open_hash(), 1), CB_OK);
	cb__crew_stop(&c.crew, 0);
	assert_null(member->link);
	/* From nothing, too. */
	assert_int_equal(cb__crew_start_peers(&c.crew, member, 2), CB_OK);
	assert_non_null(member->link);
	assert_int_equal(member->peer_count, 1);
	company_close(&c);
}

static void refusal_of_all_leaves_all_alive(void **state)
{
	(void)state;
	company c;
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	company_start(&c);
	cb__member *member = &c.crew.members[0];
	assert_int_equal(cb__crew_start_peers(&c.crew, member, 2), CB_OK);
	assert_int_equal(ask_all(&c, member, json_pack("{s:s}", "cmd", "sample"), 2), CB_EINVAL);
	assert_non_null(member->link);
	/* No reply is left over that would be taken for another's. */
	assert_int_equal(ask_all(&c, member, open_hash(), 2), CB_OK);
	company_close(&c);
}

static void refusal_of_one_leaves_all_alive(void **state)
{
	(void)state;
	company c;
	json_t *reply = NULL;
	cb_text why = CB_TEXT_INIT;
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	company_start(&c);
	cb__member *member = &c.crew.members[0];
	assert_int_equal(cb__crew_start_peers(&c.crew, member, 3), CB_OK);
	/* One has a cell open already. */
	assert_int_equal(
		cb__link_ask(member->peers[0], &reply, open_hash(), LIMIT_MS, NULL, &why), CB_OK);
	json_decref(reply);
	cb__text_done(&why);
	assert_int_equal(ask_all(&c, member, open_hash(), 3), CB_EINVAL);
	assert_int_equal(ask_all(&c, member, json_pack("{s:s}", "cmd", "close"), 3), CB_OK);
	assert_int_equal(ask_all(&c, member, open_hash(), 3), CB_OK);
	company_close(&c);
}

static void death_of_one_costs_all(void **state)
{
	(void)state;
	company c;
	company_open(&c, "crash_exit", LIMIT_MS, no_pump);
	company_start(&c);
	cb__member *member = &c.crew.members[0];
	assert_int_equal(cb__crew_start_peers(&c.crew, member, 3), CB_OK);
	assert_int_equal(ask_all(&c, member, open_hash(), 3), CB_EWORKER);
	assert_null(member->link);
	assert_int_equal(member->peer_count, 0);
	/* And it can be tried again. */
	assert_int_equal(cb__crew_start_peers(&c.crew, member, 2), CB_OK);
	assert_int_equal(member->peer_count, 1);
	company_close(&c);
}

static void processors_are_handed_out_in_their_order(void **state)
{
	(void)state;
	int cpus[] = {4, 0, 6};
	const cb__crew crew = {.cpus = cpus, .cpu_count = 3};
	static const struct {
		size_t first;
		size_t count;
		const char *expected;
	} rows[] = {{0, 1, "[4]"}, {0, 3, "[4,0,6]"}, {1, 1, "[0]"}, {2, 2, "[6]"}, {3, 1, "[]"}};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *list = cb__crew_cpus(&crew, rows[i].first, rows[i].count);
		char *text = json_dumps(list, JSON_COMPACT);
		assert_string_equal(text, rows[i].expected);
		free(text);
		json_decref(list);
	}
}

static void load_runs_beside_and_ends_with_the_crew(void **state)
{
	(void)state;
	company c;
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	company_start(&c);
	assert_int_equal(cb__crew_start_load(&c.crew, 2), CB_OK);
	assert_non_null(c.crew.load);
	/* The load is none of the workers that a launch ends. */
	cb__crew_stop(&c.crew, 0);
	assert_non_null(c.crew.load);
	json_t *reply = NULL;
	cb_text why = CB_TEXT_INIT;
	json_t *again = json_pack("{s:s, s:i}", "cmd", "load", "threads", 1);
	assert_int_equal(cb__link_ask(c.crew.load, &reply, again, LIMIT_MS, NULL, &why), CB_OK);
	assert_int_equal(cb__reply_status(reply), CB_EINVAL);
	json_decref(reply);
	cb__text_done(&why);
	company_close(&c);
	assert_null(c.crew.load);
}

static void load_that_cannot_be_started_is_explained(void **state)
{
	(void)state;
	company c;
	company_open(&c, "right_size", LIMIT_MS, no_pump);
	assert_int_equal(cb__crew_start_load(&c.crew, 1000000), CB_EWORKER);
	assert_non_null(strstr(cb_context_error(c.ctx), "1000000 threads"));
	company_close(&c);
}

struct clocked {
	uint64_t last_ns;
	uint64_t longest_ns;
};

static int note_interval(int is_urgent, void *payload)
{
	struct clocked *clocked = payload;
	uint64_t now = cb__clock_wall_ns();
	(void)is_urgent;
	if (clocked->last_ns != 0 && now - clocked->last_ns > clocked->longest_ns)
		clocked->longest_ns = now - clocked->last_ns;
	clocked->last_ns = now;
	return 0;
}

/* Each takes 0.6 s to end. */
static void the_host_is_asked_while_workers_end_side_by_side(void **state)
{
	(void)state;
	company c;
	struct clocked clocked = {0, 0};
	const cb__pump pump = {note_interval, &clocked};
	company_open(&c, "a@slow_exit:on b@slow_exit:on", LIMIT_MS, pump);
	company_start(&c);
	uint64_t before = cb__clock_wall_ns();
	clocked = (struct clocked){before, 0};
	cb__crew_stop(&c.crew, 0);
	note_interval(0, &clocked);
	uint64_t took = cb__clock_wall_ns() - before;
	assert_true(took > 500000000 && took < 1150000000);
	assert_true(clocked.longest_ns < 400000000);
	company_close(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_status_is_an_outcome),
		cmocka_unit_test(reply_tells_its_status_by_name),
		cmocka_unit_test(subjects_of_one_library_share_a_service),
		cmocka_unit_test(mode_without_a_mechanism_of_its_own_has_a_stand_in),
		cmocka_unit_test(subject_with_its_own_label_works_itself),
		cmocka_unit_test(trouble_at_the_start_stays_with_its_member),
		cmocka_unit_test(question_is_answered),
		cmocka_unit_test(dead_worker_is_replaced_by_the_next_start),
		cmocka_unit_test(stopped_crew_can_be_started_again),
		cmocka_unit_test(describing_can_be_cancelled),
		cmocka_unit_test(peers_are_started_and_ended_as_they_are_needed),
		cmocka_unit_test(refusal_of_all_leaves_all_alive),
		cmocka_unit_test(refusal_of_one_leaves_all_alive),
		cmocka_unit_test(death_of_one_costs_all),
		cmocka_unit_test(processors_are_handed_out_in_their_order),
		cmocka_unit_test(load_runs_beside_and_ends_with_the_crew),
		cmocka_unit_test(load_that_cannot_be_started_is_explained),
		cmocka_unit_test(the_host_is_asked_while_workers_end_side_by_side),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
