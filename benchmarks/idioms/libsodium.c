/* SPDX-License-Identifier: Apache-2.0 */
#include "idioms.h"

#include <string.h>

#include <sodium.h>

#define N IDIOMS_MESSAGE_LEN

/* One of these is used. */
struct kept {
	union {
		crypto_aead_aes256gcm_state gcm;
		crypto_hash_sha256_state sha256;
		crypto_hash_sha512_state sha512;
		crypto_auth_hmacsha256_state hmac256;
		crypto_auth_hmacsha512_state hmac512;
		crypto_generichash_blake2b_state blake2b;
		crypto_onetimeauth_poly1305_state poly1305;
		uint8_t secret_key[crypto_sign_ed25519_SECRETKEYBYTES];
	} as;
	uint8_t combined[256]; /* ciphertext and tag, signature and message */
};

struct scratch {
	union {
		crypto_auth_hmacsha256_state hmac256;
		crypto_auth_hmacsha512_state hmac512;
		crypto_generichash_blake2b_state blake2b;
	} as;
	unsigned long long len;
};

static int open_nothing(void *state, const idioms_family *family, const cb_io *io)
{
	(void)state;
	(void)family;
	(void)io;
	return 1;
}

static void close_nothing(void *state)
{
	(void)state;
}

/* Hashes. */

#define HASH_LOOPS(name, member)                                                                   \
	IDIOM_LOOP(name##_once, crypto_hash_##name(io->out, io->in, N) == 0)                       \
	IDIOM_LOOP(name##_steps,                                                                   \
		crypto_hash_##name##_init(&kept->as.member) == 0 &&                                \
			crypto_hash_##name##_update(&kept->as.member, io->in, N) == 0 &&           \
			crypto_hash_##name##_final(&kept->as.member, io->out) == 0)                \
	static const idioms_idiom name##_idioms[] = {                                              \
		{"one call", open_nothing, name##_once, NULL},                                     \
		{"init, update, final", open_nothing, name##_steps, NULL},                         \
	};

HASH_LOOPS(sha256, sha256)
HASH_LOOPS(sha512, sha512)

#define B2B crypto_generichash_blake2b

IDIOM_LOOP(blake2b_once, B2B(io->out, 64, io->in, N, NULL, 0) == 0)
IDIOM_LOOP(blake2b_generic, crypto_generichash(io->out, 64, io->in, N, NULL, 0) == 0)
IDIOM_LOOP(blake2b_steps,
	crypto_generichash_blake2b_init(&kept->as.blake2b, NULL, 0, 64) == 0 &&
		crypto_generichash_blake2b_update(&kept->as.blake2b, io->in, N) == 0 &&
		crypto_generichash_blake2b_final(&kept->as.blake2b, io->out, 64) == 0)

static const idioms_idiom blake2b_idioms[] = {
	{"one call", open_nothing, blake2b_once, NULL},
	{"crypto_generichash()", open_nothing, blake2b_generic, NULL},
	{"init, update, final", open_nothing, blake2b_steps, NULL},
};

/* Authentication codes. */

#define HMAC_LOOPS(member, type)                                                                   \
	static int member##_open(void *state, const idioms_family *family, const cb_io *io)        \
	{                                                                                          \
		struct kept *kept = state;                                                         \
                                                                                                   \
		(void)family;                                                                      \
		return type##_init(&kept->as.member, io->key, io->key_len) == 0;                   \
	}                                                                                          \
                                                                                                   \
	IDIOM_LOOP(member##_copy,                                                                  \
		(memcpy(&scratch.as.member, &kept->as.member, sizeof(kept->as.member)), 1) &&      \
			type##_update(&scratch.as.member, io->in, N) == 0 &&                       \
			type##_final(&scratch.as.member, io->out) == 0)                            \
	IDIOM_LOOP(member##_key, type##_init(&kept->as.member, io->key, io->key_len) == 0 &&       \
					 type##_update(&kept->as.member, io->in, N) == 0 &&        \
					 type##_final(&kept->as.member, io->out) == 0)

HMAC_LOOPS(hmac256, crypto_auth_hmacsha256)
HMAC_LOOPS(hmac512, crypto_auth_hmacsha512)
IDIOM_LOOP(hmac256_once, crypto_auth_hmacsha256(io->out, io->in, N, io->key) == 0)

static const idioms_idiom hmac256_idioms[] = {
	{"keyed state copied", hmac256_open, hmac256_copy, NULL},
	{"init with the key", hmac256_open, hmac256_key, NULL},
	{"one call", open_nothing, hmac256_once, NULL},
};

static const idioms_idiom hmac512_idioms[] = {
	{"keyed state copied", hmac512_open, hmac512_copy, NULL},
	{"init with the key", hmac512_open, hmac512_key, NULL},
};

static int blake2b_mac_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	(void)family;
	return crypto_generichash_blake2b_init(&kept->as.blake2b, io->key, io->key_len, 64) == 0;
}

IDIOM_LOOP(blake2b_mac_once, B2B(io->out, 64, io->in, N, io->key, io->key_len) == 0)
IDIOM_LOOP(blake2b_mac_copy,
	(memcpy(&scratch.as.blake2b, &kept->as.blake2b, sizeof(kept->as.blake2b)), 1) &&
		crypto_generichash_blake2b_update(&scratch.as.blake2b, io->in, N) == 0 &&
		crypto_generichash_blake2b_final(&scratch.as.blake2b, io->out, 64) == 0)

static const idioms_idiom blake2b_mac_idioms[] = {
	{"keyed state copied", blake2b_mac_open, blake2b_mac_copy, NULL},
	{"one call", open_nothing, blake2b_mac_once, NULL},
};

IDIOM_LOOP(poly1305_once, crypto_onetimeauth_poly1305(io->out, io->in, N, io->key) == 0)
IDIOM_LOOP(poly1305_generic, crypto_onetimeauth(io->out, io->in, N, io->key) == 0)
IDIOM_LOOP(poly1305_steps,
	crypto_onetimeauth_poly1305_init(&kept->as.poly1305, io->key) == 0 &&
		crypto_onetimeauth_poly1305_update(&kept->as.poly1305, io->in, N) == 0 &&
		crypto_onetimeauth_poly1305_final(&kept->as.poly1305, io->out) == 0)

static const idioms_idiom poly1305_idioms[] = {
	{"one call", open_nothing, poly1305_once, NULL},
	{"crypto_onetimeauth()", open_nothing, poly1305_generic, NULL},
	{"init, update, final", open_nothing, poly1305_steps, NULL},
};

IDIOM_LOOP(siphash_once, crypto_shorthash_siphash24(io->out, io->in, N, io->key) == 0)
IDIOM_LOOP(siphash_generic, crypto_shorthash(io->out, io->in, N, io->key) == 0)

static const idioms_idiom siphash_idioms[] = {
	{"crypto_shorthash_siphash24()", open_nothing, siphash_once, NULL},
	{"crypto_shorthash()", open_nothing, siphash_generic, NULL},
};

/* Stream ciphers. */

#define STREAM_LOOPS(name)                                                                         \
	IDIOM_LOOP(name##_xor,                                                                     \
		crypto_stream_##name##_xor(io->out, io->in, N, io->nonce, io->key) == 0)           \
	IDIOM_LOOP(name##_xor_ic,                                                                  \
		crypto_stream_##name##_xor_ic(io->out, io->in, N, io->nonce, 0, io->key) == 0)     \
	static const idioms_idiom name##_idioms[] = {                                              \
		{"xor", open_nothing, name##_xor, NULL},                                           \
		{"xor_ic", open_nothing, name##_xor_ic, NULL},                                     \
	};

STREAM_LOOPS(chacha20_ietf)
STREAM_LOOPS(xchacha20)
STREAM_LOOPS(salsa20)

/* Authenticated encryption. `combined` is how the simpler API lays ciphertext and tag out. */

static int open_combined(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	(void)family;
	memcpy(kept->combined, io->in, N);
	memcpy(kept->combined + N, io->tag, io->tag_len);
	return 1;
}

#define AEAD_ARGS NULL, io->in, N, io->aad, io->aad_len, NULL, io->nonce
#define OPEN_ARGS NULL, io->in, N, io->tag, io->aad, io->aad_len, io->nonce
#define BOTH_ARGS kept->combined, N + 16, io->aad, io->aad_len, io->nonce

#define AEAD_LOOPS(name, type)                                                                     \
	IDIOM_LOOP(                                                                                \
		name##_seal, type##_encrypt_detached(io->out, io->tag, AEAD_ARGS, io->key) == 0)   \
	IDIOM_LOOP(name##_seal_combined, type##_encrypt(io->out, AEAD_ARGS, io->key) == 0 &&       \
						 memcpy(io->tag, io->out + N, 16) != NULL)         \
	IDIOM_LOOP(name##_open, type##_decrypt_detached(io->out, OPEN_ARGS, io->key) == 0)         \
	IDIOM_LOOP(name##_open_combined,                                                           \
		type##_decrypt(io->out, &scratch.len, NULL, BOTH_ARGS, io->key) == 0)              \
	static const idioms_idiom name##_seal_idioms[] = {                                         \
		{"detached", open_nothing, name##_seal, NULL},                                     \
		{"combined", open_nothing, name##_seal_combined, NULL},                            \
	};                                                                                         \
	static const idioms_idiom name##_open_idioms[] = {                                         \
		{"detached", open_nothing, name##_open, NULL},                                     \
		{"combined", open_combined, name##_open_combined, NULL},                           \
	};

AEAD_LOOPS(chacha, crypto_aead_chacha20poly1305_ietf)
AEAD_LOOPS(xchacha, crypto_aead_xchacha20poly1305_ietf)

static int gcm_key(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	return open_combined(state, family, io) &&
	       crypto_aead_aes256gcm_beforenm(&kept->as.gcm, io->key) == 0;
}

IDIOM_LOOP(gcm_seal_detached, crypto_aead_aes256gcm_encrypt_detached_afternm(
				      io->out, io->tag, AEAD_ARGS, &kept->as.gcm) == 0)
IDIOM_LOOP(gcm_seal_combined,
	crypto_aead_aes256gcm_encrypt_afternm(io->out, AEAD_ARGS, &kept->as.gcm) == 0 &&
		memcpy(io->tag, io->out + N, 16) != NULL)
IDIOM_LOOP(gcm_seal_key,
	crypto_aead_aes256gcm_encrypt_detached(io->out, io->tag, AEAD_ARGS, io->key) == 0)
IDIOM_LOOP(gcm_open_detached,
	crypto_aead_aes256gcm_decrypt_detached_afternm(io->out, OPEN_ARGS, &kept->as.gcm) == 0)
IDIOM_LOOP(gcm_open_combined, crypto_aead_aes256gcm_decrypt_afternm(
				      io->out, &scratch.len, NULL, BOTH_ARGS, &kept->as.gcm) == 0)
IDIOM_LOOP(gcm_open_key, crypto_aead_aes256gcm_decrypt_detached(io->out, OPEN_ARGS, io->key) == 0)

static const idioms_idiom gcm_seal_idioms[] = {
	{"detached, key set up", gcm_key, gcm_seal_detached, NULL},
	{"combined, key set up", gcm_key, gcm_seal_combined, NULL},
	{"detached, with the key", open_nothing, gcm_seal_key, NULL},
};

static const idioms_idiom gcm_open_idioms[] = {
	{"detached, key set up", gcm_key, gcm_open_detached, NULL},
	{"combined, key set up", gcm_key, gcm_open_combined, NULL},
	{"detached, with the key", open_nothing, gcm_open_key, NULL},
};

IDIOM_LOOP(
	box_seal, crypto_secretbox_detached(io->out, io->tag, io->in, N, io->nonce, io->key) == 0)
/* The tag comes first. */
IDIOM_LOOP(
	box_seal_easy, crypto_secretbox_easy(kept->combined, io->in, N, io->nonce, io->key) == 0 &&
			       memcpy(io->tag, kept->combined, 16) != NULL &&
			       memcpy(io->out, kept->combined + 16, N) != NULL)
IDIOM_LOOP(box_open,
	crypto_secretbox_open_detached(io->out, io->in, io->tag, N, io->nonce, io->key) == 0)
IDIOM_LOOP(box_open_easy,
	crypto_secretbox_open_easy(io->out, kept->combined, N + 16, io->nonce, io->key) == 0)

static int open_box(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	(void)family;
	memcpy(kept->combined, io->tag, 16);
	memcpy(kept->combined + 16, io->in, N);
	return 1;
}

static const idioms_idiom box_seal_idioms[] = {
	{"detached", open_nothing, box_seal, NULL},
	{"combined", open_nothing, box_seal_easy, NULL},
};

static const idioms_idiom box_open_idioms[] = {
	{"detached", open_nothing, box_open, NULL},
	{"combined", open_box, box_open_easy, NULL},
};

/* Key exchange and signatures. */

IDIOM_LOOP(x25519_curve, crypto_scalarmult_curve25519(io->out, io->key, io->peer) == 0)
IDIOM_LOOP(x25519_generic, crypto_scalarmult(io->out, io->key, io->peer) == 0)

static const idioms_idiom x25519_idioms[] = {
	{"crypto_scalarmult_curve25519()", open_nothing, x25519_curve, NULL},
	{"crypto_scalarmult()", open_nothing, x25519_generic, NULL},
};

static int signer_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;
	uint8_t public_key[crypto_sign_ed25519_PUBLICKEYBYTES];

	(void)family;
	return crypto_sign_ed25519_seed_keypair(public_key, kept->as.secret_key, io->key) == 0;
}

static int verifier_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	(void)family;
	memcpy(kept->combined, io->tag, io->tag_len);
	memcpy(kept->combined + io->tag_len, io->in, io->in_len);
	return 1;
}

IDIOM_LOOP(sign_detached,
	crypto_sign_ed25519_detached(io->out, NULL, io->in, io->in_len, kept->as.secret_key) == 0)
IDIOM_LOOP(sign_combined,
	crypto_sign_ed25519(io->out, NULL, io->in, io->in_len, kept->as.secret_key) == 0)
IDIOM_LOOP(verify_detached,
	crypto_sign_ed25519_verify_detached(io->tag, io->in, io->in_len, io->peer) == 0)
IDIOM_LOOP(verify_combined, crypto_sign_ed25519_open(io->out, NULL, kept->combined,
				    io->tag_len + io->in_len, io->peer) == 0)

static const idioms_idiom sign_idioms[] = {
	{"detached", signer_open, sign_detached, NULL},
	{"combined", signer_open, sign_combined, NULL},
};

static const idioms_idiom verify_idioms[] = {
	{"detached", open_nothing, verify_detached, NULL},
	{"combined", verifier_open, verify_combined, NULL},
};

static const idioms_family families[] = {
	IDIOM_FAMILY("sha256", CB_OP_DIGEST, sha256_idioms, NULL),
	IDIOM_FAMILY("sha512", CB_OP_DIGEST, sha512_idioms, NULL),
	IDIOM_FAMILY("blake2b-512", CB_OP_DIGEST, blake2b_idioms, NULL),
	IDIOM_FAMILY("hmac-sha256", CB_OP_MAC, hmac256_idioms, NULL),
	IDIOM_FAMILY("hmac-sha512", CB_OP_MAC, hmac512_idioms, NULL),
	IDIOM_FAMILY("blake2b-mac", CB_OP_MAC, blake2b_mac_idioms, NULL),
	IDIOM_FAMILY("poly1305", CB_OP_MAC, poly1305_idioms, NULL),
	IDIOM_FAMILY("siphash-2-4", CB_OP_MAC, siphash_idioms, NULL),
	IDIOM_FAMILY("chacha20", CB_OP_ENCRYPT, chacha20_ietf_idioms, NULL),
	IDIOM_FAMILY("xchacha20", CB_OP_ENCRYPT, xchacha20_idioms, NULL),
	IDIOM_FAMILY("salsa20", CB_OP_ENCRYPT, salsa20_idioms, NULL),
	IDIOM_FAMILY("aes-256-gcm", CB_OP_SEAL, gcm_seal_idioms, NULL),
	IDIOM_FAMILY("aes-256-gcm", CB_OP_OPEN, gcm_open_idioms, NULL),
	IDIOM_FAMILY("chacha20-poly1305", CB_OP_SEAL, chacha_seal_idioms, NULL),
	IDIOM_FAMILY("chacha20-poly1305", CB_OP_OPEN, chacha_open_idioms, NULL),
	IDIOM_FAMILY("xchacha20-poly1305", CB_OP_SEAL, xchacha_seal_idioms, NULL),
	IDIOM_FAMILY("xchacha20-poly1305", CB_OP_OPEN, xchacha_open_idioms, NULL),
	IDIOM_FAMILY("xsalsa20-poly1305", CB_OP_SEAL, box_seal_idioms, NULL),
	IDIOM_FAMILY("xsalsa20-poly1305", CB_OP_OPEN, box_open_idioms, NULL),
	IDIOM_FAMILY("x25519", CB_OP_DERIVE, x25519_idioms, NULL),
	IDIOM_FAMILY("ed25519", CB_OP_SIGN, sign_idioms, NULL),
	IDIOM_FAMILY("ed25519", CB_OP_VERIFY, verify_idioms, NULL),
};

const idioms_library idioms_library_linked = {
	.state_size = sizeof(struct kept),
	.close = close_nothing,
	.families = families,
	.family_count = CB_COUNT(families),
};
