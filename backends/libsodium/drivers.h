/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this backend share. libsodium has no look-up by name: where a driver serves
 * several algorithms, native.ptr is a bundle of the library's functions. */
#ifndef CB_LIBSODIUM_DRIVERS_H
#define CB_LIBSODIUM_DRIVERS_H

#include <cb/backend.h>

extern const cb_driver cb__libsodium_hash;       /* struct hash_functions */
extern const cb_driver cb__libsodium_hmacsha256; /* nothing */
extern const cb_driver cb__libsodium_aes256gcm;  /* nothing */
extern const cb_driver cb__libsodium_aead;       /* struct aead_functions */
extern const cb_driver cb__libsodium_x25519;     /* nothing */
extern const cb_driver cb__libsodium_ed25519;    /* nothing */

extern const cb_accel_table cb__libsodium_accel;

struct hash_functions {
	size_t digest_len;
	int (*digest)(unsigned char *out, const unsigned char *in, unsigned long long in_len);
};

extern const struct hash_functions cb__libsodium_sha256;
extern const struct hash_functions cb__libsodium_sha512;

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

#endif
