/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this backend share: the native handles of its rows, the drivers, the keys and
 * the loaded library. */
#ifndef CB_OPENSSL_DRIVERS_H
#define CB_OPENSSL_DRIVERS_H

#include <openssl/evp.h>
#include <openssl/types.h>

#include <cb/backend.h>

/** Native handle of a MAC: the algorithm to fetch and the one parameter that completes it. */
typedef struct openssl_mac_spec {
	const char *name;      /* "HMAC" */
	const char *parameter; /* "digest", "cipher"; NULL if it needs none */
	const char *value;     /* "SHA2-256" */
} openssl_mac_spec;

/** How keys of one family become bytes and back, in the encodings of cb/backend.h. */
typedef struct openssl_key_format {
	EVP_PKEY *(*import_private)(
		const char *type, const char *group, const uint8_t *bytes, size_t byte_count);
	EVP_PKEY *(*import_public)(
		const char *type, const char *group, const uint8_t *bytes, size_t byte_count);
	/** Writes the private key and then the public key; CB_EINVAL if io->out is too small. */
	cb_status (*export_pair)(const EVP_PKEY *key, cb_io *io);
} openssl_key_format;

extern const openssl_key_format openssl_key_raw; /* X25519, Ed25519 and their like */
extern const openssl_key_format openssl_key_ec;  /* scalar and uncompressed point */
extern const openssl_key_format openssl_key_rsa; /* RSAPrivateKey and SubjectPublicKeyInfo */

/** Native handle of a key exchange, and part of that of a signature. */
typedef struct openssl_key_spec {
	const char *type;  /* key type to fetch: "X25519", "EC", "RSA" */
	const char *group; /* NULL if the type has only one */
	size_t bits;       /* RSA modulus; else 0 */
	const openssl_key_format *format;
} openssl_key_spec;

/** Native handle of a signature. It begins with the key, so that it can stand for it. */
typedef struct openssl_sign_spec {
	openssl_key_spec key;
	const char *digest; /* of what is signed; NULL if the scheme hashes by itself */
	int padding;        /* RSA_PKCS1_PADDING and so on; 0 if the scheme has none */
} openssl_sign_spec;

/** Key generation, the first member of every state that offers it. */
typedef struct openssl_keygen {
	const openssl_key_spec *spec;
	EVP_PKEY_CTX *ctx;
	EVP_PKEY *key; /* the last one made */
} openssl_keygen;

extern const cb_driver openssl_hash;
extern const cb_driver openssl_mac;
extern const cb_driver openssl_cipher;
extern const cb_driver openssl_aead;
extern const cb_driver openssl_kex;
extern const cb_driver openssl_sign_message; /* the scheme hashes by itself */
extern const cb_driver openssl_sign_digest;  /* a digest is signed */

extern const cb_accel_table openssl_accel;

/* Whether the loaded library, with its providers, has what a row names. */
int openssl_has_digest(const cb_impl *impl);
int openssl_has_mac(const cb_impl *impl);
int openssl_has_cipher(const cb_impl *impl);
int openssl_has_key(const cb_impl *impl);

/** Keys for @p spec; NULL if @p bytes are not such a key. Freed with EVP_PKEY_free(). */
EVP_PKEY *openssl_private_key(
	const openssl_key_spec *spec, const uint8_t *bytes, size_t byte_count);
EVP_PKEY *openssl_public_key(const openssl_key_spec *spec, const uint8_t *bytes, size_t byte_count);

cb_status openssl_keygen_open(openssl_keygen *keygen, const openssl_key_spec *spec);
void openssl_keygen_close(openssl_keygen *keygen);
/* cb_run_fn; the state begins with an openssl_keygen */
cb_status openssl_keygen_run(void *state, cb_io *io);
cb_status openssl_keygen_collect(void *state, cb_io *io);

/** Where everything is fetched from; valid between init and finish. */
OSSL_LIB_CTX *openssl_libctx(void);

/* Members of cb_backend. */
const char *openssl_version(void);
const char *openssl_build_info(void);
cb_status openssl_init(void);
void openssl_finish(void);
void openssl_environment(const char *library_file,
	void (*set)(const char *name, const char *value, void *payload), void *payload);
void openssl_list_providers(cb_provider_fn *report, void *payload);
void openssl_last_error(char *text, size_t size);

#endif
