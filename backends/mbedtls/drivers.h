/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this backend share: the drivers, the random generator, the last error. */
#ifndef CB_MBEDTLS_DRIVERS_H
#define CB_MBEDTLS_DRIVERS_H

#include <mbedtls/ctr_drbg.h>
#include <mbedtls/entropy.h>

#include <cb/backend.h>

/* What native holds is said behind each driver; those of the ciphers are in cipher.h. */
extern const cb_driver cb__mbedtls_md5;       /* id: mbedtls_md_type_t, as for all hashes */
extern const cb_driver cb__mbedtls_sha1;      /* id */
extern const cb_driver cb__mbedtls_sha256;    /* id */
extern const cb_driver cb__mbedtls_sha384;    /* id */
extern const cb_driver cb__mbedtls_sha512;    /* id */
extern const cb_driver cb__mbedtls_sha3_256;  /* id; 3.6 and later */
extern const cb_driver cb__mbedtls_ripemd160; /* id */
extern const cb_driver cb__mbedtls_hmac;      /* id: mbedtls_md_type_t */
extern const cb_driver cb__mbedtls_cmac;      /* id: mbedtls_cipher_type_t */
extern const cb_driver cb__mbedtls_poly1305;  /* nothing */
extern const cb_driver cb__mbedtls_aead;      /* ptr: struct aead_functions */
extern const cb_driver cb__mbedtls_hkdf;      /* id: mbedtls_md_type_t */
extern const cb_driver cb__mbedtls_pbkdf2;    /* id: mbedtls_md_type_t */
extern const cb_driver cb__mbedtls_kex;       /* id: mbedtls_ecp_group_id */
extern const cb_driver cb__mbedtls_ffdhe;     /* ptr: struct ffdhe_group */
extern const cb_driver cb__mbedtls_ecdsa;     /* id: mbedtls_ecp_group_id */
extern const cb_driver cb__mbedtls_rsa;       /* id: length of the modulus in bits */
extern const cb_driver cb__mbedtls_rsa_pss;   /* id: length of the modulus in bits */
extern const cb_driver cb__mbedtls_random;    /* nothing */

extern const cb_accel_table cb__mbedtls_accel;

/* available() of rows: whether the library that was loaded has the functions. */
int cb__mbedtls_has_cmac(const cb_impl *impl);
int cb__mbedtls_has_poly1305(const cb_impl *impl);
int cb__mbedtls_has_hkdf(const cb_impl *impl);
int cb__mbedtls_has_pbkdf2(const cb_impl *impl);

struct ffdhe_group {
	const uint8_t *prime;
	size_t prime_len;
	size_t exponent_bits; /* of a new private key */
};

extern const struct ffdhe_group cb__mbedtls_ffdhe2048;
extern const struct ffdhe_group cb__mbedtls_ffdhe3072;

#define PRAGMA(text) _Pragma(#text)

/**
 * A library built without @p function loads all the same; the address of the function is NULL then.
 * Builds of mbedTLS are often cut down, and the headers at hand need not be those of the library
 * that is measured.
 */
#define OPTIONAL(function) PRAGMA(weak function)

/**
 * A generator of random numbers: what a caller of mbedTLS sets up for itself. Each state has its
 * own, because one that threads share is a lock they wait for. Safe to close after a failure.
 */
struct rng {
	mbedtls_entropy_context entropy;
	mbedtls_ctr_drbg_context drbg;
};

/** @return 0 or an error code of mbedTLS */
int cb__mbedtls_rng_open(struct rng *rng);

void cb__mbedtls_rng_close(struct rng *rng);

/** Keeps @p code for last_error(). @return CB_EBACKEND */
cb_status cb__mbedtls_fail(int code);

/** What @p code, a return value of the library, means to the core. */
static inline cb_status cb__mbedtls_check(int code)
{
	return code == 0 ? CB_OK : cb__mbedtls_fail(code);
}

/** What @p code means where a forged tag or signature was given: it must be @p refusal. */
static inline cb_status cb__mbedtls_check_refusal(int code, int refusal)
{
	if (code == refusal)
		return CB_OK;
	return code == 0 ? CB_EMISMATCH : cb__mbedtls_fail(code);
}

#define STREAM    CB_VARIANT_BIT(CB_VARIANT_STREAM)
#define REKEY     CB_VARIANT_BIT(CB_VARIANT_REKEY)
#define FRESH     CB_VARIANT_BIT(CB_VARIANT_FRESH)
#define SHAREDKEY CB_VARIANT_BIT(CB_VARIANT_SHAREDKEY)

#endif
