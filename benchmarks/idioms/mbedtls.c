/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over mbedTLS without key pairs, and the list of all. */
#include "mbedtls_kept.h"

#include <string.h>

#define N IDIOMS_MESSAGE_LEN

static void kept_close(void *state)
{
	struct kept *kept = state;

	if (kept->release != NULL)
		kept->release(kept);
	mbedtls_cipher_free(&kept->cipher);
	mbedtls_md_free(&kept->md);
	idioms_mbedtls_free_keys(kept->keys);
}

/* Hashes. */

static int md_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;
	const struct native *native = family->native;

	(void)io;
	mbedtls_md_init(&kept->md);
	kept->md_info = mbedtls_md_info_from_type(native->md);
	return mbedtls_md_setup(&kept->md, kept->md_info, 0) == 0;
}

IDIOM_LOOP(md_steps, mbedtls_md_starts(&kept->md) == 0 &&
			     mbedtls_md_update(&kept->md, io->in, N) == 0 &&
			     mbedtls_md_finish(&kept->md, io->out) == 0)
IDIOM_LOOP(md_once, mbedtls_md(kept->md_info, io->in, N, io->out) == 0)

#define HASH_REST(type)                                                                            \
	HASH_CALL(type, update)                                                                    \
	(&kept->as.type, io->in, N) == 0 && HASH_CALL(type, finish)(&kept->as.type, io->out) == 0

/* @p starts is what begins a message in `hash`. */
#define HASH_LOOPS(name, type, starts)                                                             \
	static int name##_starts(mbedtls_##type##_context *hash)                                   \
	{                                                                                          \
		return starts;                                                                     \
	}                                                                                          \
                                                                                                   \
	static int name##_open(void *state, const idioms_family *family, const cb_io *io)          \
	{                                                                                          \
		struct kept *kept = state;                                                         \
                                                                                                   \
		(void)family;                                                                      \
		(void)io;                                                                          \
		mbedtls_##type##_init(&kept->as.type);                                             \
		mbedtls_##type##_init(&kept->started.type);                                        \
		return name##_starts(&kept->started.type) == 0;                                    \
	}                                                                                          \
                                                                                                   \
	IDIOM_LOOP(name##_steps, name##_starts(&kept->as.type) == 0 && HASH_REST(type))            \
	IDIOM_LOOP(                                                                                \
		name##_clone, (mbedtls_##type##_clone(&kept->as.type, &kept->started.type), 1) &&  \
				      HASH_REST(type))                                             \
	static const idioms_idiom name##_idioms[] = {                                              \
		{"the hash's own functions", name##_open, name##_steps, NULL},                     \
		{"clone of a started context", name##_open, name##_clone, NULL},                   \
		{"mbedtls_md_starts()", md_open, md_steps, NULL},                                  \
		{"mbedtls_md()", md_open, md_once, NULL},                                          \
	};

HASH_LOOPS(md5, md5, HASH_CALL(md5, starts)(hash))
HASH_LOOPS(sha1, sha1, HASH_CALL(sha1, starts)(hash))
HASH_LOOPS(sha256, sha256, HASH_CALL(sha256, starts)(hash, 0))
HASH_LOOPS(sha512, sha512, HASH_CALL(sha512, starts)(hash, 0))
HASH_LOOPS(ripemd160, ripemd160, HASH_CALL(ripemd160, starts)(hash))

/* Authentication codes. */

static int hmac_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;
	const struct native *native = family->native;

	mbedtls_md_init(&kept->md);
	kept->md_info = mbedtls_md_info_from_type(native->md);
	return mbedtls_md_setup(&kept->md, kept->md_info, 1) == 0 &&
	       mbedtls_md_hmac_starts(&kept->md, io->key, io->key_len) == 0;
}

#define HMAC_REST                                                                                  \
	mbedtls_md_hmac_update(&kept->md, io->in, N) == 0 &&                                       \
		mbedtls_md_hmac_finish(&kept->md, io->out) == 0

IDIOM_LOOP(hmac_reset, mbedtls_md_hmac_reset(&kept->md) == 0 && HMAC_REST)
IDIOM_LOOP(hmac_starts, mbedtls_md_hmac_starts(&kept->md, io->key, io->key_len) == 0 && HMAC_REST)
IDIOM_LOOP(hmac_once, mbedtls_md_hmac(kept->md_info, io->key, io->key_len, io->in, N, io->out) == 0)

static const idioms_idiom hmac_idioms[] = {
	{"mbedtls_md_hmac_reset()", hmac_open, hmac_reset, NULL},
	{"mbedtls_md_hmac_starts()", hmac_open, hmac_starts, NULL},
	{"mbedtls_md_hmac()", hmac_open, hmac_once, NULL},
};

static int set_up_cipher(struct kept *kept, const idioms_family *family)
{
	const struct native *native = family->native;

	mbedtls_cipher_init(&kept->cipher);
	kept->cipher_info = mbedtls_cipher_info_from_type(native->cipher);
	return kept->cipher_info != NULL &&
	       mbedtls_cipher_setup(&kept->cipher, kept->cipher_info) == 0;
}

static int cmac_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	return set_up_cipher(kept, family) &&
	       mbedtls_cipher_cmac_starts(&kept->cipher, io->key, 8 * io->key_len) == 0;
}

IDIOM_LOOP(cmac_reset, mbedtls_cipher_cmac_reset(&kept->cipher) == 0 &&
			       mbedtls_cipher_cmac_update(&kept->cipher, io->in, N) == 0 &&
			       mbedtls_cipher_cmac_finish(&kept->cipher, io->out) == 0)
IDIOM_LOOP(cmac_once,
	mbedtls_cipher_cmac(kept->cipher_info, io->key, 8 * io->key_len, io->in, N, io->out) == 0)

static const idioms_idiom cmac_idioms[] = {
	{"mbedtls_cipher_cmac_reset()", cmac_open, cmac_reset, NULL},
	{"mbedtls_cipher_cmac()", cmac_open, cmac_once, NULL},
};

static int poly1305_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	(void)family;
	(void)io;
	mbedtls_poly1305_init(&kept->as.poly1305);
	return 1;
}

IDIOM_LOOP(poly1305_steps, mbedtls_poly1305_starts(&kept->as.poly1305, io->key) == 0 &&
				   mbedtls_poly1305_update(&kept->as.poly1305, io->in, N) == 0 &&
				   mbedtls_poly1305_finish(&kept->as.poly1305, io->out) == 0)
IDIOM_LOOP(poly1305_once, mbedtls_poly1305_mac(io->key, io->in, N, io->out) == 0)

static const idioms_idiom poly1305_idioms[] = {
	{"starts, update, finish", poly1305_open, poly1305_steps, NULL},
	{"mbedtls_poly1305_mac()", poly1305_open, poly1305_once, NULL},
};

/* Ciphers: their own functions, and the layer above, which is the same for all. */

static int layer_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;
	int is_cbc;

	if (!set_up_cipher(kept, family))
		return 0;
	is_cbc = mbedtls_cipher_get_cipher_mode(&kept->cipher) == MBEDTLS_MODE_CBC;
	if (is_cbc && mbedtls_cipher_set_padding_mode(&kept->cipher, MBEDTLS_PADDING_NONE) != 0)
		return 0;
	return mbedtls_cipher_setkey(&kept->cipher, io->key, (int)(8 * io->key_len),
		       family->op == CB_OP_DECRYPT || family->op == CB_OP_OPEN
			       ? MBEDTLS_DECRYPT
			       : MBEDTLS_ENCRYPT) == 0;
}

IDIOM_LOOP(layer_once, mbedtls_cipher_crypt(&kept->cipher, io->nonce, io->nonce_len, io->in, N,
			       io->out, &scratch.len) == 0)
IDIOM_LOOP(layer_steps,
	mbedtls_cipher_set_iv(&kept->cipher, io->nonce, io->nonce_len) == 0 &&
		mbedtls_cipher_reset(&kept->cipher) == 0 &&
		mbedtls_cipher_update(&kept->cipher, io->in, N, io->out, &scratch.len) == 0 &&
		mbedtls_cipher_finish(&kept->cipher, io->out + scratch.len, &scratch.len) == 0)

/* @p set_key is the call that sets the key. */
#define OPEN_CIPHER(name, type, member, set_key)                                                   \
	static void name##_release(struct kept *kept)                                              \
	{                                                                                          \
		mbedtls_##type##_free(&kept->as.member);                                           \
	}                                                                                          \
                                                                                                   \
	static int name##_open(void *state, const idioms_family *family, const cb_io *io)          \
	{                                                                                          \
		struct kept *kept = state;                                                         \
                                                                                                   \
		(void)family;                                                                      \
		mbedtls_##type##_init(&kept->as.member);                                           \
		kept->release = name##_release;                                                    \
		return (set_key) == 0;                                                             \
	}

#define KEY io->key, (unsigned)(8 * io->key_len)

OPEN_CIPHER(aes_enc, aes, aes, mbedtls_aes_setkey_enc(&kept->as.aes, KEY))
OPEN_CIPHER(aes_dec, aes, aes, mbedtls_aes_setkey_dec(&kept->as.aes, KEY))
OPEN_CIPHER(xts, aes_xts, xts, mbedtls_aes_xts_setkey_enc(&kept->as.xts, KEY))
OPEN_CIPHER(chacha20, chacha20, chacha20, mbedtls_chacha20_setkey(&kept->as.chacha20, io->key))
OPEN_CIPHER(des3, des3, des3, mbedtls_des3_set3key_enc(&kept->as.des3, io->key))
OPEN_CIPHER(camellia, camellia, camellia, mbedtls_camellia_setkey_enc(&kept->as.camellia, KEY))

#define COPY_IV(len) memcpy(kept->iv, io->nonce, len) != NULL

IDIOM_LOOP(ecb_encrypt,
	mbedtls_aes_crypt_ecb(&kept->as.aes, MBEDTLS_AES_ENCRYPT, io->in, io->out) == 0)
IDIOM_LOOP(cbc_encrypt, COPY_IV(16) && mbedtls_aes_crypt_cbc(&kept->as.aes, MBEDTLS_AES_ENCRYPT, N,
					       kept->iv, io->in, io->out) == 0)
IDIOM_LOOP(cbc_decrypt, COPY_IV(16) && mbedtls_aes_crypt_cbc(&kept->as.aes, MBEDTLS_AES_DECRYPT, N,
					       kept->iv, io->in, io->out) == 0)
IDIOM_LOOP(ctr_encrypt, COPY_IV(16) && (scratch.offset = 0) == 0 &&
				mbedtls_aes_crypt_ctr(&kept->as.aes, N, &scratch.offset, kept->iv,
					kept->block, io->in, io->out) == 0)
IDIOM_LOOP(xts_encrypt, mbedtls_aes_crypt_xts(&kept->as.xts, MBEDTLS_AES_ENCRYPT, N, io->nonce,
				io->in, io->out) == 0)
IDIOM_LOOP(chacha20_steps,
	mbedtls_chacha20_starts(&kept->as.chacha20, io->nonce, 0) == 0 &&
		mbedtls_chacha20_update(&kept->as.chacha20, N, io->in, io->out) == 0)
IDIOM_LOOP(chacha20_once, mbedtls_chacha20_crypt(io->key, io->nonce, 0, N, io->in, io->out) == 0)
IDIOM_LOOP(des3_encrypt, COPY_IV(8) && mbedtls_des3_crypt_cbc(&kept->as.des3, MBEDTLS_DES_ENCRYPT,
					       N, kept->iv, io->in, io->out) == 0)
IDIOM_LOOP(camellia_encrypt,
	COPY_IV(16) && mbedtls_camellia_crypt_cbc(&kept->as.camellia, MBEDTLS_CAMELLIA_ENCRYPT, N,
			       kept->iv, io->in, io->out) == 0)

#define OWN "the cipher's own functions"
#define LAYERED                                                                                    \
	{"mbedtls_cipher_crypt()", layer_open, layer_once, NULL},                                  \
	{                                                                                          \
		"mbedtls_cipher_update()", layer_open, layer_steps, NULL                           \
	}

static const idioms_idiom ecb_idioms[] = {
	{OWN, aes_enc_open, ecb_encrypt, NULL},
	{"mbedtls_cipher_crypt()", layer_open, layer_once, NULL},
};
static const idioms_idiom cbc_enc_idioms[] = {{OWN, aes_enc_open, cbc_encrypt, NULL}, LAYERED};
static const idioms_idiom cbc_dec_idioms[] = {{OWN, aes_dec_open, cbc_decrypt, NULL}, LAYERED};
static const idioms_idiom ctr_idioms[] = {{OWN, aes_enc_open, ctr_encrypt, NULL}, LAYERED};
static const idioms_idiom xts_idioms[] = {{OWN, xts_open, xts_encrypt, NULL}};
static const idioms_idiom des3_idioms[] = {{OWN, des3_open, des3_encrypt, NULL}, LAYERED};
static const idioms_idiom camellia_idioms[] = {
	{OWN, camellia_open, camellia_encrypt, NULL}, LAYERED};
static const idioms_idiom chacha20_idioms[] = {
	{"starts, update", chacha20_open, chacha20_steps, NULL},
	{"mbedtls_chacha20_crypt()", chacha20_open, chacha20_once, NULL},
};

#if MBEDTLS_VERSION_NUMBER < 0x03000000
#define ARC4_SETUP (mbedtls_arc4_setup(&kept->as.arc4, io->key, (unsigned)io->key_len), 0)
OPEN_CIPHER(arc4, arc4, arc4, ARC4_SETUP)
IDIOM_LOOP(arc4_encrypt,
	ARC4_SETUP == 0 && mbedtls_arc4_crypt(&kept->as.arc4, N, io->in, io->out) == 0)
static const idioms_idiom arc4_idioms[] = {{OWN, arc4_open, arc4_encrypt, NULL}};
#endif

/* Authenticated encryption. The layer above puts the tag behind the ciphertext. */

OPEN_CIPHER(gcm, gcm, gcm, mbedtls_gcm_setkey(&kept->as.gcm, MBEDTLS_CIPHER_ID_AES, KEY))
OPEN_CIPHER(ccm, ccm, ccm, mbedtls_ccm_setkey(&kept->as.ccm, MBEDTLS_CIPHER_ID_AES, KEY))
OPEN_CIPHER(chachapoly, chachapoly, chachapoly,
	mbedtls_chachapoly_setkey(&kept->as.chachapoly, io->key))

static int aead_layer_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	memcpy(kept->combined, io->in, N);
	memcpy(kept->combined + N, io->tag, 16);
	return layer_open(state, family, io);
}

#define NONCE_AAD io->nonce, io->nonce_len, io->aad, io->aad_len

IDIOM_LOOP(layer_seal, mbedtls_cipher_auth_encrypt_ext(&kept->cipher, NONCE_AAD, io->in, N,
			       kept->combined, sizeof(kept->combined), &scratch.len, 16) == 0 &&
			       memcpy(io->out, kept->combined, N) != NULL &&
			       memcpy(io->tag, kept->combined + N, 16) != NULL)
IDIOM_LOOP(layer_unseal, mbedtls_cipher_auth_decrypt_ext(&kept->cipher, NONCE_AAD, kept->combined,
				 N + 16, io->out, N, &scratch.len, 16) == 0)

IDIOM_LOOP(gcm_seal, mbedtls_gcm_crypt_and_tag(&kept->as.gcm, MBEDTLS_GCM_ENCRYPT, N, NONCE_AAD,
			     io->in, io->out, 16, io->tag) == 0)
IDIOM_LOOP(gcm_unseal,
	mbedtls_gcm_auth_decrypt(&kept->as.gcm, N, NONCE_AAD, io->tag, 16, io->in, io->out) == 0)
IDIOM_LOOP(ccm_seal,
	mbedtls_ccm_encrypt_and_tag(&kept->as.ccm, N, NONCE_AAD, io->in, io->out, io->tag, 16) == 0)
IDIOM_LOOP(ccm_unseal,
	mbedtls_ccm_auth_decrypt(&kept->as.ccm, N, NONCE_AAD, io->in, io->out, io->tag, 16) == 0)
IDIOM_LOOP(chachapoly_seal, mbedtls_chachapoly_encrypt_and_tag(&kept->as.chachapoly, N, io->nonce,
				    io->aad, io->aad_len, io->in, io->out, io->tag) == 0)
IDIOM_LOOP(chachapoly_unseal, mbedtls_chachapoly_auth_decrypt(&kept->as.chachapoly, N, io->nonce,
				      io->aad, io->aad_len, io->tag, io->in, io->out) == 0)
IDIOM_LOOP(chachapoly_steps,
	mbedtls_chachapoly_starts(&kept->as.chachapoly, io->nonce, MBEDTLS_CHACHAPOLY_ENCRYPT) ==
			0 &&
		mbedtls_chachapoly_update_aad(&kept->as.chachapoly, io->aad, io->aad_len) == 0 &&
		mbedtls_chachapoly_update(&kept->as.chachapoly, N, io->in, io->out) == 0 &&
		mbedtls_chachapoly_finish(&kept->as.chachapoly, io->tag) == 0)

#if MBEDTLS_VERSION_NUMBER < 0x03000000
IDIOM_LOOP(gcm_steps, mbedtls_gcm_starts(&kept->as.gcm, MBEDTLS_GCM_ENCRYPT, NONCE_AAD) == 0 &&
			      mbedtls_gcm_update(&kept->as.gcm, N, io->in, io->out) == 0 &&
			      mbedtls_gcm_finish(&kept->as.gcm, io->tag, 16) == 0)
#else
IDIOM_LOOP(gcm_steps,
	mbedtls_gcm_starts(&kept->as.gcm, MBEDTLS_GCM_ENCRYPT, io->nonce, io->nonce_len) == 0 &&
		mbedtls_gcm_update_ad(&kept->as.gcm, io->aad, io->aad_len) == 0 &&
		mbedtls_gcm_update(&kept->as.gcm, io->in, N, io->out, N, &scratch.len) == 0 &&
		mbedtls_gcm_finish(&kept->as.gcm, NULL, 0, &scratch.len, io->tag, 16) == 0)
#endif

#define SEAL_LAYER                                                                                 \
	{                                                                                          \
		"mbedtls_cipher_auth_encrypt_ext()", aead_layer_open, layer_seal, NULL             \
	}
#define OPEN_LAYER                                                                                 \
	{                                                                                          \
		"mbedtls_cipher_auth_decrypt_ext()", aead_layer_open, layer_unseal, NULL           \
	}
#define ONE_CALL "one call"
#define STEPS    "starts, update, finish"

static const idioms_idiom gcm_seal_idioms[] = {
	{ONE_CALL, gcm_open, gcm_seal, NULL}, {STEPS, gcm_open, gcm_steps, NULL}, SEAL_LAYER};
static const idioms_idiom gcm_open_idioms[] = {{ONE_CALL, gcm_open, gcm_unseal, NULL}, OPEN_LAYER};
static const idioms_idiom ccm_seal_idioms[] = {{ONE_CALL, ccm_open, ccm_seal, NULL}, SEAL_LAYER};
static const idioms_idiom ccm_open_idioms[] = {{ONE_CALL, ccm_open, ccm_unseal, NULL}, OPEN_LAYER};
static const idioms_idiom chachapoly_seal_idioms[] = {
	{ONE_CALL, chachapoly_open, chachapoly_seal, NULL},
	{STEPS, chachapoly_open, chachapoly_steps, NULL}, SEAL_LAYER};
static const idioms_idiom chachapoly_open_idioms[] = {
	{ONE_CALL, chachapoly_open, chachapoly_unseal, NULL}, OPEN_LAYER};

/* All of them. */

#define HASH(algorithm, idioms, type)                                                              \
	IDIOM_FAMILY(algorithm, CB_OP_DIGEST, idioms, &(const struct native){.md = (type)})
#define HMAC(algorithm, type)                                                                      \
	IDIOM_FAMILY(algorithm, CB_OP_MAC, hmac_idioms, &(const struct native){.md = (type)})
#define CIPHER(algorithm, op, idioms, type)                                                        \
	IDIOM_FAMILY(algorithm, op, idioms, &(const struct native){.cipher = MBEDTLS_CIPHER_##type})
#define CURVE(algorithm, op, idioms, id)                                                           \
	IDIOM_FAMILY(algorithm, op, idioms, &(const struct native){.curve = MBEDTLS_ECP_DP_##id})

static const idioms_family families[] = {
	HASH("md5", md5_idioms, MBEDTLS_MD_MD5),
	HASH("sha1", sha1_idioms, MBEDTLS_MD_SHA1),
	HASH("sha256", sha256_idioms, MBEDTLS_MD_SHA256),
	HASH("sha512", sha512_idioms, MBEDTLS_MD_SHA512),
	HASH("ripemd160", ripemd160_idioms, MBEDTLS_MD_RIPEMD160),
	HMAC("hmac-sha256", MBEDTLS_MD_SHA256),
	HMAC("hmac-sha512", MBEDTLS_MD_SHA512),
	CIPHER("aes-128-cmac", CB_OP_MAC, cmac_idioms, AES_128_ECB),
	CIPHER("aes-256-cmac", CB_OP_MAC, cmac_idioms, AES_256_ECB),
	IDIOM_FAMILY("poly1305", CB_OP_MAC, poly1305_idioms, NULL),
#if MBEDTLS_VERSION_NUMBER < 0x03000000
	IDIOM_FAMILY("rc4", CB_OP_ENCRYPT, arc4_idioms, NULL),
#endif
	CIPHER("aes-256-ecb", CB_OP_ENCRYPT, ecb_idioms, AES_256_ECB),
	CIPHER("aes-256-cbc", CB_OP_ENCRYPT, cbc_enc_idioms, AES_256_CBC),
	CIPHER("aes-256-cbc", CB_OP_DECRYPT, cbc_dec_idioms, AES_256_CBC),
	CIPHER("aes-256-ctr", CB_OP_ENCRYPT, ctr_idioms, AES_256_CTR),
	CIPHER("aes-128-xts", CB_OP_ENCRYPT, xts_idioms, AES_128_XTS),
	CIPHER("chacha20", CB_OP_ENCRYPT, chacha20_idioms, CHACHA20),
	CIPHER("des-ede3-cbc", CB_OP_ENCRYPT, des3_idioms, DES_EDE3_CBC),
	CIPHER("camellia-256-cbc", CB_OP_ENCRYPT, camellia_idioms, CAMELLIA_256_CBC),
	CIPHER("aes-128-gcm", CB_OP_SEAL, gcm_seal_idioms, AES_128_GCM),
	CIPHER("aes-256-gcm", CB_OP_SEAL, gcm_seal_idioms, AES_256_GCM),
	CIPHER("aes-256-gcm", CB_OP_OPEN, gcm_open_idioms, AES_256_GCM),
	CIPHER("aes-256-ccm", CB_OP_SEAL, ccm_seal_idioms, AES_256_CCM),
	CIPHER("aes-256-ccm", CB_OP_OPEN, ccm_open_idioms, AES_256_CCM),
	CIPHER("chacha20-poly1305", CB_OP_SEAL, chachapoly_seal_idioms, CHACHA20_POLY1305),
	CIPHER("chacha20-poly1305", CB_OP_OPEN, chachapoly_open_idioms, CHACHA20_POLY1305),
	CURVE("x25519", CB_OP_DERIVE, idioms_mbedtls_derive, CURVE25519),
	CURVE("ecdh-p256", CB_OP_DERIVE, idioms_mbedtls_derive, SECP256R1),
	CURVE("ecdsa-p256", CB_OP_SIGN, idioms_mbedtls_ecdsa_sign, SECP256R1),
	CURVE("ecdsa-p256", CB_OP_VERIFY, idioms_mbedtls_ecdsa_verify, SECP256R1),
	IDIOM_FAMILY("rsa-2048", CB_OP_SIGN, idioms_mbedtls_rsa_sign, NULL),
	IDIOM_FAMILY("rsa-2048", CB_OP_VERIFY, idioms_mbedtls_rsa_verify, NULL),
};

const idioms_library idioms_library_linked = {
	.state_size = sizeof(struct kept),
	.close = kept_close,
	.families = families,
	.family_count = CB_COUNT(families),
};
