/* SPDX-License-Identifier: Apache-2.0 */
/* AES in the modes that use a plain AES context. */
#include "cipher.h"

OPTIONAL(mbedtls_aes_crypt_cbc)
OPTIONAL(mbedtls_aes_crypt_ctr)
OPTIONAL(mbedtls_aes_setkey_dec)

#define BLOCK_LEN 16

static int exists(void)
{
	return 1;
}

static int aes_ctr_exists(void)
{
	return mbedtls_aes_crypt_ctr != NULL;
}

static int aes_cbc_exists(void)
{
	return mbedtls_aes_crypt_cbc != NULL;
}

static void init(struct cipher *cipher)
{
	mbedtls_aes_init(&cipher->context.aes);
}

static void release(struct cipher *cipher)
{
	mbedtls_aes_free(&cipher->context.aes);
}

static int set_key(struct cipher *cipher, const cb_io *io, int is_decrypt)
{
	mbedtls_aes_context *aes = &cipher->context.aes;
	unsigned bits = (unsigned)(8 * io->key_len);

	if (!is_decrypt)
		return mbedtls_aes_setkey_enc(aes, io->key, bits);
	/* A library without block decryption has no such function. */
	if (mbedtls_aes_setkey_dec == NULL)
		return MBEDTLS_ERR_AES_INVALID_KEY_LENGTH;
	return mbedtls_aes_setkey_dec(aes, io->key, bits);
}

static int mode_of(const struct cipher *cipher)
{
	return cipher->is_decrypt ? MBEDTLS_AES_DECRYPT : MBEDTLS_AES_ENCRYPT;
}

static int aes_ecb_start(struct cipher *cipher, const cb_io *io)
{
	(void)cipher;
	(void)io;
	return 0;
}

/* The library's function takes one block. */
static int aes_ecb_message(struct cipher *cipher, const cb_io *io)
{
	int mode = mode_of(cipher);
	int code = 0;

	for (size_t i = 0; i + BLOCK_LEN <= io->in_len && code == 0; i += BLOCK_LEN)
		code = mbedtls_aes_crypt_ecb(&cipher->context.aes, mode, io->in + i, io->out + i);
	return code;
}

const struct cipher_functions cb__mbedtls_aes_ecb_functions = {
	.id = MBEDTLS_CIPHER_ID_AES,
	.mode = MBEDTLS_MODE_ECB,
	.exists = exists,
	.init = init,
	.free = release,
	.set_key = set_key,
	.start = aes_ecb_start,
	.piece = aes_ecb_message,
	.message = aes_ecb_message,
};

CIPHER_DRIVER(aes_ecb);

static int aes_cbc_start(struct cipher *cipher, const cb_io *io)
{
	memcpy(cipher->iv, io->nonce, BLOCK_LEN);
	return 0;
}

static int aes_cbc_piece(struct cipher *cipher, const cb_io *io)
{
	return mbedtls_aes_crypt_cbc(
		&cipher->context.aes, mode_of(cipher), io->in_len, cipher->iv, io->in, io->out);
}

CIPHER_MESSAGE(aes_cbc)

const struct cipher_functions cb__mbedtls_aes_cbc_functions = {
	.id = MBEDTLS_CIPHER_ID_AES,
	.mode = MBEDTLS_MODE_CBC,
	.exists = aes_cbc_exists,
	.init = init,
	.free = release,
	.set_key = set_key,
	.start = aes_cbc_start,
	.piece = aes_cbc_piece,
	.message = aes_cbc_message,
};

CIPHER_DRIVER(aes_cbc);

/* Decryption is encryption, with the same key schedule. */
static int aes_ctr_set_key(struct cipher *cipher, const cb_io *io, int is_decrypt)
{
	(void)is_decrypt;
	return set_key(cipher, io, 0);
}

static int aes_ctr_start(struct cipher *cipher, const cb_io *io)
{
	cipher->ctr_offset = 0;
	memcpy(cipher->iv, io->nonce, BLOCK_LEN);
	return 0;
}

static int aes_ctr_piece(struct cipher *cipher, const cb_io *io)
{
	return mbedtls_aes_crypt_ctr(&cipher->context.aes, io->in_len, &cipher->ctr_offset,
		cipher->iv, cipher->ctr_block, io->in, io->out);
}

CIPHER_MESSAGE(aes_ctr)

const struct cipher_functions cb__mbedtls_aes_ctr_functions = {
	.id = MBEDTLS_CIPHER_ID_AES,
	.mode = MBEDTLS_MODE_CTR,
	.exists = aes_ctr_exists,
	.init = init,
	.free = release,
	.set_key = aes_ctr_set_key,
	.start = aes_ctr_start,
	.piece = aes_ctr_piece,
	.message = aes_ctr_message,
};

CIPHER_DRIVER(aes_ctr);
