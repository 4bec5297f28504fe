/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a backend keeps the contract of <cb/backend.h>. The argument is its module. */
#include "rows.h"

#include <stdio.h>
#include <string.h>

#include "catalogue.h"
#include "check.h"

static void names_itself_and_its_library(void **state)
{
	(void)state;
	const cb_backend *backend = module.backend;
	assert_true(strlen(backend->name) > 0);
	assert_non_null(backend->version());
	assert_true(strlen(backend->version()) > 0);
	assert_true((backend->library == NULL) == (backend->library_symbol == NULL));
	assert_true(backend->op_count <= CB_OP_COUNT);
	assert_true(backend->impl_count > 0);
}

static void each_row_offers_something_or_says_why_not(void **state)
{
	(void)state;
	for (size_t i = 0; i < module.backend->impl_count; i++) {
		const cb_impl *impl = &module.backend->impls[i];
		const cb_algorithm *algorithm = cb__module_algorithm(&module, impl->algorithm);
		int count = 0;
		assert_non_null(algorithm);
		for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++) {
			count += cb__module_can(&module, impl, (cb_op)op);
			if (cb__module_run(&module, impl, (cb_op)op) != NULL &&
				!cb_kind_has_op(algorithm->kind, (cb_op)op))
				fail_msg("%s is driven in %s, which its kind lacks",
					algorithm->name, cb_op_name((cb_op)op));
		}
		/* What an initialised library lacks may go with a general reason. */
		if (count == 0 && impl->unavailable_reason == NULL && impl->available == NULL)
			fail_msg("%s offers nothing and does not say why", algorithm->name);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(
				module.backend->impls[j].algorithm, impl->algorithm);
	}
}

/* What comes with its inverse and with the refusal of forgeries. */
static void operations_come_in_whole_sets(void **state)
{
	(void)state;
	static const struct {
		cb_op op, with;
	} pairs[] = {
		{CB_OP_ENCRYPT, CB_OP_DECRYPT},
		{CB_OP_SEAL, CB_OP_OPEN},
		{CB_OP_OPEN, CB_OP_REJECT},
		{CB_OP_SIGN, CB_OP_VERIFY},
		{CB_OP_VERIFY, CB_OP_REJECT},
		{CB_OP_ENCAPS, CB_OP_DECAPS},
		{CB_OP_DECAPS, CB_OP_ENCAPS},
	};
	for (size_t i = 0; i < module.backend->impl_count; i++)
		for (size_t j = 0; j < sizeof pairs / sizeof *pairs; j++) {
			const cb_impl *impl = &module.backend->impls[i];
			if (cb__module_can(&module, impl, pairs[j].op) &&
				!cb__module_can(&module, impl, pairs[j].with))
				fail_msg("%s has %s without %s", impl->algorithm,
					cb_op_name(pairs[j].op), cb_op_name(pairs[j].with));
		}
}

static void visit_answers(const cb__cell_spec *spec)
{
	unsigned count = 0;
	cb_text why = CB_TEXT_INIT;
	expect_status(spec, cb__check_answers(&count, spec, &why), &why);
	/* What sets a key has no output, and a piece of a stream answers no published question. */
	int is_published = cb_algorithm_find(spec->algorithm->name) != NULL &&
			   cb__op_is_deterministic(spec->algorithm, spec->op) &&
			   spec->op != CB_OP_SETKEY && spec->variant != CB_VARIANT_STREAM;
	if (is_published && count == 0)
		fail_at(spec, "no published answer was tried");
}

static void published_answers_are_met(void **state)
{
	(void)state;
	for_each_variant(visit_answers);
}

static size_t whole_blocks(const cb_algorithm *algorithm, size_t size)
{
	size_t block = algorithm->block_len;
	return (size + block - 1) / block * block;
}

/* Runs @p visit over the sizes at which implementations change their path. */
static void at_each_size(const cb__cell_spec *spec, visit_fn *visit)
{
	static const size_t sizes[] = {
		0, 1, 15, 16, 17, 63, 64, 65, 127, 128, 129, 511, 1400, 8191, 16384, 65537};
	cb__cell_spec at_size = *spec;
	if (!cb_op_has_message(spec->algorithm->kind, spec->op)) {
		visit(&at_size);
		return;
	}
	/* There is no XTS of less than a block. */
	int is_xts = strstr(spec->algorithm->name, "-xts") != NULL;
	for (size_t i = is_xts ? 1 : 0; i < sizeof sizes / sizeof *sizes; i++) {
		at_size.size = whole_blocks(spec->algorithm, sizes[i]);
		/* Some libraries want whole blocks for each piece of a stream. */
		if (spec->variant != CB_VARIANT_STREAM || is_known(&at_size))
			visit(&at_size);
	}
}

static void visit_sizes(const cb__cell_spec *spec)
{
	at_each_size(spec, check_one);
}

static void checks_hold_at_every_size(void **state)
{
	(void)state;
	for_each_variant(visit_sizes);
}

static size_t expected_len(const cb__cell_spec *spec, const cb_io *io)
{
	/* What a piece of a stream gives is the library's affair: some hold back a block. */
	if (spec->variant == CB_VARIANT_STREAM)
		return io->out_len;
	switch (spec->op) {
	case CB_OP_DIGEST:
	case CB_OP_MAC:
	case CB_OP_DERIVE:
	case CB_OP_ENCAPS:
	case CB_OP_DECAPS:
		return spec->algorithm->out_len;
	case CB_OP_ENCRYPT:
	case CB_OP_DECRYPT:
	case CB_OP_SEAL:
	case CB_OP_OPEN:
	case CB_OP_GENERATE:
		return io->in_len;
	default:
		return io->out_len;
	}
}

static void check_lengths(const cb__cell_spec *spec)
{
	cb__cell *cell = new_cell(spec);
	start_cell(cell, spec);
	const cb_io *io = cb__cell_io(cell);
	size_t in_len = io->in_len;
	size_t tag_len = io->tag_len;
	run_cell(cell, spec);
	/* The one operation that says how long its tag is. */
	if (spec->op == CB_OP_ENCAPS)
		tag_len = io->tag_len > 0 ? io->tag_len : tag_len + 1;
	if (io->in_len != in_len || io->tag_len != tag_len)
		fail_at(spec, "it changed the length of an input");
	if (io->out_len != expected_len(spec, io))
		fail_at(spec, "its output has another length");
	if (spec->op == CB_OP_SIGN && (io->out_len == 0 || io->out_len > spec->algorithm->out_len))
		fail_at(spec, "its signature is longer than the catalogue says");
	/* What the core zeroed and nobody was to write. */
	for (size_t i = io->out_len; i < io->out_size && spec->op != CB_OP_REJECT; i++)
		if (io->out[i] != 0)
			fail_at(spec, "it wrote beyond its output");
	cb__cell_free(cell);
}

static void visit_lengths(const cb__cell_spec *spec)
{
	at_each_size(spec, check_lengths);
}

static void lengths_are_what_was_promised(void **state)
{
	(void)state;
	for_each_variant(visit_lengths);
}

struct inputs {
	uint8_t bytes[6][CB_KEY_MAX];
};

static void take_inputs(struct inputs *out, const cb_io *io)
{
	const struct {
		const uint8_t *bytes;
		size_t len;
	} rows[] = {
		{io->key, io->key_len},
		{io->peer, io->peer_len},
		{io->nonce, io->nonce_len},
		{io->aad, io->aad_len},
		{io->in, io->in_len},
	};
	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (rows[i].len > 0)
			memcpy(out->bytes[i], rows[i].bytes, rows[i].len);
}

static void visit_inputs(const cb__cell_spec *spec)
{
	static struct inputs before;
	static struct inputs after;
	cb__cell_spec at_size = *spec;
	at_size.size = 1024;
	if (spec->variant == CB_VARIANT_INPLACE)
		return;
	cb__cell *cell = new_cell(&at_size);
	start_cell(cell, &at_size);
	take_inputs(&before, cb__cell_io(cell));
	for (int i = 0; i < 3; i++)
		run_cell(cell, &at_size);
	take_inputs(&after, cb__cell_io(cell));
	if (memcmp(&before, &after, sizeof before) != 0)
		fail_at(&at_size, "it wrote to its inputs");
	cb__cell_free(cell);
}

static void inputs_are_left_alone(void **state)
{
	(void)state;
	for_each_variant(visit_inputs);
}

/* Many runs of one open cell, and then a new cell, all say the same. */
static void visit_runs(const cb__cell_spec *spec)
{
	cb__cell_spec at_size = *spec;
	at_size.size = 48;
	int goes_on = spec->variant == CB_VARIANT_STREAM || spec->variant == CB_VARIANT_INPLACE;
	if (!cb__op_is_comparable(spec->algorithm, spec->op) || goes_on)
		return;
	cb__cell *cell = new_cell(&at_size);
	start_cell(cell, &at_size);
	run_cell(cell, &at_size);
	uint64_t first = cb__cell_fingerprint(cell);
	int count = cb_op_has_message(spec->algorithm->kind, spec->op) ? 20 : 3;
	for (int i = 0; i < count; i++)
		run_cell(cell, &at_size);
	uint64_t later = cb__cell_fingerprint(cell);
	cb__cell_free(cell);
	cell = new_cell(&at_size);
	start_cell(cell, &at_size);
	run_cell(cell, &at_size);
	uint64_t again = cb__cell_fingerprint(cell);
	cb__cell_free(cell);
	if (first != later || first != again)
		fail_at(&at_size, "its output depends on what was run before");
}

static void runs_do_not_depend_on_each_other(void **state)
{
	(void)state;
	for_each_variant(visit_runs);
}

static void visit_unopened(const cb__cell_spec *spec)
{
	/* Closed without a run, and freed without being opened. */
	cb__cell_spec at_size = *spec;
	at_size.size = 16;
	cb__cell *cell = new_cell(&at_size);
	start_cell(cell, &at_size);
	cb__cell_free(cell);
	cb__cell_free(new_cell(&at_size));
}

static void cells_can_be_closed_at_any_time(void **state)
{
	(void)state;
	for_each_variant(visit_unopened);
}

/* A cell of @p op that is given everything that @p made was given and has made. */
static cb__cell *receiver_of(const cb__cell *made, const cb__cell_spec *spec, cb_op op)
{
	cb__cell_spec receiver = *spec;
	receiver.op = op;
	cb__cell *cell = new_cell(&receiver);
	const cb_io *io = cb__cell_io(made);
	int is_signature = spec->op == CB_OP_SIGN;
	if (!is_signature)
		assert_int_equal(cb__cell_set(cell, CB__INPUT_IN, io->out, io->out_len), CB_OK);
	assert_int_equal(cb__cell_set(cell, CB__INPUT_TAG, is_signature ? io->out : io->tag,
				 is_signature ? io->out_len : io->tag_len),
		CB_OK);
	return cell;
}

static cb_status receive(const cb__cell *made, const cb__cell_spec *spec, cb_op op, cb__input field,
	size_t at, uint8_t flip)
{
	cb_text why = CB_TEXT_INIT;
	cb__cell *cell = receiver_of(made, spec, op);
	const cb_io *io = cb__cell_io(cell);
	const struct {
		const uint8_t *bytes;
		size_t len;
	} fields[CB__INPUT_COUNT] = {
		[CB__INPUT_NONCE] = {io->nonce, io->nonce_len},
		[CB__INPUT_AAD] = {io->aad, io->aad_len},
		[CB__INPUT_IN] = {io->in, io->in_len},
		[CB__INPUT_TAG] = {io->tag, io->tag_len},
	};
	uint8_t bytes[CB_OUT_MAX];
	size_t len = fields[field].len;
	assert_true(at < len && len <= sizeof bytes);
	memcpy(bytes, fields[field].bytes, len);
	bytes[at] = (uint8_t)(bytes[at] ^ flip);
	assert_int_equal(cb__cell_set(cell, field, bytes, len), CB_OK);
	cb_status status = cb__cell_start(cell, &why);
	assert_int_equal(status, CB_OK);
	status = cb__cell_once(cell, &why);
	cb__cell_free(cell);
	cb__text_done(&why);
	return status;
}

static void expect_refused(
	const cb__cell *made, const cb__cell_spec *spec, cb_op op, cb__input field, size_t at)
{
	char text[64];
	cb_status status = receive(made, spec, op, field, at, 0x80);
	snprintf(text, sizeof text, "byte %zu of input %d was forged: %s", at, (int)field,
		cb_status_name(status));
	if (status != CB_EBACKEND && status != CB_EMISMATCH)
		fail_at(spec, text);
}

static void visit_sealed(const cb__cell_spec *spec)
{
	cb__cell_spec at_size = *spec;
	at_size.size = 40;
	if (spec->op != CB_OP_SEAL)
		return;
	cb__cell *made = new_cell(&at_size);
	start_cell(made, &at_size);
	run_cell(made, &at_size);
	const cb_io *io = cb__cell_io(made);
	for (size_t at = 0; at < io->tag_len; at++)
		expect_refused(made, &at_size, CB_OP_OPEN, CB__INPUT_TAG, at);
	for (size_t at = 0; at < io->in_len; at++)
		expect_refused(made, &at_size, CB_OP_OPEN, CB__INPUT_IN, at);
	/* NaCl's secret boxes have no additional data. */
	size_t aad_len = strcmp(spec->algorithm->name, "xsalsa20-poly1305") == 0 ? 0 : io->aad_len;
	for (size_t at = 0; at < aad_len; at++)
		expect_refused(made, &at_size, CB_OP_OPEN, CB__INPUT_AAD, at);
	for (size_t at = 0; at < io->nonce_len; at++)
		expect_refused(made, &at_size, CB_OP_OPEN, CB__INPUT_NONCE, at);
	assert_int_equal(receive(made, &at_size, CB_OP_OPEN, CB__INPUT_TAG, 0, 0), CB_OK);
	/* Reject forges the last byte itself: forged once before, the tag is right again. */
	assert_int_equal(receive(made, &at_size, CB_OP_REJECT, CB__INPUT_TAG, io->tag_len - 1, 1),
		CB_EMISMATCH);
	assert_int_equal(receive(made, &at_size, CB_OP_REJECT, CB__INPUT_TAG, 0, 0), CB_OK);
	cb__cell_free(made);
}

static void forged_messages_are_refused_at_every_byte(void **state)
{
	(void)state;
	for_each_operation(visit_sealed);
}

static void visit_signed(const cb__cell_spec *spec)
{
	if (spec->op != CB_OP_SIGN || !cb__module_can(&module, spec->impl, CB_OP_VERIFY))
		return;
	cb__cell *made = new_cell(spec);
	start_cell(made, spec);
	run_cell(made, spec);
	const cb_io *io = cb__cell_io(made);
	for (size_t at = 0; at<io->out_len; at += io->out_len> 100 ? 17 : 3)
		expect_refused(made, spec, CB_OP_VERIFY, CB__INPUT_TAG, at);
	for (size_t at = 0; at < io->in_len; at += 5)
		expect_refused(made, spec, CB_OP_VERIFY, CB__INPUT_IN, at);
	assert_int_equal(receive(made, spec, CB_OP_VERIFY, CB__INPUT_TAG, 0, 0), CB_OK);
	assert_int_equal(
		receive(made, spec, CB_OP_REJECT, CB__INPUT_TAG, io->out_len - 1, 1), CB_EMISMATCH);
	assert_int_equal(receive(made, spec, CB_OP_REJECT, CB__INPUT_TAG, 0, 0), CB_OK);
	cb__cell_free(made);
}

static void forged_signatures_are_refused(void **state)
{
	(void)state;
	for_each_operation(visit_signed);
}

/* Asked for a second time, an answer is still there; text that does not fit is cut. */
static void texts_are_always_terminated(void **state)
{
	(void)state;
	const cb_backend *backend = module.backend;
	char text[8];
	memset(text, 'x', sizeof text);
	if (backend->last_error != NULL) {
		backend->last_error(text, sizeof text);
		assert_non_null(memchr(text, '\0', sizeof text));
	}
	char vector[256];
	memset(vector, 'x', sizeof vector);
	if (backend->accel != NULL && backend->accel->read_back != NULL &&
		backend->accel->read_back(vector, sizeof vector) == CB_OK)
		assert_non_null(memchr(vector, '\0', sizeof vector));
	if (backend->build_info != NULL)
		assert_non_null(backend->build_info());
}

static void modes_stand_for_modes_that_stand_for_themselves(void **state)
{
	(void)state;
	const cb_accel_table *table = module.backend->accel;
	if (table == NULL)
		return;
	for (int mode = 0; mode < CB_ACCEL_COUNT; mode++) {
		cb_accel same = table->same_as[mode];
		assert_true(same < CB_ACCEL_COUNT);
		assert_int_equal(table->same_as[same], same);
	}
	assert_int_equal(table->same_as[CB_ACCEL_ON], CB_ACCEL_ON);
	for (size_t i = 0; i < table->patch_count; i++)
		assert_false(table->patches[i].modes & CB_ACCEL_BIT(CB_ACCEL_ON));
	for (size_t i = 0; i < table->variable_count; i++)
		assert_false(table->variables[i].modes & CB_ACCEL_BIT(CB_ACCEL_ON));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_itself_and_its_library),
		cmocka_unit_test(each_row_offers_something_or_says_why_not),
		cmocka_unit_test(operations_come_in_whole_sets),
		cmocka_unit_test(published_answers_are_met),
		cmocka_unit_test(checks_hold_at_every_size),
		cmocka_unit_test(lengths_are_what_was_promised),
		cmocka_unit_test(inputs_are_left_alone),
		cmocka_unit_test(runs_do_not_depend_on_each_other),
		cmocka_unit_test(cells_can_be_closed_at_any_time),
		cmocka_unit_test(forged_messages_are_refused_at_every_byte),
		cmocka_unit_test(forged_signatures_are_refused),
		cmocka_unit_test(texts_are_always_terminated),
		cmocka_unit_test(modes_stand_for_modes_that_stand_for_themselves),
	};
	load_module(argc, argv);
	int failed = cmocka_run_group_tests(tests, set_up_library, tear_down_library);
	cb__module_close(&module);
	return failed;
}
