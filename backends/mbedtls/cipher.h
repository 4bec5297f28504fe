/* SPDX-License-Identifier: Apache-2.0 */
/* What the cipher driver and its ciphers share. */
#ifndef CB_MBEDTLS_CIPHER_H
#define CB_MBEDTLS_CIPHER_H

#include <string.h>

#include <mbedtls/aes.h>
#include <mbedtls/aria.h>
#include <mbedtls/camellia.h>
#include <mbedtls/chacha20.h>
#include <mbedtls/cipher.h>
#include <mbedtls/des.h>
#include <mbedtls/version.h>

#if MBEDTLS_VERSION_NUMBER < 0x03000000
#include <mbedtls/arc4.h>
#endif

#include "drivers.h"

#define CIPHER_IV_MAX 16

struct cipher_functions;

struct cipher {
	const struct cipher_functions *functions;
	cb_variant variant;
	int is_decrypt;
	size_t ctr_offset; /* in ctr_block, in bytes */
	uint8_t iv[CIPHER_IV_MAX];
	uint8_t ctr_block[CIPHER_IV_MAX];
	union {
		mbedtls_aes_context aes;
		mbedtls_aes_xts_context xts;
		mbedtls_aria_context aria;
		mbedtls_camellia_context camellia;
		mbedtls_chacha20_context chacha20;
		mbedtls_des3_context des3;
#if MBEDTLS_VERSION_NUMBER < 0x03000000
		mbedtls_arc4_context arc4;
#endif
	} context;
};

/** One cipher in one mode. Functions return 0 or an error code of mbedTLS. */
struct cipher_functions {
	mbedtls_cipher_id_t id;
	mbedtls_cipher_mode_t mode;
	int (*exists)(void); /* whether the library has its functions */
	void (*init)(struct cipher *cipher);
	void (*free)(struct cipher *cipher);
	int (*set_key)(struct cipher *cipher, const cb_io *io, int is_decrypt);
	/** Takes the initialisation vector; NULL with piece if a message cannot be continued. */
	int (*start)(struct cipher *cipher, const cb_io *io);
	int (*piece)(struct cipher *cipher, const cb_io *io);
	int (*message)(struct cipher *cipher, const cb_io *io);
	int keys_message; /* message() sets the key itself */
};

cb_status cb__mbedtls_cipher_open(void *state, const cb_task *task, const cb_io *io);
void cb__mbedtls_cipher_close(void *state);

/** One operation in a variant other than `message`. */
cb_status cb__mbedtls_cipher_variant(struct cipher *cipher, const cb_io *io);

cb_run_fn cb__mbedtls_cipher_setkey;

/** Defines a cipher's message(): its start() and piece(). */
#define CIPHER_MESSAGE(name)                                                                       \
	static int name##_message(struct cipher *cipher, const cb_io *io)                          \
	{                                                                                          \
		int code = name##_start(cipher, io);                                               \
                                                                                                   \
		return code == 0 ? name##_piece(cipher, io) : code;                                \
	}

/** Defines the driver of the cipher that is cb__mbedtls_NAME_functions: with a call by pointer,
 *  which AES-ECB would take a third longer for, only where the variant asks for it. */
#define CIPHER_DRIVER(name)                                                                        \
	static cb_status name##_crypt(void *state, cb_io *io)                                      \
	{                                                                                          \
		struct cipher *cipher = state;                                                     \
                                                                                                   \
		io->out_len = io->in_len;                                                          \
		if (cipher->variant != CB_VARIANT_MESSAGE)                                         \
			return cb__mbedtls_cipher_variant(cipher, io);                             \
		return cb__mbedtls_check(name##_message(cipher, io));                              \
	}                                                                                          \
                                                                                                   \
	const cb_driver cb__mbedtls_##name = {                                                     \
		.state_size = sizeof(struct cipher),                                               \
		.variants = STREAM | REKEY | FRESH,                                                \
		.open = cb__mbedtls_cipher_open,                                                   \
		.close = cb__mbedtls_cipher_close,                                                 \
		.run = {[CB_OP_ENCRYPT] = name##_crypt,                                            \
			[CB_OP_DECRYPT] = name##_crypt,                                            \
			[CB_OP_SETKEY] = cb__mbedtls_cipher_setkey},                               \
	}

#define CIPHER_EXTERN(name)                                                                        \
	extern const struct cipher_functions cb__mbedtls_##name##_functions;                       \
	extern const cb_driver cb__mbedtls_##name

CIPHER_EXTERN(aes_ecb);
CIPHER_EXTERN(aes_cbc);
CIPHER_EXTERN(aes_ctr);
CIPHER_EXTERN(aes_xts);
CIPHER_EXTERN(aria);
CIPHER_EXTERN(camellia);
CIPHER_EXTERN(des3);
CIPHER_EXTERN(chacha20);
CIPHER_EXTERN(arc4); /* 2.x only */

/** available() of the rows of these ciphers. */
int cb__mbedtls_has_cipher(const cb_impl *impl);

#endif
