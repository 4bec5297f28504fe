/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_backend.h"

static void inputs_come_from_the_seed(void **state)
{
	(void)state;
	cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, 100);
	cb__cell *a = fake_cell(&spec);
	cb__cell *same = fake_cell(&spec);
	spec.seed++;
	cb__cell *other = fake_cell(&spec);
	const cb_io *io = cb__cell_io(a);
	assert_int_equal(io->in_len, 100);
	assert_int_equal(io->key_len, 16);
	assert_int_equal(io->nonce_len, 12);
	assert_int_equal(io->aad_len, CB_AAD_LEN);
	assert_int_equal(io->tag_len, FAKE_TAG_LEN);
	assert_memory_equal(io->in, cb__cell_io(same)->in, 100);
	assert_memory_equal(io->key, cb__cell_io(same)->key, 16);
	assert_memory_not_equal(io->in, cb__cell_io(other)->in, 100);
	assert_memory_not_equal(io->key, cb__cell_io(other)->key, 16);
	assert_memory_not_equal(io->key, io->in, 16);
	cb__cell_free(a);
	cb__cell_free(same);
	cb__cell_free(other);
}

static void buffers_are_aligned_and_apart(void **state)
{
	(void)state;
	const cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, 5000);
	cb__cell *cell = fake_cell(&spec);
	const cb_io *io = cb__cell_io(cell);
	const uint8_t *const buffers[] = {io->key, io->nonce, io->aad, io->in, io->out, io->tag};
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		assert_int_equal((uintptr_t)buffers[i] % 64, 0);
	assert_int_equal((uintptr_t)cb__cell_work(cell).state % 64, 0);
	assert_true(io->out_size >= 5000);
	assert_true(io->out >= io->in + io->in_len || io->out + io->out_size <= io->in);
	/* Not at the same place of their pages. */
	assert_true(((uintptr_t)io->out - (uintptr_t)io->in) % 4096 > 256);
	cb__cell_free(cell);
}

static void state_is_zeroed(void **state)
{
	(void)state;
	const cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, 16);
	cb__cell *cell = fake_cell(&spec);
	const uint8_t *bytes = cb__cell_work(cell).state;
	for (size_t i = 0; i < fake_aead.state_size; i++)
		assert_int_equal(bytes[i], 0);
	cb__cell_free(cell);
}

static void open_is_given_what_seal_made(void **state)
{
	(void)state;
	cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, 77);
	cb_text why = CB_TEXT_INIT;
	cb__cell *sealed = fake_cell(&spec);
	assert_int_equal(cb__cell_once(sealed, &why), CB_OK);
	spec.op = CB_OP_OPEN;
	cb__cell *opened = fake_cell(&spec);
	assert_memory_equal(cb__cell_io(opened)->in, cb__cell_io(sealed)->out, 77);
	assert_memory_equal(cb__cell_io(opened)->tag, cb__cell_io(sealed)->tag, FAKE_TAG_LEN);
	assert_int_equal(cb__cell_once(opened, &why), CB_OK);
	assert_memory_equal(cb__cell_io(opened)->out, cb__cell_io(sealed)->in, 77);
	cb__cell_free(sealed);
	cb__cell_free(opened);
	/* The one that made the input was closed as well. */
	assert_int_equal(calls.opened, 3);
	assert_int_equal(calls.closed, 3);
}

static void reject_is_given_a_forged_tag(void **state)
{
	(void)state;
	cb__cell_spec spec = fake_spec("fake-aead", CB_OP_OPEN, 20);
	cb_text why = CB_TEXT_INIT;
	cb__cell *opened = fake_cell(&spec);
	spec.op = CB_OP_REJECT;
	cb__cell *rejected = fake_cell(&spec);
	const cb_io *right = cb__cell_io(opened);
	const cb_io *forged = cb__cell_io(rejected);
	assert_memory_equal(forged->in, right->in, 20);
	assert_memory_equal(forged->tag, right->tag, FAKE_TAG_LEN - 1);
	assert_int_not_equal(forged->tag[FAKE_TAG_LEN - 1], right->tag[FAKE_TAG_LEN - 1]);
	assert_int_equal(cb__cell_once(rejected, &why), CB_OK);
	cb__cell_free(opened);
	cb__cell_free(rejected);
	cb__text_done(&why);
}

static void given_inputs_replace_made_ones(void **state)
{
	(void)state;
	const cb__cell_spec spec = fake_spec("fake-aead", CB_OP_OPEN, 3);
	const uint8_t tag[FAKE_TAG_LEN] = {1, 2, 3};
	cb__cell *cell = NULL;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__cell_new(&cell, &spec), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_IN, (const uint8_t *)"abc", 3), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_TAG, tag, sizeof tag), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_AAD, NULL, 0), CB_OK);
	assert_int_equal(cb__cell_start(cell, &why), CB_OK);
	assert_int_equal(calls.ran, 0);
	assert_memory_equal(cb__cell_io(cell)->in, "abc", 3);
	assert_memory_equal(cb__cell_io(cell)->tag, tag, sizeof tag);
	assert_int_equal(cb__cell_io(cell)->aad_len, 0);
	assert_int_equal(cb__cell_once(cell, &why), CB_EBACKEND);
	assert_non_null(strstr(cb__text_string(&why), "the fake has failed"));
	cb__text_done(&why);
	cb__cell_free(cell);
}

static void input_that_does_not_fit_is_refused(void **state)
{
	(void)state;
	static uint8_t many[CB_KEY_MAX + 1];
	const cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, 10);
	cb__cell *cell = NULL;
	assert_int_equal(cb__cell_new(&cell, &spec), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_KEY, many, sizeof many), CB_EINVAL);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_NONCE, many, 129), CB_EINVAL);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_AAD, many, 1025), CB_EINVAL);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_IN, many, sizeof many), CB_EINVAL);
	assert_int_equal(cb__cell_io(cell)->key_len, 16);
	cb__cell_free(cell);
}

static void sizes_without_end_are_refused(void **state)
{
	(void)state;
	cb__cell *cell = NULL;
	cb__cell_spec spec = fake_spec("fake-hash", CB_OP_DIGEST, CB_SIZE_MAX + 1);
	assert_int_equal(cb__cell_new(&cell, &spec), CB_EINVAL);
	cb_algorithm huge = fake_algorithms[1];
	spec = fake_spec("fake-aead", CB_OP_SEAL, 16);
	spec.algorithm = &huge;
	huge.nonce_len = 129;
	assert_int_equal(cb__cell_new(&cell, &spec), CB_EINVAL);
	huge = fake_algorithms[1];
	huge.key_len = CB_KEY_MAX + 1;
	assert_int_equal(cb__cell_new(&cell, &spec), CB_EINVAL);
	assert_null(cell);
}

static void operation_that_nobody_drives_is_not_supported(void **state)
{
	(void)state;
	const cb__cell_spec spec = fake_spec("fake-hash", CB_OP_MAC, 16);
	cb__cell *cell = NULL;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__cell_new(&cell, &spec), CB_OK);
	assert_int_equal(cb__cell_start(cell, &why), CB_ENOTSUP);
	assert_non_null(strstr(cb__text_string(&why), "no mac of fake-hash"));
	cb__text_done(&why);
	cb__cell_free(cell);
	assert_int_equal(calls.opened, 0);
	assert_int_equal(calls.closed, 0);
}

static void failed_set_up_is_closed_and_explained(void **state)
{
	(void)state;
	const cb__cell_spec spec = fake_spec("fake-hash", CB_OP_DIGEST, 16);
	cb__cell *cell = NULL;
	cb_text why = CB_TEXT_INIT;
	faults.fails_open = 1;
	assert_int_equal(cb__cell_new(&cell, &spec), CB_OK);
	assert_int_equal(cb__cell_start(cell, &why), CB_EBACKEND);
	assert_string_equal(cb__text_string(&why), "fake-hash set-up: the fake has failed");
	cb__cell_free(cell);
	assert_int_equal(calls.closed, 1);
	cb__text_done(&why);
	cb__cell_free(NULL);
}

static void message_has_its_size_only_where_there_is_one(void **state)
{
	(void)state;
	const cb__cell_spec exchange = fake_spec("x25519", CB_OP_DERIVE, 999);
	const cb__cell_spec verify = fake_spec("ecdsa-p256", CB_OP_VERIFY, 999);
	cb__cell *cell = fake_cell(&exchange);
	assert_int_equal(cb__cell_io(cell)->in_len, 0);
	assert_int_equal(cb__cell_io(cell)->key_len, 32);
	assert_int_equal(cb__cell_io(cell)->peer_len, 32);
	cb__cell_free(cell);
	assert_int_equal(cb__cell_new(&cell, &verify), CB_OK);
	assert_int_equal(cb__cell_io(cell)->in_len, CB_SIGNED_LEN);
	assert_int_equal(cb__cell_io(cell)->peer_len, 65);
	cb__cell_free(cell);
}

static void new_key_pair_is_collected_and_split(void **state)
{
	(void)state;
	const cb__cell_spec spec = fake_spec("x25519", CB_OP_KEYGEN, 0);
	cb_text why = CB_TEXT_INIT;
	size_t len = 0;
	cb__cell *cell = fake_cell(&spec);
	assert_int_equal(cb__cell_once(cell, &why), CB_OK);
	const cb_io *io = cb__cell_io(cell);
	assert_int_equal(io->out_len, 64);
	assert_int_equal(cb__cell_split_keys(spec.algorithm, io->out, io->out_len, &len), CB_OK);
	assert_int_equal(len, 32);
	assert_int_equal(cb__cell_split_keys(spec.algorithm, io->out, 32, &len), CB_EINVAL);
	assert_int_equal(cb__cell_split_keys(spec.algorithm, io->out, 0, &len), CB_EINVAL);
	assert_int_equal(
		cb__cell_split_keys(&fake_algorithms[0], io->out, io->out_len, &len), CB_EINVAL);
	cb__cell_free(cell);
}

static void encoded_private_key_tells_its_length(void **state)
{
	(void)state;
	const cb_algorithm *rsa = cb_algorithm_find("rsa-2048");
	uint8_t pair[700] = {0x30, 0x82, 0x02, 0x58}; /* a SEQUENCE of 600 bytes */
	size_t len = 0;
	assert_int_equal(cb__cell_split_keys(rsa, pair, sizeof pair, &len), CB_OK);
	assert_int_equal(len, 604);
	assert_int_equal(cb__cell_split_keys(rsa, pair, 604, &len), CB_EINVAL);
	assert_int_equal(cb__cell_split_keys(rsa, pair, 603, &len), CB_EINVAL);
	assert_int_equal(cb__cell_split_keys(rsa, pair, 3, &len), CB_EINVAL);
	pair[1] = 0x10; /* short form */
	assert_int_equal(cb__cell_split_keys(rsa, pair, sizeof pair, &len), CB_OK);
	assert_int_equal(len, 18);
	pair[1] = 0x80; /* without end */
	assert_int_equal(cb__cell_split_keys(rsa, pair, sizeof pair, &len), CB_EINVAL);
	pair[1] = 0x84; /* longer than anything can be */
	assert_int_equal(cb__cell_split_keys(rsa, pair, sizeof pair, &len), CB_EINVAL);
}

static void fingerprint_tells_outputs_apart(void **state)
{
	(void)state;
	cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, 64);
	cb_text why = CB_TEXT_INIT;
	cb__cell *cell = fake_cell(&spec);
	assert_int_equal(cb__cell_once(cell, &why), CB_OK);
	uint64_t first = cb__cell_fingerprint(cell);
	assert_int_equal(cb__cell_once(cell, &why), CB_OK);
	assert_true(cb__cell_fingerprint(cell) == first);
	cb__cell_io(cell)->out[63] ^= 1;
	assert_true(cb__cell_fingerprint(cell) != first);
	cb__cell_io(cell)->out[63] ^= 1;
	cb__cell_io(cell)->tag[0] ^= 1;
	assert_true(cb__cell_fingerprint(cell) != first);
	cb__cell_free(cell);
}

static void in_place_the_output_is_over_the_input(void **state)
{
	(void)state;
	cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, 1000);
	cb__cell *plain = fake_cell(&spec);
	spec.variant = CB_VARIANT_INPLACE;
	cb__cell *cell = fake_cell(&spec);
	cb_text why = CB_TEXT_INIT;
	const cb_io *io = cb__cell_io(cell);
	/* Where buffers lie is not the driver's business. */
	assert_int_equal(calls.opened_variant, CB_VARIANT_MESSAGE);
	assert_ptr_equal(io->out, io->in);
	assert_true(io->out_size >= io->in_len);
	assert_memory_equal(io->in, cb__cell_io(plain)->in, 1000);
	assert_int_equal(cb__cell_once(plain, &why), CB_OK);
	assert_int_equal(cb__cell_once(cell, &why), CB_OK);
	assert_int_equal(io->out_len, 1000);
	assert_memory_equal(io->out, cb__cell_io(plain)->out, 1000);
	cb__text_done(&why);
	cb__cell_free(plain);
	cb__cell_free(cell);
}

static void misaligned_buffers_are_all_odd(void **state)
{
	(void)state;
	cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, 1000);
	spec.variant = CB_VARIANT_MISALIGN;
	cb__cell *cell = fake_cell(&spec);
	cb_text why = CB_TEXT_INIT;
	const cb_io *io = cb__cell_io(cell);
	const uint8_t *const buffers[] = {io->key, io->nonce, io->aad, io->in, io->out, io->tag};
	assert_int_equal(calls.opened_variant, CB_VARIANT_MESSAGE);
	for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
		assert_int_equal((uintptr_t)buffers[i] % 64, 1);
	/* The state is the driver's own and stays aligned. */
	assert_int_equal((uintptr_t)cb__cell_work(cell).state % 64, 0);
	assert_true(io->out >= io->in + io->in_len || io->out + io->out_size <= io->in);
	assert_int_equal(cb__cell_once(cell, &why), CB_OK);
	/* The address sanitizer would say if the room had not grown with it. */
	memset(io->out, 0, io->out_size);
	cb__text_done(&why);
	cb__cell_free(cell);
}

static void largest_inputs_fit_when_misaligned(void **state)
{
	(void)state;
	static const uint8_t many[CB_KEY_MAX];
	cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, CB_KEY_MAX);
	cb__cell *cell = NULL;
	spec.variant = CB_VARIANT_MISALIGN;
	assert_int_equal(cb__cell_new(&cell, &spec), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_KEY, many, sizeof many), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_PEER, many, sizeof many), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_NONCE, many, 128), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_AAD, many, 1024), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_IN, many, sizeof many), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_TAG, many, sizeof many), CB_OK);
	const cb_io *io = cb__cell_io(cell);
	assert_true(io->key + io->key_len <= io->peer || io->peer + io->peer_len <= io->key);
	assert_true(io->in + io->in_len <= io->tag || io->tag + io->tag_len <= io->in);
	cb__cell_free(cell);
}

static void shared_cell_is_told_of_its_owner(void **state)
{
	(void)state;
	cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, 16);
	cb_text why = CB_TEXT_INIT;
	cb__cell *borrower = NULL;
	spec.variant = CB_VARIANT_SHAREDKEY;
	cb__cell *owner = fake_cell(&spec);
	assert_int_equal(calls.opened_variant, CB_VARIANT_SHAREDKEY);
	assert_null(calls.opened_owner);
	assert_int_equal(cb__cell_new(&borrower, &spec), CB_OK);
	cb__cell_share(borrower, owner);
	assert_int_equal(cb__cell_start(borrower, &why), CB_OK);
	assert_ptr_equal(calls.opened_owner, cb__cell_work(owner).state);
	cb__cell_free(borrower);
	cb__cell_free(owner);
	cb__text_done(&why);
}

static void variant_that_nobody_claims_is_not_opened(void **state)
{
	(void)state;
	cb__cell_spec spec = fake_spec("fake-aead", CB_OP_SEAL, 16);
	cb_text why = CB_TEXT_INIT;
	cb__cell *cell = NULL;
	spec.variant = CB_VARIANT_STREAM;
	assert_int_equal(cb__cell_new(&cell, &spec), CB_OK);
	assert_int_equal(cb__cell_start(cell, &why), CB_ENOTSUP);
	assert_non_null(strstr(cb__text_string(&why), "no variant stream"));
	assert_int_equal(calls.opened, 0);
	cb__text_done(&why);
	cb__cell_free(cell);
}

static void output_that_is_said_to_be_too_long_is_not_believed(void **state)
{
	(void)state;
	const cb__cell_spec spec = fake_spec("fake-hash", CB_OP_DIGEST, 16);
	cb__cell *cell = fake_cell(&spec);
	cb_text why = CB_TEXT_INIT;
	faults.says_too_much = 1;
	assert_int_equal(cb__cell_once(cell, &why), CB_EBACKEND);
	assert_non_null(strstr(cb__text_string(&why), "more than there is room for"));
	cb__text_done(&why);
	cb__cell_free(cell);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(inputs_come_from_the_seed, forget_faults),
		cmocka_unit_test_setup(buffers_are_aligned_and_apart, forget_faults),
		cmocka_unit_test_setup(state_is_zeroed, forget_faults),
		cmocka_unit_test_setup(open_is_given_what_seal_made, forget_faults),
		cmocka_unit_test_setup(reject_is_given_a_forged_tag, forget_faults),
		cmocka_unit_test_setup(given_inputs_replace_made_ones, forget_faults),
		cmocka_unit_test_setup(input_that_does_not_fit_is_refused, forget_faults),
		cmocka_unit_test_setup(sizes_without_end_are_refused, forget_faults),
		cmocka_unit_test_setup(
			operation_that_nobody_drives_is_not_supported, forget_faults),
		cmocka_unit_test_setup(failed_set_up_is_closed_and_explained, forget_faults),
		cmocka_unit_test_setup(message_has_its_size_only_where_there_is_one, forget_faults),
		cmocka_unit_test_setup(new_key_pair_is_collected_and_split, forget_faults),
		cmocka_unit_test_setup(encoded_private_key_tells_its_length, forget_faults),
		cmocka_unit_test_setup(fingerprint_tells_outputs_apart, forget_faults),
		cmocka_unit_test_setup(in_place_the_output_is_over_the_input, forget_faults),
		cmocka_unit_test_setup(misaligned_buffers_are_all_odd, forget_faults),
		cmocka_unit_test_setup(largest_inputs_fit_when_misaligned, forget_faults),
		cmocka_unit_test_setup(shared_cell_is_told_of_its_owner, forget_faults),
		cmocka_unit_test_setup(variant_that_nobody_claims_is_not_opened, forget_faults),
		cmocka_unit_test_setup(
			output_that_is_said_to_be_too_long_is_not_believed, forget_faults),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
