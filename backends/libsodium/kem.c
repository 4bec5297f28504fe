/* SPDX-License-Identifier: Apache-2.0 */
/* ML-KEM-768. Keys are used as the bytes they are: `fresh` is `message`. */
#include <string.h>

#include "drivers.h"
#include "newer.h"

#define PUBLIC_KEY_LEN 1184
#define SECRET_KEY_LEN 2400
#define CIPHERTEXT_LEN 1088
#define SECRET_LEN     32

struct mlkem768 {
	uint8_t secret_key[SECRET_KEY_LEN];
	uint8_t public_key[PUBLIC_KEY_LEN];
};

int cb__libsodium_has_mlkem768(const cb_impl *impl)
{
	(void)impl;
	return crypto_kem_mlkem768_keypair != NULL && crypto_kem_mlkem768_enc != NULL &&
	       crypto_kem_mlkem768_dec != NULL;
}

static cb_status mlkem768_open(void *state, const cb_task *task, const cb_io *io)
{
	(void)state;
	if (!cb__libsodium_has_mlkem768(task->impl) || !cb_task_knows_variant(task, FRESH))
		return CB_ENOTSUP;
	switch (task->op) {
	case CB_OP_ENCAPS:
		return io->peer_len == PUBLIC_KEY_LEN ? CB_OK : CB_EINVAL;
	case CB_OP_DECAPS:
		return io->key_len == SECRET_KEY_LEN && io->tag_len == CIPHERTEXT_LEN ? CB_OK
										      : CB_EINVAL;
	default:
		return CB_OK;
	}
}

static cb_status mlkem768_keygen(void *state, cb_io *io)
{
	struct mlkem768 *keys = state;

	(void)io;
	return check(crypto_kem_mlkem768_keypair(keys->public_key, keys->secret_key));
}

static cb_status mlkem768_collect(void *state, cb_io *io)
{
	const struct mlkem768 *keys = state;

	if (io->out_size < sizeof(*keys))
		return CB_EINVAL;
	memcpy(io->out, keys->secret_key, SECRET_KEY_LEN);
	memcpy(io->out + SECRET_KEY_LEN, keys->public_key, PUBLIC_KEY_LEN);
	io->out_len = SECRET_KEY_LEN + PUBLIC_KEY_LEN;
	return CB_OK;
}

static cb_status mlkem768_encaps(void *state, cb_io *io)
{
	(void)state;
	io->out_len = SECRET_LEN;
	io->tag_len = CIPHERTEXT_LEN;
	return check(crypto_kem_mlkem768_enc(io->tag, io->out, io->peer));
}

static cb_status mlkem768_decaps(void *state, cb_io *io)
{
	(void)state;
	io->out_len = SECRET_LEN;
	return check(crypto_kem_mlkem768_dec(io->out, io->tag, io->key));
}

const cb_driver cb__libsodium_mlkem768 = {
	.state_size = sizeof(struct mlkem768),
	.variants = FRESH,
	.open = mlkem768_open,
	.run = {[CB_OP_KEYGEN] = mlkem768_keygen,
		[CB_OP_ENCAPS] = mlkem768_encaps,
		[CB_OP_DECAPS] = mlkem768_decaps},
	.collect = mlkem768_collect,
};
