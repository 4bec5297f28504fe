/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <sodium.h>

#include "drivers.h"

struct x25519 {
	uint8_t key[crypto_scalarmult_curve25519_SCALARBYTES];
	uint8_t point[crypto_scalarmult_curve25519_BYTES];
};

/* Keys are used as the bytes they are: there is nothing to decode. */
static cb_status x25519_open(void *state, const cb_task *task, const cb_io *io)
{
	(void)state;
	if (task->op == CB_OP_DERIVE && (io->key_len != crypto_scalarmult_curve25519_SCALARBYTES ||
						io->peer_len != crypto_scalarmult_curve25519_BYTES))
		return CB_EINVAL;
	return CB_OK;
}

static cb_status x25519_derive(void *state, cb_io *io)
{
	(void)state;
	io->out_len = crypto_scalarmult_curve25519_BYTES;
	return check(crypto_scalarmult_curve25519(io->out, io->key, io->peer));
}

static cb_status x25519_keygen(void *state, cb_io *io)
{
	struct x25519 *x25519 = state;

	(void)io;
	randombytes_buf(x25519->key, sizeof(x25519->key));
	return check(crypto_scalarmult_curve25519_base(x25519->point, x25519->key));
}

static cb_status x25519_collect(void *state, cb_io *io)
{
	const struct x25519 *x25519 = state;

	if (io->out_size < sizeof(*x25519))
		return CB_EINVAL;
	memcpy(io->out, x25519->key, sizeof(x25519->key));
	memcpy(io->out + sizeof(x25519->key), x25519->point, sizeof(x25519->point));
	io->out_len = sizeof(x25519->key) + sizeof(x25519->point);
	return CB_OK;
}

const cb_driver cb__libsodium_x25519 = {
	.state_size = sizeof(struct x25519),
	.open = x25519_open,
	.run = {[CB_OP_KEYGEN] = x25519_keygen, [CB_OP_DERIVE] = x25519_derive},
	.collect = x25519_collect,
};
