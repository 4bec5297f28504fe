/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"

#include <limits.h>

#include <openssl/core_names.h>
#include <openssl/err.h>

struct cipher {
	EVP_CIPHER *algorithm;
	EVP_CIPHER_CTX *ctx;
	const uint8_t *restart_key; /* NULL: the key schedule is kept */
};

int openssl_has_cipher(const cb_impl *impl)
{
	EVP_CIPHER *algorithm;

	(void)ERR_set_mark();
	algorithm = EVP_CIPHER_fetch(openssl_libctx(), impl->native.name, NULL);
	(void)ERR_pop_to_mark();
	EVP_CIPHER_free(algorithm);
	return algorithm != NULL;
}

/* EVP lengths are int, and final may add a block. */
static int fits(const EVP_CIPHER *algorithm, const cb_io *io)
{
	return io->in_len <= INT_MAX - EVP_MAX_BLOCK_LENGTH && io->out_size >= io->in_len &&
	       io->nonce_len == (size_t)EVP_CIPHER_get_iv_length(algorithm) &&
	       io->key_len <= EVP_MAX_KEY_LENGTH;
}

/* Padding is switched off by parameter, not with EVP_CIPHER_CTX_set_padding(): that function
 * leaves a flag behind that makes libcrypto set the padding again with every new IV (84 against
 * 116 ns for 16 bytes of AES-256-CBC in 3.0). */
static cb_status start(struct cipher *cipher, int encrypting, const cb_io *io)
{
	unsigned int padding = 0;
	OSSL_PARAM params[] = {OSSL_PARAM_construct_uint(OSSL_CIPHER_PARAM_PADDING, &padding),
		OSSL_PARAM_construct_end()};
	int has_blocks = EVP_CIPHER_get_block_size(cipher->algorithm) > 1;

	if (EVP_CipherInit_ex2(cipher->ctx, cipher->algorithm, NULL, NULL, encrypting,
		    has_blocks ? params : NULL) != 1)
		return CB_EBACKEND;
	if (EVP_CIPHER_CTX_get_key_length(cipher->ctx) != (int)io->key_len &&
		EVP_CIPHER_CTX_set_key_length(cipher->ctx, (int)io->key_len) != 1)
		return CB_EINVAL;
	if (EVP_CipherInit_ex2(cipher->ctx, NULL, io->key, io->nonce, encrypting, NULL) != 1)
		return CB_EBACKEND;
	return CB_OK;
}

static cb_status cipher_open(void *state, const cb_task *task, const cb_io *io)
{
	struct cipher *cipher = state;

	cipher->algorithm = EVP_CIPHER_fetch(openssl_libctx(), task->impl->native.name, NULL);
	if (cipher->algorithm == NULL)
		return CB_ENOTSUP;
	if (!fits(cipher->algorithm, io))
		return CB_EINVAL;
	cipher->ctx = EVP_CIPHER_CTX_new();
	if (cipher->ctx == NULL)
		return CB_ENOMEM;
	/* A stream cipher without an IV (RC4) starts a message from its key: nothing else resets
	 * the stream, so its key schedule is part of every operation. */
	cipher->restart_key = io->nonce_len == 0 ? io->key : NULL;
	return start(cipher, task->op == CB_OP_ENCRYPT, io);
}

static void cipher_close(void *state)
{
	struct cipher *cipher = state;

	EVP_CIPHER_CTX_free(cipher->ctx);
	EVP_CIPHER_free(cipher->algorithm);
}

static cb_status cipher_encrypt(void *state, cb_io *io)
{
	struct cipher *cipher = state;
	int written;
	int rest;

	if (EVP_EncryptInit_ex2(cipher->ctx, NULL, cipher->restart_key, io->nonce, NULL) != 1 ||
		EVP_EncryptUpdate(cipher->ctx, io->out, &written, io->in, (int)io->in_len) != 1 ||
		EVP_EncryptFinal_ex(cipher->ctx, io->out + written, &rest) != 1)
		return CB_EBACKEND;
	io->out_len = (size_t)written + (size_t)rest;
	return CB_OK;
}

static cb_status cipher_decrypt(void *state, cb_io *io)
{
	struct cipher *cipher = state;
	int written;
	int rest;

	if (EVP_DecryptInit_ex2(cipher->ctx, NULL, cipher->restart_key, io->nonce, NULL) != 1 ||
		EVP_DecryptUpdate(cipher->ctx, io->out, &written, io->in, (int)io->in_len) != 1 ||
		EVP_DecryptFinal_ex(cipher->ctx, io->out + written, &rest) != 1)
		return CB_EBACKEND;
	io->out_len = (size_t)written + (size_t)rest;
	return CB_OK;
}

const cb_driver openssl_cipher = {
	.state_size = sizeof(struct cipher),
	.open = cipher_open,
	.close = cipher_close,
	.run =
		{
			[CB_OP_ENCRYPT] = cipher_encrypt,
			[CB_OP_DECRYPT] = cipher_decrypt,
		},
};
