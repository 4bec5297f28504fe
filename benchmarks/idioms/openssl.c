/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over OpenSSL without key pairs, and the list of all. Everything is fetched from the default
 * library context, as a program without reasons of its own does. */
#include "openssl_kept.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>

#define N IDIOMS_MESSAGE_LEN

/* Asides. */
#define OLD      "deprecated"
#define HISTORIC "not for applications"
#define NO_END   "does not end the message"

static void kept_close(void *state)
{
	struct kept *kept = state;

	EVP_MD_CTX_free(kept->md_started);
	EVP_MD_CTX_free(kept->md_ctx);
	EVP_MD_free(kept->md);
	EVP_MAC_CTX_free(kept->mac_ctx);
	EVP_MAC_free(kept->mac);
	EVP_CIPHER_CTX_free(kept->cipher_ctx);
	EVP_CIPHER_free(kept->cipher);
	EVP_PKEY_CTX_free(kept->pkey_ctx);
	EVP_PKEY_free(kept->own);
	EVP_PKEY_free(kept->peer);
	HMAC_CTX_free(kept->hmac);
	CMAC_CTX_free(kept->cmac);
}

/* Hashes. */

static int hash_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	(void)io;
	kept->native = family->native;
	kept->md = EVP_MD_fetch(NULL, kept->native->fetch, NULL);
	kept->md_ctx = EVP_MD_CTX_new();
	kept->md_started = EVP_MD_CTX_new();
	return kept->md != NULL && EVP_DigestInit_ex(kept->md_started, kept->md, NULL) == 1 &&
	       EVP_DigestInit_ex(kept->md_ctx, kept->md, NULL) == 1;
}

#define DIGEST_REST                                                                                \
	EVP_DigestUpdate(kept->md_ctx, io->in, N) == 1 &&                                          \
		EVP_DigestFinal_ex(kept->md_ctx, io->out, &scratch.digest_len) == 1

IDIOM_LOOP(hash_null, EVP_DigestInit_ex2(kept->md_ctx, NULL, NULL) == 1 && DIGEST_REST)
IDIOM_LOOP(hash_fetched, EVP_DigestInit_ex(kept->md_ctx, kept->md, NULL) == 1 && DIGEST_REST)
IDIOM_LOOP(hash_function,
	EVP_DigestInit_ex(kept->md_ctx, kept->native->md(), NULL) == 1 && DIGEST_REST)
IDIOM_LOOP(hash_copy, EVP_MD_CTX_copy_ex(kept->md_ctx, kept->md_started) == 1 && DIGEST_REST)
IDIOM_LOOP(hash_once, EVP_Digest(io->in, N, io->out, &scratch.digest_len, kept->md, NULL) == 1)
IDIOM_LOOP(hash_sha256, SHA256_Init(&kept->sha256) == 1 &&
				SHA256_Update(&kept->sha256, io->in, N) == 1 &&
				SHA256_Final(io->out, &kept->sha256) == 1)

#define HASH_IDIOMS                                                                                \
	{"init without a type", hash_open, hash_null, NULL},                                       \
		{"init with the fetched type", hash_open, hash_fetched, NULL},                     \
		{"init with EVP_...()", hash_open, hash_function, NULL},                           \
		{"copy of a started context", hash_open, hash_copy, "does not initialise"},                         \
	{                                                                                          \
		"EVP_Digest()", hash_open, hash_once, NULL                                         \
	}

static const idioms_idiom hash_idioms[] = {HASH_IDIOMS};
static const idioms_idiom sha256_idioms[] = {
	HASH_IDIOMS, {"SHA256_Init()", hash_open, hash_sha256, OLD}};

/* Authentication codes. */

static int mac_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;
	const struct native *native = family->native;
	char value[32] = "";
	size_t size = native->size;
	OSSL_PARAM params[3];
	OSSL_PARAM *next = params;

	if (native->value != NULL) {
		strncpy(value, native->value, sizeof(value) - 1);
		*next++ = OSSL_PARAM_construct_utf8_string(native->parameter, value, 0);
	}
	if (native->size != 0)
		*next++ = OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size);
	*next = OSSL_PARAM_construct_end();
	kept->mac = EVP_MAC_fetch(NULL, native->fetch, NULL);
	kept->mac_ctx = EVP_MAC_CTX_new(kept->mac);
	return EVP_MAC_init(kept->mac_ctx, io->key, io->key_len, params) == 1;
}

static int hmac_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	kept->native = family->native;
	kept->hmac = HMAC_CTX_new();
	return HMAC_Init_ex(kept->hmac, io->key, (int)io->key_len, kept->native->md(), NULL) == 1;
}

static int cmac_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	kept->native = family->native;
	kept->cmac = CMAC_CTX_new();
	return CMAC_Init(kept->cmac, io->key, io->key_len, kept->native->cbc(), NULL) == 1;
}

#define MAC_REST(ctx)                                                                              \
	EVP_MAC_update(ctx, io->in, N) == 1 &&                                                     \
		EVP_MAC_final(ctx, io->out, &scratch.len, io->out_size) == 1

IDIOM_LOOP(mac_kept, EVP_MAC_init(kept->mac_ctx, NULL, 0, NULL) == 1 && MAC_REST(kept->mac_ctx))
IDIOM_LOOP(mac_key,
	EVP_MAC_init(kept->mac_ctx, io->key, io->key_len, NULL) == 1 && MAC_REST(kept->mac_ctx))
IDIOM_LOOP(mac_copy, (scratch.mac_ctx = EVP_MAC_CTX_dup(kept->mac_ctx)) != NULL &&
			     MAC_REST(scratch.mac_ctx) && (EVP_MAC_CTX_free(scratch.mac_ctx), 1))
IDIOM_LOOP(hmac_once, HMAC(kept->native->md(), io->key, (int)io->key_len, io->in, N, io->out,
			      &scratch.digest_len) != NULL)
IDIOM_LOOP(hmac_old, HMAC_Init_ex(kept->hmac, NULL, 0, NULL, NULL) == 1 &&
			     HMAC_Update(kept->hmac, io->in, N) == 1 &&
			     HMAC_Final(kept->hmac, io->out, &scratch.digest_len) == 1)
IDIOM_LOOP(cmac_old, CMAC_Init(kept->cmac, NULL, 0, NULL, NULL) == 1 &&
			     CMAC_Update(kept->cmac, io->in, N) == 1 &&
			     CMAC_Final(kept->cmac, io->out, &scratch.len) == 1)

static const idioms_idiom hmac_idioms[] = {
	{"init without a key", mac_open, mac_kept, NULL},
	{"init with the key", mac_open, mac_key, NULL},
	{"copy of a keyed context", mac_open, mac_copy, NULL},
	{"HMAC()", hmac_open, hmac_once, NULL},
	{"HMAC_Init_ex()", hmac_open, hmac_old, OLD},
};

static const idioms_idiom cmac_idioms[] = {
	{"init without a key", mac_open, mac_kept, NULL},
	{"init with the key", mac_open, mac_key, NULL},
	{"copy of a keyed context", mac_open, mac_copy, NULL},
	{"CMAC_Init()", cmac_open, cmac_old, OLD},
};

static const idioms_idiom blake2b_mac_idioms[] = {
	{"init without a key", mac_open, mac_kept, NULL},
	{"init with the key", mac_open, mac_key, NULL},
	{"copy of a keyed context", mac_open, mac_copy, NULL},
};

/* These do not start again without a key. */
static const idioms_idiom key_mac_idioms[] = {
	{"init with the key", mac_open, mac_key, NULL},
	{"copy of a keyed context", mac_open, mac_copy, NULL},
};

/* Ciphers. */

static int fetch_cipher(struct kept *kept, const idioms_family *family, const cb_io *io)
{
	kept->native = family->native;
	kept->cipher = EVP_CIPHER_fetch(NULL, kept->native->fetch, NULL);
	kept->cipher_ctx = EVP_CIPHER_CTX_new();
	if (kept->cipher == NULL || kept->cipher_ctx == NULL)
		return 0;
	kept->iv = io->nonce_len != 0 ? io->nonce : NULL;
	if (io->nonce_len == 12 && family->op == CB_OP_ENCRYPT) { /* ChaCha20: behind the counter */
		memcpy(kept->iv_bytes + 4, io->nonce, io->nonce_len);
		kept->iv = kept->iv_bytes;
	}
	kept->params[0] = OSSL_PARAM_construct_uint(OSSL_CIPHER_PARAM_PADDING, &kept->padding);
	kept->params[1] = OSSL_PARAM_construct_end();
	return 1;
}

static int cipher_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	return fetch_cipher(kept, family, io) &&
	       EVP_CipherInit_ex2(kept->cipher_ctx, kept->cipher, io->key, kept->iv,
		       family->op == CB_OP_ENCRYPT, kept->params) == 1;
}

static int cipher_open_flag(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	return fetch_cipher(kept, family, io) &&
	       EVP_CipherInit_ex2(kept->cipher_ctx, kept->cipher, io->key, kept->iv,
		       family->op == CB_OP_ENCRYPT, NULL) == 1 &&
	       EVP_CIPHER_CTX_set_padding(kept->cipher_ctx, 0) == 1;
}

#define ENCRYPT_UPDATE                                                                             \
	EVP_EncryptUpdate(kept->cipher_ctx, io->out, &scratch.written, io->in, N) == 1
#define ENCRYPT_REST                                                                               \
	ENCRYPT_UPDATE                                                                             \
	&&EVP_EncryptFinal_ex(kept->cipher_ctx, io->out + scratch.written, &scratch.rest) == 1
#define DECRYPT_UPDATE                                                                             \
	EVP_DecryptUpdate(kept->cipher_ctx, io->out, &scratch.written, io->in, N) == 1
#define DECRYPT_REST                                                                               \
	DECRYPT_UPDATE                                                                             \
	&&EVP_DecryptFinal_ex(kept->cipher_ctx, io->out + scratch.written, &scratch.rest) == 1

#define ENCRYPT_INIT EVP_EncryptInit_ex2(kept->cipher_ctx, NULL, NULL, kept->iv, NULL) == 1
#define DECRYPT_INIT EVP_DecryptInit_ex2(kept->cipher_ctx, NULL, NULL, kept->iv, NULL) == 1

IDIOM_LOOP(encrypt_iv, ENCRYPT_INIT &&ENCRYPT_REST)
IDIOM_LOOP(encrypt_again,
	EVP_EncryptInit_ex2(kept->cipher_ctx, kept->cipher, io->key, kept->iv, kept->params) == 1 &&
		ENCRYPT_REST)
IDIOM_LOOP(encrypt_key,
	EVP_EncryptInit_ex2(kept->cipher_ctx, NULL, io->key, kept->iv, NULL) == 1 && ENCRYPT_REST)
IDIOM_LOOP(encrypt_no_end, ENCRYPT_INIT &&ENCRYPT_UPDATE)
IDIOM_LOOP(encrypt_historic, ENCRYPT_INIT &&EVP_Cipher(kept->cipher_ctx, io->out, io->in, N) > 0)
IDIOM_LOOP(decrypt_iv, DECRYPT_INIT &&DECRYPT_REST)
IDIOM_LOOP(decrypt_again,
	EVP_DecryptInit_ex2(kept->cipher_ctx, kept->cipher, io->key, kept->iv, kept->params) == 1 &&
		DECRYPT_REST)
IDIOM_LOOP(decrypt_no_end, DECRYPT_INIT &&DECRYPT_UPDATE)
IDIOM_LOOP(decrypt_historic, DECRYPT_INIT &&EVP_Cipher(kept->cipher_ctx, io->out, io->in, N) > 0)

static const idioms_idiom encrypt_idioms[] = {
	{"init with the IV", cipher_open, encrypt_iv, NULL},
	{"the same, EVP_CIPHER_CTX_set_padding()", cipher_open_flag, encrypt_iv, NULL},
	{"init with cipher and key", cipher_open, encrypt_again, NULL},
	{"without final", cipher_open, encrypt_no_end, NO_END},
	{"EVP_Cipher()", cipher_open, encrypt_historic, HISTORIC},
};

static const idioms_idiom decrypt_idioms[] = {
	{"init with the IV", cipher_open, decrypt_iv, NULL},
	{"the same, EVP_CIPHER_CTX_set_padding()", cipher_open_flag, decrypt_iv, NULL},
	{"init with cipher and key", cipher_open, decrypt_again, NULL},
	{"without final", cipher_open, decrypt_no_end, NO_END},
	{"EVP_Cipher()", cipher_open, decrypt_historic, HISTORIC},
};

static const idioms_idiom rc4_idioms[] = {
	{"init with the key", cipher_open, encrypt_key, NULL},
	{"init with cipher and key", cipher_open, encrypt_again, NULL},
};

/* Authenticated encryption. Where the tag is a parameter, it is that of `params`. */

static int aead_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;
	int sealing = family->op == CB_OP_SEAL;

	if (!fetch_cipher(kept, family, io))
		return 0;
	kept->params[0] =
		OSSL_PARAM_construct_octet_string(OSSL_CIPHER_PARAM_AEAD_TAG, io->tag, io->tag_len);
	return EVP_CipherInit_ex2(kept->cipher_ctx, kept->cipher, NULL, NULL, sealing, NULL) == 1 &&
	       EVP_CIPHER_CTX_ctrl(
		       kept->cipher_ctx, EVP_CTRL_AEAD_SET_IVLEN, (int)io->nonce_len, NULL) == 1 &&
	       (EVP_CIPHER_get_mode(kept->cipher) != EVP_CIPH_CCM_MODE ||
		       EVP_CIPHER_CTX_ctrl(kept->cipher_ctx, EVP_CTRL_AEAD_SET_TAG,
			       (int)io->tag_len, NULL) == 1) &&
	       EVP_CipherInit_ex2(kept->cipher_ctx, NULL, io->key, io->nonce, sealing, NULL) == 1;
}

#define SEAL_AAD                                                                                   \
	EVP_EncryptUpdate(kept->cipher_ctx, NULL, &scratch.written, io->aad, (int)io->aad_len) == 1
#define SEAL_LEN EVP_EncryptUpdate(kept->cipher_ctx, NULL, &scratch.written, NULL, N) == 1
#define SEAL_TAG EVP_CIPHER_CTX_get_params(kept->cipher_ctx, kept->params) == 1
#define SEAL_TAG_CTRL                                                                              \
	EVP_CIPHER_CTX_ctrl(kept->cipher_ctx, EVP_CTRL_AEAD_GET_TAG, (int)io->tag_len, io->tag) == 1
#define OPEN_AAD                                                                                   \
	EVP_DecryptUpdate(kept->cipher_ctx, NULL, &scratch.written, io->aad, (int)io->aad_len) == 1
#define OPEN_LEN EVP_DecryptUpdate(kept->cipher_ctx, NULL, &scratch.written, NULL, N) == 1
#define OPEN_TAG EVP_DecryptInit_ex2(kept->cipher_ctx, NULL, NULL, io->nonce, kept->params) == 1
#define OPEN_TAG_CTRL                                                                              \
	DECRYPT_INIT                                                                               \
	&&EVP_CIPHER_CTX_ctrl(                                                                     \
		kept->cipher_ctx, EVP_CTRL_AEAD_SET_TAG, (int)io->tag_len, io->tag) == 1

IDIOM_LOOP(seal_param, ENCRYPT_INIT &&SEAL_AAD &&ENCRYPT_REST &&SEAL_TAG)
IDIOM_LOOP(seal_ctrl, ENCRYPT_INIT &&SEAL_AAD &&ENCRYPT_REST &&SEAL_TAG_CTRL)
IDIOM_LOOP(seal_key, EVP_EncryptInit_ex2(kept->cipher_ctx, NULL, io->key, kept->iv, NULL) == 1 &&
			     SEAL_AAD && ENCRYPT_REST && SEAL_TAG)
IDIOM_LOOP(seal_again,
	EVP_EncryptInit_ex2(kept->cipher_ctx, kept->cipher, io->key, kept->iv, NULL) == 1 &&
		SEAL_AAD && ENCRYPT_REST && SEAL_TAG)
IDIOM_LOOP(seal_historic,
	ENCRYPT_INIT &&EVP_Cipher(kept->cipher_ctx, NULL, io->aad, (unsigned)io->aad_len) >= 0 &&
		EVP_Cipher(kept->cipher_ctx, io->out, io->in, N) >= 0 &&
		EVP_Cipher(kept->cipher_ctx, NULL, NULL, 0) >= 0 && SEAL_TAG)
IDIOM_LOOP(open_param, OPEN_TAG &&OPEN_AAD &&DECRYPT_REST)
IDIOM_LOOP(open_ctrl, OPEN_TAG_CTRL &&OPEN_AAD &&DECRYPT_REST)
IDIOM_LOOP(open_key,
	EVP_DecryptInit_ex2(kept->cipher_ctx, NULL, io->key, kept->iv, kept->params) == 1 &&
		OPEN_AAD && DECRYPT_REST)
IDIOM_LOOP(open_again,
	EVP_DecryptInit_ex2(kept->cipher_ctx, kept->cipher, io->key, kept->iv, kept->params) == 1 &&
		OPEN_AAD && DECRYPT_REST)

static const idioms_idiom seal_idioms[] = {
	{"init with the nonce, tag by parameter", aead_open, seal_param, NULL},
	{"the same, tag by ctrl", aead_open, seal_ctrl, NULL},
	{"init with the key", aead_open, seal_key, NULL},
	{"init with cipher and key", aead_open, seal_again, NULL},
	{"EVP_Cipher()", aead_open, seal_historic, HISTORIC},
};

static const idioms_idiom open_idioms[] = {
	{"init with the nonce and, as parameter, the tag", aead_open, open_param, NULL},
	{"the same, tag by ctrl", aead_open, open_ctrl, NULL},
	{"init with the key", aead_open, open_key, NULL},
	{"init with cipher and key", aead_open, open_again, NULL},
};

/* CCM is told the length first, and verifies with the message. */
IDIOM_LOOP(ccm_seal_param, ENCRYPT_INIT &&SEAL_LEN &&SEAL_AAD &&ENCRYPT_REST &&SEAL_TAG)
IDIOM_LOOP(ccm_seal_ctrl, ENCRYPT_INIT &&SEAL_LEN &&SEAL_AAD &&ENCRYPT_REST &&SEAL_TAG_CTRL)
IDIOM_LOOP(
	ccm_seal_key, EVP_EncryptInit_ex2(kept->cipher_ctx, NULL, io->key, kept->iv, NULL) == 1 &&
			      SEAL_LEN && SEAL_AAD && ENCRYPT_REST && SEAL_TAG)
IDIOM_LOOP(ccm_seal_no_end, ENCRYPT_INIT &&SEAL_LEN &&SEAL_AAD &&ENCRYPT_UPDATE &&SEAL_TAG)
IDIOM_LOOP(ccm_open_param, OPEN_TAG &&OPEN_LEN &&OPEN_AAD &&DECRYPT_REST)
IDIOM_LOOP(ccm_open_ctrl, OPEN_TAG_CTRL &&OPEN_LEN &&OPEN_AAD &&DECRYPT_REST)
IDIOM_LOOP(ccm_open_no_end, OPEN_TAG &&OPEN_LEN &&OPEN_AAD &&DECRYPT_UPDATE)

static const idioms_idiom ccm_seal_idioms[] = {
	{"init with the nonce, tag by parameter", aead_open, ccm_seal_param, NULL},
	{"the same, tag by ctrl", aead_open, ccm_seal_ctrl, NULL},
	{"init with the key", aead_open, ccm_seal_key, NULL},
	{"without final", aead_open, ccm_seal_no_end, NO_END},
};

static const idioms_idiom ccm_open_idioms[] = {
	{"init with the nonce and, as parameter, the tag", aead_open, ccm_open_param, NULL},
	{"the same, tag by ctrl", aead_open, ccm_open_ctrl, NULL},
	{"without final", aead_open, ccm_open_no_end, NULL},
};

/* All of them. */

#define NATIVE(...)                                                                                \
	&(const struct native)                                                                     \
	{                                                                                          \
		__VA_ARGS__                                                                        \
	}
#define HASH(algorithm, idioms, name, function)                                                    \
	IDIOM_FAMILY(algorithm, CB_OP_DIGEST, idioms, NATIVE(.fetch = (name), .md = (function)))
#define HMAC_FAMILY(algorithm, digest, function)                                                   \
	IDIOM_FAMILY(algorithm, CB_OP_MAC, hmac_idioms,                                            \
		NATIVE(.fetch = "HMAC", .parameter = OSSL_MAC_PARAM_DIGEST, .value = (digest),     \
			.md = (function)))
#define CMAC_FAMILY(algorithm, cipher, function)                                                   \
	IDIOM_FAMILY(algorithm, CB_OP_MAC, cmac_idioms,                                            \
		NATIVE(.fetch = "CMAC", .parameter = OSSL_MAC_PARAM_CIPHER, .value = (cipher),     \
			.cbc = (function)))
#define FAMILY(algorithm, op, idioms, name)                                                        \
	IDIOM_FAMILY(algorithm, op, idioms, NATIVE(.fetch = (name)))
#define RSA_FAMILY(algorithm, op, idioms, mode)                                                    \
	IDIOM_FAMILY(algorithm, op, idioms, NATIVE(.fetch = "RSA", .padding = (mode)))

static const idioms_family families[] = {
	HASH("md5", hash_idioms, "MD5", EVP_md5),
	HASH("sha1", hash_idioms, "SHA1", EVP_sha1),
	HASH("sha256", sha256_idioms, "SHA2-256", EVP_sha256),
	HASH("sha512", hash_idioms, "SHA2-512", EVP_sha512),
	HASH("sha3-256", hash_idioms, "SHA3-256", EVP_sha3_256),
	HASH("blake2b-512", hash_idioms, "BLAKE2B-512", EVP_blake2b512),
	HMAC_FAMILY("hmac-sha256", "SHA2-256", EVP_sha256),
	HMAC_FAMILY("hmac-sha512", "SHA2-512", EVP_sha512),
	CMAC_FAMILY("aes-128-cmac", "AES-128-CBC", EVP_aes_128_cbc),
	CMAC_FAMILY("aes-256-cmac", "AES-256-CBC", EVP_aes_256_cbc),
	FAMILY("poly1305", CB_OP_MAC, key_mac_idioms, "POLY1305"),
	IDIOM_FAMILY(
		"siphash-2-4", CB_OP_MAC, key_mac_idioms, NATIVE(.fetch = "SIPHASH", .size = 8)),
	IDIOM_FAMILY("blake2b-mac", CB_OP_MAC, blake2b_mac_idioms,
		NATIVE(.fetch = "BLAKE2BMAC", .size = 64)),
	FAMILY("rc4", CB_OP_ENCRYPT, rc4_idioms, "RC4"),
	FAMILY("aes-256-ecb", CB_OP_ENCRYPT, encrypt_idioms, "AES-256-ECB"),
	FAMILY("aes-256-cbc", CB_OP_ENCRYPT, encrypt_idioms, "AES-256-CBC"),
	FAMILY("aes-256-cbc", CB_OP_DECRYPT, decrypt_idioms, "AES-256-CBC"),
	FAMILY("aes-256-ctr", CB_OP_ENCRYPT, encrypt_idioms, "AES-256-CTR"),
	FAMILY("aes-128-xts", CB_OP_ENCRYPT, encrypt_idioms, "AES-128-XTS"),
	FAMILY("chacha20", CB_OP_ENCRYPT, encrypt_idioms, "ChaCha20"),
	FAMILY("des-ede3-cbc", CB_OP_ENCRYPT, encrypt_idioms, "DES-EDE3-CBC"),
	FAMILY("camellia-256-cbc", CB_OP_ENCRYPT, encrypt_idioms, "CAMELLIA-256-CBC"),
	FAMILY("aes-128-gcm", CB_OP_SEAL, seal_idioms, "AES-128-GCM"),
	FAMILY("aes-256-gcm", CB_OP_SEAL, seal_idioms, "AES-256-GCM"),
	FAMILY("aes-256-gcm", CB_OP_OPEN, open_idioms, "AES-256-GCM"),
	FAMILY("aes-256-ccm", CB_OP_SEAL, ccm_seal_idioms, "AES-256-CCM"),
	FAMILY("aes-256-ccm", CB_OP_OPEN, ccm_open_idioms, "AES-256-CCM"),
	FAMILY("chacha20-poly1305", CB_OP_SEAL, seal_idioms, "ChaCha20-Poly1305"),
	FAMILY("chacha20-poly1305", CB_OP_OPEN, open_idioms, "ChaCha20-Poly1305"),
	FAMILY("x25519", CB_OP_DERIVE, idioms_openssl_derive, "X25519"),
	FAMILY("ecdh-p256", CB_OP_DERIVE, idioms_openssl_derive, "EC"),
	FAMILY("ed25519", CB_OP_SIGN, idioms_openssl_sign_message, "ED25519"),
	FAMILY("ed25519", CB_OP_VERIFY, idioms_openssl_verify_message, "ED25519"),
	FAMILY("ecdsa-p256", CB_OP_SIGN, idioms_openssl_sign_digest, "EC"),
	FAMILY("ecdsa-p256", CB_OP_VERIFY, idioms_openssl_verify_digest, "EC"),
	RSA_FAMILY("rsa-2048", CB_OP_SIGN, idioms_openssl_sign_digest, RSA_PKCS1_PADDING),
	RSA_FAMILY("rsa-2048", CB_OP_VERIFY, idioms_openssl_verify_digest, RSA_PKCS1_PADDING),
	RSA_FAMILY(
		"rsa-2048-pss", CB_OP_VERIFY, idioms_openssl_verify_digest, RSA_PKCS1_PSS_PADDING),
};

/* Loading any provider drops the implicit default one. RC4, which the other is for, may be absent.
 */
static int load_providers(void)
{
	(void)OSSL_PROVIDER_load(NULL, "legacy");
	return OSSL_PROVIDER_load(NULL, "default") != NULL;
}

const idioms_library idioms_library_linked = {
	.init = load_providers,
	.state_size = sizeof(struct kept),
	.close = kept_close,
	.families = families,
	.family_count = CB_COUNT(families),
};
