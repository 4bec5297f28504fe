/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this backend share. libsodium has no look-up by name: where a driver serves
 * several algorithms, native.ptr is a bundle of the library's functions.
 *
 * Most of its functions keep nothing between calls. There `rekey` and `fresh` are `message`: the
 * key is taken as bytes by every call. */
#ifndef CB_LIBSODIUM_DRIVERS_H
#define CB_LIBSODIUM_DRIVERS_H

#include <cb/backend.h>

extern const cb_driver cb__libsodium_hash;       /* struct hash_functions */
extern const cb_driver cb__libsodium_hmacsha256; /* nothing */
extern const cb_driver cb__libsodium_hmacsha512; /* nothing */
extern const cb_driver cb__libsodium_blake2bmac; /* nothing */
extern const cb_driver cb__libsodium_poly1305;   /* nothing */
extern const cb_driver cb__libsodium_siphash24;  /* nothing */
extern const cb_driver cb__libsodium_cipher;     /* struct cipher_functions */
extern const cb_driver cb__libsodium_aes256gcm;  /* nothing */
extern const cb_driver cb__libsodium_aead;       /* struct aead_functions */
extern const cb_driver cb__libsodium_hkdf;       /* nothing */
extern const cb_driver cb__libsodium_scrypt;     /* nothing */
extern const cb_driver cb__libsodium_argon2id;   /* nothing */
extern const cb_driver cb__libsodium_x25519;     /* nothing */
extern const cb_driver cb__libsodium_mlkem768;   /* nothing */
extern const cb_driver cb__libsodium_ed25519;    /* nothing */
extern const cb_driver cb__libsodium_random;     /* nothing */

extern const cb_accel_table cb__libsodium_accel;

/* available() of rows: whether the library that was loaded has the functions. */
int cb__libsodium_has_hash(const cb_impl *impl);
int cb__libsodium_has_aead(const cb_impl *impl);
int cb__libsodium_has_aes256gcm(const cb_impl *impl);
int cb__libsodium_has_hkdf(const cb_impl *impl);
int cb__libsodium_has_mlkem768(const cb_impl *impl);

struct hash_functions {
	size_t digest_len;
	size_t state_size; /* 0 for a library that lacks the hash */
	int (*digest)(unsigned char *out, const unsigned char *in, unsigned long long in_len);
	int (*start)(void *state);
	int (*update)(void *state, const unsigned char *in, unsigned long long in_len);
};

extern const struct hash_functions cb__libsodium_sha256;
extern const struct hash_functions cb__libsodium_sha512;
extern const struct hash_functions cb__libsodium_sha3_256;
extern const struct hash_functions cb__libsodium_blake2b;

struct cipher_functions {
	size_t key_len;
	size_t nonce_len;
	int (*crypt)(unsigned char *out, const unsigned char *in, unsigned long long in_len,
		const unsigned char *nonce, const unsigned char *key);
};

extern const struct cipher_functions cb__libsodium_chacha20_ietf;
extern const struct cipher_functions cb__libsodium_xchacha20;
extern const struct cipher_functions cb__libsodium_salsa20;

/* The signature of all detached AEAD functions without a kept key schedule. */
struct aead_functions {
	size_t key_len;
	size_t nonce_len;
	size_t tag_len;
	int (*seal)(unsigned char *out, unsigned char *tag, unsigned long long *ret_tag_len,
		const unsigned char *in, unsigned long long in_len, const unsigned char *aad,
		unsigned long long aad_len, const unsigned char *secret_nonce,
		const unsigned char *nonce, const unsigned char *key);
	int (*open)(unsigned char *out, unsigned char *secret_nonce, const unsigned char *in,
		unsigned long long in_len, const unsigned char *tag, const unsigned char *aad,
		unsigned long long aad_len, const unsigned char *nonce, const unsigned char *key);
};

extern const struct aead_functions cb__libsodium_chacha20poly1305_ietf;
extern const struct aead_functions cb__libsodium_xchacha20poly1305_ietf;
extern const struct aead_functions cb__libsodium_xsalsa20poly1305;
extern const struct aead_functions cb__libsodium_aegis128l;
extern const struct aead_functions cb__libsodium_aegis256;

/** What @p code, a return value of the library, means to the core. */
static inline cb_status check(int code)
{
	return code == 0 ? CB_OK : CB_EBACKEND;
}

/** What @p code means where a forged tag or signature was given. The library does not say why it
 *  refuses, so every refusal counts. */
static inline cb_status check_refusal(int code)
{
	return code != 0 ? CB_OK : CB_EMISMATCH;
}

#define STREAM    CB_VARIANT_BIT(CB_VARIANT_STREAM)
#define REKEY     CB_VARIANT_BIT(CB_VARIANT_REKEY)
#define FRESH     CB_VARIANT_BIT(CB_VARIANT_FRESH)
#define SHAREDKEY CB_VARIANT_BIT(CB_VARIANT_SHAREDKEY)

#endif
