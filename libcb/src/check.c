/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "hex.h"

static const cb_answer answers[] = {
#define CB_ANSWER(name, operation, ...) {.algorithm = name, .op = CB_OP_##operation, __VA_ARGS__},
#include "answers.def"
#undef CB_ANSWER
};

/* The answers of one operation are answers of its inverse: which one, and how its members turn. */
static int turn_answer(cb_answer *out, const cb_answer *row, cb_op op)
{
	*out = *row;
	if (row->op == op)
		return 1;
	switch (row->op) {
	case CB_OP_ENCRYPT:
	case CB_OP_SEAL:
		out->in = row->out;
		out->out = op == CB_OP_REJECT ? NULL : row->in;
		return row->op == CB_OP_ENCRYPT ? op == CB_OP_DECRYPT
						: op == CB_OP_OPEN || op == CB_OP_REJECT;
	case CB_OP_SIGN:
		out->tag = row->out;
		out->out = NULL;
		return op == CB_OP_VERIFY || op == CB_OP_REJECT;
	case CB_OP_VERIFY:
		return op == CB_OP_REJECT;
	default:
		return 0;
	}
}

static cb_status set_all(cb__cell *cell, const cb_answer *row)
{
	const struct {
		cb__input field;
		const char *hex;
	} inputs[] = {
		{CB__INPUT_KEY, row->key},
		{CB__INPUT_PEER, row->peer},
		{CB__INPUT_NONCE, row->nonce},
		{CB__INPUT_AAD, row->aad},
		{CB__INPUT_IN, row->in},
		{CB__INPUT_TAG, row->op == CB_OP_SEAL ? NULL : row->tag},
	};
	cb_status status = CB_OK;
	for (size_t i = 0; i < sizeof inputs / sizeof *inputs && status == CB_OK; i++)
		status = cb__cell_set_hex(cell, inputs[i].field, inputs[i].hex);
	if (status == CB_OK && row->cost[0] > 0)
		cb__cell_set_cost(cell, row->cost);
	return status;
}

static int equals_hex(const uint8_t *bytes, size_t len, const char *hex)
{
	if (strlen(hex) != 2 * len)
		return 0;
	char digits[3];
	for (size_t i = 0; i < len; i++) {
		cb__hex_encode(digits, bytes + i, 1);
		if (strncmp(digits, hex + 2 * i, 2) != 0)
			return 0;
	}
	return 1;
}

static cb_status compare(const cb__cell *cell, const cb_answer *row, cb_text *why)
{
	const cb_io *io = cb__cell_io(cell);
	int is_right = row->out == NULL || equals_hex(io->out, io->out_len, row->out);
	if (row->op == CB_OP_SEAL)
		is_right = is_right && equals_hex(io->tag, io->tag_len, row->tag);
	if (is_right)
		return CB_OK;
	cb__text_format(why, "%s: output differs from the published answer (%s)", row->algorithm,
		row->source);
	return CB_EMISMATCH;
}

static cb_status run_answer(const cb__cell_spec *spec, const cb_answer *row, cb_text *why)
{
	cb__cell_spec at_size = *spec;
	at_size.size = row->in != NULL ? strlen(row->in) / 2 : 0;

	cb__cell *cell = NULL;
	cb_status status = cb__cell_new(&cell, &at_size);
	if (status == CB_OK)
		status = set_all(cell, row);
	if (status == CB_OK)
		status = cb__cell_start(cell, why);
	if (status == CB_OK) {
		status = cb__cell_once(cell, why);
		/* A published signature or tag that is refused is a wrong answer, and so is a
		 * forged one that is taken. */
		if (status == CB_EBACKEND && row->out == NULL)
			status = CB_EMISMATCH;
	}
	if (status == CB_OK)
		status = compare(cell, row, why);
	cb__cell_free(cell);
	return status;
}

/* The rows of a table that apply. */
static cb_status run_answers(unsigned *count, const cb__cell_spec *spec, const cb_answer *rows,
	size_t row_count, cb_text *why)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < row_count && status == CB_OK; i++) {
		cb_answer row;
		if (strcmp(rows[i].algorithm, spec->algorithm->name) != 0 ||
			!turn_answer(&row, &rows[i], spec->op))
			continue;
		row.op = spec->op;
		status = run_answer(spec, &row, why);
		(*count)++;
	}
	return status;
}

cb_status cb__check_answers(unsigned *ret_count, const cb__cell_spec *spec, cb_text *why)
{
	const cb_backend *backend = spec->module->backend;
	unsigned count = 0;
	/* A piece of an endless message is the answer to no published question. */
	if (spec->variant == CB_VARIANT_STREAM) {
		*ret_count = 0;
		return CB_OK;
	}
	cb_status status =
		run_answers(&count, spec, answers, sizeof answers / sizeof *answers, why);
	if (status == CB_OK && cb__module_has(spec->module, 2))
		status = run_answers(&count, spec, backend->answers, backend->answer_count, why);
	if (status == CB_OK)
		*ret_count = count;
	return status;
}

static cb_status check_message(const cb__cell *cell, const cb__cell_spec *spec, cb_text *why)
{
	cb__cell_spec maker = *spec;
	maker.op = cb__op_prepared_by(spec->algorithm->kind, spec->op);
	cb__cell *fresh = NULL;
	cb_status status = cb__cell_new(&fresh, &maker);
	if (status != CB_OK)
		return status;
	const cb_io *made = cb__cell_io(fresh);
	const cb_io *io = cb__cell_io(cell);
	if (io->out_len != made->in_len || memcmp(io->out, made->in, made->in_len) != 0) {
		cb__text_format(why, "%s %s does not give back the message of %zu bytes",
			spec->algorithm->name, cb_op_name(spec->op), made->in_len);
		status = CB_EMISMATCH;
	}
	cb__cell_free(fresh);
	return status;
}

static cb_status check_repeat(cb__cell *cell, const cb__cell_spec *spec, cb_text *why)
{
	uint64_t first = cb__cell_fingerprint(cell);
	cb_status status = cb__cell_once(cell, why);
	if (status == CB_OK && cb__cell_fingerprint(cell) != first) {
		cb__text_format(why, "%s %s gives another output the second time",
			spec->algorithm->name, cb_op_name(spec->op));
		status = CB_EMISMATCH;
	}
	return status;
}

typedef struct bytes {
	const uint8_t *data;
	size_t len;
} bytes;

/* Runs one operation with the given keys, or the test keys; the caller frees *out. A driver need
 * not know the variant of the checked operation for this one. */
static cb_status run_with_keys(cb__cell **out, const cb__cell_spec *spec, cb_op op, bytes key,
	bytes peer, bytes tag, cb_text *why)
{
	cb__cell_spec with_op = *spec;
	with_op.op = op;
	with_op.variant = CB_VARIANT_MESSAGE;
	cb__cell *cell = NULL;
	cb_status status = cb__cell_new(&cell, &with_op);
	if (status == CB_OK && key.data != NULL)
		status = cb__cell_set(cell, CB__INPUT_KEY, key.data, key.len);
	if (status == CB_OK && peer.data != NULL)
		status = cb__cell_set(cell, CB__INPUT_PEER, peer.data, peer.len);
	if (status == CB_OK && tag.data != NULL)
		status = cb__cell_set(cell, CB__INPUT_TAG, tag.data, tag.len);
	if (status == CB_OK)
		status = cb__cell_start(cell, why);
	if (status == CB_OK)
		status = cb__cell_once(cell, why);
	if (status == CB_OK)
		*out = cell;
	else
		cb__cell_free(cell);
	return status;
}

static const bytes none = {NULL, 0};

static cb_status verify_signature(
	const cb__cell *signer, const cb__cell_spec *spec, bytes key, bytes peer, cb_text *why)
{
	const cb_io *io = cb__cell_io(signer);
	bytes signature = {io->out, io->out_len};
	cb__cell *verifier = NULL;
	cb_status status = run_with_keys(&verifier, spec, CB_OP_VERIFY, key, peer, signature, why);
	cb__cell_free(verifier);
	return status == CB_EBACKEND ? CB_EMISMATCH : status;
}

static cb_status check_signing_pair(const cb__cell_spec *spec, bytes key, bytes peer, cb_text *why)
{
	cb__cell *signer = NULL;
	cb_status status = run_with_keys(&signer, spec, CB_OP_SIGN, key, peer, none, why);
	if (status == CB_OK)
		status = verify_signature(signer, spec, key, peer, why);
	cb__cell_free(signer);
	return status;
}

static int is_same_output(const cb__cell *a, const cb__cell *b)
{
	const cb_io *x = cb__cell_io(a);
	const cb_io *y = cb__cell_io(b);
	return x->out_len == y->out_len && memcmp(x->out, y->out, x->out_len) == 0;
}

/* The private key must get from the ciphertext the secret that was put in. */
static cb_status open_capsule(
	const cb__cell *maker, const cb__cell_spec *spec, bytes key, cb_text *why)
{
	const cb_io *io = cb__cell_io(maker);
	bytes ciphertext = {io->tag, io->tag_len};
	cb__cell *opener = NULL;
	cb_status status = run_with_keys(&opener, spec, CB_OP_DECAPS, key, none, ciphertext, why);
	if (status == CB_OK && !is_same_output(maker, opener)) {
		cb__text_format(why, "%s decaps does not give back the secret of encaps",
			spec->algorithm->name);
		status = CB_EMISMATCH;
	}
	cb__cell_free(opener);
	return status;
}

static cb_status check_capsule_pair(const cb__cell_spec *spec, bytes key, bytes peer, cb_text *why)
{
	cb__cell *maker = NULL;
	cb_status status = run_with_keys(&maker, spec, CB_OP_ENCAPS, key, peer, none, why);
	if (status == CB_OK)
		status = open_capsule(maker, spec, key, why);
	cb__cell_free(maker);
	return status;
}

/* What we derive with the new private key must be what the other side derives with the new public
 * key; the other side is the test key pair. */
static cb_status check_exchange_pair(const cb__cell_spec *spec, bytes key, bytes peer, cb_text *why)
{
	uint8_t known[CB_KEY_MAX];
	bytes test_peer = {known, 0};
	cb__cell *ours = NULL;
	cb__cell *theirs = NULL;
	const char *public_key = cb__public_key(spec->algorithm->name);
	cb_status status = CB_EINVAL;
	if (public_key != NULL)
		status = cb__hex_decode(known, sizeof known, &test_peer.len, public_key);
	if (status == CB_OK)
		status = run_with_keys(&ours, spec, CB_OP_DERIVE, key, test_peer, none, why);
	if (status == CB_OK)
		status = run_with_keys(&theirs, spec, CB_OP_DERIVE, none, peer, none, why);
	if (status == CB_OK && !is_same_output(ours, theirs))
		status = CB_EMISMATCH;
	cb__cell_free(ours);
	cb__cell_free(theirs);
	return status;
}

static cb_status check_pair_of_kind(const cb__cell_spec *spec, bytes key, bytes peer, cb_text *why)
{
	switch (spec->algorithm->kind) {
	case CB_KIND_KEX:
		return check_exchange_pair(spec, key, peer, why);
	case CB_KIND_KEM:
		return check_capsule_pair(spec, key, peer, why);
	default:
		return check_signing_pair(spec, key, peer, why);
	}
}

static cb_status check_pair(const cb__cell *cell, const cb__cell_spec *spec, cb_text *why)
{
	const cb_io *io = cb__cell_io(cell);
	size_t private_len = 0;
	cb_status status = cb__cell_split_keys(spec->algorithm, io->out, io->out_len, &private_len);
	if (status == CB_OK) {
		bytes key = {io->out, private_len};
		bytes peer = {io->out + private_len, io->out_len - private_len};
		status = check_pair_of_kind(spec, key, peer, why);
	}
	if (status == CB_OK || status == CB_ENOMEM)
		return status;
	if (why->len == 0)
		cb__text_format(why, "%s: the new key pair does not work", spec->algorithm->name);
	return CB_EMISMATCH;
}

/* Longest run of zeros; the buffer began as zeros, so what was not written shows too. */
static size_t longest_zero_run(const uint8_t *data, size_t len)
{
	size_t longest = 0;
	size_t run = 0;
	for (size_t i = 0; i < len; i++) {
		run = data[i] == 0 ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	return longest;
}

static int is_one_value(const uint8_t *data, size_t len)
{
	for (size_t i = 1; i < len; i++)
		if (data[i] != data[0])
			return 0;
	return 1;
}

/* What no generator does by chance: each has a probability of 2^-56 or less at one place. Says
 * nothing about the quality of the numbers. */
static cb_status check_random(cb__cell *cell, const cb__cell_spec *spec, cb_text *why)
{
	const size_t shortest = 8;
	const cb_io *io = cb__cell_io(cell);
	size_t len = io->out_len;
	int is_wrong = len != io->in_len;
	if (!is_wrong && len < shortest)
		return CB_OK;
	uint64_t first = cb__cell_fingerprint(cell);
	if (!is_wrong)
		is_wrong = is_one_value(io->out, len) || longest_zero_run(io->out, len) >= shortest;
	cb_status status = is_wrong ? CB_OK : cb__cell_once(cell, why);
	if (status == CB_OK && (is_wrong || cb__cell_fingerprint(cell) == first)) {
		cb__text_format(why, "%s %s gives numbers that are not random",
			spec->algorithm->name, cb_op_name(spec->op));
		status = CB_EMISMATCH;
	}
	return status;
}

/* In a stream the second piece is not the first one again, and in place the input is gone. */
static int can_repeat(const cb__cell_spec *spec)
{
	return cb__op_is_deterministic(spec->algorithm, spec->op) &&
	       spec->variant != CB_VARIANT_STREAM && spec->variant != CB_VARIANT_INPLACE;
}

static cb_status check_output(cb__cell *cell, const cb__cell_spec *spec, cb_text *why)
{
	switch (spec->op) {
	case CB_OP_OPEN:
	case CB_OP_DECRYPT:
		return check_message(cell, spec, why);
	case CB_OP_KEYGEN:
		return check_pair(cell, spec, why);
	case CB_OP_SIGN:
		return verify_signature(cell, spec, none, none, why);
	case CB_OP_ENCAPS:
		return open_capsule(cell, spec, none, why);
	case CB_OP_DECAPS:
		return check_capsule_pair(spec, none, none, why);
	case CB_OP_GENERATE:
		return check_random(cell, spec, why);
	default:
		return CB_OK;
	}
}

/* Who accepts a good tag or signature must not accept a forged one. */
static cb_status check_refusal(const cb__cell_spec *spec, cb_text *why)
{
	cb__cell_spec forged = *spec;
	forged.op = CB_OP_REJECT;
	forged.variant = CB_VARIANT_MESSAGE;
	int is_judge = spec->op == CB_OP_OPEN || spec->op == CB_OP_VERIFY;
	if (!is_judge || !cb__module_can(spec->module, spec->impl, CB_OP_REJECT))
		return CB_OK;
	cb__cell *cell = NULL;
	cb_status status = cb__cell_new(&cell, &forged);
	if (status == CB_OK)
		status = cb__cell_start(cell, why);
	if (status == CB_OK)
		status = cb__cell_once(cell, why);
	cb__cell_free(cell);
	return status;
}

cb_status cb__check_cell(cb__cell *cell, const cb__cell_spec *spec, cb_text *why)
{
	cb_status status = cb__cell_once(cell, why);
	if (status == CB_OK)
		status = check_output(cell, spec, why);
	if (status == CB_OK)
		status = check_refusal(spec, why);
	if (status == CB_OK && can_repeat(spec))
		status = check_repeat(cell, spec, why);
	return status;
}
