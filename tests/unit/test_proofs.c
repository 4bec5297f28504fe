/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdlib.h>

#include <cb/cb.h>

#include "proofs.h"

typedef struct scene {
	cb_context *ctx;
	cb_proofs *proofs;
	cb_lack *lacks;
	size_t lack_count;
} scene;

static json_t *cpu_with(const char *feature)
{
	json_t *features = json_object();
	if (feature != NULL)
		json_object_set_new(features, feature, json_true());
	return json_pack("{s:{s:o}}", "cpu", "features", features);
}

static void set_up(scene *s, const char *feature)
{
	static const char *const labels[] = {"openssl:on", "openssl:off"};
	*s = (scene){.proofs = calloc(1, sizeof *s->proofs)};
	assert_non_null(s->proofs);
	assert_int_equal(cb_context_new(&s->ctx, NULL), CB_OK);
	s->proofs->tool = json_object();
	s->proofs->environment = cpu_with(feature);
	s->proofs->subject_list = json_array();
	s->proofs->subjects = calloc(2, sizeof *s->proofs->subjects);
	s->proofs->rows = calloc(8, sizeof *s->proofs->rows);
	s->proofs->subject_count = 2;
	s->proofs->complete = 1;
	for (size_t i = 0; i < 2; i++)
		s->proofs->subjects[i] = (cb_subject){.label = labels[i]};
}

static void tear_down(scene *s)
{
	cb_lacks_free(s->lacks);
	cb_proofs_free(s->proofs);
	cb_context_free(s->ctx);
}

/* A row of subject 0 (on) or 1 (off) with @p count instructions of @p cls. */
static cb__proof_row *add(scene *s, size_t subject, const char *algorithm, uint64_t size,
	cb__class cls, uint64_t count)
{
	static const char *const modes[] = {"on", "off"};
	cb_text id = CB_TEXT_INIT;
	cb__proof_row *row = &s->proofs->rows[s->proofs->count];
	cb__text_format(&id, "openssl/%s/seal/%u/%s", algorithm, (unsigned)size, modes[subject]);
	*row = (cb__proof_row){
		.view = {.operation = "seal", .size = size, .variant = "message"},
		.trace = {.outcome = CB_OUTCOME_MEASURED,
			.tally = {.inside = count, .outside = 5, .complete = 1},
			.repeats = 2},
		.algorithm = cb__string_copy(algorithm),
		.accel = subject == 0 ? CB_ACCEL_ON : CB_ACCEL_OFF,
		.subject = subject,
		.source = s->proofs->count,
		.family = (size_t)size,
	};
	assert_int_equal(cb__text_take(&id, &row->id), CB_OK);
	row->trace.tally.counts[cls] = count;
	s->proofs->count++;
	return row;
}

static void settle(scene *s)
{
	cb__proofs_settle(s->proofs);
	assert_int_equal(cb__proofs_find_facts(s->proofs), CB_OK);
}

static void expect_only_finding(const scene *s, const char *id)
{
	assert_int_equal(cb_proofs_finding_count(s->proofs), id != NULL);
	if (id == NULL)
		return;
	const cb_finding *finding = cb_proofs_finding_at(s->proofs, 0);
	assert_string_equal(finding->id, id);
	assert_is_message(finding->text);
	assert_non_null(finding->subject);
}

static void two_sizes_make_a_line(void **state)
{
	(void)state;
	scene s;
	set_up(&s, NULL);
	add(&s, 0, "aes-256-gcm", 1024, CB__CLASS_AES, 4899);
	add(&s, 0, "aes-256-gcm", 4096, CB__CLASS_AES, 12675);
	settle(&s);
	const cb_proof *proof = cb_proofs_find(s.proofs, "openssl/aes-256-gcm/seal/1024/on");
	assert_non_null(proof);
	assert_near(proof->per_byte, (12675.0 - 4899.0) / 3072.0);
	assert_near(proof->per_message, 4899.0 - proof->per_byte * 1024);
	tear_down(&s);
}

static void one_size_or_a_cut_makes_none(void **state)
{
	(void)state;
	scene s;
	set_up(&s, NULL);
	add(&s, 0, "sha256", 1024, CB__CLASS_SHA, 3699);
	add(&s, 1, "sha256", 256, CB__CLASS_SCALAR, 10);
	add(&s, 1, "sha256", 1024, CB__CLASS_SCALAR, 20)->trace.tally.complete = 0;
	settle(&s);
	for (size_t i = 0; i < 3; i++) {
		assert_true(isnan(cb_proofs_at(s.proofs, i)->per_byte));
		assert_true(isnan(cb_proofs_at(s.proofs, i)->per_message));
	}
	tear_down(&s);
}

static void unused_acceleration_is_told_once(void **state)
{
	(void)state;
	scene s;
	set_up(&s, "sha2");
	add(&s, 0, "sha256", 256, CB__CLASS_SCALAR, 10);
	add(&s, 0, "sha256", 1024, CB__CLASS_SCALAR, 20);
	settle(&s);
	expect_only_finding(&s, "acceleration-not-used");
	assert_says(cb_proofs_finding_at(s.proofs, 0)->text, "sha");
	tear_down(&s);
}

static void processor_without_it_or_use_of_it_is_no_finding(void **state)
{
	(void)state;
	scene s;
	set_up(&s, NULL);
	add(&s, 0, "sha256", 256, CB__CLASS_SCALAR, 10);
	settle(&s);
	expect_only_finding(&s, NULL);
	tear_down(&s);
	set_up(&s, "sha2");
	add(&s, 0, "sha256", 256, CB__CLASS_SHA, 10);
	add(&s, 1, "sha256", 256, CB__CLASS_SCALAR, 10);
	settle(&s);
	expect_only_finding(&s, NULL);
	tear_down(&s);
}

static void an_operation_that_was_cut_is_not_judged_unused(void **state)
{
	(void)state;
	scene s;
	set_up(&s, "sha2");
	add(&s, 0, "sha256", 256, CB__CLASS_SCALAR, 10)->trace.tally.complete = 0;
	settle(&s);
	expect_only_finding(&s, NULL);
	tear_down(&s);
}

static void same_counts_in_both_modes_need_nothing(void **state)
{
	(void)state;
	scene s;
	set_up(&s, NULL);
	add(&s, 0, "rc4", 256, CB__CLASS_SCALAR, 10);
	add(&s, 1, "rc4", 256, CB__CLASS_SCALAR, 10);
	settle(&s);
	expect_only_finding(&s, "none-needed");
	assert_non_null(strstr(cb_proofs_finding_at(s.proofs, 0)->text, " of 256 bytes "));
	tear_down(&s);
}

static void broken_mode_is_told_and_fails_if_asked_for(void **state)
{
	(void)state;
	scene s;
	set_up(&s, NULL);
	cb__proof_row *row = add(&s, 1, "aes-256-gcm", 256, CB__CLASS_AES, 910);
	row->trace.outcome = CB_OUTCOME_UNPROVEN;
	row->trace.reason = cb__string_copy("mode off, and the library executed 910 aes");
	settle(&s);
	expect_only_finding(&s, "off-not-off");
	assert_false(cb_proofs_failed(s.proofs));
	row->is_asked = 1;
	assert_true(cb_proofs_failed(s.proofs));
	tear_down(&s);
}

static cb_status require(scene *s, const char *text)
{
	cb_lacks_free(s->lacks);
	s->lacks = NULL;
	s->lack_count = 0;
	return cb_proofs_require(s->proofs, s->ctx, text, &s->lacks, &s->lack_count);
}

static void requirement_that_is_met_lacks_nothing(void **state)
{
	(void)state;
	scene s;
	set_up(&s, NULL);
	add(&s, 0, "aes-256-gcm", 1024, CB__CLASS_VAES512, 910);
	add(&s, 0, "sha256", 1024, CB__CLASS_SHA, 910);
	settle(&s);
	assert_int_equal(
		require(&s, "openssl/aes-*/**/on=aes,vaes512,openssl/sha256/**=sha"), CB_OK);
	assert_int_equal(s.lack_count, 0);
	tear_down(&s);
}

static void missing_class_and_missing_cell_are_lacks(void **state)
{
	(void)state;
	scene s;
	set_up(&s, NULL);
	add(&s, 0, "aes-256-gcm", 1024, CB__CLASS_AES, 910);
	settle(&s);
	assert_int_equal(require(&s, "openssl/**/on=aes,clmul,mbedtls/**=aes"), CB_OK);
	assert_int_equal(s.lack_count, 2);
	assert_string_equal(s.lacks[0].glob, "openssl/**/on");
	assert_string_equal(s.lacks[0].class_name, "clmul");
	assert_string_equal(s.lacks[0].proof->id, "openssl/aes-256-gcm/seal/1024/on");
	assert_true(s.lacks[0].judged);
	assert_string_equal(s.lacks[1].glob, "mbedtls/**");
	assert_null(s.lacks[1].proof);
	assert_true(s.lacks[1].judged);
	tear_down(&s);
}

static void what_was_cut_or_not_reached_is_not_judged(void **state)
{
	(void)state;
	scene s;
	set_up(&s, NULL);
	add(&s, 0, "aes-256-gcm", 1024, CB__CLASS_AES, 910)->trace.tally.complete = 0;
	settle(&s);
	assert_int_equal(require(&s, "openssl/**=aes,clmul,mbedtls/**=aes"), CB_OK);
	assert_int_equal(s.lack_count, 2);
	assert_string_equal(s.lacks[0].class_name, "clmul");
	assert_false(s.lacks[0].judged);
	/* All that was planned was reached, so there is no such cell. */
	assert_true(s.lacks[1].judged);
	s.proofs->complete = 0;
	assert_int_equal(require(&s, "mbedtls/**=aes"), CB_OK);
	assert_int_equal(s.lack_count, 1);
	assert_false(s.lacks[0].judged);
	tear_down(&s);
}

static void malformed_requirements_are_refused(void **state)
{
	(void)state;
	static const char *const malformed[] = {"", "aes", "=aes", "**=", "**=aes,", "**=aes,,sha"};
	scene s;
	set_up(&s, NULL);
	settle(&s);
	for (size_t i = 0; i < ROWS(malformed); i++) {
		assert_int_equal(require(&s, malformed[i]), CB_EINVAL);
		assert_is_message(cb_context_error(s.ctx));
	}
	assert_int_equal(require(&s, "**=vaes"), CB_ENOTFOUND);
	assert_says(cb_context_error(s.ctx), "vaes");
	tear_down(&s);
}

static void document_holds_what_was_counted(void **state)
{
	(void)state;
	scene s;
	char *text = NULL;
	set_up(&s, "sha2");
	add(&s, 0, "sha256", 256, CB__CLASS_SCALAR, 10);
	settle(&s);
	assert_int_equal(cb_proofs_to_json(s.proofs, &text, CB_JSON_COMPACT), CB_OK);
	json_t *document = json_loads(text, 0, NULL);
	assert_non_null(document);
	assert_string_equal(
		json_string_value(json_object_get(document, "schema")), "libcb.proof/1");
	const json_t *proof = json_array_get(json_object_get(document, "proofs"), 0);
	assert_int_equal(json_integer_value(json_object_get(proof, "inside")), 10);
	assert_true(json_is_null(json_object_get(proof, "per_byte")));
	assert_int_equal(json_array_size(json_object_get(document, "findings")), 1);
	assert_int_equal(json_array_size(json_object_get(document, "classes")), cb_class_count());
	json_decref(document);
	cb_string_free(text);
	tear_down(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_sizes_make_a_line),
		cmocka_unit_test(one_size_or_a_cut_makes_none),
		cmocka_unit_test(unused_acceleration_is_told_once),
		cmocka_unit_test(processor_without_it_or_use_of_it_is_no_finding),
		cmocka_unit_test(an_operation_that_was_cut_is_not_judged_unused),
		cmocka_unit_test(same_counts_in_both_modes_need_nothing),
		cmocka_unit_test(broken_mode_is_told_and_fails_if_asked_for),
		cmocka_unit_test(requirement_that_is_met_lacks_nothing),
		cmocka_unit_test(missing_class_and_missing_cell_are_lacks),
		cmocka_unit_test(what_was_cut_or_not_reached_is_not_judged),
		cmocka_unit_test(malformed_requirements_are_refused),
		cmocka_unit_test(document_holds_what_was_counted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
