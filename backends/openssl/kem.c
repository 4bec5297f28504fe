/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"

/* io does not say how much room there is for a ciphertext, so this much is taken for granted: the
 * longest, of ML-KEM-1024. */
#define CIPHERTEXT_MAX 1568u

struct kem {
	openssl_keys keys;
	EVP_PKEY_CTX *ctx;
};

static EVP_PKEY_CTX *create_context(EVP_PKEY *key, int encapsulating)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_pkey(openssl_libctx(), key, NULL);

	if (ctx != NULL && (encapsulating ? EVP_PKEY_encapsulate_init(ctx, NULL)
					  : EVP_PKEY_decapsulate_init(ctx, NULL)) == 1)
		return ctx;
	EVP_PKEY_CTX_free(ctx);
	return NULL;
}

static cb_status encapsulate(EVP_PKEY_CTX *ctx, cb_io *io)
{
	size_t ciphertext_len = CIPHERTEXT_MAX;
	size_t secret_len = io->out_size;

	if (EVP_PKEY_encapsulate(ctx, io->tag, &ciphertext_len, io->out, &secret_len) != 1)
		return CB_EBACKEND;
	io->tag_len = ciphertext_len;
	io->out_len = secret_len;
	return CB_OK;
}

static cb_status decapsulate(EVP_PKEY_CTX *ctx, cb_io *io)
{
	size_t secret_len = io->out_size;

	if (EVP_PKEY_decapsulate(ctx, io->out, &secret_len, io->tag, io->tag_len) != 1)
		return CB_EBACKEND;
	io->out_len = secret_len;
	return CB_OK;
}

static cb_status encaps_message(void *state, cb_io *io)
{
	const struct kem *kem = state;

	return encapsulate(kem->ctx, io);
}

static cb_status decaps_message(void *state, cb_io *io)
{
	const struct kem *kem = state;

	return decapsulate(kem->ctx, io);
}

static cb_status run_with(EVP_PKEY *key, int encapsulating, cb_io *io)
{
	EVP_PKEY_CTX *ctx = key == NULL ? NULL : create_context(key, encapsulating);
	cb_status status = CB_EBACKEND;

	if (ctx != NULL)
		status = encapsulating ? encapsulate(ctx, io) : decapsulate(ctx, io);
	EVP_PKEY_CTX_free(ctx);
	return status;
}

static cb_status encaps_fetch(void *state, cb_io *io)
{
	const struct kem *kem = state;

	return run_with(kem->keys.peer, 1, io);
}

static cb_status decaps_fetch(void *state, cb_io *io)
{
	const struct kem *kem = state;

	return run_with(kem->keys.own, 0, io);
}

static cb_status encaps_fresh(void *state, cb_io *io)
{
	const struct kem *kem = state;
	EVP_PKEY *key = openssl_public_key(kem->keys.spec, io->peer, io->peer_len);
	cb_status status = run_with(key, 1, io);

	EVP_PKEY_free(key);
	return status;
}

static cb_status decaps_fresh(void *state, cb_io *io)
{
	const struct kem *kem = state;
	EVP_PKEY *key = openssl_private_key(kem->keys.spec, io->key, io->key_len);
	cb_status status = run_with(key, 0, io);

	EVP_PKEY_free(key);
	return status;
}

static const openssl_way ways[] = {
	{CB_OP_KEYGEN, CB_VARIANT_MESSAGE, openssl_keygen_message},
	{CB_OP_KEYGEN, CB_VARIANT_FRESH, openssl_keygen_fresh},
	{CB_OP_ENCAPS, CB_VARIANT_MESSAGE, encaps_message},
	{CB_OP_ENCAPS, CB_VARIANT_SHAREDKEY, encaps_message},
	{CB_OP_ENCAPS, CB_VARIANT_FETCH, encaps_fetch},
	{CB_OP_ENCAPS, CB_VARIANT_FRESH, encaps_fresh},
	{CB_OP_DECAPS, CB_VARIANT_MESSAGE, decaps_message},
	{CB_OP_DECAPS, CB_VARIANT_SHAREDKEY, decaps_message},
	{CB_OP_DECAPS, CB_VARIANT_FETCH, decaps_fetch},
	{CB_OP_DECAPS, CB_VARIANT_FRESH, decaps_fresh},
};

static cb_status kem_open(void *state, const cb_task *task, const cb_io *io)
{
	struct kem *kem = state;
	int encapsulating = task->op == CB_OP_ENCAPS;
	EVP_PKEY *key;
	cb_status status = openssl_choose(&kem->keys.once, ways, CB_COUNT(ways), task);

	if (status == CB_OK)
		status = openssl_keys_open(&kem->keys, task->impl->native.ptr, task, io);
	key = encapsulating ? kem->keys.peer : kem->keys.own;
	if (status != CB_OK || key == NULL)
		return status;
	kem->ctx = create_context(key, encapsulating);
	return kem->ctx != NULL ? CB_OK : CB_EBACKEND;
}

static void kem_close(void *state)
{
	struct kem *kem = state;

	EVP_PKEY_CTX_free(kem->ctx);
	openssl_keys_close(&kem->keys);
}

const cb_driver openssl_kem = {
	.state_size = sizeof(struct kem),
	.variants = CB_VARIANT_BIT(CB_VARIANT_FETCH) | CB_VARIANT_BIT(CB_VARIANT_FRESH) |
		    CB_VARIANT_BIT(CB_VARIANT_SHAREDKEY),
	.open = kem_open,
	.close = kem_close,
	.run =
		{
			[CB_OP_KEYGEN] = openssl_run,
			[CB_OP_ENCAPS] = openssl_run,
			[CB_OP_DECAPS] = openssl_run,
		},
	.collect = openssl_keygen_collect,
};
