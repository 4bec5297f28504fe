/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include <cb/format.h>

#include "../support/unit.h"
#include "proofs.h"
#include "whole.h"

typedef struct fixture {
	cb_context *ctx;
	cb_view *view;
	cb_proofs *proofs;
} fixture;

/* One message of one library, which executed 910 instructions of AES. */
static cb_proofs *new_proofs(void)
{
	cb_proofs *proofs = calloc(1, sizeof(*proofs));

	assert_non_null(proofs);
	proofs->tool = json_object();
	proofs->environment = json_object();
	proofs->subject_list = json_array();
	proofs->subjects = calloc(1, sizeof(*proofs->subjects));
	proofs->rows = calloc(1, sizeof(*proofs->rows));
	assert_true(proofs->subjects != NULL && proofs->rows != NULL);
	proofs->subjects[0] = (cb_subject){.label = "openssl:on",
		.backend = "openssl",
		.version = "3.0.16",
		.file = "",
		.build_id = "",
		.build_info = "",
		.achieved = 1,
		.level = "trace",
		.detail = "",
		.same_as = ""};
	proofs->rows[0] = (cb__proof_row){
		.view = {.operation = "seal", .size = 1024, .variant = "message"},
		.trace = {.outcome = CB_OUTCOME_MEASURED,
			.tally = {.inside = 1000, .outside = 5, .complete = 1},
			.repeats = 2},
		.id = strdup("openssl/aes-256-gcm/seal/1024/on"),
		.algorithm = strdup("aes-256-gcm"),
	};
	proofs->rows[0].trace.tally.counts[CB__CLASS_AES] = 910;
	proofs->subject_count = proofs->count = 1;
	proofs->complete = 1;
	cb__proofs_settle(proofs);
	return proofs;
}

static int set_up(void **state)
{
	fixture *f = calloc(1, sizeof(*f));

	if (f == NULL || cb_context_new(&f->ctx, NULL) != CB_OK ||
		cb_view_new(&f->view, f->ctx) != CB_OK)
		return -1;
	f->proofs = new_proofs();
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	fixture *f = *state;

	cb_proofs_free(f->proofs);
	cb_view_free(f->view);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

static char *shown(const fixture *f, const char *format)
{
	char *text;

	assert_int_equal(cb_proofs_format(f->proofs, &text, format, NULL), CB_OK);
	return text;
}

static void each_format_has_the_count(void **state)
{
	const fixture *f = *state;
	const cb_format *format;

	for (size_t i = 0; (format = cb_proofs_format_at(i)) != NULL; i++) {
		char *text = shown(f, format->name);

		assert_says(text, "910");
		assert_says(text, "aes-256-gcm");
		cb_string_free(text);
	}
}

static void assert_judged(
	const fixture *f, const char *requirements, const cb_view *view, const char *wanted)
{
	cb_lack *lacks;
	size_t count;
	char *text;

	assert_int_equal(cb_proofs_require(f->proofs, f->ctx, requirements, &lacks, &count), CB_OK);
	assert_int_equal(cb_proofs_format_lacks(f->proofs, &text, lacks, count, view), CB_OK);
	assert_string_equal(text, wanted);
	cb_string_free(text);
	cb_lacks_free(lacks);
}

static void lacks_end_with_a_verdict(void **state)
{
	fixture *f = *state;

	assert_judged(f, "**=aes", NULL, "verdict=ok cells=1 lacking=0 exit=0\n");
	assert_judged(f, "**=rdrand", NULL,
		"lacks: openssl/aes-256-gcm/seal/1024/on executed no rdrand, but: aes 910\n"
		"verdict=lacking cells=1 lacking=1 exit=1\n");
	assert_judged(f, "mbedtls/**=aes", NULL,
		"lacks: mbedtls/**=aes: no cell that was followed matches\n"
		"verdict=lacking cells=1 lacking=1 exit=1\n");
	f->proofs->complete = 0;
	assert_judged(f, "mbedtls/**=aes", NULL,
		"not judged: mbedtls/**=aes: no cell that matches was reached\n"
		"verdict=invalid cells=1 lacking=0 exit=5\n");
}

static void the_exit_status_of_a_command_is_named(void **state)
{
	const fixture *f = *state;

	assert_int_equal(cb_view_set(f->view, "exit", "4"), CB_OK);
	assert_judged(f, "**=aes", f->view, "verdict=ok cells=1 lacking=0 exit=4\n");
}

static void an_unknown_format_is_told_with_those_there_are(void **state)
{
	const fixture *f = *state;
	char *text;

	assert_int_equal(cb_proofs_format(f->proofs, &text, "junit", f->view), CB_ENOTFOUND);
	assert_says(cb_context_error(f->ctx), "table, json, csv, markdown");
}

static cb_status print(const void *proofs, char **out, const char *format)
{
	return cb_proofs_format(proofs, out, format, NULL);
}

static void a_text_is_whole_or_none(void **state)
{
	const fixture *f = *state;
	const cb_format *format;

	for (size_t i = 0; (format = cb_proofs_format_at(i)) != NULL; i++)
		assert_whole_or_none(f->proofs, format->name, print);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(each_format_has_the_count),
		TEST(lacks_end_with_a_verdict),
		TEST(the_exit_status_of_a_command_is_named),
		TEST(an_unknown_format_is_told_with_those_there_are),
		TEST(a_text_is_whole_or_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
