/* SPDX-License-Identifier: Apache-2.0 */
/* Every real library that was built: each mode is proven, and right in every operation. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "crew.h"
#include "offers.h"

#define LIMIT_MS 60000u

/* Architectures on which all three libraries can be switched. */
#if defined(__x86_64__) || defined(__aarch64__)
#define MUST_BE_PROVEN 1
#else
#define MUST_BE_PROVEN 0
#endif

typedef struct setting {
	cb_context *ctx;
	cb__subjects subjects;
	cb__crew crew;
} setting;

static int set_up(void **state)
{
	const unsigned all = (1u << CB_ACCEL_COUNT) - 1;
	const cb__pump none = {NULL, NULL};
	setting *s = calloc(1, sizeof *s);
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = CB_TEST_MODULES;
	config.worker_path = CB_TEST_WORKER;
	assert_non_null(s);
	assert_int_equal(cb_context_new(&s->ctx, &config), CB_OK);
	for (size_t i = 0; i < cb_context_backend_count(s->ctx); i++)
		assert_int_equal(cb__subjects_add(&s->subjects, s->ctx,
					 cb_context_backend_name(s->ctx, i), all),
			CB_OK);
	assert_true(s->subjects.count > 0);
	assert_int_equal(cb__crew_init(&s->crew, s->ctx, &s->subjects, LIMIT_MS, none), CB_OK);
	assert_int_equal(cb__crew_describe(&s->crew), CB_OK);
	for (size_t i = 0; i < s->crew.member_count; i++)
		assert_int_equal(cb__crew_start(&s->crew, &s->crew.members[i]), CB_OK);
	*state = s;
	return 0;
}

static int tear_down(void **state)
{
	setting *s = *state;
	cb__crew_done(&s->crew);
	cb__subjects_done(&s->subjects);
	cb_context_free(s->ctx);
	free(s);
	return 0;
}

static void each_mode_is_proven_or_says_why_not(void **state)
{
	setting *s = *state;
	for (size_t i = 0; i < s->crew.member_count; i++) {
		const cb__member *member = &s->crew.members[i];
		int may_fail = !MUST_BE_PROVEN && member->outcome == CB_OUTCOME_UNPROVEN;
		if (member->outcome != CB_OUTCOME_MEASURED && !may_fail)
			fail_msg("%s is %s: %s %s", member->subject->label,
				cb_outcome_name(member->outcome), member->reason, member->output);
		if (may_fail)
			assert_true(strlen(member->reason) > 0);
	}
}

static void mode_on_leaves_the_library_alone(void **state)
{
	setting *s = *state;
	for (size_t i = 0; i < s->crew.member_count; i++) {
		const cb__member *member = &s->crew.members[i];
		const json_t *mode =
			json_object_get(json_object_get(member->service->hello, "modes"), "on");
		assert_null(member->subject->accel == CB_ACCEL_ON ? member->same_as : NULL);
		assert_int_equal(json_object_size(json_object_get(mode, "environment")), 0);
	}
}

static void check_operation(setting *s, cb__member *member, const cb_algorithm *algorithm, cb_op op)
{
	cb_text why = CB_TEXT_INIT;
	json_t *reply = NULL;
	char *output = NULL;
	json_t *open = json_pack("{s:s, s:s, s:s, s:i, s:i}", "cmd", "open", "algorithm",
		algorithm->name, "operation", cb_op_name(op), "size", 1040, "seed", 7);
	if (cb__crew_ask(&s->crew, member, &reply, open, &why, &output) != CB_OK)
		fail_msg("%s %s %s: %s %s", member->subject->label, algorithm->name, cb_op_name(op),
			cb__text_string(&why), output);
	json_decref(reply);
	reply = NULL;
	assert_int_equal(cb__crew_ask(&s->crew, member, &reply, json_pack("{s:s}", "cmd", "close"),
				 &why, &output),
		CB_OK);
	json_decref(reply);
	cb__text_done(&why);
	free(output);
}

static void answers_are_right_in_each_mode(void **state)
{
	setting *s = *state;
	unsigned count = 0;
	for (size_t i = 0; i < s->crew.member_count; i++) {
		cb__member *member = &s->crew.members[i];
		const cb_algorithm *algorithm;
		for (size_t j = 0; member->link != NULL && (algorithm = cb_algorithm_at(j)) != NULL;
			j++)
			for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++) {
				int is_slow = op == CB_OP_KEYGEN &&
					      cb__op_is_opt_in(algorithm, (cb_op)op);
				if (is_slow ||
					!cb__member_offers(member, algorithm->name, (cb_op)op))
					continue;
				check_operation(s, member, algorithm, (cb_op)op);
				count++;
			}
	}
	assert_true(s->crew.member_count <= CB_ACCEL_COUNT || count > 10);
}

static void modes_give_the_same_output(void **state)
{
	setting *s = *state;
	for (size_t i = 0; i < s->crew.member_count; i++) {
		cb__member *member = &s->crew.members[i];
		if (member->link == NULL || !cb__member_offers(member, "sha256", CB_OP_DIGEST))
			continue;
		cb_text why = CB_TEXT_INIT;
		json_t *reply = NULL;
		json_t *once = json_pack("{s:s, s:s, s:s, s:s}", "cmd", "once", "algorithm",
			"sha256", "operation", "digest", "in", "616263");
		assert_int_equal(cb__crew_ask(&s->crew, member, &reply, once, &why, NULL), CB_OK);
		/* FIPS 180-4, "abc" */
		assert_string_equal(json_string_value(json_object_get(reply, "out")),
			"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
		json_decref(reply);
		cb__text_done(&why);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_mode_is_proven_or_says_why_not),
		cmocka_unit_test(mode_on_leaves_the_library_alone),
		cmocka_unit_test(answers_are_right_in_each_mode),
		cmocka_unit_test(modes_give_the_same_output),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
