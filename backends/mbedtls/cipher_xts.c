/* SPDX-License-Identifier: Apache-2.0 */
/* AES-XTS: a message is a data unit and its number. There is none that could be continued. */
#include "cipher.h"

OPTIONAL(mbedtls_aes_xts_init)
OPTIONAL(mbedtls_aes_xts_free)
OPTIONAL(mbedtls_aes_xts_setkey_enc)
OPTIONAL(mbedtls_aes_xts_setkey_dec)
OPTIONAL(mbedtls_aes_crypt_xts)

static int exists(void)
{
	return mbedtls_aes_crypt_xts != NULL;
}

static void init(struct cipher *cipher)
{
	mbedtls_aes_xts_init(&cipher->context.xts);
}

static void release(struct cipher *cipher)
{
	mbedtls_aes_xts_free(&cipher->context.xts);
}

static int set_key(struct cipher *cipher, const cb_io *io, int is_decrypt)
{
	mbedtls_aes_xts_context *xts = &cipher->context.xts;
	unsigned bits = (unsigned)(8 * io->key_len);

	return is_decrypt ? mbedtls_aes_xts_setkey_dec(xts, io->key, bits)
			  : mbedtls_aes_xts_setkey_enc(xts, io->key, bits);
}

static int aes_xts_message(struct cipher *cipher, const cb_io *io)
{
	return mbedtls_aes_crypt_xts(&cipher->context.xts,
		cipher->is_decrypt ? MBEDTLS_AES_DECRYPT : MBEDTLS_AES_ENCRYPT, io->in_len,
		io->nonce, io->in, io->out);
}

const struct cipher_functions cb__mbedtls_aes_xts_functions = {
	.id = MBEDTLS_CIPHER_ID_AES,
	.mode = MBEDTLS_MODE_XTS,
	.exists = exists,
	.init = init,
	.free = release,
	.set_key = set_key,
	.message = aes_xts_message,
};

CIPHER_DRIVER(aes_xts);
