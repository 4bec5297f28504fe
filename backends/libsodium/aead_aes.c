/* SPDX-License-Identifier: Apache-2.0 */
/* AES-256-GCM: the only algorithm whose key the library can set up beforehand. It only reads that,
 * so threads can share it. */
#include <sodium.h>

#include "drivers.h"

struct gcm {
	crypto_aead_aes256gcm_state own; /* first, for its alignment */
	const crypto_aead_aes256gcm_state *key;
	cb_variant variant;
};

int cb__libsodium_has_aes256gcm(const cb_impl *impl)
{
	(void)impl;
	return crypto_aead_aes256gcm_is_available();
}

static int is_supported(const cb_task *task, const cb_io *io)
{
	return cb_task_knows_variant(task, REKEY | FRESH | SHAREDKEY) &&
	       io->key_len == crypto_aead_aes256gcm_KEYBYTES &&
	       io->nonce_len == crypto_aead_aes256gcm_NPUBBYTES &&
	       io->tag_len == crypto_aead_aes256gcm_ABYTES;
}

static cb_status gcm_open(void *state, const cb_task *task, const cb_io *io)
{
	struct gcm *gcm = state;
	const struct gcm *owner = task->owner;

	if (!cb__libsodium_has_aes256gcm(task->impl) || !is_supported(task, io))
		return CB_ENOTSUP;
	gcm->variant = cb_task_variant(task);
	gcm->key = owner == NULL ? &gcm->own : owner->key;
	return owner == NULL ? check(crypto_aead_aes256gcm_beforenm(&gcm->own, io->key)) : CB_OK;
}

static int encrypt(const crypto_aead_aes256gcm_state *key, cb_io *io)
{
	return crypto_aead_aes256gcm_encrypt_detached_afternm(io->out, io->tag, NULL, io->in,
		io->in_len, io->aad, io->aad_len, NULL, io->nonce, key);
}

static int encrypt_fresh(cb_io *io)
{
	return crypto_aead_aes256gcm_encrypt_detached(io->out, io->tag, NULL, io->in, io->in_len,
		io->aad, io->aad_len, NULL, io->nonce, io->key);
}

static int decrypt(const crypto_aead_aes256gcm_state *key, cb_io *io)
{
	return crypto_aead_aes256gcm_decrypt_detached_afternm(
		io->out, NULL, io->in, io->in_len, io->tag, io->aad, io->aad_len, io->nonce, key);
}

static int decrypt_fresh(cb_io *io)
{
	return crypto_aead_aes256gcm_decrypt_detached(io->out, NULL, io->in, io->in_len, io->tag,
		io->aad, io->aad_len, io->nonce, io->key);
}

/* Does @p with_key, or with nothing kept @p with_bytes, as the variant asks. */
static int crypt(struct gcm *gcm, cb_io *io,
	int (*with_key)(const crypto_aead_aes256gcm_state *key, cb_io *io),
	int (*with_bytes)(cb_io *io))
{
	io->out_len = io->in_len;
	if (gcm->variant == CB_VARIANT_FRESH)
		return with_bytes(io);
	if (gcm->variant == CB_VARIANT_REKEY &&
		crypto_aead_aes256gcm_beforenm(&gcm->own, io->key) != 0)
		return -1;
	return with_key(gcm->key, io);
}

static cb_status gcm_seal(void *state, cb_io *io)
{
	return check(crypt(state, io, encrypt, encrypt_fresh));
}

static cb_status gcm_unseal(void *state, cb_io *io)
{
	return check(crypt(state, io, decrypt, decrypt_fresh));
}

static cb_status gcm_reject(void *state, cb_io *io)
{
	return check_refusal(crypt(state, io, decrypt, decrypt_fresh));
}

static cb_status gcm_setkey(void *state, cb_io *io)
{
	return check(crypto_aead_aes256gcm_beforenm(&((struct gcm *)state)->own, io->key));
}

const cb_driver cb__libsodium_aes256gcm = {
	.state_size = sizeof(struct gcm),
	.variants = REKEY | FRESH | SHAREDKEY,
	.open = gcm_open,
	.run = {[CB_OP_SEAL] = gcm_seal,
		[CB_OP_OPEN] = gcm_unseal,
		[CB_OP_REJECT] = gcm_reject,
		[CB_OP_SETKEY] = gcm_setkey},
};
