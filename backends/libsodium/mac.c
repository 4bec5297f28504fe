/* SPDX-License-Identifier: Apache-2.0 */
/* Message authentication codes with a state that has absorbed the key. It is kept, and a copy of it
 * takes the message. */
#include <sodium.h>

#include "drivers.h"

/* @p init is the call that makes a keyed state in `state`; @p final the one that ends a message in
 * `state`. */
#define MAC_DRIVER(name, type, len, init, final)                                                   \
	struct name {                                                                              \
		type##_state state; /* first, for its alignment */                                 \
		cb_variant variant;                                                                \
	};                                                                                         \
                                                                                                   \
	static int name##_start(type##_state *state, const cb_io *io)                              \
	{                                                                                          \
		return init;                                                                       \
	}                                                                                          \
                                                                                                   \
	static cb_status name##_open(void *state, const cb_task *task, const cb_io *io)            \
	{                                                                                          \
		struct name *self = state;                                                         \
                                                                                                   \
		if (!cb_task_knows_variant(task, STREAM | REKEY | FRESH))                          \
			return CB_ENOTSUP;                                                         \
		self->variant = cb_task_variant(task);                                             \
		return check(name##_start(&self->state, io));                                      \
	}                                                                                          \
                                                                                                   \
	static cb_status name##_take(type##_state *state, cb_io *io)                               \
	{                                                                                          \
		if (type##_update(state, io->in, io->in_len) != 0 || (final) != 0)                 \
			return CB_EBACKEND;                                                        \
		io->out_len = (len);                                                               \
		return CB_OK;                                                                      \
	}                                                                                          \
                                                                                                   \
	static cb_status name##_fresh(cb_io *io)                                                   \
	{                                                                                          \
		type##_state state;                                                                \
                                                                                                   \
		if (name##_start(&state, io) != 0)                                                 \
			return CB_EBACKEND;                                                        \
		return name##_take(&state, io);                                                    \
	}                                                                                          \
                                                                                                   \
	static cb_status name##_rekey(struct name *self, cb_io *io)                                \
	{                                                                                          \
		if (name##_start(&self->state, io) != 0)                                           \
			return CB_EBACKEND;                                                        \
		return name##_take(&self->state, io);                                              \
	}                                                                                          \
                                                                                                   \
	static cb_status name##_mac(void *state, cb_io *io)                                        \
	{                                                                                          \
		struct name *self = state;                                                         \
		type##_state copy;                                                                 \
                                                                                                   \
		if (self->variant == CB_VARIANT_STREAM)                                            \
			return check(type##_update(&self->state, io->in, io->in_len));             \
		if (self->variant == CB_VARIANT_REKEY)                                             \
			return name##_rekey(self, io);                                             \
		if (self->variant == CB_VARIANT_FRESH)                                             \
			return name##_fresh(io);                                                   \
		copy = self->state;                                                                \
		return name##_take(&copy, io);                                                     \
	}                                                                                          \
                                                                                                   \
	static cb_status name##_setkey(void *state, cb_io *io)                                     \
	{                                                                                          \
		return check(name##_start(&((struct name *)state)->state, io));                    \
	}                                                                                          \
                                                                                                   \
	const cb_driver cb__libsodium_##name = {                                                   \
		.state_size = sizeof(struct name),                                                 \
		.variants = STREAM | REKEY | FRESH,                                                \
		.open = name##_open,                                                               \
		.run = {[CB_OP_MAC] = name##_mac, [CB_OP_SETKEY] = name##_setkey},                 \
	}

MAC_DRIVER(hmacsha256, crypto_auth_hmacsha256, crypto_auth_hmacsha256_BYTES,
	crypto_auth_hmacsha256_init(state, io->key, io->key_len),
	crypto_auth_hmacsha256_final(state, io->out));

MAC_DRIVER(hmacsha512, crypto_auth_hmacsha512, crypto_auth_hmacsha512_BYTES,
	crypto_auth_hmacsha512_init(state, io->key, io->key_len),
	crypto_auth_hmacsha512_final(state, io->out));

#define BLAKE2B_LEN 64

MAC_DRIVER(blake2bmac, crypto_generichash_blake2b, BLAKE2B_LEN,
	crypto_generichash_blake2b_init(state, io->key, io->key_len, BLAKE2B_LEN),
	crypto_generichash_blake2b_final(state, io->out, BLAKE2B_LEN));
