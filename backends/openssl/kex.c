/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"

struct kex {
	openssl_keygen keygen;
	EVP_PKEY *own;
	EVP_PKEY *peer;
	EVP_PKEY_CTX *ctx;
};

/* The peer's key is decoded and validated here: an operation is the multiplication alone. */
static cb_status open_derive(struct kex *kex, const openssl_key_spec *spec, const cb_io *io)
{
	kex->own = openssl_private_key(spec, io->key, io->key_len);
	kex->peer = openssl_public_key(spec, io->peer, io->peer_len);
	if (kex->own == NULL || kex->peer == NULL)
		return CB_EBACKEND;
	kex->ctx = EVP_PKEY_CTX_new_from_pkey(openssl_libctx(), kex->own, NULL);
	if (kex->ctx == NULL)
		return CB_ENOMEM;
	if (EVP_PKEY_derive_init(kex->ctx) != 1 ||
		EVP_PKEY_derive_set_peer(kex->ctx, kex->peer) != 1)
		return CB_EBACKEND;
	return CB_OK;
}

static cb_status kex_open(void *state, const cb_task *task, const cb_io *io)
{
	struct kex *kex = state;
	const openssl_key_spec *spec = task->impl->native.ptr;

	if (!openssl_has_key(task->impl))
		return CB_ENOTSUP;
	if (task->op == CB_OP_KEYGEN)
		return openssl_keygen_open(&kex->keygen, spec);
	return open_derive(kex, spec, io);
}

static void kex_close(void *state)
{
	struct kex *kex = state;

	EVP_PKEY_CTX_free(kex->ctx);
	EVP_PKEY_free(kex->peer);
	EVP_PKEY_free(kex->own);
	openssl_keygen_close(&kex->keygen);
}

static cb_status kex_derive(void *state, cb_io *io)
{
	struct kex *kex = state;
	size_t secret_len = io->out_size;

	if (EVP_PKEY_derive(kex->ctx, io->out, &secret_len) != 1)
		return CB_EBACKEND;
	io->out_len = secret_len;
	return CB_OK;
}

const cb_driver openssl_kex = {
	.state_size = sizeof(struct kex),
	.open = kex_open,
	.close = kex_close,
	.run =
		{
			[CB_OP_KEYGEN] = openssl_keygen_run,
			[CB_OP_DERIVE] = kex_derive,
		},
	.collect = openssl_keygen_collect,
};
