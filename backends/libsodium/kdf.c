/* SPDX-License-Identifier: Apache-2.0 */
/* Key derivation. The library keeps nothing, so `fresh` is `message`; scrypt and Argon2id allocate
 * their memory in each operation. */
#include "drivers.h"
#include "newer.h"

#define DERIVED_LEN 32

static cb_status kdf_open(const cb_task *task, const cb_io *io)
{
	return cb_task_knows_variant(task, FRESH) && io->out_size >= DERIVED_LEN ? CB_OK
										 : CB_ENOTSUP;
}

int cb__libsodium_has_hkdf(const cb_impl *impl)
{
	(void)impl;
	return crypto_kdf_hkdf_sha256_extract != NULL && crypto_kdf_hkdf_sha256_expand != NULL;
}

static cb_status hkdf_open(void *state, const cb_task *task, const cb_io *io)
{
	(void)state;
	return cb__libsodium_has_hkdf(task->impl) ? kdf_open(task, io) : CB_ENOTSUP;
}

static cb_status hkdf_derive(void *state, cb_io *io)
{
	unsigned char prk[crypto_auth_hmacsha256_BYTES];

	(void)state;
	io->out_len = DERIVED_LEN;
	if (crypto_kdf_hkdf_sha256_extract(prk, io->nonce, io->nonce_len, io->key, io->key_len) !=
		0)
		return CB_EBACKEND;
	return check(crypto_kdf_hkdf_sha256_expand(
		io->out, DERIVED_LEN, (const char *)io->aad, io->aad_len, prk));
}

const cb_driver cb__libsodium_hkdf = {
	.variants = FRESH,
	.open = hkdf_open,
	.run = {[CB_OP_DERIVE] = hkdf_derive},
};

static cb_status scrypt_open(void *state, const cb_task *task, const cb_io *io)
{
	(void)state;
	return kdf_open(task, io);
}

static cb_status scrypt_derive(void *state, cb_io *io)
{
	(void)state;
	io->out_len = DERIVED_LEN;
	return check(crypto_pwhash_scryptsalsa208sha256_ll(io->key, io->key_len, io->nonce,
		io->nonce_len, io->cost[0], io->cost[1], io->cost[2], io->out, DERIVED_LEN));
}

const cb_driver cb__libsodium_scrypt = {
	.variants = FRESH,
	.open = scrypt_open,
	.run = {[CB_OP_DERIVE] = scrypt_derive},
};

#define KIBIBYTE 1024u

/* The library has one lane only, and salts of one length. */
static cb_status argon2id_open(void *state, const cb_task *task, const cb_io *io)
{
	(void)state;
	if (io->nonce_len != crypto_pwhash_argon2id_SALTBYTES || io->cost[2] != 1)
		return CB_ENOTSUP;
	return kdf_open(task, io);
}

static cb_status argon2id_derive(void *state, cb_io *io)
{
	(void)state;
	io->out_len = DERIVED_LEN;
	return check(crypto_pwhash_argon2id(io->out, DERIVED_LEN, (const char *)io->key,
		io->key_len, io->nonce, io->cost[0], (size_t)io->cost[1] * KIBIBYTE,
		crypto_pwhash_argon2id_ALG_ARGON2ID13));
}

const cb_driver cb__libsodium_argon2id = {
	.variants = FRESH,
	.open = argon2id_open,
	.run = {[CB_OP_DERIVE] = argon2id_derive},
};
