/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <sodium.h>

#include "drivers.h"

/* Public keys are used as the bytes they are; a private key is expanded from its seed. To share a
 * key is to read the bytes of another thread. */
struct ed25519 {
	uint8_t public_key[crypto_sign_ed25519_PUBLICKEYBYTES];
	uint8_t secret_key[crypto_sign_ed25519_SECRETKEYBYTES]; /* the seed, then the public key */
	const uint8_t *signer;
	const uint8_t *verifier;
	cb_variant variant;
};

static cb_status open_signer(struct ed25519 *ed25519, const struct ed25519 *owner, const cb_io *io)
{
	if (io->key_len != crypto_sign_ed25519_SEEDBYTES)
		return CB_EINVAL;
	ed25519->signer = owner == NULL ? ed25519->secret_key : owner->signer;
	if (owner != NULL)
		return CB_OK;
	return check(crypto_sign_ed25519_seed_keypair(
		ed25519->public_key, ed25519->secret_key, io->key));
}

static cb_status open_verifier(
	struct ed25519 *ed25519, const struct ed25519 *owner, const cb_io *io)
{
	ed25519->verifier = owner == NULL ? io->peer : owner->verifier;
	return io->peer_len == crypto_sign_ed25519_PUBLICKEYBYTES ? CB_OK : CB_EINVAL;
}

static cb_status ed25519_open(void *state, const cb_task *task, const cb_io *io)
{
	struct ed25519 *ed25519 = state;
	unsigned variants = task->op == CB_OP_KEYGEN ? FRESH : FRESH | SHAREDKEY;

	if (!cb_task_knows_variant(task, variants))
		return CB_ENOTSUP;
	ed25519->variant = cb_task_variant(task);
	switch (task->op) {
	case CB_OP_KEYGEN:
		return CB_OK;
	case CB_OP_SIGN:
		return open_signer(ed25519, task->owner, io);
	default:
		return open_verifier(ed25519, task->owner, io);
	}
}

static cb_status ed25519_keygen(void *state, cb_io *io)
{
	struct ed25519 *ed25519 = state;

	(void)io;
	return check(crypto_sign_ed25519_keypair(ed25519->public_key, ed25519->secret_key));
}

static cb_status ed25519_collect(void *state, cb_io *io)
{
	const struct ed25519 *ed25519 = state;

	if (io->out_size < crypto_sign_ed25519_SEEDBYTES + sizeof(ed25519->public_key))
		return CB_EINVAL;
	if (crypto_sign_ed25519_sk_to_seed(io->out, ed25519->secret_key) != 0)
		return CB_EBACKEND;
	memcpy(io->out + crypto_sign_ed25519_SEEDBYTES, ed25519->public_key,
		sizeof(ed25519->public_key));
	io->out_len = crypto_sign_ed25519_SEEDBYTES + sizeof(ed25519->public_key);
	return CB_OK;
}

static cb_status ed25519_sign(void *state, cb_io *io)
{
	struct ed25519 *ed25519 = state;

	if (ed25519->variant == CB_VARIANT_FRESH &&
		crypto_sign_ed25519_seed_keypair(
			ed25519->public_key, ed25519->secret_key, io->key) != 0)
		return CB_EBACKEND;
	io->out_len = crypto_sign_ed25519_BYTES;
	return check(
		crypto_sign_ed25519_detached(io->out, NULL, io->in, io->in_len, ed25519->signer));
}

static int verify(const struct ed25519 *ed25519, const cb_io *io)
{
	if (io->tag_len != crypto_sign_ed25519_BYTES)
		return -1;
	return crypto_sign_ed25519_verify_detached(io->tag, io->in, io->in_len, ed25519->verifier);
}

static cb_status ed25519_verify(void *state, cb_io *io)
{
	return check(verify(state, io));
}

static cb_status ed25519_reject(void *state, cb_io *io)
{
	return check_refusal(verify(state, io));
}

const cb_driver cb__libsodium_ed25519 = {
	.state_size = sizeof(struct ed25519),
	.variants = FRESH | SHAREDKEY,
	.open = ed25519_open,
	.run = {[CB_OP_KEYGEN] = ed25519_keygen,
		[CB_OP_SIGN] = ed25519_sign,
		[CB_OP_VERIFY] = ed25519_verify,
		[CB_OP_REJECT] = ed25519_reject},
	.collect = ed25519_collect,
};
