/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "compat.h"

#define PUBLIC_EXPONENT 65537

/* What the library says of a signature that is not below the modulus. */
#define ERR_OUT_OF_RANGE (MBEDTLS_ERR_RSA_PUBLIC_FAILED + MBEDTLS_ERR_MPI_BAD_INPUT_DATA)

struct rsa {
	mbedtls_pk_context own;
	mbedtls_rsa_context *key; /* in own, or that of another thread */
	struct rng rng;
	unsigned bits;
	cb_op op;
	cb_variant variant;
	int is_pss;
};

static int load_pk(mbedtls_pk_context *pk, struct rsa *rsa, const cb_io *io)
{
	switch (rsa->op) {
	case CB_OP_KEYGEN:
		return mbedtls_pk_setup(pk, mbedtls_pk_info_from_type(MBEDTLS_PK_RSA));
	case CB_OP_SIGN:
		return pk_parse_key(pk, io->key, io->key_len, &rsa->rng);
	default:
		return mbedtls_pk_parse_public_key(pk, io->peer, io->peer_len);
	}
}

/* Safe to free after a failure. */
static int open_key(mbedtls_pk_context *pk, struct rsa *rsa, const cb_io *io)
{
	int code;

	mbedtls_pk_init(pk);
	if ((code = load_pk(pk, rsa, io)) != 0)
		return code;
	if (!mbedtls_pk_can_do(pk, MBEDTLS_PK_RSA))
		return MBEDTLS_ERR_PK_TYPE_MISMATCH;
	return rsa->is_pss ? rsa_set_pss(mbedtls_pk_rsa(*pk)) : 0;
}

/* A key that signs keeps numbers for blinding: a library without locks cannot share it. */
static int is_supported(const cb_task *task)
{
	int can_share = task->op != CB_OP_KEYGEN &&
			mbedtls_version_check_feature("MBEDTLS_THREADING_C") == 0;

	return cb_task_knows_variant(task, can_share ? FRESH | SHAREDKEY : FRESH);
}

static cb_status open_state(struct rsa *rsa, const cb_task *task, const cb_io *io)
{
	const struct rsa *owner = task->owner;
	int code;

	if (!is_supported(task))
		return CB_ENOTSUP;
	rsa->bits = (unsigned)task->impl->native.id;
	rsa->op = task->op;
	rsa->variant = cb_task_variant(task);
	code = cb__mbedtls_rng_open(&rsa->rng);
	if (code == 0 && owner == NULL)
		code = open_key(&rsa->own, rsa, io);
	if (code != 0)
		return cb__mbedtls_fail(code);
	rsa->key = owner == NULL ? mbedtls_pk_rsa(rsa->own) : owner->key;
	return CB_OK;
}

static cb_status rsa_open(void *state, const cb_task *task, const cb_io *io)
{
	return open_state(state, task, io);
}

static cb_status rsa_pss_open(void *state, const cb_task *task, const cb_io *io)
{
	struct rsa *rsa = state;

	rsa->is_pss = 1;
	return open_state(rsa, task, io);
}

static void rsa_close(void *state)
{
	struct rsa *rsa = state;

	mbedtls_pk_free(&rsa->own);
	cb__mbedtls_rng_close(&rsa->rng);
}

/* A new key needs an empty context: an old one keeps numbers derived from its modulus. So `fresh`
 * is `message`. */
static cb_status rsa_keygen(void *state, cb_io *io)
{
	struct rsa *rsa = state;

	(void)io;
	mbedtls_rsa_free(rsa->key);
	rsa_init(rsa->key);
	return cb__mbedtls_check(mbedtls_rsa_gen_key(
		rsa->key, mbedtls_ctr_drbg_random, &rsa->rng.drbg, rsa->bits, PUBLIC_EXPONENT));
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
	status = append(io, mbedtls_pk_write_key_der(&rsa->own, io->out, io->out_size));
	if (status != CB_OK)
		return status;
	return append(io, mbedtls_pk_write_pubkey_der(
				  &rsa->own, io->out + io->out_len, io->out_size - io->out_len));
}

static int sign(struct rsa *rsa, mbedtls_rsa_context *key, cb_io *io)
{
	io->out_len = mbedtls_rsa_get_len(key);
	if (io->out_len > io->out_size)
		return MBEDTLS_ERR_RSA_OUTPUT_TOO_LARGE;
	if (!rsa->is_pss)
		return rsa_pkcs1_sign(key, io->out, io, &rsa->rng);
	return mbedtls_rsa_rsassa_pss_sign_ext(key, mbedtls_ctr_drbg_random, &rsa->rng.drbg,
		RSA_HASH, (unsigned)io->in_len, io->in, RSA_SALT_LEN, io->out);
}

static int verify(struct rsa *rsa, mbedtls_rsa_context *key, cb_io *io)
{
	if (io->tag_len != mbedtls_rsa_get_len(key))
		return MBEDTLS_ERR_RSA_VERIFY_FAILED;
	return rsa->is_pss ? rsa_pss_verify(key, io) : rsa_pkcs1_verify(key, io);
}

/* Does @p work with the key that the variant asks for. */
static int with_key(struct rsa *rsa, cb_io *io,
	int (*work)(struct rsa *rsa, mbedtls_rsa_context *key, cb_io *io))
{
	mbedtls_pk_context pk;
	int code;

	if (rsa->variant != CB_VARIANT_FRESH)
		return work(rsa, rsa->key, io);
	code = open_key(&pk, rsa, io);
	if (code == 0)
		code = work(rsa, mbedtls_pk_rsa(pk), io);
	mbedtls_pk_free(&pk);
	return code;
}

static cb_status rsa_sign_digest(void *state, cb_io *io)
{
	return cb__mbedtls_check(with_key(state, io, sign));
}

static cb_status rsa_verify_digest(void *state, cb_io *io)
{
	return cb__mbedtls_check(with_key(state, io, verify));
}

/* A forgery opened with the public key is noise, which a PSS encoding is refused for at several
 * places. */
static int is_refusal(const struct rsa *rsa, int code)
{
	if (code == ERR_OUT_OF_RANGE || code == MBEDTLS_ERR_RSA_VERIFY_FAILED)
		return 1;
	return rsa->is_pss &&
	       (code == MBEDTLS_ERR_RSA_INVALID_PADDING || code == MBEDTLS_ERR_RSA_BAD_INPUT_DATA);
}

static cb_status rsa_reject(void *state, cb_io *io)
{
	const struct rsa *rsa = state;
	int code = with_key(state, io, verify);

	if (is_refusal(rsa, code))
		return CB_OK;
	return code == 0 ? CB_EMISMATCH : cb__mbedtls_fail(code);
}

#define RSA_DRIVER(name)                                                                           \
	const cb_driver cb__mbedtls_##name = {                                                     \
		.state_size = sizeof(struct rsa),                                                  \
		.variants = FRESH | SHAREDKEY,                                                     \
		.open = name##_open,                                                               \
		.close = rsa_close,                                                                \
		.run = {[CB_OP_KEYGEN] = rsa_keygen,                                               \
			[CB_OP_SIGN] = rsa_sign_digest,                                            \
			[CB_OP_VERIFY] = rsa_verify_digest,                                        \
			[CB_OP_REJECT] = rsa_reject},                                              \
		.collect = rsa_collect,                                                            \
	}

RSA_DRIVER(rsa);
RSA_DRIVER(rsa_pss);
