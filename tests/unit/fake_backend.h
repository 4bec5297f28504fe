/* SPDX-License-Identifier: Apache-2.0 */
/* A backend in memory, whose faults can be chosen. The includer defines nothing and links nothing:
 * its cipher is a toy, but a whole one. */
#ifndef FAKE_BACKEND_H
#define FAKE_BACKEND_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include <cb/backend.h>

#include "catalogue.h"
#include "cell.h"
#include "check.h"
#include "hex.h"
#include "module.h"

#define FAKE_TAG_LEN 16u
#define FAKE_KEY_LEN 32u

/* What goes wrong. */
static struct faults {
	int is_unsteady;        /* another output each time */
	int garbles_long;       /* from 1000 bytes on */
	int opens_wrong;        /* open gives back something else */
	int takes_forgeries;    /* reject finds nothing */
	int refuses_everything; /* open and verify fail */
	int fails_open;         /* set-up fails */
	int fails_run;
	int makes_bad_keys;
	int says_too_much; /* a length beyond the buffer */
} faults;

/* What happened. */
static struct calls {
	int opened;
	int closed;
	int ran;
	cb_op opened_op;
	cb_variant opened_variant;
	const void *opened_owner;
} calls;

struct fake_state {
	uint8_t turn;
};

static inline cb_status fake_open(void *state, const cb_task *task, const cb_io *io)
{
	(void)state;
	(void)io;
	calls.opened++;
	calls.opened_op = task->op;
	calls.opened_variant = task->variant;
	calls.opened_owner = task->owner;
	return faults.fails_open ? CB_EBACKEND : CB_OK;
}

static inline void fake_close(void *state)
{
	(void)state;
	calls.closed++;
}

static inline void fake_error(char *text, size_t size)
{
	static const char message[] = "the fake has failed";
	if (size > sizeof message)
		memcpy(text, message, sizeof message);
}

static inline cb_status fake_digest(void *state, cb_io *io)
{
	static uint8_t turn;
	(void)state;
	calls.ran++;
	if (faults.fails_run)
		return CB_EBACKEND;
	memset(io->out, 0, 8);
	for (size_t i = 0; i < io->in_len; i++)
		io->out[i % 8] = (uint8_t)(io->out[i % 8] * 31 + io->in[i] + 1);
	if (faults.is_unsteady)
		io->out[0] = ++turn;
	io->out_len = faults.says_too_much ? io->out_size + 1 : 8;
	return CB_OK;
}

static inline void fake_stream(cb_io *io)
{
	for (size_t i = 0; i < io->in_len; i++)
		io->out[i] = io->in[i] ^ io->key[i % io->key_len] ^ io->nonce[i % io->nonce_len];
	io->out_len = io->in_len;
}

static inline void fake_tag(uint8_t *tag, const cb_io *io, const uint8_t *message)
{
	memset(tag, 0x5a, FAKE_TAG_LEN);
	for (size_t i = 0; i < io->in_len; i++)
		tag[i % FAKE_TAG_LEN] = (uint8_t)(tag[i % FAKE_TAG_LEN] * 3 + message[i]);
	for (size_t i = 0; i < io->aad_len; i++)
		tag[i % FAKE_TAG_LEN] = (uint8_t)(tag[i % FAKE_TAG_LEN] * 5 + io->aad[i]);
}

static inline cb_status fake_seal(void *state, cb_io *io)
{
	(void)state;
	calls.ran++;
	fake_stream(io);
	fake_tag(io->tag, io, io->in);
	return CB_OK;
}

static inline cb_status fake_unseal(void *state, cb_io *io)
{
	uint8_t tag[FAKE_TAG_LEN];
	(void)state;
	calls.ran++;
	fake_stream(io);
	fake_tag(tag, io, io->out);
	if (faults.refuses_everything || memcmp(tag, io->tag, FAKE_TAG_LEN) != 0)
		return CB_EBACKEND;
	if (faults.opens_wrong && io->out_len > 0)
		io->out[0] ^= 1;
	return CB_OK;
}

static inline cb_status fake_reject(void *state, cb_io *io)
{
	if (faults.takes_forgeries)
		return CB_EMISMATCH;
	return fake_unseal(state, io) == CB_OK ? CB_EMISMATCH : CB_OK;
}

/* Public is private xor a number; a secret is our private xor their public. The number is such
 * that the test keys are a pair. */
static inline void fake_number(uint8_t *out)
{
	uint8_t public_key[FAKE_KEY_LEN];
	size_t len = 0;
	assert_int_equal(cb__hex_decode(out, FAKE_KEY_LEN, &len, cb__private_key("x25519")), CB_OK);
	assert_int_equal(
		cb__hex_decode(public_key, FAKE_KEY_LEN, &len, cb__public_key("x25519")), CB_OK);
	for (size_t i = 0; i < FAKE_KEY_LEN; i++)
		out[i] ^= public_key[i];
}

static inline cb_status fake_derive(void *state, cb_io *io)
{
	(void)state;
	for (size_t i = 0; i < FAKE_KEY_LEN; i++)
		io->out[i] = io->key[i] ^ io->peer[i];
	io->out_len = FAKE_KEY_LEN;
	return CB_OK;
}

static inline cb_status fake_keygen(void *state, cb_io *io)
{
	(void)io;
	((struct fake_state *)state)->turn++;
	return CB_OK;
}

static inline cb_status fake_collect(void *state, cb_io *io)
{
	uint8_t number[FAKE_KEY_LEN];
	fake_number(number);
	for (size_t i = 0; i < FAKE_KEY_LEN; i++) {
		io->out[i] = (uint8_t)(i + ((struct fake_state *)state)->turn);
		io->out[FAKE_KEY_LEN + i] = io->out[i] ^ number[i];
	}
	if (faults.makes_bad_keys)
		io->out[FAKE_KEY_LEN] ^= 1;
	io->out_len = 2 * FAKE_KEY_LEN;
	return CB_OK;
}

static inline cb_status fake_verify(void *state, cb_io *io)
{
	(void)state;
	(void)io;
	return faults.refuses_everything ? CB_EBACKEND : CB_OK;
}

static inline cb_status fake_take_all(void *state, cb_io *io)
{
	(void)state;
	(void)io;
	return faults.takes_forgeries ? CB_EMISMATCH : CB_OK;
}

static const cb_algorithm fake_algorithms[] = {
	{.name = "fake-hash", .kind = CB_KIND_HASH, .out_len = 8, .block_len = 1},
	{.name = "fake-aead",
		.kind = CB_KIND_AEAD,
		.key_len = 16,
		.nonce_len = 12,
		.tag_len = FAKE_TAG_LEN,
		.block_len = 1},
};

static const cb_driver fake_hash = {
	.state_size = sizeof(struct fake_state),
	.open = fake_open,
	.close = fake_close,
	.run = {[CB_OP_DIGEST] = fake_digest},
};

static const cb_driver fake_aead = {
	.state_size = 100,
	.variants = CB_VARIANT_BIT(CB_VARIANT_FRESH) | CB_VARIANT_BIT(CB_VARIANT_SHAREDKEY),
	.open = fake_open,
	.close = fake_close,
	.run = {[CB_OP_SEAL] = fake_seal, [CB_OP_OPEN] = fake_unseal, [CB_OP_REJECT] = fake_reject},
};

static const cb_driver fake_exchange = {
	.state_size = sizeof(struct fake_state),
	.open = fake_open,
	.close = fake_close,
	.collect = fake_collect,
	.run = {[CB_OP_KEYGEN] = fake_keygen, [CB_OP_DERIVE] = fake_derive},
};

static const cb_driver fake_verifier = {
	.state_size = 1,
	.open = fake_open,
	.run = {[CB_OP_VERIFY] = fake_verify, [CB_OP_REJECT] = fake_take_all},
};

static inline int fake_is_missing(const cb_impl *impl)
{
	(void)impl;
	return 0;
}

static const cb_impl fake_impls[] = {
	{"fake-hash", &fake_hash, {.name = NULL}, NULL, NULL},
	{"fake-aead", &fake_aead, {.name = NULL}, NULL, NULL},
	{"x25519", &fake_exchange, {.name = NULL}, NULL, NULL},
	{"ecdsa-p256", &fake_verifier, {.name = NULL}, NULL, NULL},
	{"sha256", &fake_hash, {.name = NULL}, NULL, NULL},
	{"md5", &fake_hash, {.name = NULL}, fake_is_missing, "not in this fake"},
};

static inline const char *fake_version(void)
{
	return "1";
}

static const cb_backend fake = {
	.abi = CB_BACKEND_ABI,
	.op_count = CB_OP_COUNT,
	.name = "fake",
	.version = fake_version,
	.last_error = fake_error,
	.impls = fake_impls,
	.impl_count = CB_COUNT(fake_impls),
	.algorithms = fake_algorithms,
	.algorithm_count = CB_COUNT(fake_algorithms),
};

static const cb__module fake_module = {NULL, &fake, NULL};

static inline cb__cell_spec fake_spec(const char *algorithm, cb_op op, size_t size)
{
	return (cb__cell_spec){
		.module = &fake_module,
		.impl = cb__module_impl(&fake_module, algorithm),
		.algorithm = cb__module_algorithm(&fake_module, algorithm),
		.op = op,
		.size = size,
		.seed = 5,
	};
}

static inline cb__cell *fake_cell(const cb__cell_spec *spec)
{
	cb__cell *cell = NULL;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__cell_new(&cell, spec), CB_OK);
	assert_int_equal(cb__cell_start(cell, &why), CB_OK);
	cb__text_done(&why);
	return cell;
}

/** Before each test: nothing wrong, nothing happened. */
static inline int forget_faults(void **state)
{
	(void)state;
	memset(&faults, 0, sizeof faults);
	memset(&calls, 0, sizeof calls);
	return 0;
}

#endif
