/* SPDX-License-Identifier: Apache-2.0 */
#include <sodium.h>

#include "drivers.h"

/* The state that has absorbed the key is kept; a copy of it takes the message. */
#define HMAC_DRIVER(name)                                                                          \
	static cb_status name##_open(void *state, const cb_task *task, const cb_io *io)            \
	{                                                                                          \
		(void)task;                                                                        \
		return check(crypto_auth_##name##_init(state, io->key, io->key_len));              \
	}                                                                                          \
                                                                                                   \
	static cb_status name##_mac(void *state, cb_io *io)                                        \
	{                                                                                          \
		crypto_auth_##name##_state copy = *(const crypto_auth_##name##_state *)state;      \
                                                                                                   \
		if (crypto_auth_##name##_update(&copy, io->in, io->in_len) != 0 ||                 \
			crypto_auth_##name##_final(&copy, io->out) != 0)                           \
			return CB_EBACKEND;                                                        \
		io->out_len = crypto_auth_##name##_BYTES;                                          \
		return CB_OK;                                                                      \
	}                                                                                          \
                                                                                                   \
	const cb_driver cb__libsodium_##name = {                                                   \
		.state_size = sizeof(crypto_auth_##name##_state),                                  \
		.open = name##_open,                                                               \
		.run = {[CB_OP_MAC] = name##_mac},                                                 \
	}

HMAC_DRIVER(hmacsha256);
