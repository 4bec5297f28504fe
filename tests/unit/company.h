/* SPDX-License-Identifier: Apache-2.0 */
/* A crew of real workers with test backends. */
#ifndef COMPANY_H
#define COMPANY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "crew.h"

#define LIMIT_MS 20000u

typedef struct company {
	cb_context *ctx;
	cb__subjects subjects;
	cb__crew crew;
} company;

/** Subjects are separated by blanks. */
static inline void company_open(
	company *out, const char *subjects, uint32_t limit_ms, cb__pump pump)
{
	char copy[512];
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = CB_TEST_BACKENDS ":" CB_TEST_MODULES;
	config.worker_path = CB_TEST_WORKER;
	*out = (company){0};
	assert_int_equal(cb_context_new(&out->ctx, &config), CB_OK);
	snprintf(copy, sizeof copy, "%s", subjects);
	for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
		assert_int_equal(cb__subjects_add(&out->subjects, out->ctx, word, 1), CB_OK);
	assert_int_equal(
		cb__crew_init(&out->crew, out->ctx, &out->subjects, limit_ms, pump), CB_OK);
}

static inline void company_start(company *c)
{
	assert_int_equal(cb__crew_describe(&c->crew), CB_OK);
	for (size_t i = 0; i < c->crew.member_count; i++)
		assert_int_equal(cb__crew_start(&c->crew, &c->crew.members[i]), CB_OK);
}

static inline void company_close(company *c)
{
	cb__crew_done(&c->crew);
	cb__subjects_done(&c->subjects);
	cb_context_free(c->ctx);
}

#endif
