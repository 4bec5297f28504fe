/* SPDX-License-Identifier: Apache-2.0 */
/* What the loops over mbedTLS keep. */
#ifndef CB_IDIOMS_MBEDTLS_KEPT_H
#define CB_IDIOMS_MBEDTLS_KEPT_H

#include <mbedtls/aes.h>
#include <mbedtls/camellia.h>
#include <mbedtls/ccm.h>
#include <mbedtls/chacha20.h>
#include <mbedtls/chachapoly.h>
#include <mbedtls/cipher.h>
#include <mbedtls/cmac.h>
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/des.h>
#include <mbedtls/ecdh.h>
#include <mbedtls/ecdsa.h>
#include <mbedtls/entropy.h>
#include <mbedtls/gcm.h>
#include <mbedtls/md.h>
#include <mbedtls/md5.h>
#include <mbedtls/pk.h>
#include <mbedtls/poly1305.h>
#include <mbedtls/ripemd160.h>
#include <mbedtls/rsa.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>
#include <mbedtls/version.h>

#include "idioms.h"

/* The functions of 2.x without the suffix return nothing. */
#if MBEDTLS_VERSION_NUMBER < 0x03000000
#include <mbedtls/arc4.h>
#define HASH_CALL(name, step) mbedtls_##name##_##step##_ret
#else
#define HASH_CALL(name, step) mbedtls_##name##_##step
#endif

/** What the layers above an algorithm call it; one of the two. */
struct native {
	mbedtls_md_type_t md;
	mbedtls_cipher_type_t cipher;
	mbedtls_ecp_group_id curve;
};

struct keys {
	mbedtls_entropy_context entropy;
	mbedtls_ctr_drbg_context drbg;
	mbedtls_ecp_group group;
	mbedtls_mpi scalar;
	mbedtls_ecp_point point;
	mbedtls_mpi r;
	mbedtls_mpi s;
	mbedtls_pk_context pk;
	mbedtls_ecdsa_context *ecdsa;
	mbedtls_rsa_context *rsa;
};

/* Contexts of the algorithms: freeing one that was never used is to clear it. */
struct kept {
	const mbedtls_md_info_t *md_info;
	const mbedtls_cipher_info_t *cipher_info;
	mbedtls_md_context_t md;
	mbedtls_cipher_context_t cipher;
	struct keys *keys; /* NULL if there are none */
	union {
		mbedtls_md5_context md5;
		mbedtls_sha1_context sha1;
		mbedtls_sha256_context sha256;
		mbedtls_sha512_context sha512;
		mbedtls_ripemd160_context ripemd160;
		mbedtls_poly1305_context poly1305;
		mbedtls_aes_context aes;
		mbedtls_aes_xts_context xts;
		mbedtls_chacha20_context chacha20;
		mbedtls_des3_context des3;
		mbedtls_camellia_context camellia;
		mbedtls_gcm_context gcm;
		mbedtls_ccm_context ccm;
		mbedtls_chachapoly_context chachapoly;
#if MBEDTLS_VERSION_NUMBER < 0x03000000
		mbedtls_arc4_context arc4;
#endif
	} as;
	union {
		mbedtls_md5_context md5;
		mbedtls_sha1_context sha1;
		mbedtls_sha256_context sha256;
		mbedtls_sha512_context sha512;
		mbedtls_ripemd160_context ripemd160;
	} started;
	uint8_t iv[16];
	uint8_t block[16];
	uint8_t combined[64];               /* ciphertext and tag */
	void (*release)(struct kept *kept); /* of what `as` holds; NULL if it holds no memory */
};

struct scratch {
	size_t len;
	size_t offset;
	int code;
	unsigned char *at;
	uint8_t der[MBEDTLS_ECDSA_MAX_LEN];
};

extern const idioms_idiom idioms_mbedtls_derive[2];
extern const idioms_idiom idioms_mbedtls_ecdsa_sign[3];
extern const idioms_idiom idioms_mbedtls_ecdsa_verify[3];
extern const idioms_idiom idioms_mbedtls_rsa_sign[2];
extern const idioms_idiom idioms_mbedtls_rsa_verify[2];

void idioms_mbedtls_free_keys(struct keys *keys);

#endif
