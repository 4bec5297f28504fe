/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of the OpenSSL backend (libcrypto 3.0 and later): which algorithm is driven how. */
#include "drivers.h"

#include <openssl/core_names.h>
#include <openssl/rsa.h>

static const openssl_mac_spec hmac_sha256 = {"HMAC", OSSL_MAC_PARAM_DIGEST, "SHA2-256"};

static const openssl_key_spec x25519 = {"X25519", NULL, 0, &openssl_key_raw};

static const openssl_sign_spec ed25519 = {{"ED25519", NULL, 0, &openssl_key_raw}, NULL, 0};
static const openssl_sign_spec ecdsa_p256 = {{"EC", "P-256", 0, &openssl_key_ec}, "SHA2-256", 0};
static const openssl_sign_spec rsa_2048 = {
	{"RSA", NULL, 2048, &openssl_key_rsa}, "SHA2-256", RSA_PKCS1_PADDING};

/* clang-format off */
#define ROW(algorithm, driver, handle, has, reason) {algorithm, &(driver), {handle}, has, reason}

#define HASH(algorithm, fetch) \
	ROW(algorithm, openssl_hash, .name = (fetch), openssl_has_digest, NULL)
#define MAC(algorithm, spec) \
	ROW(algorithm, openssl_mac, .ptr = &(spec), openssl_has_mac, NULL)
#define CIPHER(algorithm, fetch) \
	ROW(algorithm, openssl_cipher, .name = (fetch), openssl_has_cipher, NULL)
#define LEGACY_CIPHER(algorithm, fetch) \
	ROW(algorithm, openssl_cipher, .name = (fetch), openssl_has_cipher, \
		"the legacy provider of this library is not installed")
#define AEAD(algorithm, fetch) \
	ROW(algorithm, openssl_aead, .name = (fetch), openssl_has_cipher, NULL)
#define KEX(algorithm, spec) \
	ROW(algorithm, openssl_kex, .ptr = &(spec), openssl_has_key, NULL)
#define SIGN_MESSAGE(algorithm, spec) \
	ROW(algorithm, openssl_sign_message, .ptr = &(spec), openssl_has_key, NULL)
#define SIGN_DIGEST(algorithm, spec) \
	ROW(algorithm, openssl_sign_digest, .ptr = &(spec), openssl_has_key, NULL)
/* clang-format on */

static const cb_impl impls[] = {
	HASH("md5", "MD5"),
	HASH("sha1", "SHA1"),
	HASH("sha256", "SHA2-256"),
	HASH("sha512", "SHA2-512"),
	MAC("hmac-sha256", hmac_sha256),
	LEGACY_CIPHER("rc4", "RC4"),
	CIPHER("aes-128-cbc", "AES-128-CBC"),
	CIPHER("aes-256-cbc", "AES-256-CBC"),
	AEAD("aes-128-gcm", "AES-128-GCM"),
	AEAD("aes-256-gcm", "AES-256-GCM"),
	AEAD("chacha20-poly1305", "ChaCha20-Poly1305"),
	KEX("x25519", x25519),
	SIGN_MESSAGE("ed25519", ed25519),
	SIGN_DIGEST("ecdsa-p256", ecdsa_p256),
	SIGN_DIGEST("rsa-2048", rsa_2048),
};

CB_BACKEND_DEFINE = {
	.abi = CB_BACKEND_ABI,
	.op_count = CB_OP_COUNT,
	.name = "openssl",
	.library = "libcrypto",
	.library_symbol = "OpenSSL_version",
	.version = openssl_version,
	.build_info = openssl_build_info,
	.init = openssl_init,
	.finish = openssl_finish,
	.accel = &openssl_accel,
	.environment = openssl_environment,
	.list_providers = openssl_list_providers,
	.last_error = openssl_last_error,
	.impls = impls,
	.impl_count = CB_COUNT(impls),
};
