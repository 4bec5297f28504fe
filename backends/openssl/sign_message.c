/* SPDX-License-Identifier: Apache-2.0 */
/* Signatures over a message, by a scheme that hashes it itself: EdDSA and ML-DSA, with a kept
 * EVP_MD_CTX. */
#include "drivers.h"

#include <openssl/err.h>

struct sign {
	openssl_keys keys;
	EVP_MD_CTX *ctx;
	EVP_PKEY *restart_key; /* NULL if the context can start again with the key it has */
};

static int start_signing(EVP_MD_CTX *ctx, EVP_PKEY *key)
{
	return EVP_DigestSignInit_ex(ctx, NULL, NULL, openssl_libctx(), NULL, key, NULL) == 1;
}

static int start_verifying(EVP_MD_CTX *ctx, EVP_PKEY *key)
{
	return EVP_DigestVerifyInit_ex(ctx, NULL, NULL, openssl_libctx(), NULL, key, NULL) == 1;
}

static cb_status make_signature(EVP_MD_CTX *ctx, EVP_PKEY *key, cb_io *io)
{
	size_t signature_len = io->out_size;

	if (!start_signing(ctx, key) ||
		EVP_DigestSign(ctx, io->out, &signature_len, io->in, io->in_len) != 1)
		return CB_EBACKEND;
	io->out_len = signature_len;
	return CB_OK;
}

static int accepts(EVP_MD_CTX *ctx, const cb_io *io)
{
	return EVP_DigestVerify(ctx, io->tag, io->tag_len, io->in, io->in_len) == 1;
}

static cb_status check_signature(EVP_MD_CTX *ctx, EVP_PKEY *key, const cb_io *io)
{
	return start_verifying(ctx, key) && accepts(ctx, io) ? CB_OK : CB_EBACKEND;
}

static cb_status sign_message(void *state, cb_io *io)
{
	const struct sign *sign = state;

	return make_signature(sign->ctx, sign->restart_key, io);
}

static cb_status verify_message(void *state, cb_io *io)
{
	const struct sign *sign = state;

	return check_signature(sign->ctx, sign->restart_key, io);
}

static cb_status reject_message(void *state, cb_io *io)
{
	const struct sign *sign = state;

	if (!start_verifying(sign->ctx, sign->restart_key))
		return CB_EBACKEND;
	return accepts(sign->ctx, io) ? CB_EMISMATCH : CB_OK;
}

/* With a key the context looks its algorithm up. */
static cb_status sign_fetch(void *state, cb_io *io)
{
	const struct sign *sign = state;

	return make_signature(sign->ctx, sign->keys.own, io);
}

static cb_status verify_fetch(void *state, cb_io *io)
{
	const struct sign *sign = state;

	return check_signature(sign->ctx, sign->keys.peer, io);
}

static cb_status sign_fresh(void *state, cb_io *io)
{
	const struct sign *sign = state;
	EVP_PKEY *key = openssl_private_key(sign->keys.spec, io->key, io->key_len);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	cb_status status = CB_EBACKEND;

	if (key != NULL && ctx != NULL)
		status = make_signature(ctx, key, io);
	EVP_MD_CTX_free(ctx);
	EVP_PKEY_free(key);
	return status;
}

static cb_status verify_fresh(void *state, cb_io *io)
{
	const struct sign *sign = state;
	EVP_PKEY *key = openssl_public_key(sign->keys.spec, io->peer, io->peer_len);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	cb_status status = CB_EBACKEND;

	if (key != NULL && ctx != NULL)
		status = check_signature(ctx, key, io);
	EVP_MD_CTX_free(ctx);
	EVP_PKEY_free(key);
	return status;
}

static const openssl_way ways[] = {
	{CB_OP_KEYGEN, CB_VARIANT_MESSAGE, openssl_keygen_message},
	{CB_OP_KEYGEN, CB_VARIANT_FRESH, openssl_keygen_fresh},
	{CB_OP_SIGN, CB_VARIANT_MESSAGE, sign_message},
	{CB_OP_SIGN, CB_VARIANT_SHAREDKEY, sign_message},
	{CB_OP_SIGN, CB_VARIANT_FETCH, sign_fetch},
	{CB_OP_SIGN, CB_VARIANT_FRESH, sign_fresh},
	{CB_OP_VERIFY, CB_VARIANT_MESSAGE, verify_message},
	{CB_OP_VERIFY, CB_VARIANT_SHAREDKEY, verify_message},
	{CB_OP_VERIFY, CB_VARIANT_FETCH, verify_fetch},
	{CB_OP_VERIFY, CB_VARIANT_FRESH, verify_fresh},
	{CB_OP_REJECT, CB_VARIANT_MESSAGE, reject_message},
};

/* A one-shot call ends the context's life: libcrypto 3.0 lets it be used again, later versions
 * refuse. So every operation starts again, which is free without a key (36.0 us per Ed25519
 * signature either way) and not with one (36.9 us); the first 3.0 releases may want the key. */
static cb_status start(struct sign *sign, EVP_PKEY *key, int (*begin)(EVP_MD_CTX *, EVP_PKEY *))
{
	sign->ctx = EVP_MD_CTX_new();
	if (sign->ctx == NULL)
		return CB_ENOMEM;
	if (!begin(sign->ctx, key))
		return CB_EBACKEND;
	(void)ERR_set_mark();
	if (!begin(sign->ctx, NULL))
		sign->restart_key = key;
	(void)ERR_pop_to_mark();
	return CB_OK;
}

static cb_status sign_open(void *state, const cb_task *task, const cb_io *io)
{
	struct sign *sign = state;
	const openssl_sign_spec *spec = task->impl->native.ptr;
	cb_status status = openssl_choose(&sign->keys.once, ways, CB_COUNT(ways), task);

	if (status == CB_OK)
		status = openssl_keys_open(&sign->keys, &spec->key, task, io);
	if (status == CB_OK && sign->keys.own != NULL)
		return start(sign, sign->keys.own, start_signing);
	if (status == CB_OK && sign->keys.peer != NULL)
		return start(sign, sign->keys.peer, start_verifying);
	return status;
}

static void sign_close(void *state)
{
	struct sign *sign = state;

	EVP_MD_CTX_free(sign->ctx);
	openssl_keys_close(&sign->keys);
}

const cb_driver openssl_sign_message = {
	.state_size = sizeof(struct sign),
	.variants = CB_VARIANT_BIT(CB_VARIANT_FETCH) | CB_VARIANT_BIT(CB_VARIANT_FRESH) |
		    CB_VARIANT_BIT(CB_VARIANT_SHAREDKEY),
	.open = sign_open,
	.close = sign_close,
	.run =
		{
			[CB_OP_KEYGEN] = openssl_run,
			[CB_OP_SIGN] = openssl_run,
			[CB_OP_VERIFY] = openssl_run,
			[CB_OP_REJECT] = openssl_run,
		},
	.collect = openssl_keygen_collect,
};
