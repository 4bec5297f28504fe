/* SPDX-License-Identifier: Apache-2.0 */
/* Signatures over a digest: ECDSA and RSA, with a kept EVP_PKEY_CTX. */
#include "drivers.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

struct sign {
	openssl_keys keys;
	EVP_PKEY_CTX *ctx;
	int salt_len;
	OSSL_PARAM scheme[4];
};

static void list_scheme(struct sign *sign, const openssl_sign_spec *spec)
{
	OSSL_PARAM *next = sign->scheme;

	sign->salt_len = spec->salt_len;
	*next++ = openssl_text_param(OSSL_SIGNATURE_PARAM_DIGEST, spec->digest);
	if (spec->padding != NULL)
		*next++ = openssl_text_param(OSSL_SIGNATURE_PARAM_PAD_MODE, spec->padding);
	if (spec->salt_len != 0)
		*next++ =
			OSSL_PARAM_construct_int(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, &sign->salt_len);
	*next = OSSL_PARAM_construct_end();
}

/* Looks the algorithm up. The mask of PSS takes the digest of the signature. */
static EVP_PKEY_CTX *create_context(const struct sign *sign, EVP_PKEY *key, int signing)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(openssl_libctx(), key, NULL);

	if (ctx != NULL && (signing ? EVP_PKEY_sign_init_ex(ctx, sign->scheme)
				    : EVP_PKEY_verify_init_ex(ctx, sign->scheme)) == 1)
		return ctx;
	EVP_PKEY_CTX_free(ctx);
	return NULL;
}

static cb_status make_signature(EVP_PKEY_CTX *ctx, cb_io *io)
{
	size_t signature_len = io->out_size;

	if (EVP_PKEY_sign(ctx, io->out, &signature_len, io->in, io->in_len) != 1)
		return CB_EBACKEND;
	io->out_len = signature_len;
	return CB_OK;
}

static int accepts(EVP_PKEY_CTX *ctx, const cb_io *io)
{
	return EVP_PKEY_verify(ctx, io->tag, io->tag_len, io->in, io->in_len) == 1;
}

static cb_status sign_message(void *state, cb_io *io)
{
	const struct sign *sign = state;

	return make_signature(sign->ctx, io);
}

static cb_status verify_message(void *state, cb_io *io)
{
	const struct sign *sign = state;

	return accepts(sign->ctx, io) ? CB_OK : CB_EBACKEND;
}

static cb_status reject_message(void *state, cb_io *io)
{
	const struct sign *sign = state;

	return accepts(sign->ctx, io) ? CB_EMISMATCH : CB_OK;
}

static cb_status sign_with(const struct sign *sign, EVP_PKEY *key, cb_io *io)
{
	EVP_PKEY_CTX *ctx = key == NULL ? NULL : create_context(sign, key, 1);
	cb_status status = ctx == NULL ? CB_EBACKEND : make_signature(ctx, io);

	EVP_PKEY_CTX_free(ctx);
	return status;
}

static cb_status verify_with(const struct sign *sign, EVP_PKEY *key, const cb_io *io)
{
	EVP_PKEY_CTX *ctx = key == NULL ? NULL : create_context(sign, key, 0);
	cb_status status = ctx != NULL && accepts(ctx, io) ? CB_OK : CB_EBACKEND;

	EVP_PKEY_CTX_free(ctx);
	return status;
}

static cb_status sign_fetch(void *state, cb_io *io)
{
	const struct sign *sign = state;

	return sign_with(sign, sign->keys.own, io);
}

static cb_status verify_fetch(void *state, cb_io *io)
{
	const struct sign *sign = state;

	return verify_with(sign, sign->keys.peer, io);
}

static cb_status sign_fresh(void *state, cb_io *io)
{
	const struct sign *sign = state;
	EVP_PKEY *key = openssl_private_key(sign->keys.spec, io->key, io->key_len);
	cb_status status = sign_with(sign, key, io);

	EVP_PKEY_free(key);
	return status;
}

static cb_status verify_fresh(void *state, cb_io *io)
{
	const struct sign *sign = state;
	EVP_PKEY *key = openssl_public_key(sign->keys.spec, io->peer, io->peer_len);
	cb_status status = verify_with(sign, key, io);

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

static cb_status sign_open(void *state, const cb_task *task, const cb_io *io)
{
	struct sign *sign = state;
	const openssl_sign_spec *spec = task->impl->native.ptr;
	int signing = task->op == CB_OP_SIGN;
	EVP_PKEY *key;
	cb_status status = openssl_choose(&sign->keys.once, ways, CB_COUNT(ways), task);

	if (status == CB_OK)
		status = openssl_keys_open(&sign->keys, &spec->key, task, io);
	list_scheme(sign, spec);
	key = signing ? sign->keys.own : sign->keys.peer;
	if (status != CB_OK || key == NULL)
		return status;
	sign->ctx = create_context(sign, key, signing);
	return sign->ctx != NULL ? CB_OK : CB_EBACKEND;
}

static void sign_close(void *state)
{
	struct sign *sign = state;

	EVP_PKEY_CTX_free(sign->ctx);
	openssl_keys_close(&sign->keys);
}

const cb_driver openssl_sign_digest = {
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
