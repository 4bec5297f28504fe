/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include <mbedtls/cipher.h>
#include <mbedtls/ecp.h>
#include <mbedtls/error.h>
#include <mbedtls/md.h>
#include <mbedtls/version.h>

#include "aead.h"
#include "cipher.h"
#include "ec.h"

static int has_hash(const cb_impl *impl)
{
	return mbedtls_md_info_from_type((mbedtls_md_type_t)impl->native.id) != NULL;
}

#define CIPHER(algorithm, name)                                                                    \
	{                                                                                          \
		algorithm, &cb__mbedtls_##name, {.ptr = &cb__mbedtls_##name##_functions},          \
			cb__mbedtls_has_cipher, NULL                                               \
	}

static const cb_impl impls[] = {
	{"md5", &cb__mbedtls_md5, {.id = MBEDTLS_MD_MD5}, has_hash, NULL},
	{"sha1", &cb__mbedtls_sha1, {.id = MBEDTLS_MD_SHA1}, has_hash, NULL},
	{"sha256", &cb__mbedtls_sha256, {.id = MBEDTLS_MD_SHA256}, has_hash, NULL},
	{"sha384", &cb__mbedtls_sha384, {.id = MBEDTLS_MD_SHA384}, has_hash, NULL},
	{"sha512", &cb__mbedtls_sha512, {.id = MBEDTLS_MD_SHA512}, has_hash, NULL},
#if MBEDTLS_VERSION_NUMBER >= 0x03060000
	{"sha3-256", &cb__mbedtls_sha3_256, {.id = MBEDTLS_MD_SHA3_256}, has_hash, NULL},
#endif
	{"ripemd160", &cb__mbedtls_ripemd160, {.id = MBEDTLS_MD_RIPEMD160}, has_hash, NULL},
	{"hmac-sha1", &cb__mbedtls_hmac, {.id = MBEDTLS_MD_SHA1}, has_hash, NULL},
	{"hmac-sha256", &cb__mbedtls_hmac, {.id = MBEDTLS_MD_SHA256}, has_hash, NULL},
	{"hmac-sha512", &cb__mbedtls_hmac, {.id = MBEDTLS_MD_SHA512}, has_hash, NULL},
	{"aes-128-cmac", &cb__mbedtls_cmac, {.id = MBEDTLS_CIPHER_AES_128_ECB},
		cb__mbedtls_has_cmac, NULL},
	{"aes-256-cmac", &cb__mbedtls_cmac, {.id = MBEDTLS_CIPHER_AES_256_ECB},
		cb__mbedtls_has_cmac, NULL},
	{"poly1305", &cb__mbedtls_poly1305, {.ptr = NULL}, cb__mbedtls_has_poly1305, NULL},
#if MBEDTLS_VERSION_NUMBER < 0x03000000
	CIPHER("rc4", arc4),
#endif
	CIPHER("aes-128-ecb", aes_ecb),
	CIPHER("aes-192-ecb", aes_ecb),
	CIPHER("aes-256-ecb", aes_ecb),
	CIPHER("aes-128-cbc", aes_cbc),
	CIPHER("aes-192-cbc", aes_cbc),
	CIPHER("aes-256-cbc", aes_cbc),
	CIPHER("aes-128-ctr", aes_ctr),
	CIPHER("aes-192-ctr", aes_ctr),
	CIPHER("aes-256-ctr", aes_ctr),
	CIPHER("aes-128-xts", aes_xts),
	CIPHER("aes-256-xts", aes_xts),
	CIPHER("chacha20", chacha20),
	CIPHER("des-ede3-cbc", des3),
	CIPHER("camellia-128-cbc", camellia),
	CIPHER("camellia-256-cbc", camellia),
	CIPHER("aria-128-cbc", aria),
	CIPHER("aria-256-cbc", aria),
	{"aes-128-gcm", &cb__mbedtls_aead, {.ptr = &cb__mbedtls_gcm}, cb__mbedtls_has_aead, NULL},
	{"aes-256-gcm", &cb__mbedtls_aead, {.ptr = &cb__mbedtls_gcm}, cb__mbedtls_has_aead, NULL},
	{"aes-128-ccm", &cb__mbedtls_aead, {.ptr = &cb__mbedtls_ccm}, cb__mbedtls_has_aead, NULL},
	{"aes-256-ccm", &cb__mbedtls_aead, {.ptr = &cb__mbedtls_ccm}, cb__mbedtls_has_aead, NULL},
	{"chacha20-poly1305", &cb__mbedtls_aead, {.ptr = &cb__mbedtls_chachapoly},
		cb__mbedtls_has_aead, NULL},
	{"hkdf-sha256", &cb__mbedtls_hkdf, {.id = MBEDTLS_MD_SHA256}, cb__mbedtls_has_hkdf, NULL},
	{"pbkdf2-hmac-sha256", &cb__mbedtls_pbkdf2, {.id = MBEDTLS_MD_SHA256},
		cb__mbedtls_has_pbkdf2, NULL},
	{"x25519", &cb__mbedtls_kex, {.id = MBEDTLS_ECP_DP_CURVE25519}, cb__mbedtls_has_curve,
		NULL},
	{"x448", &cb__mbedtls_kex, {.id = MBEDTLS_ECP_DP_CURVE448}, cb__mbedtls_has_curve, NULL},
	{"ecdh-p256", &cb__mbedtls_kex, {.id = MBEDTLS_ECP_DP_SECP256R1}, cb__mbedtls_has_curve,
		NULL},
	{"ecdh-p384", &cb__mbedtls_kex, {.id = MBEDTLS_ECP_DP_SECP384R1}, cb__mbedtls_has_curve,
		NULL},
	{"ecdh-p521", &cb__mbedtls_kex, {.id = MBEDTLS_ECP_DP_SECP521R1}, cb__mbedtls_has_curve,
		NULL},
	{"ffdhe2048", &cb__mbedtls_ffdhe, {.ptr = &cb__mbedtls_ffdhe2048}, NULL, NULL},
	{"ffdhe3072", &cb__mbedtls_ffdhe, {.ptr = &cb__mbedtls_ffdhe3072}, NULL, NULL},
	{"ecdsa-p256", &cb__mbedtls_ecdsa, {.id = MBEDTLS_ECP_DP_SECP256R1}, cb__mbedtls_has_curve,
		NULL},
	{"ecdsa-p384", &cb__mbedtls_ecdsa, {.id = MBEDTLS_ECP_DP_SECP384R1}, cb__mbedtls_has_curve,
		NULL},
	{"ecdsa-p521", &cb__mbedtls_ecdsa, {.id = MBEDTLS_ECP_DP_SECP521R1}, cb__mbedtls_has_curve,
		NULL},
	{"rsa-2048", &cb__mbedtls_rsa, {.id = 2048}, NULL, NULL},
	{"rsa-3072", &cb__mbedtls_rsa, {.id = 3072}, NULL, NULL},
	{"rsa-4096", &cb__mbedtls_rsa, {.id = 4096}, NULL, NULL},
	{"rsa-2048-pss", &cb__mbedtls_rsa_pss, {.id = 2048}, NULL, NULL},
	{"rsa-3072-pss", &cb__mbedtls_rsa_pss, {.id = 3072}, NULL, NULL},
	{"rsa-4096-pss", &cb__mbedtls_rsa_pss, {.id = 4096}, NULL, NULL},
	{"random", &cb__mbedtls_random, {.ptr = NULL}, NULL, NULL},
};

/* Choices made when the library was compiled that show in its speed. */
static const char *const build_features[] = {
	"HAVE_ASM",
	"HAVE_SSE2",
	"AESNI_C",
	"AESCE_C",
	"PADLOCK_C",
	"AES_USE_HARDWARE_ONLY",
	"AES_ROM_TABLES",
	"AES_FEWER_TABLES",
	"GCM_LARGE_TABLE",
	"SHA256_SMALLER",
	"SHA512_SMALLER",
	"SHA256_USE_ARMV8_A_CRYPTO_IF_PRESENT",
	"SHA512_USE_A64_CRYPTO_IF_PRESENT",
	"ECP_NIST_OPTIM",
	"ECP_WITH_MPI_UINT",
	"THREADING_C",
};

static int last_code;

cb_status cb__mbedtls_fail(int code)
{
	last_code = code;
	return CB_EBACKEND;
}

static const char *version(void)
{
	static char text[18];

	mbedtls_version_get_string(text);
	return text;
}

static const char *build_info(void)
{
	static char text[512];
	size_t len = 0;

	text[0] = '\0';
	for (size_t i = 0; i < CB_COUNT(build_features); i++) {
		char feature[64];

		snprintf(feature, sizeof(feature), "MBEDTLS_%s", build_features[i]);
		if (mbedtls_version_check_feature(feature) != 0)
			continue;
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s", len == 0 ? "" : " ",
			build_features[i]);
	}
	return text;
}

static void last_error(char *text, size_t size)
{
	text[0] = '\0';
	if (last_code != 0)
		mbedtls_strerror(last_code, text, size);
}

CB_BACKEND_DEFINE = {
	.abi = CB_BACKEND_ABI,
	.op_count = CB_OP_COUNT,
	.name = "mbedtls",
	.library = "libmbedcrypto",
	.library_symbol = "mbedtls_aes_init",
	.version = version,
	.build_info = build_info,
	.accel = &cb__mbedtls_accel,
	.last_error = last_error,
	.impls = impls,
	.impl_count = CB_COUNT(impls),
};
