/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"

#include <openssl/core_names.h>
#include <openssl/params.h>

struct kex {
	openssl_keys keys;
	EVP_PKEY_CTX *ctx;
};

/* The peer's key is validated here. Without padding a finite-field secret would lose its leading
 * zeros; the other exchanges do not know the parameter, and ignore it. */
static EVP_PKEY_CTX *create_context(EVP_PKEY *own, EVP_PKEY *peer)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(openssl_libctx(), own, NULL);
	unsigned int padding = 1;
	const OSSL_PARAM params[] = {OSSL_PARAM_construct_uint(OSSL_EXCHANGE_PARAM_PAD, &padding),
		OSSL_PARAM_construct_end()};

	if (ctx != NULL && EVP_PKEY_derive_init_ex(ctx, params) == 1 &&
		EVP_PKEY_derive_set_peer(ctx, peer) == 1)
		return ctx;
	EVP_PKEY_CTX_free(ctx);
	return NULL;
}

static cb_status derive(EVP_PKEY_CTX *ctx, cb_io *io)
{
	size_t secret_len = io->out_size;

	if (EVP_PKEY_derive(ctx, io->out, &secret_len) != 1)
		return CB_EBACKEND;
	io->out_len = secret_len;
	return CB_OK;
}

static cb_status derive_message(void *state, cb_io *io)
{
	const struct kex *kex = state;

	return derive(kex->ctx, io);
}

static cb_status derive_with(EVP_PKEY *own, EVP_PKEY *peer, cb_io *io)
{
	EVP_PKEY_CTX *ctx = create_context(own, peer);
	cb_status status = ctx == NULL ? CB_EBACKEND : derive(ctx, io);

	EVP_PKEY_CTX_free(ctx);
	return status;
}

/* A new context looks its algorithm up, and validates the peer's key, too. */
static cb_status derive_fetch(void *state, cb_io *io)
{
	const struct kex *kex = state;

	return derive_with(kex->keys.own, kex->keys.peer, io);
}

static cb_status derive_fresh(void *state, cb_io *io)
{
	const struct kex *kex = state;
	EVP_PKEY *own = openssl_private_key(kex->keys.spec, io->key, io->key_len);
	EVP_PKEY *peer = openssl_public_key(kex->keys.spec, io->peer, io->peer_len);
	cb_status status = CB_EBACKEND;

	if (own != NULL && peer != NULL)
		status = derive_with(own, peer, io);
	EVP_PKEY_free(peer);
	EVP_PKEY_free(own);
	return status;
}

static const openssl_way ways[] = {
	{CB_OP_KEYGEN, CB_VARIANT_MESSAGE, openssl_keygen_message},
	{CB_OP_KEYGEN, CB_VARIANT_FRESH, openssl_keygen_fresh},
	{CB_OP_DERIVE, CB_VARIANT_MESSAGE, derive_message},
	{CB_OP_DERIVE, CB_VARIANT_SHAREDKEY, derive_message},
	{CB_OP_DERIVE, CB_VARIANT_FETCH, derive_fetch},
	{CB_OP_DERIVE, CB_VARIANT_FRESH, derive_fresh},
};

static cb_status kex_open(void *state, const cb_task *task, const cb_io *io)
{
	struct kex *kex = state;
	cb_status status = openssl_choose(&kex->keys.once, ways, CB_COUNT(ways), task);

	if (status == CB_OK)
		status = openssl_keys_open(&kex->keys, task->impl->native.ptr, task, io);
	if (status != CB_OK || kex->keys.own == NULL)
		return status;
	kex->ctx = create_context(kex->keys.own, kex->keys.peer);
	return kex->ctx != NULL ? CB_OK : CB_EBACKEND;
}

static void kex_close(void *state)
{
	struct kex *kex = state;

	EVP_PKEY_CTX_free(kex->ctx);
	openssl_keys_close(&kex->keys);
}

const cb_driver openssl_kex = {
	.state_size = sizeof(struct kex),
	.variants = CB_VARIANT_BIT(CB_VARIANT_FETCH) | CB_VARIANT_BIT(CB_VARIANT_FRESH) |
		    CB_VARIANT_BIT(CB_VARIANT_SHAREDKEY),
	.open = kex_open,
	.close = kex_close,
	.run = {[CB_OP_KEYGEN] = openssl_run, [CB_OP_DERIVE] = openssl_run},
	.collect = openssl_keygen_collect,
};
