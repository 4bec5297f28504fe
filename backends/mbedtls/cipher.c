/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <mbedtls/aes.h>

#include "drivers.h"

#define AES_BLOCK_LEN 16

struct aes {
	mbedtls_aes_context aes;
};

static cb_status aes_open(void *state, const cb_task *task, const cb_io *io)
{
	struct aes *aes = state;
	unsigned key_bits = (unsigned)(8 * io->key_len);

	mbedtls_aes_init(&aes->aes);
	if (task->op == CB_OP_ENCRYPT)
		return cb__mbedtls_check(mbedtls_aes_setkey_enc(&aes->aes, io->key, key_bits));
	return cb__mbedtls_check(mbedtls_aes_setkey_dec(&aes->aes, io->key, key_bits));
}

static void aes_close(void *state)
{
	struct aes *aes = state;

	mbedtls_aes_free(&aes->aes);
}

static cb_status cbc_crypt(struct aes *aes, cb_io *io, int mode)
{
	uint8_t iv[AES_BLOCK_LEN];
	int code;

	memcpy(iv, io->nonce, sizeof(iv)); /* the library moves it on */
	code = mbedtls_aes_crypt_cbc(&aes->aes, mode, io->in_len, iv, io->in, io->out);
	io->out_len = io->in_len;
	return cb__mbedtls_check(code);
}

static cb_status cbc_encrypt(void *state, cb_io *io)
{
	return cbc_crypt(state, io, MBEDTLS_AES_ENCRYPT);
}

static cb_status cbc_decrypt(void *state, cb_io *io)
{
	return cbc_crypt(state, io, MBEDTLS_AES_DECRYPT);
}

const cb_driver cb__mbedtls_aes_cbc = {
	.state_size = sizeof(struct aes),
	.open = aes_open,
	.close = aes_close,
	.run = {[CB_OP_ENCRYPT] = cbc_encrypt, [CB_OP_DECRYPT] = cbc_decrypt},
};

#ifdef MBEDTLS_ARC4_C

#include <mbedtls/arc4.h>

struct arc4 {
	mbedtls_arc4_context arc4;
};

static cb_status arc4_open(void *state, const cb_task *task, const cb_io *io)
{
	struct arc4 *arc4 = state;

	(void)task;
	(void)io;
	mbedtls_arc4_init(&arc4->arc4);
	return CB_OK;
}

static void arc4_close(void *state)
{
	struct arc4 *arc4 = state;

	mbedtls_arc4_free(&arc4->arc4);
}

/* RC4 has no initialisation vector: a message of its own starts with the key, so the key set-up is
 * part of the operation. */
static cb_status arc4_crypt(void *state, cb_io *io)
{
	struct arc4 *arc4 = state;

	mbedtls_arc4_setup(&arc4->arc4, io->key, (unsigned)io->key_len);
	io->out_len = io->in_len;
	return cb__mbedtls_check(mbedtls_arc4_crypt(&arc4->arc4, io->in_len, io->in, io->out));
}

const cb_driver cb__mbedtls_arc4 = {
	.state_size = sizeof(struct arc4),
	.open = arc4_open,
	.close = arc4_close,
	.run = {[CB_OP_ENCRYPT] = arc4_crypt, [CB_OP_DECRYPT] = arc4_crypt},
};

#endif
