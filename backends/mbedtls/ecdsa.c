/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <mbedtls/asn1.h>
#include <mbedtls/asn1write.h>
#include <mbedtls/ecdsa.h>

#include "ec.h"

struct ecdsa {
	struct ec ec;
	mbedtls_mpi r;
	mbedtls_mpi s;
};

/* The first multiplication of the generator makes a table that the group keeps. */
static int warm(struct ecdsa *ecdsa)
{
	mbedtls_mpi scalar;
	mbedtls_ecp_point point;
	int code;

	mbedtls_mpi_init(&scalar);
	mbedtls_ecp_point_init(&point);
	code = mbedtls_ecp_gen_keypair(&ecdsa->ec.key->group, &scalar, &point,
		mbedtls_ctr_drbg_random, &ecdsa->ec.rng.drbg);
	mbedtls_ecp_point_free(&point);
	mbedtls_mpi_free(&scalar);
	return code;
}

static cb_status ecdsa_open(void *state, const cb_task *task, const cb_io *io)
{
	struct ecdsa *ecdsa = state;
	cb_status status;

	mbedtls_mpi_init(&ecdsa->r);
	mbedtls_mpi_init(&ecdsa->s);
	status = cb__mbedtls_ec_open(&ecdsa->ec, task, io);
	if (status != CB_OK || task->owner != NULL)
		return status;
	return cb__mbedtls_check(warm(ecdsa));
}

static void ecdsa_close(void *state)
{
	struct ecdsa *ecdsa = state;

	mbedtls_mpi_free(&ecdsa->s);
	mbedtls_mpi_free(&ecdsa->r);
	cb__mbedtls_ec_close(&ecdsa->ec);
}

/* Writes Ecdsa-Sig-Value (RFC 3279) backwards from the end of @p buf, as the library's writers do;
 * returns its length or an error code. */
static int write_der(uint8_t *buf, size_t buf_size, const struct ecdsa *ecdsa)
{
	unsigned char *p = buf + buf_size;
	int len = 0;
	int code;

	if ((code = mbedtls_asn1_write_mpi(&p, buf, &ecdsa->s)) < 0)
		return code;
	len += code;
	if ((code = mbedtls_asn1_write_mpi(&p, buf, &ecdsa->r)) < 0)
		return code;
	len += code;
	if ((code = mbedtls_asn1_write_len(&p, buf, (size_t)len)) < 0)
		return code;
	len += code;
	code = mbedtls_asn1_write_tag(&p, buf, MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE);
	return code < 0 ? code : len + code;
}

/* The nonce is random, as in the other libraries: mbedtls_ecdsa_write_signature() would make it
 * deterministic (RFC 6979) where the library was built so. */
static int sign(struct ecdsa *ecdsa, struct ec_key *key, const cb_io *io)
{
	return mbedtls_ecdsa_sign(&key->group, &ecdsa->r, &ecdsa->s, &key->scalar, io->in,
		io->in_len, mbedtls_ctr_drbg_random, &ecdsa->ec.rng.drbg);
}

static int verify(struct ecdsa *ecdsa, struct ec_key *key, const cb_io *io)
{
	return mbedtls_ecdsa_verify(
		&key->group, io->in, io->in_len, &key->point, &ecdsa->r, &ecdsa->s);
}

/* Does @p work with the key that the variant asks for. */
static int with_key(struct ecdsa *ecdsa, const cb_io *io,
	int (*work)(struct ecdsa *ecdsa, struct ec_key *key, const cb_io *io))
{
	struct ec_key key;
	int code;

	if (ecdsa->ec.variant != CB_VARIANT_FRESH)
		return work(ecdsa, ecdsa->ec.key, io);
	code = cb__mbedtls_ec_key_open(&key, ecdsa->ec.curve, io);
	if (code == 0)
		code = work(ecdsa, &key, io);
	cb__mbedtls_ec_key_close(&key);
	return code;
}

static cb_status ecdsa_sign(void *state, cb_io *io)
{
	struct ecdsa *ecdsa = state;
	uint8_t der[MBEDTLS_ECDSA_MAX_LEN];
	int code = with_key(ecdsa, io, sign);

	if (code != 0)
		return cb__mbedtls_fail(code);
	code = write_der(der, sizeof(der), ecdsa);
	if (code < 0 || (size_t)code > io->out_size)
		return cb__mbedtls_fail(code);
	io->out_len = (size_t)code;
	memcpy(io->out, der + sizeof(der) - io->out_len, io->out_len);
	return CB_OK;
}

static int read_der(struct ecdsa *ecdsa, const cb_io *io)
{
	unsigned char *p = io->tag;
	const unsigned char *end = io->tag + io->tag_len;
	size_t len;
	int code;

	code = mbedtls_asn1_get_tag(
		&p, end, &len, MBEDTLS_ASN1_CONSTRUCTED | MBEDTLS_ASN1_SEQUENCE);
	if (code == 0 && p + len != end)
		code = MBEDTLS_ERR_ASN1_LENGTH_MISMATCH;
	if (code != 0 || (code = mbedtls_asn1_get_mpi(&p, end, &ecdsa->r)) != 0 ||
		(code = mbedtls_asn1_get_mpi(&p, end, &ecdsa->s)) != 0)
		return code;
	return p == end ? 0 : MBEDTLS_ERR_ASN1_LENGTH_MISMATCH;
}

static cb_status ecdsa_verify(void *state, cb_io *io)
{
	struct ecdsa *ecdsa = state;
	int code = read_der(ecdsa, io);

	return cb__mbedtls_check(code == 0 ? with_key(ecdsa, io, verify) : code);
}

/* A forgery may also be one that is no longer DER. */
static cb_status ecdsa_reject(void *state, cb_io *io)
{
	struct ecdsa *ecdsa = state;

	if (read_der(ecdsa, io) != 0)
		return CB_OK;
	return cb__mbedtls_check_refusal(
		with_key(ecdsa, io, verify), MBEDTLS_ERR_ECP_VERIFY_FAILED);
}

const cb_driver cb__mbedtls_ecdsa = {
	.state_size = sizeof(struct ecdsa),
	.variants = FRESH | SHAREDKEY,
	.open = ecdsa_open,
	.close = ecdsa_close,
	.run = {[CB_OP_KEYGEN] = cb__mbedtls_ec_keygen,
		[CB_OP_SIGN] = ecdsa_sign,
		[CB_OP_VERIFY] = ecdsa_verify,
		[CB_OP_REJECT] = ecdsa_reject},
	.collect = cb__mbedtls_ec_collect,
};
