/* SPDX-License-Identifier: Apache-2.0 */
#include "aead.h"

OPTIONAL(mbedtls_chachapoly_init)
OPTIONAL(mbedtls_chachapoly_free)
OPTIONAL(mbedtls_chachapoly_setkey)
OPTIONAL(mbedtls_chachapoly_starts)
OPTIONAL(mbedtls_chachapoly_update_aad)
OPTIONAL(mbedtls_chachapoly_update)
OPTIONAL(mbedtls_chachapoly_encrypt_and_tag)
OPTIONAL(mbedtls_chachapoly_auth_decrypt)

#define KEY_LEN     32
#define NONCE_LEN   12
#define TAG_LEN     16
#define MESSAGE_MAX ((UINT64_C(1) << 38) - 64) /* RFC 8439, 2.8 */

static int exists(void)
{
	return mbedtls_chachapoly_encrypt_and_tag != NULL;
}

static int can(const cb_io *io)
{
	return io->key_len == KEY_LEN && io->nonce_len == NONCE_LEN && io->tag_len == TAG_LEN;
}

static void init(struct aead *aead)
{
	mbedtls_chachapoly_init(&aead->context.chachapoly);
}

static void release(struct aead *aead)
{
	mbedtls_chachapoly_free(&aead->context.chachapoly);
}

static int set_key(struct aead *aead, const cb_io *io)
{
	return mbedtls_chachapoly_setkey(&aead->context.chachapoly, io->key);
}

static int seal(struct aead *aead, const cb_io *io)
{
	return mbedtls_chachapoly_encrypt_and_tag(&aead->context.chachapoly, io->in_len, io->nonce,
		io->aad, io->aad_len, io->in, io->out, io->tag);
}

static int unseal(struct aead *aead, const cb_io *io)
{
	return mbedtls_chachapoly_auth_decrypt(&aead->context.chachapoly, io->in_len, io->nonce,
		io->aad, io->aad_len, io->tag, io->in, io->out);
}

static uint64_t stream_max(const cb_io *io)
{
	(void)io;
	return MESSAGE_MAX;
}

static int start(struct aead *aead, const cb_io *io)
{
	mbedtls_chachapoly_context *self = &aead->context.chachapoly;
	int code = mbedtls_chachapoly_starts(self, io->nonce, MBEDTLS_CHACHAPOLY_ENCRYPT);

	return code == 0 ? mbedtls_chachapoly_update_aad(self, io->aad, io->aad_len) : code;
}

static int piece(struct aead *aead, const cb_io *io)
{
	return mbedtls_chachapoly_update(&aead->context.chachapoly, io->in_len, io->in, io->out);
}

const struct aead_functions cb__mbedtls_chachapoly = {
	.refusal = MBEDTLS_ERR_CHACHAPOLY_AUTH_FAILED,
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
