/* SPDX-License-Identifier: Apache-2.0 */
/* Message authentication codes without a keyed state that could be kept: a key of Poly1305 is for
 * one message, and SipHash is one function. */
#include <sodium.h>

#include "drivers.h"

struct poly1305 {
	crypto_onetimeauth_poly1305_state state; /* first, for its alignment */
	cb_variant variant;
};

static cb_status poly1305_open(void *state, const cb_task *task, const cb_io *io)
{
	struct poly1305 *self = state;

	if (io->key_len != crypto_onetimeauth_poly1305_KEYBYTES ||
		!cb_task_knows_variant(task, STREAM | REKEY | FRESH))
		return CB_ENOTSUP;
	self->variant = cb_task_variant(task);
	return check(crypto_onetimeauth_poly1305_init(&self->state, io->key));
}

static cb_status poly1305_mac(void *state, cb_io *io)
{
	struct poly1305 *self = state;

	if (self->variant == CB_VARIANT_STREAM)
		return check(crypto_onetimeauth_poly1305_update(&self->state, io->in, io->in_len));
	io->out_len = crypto_onetimeauth_poly1305_BYTES;
	return check(crypto_onetimeauth_poly1305(io->out, io->in, io->in_len, io->key));
}

static cb_status poly1305_setkey(void *state, cb_io *io)
{
	struct poly1305 *self = state;

	return check(crypto_onetimeauth_poly1305_init(&self->state, io->key));
}

const cb_driver cb__libsodium_poly1305 = {
	.state_size = sizeof(struct poly1305),
	.variants = STREAM | REKEY | FRESH,
	.open = poly1305_open,
	.run = {[CB_OP_MAC] = poly1305_mac, [CB_OP_SETKEY] = poly1305_setkey},
};

static cb_status siphash24_open(void *state, const cb_task *task, const cb_io *io)
{
	(void)state;
	return io->key_len == crypto_shorthash_siphash24_KEYBYTES &&
			       cb_task_knows_variant(task, REKEY | FRESH)
		       ? CB_OK
		       : CB_ENOTSUP;
}

static cb_status siphash24_mac(void *state, cb_io *io)
{
	(void)state;
	io->out_len = crypto_shorthash_siphash24_BYTES;
	return check(crypto_shorthash_siphash24(io->out, io->in, io->in_len, io->key));
}

const cb_driver cb__libsodium_siphash24 = {
	.variants = REKEY | FRESH,
	.open = siphash24_open,
	.run = {[CB_OP_MAC] = siphash24_mac},
};
