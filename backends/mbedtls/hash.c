/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the hash itself: mbedtls_md, which wraps them, cost 7 % more for MD5 and SHA-1
 * at 16 bytes. */
#include <mbedtls/md5.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>

#include "compat.h"

/* @p starts is the call that begins a message in the context `hash`. */
#define HASH_DRIVER(name, digest_len, starts)                                                      \
	static cb_status name##_open(void *state, const cb_task *task, const cb_io *io)            \
	{                                                                                          \
		(void)task;                                                                        \
		(void)io;                                                                          \
		mbedtls_##name##_init(state);                                                      \
		return CB_OK;                                                                      \
	}                                                                                          \
                                                                                                   \
	static void name##_close(void *state)                                                      \
	{                                                                                          \
		mbedtls_##name##_free(state);                                                      \
	}                                                                                          \
                                                                                                   \
	static cb_status name##_digest(void *state, cb_io *io)                                     \
	{                                                                                          \
		mbedtls_##name##_context *hash = state;                                            \
		int code;                                                                          \
                                                                                                   \
		if ((code = starts) != 0 ||                                                        \
			(code = HASH_CALL(name, update)(hash, io->in, io->in_len)) != 0 ||         \
			(code = HASH_CALL(name, finish)(hash, io->out)) != 0)                      \
			return cb__mbedtls_fail(code);                                             \
		io->out_len = (digest_len);                                                        \
		return CB_OK;                                                                      \
	}                                                                                          \
                                                                                                   \
	const cb_driver cb__mbedtls_##name = {                                                     \
		.state_size = sizeof(mbedtls_##name##_context),                                    \
		.open = name##_open,                                                               \
		.close = name##_close,                                                             \
		.run = {[CB_OP_DIGEST] = name##_digest},                                           \
	}

HASH_DRIVER(md5, 16, HASH_CALL(md5, starts)(hash));
HASH_DRIVER(sha1, 20, HASH_CALL(sha1, starts)(hash));
HASH_DRIVER(sha256, 32, HASH_CALL(sha256, starts)(hash, 0)); /* 0: not SHA-224 */
HASH_DRIVER(sha512, 64, HASH_CALL(sha512, starts)(hash, 0)); /* 0: not SHA-384 */
