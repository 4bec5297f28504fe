/* SPDX-License-Identifier: Apache-2.0 */
#include "company.h"

#include <stdlib.h>

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
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
