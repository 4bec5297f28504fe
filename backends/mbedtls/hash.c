/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the hash itself: mbedtls_md, which wraps them, costs 7 % more for MD5 and SHA-1
 * at 16 bytes. */
#include <mbedtls/md5.h>
#include <mbedtls/ripemd160.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>

#include "compat.h"

/* The functions of one hash, all or none of which a library has. */
#define HASH_OPTIONAL(type)                                                                        \
	OPTIONAL(mbedtls_##type##_init)                                                            \
	OPTIONAL(mbedtls_##type##_free)                                                            \
	OPTIONAL(HASH_CALL(type, starts))                                                          \
	OPTIONAL(HASH_CALL(type, update))                                                          \
	OPTIONAL(HASH_CALL(type, finish))

/* @p starts and @p finish are the calls that begin and end a message in the context `hash`. */
#define HASH_DRIVER(name, type, digest_len, starts, finish)                                        \
	struct name {                                                                              \
		cb_variant variant;                                                                \
		mbedtls_##type##_context hash;                                                     \
	};                                                                                         \
                                                                                                   \
	static cb_status name##_open(void *state, const cb_task *task, const cb_io *io)            \
	{                                                                                          \
		struct name *self = state;                                                         \
		mbedtls_##type##_context *hash = &self->hash;                                      \
                                                                                                   \
		(void)io;                                                                          \
		if (mbedtls_##type##_init == NULL || !cb_task_knows_variant(task, STREAM | FRESH)) \
			return CB_ENOTSUP;                                                         \
		self->variant = cb_task_variant(task);                                             \
		mbedtls_##type##_init(hash);                                                       \
		return cb__mbedtls_check(starts);                                                  \
	}                                                                                          \
                                                                                                   \
	static void name##_close(void *state)                                                      \
	{                                                                                          \
		if (mbedtls_##type##_free != NULL)                                                 \
			mbedtls_##type##_free(&((struct name *)state)->hash);                      \
	}                                                                                          \
                                                                                                   \
	static int name##_message(mbedtls_##type##_context *hash, cb_io *io)                       \
	{                                                                                          \
		int code;                                                                          \
                                                                                                   \
		io->out_len = (digest_len);                                                        \
		if ((code = starts) != 0 ||                                                        \
			(code = HASH_CALL(type, update)(hash, io->in, io->in_len)) != 0)           \
			return code;                                                               \
		return finish;                                                                     \
	}                                                                                          \
                                                                                                   \
	static int name##_message_fresh(cb_io *io)                                                 \
	{                                                                                          \
		mbedtls_##type##_context hash;                                                     \
		int code;                                                                          \
                                                                                                   \
		mbedtls_##type##_init(&hash);                                                      \
		code = name##_message(&hash, io);                                                  \
		mbedtls_##type##_free(&hash);                                                      \
		return code;                                                                       \
	}                                                                                          \
                                                                                                   \
	static cb_status name##_digest(void *state, cb_io *io)                                     \
	{                                                                                          \
		struct name *self = state;                                                         \
                                                                                                   \
		if (self->variant == CB_VARIANT_STREAM)                                            \
			return cb__mbedtls_check(                                                  \
				HASH_CALL(type, update)(&self->hash, io->in, io->in_len));         \
		if (self->variant == CB_VARIANT_FRESH)                                             \
			return cb__mbedtls_check(name##_message_fresh(io));                        \
		return cb__mbedtls_check(name##_message(&self->hash, io));                         \
	}                                                                                          \
                                                                                                   \
	const cb_driver cb__mbedtls_##name = {                                                     \
		.state_size = sizeof(struct name),                                                 \
		.variants = STREAM | FRESH,                                                        \
		.open = name##_open,                                                               \
		.close = name##_close,                                                             \
		.run = {[CB_OP_DIGEST] = name##_digest},                                           \
	}

#define FINISH(type) HASH_CALL(type, finish)(hash, io->out)

HASH_OPTIONAL(md5)
HASH_OPTIONAL(ripemd160)
HASH_OPTIONAL(sha1)
HASH_OPTIONAL(sha256)
HASH_OPTIONAL(sha512)

HASH_DRIVER(md5, md5, 16, HASH_CALL(md5, starts)(hash), FINISH(md5));
HASH_DRIVER(ripemd160, ripemd160, 20, HASH_CALL(ripemd160, starts)(hash), FINISH(ripemd160));
HASH_DRIVER(sha1, sha1, 20, HASH_CALL(sha1, starts)(hash), FINISH(sha1));
/* The numbers: not SHA-224; SHA-384; SHA-512. */
HASH_DRIVER(sha256, sha256, 32, HASH_CALL(sha256, starts)(hash, 0), FINISH(sha256));
HASH_DRIVER(sha384, sha512, 48, HASH_CALL(sha512, starts)(hash, 1), FINISH(sha512));
HASH_DRIVER(sha512, sha512, 64, HASH_CALL(sha512, starts)(hash, 0), FINISH(sha512));

#if MBEDTLS_VERSION_NUMBER >= 0x03060000

#include <mbedtls/sha3.h>

HASH_OPTIONAL(sha3)

HASH_DRIVER(sha3_256, sha3, 32, mbedtls_sha3_starts(hash, MBEDTLS_SHA3_256),
	mbedtls_sha3_finish(hash, io->out, 32));

#endif
