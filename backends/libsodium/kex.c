/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <sodium.h>

#include "drivers.h"

/* Keys are used as the bytes they are, so `fresh` is `message`, and to share a key is to read the
 * bytes of another thread. */
struct x25519 {
	uint8_t new_key[crypto_scalarmult_curve25519_SCALARBYTES];
	uint8_t new_point[crypto_scalarmult_curve25519_BYTES];
	const uint8_t *key;
	const uint8_t *point;
};

static cb_status x25519_open(void *state, const cb_task *task, const cb_io *io)
{
	struct x25519 *x25519 = state;
	const struct x25519 *owner = task->owner;

	if (!cb_task_knows_variant(task, FRESH | (task->op == CB_OP_DERIVE ? SHAREDKEY : 0)))
		return CB_ENOTSUP;
	if (task->op == CB_OP_DERIVE && (io->key_len != crypto_scalarmult_curve25519_SCALARBYTES ||
						io->peer_len != crypto_scalarmult_curve25519_BYTES))
		return CB_EINVAL;
	x25519->key = owner == NULL ? io->key : owner->key;
	x25519->point = owner == NULL ? io->peer : owner->point;
	return CB_OK;
}

static cb_status x25519_derive(void *state, cb_io *io)
{
	const struct x25519 *x25519 = state;

	io->out_len = crypto_scalarmult_curve25519_BYTES;
	return check(crypto_scalarmult_curve25519(io->out, x25519->key, x25519->point));
}

static cb_status x25519_keygen(void *state, cb_io *io)
{
	struct x25519 *x25519 = state;

	(void)io;
	randombytes_buf(x25519->new_key, sizeof(x25519->new_key));
	return check(crypto_scalarmult_curve25519_base(x25519->new_point, x25519->new_key));
}

static cb_status x25519_collect(void *state, cb_io *io)
{
	const struct x25519 *x25519 = state;

	io->out_len = sizeof(x25519->new_key) + sizeof(x25519->new_point);
	if (io->out_size < io->out_len)
		return CB_EINVAL;
	memcpy(io->out, x25519->new_key, sizeof(x25519->new_key));
	memcpy(io->out + sizeof(x25519->new_key), x25519->new_point, sizeof(x25519->new_point));
	return CB_OK;
}

const cb_driver cb__libsodium_x25519 = {
	.state_size = sizeof(struct x25519),
	.variants = FRESH | SHAREDKEY,
	.open = x25519_open,
	.run = {[CB_OP_KEYGEN] = x25519_keygen, [CB_OP_DERIVE] = x25519_derive},
	.collect = x25519_collect,
};
