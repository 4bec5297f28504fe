/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_backend.h"

static cb_status check(const char *algorithm, cb_op op, size_t size, const char *reason)
{
	const cb__cell_spec spec = fake_spec(algorithm, op, size);
	cb_text why = CB_TEXT_INIT;
	cb__cell *cell = fake_cell(&spec);
	cb_status status = cb__check_cell(cell, &spec, &why);
	if (reason != NULL && strstr(cb__text_string(&why), reason) == NULL)
		fail_msg("\"%s\" does not hold \"%s\"", cb__text_string(&why), reason);
	cb__cell_free(cell);
	cb__text_done(&why);
	return status;
}

static cb_status check_answers(
	unsigned *ret_count, const char *algorithm, cb_op op, const char *reason)
{
	const cb__cell_spec spec = fake_spec(algorithm, op, 0);
	cb_text why = CB_TEXT_INIT;
	cb_status status = cb__check_answers(ret_count, &spec, &why);
	if (reason != NULL && strstr(cb__text_string(&why), reason) == NULL)
		fail_msg("\"%s\" does not hold \"%s\"", cb__text_string(&why), reason);
	cb__text_done(&why);
	return status;
}

static void right_cells_pass(void **state)
{
	(void)state;
	assert_int_equal(check("fake-hash", CB_OP_DIGEST, 0, NULL), CB_OK);
	assert_int_equal(check("fake-hash", CB_OP_DIGEST, 5000, NULL), CB_OK);
	assert_int_equal(check("fake-aead", CB_OP_SEAL, 100, NULL), CB_OK);
	assert_int_equal(check("fake-aead", CB_OP_OPEN, 100, NULL), CB_OK);
	assert_int_equal(check("fake-aead", CB_OP_OPEN, 0, NULL), CB_OK);
	assert_int_equal(check("fake-aead", CB_OP_REJECT, 100, NULL), CB_OK);
	assert_int_equal(check("x25519", CB_OP_DERIVE, 0, NULL), CB_OK);
	assert_int_equal(check("x25519", CB_OP_KEYGEN, 0, NULL), CB_OK);
	assert_int_equal(calls.opened, calls.closed);
}

static void output_that_changes_is_a_mismatch(void **state)
{
	(void)state;
	faults.is_unsteady = 1;
	assert_int_equal(check("fake-hash", CB_OP_DIGEST, 64, "second time"), CB_EMISMATCH);
}

static void message_that_does_not_come_back_is_a_mismatch(void **state)
{
	(void)state;
	faults.opens_wrong = 1;
	assert_int_equal(
		check("fake-aead", CB_OP_OPEN, 64, "does not give back the message of 64 bytes"),
		CB_EMISMATCH);
}

static void forgery_that_is_taken_is_a_mismatch(void **state)
{
	(void)state;
	faults.takes_forgeries = 1;
	assert_int_equal(check("fake-aead", CB_OP_REJECT, 64, "reject"), CB_EMISMATCH);
}

static void error_of_the_library_stays_an_error(void **state)
{
	(void)state;
	faults.fails_run = 1;
	assert_int_equal(check("fake-hash", CB_OP_DIGEST, 64, "the fake has failed"), CB_EBACKEND);
	faults.refuses_everything = 1;
	assert_int_equal(check("fake-aead", CB_OP_OPEN, 64, "the fake has failed"), CB_EBACKEND);
}

static void keys_that_are_no_pair_are_a_mismatch(void **state)
{
	(void)state;
	faults.makes_bad_keys = 1;
	assert_int_equal(
		check("x25519", CB_OP_KEYGEN, 0, "new key pair does not work"), CB_EMISMATCH);
}

static void algorithm_of_its_own_has_no_published_answers(void **state)
{
	(void)state;
	unsigned count = 99;
	assert_int_equal(check_answers(&count, "fake-hash", CB_OP_DIGEST, NULL), CB_OK);
	assert_int_equal(count, 0);
}

static void wrong_output_differs_from_the_published_answer(void **state)
{
	(void)state;
	unsigned count = 99;
	assert_int_equal(
		check_answers(&count, "sha256", CB_OP_DIGEST, "published answer"), CB_EMISMATCH);
	assert_int_equal(check_answers(&count, "x25519", CB_OP_DERIVE, "RFC 7748"), CB_EMISMATCH);
	assert_int_equal(count, 99);
	assert_int_equal(calls.opened, calls.closed);
}

static void published_signature_must_be_taken_and_its_forgery_refused(void **state)
{
	(void)state;
	unsigned count = 0;
	assert_int_equal(check_answers(&count, "ecdsa-p256", CB_OP_VERIFY, NULL), CB_OK);
	assert_true(count > 0);
	assert_int_equal(check_answers(&count, "ecdsa-p256", CB_OP_REJECT, NULL), CB_OK);
	assert_true(count > 0);
	faults.refuses_everything = 1;
	assert_int_equal(check_answers(&count, "ecdsa-p256", CB_OP_VERIFY, NULL), CB_EMISMATCH);
	faults.takes_forgeries = 1;
	assert_int_equal(check_answers(&count, "ecdsa-p256", CB_OP_REJECT, NULL), CB_EMISMATCH);
}

static void answers_are_tried_at_their_own_size(void **state)
{
	(void)state;
	/* The cell's size is far from that of any published answer. */
	cb__cell_spec spec = fake_spec("sha256", CB_OP_DIGEST, 16384);
	cb_text why = CB_TEXT_INIT;
	unsigned count = 0;
	faults.fails_run = 1;
	assert_int_equal(cb__check_answers(&count, &spec, &why), CB_EBACKEND);
	assert_int_equal(calls.ran, 1);
	cb__text_done(&why);
}

/* Random numbers are the one thing that nobody can publish. */
static void every_algorithm_but_random_has_a_published_answer(void **state)
{
	(void)state;
	static const char *const answered[] = {
#define CB_ANSWER(name, ...) name,
#include "answers.def"
#undef CB_ANSWER
	};
	for (size_t i = 0; i < cb_algorithm_count(); i++) {
		const char *name = cb_algorithm_at(i)->name;
		int count = 0;
		for (size_t j = 0; j < sizeof answered / sizeof *answered; j++)
			count += strcmp(answered[j], name) == 0;
		if ((count > 0) == (strcmp(name, "random") == 0))
			fail_msg("%s has %d published answers", name, count);
	}
	for (size_t j = 0; j < sizeof answered / sizeof *answered; j++)
		assert_non_null(cb_algorithm_find(answered[j]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(right_cells_pass, forget_faults),
		cmocka_unit_test_setup(output_that_changes_is_a_mismatch, forget_faults),
		cmocka_unit_test_setup(
			message_that_does_not_come_back_is_a_mismatch, forget_faults),
		cmocka_unit_test_setup(forgery_that_is_taken_is_a_mismatch, forget_faults),
		cmocka_unit_test_setup(error_of_the_library_stays_an_error, forget_faults),
		cmocka_unit_test_setup(keys_that_are_no_pair_are_a_mismatch, forget_faults),
		cmocka_unit_test_setup(
			algorithm_of_its_own_has_no_published_answers, forget_faults),
		cmocka_unit_test_setup(
			wrong_output_differs_from_the_published_answer, forget_faults),
		cmocka_unit_test_setup(
			published_signature_must_be_taken_and_its_forgery_refused, forget_faults),
		cmocka_unit_test_setup(answers_are_tried_at_their_own_size, forget_faults),
		cmocka_unit_test(every_algorithm_but_random_has_a_published_answer),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
