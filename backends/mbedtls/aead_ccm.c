/* SPDX-License-Identifier: Apache-2.0 */
/* CCM begins with the length of the message, so there is none without end. */
#include "aead.h"

OPTIONAL(mbedtls_ccm_init)
OPTIONAL(mbedtls_ccm_free)
OPTIONAL(mbedtls_ccm_setkey)
OPTIONAL(mbedtls_ccm_encrypt_and_tag)
OPTIONAL(mbedtls_ccm_auth_decrypt)

static int exists(void)
{
	return mbedtls_ccm_encrypt_and_tag != NULL;
}

static int can(const cb_io *io)
{
	return mbedtls_cipher_info_from_values(
		       MBEDTLS_CIPHER_ID_AES, (int)(8 * io->key_len), MBEDTLS_MODE_CCM) != NULL;
}

static void init(struct aead *aead)
{
	mbedtls_ccm_init(&aead->context.ccm);
}

static void release(struct aead *aead)
{
	mbedtls_ccm_free(&aead->context.ccm);
}

static int set_key(struct aead *aead, const cb_io *io)
{
	return mbedtls_ccm_setkey(
		&aead->context.ccm, MBEDTLS_CIPHER_ID_AES, io->key, (unsigned)(8 * io->key_len));
}

static int seal(struct aead *aead, const cb_io *io)
{
	return mbedtls_ccm_encrypt_and_tag(&aead->context.ccm, io->in_len, io->nonce, io->nonce_len,
		io->aad, io->aad_len, io->in, io->out, io->tag, io->tag_len);
}

static int unseal(struct aead *aead, const cb_io *io)
{
	return mbedtls_ccm_auth_decrypt(&aead->context.ccm, io->in_len, io->nonce, io->nonce_len,
		io->aad, io->aad_len, io->in, io->out, io->tag, io->tag_len);
}

const struct aead_functions cb__mbedtls_ccm = {
	.refusal = MBEDTLS_ERR_CCM_AUTH_FAILED,
	.exists = exists,
	.can = can,
	.init = init,
	.free = release,
	.set_key = set_key,
	.seal = seal,
	.open = unseal,
};
