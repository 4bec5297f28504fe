/* SPDX-License-Identifier: Apache-2.0 */
/* The one place that knows how mbedTLS 2.28 and 3.x differ for their callers. */
#ifndef CB_MBEDTLS_COMPAT_H
#define CB_MBEDTLS_COMPAT_H

#include <mbedtls/md.h>
#include <mbedtls/pk.h>
#include <mbedtls/rsa.h>
#include <mbedtls/version.h>

#include "drivers.h"

#if MBEDTLS_VERSION_NUMBER < 0x03000000

/* The functions of 2.x without the suffix return nothing. */
#define HASH_CALL(name, step) mbedtls_##name##_##step##_ret

static inline int pk_parse_key(mbedtls_pk_context *pk, const uint8_t *der, size_t der_len)
{
	return mbedtls_pk_parse_key(pk, der, der_len, NULL, 0);
}

static inline void rsa_init(mbedtls_rsa_context *rsa)
{
	mbedtls_rsa_init(rsa, MBEDTLS_RSA_PKCS_V15, 0);
}

static inline int rsa_sign(mbedtls_rsa_context *rsa, uint8_t *signature, mbedtls_md_type_t md,
	const uint8_t *digest, size_t digest_len)
{
	return mbedtls_rsa_pkcs1_sign(rsa, cb__mbedtls_random, NULL, MBEDTLS_RSA_PRIVATE, md,
		(unsigned)digest_len, digest, signature);
}

static inline int rsa_verify(mbedtls_rsa_context *rsa, mbedtls_md_type_t md, const uint8_t *digest,
	size_t digest_len, const uint8_t *signature)
{
	return mbedtls_rsa_pkcs1_verify(
		rsa, NULL, NULL, MBEDTLS_RSA_PUBLIC, md, (unsigned)digest_len, digest, signature);
}

#else

#define HASH_CALL(name, step) mbedtls_##name##_##step

static inline int pk_parse_key(mbedtls_pk_context *pk, const uint8_t *der, size_t der_len)
{
	return mbedtls_pk_parse_key(pk, der, der_len, NULL, 0, cb__mbedtls_random, NULL);
}

static inline void rsa_init(mbedtls_rsa_context *rsa)
{
	mbedtls_rsa_init(rsa);
}

static inline int rsa_sign(mbedtls_rsa_context *rsa, uint8_t *signature, mbedtls_md_type_t md,
	const uint8_t *digest, size_t digest_len)
{
	return mbedtls_rsa_pkcs1_sign(
		rsa, cb__mbedtls_random, NULL, md, (unsigned)digest_len, digest, signature);
}

static inline int rsa_verify(mbedtls_rsa_context *rsa, mbedtls_md_type_t md, const uint8_t *digest,
	size_t digest_len, const uint8_t *signature)
{
	return mbedtls_rsa_pkcs1_verify(rsa, md, (unsigned)digest_len, digest, signature);
}

#endif

#endif
