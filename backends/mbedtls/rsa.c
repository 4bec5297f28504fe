/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "compat.h"

#define PUBLIC_EXPONENT 65537

/* What the library says of a signature that is not below the modulus. */
#define ERR_OUT_OF_RANGE (MBEDTLS_ERR_RSA_PUBLIC_FAILED + MBEDTLS_ERR_MPI_BAD_INPUT_DATA)

struct rsa {
	mbedtls_pk_context pk;    /* owns the key */
	mbedtls_rsa_context *rsa; /* the key in it */
	unsigned bits;
};

static int load_key(mbedtls_pk_context *pk, cb_op op, const cb_io *io)
{
	switch (op) {
	case CB_OP_KEYGEN:
		return mbedtls_pk_setup(pk, mbedtls_pk_info_from_type(MBEDTLS_PK_RSA));
	case CB_OP_SIGN:
		return pk_parse_key(pk, io->key, io->key_len);
	default:
		return mbedtls_pk_parse_public_key(pk, io->peer, io->peer_len);
	}
}

static cb_status rsa_open(void *state, const cb_task *task, const cb_io *io)
{
	struct rsa *rsa = state;
	int code;

	mbedtls_pk_init(&rsa->pk);
	rsa->bits = (unsigned)task->impl->native.id;
	if ((code = load_key(&rsa->pk, task->op, io)) != 0)
		return cb__mbedtls_fail(code);
	if (!mbedtls_pk_can_do(&rsa->pk, MBEDTLS_PK_RSA))
		return CB_EINVAL;
	rsa->rsa = mbedtls_pk_rsa(rsa->pk);
	return CB_OK;
}

static void rsa_close(void *state)
{
	struct rsa *rsa = state;

	mbedtls_pk_free(&rsa->pk);
}

/* A new key needs an empty context: an old one keeps numbers derived from its modulus. */
static cb_status rsa_keygen(void *state, cb_io *io)
{
	struct rsa *rsa = state;

	(void)io;
	mbedtls_rsa_free(rsa->rsa);
	rsa_init(rsa->rsa);
	return cb__mbedtls_check(mbedtls_rsa_gen_key(
		rsa->rsa, cb__mbedtls_random, NULL, rsa->bits, PUBLIC_EXPONENT));
}

/* The library writes to the end of the buffer; @p len is its length or an error code. */
static cb_status append(cb_io *io, int len)
{
	if (len < 0)
		return cb__mbedtls_fail(len);
	memmove(io->out + io->out_len, io->out + io->out_size - len, (size_t)len);
	io->out_len += (size_t)len;
	return CB_OK;
}

static cb_status rsa_collect(void *state, cb_io *io)
{
	struct rsa *rsa = state;
	cb_status status;

	io->out_len = 0;
	status = append(io, mbedtls_pk_write_key_der(&rsa->pk, io->out, io->out_size));
	if (status != CB_OK)
		return status;
	return append(io, mbedtls_pk_write_pubkey_der(
				  &rsa->pk, io->out + io->out_len, io->out_size - io->out_len));
}

static cb_status rsa_sign_digest(void *state, cb_io *io)
{
	struct rsa *rsa = state;

	io->out_len = mbedtls_rsa_get_len(rsa->rsa);
	if (io->out_len > io->out_size)
		return CB_EINVAL;
	return cb__mbedtls_check(
		rsa_sign(rsa->rsa, io->out, MBEDTLS_MD_SHA256, io->in, io->in_len));
}

static int verify(struct rsa *rsa, const cb_io *io)
{
	if (io->tag_len != mbedtls_rsa_get_len(rsa->rsa))
		return MBEDTLS_ERR_RSA_VERIFY_FAILED;
	return rsa_verify(rsa->rsa, MBEDTLS_MD_SHA256, io->in, io->in_len, io->tag);
}

static cb_status rsa_verify_digest(void *state, cb_io *io)
{
	return cb__mbedtls_check(verify(state, io));
}

static cb_status rsa_reject(void *state, cb_io *io)
{
	int code = verify(state, io);

	if (code == ERR_OUT_OF_RANGE)
		return CB_OK;
	return cb__mbedtls_check_refusal(code, MBEDTLS_ERR_RSA_VERIFY_FAILED);
}

const cb_driver cb__mbedtls_rsa = {
	.state_size = sizeof(struct rsa),
	.open = rsa_open,
	.close = rsa_close,
	.run = {[CB_OP_KEYGEN] = rsa_keygen,
		[CB_OP_SIGN] = rsa_sign_digest,
		[CB_OP_VERIFY] = rsa_verify_digest,
		[CB_OP_REJECT] = rsa_reject},
	.collect = rsa_collect,
};
