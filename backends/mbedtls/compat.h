/* SPDX-License-Identifier: Apache-2.0 */
/* The one place that knows how mbedTLS 2.28 and 3.x differ for their callers. */
#ifndef CB_MBEDTLS_COMPAT_H
#define CB_MBEDTLS_COMPAT_H

#include <mbedtls/md.h>
#include <mbedtls/pk.h>
#include <mbedtls/rsa.h>
#include <mbedtls/version.h>

#include "drivers.h"

#define RSA_HASH     MBEDTLS_MD_SHA256
#define RSA_SALT_LEN 32

#if MBEDTLS_VERSION_NUMBER < 0x03000000

/* The functions of 2.x without the suffix return nothing. */
#define HASH_CALL(name, step) mbedtls_##name##_##step##_ret

static inline int pk_parse_key(
	mbedtls_pk_context *pk, const uint8_t *der, size_t der_len, struct rng *rng)
{
	(void)rng;
	return mbedtls_pk_parse_key(pk, der, der_len, NULL, 0);
}

static inline void rsa_init(mbedtls_rsa_context *rsa)
{
	mbedtls_rsa_init(rsa, MBEDTLS_RSA_PKCS_V15, 0);
}

static inline int rsa_pkcs1_sign(
	mbedtls_rsa_context *rsa, uint8_t *signature, const cb_io *io, struct rng *rng)
{
	return mbedtls_rsa_pkcs1_sign(rsa, mbedtls_ctr_drbg_random, &rng->drbg, MBEDTLS_RSA_PRIVATE,
		RSA_HASH, (unsigned)io->in_len, io->in, signature);
}

static inline int rsa_pkcs1_verify(mbedtls_rsa_context *rsa, const cb_io *io)
{
	return mbedtls_rsa_pkcs1_verify(rsa, NULL, NULL, MBEDTLS_RSA_PUBLIC, RSA_HASH,
		(unsigned)io->in_len, io->in, io->tag);
}

static inline int rsa_pss_verify(mbedtls_rsa_context *rsa, const cb_io *io)
{
	return mbedtls_rsa_rsassa_pss_verify_ext(rsa, NULL, NULL, MBEDTLS_RSA_PUBLIC, RSA_HASH,
		(unsigned)io->in_len, io->in, RSA_HASH, RSA_SALT_LEN, io->tag);
}

static inline int rsa_set_pss(mbedtls_rsa_context *rsa)
{
	mbedtls_rsa_set_padding(rsa, MBEDTLS_RSA_PKCS_V21, RSA_HASH);
	return 0;
}

#else

#define HASH_CALL(name, step) mbedtls_##name##_##step

static inline int pk_parse_key(
	mbedtls_pk_context *pk, const uint8_t *der, size_t der_len, struct rng *rng)
{
	return mbedtls_pk_parse_key(pk, der, der_len, NULL, 0, mbedtls_ctr_drbg_random, &rng->drbg);
}

static inline void rsa_init(mbedtls_rsa_context *rsa)
{
	mbedtls_rsa_init(rsa);
}

static inline int rsa_pkcs1_sign(
	mbedtls_rsa_context *rsa, uint8_t *signature, const cb_io *io, struct rng *rng)
{
	return mbedtls_rsa_pkcs1_sign(rsa, mbedtls_ctr_drbg_random, &rng->drbg, RSA_HASH,
		(unsigned)io->in_len, io->in, signature);
}

static inline int rsa_pkcs1_verify(mbedtls_rsa_context *rsa, const cb_io *io)
{
	return mbedtls_rsa_pkcs1_verify(rsa, RSA_HASH, (unsigned)io->in_len, io->in, io->tag);
}

static inline int rsa_pss_verify(mbedtls_rsa_context *rsa, const cb_io *io)
{
	return mbedtls_rsa_rsassa_pss_verify_ext(
		rsa, RSA_HASH, (unsigned)io->in_len, io->in, RSA_HASH, RSA_SALT_LEN, io->tag);
}

static inline int rsa_set_pss(mbedtls_rsa_context *rsa)
{
	return mbedtls_rsa_set_padding(rsa, MBEDTLS_RSA_PKCS_V21, RSA_HASH);
}

#endif

#endif
