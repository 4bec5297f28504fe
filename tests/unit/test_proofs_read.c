/* SPDX-License-Identifier: Apache-2.0 */
#include "rewriting.h"

#include "proofs.h"
#include "results_fields.h"

typedef struct fixture {
	cb_context *ctx;
	cb_proofs *proofs;
	char *text; /* its document, compact */
} fixture;

#define FIRST  "openssl/aes-256-gcm/seal/256/on"
#define SECOND "openssl/aes-256-gcm/seal/1024/on"
#define OFF    "openssl/aes-256-gcm/seal/256/off"

static void add_subject(cb_proofs *proofs, const char *label, const char *accel, int is_asked)
{
	cb__fault fault = {0};
	json_t *json = json_pack("{s:s, s:s, s:s, s:b, s:{s:s}, s:{s:b, s:s, s:s}}", "label", label,
		"backend", "openssl", "accel", accel, "asked", is_asked, "library", "version",
		"3.0.19", "accel_proof", "achieved", 1, "level", "trace", "detail", "followed");

	assert_int_equal(json_array_append_new(proofs->subject_list, json), 0);
	assert_int_equal(cb__fields_read(&proofs->subjects[proofs->subject_count++], &fault, json,
				 &cb__subject_fields),
		CB_OK);
}

static cb__proof_row *add(cb_proofs *proofs, const char *id, size_t subject, uint64_t size)
{
	cb__proof_row *row = &proofs->rows[proofs->count];

	*row = (cb__proof_row){
		.view = {.operation = "seal", .size = size, .variant = "message"},
		.trace = {.outcome = CB_OUTCOME_MEASURED,
			.tally = {.inside = 10 * size + 3, .outside = 5, .complete = 1},
			.repeats = 2},
		.id = strdup(id),
		.algorithm = strdup("aes-256-gcm"),
		.accel = proofs->subjects[subject].accel,
		.subject = subject,
		.source = proofs->count++,
		.family = (size_t)size,
	};
	row->trace.tally.counts[CB__CLASS_AES] = 3;
	row->trace.tally.counts[CB__CLASS_SCALAR] = 10 * size;
	return row;
}

/* Two sizes, a mode that broke, one that crashed, one that another stands for. */
static cb_proofs *new_proofs(void)
{
	cb_proofs *proofs = calloc(1, sizeof *proofs);

	assert_non_null(proofs);
	proofs->complete = 1;
	proofs->tool = json_pack("{s:s, s:i}", "version", "0.1.0", "seed", 7);
	proofs->environment = json_pack("{s:{s:s}}", "cpu", "model", "a processor");
	proofs->subject_list = json_array();
	proofs->subjects = calloc(3, sizeof *proofs->subjects);
	proofs->rows = calloc(5, sizeof *proofs->rows);
	add_subject(proofs, "openssl:on", "on", 0);
	add_subject(proofs, "openssl:off", "off", 1);
	add_subject(proofs, "openssl:nocrypto", "nocrypto", 0);
	add(proofs, FIRST, 0, 256);
	add(proofs, SECOND, 0, 1024);
	cb__proof_row *broken = add(proofs, OFF, 1, 256);
	broken->trace.outcome = CB_OUTCOME_UNPROVEN;
	broken->trace.reason = strdup("mode off, and the library executed 3 aes");
	cb__proof_row *crashed = add(proofs, "openssl/aes-256-gcm/seal/1024/off", 1, 1024);
	memset(&crashed->trace, 0, sizeof crashed->trace);
	crashed->trace.outcome = CB_OUTCOME_CRASHED;
	crashed->trace.reason = strdup("ended by signal 11");
	crashed->trace.output = strdup("what it printed");
	cb__proof_row *same = add(proofs, "openssl/aes-256-gcm/seal/256/nocrypto", 2, 256);
	same->same_as = strdup(OFF);
	same->source = 2;
	cb__proofs_settle(proofs);
	assert_int_equal(cb__proofs_find_facts(proofs), CB_OK);
	return proofs;
}

static int set_up(void **state)
{
	fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	assert_int_equal(cb_context_new(&f->ctx, NULL), CB_OK);
	f->proofs = new_proofs();
	assert_int_equal(cb_proofs_to_json(f->proofs, &f->text, CB_JSON_COMPACT), CB_OK);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	fixture *f = *state;

	cb_string_free(f->text);
	cb_proofs_free(f->proofs);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

static cb_proofs *read_again(const fixture *f)
{
	cb_proofs *again = NULL;

	if (cb_proofs_from_json(&again, f->ctx, f->text, strlen(f->text)) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return again;
}

static void assert_same_proof(const cb_proof *a, const cb_proof *b)
{
	assert_string_equal(a->id, b->id);
	assert_string_equal(a->subject->label, b->subject->label);
	assert_string_equal(a->reason, b->reason);
	assert_string_equal(a->output, b->output);
	assert_string_equal(a->same_as, b->same_as);
	assert_int_equal(a->outcome, b->outcome);
	assert_int_equal(a->inside, b->inside);
	assert_int_equal(a->outside, b->outside);
	assert_int_equal(a->repeats, b->repeats);
	assert_int_equal(a->complete, b->complete);
	assert_memory_equal(a->counts, b->counts, cb_class_count() * sizeof *a->counts);
	assert_true(isnan(a->per_byte) ? isnan(b->per_byte) : a->per_byte == b->per_byte);
}

static void proofs_that_are_read_are_those_that_were_written(void **state)
{
	const fixture *f = *state;
	cb_proofs *again = read_again(f);

	assert_int_equal(cb_proofs_count(again), cb_proofs_count(f->proofs));
	for (size_t i = 0; i < cb_proofs_count(again); i++)
		assert_same_proof(cb_proofs_at(again, i), cb_proofs_at(f->proofs, i));
	assert_int_equal(cb_proofs_finding_count(again), cb_proofs_finding_count(f->proofs));
	assert_ptr_equal(cb_proofs_find(again, SECOND), cb_proofs_at(again, 1));
	assert_int_equal(cb_proof_count(cb_proofs_at(again, 0), "aes"), 3);
	assert_true(cb_proofs_complete(again));
	assert_true(cb_proofs_failed(again));
	cb_proofs_free(again);
}

static void a_mode_that_was_asked_for_and_broke_is_a_failure_when_read(void **state)
{
	const fixture *f = *state;
	cb_document *document = NULL;
	char *text = edited(f->text, "'crashed'", "'unsupported'");

	assert_int_equal(cb_document_from_json(&document, f->ctx, text, strlen(text)), CB_OK);
	assert_int_equal(cb_document_exit(document), CB_GATE_BROKEN);
	cb_document_free(document);
	free(text);
}

static void what_is_read_is_shown_and_written_as_before(void **state)
{
	const fixture *f = *state;
	cb_proofs *again = read_again(f);
	const cb_format *format;

	for (size_t i = 0; (format = cb_proofs_format_at(i)) != NULL; i++) {
		char *one = NULL, *two = NULL;

		assert_int_equal(cb_proofs_format(f->proofs, &one, format->name, NULL), CB_OK);
		assert_int_equal(cb_proofs_format(again, &two, format->name, NULL), CB_OK);
		assert_string_equal(one, two);
		cb_string_free(one);
		cb_string_free(two);
	}
	cb_proofs_free(again);
}

static void requirements_are_judged_on_what_was_read(void **state)
{
	const fixture *f = *state;
	cb_proofs *again = read_again(f);
	cb_lack *lacks = NULL;
	size_t count = 0;

	assert_int_equal(
		cb_proofs_require(again, f->ctx, "openssl/**/on=aes", &lacks, &count), CB_OK);
	assert_int_equal(count, 0);
	cb_lacks_free(lacks);
	assert_int_equal(
		cb_proofs_require(again, f->ctx, "openssl/**/on=clmul", &lacks, &count), CB_OK);
	assert_int_equal(count, 2);
	assert_string_equal(lacks[0].proof->id, FIRST);
	cb_lacks_free(lacks);
	cb_proofs_free(again);
}

static void unknown_members_and_classes_are_kept(void **state)
{
	const fixture *f = *state;
	cb_proofs *again = NULL;
	char *text = edited(f->text, "'aes':3", "'newer':2,'aes':1"), *twice = NULL;

	if (cb_proofs_from_json(&again, f->ctx, text, strlen(text)) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	assert_int_equal(cb_proof_count(cb_proofs_at(again, 0), "aes"), 1);
	assert_int_equal(cb_proofs_at(again, 0)->inside, 2563);
	assert_int_equal(cb_proofs_to_json(again, &twice, CB_JSON_COMPACT), CB_OK);
	assert_string_equal(text, twice);
	cb_string_free(twice);
	cb_proofs_free(again);
	free(text);
}

static const wrong_edit wrong[] = {
	{"'libcb.proof/1'", "'libcb.proof/2'",
		"schema: \"libcb.proof/2\" cannot be read by this version, only \"libcb.proof/1\""},
	{"'libcb.proof/1'", "1", "schema: missing or not a text"},
	{"'complete'", "'completed'", "complete: missing, or neither true nor false"},
	{"'tool'", "'toll'", "tool: missing, or not an object"},
	{"'environment':{", "'environment':[],'x':{", "environment: missing, or not an object"},
	{"'subjects'", "'subject'", "subjects: missing, or not a list"},
	{"'openssl:off'", "'openssl:on'", "subjects[1].label: \"openssl:on\" is there twice"},
	{"'accel':'on'", "'accel':'hw'", "subjects[0].accel: no acceleration mode"},
	{"'asked':false", "'asked':0", "subjects[0].asked: neither true nor false"},
	{"'proofs'", "'proof'", "proofs: missing, or not a list"},
	{"'proofs':[{", "'proofs':[3,{", "proofs[0]: not an object"},
	{"'id':'" FIRST "'", "'id':''", "proofs[0].id: empty"},
	{"'id':'" SECOND "'", "'id':'" FIRST "'", "proofs[1].id: \"" FIRST "\" is there twice"},
	{"'subject':'openssl:on'", "'subject':'x'", "proofs[0].subject: no subject \"x\""},
	{"'subject':'openssl:on'", "'subject':null", "proofs[0].subject: missing or not a text"},
	{"'size':256", "'size':-256", "proofs[0].size: negative"},
	{"'size':256", "'size':256.5", "proofs[0].size: not an integer"},
	{"'size':256", "'size':1e300", "proofs[0].size: not an integer"},
	{"'size':256", "'size':99999999999999999999", "line 1"},
	{"'outcome':'measured'", "'outcome':'great'", "proofs[0].outcome: no outcome"},
	{"'variant'", "'variety'", "proofs[0].variant: missing"},
	{"'inside':2563", "'inside':'2563'", "proofs[0].inside: not an integer"},
	{"'inside':2563", "'inside':2564", "proofs[0].counts: less than inside"},
	{"'inside':2563", "'inside':2562", "proofs[0].counts: more than inside"},
	{"'scalar':2560", "'scalar':-1", "proofs[0].counts.scalar: not an integer from 0 on"},
	{"'scalar':2560", "'scalar':9223372036854775807", "proofs[0].counts: more than inside"},
	{"'counts':{", "'count':{", "proofs[0].counts: missing, or not an object"},
	{"'repeats':2", "'repeats':0", "proofs[0].repeats: missing or zero"},
	{"'repeats':2", "'repeats':4294967296", "proofs[0].repeats: too large"},
	{"'per_byte':10.0", "'per_byte':NaN", "line 1"},
	{"'per_byte':10.0", "'per_byte':1e19", "proofs[0].per_byte: too large"},
	{"'per_byte':10.0", "'per_byte':'x'", "proofs[0].per_byte: not a number"},
	{"'same_as':'" OFF "'", "'same_as':'x'", "proofs[4].same_as: no proof \"x\""},
	{"'findings'", "'finding'", "findings: missing, or not a list"},
	{"'findings':[{", "'findings':[[],{", "findings[0]: not an object"},
	{"'id':'off-not-off'", "'id':3", "findings[0].id: not a text"},
	{"'findings':[{'id':'off-not-off','text':", "'findings':[{'id':'off-not-off','test':",
		"findings[0].text: missing"},
};

static void wrong_members_are_refused_with_their_place(void **state)
{
	const fixture *f = *state;

	assert_all_refused(f->ctx, f->text, wrong, ROWS(wrong));
}

static void another_kind_is_named_with_what_reads_it(void **state)
{
	const fixture *f = *state;
	static const char text[] = "{\"schema\": \"libcb.gate/1\"}";
	cb_proofs *again = NULL;

	assert_int_equal(cb_proofs_from_json(&again, f->ctx, text, sizeof text - 1), CB_EFORMAT);
	assert_string_equal(cb_context_error(f->ctx),
		"schema: \"libcb.gate/1\" is the document of a gate, not the document of a proof: "
		"\"cbench report RESULTS --gate FILE\" shows it beside results, \"cbench gate "
		"--judge FILE\" judges it again, \"cbench show\" shows it alone");
	assert_int_equal(cb_proofs_load(&again, f->ctx, "/no/such/file.json"), CB_EIO);
	assert_says(cb_context_error(f->ctx), "/no/such/file.json");
}

static cb_status read_and_free(json_t *document)
{
	cb__fault fault = {0};
	cb_proofs *read = NULL;
	cb_status status = cb__proofs_read(&read, document, &fault);

	cb_proofs_free(read);
	return status;
}

static void broken_texts_do_no_harm(void **state)
{
	const fixture *f = *state;

	assert_cut_is_refused(f->ctx, f->text);
	assert_edits_do_no_harm(f->ctx, f->text);
	assert_reads_whole_or_not(read_and_free, f->text);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(proofs_that_are_read_are_those_that_were_written),
		TEST(a_mode_that_was_asked_for_and_broke_is_a_failure_when_read),
		TEST(what_is_read_is_shown_and_written_as_before),
		TEST(requirements_are_judged_on_what_was_read),
		TEST(unknown_members_and_classes_are_kept),
		TEST(wrong_members_are_refused_with_their_place),
		TEST(another_kind_is_named_with_what_reads_it),
		TEST(broken_texts_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
