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

int cb__mbedtls_ec_key_open(struct ec_key *key, mbedtls_ecp_group_id curve, const cb_io *io)
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

void cb__mbedtls_ec_key_close(struct ec_key *key)
{
	mbedtls_ecp_point_free(&key->point);
	mbedtls_mpi_free(&key->scalar);
	mbedtls_ecp_group_free(&key->group);
}

int cb__mbedtls_has_curve(const cb_impl *impl)
{
	mbedtls_ecp_group group;
	int code;

	mbedtls_ecp_group_init(&group);
	code = mbedtls_ecp_group_load(&group, (mbedtls_ecp_group_id)impl->native.id);
	mbedtls_ecp_group_free(&group);
	return code == 0;
}

cb_status cb__mbedtls_ec_open(struct ec *ec, const cb_task *task, const cb_io *io)
{
	const struct ec *owner = task->owner;
	int code;

	if (!cb_task_knows_variant(task, task->op == CB_OP_KEYGEN ? FRESH : FRESH | SHAREDKEY) ||
		!cb__mbedtls_has_curve(task->impl))
		return CB_ENOTSUP;
	ec->variant = cb_task_variant(task);
	ec->curve = (mbedtls_ecp_group_id)task->impl->native.id;
	code = cb__mbedtls_rng_open(&ec->rng);
	if (code == 0 && owner == NULL)
		code = cb__mbedtls_ec_key_open(&ec->own, ec->curve, io);
	ec->key = owner == NULL ? &ec->own : owner->key;
	return cb__mbedtls_check(code);
}

void cb__mbedtls_ec_close(struct ec *ec)
{
	cb__mbedtls_ec_key_close(&ec->own);
	cb__mbedtls_rng_close(&ec->rng);
}

/* The key stays after the operation, for collect(): what `fresh` frees is the one before it. */
cb_status cb__mbedtls_ec_keygen(void *state, cb_io *io)
{
	struct ec *ec = state;
	struct ec_key *key = &ec->own;
	int code = 0;

	if (ec->variant == CB_VARIANT_FRESH) {
		cb__mbedtls_ec_key_close(key);
		code = cb__mbedtls_ec_key_open(key, ec->curve, io);
	}
	if (code == 0)
		code = mbedtls_ecp_gen_keypair(&key->group, &key->scalar, &key->point,
			mbedtls_ctr_drbg_random, &ec->rng.drbg);
	return cb__mbedtls_check(code);
}

cb_status cb__mbedtls_ec_collect(void *state, cb_io *io)
{
	struct ec_key *key = &((struct ec *)state)->own;
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
