/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this backend share: the drivers, the random generator, the last error. */
#ifndef CB_MBEDTLS_DRIVERS_H
#define CB_MBEDTLS_DRIVERS_H

#include <cb/backend.h>

/* What native.id holds is said behind each driver. */
extern const cb_driver cb__mbedtls_md5;        /* nothing */
extern const cb_driver cb__mbedtls_sha1;       /* nothing */
extern const cb_driver cb__mbedtls_sha256;     /* nothing */
extern const cb_driver cb__mbedtls_sha512;     /* nothing */
extern const cb_driver cb__mbedtls_hmac;       /* mbedtls_md_type_t */
extern const cb_driver cb__mbedtls_aes_cbc;    /* nothing */
extern const cb_driver cb__mbedtls_arc4;       /* nothing; 2.x only */
extern const cb_driver cb__mbedtls_gcm;        /* mbedtls_cipher_id_t */
extern const cb_driver cb__mbedtls_chachapoly; /* nothing */
extern const cb_driver cb__mbedtls_kex;        /* mbedtls_ecp_group_id */
extern const cb_driver cb__mbedtls_ecdsa;      /* mbedtls_ecp_group_id */
extern const cb_driver cb__mbedtls_rsa;        /* length of the modulus in bits */

extern const cb_accel_table cb__mbedtls_accel;

/** Fills @p out from the backend's generator, in the form that mbedTLS takes; @p unused is NULL. */
int cb__mbedtls_random(void *unused, unsigned char *out, size_t out_len);

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

#endif
