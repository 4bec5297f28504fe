/* SPDX-License-Identifier: Apache-2.0 */
/* The block ciphers other than AES, in CBC mode. */
#include "cipher.h"

/* @p set_enc and @p set_dec are the calls that set the key for the context `context`; @p encrypt
 * and @p decrypt are the library's names for the directions. */
#define CBC_CIPHER(type, cipher_id, block_len, set_enc, set_dec, encrypt, decrypt)                 \
	OPTIONAL(mbedtls_##type##_init)                                                            \
	OPTIONAL(mbedtls_##type##_free)                                                            \
	OPTIONAL(mbedtls_##type##_crypt_cbc)                                                       \
                                                                                                   \
	static int type##_exists(void)                                                             \
	{                                                                                          \
		return mbedtls_##type##_crypt_cbc != NULL;                                         \
	}                                                                                          \
                                                                                                   \
	static void type##_init(struct cipher *cipher)                                             \
	{                                                                                          \
		mbedtls_##type##_init(&cipher->context.type);                                      \
	}                                                                                          \
                                                                                                   \
	static void type##_free(struct cipher *cipher)                                             \
	{                                                                                          \
		mbedtls_##type##_free(&cipher->context.type);                                      \
	}                                                                                          \
                                                                                                   \
	static int type##_set_key(struct cipher *cipher, const cb_io *io, int is_decrypt)          \
	{                                                                                          \
		mbedtls_##type##_context *context = &cipher->context.type;                         \
                                                                                                   \
		return is_decrypt ? (set_dec) : (set_enc);                                         \
	}                                                                                          \
                                                                                                   \
	static int type##_start(struct cipher *cipher, const cb_io *io)                            \
	{                                                                                          \
		memcpy(cipher->iv, io->nonce, (block_len));                                        \
		return 0;                                                                          \
	}                                                                                          \
                                                                                                   \
	static int type##_piece(struct cipher *cipher, const cb_io *io)                            \
	{                                                                                          \
		return mbedtls_##type##_crypt_cbc(&cipher->context.type,                           \
			cipher->is_decrypt ? (decrypt) : (encrypt), io->in_len, cipher->iv,        \
			io->in, io->out);                                                          \
	}                                                                                          \
                                                                                                   \
	CIPHER_MESSAGE(type)                                                                       \
                                                                                                   \
	const struct cipher_functions cb__mbedtls_##type##_functions = {                           \
		.id = (cipher_id),                                                                 \
		.mode = MBEDTLS_MODE_CBC,                                                          \
		.exists = type##_exists,                                                           \
		.init = type##_init,                                                               \
		.free = type##_free,                                                               \
		.set_key = type##_set_key,                                                         \
		.start = type##_start,                                                             \
		.piece = type##_piece,                                                             \
		.message = type##_message,                                                         \
	};                                                                                         \
                                                                                                   \
	CIPHER_DRIVER(type)

#define KEY io->key, (unsigned)(8 * io->key_len)

OPTIONAL(mbedtls_aria_setkey_enc)
OPTIONAL(mbedtls_aria_setkey_dec)
CBC_CIPHER(aria, MBEDTLS_CIPHER_ID_ARIA, 16, mbedtls_aria_setkey_enc(context, KEY),
	mbedtls_aria_setkey_dec(context, KEY), MBEDTLS_ARIA_ENCRYPT, MBEDTLS_ARIA_DECRYPT);

OPTIONAL(mbedtls_camellia_setkey_enc)
OPTIONAL(mbedtls_camellia_setkey_dec)
CBC_CIPHER(camellia, MBEDTLS_CIPHER_ID_CAMELLIA, 16, mbedtls_camellia_setkey_enc(context, KEY),
	mbedtls_camellia_setkey_dec(context, KEY), MBEDTLS_CAMELLIA_ENCRYPT,
	MBEDTLS_CAMELLIA_DECRYPT);

OPTIONAL(mbedtls_des3_set3key_enc)
OPTIONAL(mbedtls_des3_set3key_dec)
CBC_CIPHER(des3, MBEDTLS_CIPHER_ID_3DES, 8, mbedtls_des3_set3key_enc(context, io->key),
	mbedtls_des3_set3key_dec(context, io->key), MBEDTLS_DES_ENCRYPT, MBEDTLS_DES_DECRYPT);
