/* SPDX-License-Identifier: Apache-2.0 */
#include <mbedtls/chachapoly.h>
#include <mbedtls/gcm.h>

#include "drivers.h"

struct gcm {
	mbedtls_gcm_context gcm;
};

static cb_status gcm_open(void *state, const cb_task *task, const cb_io *io)
{
	struct gcm *gcm = state;

	mbedtls_gcm_init(&gcm->gcm);
	return cb__mbedtls_check(mbedtls_gcm_setkey(&gcm->gcm,
		(mbedtls_cipher_id_t)task->impl->native.id, io->key, (unsigned)(8 * io->key_len)));
}

static void gcm_close(void *state)
{
	struct gcm *gcm = state;

	mbedtls_gcm_free(&gcm->gcm);
}

static cb_status gcm_seal(void *state, cb_io *io)
{
	struct gcm *gcm = state;

	io->out_len = io->in_len;
	return cb__mbedtls_check(mbedtls_gcm_crypt_and_tag(&gcm->gcm, MBEDTLS_GCM_ENCRYPT,
		io->in_len, io->nonce, io->nonce_len, io->aad, io->aad_len, io->in, io->out,
		io->tag_len, io->tag));
}

static int gcm_decrypt(struct gcm *gcm, cb_io *io)
{
	io->out_len = io->in_len;
	return mbedtls_gcm_auth_decrypt(&gcm->gcm, io->in_len, io->nonce, io->nonce_len, io->aad,
		io->aad_len, io->tag, io->tag_len, io->in, io->out);
}

static cb_status gcm_unseal(void *state, cb_io *io)
{
	return cb__mbedtls_check(gcm_decrypt(state, io));
}

static cb_status gcm_reject(void *state, cb_io *io)
{
	return cb__mbedtls_check_refusal(gcm_decrypt(state, io), MBEDTLS_ERR_GCM_AUTH_FAILED);
}

const cb_driver cb__mbedtls_gcm = {
	.state_size = sizeof(struct gcm),
	.open = gcm_open,
	.close = gcm_close,
	.run = {[CB_OP_SEAL] = gcm_seal, [CB_OP_OPEN] = gcm_unseal, [CB_OP_REJECT] = gcm_reject},
};

#define CHACHAPOLY_KEY_LEN   32
#define CHACHAPOLY_NONCE_LEN 12
#define CHACHAPOLY_TAG_LEN   16

struct chachapoly {
	mbedtls_chachapoly_context chachapoly;
};

static cb_status chachapoly_open(void *state, const cb_task *task, const cb_io *io)
{
	struct chachapoly *self = state;

	(void)task;
	mbedtls_chachapoly_init(&self->chachapoly);
	if (io->key_len != CHACHAPOLY_KEY_LEN || io->nonce_len != CHACHAPOLY_NONCE_LEN ||
		io->tag_len != CHACHAPOLY_TAG_LEN)
		return CB_ENOTSUP;
	return cb__mbedtls_check(mbedtls_chachapoly_setkey(&self->chachapoly, io->key));
}

static void chachapoly_close(void *state)
{
	struct chachapoly *self = state;

	mbedtls_chachapoly_free(&self->chachapoly);
}

static cb_status chachapoly_seal(void *state, cb_io *io)
{
	struct chachapoly *self = state;

	io->out_len = io->in_len;
	return cb__mbedtls_check(mbedtls_chachapoly_encrypt_and_tag(&self->chachapoly, io->in_len,
		io->nonce, io->aad, io->aad_len, io->in, io->out, io->tag));
}

static int chachapoly_decrypt(struct chachapoly *self, cb_io *io)
{
	io->out_len = io->in_len;
	return mbedtls_chachapoly_auth_decrypt(&self->chachapoly, io->in_len, io->nonce, io->aad,
		io->aad_len, io->tag, io->in, io->out);
}

static cb_status chachapoly_unseal(void *state, cb_io *io)
{
	return cb__mbedtls_check(chachapoly_decrypt(state, io));
}

static cb_status chachapoly_reject(void *state, cb_io *io)
{
	return cb__mbedtls_check_refusal(
		chachapoly_decrypt(state, io), MBEDTLS_ERR_CHACHAPOLY_AUTH_FAILED);
}

const cb_driver cb__mbedtls_chachapoly = {
	.state_size = sizeof(struct chachapoly),
	.open = chachapoly_open,
	.close = chachapoly_close,
	.run = {[CB_OP_SEAL] = chachapoly_seal,
		[CB_OP_OPEN] = chachapoly_unseal,
		[CB_OP_REJECT] = chachapoly_reject},
};
