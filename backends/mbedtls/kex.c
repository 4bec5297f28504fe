/* SPDX-License-Identifier: Apache-2.0 */
#include <mbedtls/ecdh.h>

#include "ec.h"

struct kex {
	struct ec_key key;
	mbedtls_mpi secret;
	size_t secret_len;
	int (*write_secret)(const mbedtls_mpi *secret, unsigned char *out, size_t out_len);
};

static cb_status kex_open(void *state, const cb_task *task, const cb_io *io)
{
	struct kex *kex = state;
	mbedtls_ecp_group_id curve = (mbedtls_ecp_group_id)task->impl->native.id;
	int code;

	mbedtls_mpi_init(&kex->secret);
	if ((code = cb__mbedtls_ec_open(&kex->key, curve, io)) != 0)
		return cb__mbedtls_fail(code);

	kex->secret_len = (kex->key.group.pbits + 7) / 8;
	kex->write_secret = cb__mbedtls_ec_is_montgomery(&kex->key) ? mbedtls_mpi_write_binary_le
								    : mbedtls_mpi_write_binary;
	return CB_OK;
}

static void kex_close(void *state)
{
	struct kex *kex = state;

	mbedtls_mpi_free(&kex->secret);
	cb__mbedtls_ec_close(&kex->key);
}

static cb_status kex_derive(void *state, cb_io *io)
{
	struct kex *kex = state;
	int code;

	if ((code = mbedtls_ecdh_compute_shared(&kex->key.group, &kex->secret, &kex->key.point,
		     &kex->key.scalar, cb__mbedtls_random, NULL)) != 0 ||
		(code = kex->write_secret(&kex->secret, io->out, kex->secret_len)) != 0)
		return cb__mbedtls_fail(code);
	io->out_len = kex->secret_len;
	return CB_OK;
}

const cb_driver cb__mbedtls_kex = {
	.state_size = sizeof(struct kex),
	.open = kex_open,
	.close = kex_close,
	.run = {[CB_OP_KEYGEN] = cb__mbedtls_ec_keygen, [CB_OP_DERIVE] = kex_derive},
	.collect = cb__mbedtls_ec_collect,
};
