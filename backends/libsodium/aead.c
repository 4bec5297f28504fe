/* SPDX-License-Identifier: Apache-2.0 */
#include <sodium.h>

#include "drivers.h"

static int lengths_are(const cb_io *io, size_t key_len, size_t nonce_len, size_t tag_len)
{
	return io->key_len == key_len && io->nonce_len == nonce_len && io->tag_len == tag_len;
}

static cb_status gcm_open(void *state, const cb_task *task, const cb_io *io)
{
	(void)task;
	if (!lengths_are(io, crypto_aead_aes256gcm_KEYBYTES, crypto_aead_aes256gcm_NPUBBYTES,
		    crypto_aead_aes256gcm_ABYTES))
		return CB_ENOTSUP;
	return check(crypto_aead_aes256gcm_beforenm(state, io->key));
}

static cb_status gcm_seal(void *state, cb_io *io)
{
	io->out_len = io->in_len;
	return check(crypto_aead_aes256gcm_encrypt_detached_afternm(io->out, io->tag, NULL, io->in,
		io->in_len, io->aad, io->aad_len, NULL, io->nonce, state));
}

static int gcm_decrypt(void *state, cb_io *io)
{
	io->out_len = io->in_len;
	return crypto_aead_aes256gcm_decrypt_detached_afternm(
		io->out, NULL, io->in, io->in_len, io->tag, io->aad, io->aad_len, io->nonce, state);
}

static cb_status gcm_unseal(void *state, cb_io *io)
{
	return check(gcm_decrypt(state, io));
}

static cb_status gcm_reject(void *state, cb_io *io)
{
	return check_refusal(gcm_decrypt(state, io));
}

const cb_driver cb__libsodium_aes256gcm = {
	.state_size = sizeof(crypto_aead_aes256gcm_state),
	.open = gcm_open,
	.run = {[CB_OP_SEAL] = gcm_seal, [CB_OP_OPEN] = gcm_unseal, [CB_OP_REJECT] = gcm_reject},
};

const struct aead_functions cb__libsodium_chacha20poly1305_ietf = {
	.key_len = crypto_aead_chacha20poly1305_ietf_KEYBYTES,
	.nonce_len = crypto_aead_chacha20poly1305_ietf_NPUBBYTES,
	.tag_len = crypto_aead_chacha20poly1305_ietf_ABYTES,
	.seal = crypto_aead_chacha20poly1305_ietf_encrypt_detached,
	.open = crypto_aead_chacha20poly1305_ietf_decrypt_detached,
};

/* The library has nothing to keep for a key of these: each operation starts with its bytes. */
struct aead {
	const struct aead_functions *functions;
};

static cb_status aead_open(void *state, const cb_task *task, const cb_io *io)
{
	const struct aead_functions *functions = task->impl->native.ptr;

	((struct aead *)state)->functions = functions;
	return lengths_are(io, functions->key_len, functions->nonce_len, functions->tag_len)
		       ? CB_OK
		       : CB_ENOTSUP;
}

static cb_status aead_seal(void *state, cb_io *io)
{
	const struct aead_functions *functions = ((struct aead *)state)->functions;

	io->out_len = io->in_len;
	return check(functions->seal(io->out, io->tag, NULL, io->in, io->in_len, io->aad,
		io->aad_len, NULL, io->nonce, io->key));
}

static int aead_decrypt(void *state, cb_io *io)
{
	const struct aead_functions *functions = ((struct aead *)state)->functions;

	io->out_len = io->in_len;
	return functions->open(io->out, NULL, io->in, io->in_len, io->tag, io->aad, io->aad_len,
		io->nonce, io->key);
}

static cb_status aead_unseal(void *state, cb_io *io)
{
	return check(aead_decrypt(state, io));
}

static cb_status aead_reject(void *state, cb_io *io)
{
	return check_refusal(aead_decrypt(state, io));
}

const cb_driver cb__libsodium_aead = {
	.state_size = sizeof(struct aead),
	.open = aead_open,
	.run = {[CB_OP_SEAL] = aead_seal, [CB_OP_OPEN] = aead_unseal, [CB_OP_REJECT] = aead_reject},
};
