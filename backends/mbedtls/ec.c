/* SPDX-License-Identifier: Apache-2.0 */
#include "ec.h"

int cb__mbedtls_ec_is_montgomery(const struct ec_key *key)
{
	return mbedtls_ecp_get_type(&key->group) == MBEDTLS_ECP_TYPE_MONTGOMERY;
}

/* RFC 7748, section 5: the cofactor's bits are cleared, the top bit of the scalar is set. */
static int clamp(mbedtls_mpi *scalar, const mbedtls_ecp_group *group)
{
	size_t cofactor_bits = group->id == MBEDTLS_ECP_DP_CURVE25519 ? 3 : 2;
	int code = mbedtls_mpi_set_bit(scalar, group->nbits, 1);

	for (size_t bit = 0; code == 0 && bit < cofactor_bits; bit++)
		code = mbedtls_mpi_set_bit(scalar, bit, 0);
	if (code == 0 && group->id == MBEDTLS_ECP_DP_CURVE25519)
		code = mbedtls_mpi_set_bit(scalar, 255, 0);
	return code;
}

static int read_scalar(struct ec_key *key, const uint8_t *bytes, size_t bytes_len)
{
	int code;

	if (!cb__mbedtls_ec_is_montgomery(key))
		code = mbedtls_mpi_read_binary(&key->scalar, bytes, bytes_len);
	else if ((code = mbedtls_mpi_read_binary_le(&key->scalar, bytes, bytes_len)) == 0)
		code = clamp(&key->scalar, &key->group);
	return code == 0 ? mbedtls_ecp_check_privkey(&key->group, &key->scalar) : code;
}

static int read_point(struct ec_key *key, const uint8_t *bytes, size_t bytes_len)
{
	int code = mbedtls_ecp_point_read_binary(&key->group, &key->point, bytes, bytes_len);

	return code == 0 ? mbedtls_ecp_check_pubkey(&key->group, &key->point) : code;
}

int cb__mbedtls_ec_open(struct ec_key *key, mbedtls_ecp_group_id curve, const cb_io *io)
{
	int code;

	mbedtls_ecp_group_init(&key->group);
	mbedtls_mpi_init(&key->scalar);
	mbedtls_ecp_point_init(&key->point);
	code = mbedtls_ecp_group_load(&key->group, curve);
	if (code == 0 && io->key_len != 0)
		code = read_scalar(key, io->key, io->key_len);
	if (code == 0 && io->peer_len != 0)
		code = read_point(key, io->peer, io->peer_len);
	return code;
}

void cb__mbedtls_ec_close(struct ec_key *key)
{
	mbedtls_ecp_point_free(&key->point);
	mbedtls_mpi_free(&key->scalar);
	mbedtls_ecp_group_free(&key->group);
}

cb_status cb__mbedtls_ec_keygen(void *state, cb_io *io)
{
	struct ec_key *key = state;

	(void)io;
	return cb__mbedtls_check(mbedtls_ecp_gen_keypair(
		&key->group, &key->scalar, &key->point, cb__mbedtls_random, NULL));
}

cb_status cb__mbedtls_ec_collect(void *state, cb_io *io)
{
	struct ec_key *key = state;
	size_t scalar_len = (key->group.nbits + 7) / 8;
	size_t point_len;
	int code;

	if (io->out_size < scalar_len)
		return CB_EINVAL;
	if (cb__mbedtls_ec_is_montgomery(key))
		code = mbedtls_mpi_write_binary_le(&key->scalar, io->out, scalar_len);
	else
		code = mbedtls_mpi_write_binary(&key->scalar, io->out, scalar_len);
	if (code != 0)
		return cb__mbedtls_fail(code);

	code = mbedtls_ecp_point_write_binary(&key->group, &key->point, MBEDTLS_ECP_PF_UNCOMPRESSED,
		&point_len, io->out + scalar_len, io->out_size - scalar_len);
	io->out_len = scalar_len + point_len;
	return cb__mbedtls_check(code);
}
