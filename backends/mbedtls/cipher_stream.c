/* SPDX-License-Identifier: Apache-2.0 */
/* Stream ciphers: decryption is encryption. */
#include "cipher.h"

OPTIONAL(mbedtls_chacha20_init)
OPTIONAL(mbedtls_chacha20_free)
OPTIONAL(mbedtls_chacha20_setkey)
OPTIONAL(mbedtls_chacha20_starts)
OPTIONAL(mbedtls_chacha20_update)

#define FIRST_BLOCK 0 /* number of the key stream's block that a message begins with */

static int chacha20_exists(void)
{
	return mbedtls_chacha20_update != NULL;
}

static void chacha20_init(struct cipher *cipher)
{
	mbedtls_chacha20_init(&cipher->context.chacha20);
}

static void chacha20_free(struct cipher *cipher)
{
	mbedtls_chacha20_free(&cipher->context.chacha20);
}

static int chacha20_set_key(struct cipher *cipher, const cb_io *io, int is_decrypt)
{
	(void)is_decrypt;
	return mbedtls_chacha20_setkey(&cipher->context.chacha20, io->key);
}

static int chacha20_start(struct cipher *cipher, const cb_io *io)
{
	return mbedtls_chacha20_starts(&cipher->context.chacha20, io->nonce, FIRST_BLOCK);
}

static int chacha20_piece(struct cipher *cipher, const cb_io *io)
{
	return mbedtls_chacha20_update(&cipher->context.chacha20, io->in_len, io->in, io->out);
}

CIPHER_MESSAGE(chacha20)

const struct cipher_functions cb__mbedtls_chacha20_functions = {
	.id = MBEDTLS_CIPHER_ID_CHACHA20,
	.mode = MBEDTLS_MODE_STREAM,
	.exists = chacha20_exists,
	.init = chacha20_init,
	.free = chacha20_free,
	.set_key = chacha20_set_key,
	.start = chacha20_start,
	.piece = chacha20_piece,
	.message = chacha20_message,
};

CIPHER_DRIVER(chacha20);

#if MBEDTLS_VERSION_NUMBER < 0x03000000

OPTIONAL(mbedtls_arc4_init)
OPTIONAL(mbedtls_arc4_free)
OPTIONAL(mbedtls_arc4_setup)
OPTIONAL(mbedtls_arc4_crypt)

static int arc4_exists(void)
{
	return mbedtls_arc4_crypt != NULL;
}

static void arc4_init(struct cipher *cipher)
{
	mbedtls_arc4_init(&cipher->context.arc4);
}

static void arc4_free(struct cipher *cipher)
{
	mbedtls_arc4_free(&cipher->context.arc4);
}

static int arc4_set_key(struct cipher *cipher, const cb_io *io, int is_decrypt)
{
	(void)is_decrypt;
	mbedtls_arc4_setup(&cipher->context.arc4, io->key, (unsigned)io->key_len);
	return 0;
}

/* RC4 has no initialisation vector: a message of its own starts with the key, so setting it is
 * part of every operation and `rekey`, which is to set it anew, has nothing to add. */
static int arc4_start(struct cipher *cipher, const cb_io *io)
{
	return arc4_set_key(cipher, io, 0);
}

static int arc4_piece(struct cipher *cipher, const cb_io *io)
{
	return mbedtls_arc4_crypt(&cipher->context.arc4, io->in_len, io->in, io->out);
}

CIPHER_MESSAGE(arc4)

const struct cipher_functions cb__mbedtls_arc4_functions = {
	.id = MBEDTLS_CIPHER_ID_ARC4,
	.mode = MBEDTLS_MODE_STREAM,
	.exists = arc4_exists,
	.init = arc4_init,
	.free = arc4_free,
	.set_key = arc4_set_key,
	.start = arc4_start,
	.piece = arc4_piece,
	.message = arc4_message,
	.keys_message = 1,
};

CIPHER_DRIVER(arc4);

#endif
