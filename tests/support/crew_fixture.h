/* SPDX-License-Identifier: Apache-2.0 */
/* A crew without workers: what they would have said is given as text. */
#ifndef CB_TEST_CREW_FIXTURE_H
#define CB_TEST_CREW_FIXTURE_H

#include "unit.h"

#include <stdlib.h>

#include "crew.h"

#define MEMBERS_MAX 4

typedef struct crew_fixture {
	cb_context *ctx;
	cb__crew crew;
	cb__subject subjects[MEMBERS_MAX];
	cb__service services[MEMBERS_MAX]; /* one for each member; share them by hand */
	cb__member members[MEMBERS_MAX];
} crew_fixture;

static inline int crew_make(void **state)
{
	crew_fixture *made = calloc(1, sizeof *made);
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = "";
	config.worker_path = "/nowhere";
	assert_non_null(made);
	assert_int_equal(cb_context_new(&made->ctx, &config), CB_OK);
	made->crew.ctx = made->ctx;
	made->crew.members = made->members;
	*state = made;
	return 0;
}

static inline int crew_drop(void **state)
{
	crew_fixture *made = *state;
	for (size_t i = 0; i < made->crew.member_count; i++) {
		json_decref(made->members[i].hello);
		free(made->members[i].reason);
		free(made->members[i].output);
		free(made->subjects[i].label);
		free(made->subjects[i].backend);
	}
	cb_context_free(made->ctx);
	free(made);
	return 0;
}

/** Adds a member called "BACKEND:ACCEL"; @p hello may be NULL. */
static inline cb__member *crew_add(
	crew_fixture *f, const char *backend, cb_accel accel, const char *hello)
{
	size_t index = f->crew.member_count++;
	assert_true(index < MEMBERS_MAX);
	cb_text label = CB_TEXT_INIT;
	cb__text_format(&label, "%s:%s", backend, cb_accel_name(accel));
	cb__subject *subject = &f->subjects[index];
	*subject = (cb__subject){.backend = cb__string_copy(backend), .accel = accel};
	assert_int_equal(cb__text_take(&label, &subject->label), CB_OK);
	cb__member *member = &f->members[index];
	*member = (cb__member){.subject = subject, .service = &f->services[index]};
	if (hello != NULL) {
		member->hello = json_loads(hello, 0, NULL);
		assert_non_null(member->hello);
	}
	return member;
}

/** The member cannot be measured. */
static inline void crew_fail(
	cb__member *member, cb_outcome outcome, const char *reason, const char *output)
{
	member->outcome = outcome;
	member->reason = cb__string_copy(reason);
	member->output = cb__string_copy(output);
}

#define CREW_TEST(name) cmocka_unit_test_setup_teardown(name, crew_make, crew_drop)

#endif
