/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "catalogue.h"
#include "hex.h"

/* One published answer; members in hexadecimal, NULL where they do not apply. */
typedef struct answer {
	const char *algorithm;
	cb_op op;
	const char *key, *peer, *nonce, *aad, *in, *out, *tag;
	const char *source;
} answer;

static const answer answers[] = {
#define CB_ANSWER(name, operation, ...) {.algorithm = name, .op = CB_OP_##operation, __VA_ARGS__},
#include "answers.def"
#undef CB_ANSWER
};

/* The answers of one operation are answers of its inverse: which one, and how its members turn. */
static int turn_answer(answer *out, const answer *row, cb_op op)
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

static cb_status set_hex(cb__cell *cell, cb__input field, const char *hex)
{
	if (hex == NULL)
		return CB_OK;
	size_t size = strlen(hex) / 2 + 1;
	size_t len = 0;
	uint8_t *bytes = malloc(size);
	if (bytes == NULL)
		return CB_ENOMEM;
	cb_status status = cb__hex_decode(bytes, size, &len, hex);
	if (status == CB_OK)
		status = cb__cell_set(cell, field, bytes, len);
	free(bytes);
	return status;
}

static cb_status set_all(cb__cell *cell, const answer *row)
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
		status = set_hex(cell, inputs[i].field, inputs[i].hex);
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

static cb_status compare(const cb__cell *cell, const answer *row, cb_text *why)
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

static cb_status run_answer(const cb__cell_spec *spec, const answer *row, cb_text *why)
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

cb_status cb__check_answers(unsigned *ret_count, const cb__cell_spec *spec, cb_text *why)
{
	unsigned count = 0;
	cb_status status = CB_OK;
	for (size_t i = 0; i < sizeof answers / sizeof *answers && status == CB_OK; i++) {
		answer row;
		if (strcmp(answers[i].algorithm, spec->algorithm->name) != 0 ||
			!turn_answer(&row, &answers[i], spec->op))
			continue;
		row.op = spec->op;
		status = run_answer(spec, &row, why);
		count++;
	}
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

/* Runs one operation with the given keys; the caller frees *out. */
static cb_status run_with_keys(cb__cell **out, const cb__cell_spec *spec, cb_op op, bytes key,
	bytes peer, bytes tag, cb_text *why)
{
	cb__cell_spec with_op = *spec;
	with_op.op = op;
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

static cb_status check_signing_pair(const cb__cell_spec *spec, bytes key, bytes peer, cb_text *why)
{
	cb__cell *signer = NULL;
	cb__cell *verifier = NULL;
	cb_status status = run_with_keys(&signer, spec, CB_OP_SIGN, key, peer, none, why);
	if (status == CB_OK) {
		const cb_io *io = cb__cell_io(signer);
		bytes signature = {io->out, io->out_len};
		status = run_with_keys(&verifier, spec, CB_OP_VERIFY, key, peer, signature, why);
	}
	cb__cell_free(signer);
	cb__cell_free(verifier);
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
	if (status == CB_OK) {
		const cb_io *a = cb__cell_io(ours);
		const cb_io *b = cb__cell_io(theirs);
		if (a->out_len != b->out_len || memcmp(a->out, b->out, a->out_len) != 0)
			status = CB_EMISMATCH;
	}
	cb__cell_free(ours);
	cb__cell_free(theirs);
	return status;
}

static cb_status check_pair(const cb__cell *cell, const cb__cell_spec *spec, cb_text *why)
{
	const cb_io *io = cb__cell_io(cell);
	size_t private_len = 0;
	cb_status status = cb__cell_split_keys(spec->algorithm, io->out, io->out_len, &private_len);
	if (status == CB_OK) {
		bytes key = {io->out, private_len};
		bytes peer = {io->out + private_len, io->out_len - private_len};
		status = spec->algorithm->kind == CB_KIND_KEX
				 ? check_exchange_pair(spec, key, peer, why)
				 : check_signing_pair(spec, key, peer, why);
	}
	if (status == CB_OK || status == CB_ENOMEM)
		return status;
	if (why->len == 0)
		cb__text_format(why, "%s: the new key pair does not work", spec->algorithm->name);
	return CB_EMISMATCH;
}

cb_status cb__check_cell(cb__cell *cell, const cb__cell_spec *spec, cb_text *why)
{
	cb_status status = cb__cell_once(cell, why);
	if (status != CB_OK)
		return status;
	if (spec->op == CB_OP_OPEN || spec->op == CB_OP_DECRYPT)
		return check_message(cell, spec, why);
	if (spec->op == CB_OP_KEYGEN)
		return check_pair(cell, spec, why);
	if (cb__op_is_deterministic(spec->algorithm, spec->op))
		return check_repeat(cell, spec, why);
	return CB_OK;
}
