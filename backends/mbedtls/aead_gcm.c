/* SPDX-License-Identifier: Apache-2.0 */
#include <mbedtls/version.h>

#include "aead.h"

OPTIONAL(mbedtls_gcm_init)
OPTIONAL(mbedtls_gcm_free)
OPTIONAL(mbedtls_gcm_setkey)
OPTIONAL(mbedtls_gcm_starts)
OPTIONAL(mbedtls_gcm_update)
OPTIONAL(mbedtls_gcm_crypt_and_tag)
OPTIONAL(mbedtls_gcm_auth_decrypt)

#define BLOCK_LEN   16
#define MESSAGE_MAX ((UINT64_C(1) << 36) - 32) /* NIST SP 800-38D, 5.2.1.1 */

static int exists(void)
{
	return mbedtls_gcm_crypt_and_tag != NULL;
}

static int can(const cb_io *io)
{
	return mbedtls_cipher_info_from_values(
		       MBEDTLS_CIPHER_ID_AES, (int)(8 * io->key_len), MBEDTLS_MODE_GCM) != NULL;
}

static void init(struct aead *aead)
{
	mbedtls_gcm_init(&aead->context.gcm);
}

static void release(struct aead *aead)
{
	mbedtls_gcm_free(&aead->context.gcm);
}

static int set_key(struct aead *aead, const cb_io *io)
{
	return mbedtls_gcm_setkey(
		&aead->context.gcm, MBEDTLS_CIPHER_ID_AES, io->key, (unsigned)(8 * io->key_len));
}

static int seal(struct aead *aead, const cb_io *io)
{
	return mbedtls_gcm_crypt_and_tag(&aead->context.gcm, MBEDTLS_GCM_ENCRYPT, io->in_len,
		io->nonce, io->nonce_len, io->aad, io->aad_len, io->in, io->out, io->tag_len,
		io->tag);
}

static int unseal(struct aead *aead, const cb_io *io)
{
	return mbedtls_gcm_auth_decrypt(&aead->context.gcm, io->in_len, io->nonce, io->nonce_len,
		io->aad, io->aad_len, io->tag, io->tag_len, io->in, io->out);
}

#if MBEDTLS_VERSION_NUMBER < 0x03000000

/* 2.x takes part of a block only at the end of a message. */
static uint64_t stream_max(const cb_io *io)
{
	return io->in_len % BLOCK_LEN == 0 ? MESSAGE_MAX : 0;
}

static int start(struct aead *aead, const cb_io *io)
{
	return mbedtls_gcm_starts(&aead->context.gcm, MBEDTLS_GCM_ENCRYPT, io->nonce, io->nonce_len,
		io->aad, io->aad_len);
}

static int piece(struct aead *aead, const cb_io *io)
{
	return mbedtls_gcm_update(&aead->context.gcm, io->in_len, io->in, io->out);
}

#else

OPTIONAL(mbedtls_gcm_update_ad)

static uint64_t stream_max(const cb_io *io)
{
	(void)io;
	return MESSAGE_MAX;
}

static int start(struct aead *aead, const cb_io *io)
{
	int code = mbedtls_gcm_starts(
		&aead->context.gcm, MBEDTLS_GCM_ENCRYPT, io->nonce, io->nonce_len);

	if (code == 0)
		code = mbedtls_gcm_update_ad(&aead->context.gcm, io->aad, io->aad_len);
	return code;
}

static int piece(struct aead *aead, const cb_io *io)
{
	size_t out_len;

	return mbedtls_gcm_update(
		&aead->context.gcm, io->in, io->in_len, io->out, io->out_size, &out_len);
}

#endif

const struct aead_functions cb__mbedtls_gcm = {
	.refusal = MBEDTLS_ERR_GCM_AUTH_FAILED,
	.exists = exists,
	.can = can,
	.init = init,
	.free = release,
	.set_key = set_key,
	.seal = seal,
	.open = unseal,
	.stream_max = stream_max,
	.start = start,
	.piece = piece,
};
