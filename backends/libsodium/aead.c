/* SPDX-License-Identifier: Apache-2.0 */
/* The library has nothing to keep for a key of these: each operation starts with its bytes. */
#include "drivers.h"
#include "newer.h"

const struct aead_functions cb__libsodium_chacha20poly1305_ietf = {
	.key_len = crypto_aead_chacha20poly1305_ietf_KEYBYTES,
	.nonce_len = crypto_aead_chacha20poly1305_ietf_NPUBBYTES,
	.tag_len = crypto_aead_chacha20poly1305_ietf_ABYTES,
	.seal = crypto_aead_chacha20poly1305_ietf_encrypt_detached,
	.open = crypto_aead_chacha20poly1305_ietf_decrypt_detached,
};

const struct aead_functions cb__libsodium_xchacha20poly1305_ietf = {
	.key_len = crypto_aead_xchacha20poly1305_ietf_KEYBYTES,
	.nonce_len = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
	.tag_len = crypto_aead_xchacha20poly1305_ietf_ABYTES,
	.seal = crypto_aead_xchacha20poly1305_ietf_encrypt_detached,
	.open = crypto_aead_xchacha20poly1305_ietf_decrypt_detached,
};

/* The construction has no additional data: what there is is left out. */
static int secretbox(unsigned char *out, unsigned char *tag, unsigned long long *ret_tag_len,
	const unsigned char *in, unsigned long long in_len, const unsigned char *aad,
	unsigned long long aad_len, const unsigned char *secret_nonce, const unsigned char *nonce,
	const unsigned char *key)
{
	(void)ret_tag_len;
	(void)aad;
	(void)aad_len;
	(void)secret_nonce;
	return crypto_secretbox_detached(out, tag, in, in_len, nonce, key);
}

static int secretbox_open(unsigned char *out, unsigned char *secret_nonce, const unsigned char *in,
	unsigned long long in_len, const unsigned char *tag, const unsigned char *aad,
	unsigned long long aad_len, const unsigned char *nonce, const unsigned char *key)
{
	(void)secret_nonce;
	(void)aad;
	(void)aad_len;
	return crypto_secretbox_open_detached(out, in, tag, in_len, nonce, key);
}

const struct aead_functions cb__libsodium_xsalsa20poly1305 = {
	.key_len = crypto_secretbox_KEYBYTES,
	.nonce_len = crypto_secretbox_NONCEBYTES,
	.tag_len = crypto_secretbox_MACBYTES,
	.seal = secretbox,
	.open = secretbox_open,
};

#define AEGIS_TAG_LEN 32

const struct aead_functions cb__libsodium_aegis128l = {
	.key_len = 16,
	.nonce_len = 16,
	.tag_len = AEGIS_TAG_LEN,
	.seal = crypto_aead_aegis128l_encrypt_detached,
	.open = crypto_aead_aegis128l_decrypt_detached,
};

const struct aead_functions cb__libsodium_aegis256 = {
	.key_len = 32,
	.nonce_len = 32,
	.tag_len = AEGIS_TAG_LEN,
	.seal = crypto_aead_aegis256_encrypt_detached,
	.open = crypto_aead_aegis256_decrypt_detached,
};

/* A release with shorter tags computes something else. */
static int is_aegis_right(void)
{
	return crypto_aead_aegis128l_abytes != NULL && crypto_aead_aegis256_abytes != NULL &&
	       crypto_aead_aegis128l_abytes() == AEGIS_TAG_LEN &&
	       crypto_aead_aegis256_abytes() == AEGIS_TAG_LEN;
}

int cb__libsodium_has_aead(const cb_impl *impl)
{
	const struct aead_functions *functions = impl->native.ptr;

	return functions->seal != NULL && functions->open != NULL &&
	       (functions->tag_len != AEGIS_TAG_LEN || is_aegis_right());
}

struct aead {
	const struct aead_functions *functions;
};

static cb_status aead_open(void *state, const cb_task *task, const cb_io *io)
{
	const struct aead_functions *functions = task->impl->native.ptr;

	((struct aead *)state)->functions = functions;
	return cb__libsodium_has_aead(task->impl) && cb_task_knows_variant(task, REKEY | FRESH) &&
			       io->key_len == functions->key_len &&
			       io->nonce_len == functions->nonce_len &&
			       io->tag_len == functions->tag_len
		       ? CB_OK
		       : CB_ENOTSUP;
}

static cb_status aead_seal(void *state, cb_io *io)
{
	const struct aead_functions *functions = ((struct aead *)state)->functions;

	io->out_len = io->in_len;
	return check(functions->seal(io->out, io->tag, NULL, io->in, io->in_len, io->aad,
		io->aad_len, NULL, io->nonce, io->key));
}

static int aead_decrypt(void *state, cb_io *io)
{
	const struct aead_functions *functions = ((struct aead *)state)->functions;

	io->out_len = io->in_len;
	return functions->open(io->out, NULL, io->in, io->in_len, io->tag, io->aad, io->aad_len,
		io->nonce, io->key);
}

static cb_status aead_unseal(void *state, cb_io *io)
{
	return check(aead_decrypt(state, io));
}

static cb_status aead_reject(void *state, cb_io *io)
{
	return check_refusal(aead_decrypt(state, io));
}

const cb_driver cb__libsodium_aead = {
	.state_size = sizeof(struct aead),
	.variants = REKEY | FRESH,
	.open = aead_open,
	.run = {[CB_OP_SEAL] = aead_seal, [CB_OP_OPEN] = aead_unseal, [CB_OP_REJECT] = aead_reject},
};
