/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include <mbedtls/cipher.h>
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/ecp.h>
#include <mbedtls/entropy.h>
#include <mbedtls/error.h>
#include <mbedtls/md.h>
#include <mbedtls/version.h>

#include "drivers.h"

static const cb_impl impls[] = {
	{"md5", &cb__mbedtls_md5, {.id = 0}, NULL, NULL},
	{"sha1", &cb__mbedtls_sha1, {.id = 0}, NULL, NULL},
	{"sha256", &cb__mbedtls_sha256, {.id = 0}, NULL, NULL},
	{"sha512", &cb__mbedtls_sha512, {.id = 0}, NULL, NULL},
	{"hmac-sha256", &cb__mbedtls_hmac, {.id = MBEDTLS_MD_SHA256}, NULL, NULL},
#ifdef MBEDTLS_ARC4_C
	{"rc4", &cb__mbedtls_arc4, {.id = 0}, NULL, NULL},
#endif
	{"aes-128-cbc", &cb__mbedtls_aes_cbc, {.id = 0}, NULL, NULL},
	{"aes-256-cbc", &cb__mbedtls_aes_cbc, {.id = 0}, NULL, NULL},
	{"aes-128-gcm", &cb__mbedtls_gcm, {.id = MBEDTLS_CIPHER_ID_AES}, NULL, NULL},
	{"aes-256-gcm", &cb__mbedtls_gcm, {.id = MBEDTLS_CIPHER_ID_AES}, NULL, NULL},
	{"chacha20-poly1305", &cb__mbedtls_chachapoly, {.id = 0}, NULL, NULL},
	{"x25519", &cb__mbedtls_kex, {.id = MBEDTLS_ECP_DP_CURVE25519}, NULL, NULL},
	{"ecdsa-p256", &cb__mbedtls_ecdsa, {.id = MBEDTLS_ECP_DP_SECP256R1}, NULL, NULL},
	{"rsa-2048", &cb__mbedtls_rsa, {.id = 2048}, NULL, NULL},
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

static mbedtls_entropy_context entropy;
static mbedtls_ctr_drbg_context drbg;
static int last_code;

int cb__mbedtls_random(void *unused, unsigned char *out, size_t out_len)
{
	(void)unused;
	return mbedtls_ctr_drbg_random(&drbg, out, out_len);
}

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

static cb_status init(void)
{
	mbedtls_entropy_init(&entropy);
	mbedtls_ctr_drbg_init(&drbg);
	return cb__mbedtls_check(
		mbedtls_ctr_drbg_seed(&drbg, mbedtls_entropy_func, &entropy, NULL, 0));
}

static void finish(void)
{
	mbedtls_ctr_drbg_free(&drbg);
	mbedtls_entropy_free(&entropy);
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
	.init = init,
	.finish = finish,
	.accel = &cb__mbedtls_accel,
	.last_error = last_error,
	.impls = impls,
	.impl_count = CB_COUNT(impls),
};
