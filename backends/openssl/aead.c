/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"

#include <limits.h>

#include <openssl/core_names.h>

struct aead {
	EVP_CIPHER *cipher;
	EVP_CIPHER_CTX *ctx;
	/* Points to io->tag. Tags passed as parameters, with the nonce where they go in, save the
	 * translation of EVP_CIPHER_CTX_ctrl(): 179 against 203 ns for 16 bytes of AES-256-GCM. */
	OSSL_PARAM tag[2];
};

/* EVP lengths are int. */
static int fits(const cb_io *io)
{
	return io->in_len <= INT_MAX && io->out_size >= io->in_len && io->aad_len <= INT_MAX &&
	       io->nonce_len <= EVP_MAX_IV_LENGTH && io->tag_len <= EVP_MAX_BLOCK_LENGTH;
}

static cb_status start(struct aead *aead, int sealing, const cb_io *io)
{
	if (EVP_CipherInit_ex2(aead->ctx, aead->cipher, NULL, NULL, sealing, NULL) != 1)
		return CB_EBACKEND;
	if (EVP_CIPHER_CTX_get_key_length(aead->ctx) != (int)io->key_len)
		return CB_EINVAL;
	if (EVP_CIPHER_CTX_ctrl(aead->ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)io->nonce_len, NULL) !=
			1 ||
		EVP_CipherInit_ex2(aead->ctx, NULL, io->key, io->nonce, sealing, NULL) != 1)
		return CB_EBACKEND;
	return CB_OK;
}

static cb_status aead_open(void *state, const cb_task *task, const cb_io *io)
{
	struct aead *aead = state;

	if (!fits(io))
		return CB_EINVAL;
	aead->cipher = EVP_CIPHER_fetch(openssl_libctx(), task->impl->native.name, NULL);
	if (aead->cipher == NULL)
		return CB_ENOTSUP;
	aead->ctx = EVP_CIPHER_CTX_new();
	if (aead->ctx == NULL)
		return CB_ENOMEM;
	aead->tag[0] =
		OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, io->tag, io->tag_len);
	aead->tag[1] = OSSL_PARAM_construct_end();
	return start(aead, task->op == CB_OP_SEAL, io);
}

static void aead_close(void *state)
{
	struct aead *aead = state;

	EVP_CIPHER_CTX_free(aead->ctx);
	EVP_CIPHER_free(aead->cipher);
}

static cb_status aead_seal(void *state, cb_io *io)
{
	struct aead *aead = state;
	int written;
	int rest;

	if (EVP_EncryptInit_ex2(aead->ctx, NULL, NULL, io->nonce, NULL) != 1 ||
		EVP_EncryptUpdate(aead->ctx, NULL, &written, io->aad, (int)io->aad_len) != 1 ||
		EVP_EncryptUpdate(aead->ctx, io->out, &written, io->in, (int)io->in_len) != 1 ||
		EVP_EncryptFinal_ex(aead->ctx, io->out + written, &rest) != 1 ||
		EVP_CIPHER_CTX_get_params(aead->ctx, aead->tag) != 1)
		return CB_EBACKEND;
	io->out_len = (size_t)written + (size_t)rest;
	return CB_OK;
}

/* Everything up to the verification of the tag. */
static int decrypt(struct aead *aead, cb_io *io, int *written)
{
	return EVP_DecryptInit_ex2(aead->ctx, NULL, NULL, io->nonce, aead->tag) == 1 &&
	       EVP_DecryptUpdate(aead->ctx, NULL, written, io->aad, (int)io->aad_len) == 1 &&
	       EVP_DecryptUpdate(aead->ctx, io->out, written, io->in, (int)io->in_len) == 1;
}

static cb_status aead_unseal(void *state, cb_io *io)
{
	struct aead *aead = state;
	int written;
	int rest;

	if (!decrypt(aead, io, &written) ||
		EVP_DecryptFinal_ex(aead->ctx, io->out + written, &rest) != 1)
		return CB_EBACKEND;
	io->out_len = (size_t)written + (size_t)rest;
	return CB_OK;
}

static cb_status aead_reject(void *state, cb_io *io)
{
	struct aead *aead = state;
	int written;
	int rest;

	if (!decrypt(aead, io, &written))
		return CB_EBACKEND;
	if (EVP_DecryptFinal_ex(aead->ctx, io->out + written, &rest) == 1)
		return CB_EMISMATCH;
	return CB_OK;
}

const cb_driver openssl_aead = {
	.state_size = sizeof(struct aead),
	.open = aead_open,
	.close = aead_close,
	.run =
		{
			[CB_OP_SEAL] = aead_seal,
			[CB_OP_OPEN] = aead_unseal,
			[CB_OP_REJECT] = aead_reject,
		},
};
