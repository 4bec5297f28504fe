/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this backend share: the native handles of its rows, the drivers, the keys and
 * the loaded library. */
#ifndef CB_OPENSSL_DRIVERS_H
#define CB_OPENSSL_DRIVERS_H

#include <openssl/evp.h>
#include <openssl/types.h>

#include <cb/backend.h>

/** What one operation is in one variant. A driver's table of these is all it knows. */
typedef struct openssl_way {
	cb_op op;
	cb_variant variant;
	cb_run_fn *once;
} openssl_way;

/**
 * Every state begins with a `cb_run_fn *`, which open() sets with this and openssl_run() calls.
 *
 * `fresh` keeps nothing between operations, so the algorithm is looked up, too. `fetch` looks it
 * up on what is kept otherwise; MACs and key derivations have it not, because their contexts
 * belong to one looked-up algorithm, and it would be `fresh`.
 */
cb_status openssl_choose(
	cb_run_fn **ret_once, const openssl_way *ways, size_t way_count, const cb_task *task);
cb_status openssl_run(void *state, cb_io *io);

/** The same where operations are short: @p message is called by its name, which spares up to 4 ns
 * of some 80. */
static inline cb_status openssl_run_short(cb_run_fn *message, void *state, cb_io *io)
{
	cb_run_fn *const *once = state;

	return *once == message ? message(state, io) : (*once)(state, io);
}

/** Native handle of a MAC: the algorithm to fetch and the parameters that complete it. */
typedef struct openssl_mac_spec {
	const char *name;      /* "HMAC" */
	const char *parameter; /* "digest", "cipher"; NULL if it needs none */
	const char *value;     /* "SHA2-256" */
	size_t size;           /* of the MAC, where the default is another one; else 0 */
} openssl_mac_spec;

/** Native handle of a key derivation: the algorithm to fetch and the names of its parameters;
 *  NULL for those it has not got. */
typedef struct openssl_kdf_spec {
	const char *name;    /* "PBKDF2" */
	const char *digest;  /* "SHA2-256" */
	const char *secret;  /* what it calls cb_io.key */
	const char *info;    /* what it calls cb_io.aad */
	const char *cost[3]; /* what it calls cb_io.cost */
	const char *option;  /* a number that is set besides */
	uint64_t option_value;
} openssl_kdf_spec;

/** How keys of one family become bytes and back, in the encodings of cb/backend.h. */
typedef struct openssl_key_format {
	EVP_PKEY *(*import_private)(
		const char *type, const char *group, const uint8_t *bytes, size_t byte_count);
	EVP_PKEY *(*import_public)(
		const char *type, const char *group, const uint8_t *bytes, size_t byte_count);
	/** Writes the private key and then the public key; CB_EINVAL if io->out is too small. */
	cb_status (*export_pair)(const EVP_PKEY *key, cb_io *io);
} openssl_key_format;

extern const openssl_key_format openssl_key_raw; /* X25519, Ed25519, ML-KEM and their like */
extern const openssl_key_format openssl_key_ec;  /* scalar and uncompressed point */
extern const openssl_key_format openssl_key_dh;  /* exponent and number, as long as the prime */
extern const openssl_key_format openssl_key_rsa; /* RSAPrivateKey and SubjectPublicKeyInfo */

/** Native handle of a key exchange or encapsulation, and part of that of a signature. */
typedef struct openssl_key_spec {
	const char *type;  /* key type to fetch: "X25519", "EC", "RSA" */
	const char *group; /* NULL if the type has only one */
	size_t bits;       /* RSA modulus; else 0 */
	const openssl_key_format *format;
} openssl_key_spec;

/** Native handle of a signature. It begins with the key, so that it can stand for it. */
typedef struct openssl_sign_spec {
	openssl_key_spec key;
	const char *digest;  /* of what is signed; NULL if the scheme hashes by itself */
	const char *padding; /* "pkcs1", "pss"; NULL if the scheme has none */
	int salt_len;        /* of PSS; else 0 */
} openssl_sign_spec;

/** First member of the states of all drivers with key pairs. */
typedef struct openssl_keys {
	cb_run_fn *once;
	const openssl_key_spec *spec;
	EVP_PKEY_CTX *generator;
	EVP_PKEY *made; /* the last one generated */
	EVP_PKEY *own;  /* private */
	EVP_PKEY *peer; /* public */
} openssl_keys;

extern const cb_driver openssl_hash;
extern const cb_driver openssl_mac;
extern const cb_driver openssl_cipher;
extern const cb_driver openssl_aead;
extern const cb_driver openssl_kdf;
extern const cb_driver openssl_kex;
extern const cb_driver openssl_kem;
extern const cb_driver openssl_sign_message; /* the scheme hashes by itself */
extern const cb_driver openssl_sign_digest;  /* a digest is signed */
extern const cb_driver openssl_random;

extern const cb_accel_table openssl_accel;

/* Whether the loaded library, with its providers, has what a row names. */
int openssl_has_digest(const cb_impl *impl);
int openssl_has_mac(const cb_impl *impl);
int openssl_has_cipher(const cb_impl *impl);
int openssl_has_kdf(const cb_impl *impl);
int openssl_has_key(const cb_impl *impl);
int openssl_has_random(const cb_impl *impl);

/** Parameters that libcrypto only reads; they point to what is given. */
OSSL_PARAM openssl_text_param(const char *name, const char *value);
OSSL_PARAM openssl_bytes_param(const char *name, const uint8_t *bytes, size_t byte_count);

/** Keys for @p spec; NULL if @p bytes are not such a key. Freed with EVP_PKEY_free(). */
EVP_PKEY *openssl_private_key(
	const openssl_key_spec *spec, const uint8_t *bytes, size_t byte_count);
EVP_PKEY *openssl_public_key(const openssl_key_spec *spec, const uint8_t *bytes, size_t byte_count);

/** What task->op needs: a generator, or keys, which are those of task->owner if there is one;
 *  nothing in `fresh`. */
cb_status openssl_keys_open(
	openssl_keys *keys, const openssl_key_spec *spec, const cb_task *task, const cb_io *io);
void openssl_keys_close(openssl_keys *keys);

/* Ways of CB_OP_KEYGEN, and cb_driver.collect; the state begins with openssl_keys. */
cb_status openssl_keygen_message(void *state, cb_io *io);
cb_status openssl_keygen_fresh(void *state, cb_io *io);
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
