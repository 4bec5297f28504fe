/* SPDX-License-Identifier: Apache-2.0 */
/* What came after 1.0.18, the oldest release whose headers this backend builds with: declared here
 * where the headers at hand are older than the library that may be loaded. The address of a
 * function that the loaded library lacks is NULL. */
#ifndef CB_LIBSODIUM_NEWER_H
#define CB_LIBSODIUM_NEWER_H

#include <sodium.h>

#define PRAGMA(text)       _Pragma(#text)
#define OPTIONAL(function) PRAGMA(weak function)

/* 1.0.19. Snapshots before that release had shorter tags, so the length is asked for. */

#ifndef crypto_aead_aegis128l_KEYBYTES

#define DECLARE_AEGIS(name)                                                                        \
	size_t crypto_aead_##name##_abytes(void);                                                  \
	int crypto_aead_##name##_encrypt_detached(unsigned char *out, unsigned char *tag,          \
		unsigned long long *ret_tag_len, const unsigned char *in,                          \
		unsigned long long in_len, const unsigned char *aad, unsigned long long aad_len,   \
		const unsigned char *secret_nonce, const unsigned char *nonce,                     \
		const unsigned char *key);                                                         \
	int crypto_aead_##name##_decrypt_detached(unsigned char *out, unsigned char *secret_nonce, \
		const unsigned char *in, unsigned long long in_len, const unsigned char *tag,      \
		const unsigned char *aad, unsigned long long aad_len, const unsigned char *nonce,  \
		const unsigned char *key);

DECLARE_AEGIS(aegis128l)
DECLARE_AEGIS(aegis256)

#endif

OPTIONAL(crypto_aead_aegis128l_abytes)
OPTIONAL(crypto_aead_aegis128l_encrypt_detached)
OPTIONAL(crypto_aead_aegis128l_decrypt_detached)
OPTIONAL(crypto_aead_aegis256_abytes)
OPTIONAL(crypto_aead_aegis256_encrypt_detached)
OPTIONAL(crypto_aead_aegis256_decrypt_detached)

/* 1.0.19 */

#ifndef crypto_kdf_hkdf_sha256_KEYBYTES
int crypto_kdf_hkdf_sha256_extract(unsigned char *prk, const unsigned char *salt, size_t salt_len,
	const unsigned char *key, size_t key_len);
int crypto_kdf_hkdf_sha256_expand(unsigned char *out, size_t out_len, const char *info,
	size_t info_len, const unsigned char *prk);
#endif

OPTIONAL(crypto_kdf_hkdf_sha256_extract)
OPTIONAL(crypto_kdf_hkdf_sha256_expand)

/* 1.0.22 */

#ifndef crypto_hash_sha3256_BYTES
typedef struct crypto_hash_sha3256_state crypto_hash_sha3256_state;
size_t crypto_hash_sha3256_statebytes(void);
int crypto_hash_sha3256(unsigned char *out, const unsigned char *in, unsigned long long in_len);
int crypto_hash_sha3256_init(crypto_hash_sha3256_state *state);
int crypto_hash_sha3256_update(
	crypto_hash_sha3256_state *state, const unsigned char *in, unsigned long long in_len);
#endif

OPTIONAL(crypto_hash_sha3256_statebytes)
OPTIONAL(crypto_hash_sha3256)
OPTIONAL(crypto_hash_sha3256_init)
OPTIONAL(crypto_hash_sha3256_update)

/* 1.0.22 */

#ifndef crypto_kem_mlkem768_PUBLICKEYBYTES
int crypto_kem_mlkem768_keypair(unsigned char *public_key, unsigned char *secret_key);
int crypto_kem_mlkem768_enc(
	unsigned char *ciphertext, unsigned char *secret, const unsigned char *public_key);
int crypto_kem_mlkem768_dec(
	unsigned char *secret, const unsigned char *ciphertext, const unsigned char *secret_key);
#endif

OPTIONAL(crypto_kem_mlkem768_keypair)
OPTIONAL(crypto_kem_mlkem768_enc)
OPTIONAL(crypto_kem_mlkem768_dec)

#endif
