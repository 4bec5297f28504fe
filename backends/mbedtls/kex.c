/* SPDX-License-Identifier: Apache-2.0 */
/* Key exchange on curves. */
#include <mbedtls/ecdh.h>

#include "ec.h"

struct kex {
	struct ec ec;
	mbedtls_mpi secret;
	size_t secret_len;
	int (*write_secret)(const mbedtls_mpi *secret, unsigned char *out, size_t out_len);
};

static cb_status kex_open(void *state, const cb_task *task, const cb_io *io)
{
	struct kex *kex = state;
	cb_status status;

	mbedtls_mpi_init(&kex->secret);
	status = cb__mbedtls_ec_open(&kex->ec, task, io);
	if (status != CB_OK)
		return status;

	kex->secret_len = (kex->ec.key->group.pbits + 7) / 8;
	kex->write_secret = cb__mbedtls_ec_is_montgomery(kex->ec.key) ? mbedtls_mpi_write_binary_le
								      : mbedtls_mpi_write_binary;
	return CB_OK;
}

static void kex_close(void *state)
{
	struct kex *kex = state;

	mbedtls_mpi_free(&kex->secret);
	cb__mbedtls_ec_close(&kex->ec);
}

static int derive(struct kex *kex, struct ec_key *key)
{
	return mbedtls_ecdh_compute_shared(&key->group, &kex->secret, &key->point, &key->scalar,
		mbedtls_ctr_drbg_random, &kex->ec.rng.drbg);
}

static int derive_fresh(struct kex *kex, const cb_io *io)
{
	struct ec_key key;
	int code = cb__mbedtls_ec_key_open(&key, kex->ec.curve, io);

	if (code == 0)
		code = derive(kex, &key);
	cb__mbedtls_ec_key_close(&key);
	return code;
}

static cb_status kex_derive(void *state, cb_io *io)
{
	struct kex *kex = state;
	int code = kex->ec.variant == CB_VARIANT_FRESH ? derive_fresh(kex, io)
						       : derive(kex, kex->ec.key);

	if (code == 0)
		code = kex->write_secret(&kex->secret, io->out, kex->secret_len);
	io->out_len = kex->secret_len;
	return cb__mbedtls_check(code);
}

const cb_driver cb__mbedtls_kex = {
	.state_size = sizeof(struct kex),
	.variants = FRESH | SHAREDKEY,
	.open = kex_open,
	.close = kex_close,
	.run = {[CB_OP_KEYGEN] = cb__mbedtls_ec_keygen, [CB_OP_DERIVE] = kex_derive},
	.collect = cb__mbedtls_ec_collect,
};
