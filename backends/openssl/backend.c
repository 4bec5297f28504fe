/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of the OpenSSL backend (libcrypto 3.0 and later): which algorithm is driven how. */
#include "drivers.h"

#include <openssl/core_names.h>

static const openssl_mac_spec hmac_sha1 = {"HMAC", OSSL_MAC_PARAM_DIGEST, "SHA1", 0};
static const openssl_mac_spec hmac_sha256 = {"HMAC", OSSL_MAC_PARAM_DIGEST, "SHA2-256", 0};
static const openssl_mac_spec hmac_sha512 = {"HMAC", OSSL_MAC_PARAM_DIGEST, "SHA2-512", 0};
static const openssl_mac_spec cmac_128 = {"CMAC", OSSL_MAC_PARAM_CIPHER, "AES-128-CBC", 0};
static const openssl_mac_spec cmac_256 = {"CMAC", OSSL_MAC_PARAM_CIPHER, "AES-256-CBC", 0};
static const openssl_mac_spec poly1305 = {"POLY1305", NULL, NULL, 0};
static const openssl_mac_spec siphash = {"SIPHASH", NULL, NULL, 8};
static const openssl_mac_spec blake2b_mac = {"BLAKE2BMAC", NULL, NULL, 64};

static const openssl_kdf_spec hkdf = {.name = "HKDF",
	.digest = "SHA2-256",
	.secret = OSSL_KDF_PARAM_KEY,
	.info = OSSL_KDF_PARAM_INFO};
/* The option lifts the lower bounds of SP 800-132: 1000 iterations, 16 bytes of salt. */
static const openssl_kdf_spec pbkdf2 = {.name = "PBKDF2",
	.digest = "SHA2-256",
	.secret = OSSL_KDF_PARAM_PASSWORD,
	.cost = {OSSL_KDF_PARAM_ITER},
	.option = OSSL_KDF_PARAM_PKCS5,
	.option_value = 1};
/* The default limit of memory is 32 MiB. */
static const openssl_kdf_spec scrypt = {.name = "SCRYPT",
	.secret = OSSL_KDF_PARAM_PASSWORD,
	.cost = {OSSL_KDF_PARAM_SCRYPT_N, OSSL_KDF_PARAM_SCRYPT_R, OSSL_KDF_PARAM_SCRYPT_P},
	.option = OSSL_KDF_PARAM_SCRYPT_MAXMEM,
	.option_value = UINT64_MAX};
/* In one thread, which is the default. The headers of 3.0 do not know these names. */
static const openssl_kdf_spec argon2id = {.name = "ARGON2ID",
	.secret = OSSL_KDF_PARAM_PASSWORD,
	.info = "ad",
	.cost = {OSSL_KDF_PARAM_ITER, "memcost", "lanes"}};

#define RAW(name, type)    static const openssl_key_spec name = {type, NULL, 0, &openssl_key_raw}
#define CURVE(name, group) static const openssl_key_spec name = {"EC", group, 0, &openssl_key_ec}
#define FIELD(name)        static const openssl_key_spec name = {"DH", #name, 0, &openssl_key_dh}

RAW(x25519, "X25519");
RAW(x448, "X448");
CURVE(ecdh_p256, "P-256");
CURVE(ecdh_p384, "P-384");
CURVE(ecdh_p521, "P-521");
FIELD(ffdhe2048);
FIELD(ffdhe3072);
RAW(ml_kem_512, "ML-KEM-512");
RAW(ml_kem_768, "ML-KEM-768");
RAW(ml_kem_1024, "ML-KEM-1024");

#define SCHEME(name, type)                                                                         \
	static const openssl_sign_spec name = {{type, NULL, 0, &openssl_key_raw}, NULL, NULL, 0}
#define ECDSA(name, group)                                                                         \
	static const openssl_sign_spec name = {                                                    \
		{"EC", group, 0, &openssl_key_ec}, "SHA2-256", NULL, 0}
#define RSA_PAIR(bits)                                                                             \
	static const openssl_sign_spec rsa_##bits = {{"RSA", NULL, bits, &openssl_key_rsa},        \
		"SHA2-256", OSSL_PKEY_RSA_PAD_MODE_PKCSV15, 0};                                    \
	static const openssl_sign_spec rsa_##bits##_pss = {                                        \
		{"RSA", NULL, bits, &openssl_key_rsa}, "SHA2-256", OSSL_PKEY_RSA_PAD_MODE_PSS, 32}

SCHEME(ed25519, "ED25519");
SCHEME(ed448, "ED448");
ECDSA(ecdsa_p256, "P-256");
ECDSA(ecdsa_p384, "P-384");
ECDSA(ecdsa_p521, "P-521");
RSA_PAIR(2048);
RSA_PAIR(3072);
RSA_PAIR(4096);
SCHEME(ml_dsa_44, "ML-DSA-44");
SCHEME(ml_dsa_65, "ML-DSA-65");
SCHEME(ml_dsa_87, "ML-DSA-87");

#define NO_LEGACY  "the legacy provider of this library is not installed"
#define NO_ARGON2  "libcrypto has Argon2 since 3.2"
#define NO_LATTICE "libcrypto has ML-KEM and ML-DSA since 3.5"

/* clang-format off */
#define ROW(algorithm, driver, handle, has, reason) {algorithm, &(driver), {handle}, has, reason}

#define HASH(algorithm, fetch) \
	ROW(algorithm, openssl_hash, .name = (fetch), openssl_has_digest, NULL)
#define MAC(algorithm, spec) \
	ROW(algorithm, openssl_mac, .ptr = &(spec), openssl_has_mac, NULL)
#define CIPHER(algorithm, fetch) \
	ROW(algorithm, openssl_cipher, .name = (fetch), openssl_has_cipher, NULL)
#define LEGACY_CIPHER(algorithm, fetch) \
	ROW(algorithm, openssl_cipher, .name = (fetch), openssl_has_cipher, NO_LEGACY)
#define AEAD(algorithm, fetch) \
	ROW(algorithm, openssl_aead, .name = (fetch), openssl_has_cipher, NULL)
#define KDF(algorithm, spec, reason) \
	ROW(algorithm, openssl_kdf, .ptr = &(spec), openssl_has_kdf, reason)
#define KEX(algorithm, spec) \
	ROW(algorithm, openssl_kex, .ptr = &(spec), openssl_has_key, NULL)
#define KEM(algorithm, spec) \
	ROW(algorithm, openssl_kem, .ptr = &(spec), openssl_has_key, NO_LATTICE)
#define SIGN_MESSAGE(algorithm, spec, reason) \
	ROW(algorithm, openssl_sign_message, .ptr = &(spec), openssl_has_key, reason)
#define SIGN_DIGEST(algorithm, spec) \
	ROW(algorithm, openssl_sign_digest, .ptr = &(spec), openssl_has_key, NULL)
#define RANDOM(algorithm, fetch) \
	ROW(algorithm, openssl_random, .name = (fetch), openssl_has_random, NULL)
/* clang-format on */

static const cb_impl impls[] = {
	HASH("md5", "MD5"),
	HASH("sha1", "SHA1"),
	HASH("sha256", "SHA2-256"),
	HASH("sha384", "SHA2-384"),
	HASH("sha512", "SHA2-512"),
	HASH("sha3-256", "SHA3-256"),
	HASH("blake2b-512", "BLAKE2B-512"),
	HASH("blake2s-256", "BLAKE2S-256"),
	HASH("ripemd160", "RIPEMD-160"),
	MAC("hmac-sha1", hmac_sha1),
	MAC("hmac-sha256", hmac_sha256),
	MAC("hmac-sha512", hmac_sha512),
	MAC("aes-128-cmac", cmac_128),
	MAC("aes-256-cmac", cmac_256),
	MAC("poly1305", poly1305),
	MAC("siphash-2-4", siphash),
	MAC("blake2b-mac", blake2b_mac),
	LEGACY_CIPHER("rc4", "RC4"),
	CIPHER("aes-128-ecb", "AES-128-ECB"),
	CIPHER("aes-192-ecb", "AES-192-ECB"),
	CIPHER("aes-256-ecb", "AES-256-ECB"),
	CIPHER("aes-128-cbc", "AES-128-CBC"),
	CIPHER("aes-192-cbc", "AES-192-CBC"),
	CIPHER("aes-256-cbc", "AES-256-CBC"),
	CIPHER("aes-128-ctr", "AES-128-CTR"),
	CIPHER("aes-192-ctr", "AES-192-CTR"),
	CIPHER("aes-256-ctr", "AES-256-CTR"),
	CIPHER("aes-128-xts", "AES-128-XTS"),
	CIPHER("aes-256-xts", "AES-256-XTS"),
	CIPHER("chacha20", "ChaCha20"),
	CIPHER("des-ede3-cbc", "DES-EDE3-CBC"),
	CIPHER("camellia-128-cbc", "CAMELLIA-128-CBC"),
	CIPHER("camellia-256-cbc", "CAMELLIA-256-CBC"),
	CIPHER("aria-128-cbc", "ARIA-128-CBC"),
	CIPHER("aria-256-cbc", "ARIA-256-CBC"),
	CIPHER("sm4-cbc", "SM4-CBC"),
	AEAD("aes-128-gcm", "AES-128-GCM"),
	AEAD("aes-256-gcm", "AES-256-GCM"),
	AEAD("aes-128-ccm", "AES-128-CCM"),
	AEAD("aes-256-ccm", "AES-256-CCM"),
	AEAD("aes-256-ocb", "AES-256-OCB"),
	AEAD("chacha20-poly1305", "ChaCha20-Poly1305"),
	KDF("hkdf-sha256", hkdf, NULL),
	KDF("pbkdf2-hmac-sha256", pbkdf2, NULL),
	KDF("scrypt", scrypt, NULL),
	KDF("argon2id", argon2id, NO_ARGON2),
	KEX("x25519", x25519),
	KEX("x448", x448),
	KEX("ecdh-p256", ecdh_p256),
	KEX("ecdh-p384", ecdh_p384),
	KEX("ecdh-p521", ecdh_p521),
	KEX("ffdhe2048", ffdhe2048),
	KEX("ffdhe3072", ffdhe3072),
	KEM("ml-kem-512", ml_kem_512),
	KEM("ml-kem-768", ml_kem_768),
	KEM("ml-kem-1024", ml_kem_1024),
	SIGN_MESSAGE("ed25519", ed25519, NULL),
	SIGN_MESSAGE("ed448", ed448, NULL),
	SIGN_DIGEST("ecdsa-p256", ecdsa_p256),
	SIGN_DIGEST("ecdsa-p384", ecdsa_p384),
	SIGN_DIGEST("ecdsa-p521", ecdsa_p521),
	SIGN_DIGEST("rsa-2048", rsa_2048),
	SIGN_DIGEST("rsa-3072", rsa_3072),
	SIGN_DIGEST("rsa-4096", rsa_4096),
	SIGN_DIGEST("rsa-2048-pss", rsa_2048_pss),
	SIGN_DIGEST("rsa-3072-pss", rsa_3072_pss),
	SIGN_DIGEST("rsa-4096-pss", rsa_4096_pss),
	SIGN_MESSAGE("ml-dsa-44", ml_dsa_44, NO_LATTICE),
	SIGN_MESSAGE("ml-dsa-65", ml_dsa_65, NO_LATTICE),
	SIGN_MESSAGE("ml-dsa-87", ml_dsa_87, NO_LATTICE),
	RANDOM("random", "CTR-DRBG"),
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
