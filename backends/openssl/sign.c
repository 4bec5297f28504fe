/* SPDX-License-Identifier: Apache-2.0 */
/* Two drivers, because EVP has two interfaces: a digest is signed with a kept EVP_PKEY_CTX, and a
 * message, by a scheme that hashes it itself, with a kept EVP_MD_CTX. */
#include "drivers.h"

#include <openssl/err.h>
#include <openssl/rsa.h>

struct sign {
	openssl_keygen keygen;
	EVP_PKEY *key;
	EVP_MD *digest;
	EVP_PKEY_CTX *ctx;     /* signs digests */
	EVP_MD_CTX *message;   /* signs messages */
	EVP_PKEY *restart_key; /* NULL if the context can start again with the key it has */
};

static void sign_close(void *state)
{
	struct sign *sign = state;

	EVP_MD_CTX_free(sign->message);
	EVP_PKEY_CTX_free(sign->ctx);
	EVP_MD_free(sign->digest);
	EVP_PKEY_free(sign->key);
	openssl_keygen_close(&sign->keygen);
}

/* What both drivers open: a generator, or the half of the key that the operation needs. */
static cb_status open_key(struct sign *sign, const cb_task *task, const cb_io *io)
{
	const openssl_sign_spec *spec = task->impl->native.ptr;

	if (!openssl_has_key(task->impl))
		return CB_ENOTSUP;
	if (task->op == CB_OP_KEYGEN)
		return openssl_keygen_open(&sign->keygen, &spec->key);
	if (task->op == CB_OP_SIGN)
		sign->key = openssl_private_key(&spec->key, io->key, io->key_len);
	else
		sign->key = openssl_public_key(&spec->key, io->peer, io->peer_len);
	return sign->key != NULL ? CB_OK : CB_EBACKEND;
}

static cb_status set_scheme(struct sign *sign, const openssl_sign_spec *spec)
{
	sign->digest = EVP_MD_fetch(openssl_libctx(), spec->digest, NULL);
	if (sign->digest == NULL)
		return CB_ENOTSUP;
	if (spec->padding != 0 && EVP_PKEY_CTX_set_rsa_padding(sign->ctx, spec->padding) != 1)
		return CB_EBACKEND;
	if (EVP_PKEY_CTX_set_signature_md(sign->ctx, sign->digest) != 1)
		return CB_EBACKEND;
	return CB_OK;
}

static cb_status digest_open(void *state, const cb_task *task, const cb_io *io)
{
	struct sign *sign = state;
	cb_status status = open_key(sign, task, io);
	int started;

	if (status != CB_OK || task->op == CB_OP_KEYGEN)
		return status;
	sign->ctx = EVP_PKEY_CTX_new_from_pkey(openssl_libctx(), sign->key, NULL);
	if (sign->ctx == NULL)
		return CB_ENOMEM;
	started = task->op == CB_OP_SIGN ? EVP_PKEY_sign_init(sign->ctx)
					 : EVP_PKEY_verify_init(sign->ctx);
	return started == 1 ? set_scheme(sign, task->impl->native.ptr) : CB_EBACKEND;
}

static cb_status digest_sign(void *state, cb_io *io)
{
	struct sign *sign = state;
	size_t signature_len = io->out_size;

	if (EVP_PKEY_sign(sign->ctx, io->out, &signature_len, io->in, io->in_len) != 1)
		return CB_EBACKEND;
	io->out_len = signature_len;
	return CB_OK;
}

static int accepts_digest(struct sign *sign, const cb_io *io)
{
	return EVP_PKEY_verify(sign->ctx, io->tag, io->tag_len, io->in, io->in_len) == 1;
}

static cb_status digest_verify(void *state, cb_io *io)
{
	return accepts_digest(state, io) ? CB_OK : CB_EBACKEND;
}

static cb_status digest_reject(void *state, cb_io *io)
{
	return accepts_digest(state, io) ? CB_EMISMATCH : CB_OK;
}

static int start_message(struct sign *sign, cb_op op, EVP_PKEY *key)
{
	if (op == CB_OP_SIGN)
		return EVP_DigestSignInit_ex(
			sign->message, NULL, NULL, openssl_libctx(), NULL, key, NULL);
	return EVP_DigestVerifyInit_ex(
		sign->message, NULL, NULL, openssl_libctx(), NULL, key, NULL);
}

/* A one-shot call ends the context's life: libcrypto 3.0 lets it be used again, later versions
 * refuse. So every operation starts again, which is free without a key (36.0 us per Ed25519
 * signature either way) and not with one (36.9 us); the first 3.0 releases may want the key. */
static cb_status message_open(void *state, const cb_task *task, const cb_io *io)
{
	struct sign *sign = state;
	cb_status status = open_key(sign, task, io);

	if (status != CB_OK || task->op == CB_OP_KEYGEN)
		return status;
	sign->message = EVP_MD_CTX_new();
	if (sign->message == NULL)
		return CB_ENOMEM;
	if (start_message(sign, task->op, sign->key) != 1)
		return CB_EBACKEND;
	(void)ERR_set_mark();
	if (start_message(sign, task->op, NULL) != 1)
		sign->restart_key = sign->key;
	(void)ERR_pop_to_mark();
	return CB_OK;
}

static cb_status message_sign(void *state, cb_io *io)
{
	struct sign *sign = state;
	size_t signature_len = io->out_size;

	if (start_message(sign, CB_OP_SIGN, sign->restart_key) != 1 ||
		EVP_DigestSign(sign->message, io->out, &signature_len, io->in, io->in_len) != 1)
		return CB_EBACKEND;
	io->out_len = signature_len;
	return CB_OK;
}

static cb_status message_verify(void *state, cb_io *io)
{
	struct sign *sign = state;

	if (start_message(sign, CB_OP_VERIFY, sign->restart_key) != 1 ||
		EVP_DigestVerify(sign->message, io->tag, io->tag_len, io->in, io->in_len) != 1)
		return CB_EBACKEND;
	return CB_OK;
}

static cb_status message_reject(void *state, cb_io *io)
{
	struct sign *sign = state;

	if (start_message(sign, CB_OP_REJECT, sign->restart_key) != 1)
		return CB_EBACKEND;
	if (EVP_DigestVerify(sign->message, io->tag, io->tag_len, io->in, io->in_len) == 1)
		return CB_EMISMATCH;
	return CB_OK;
}

const cb_driver openssl_sign_digest = {
	.state_size = sizeof(struct sign),
	.open = digest_open,
	.close = sign_close,
	.run =
		{
			[CB_OP_KEYGEN] = openssl_keygen_run,
			[CB_OP_SIGN] = digest_sign,
			[CB_OP_VERIFY] = digest_verify,
			[CB_OP_REJECT] = digest_reject,
		},
	.collect = openssl_keygen_collect,
};

const cb_driver openssl_sign_message = {
	.state_size = sizeof(struct sign),
	.open = message_open,
	.close = sign_close,
	.run =
		{
			[CB_OP_KEYGEN] = openssl_keygen_run,
			[CB_OP_SIGN] = message_sign,
			[CB_OP_VERIFY] = message_verify,
			[CB_OP_REJECT] = message_reject,
		},
	.collect = openssl_keygen_collect,
};
