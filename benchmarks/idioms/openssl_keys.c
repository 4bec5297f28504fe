/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over OpenSSL with key pairs. */
#include "openssl_kept.h"

#include <string.h>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

/* Keys, from the encodings of cb/backend.h. */

static EVP_PKEY *build_ec(const char *name, const uint8_t *bytes, size_t len, const BIGNUM *number)
{
	OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	EVP_PKEY *key = NULL;
	int selection = number != NULL ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;

	OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
	if (number != NULL)
		OSSL_PARAM_BLD_push_BN(builder, name, number);
	else
		OSSL_PARAM_BLD_push_octet_string(builder, name, bytes, len);
	OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(builder);
	if (EVP_PKEY_fromdata_init(ctx) == 1)
		(void)EVP_PKEY_fromdata(ctx, &key, selection, params);
	OSSL_PARAM_free(params);
	EVP_PKEY_CTX_free(ctx);
	OSSL_PARAM_BLD_free(builder);
	return key;
}

static void read_ec(struct kept *kept, const cb_io *io)
{
	BIGNUM *number = BN_bin2bn(io->key, (int)io->key_len, NULL);

	kept->own = build_ec(OSSL_PKEY_PARAM_PRIV_KEY, NULL, 0, number);
	kept->peer = build_ec(OSSL_PKEY_PARAM_PUB_KEY, io->peer, io->peer_len, NULL);
	BN_clear_free(number);
}

static void read_rsa(struct kept *kept, const cb_io *io)
{
	const unsigned char *key = io->key;
	const unsigned char *peer = io->peer;

	kept->own = d2i_PrivateKey(EVP_PKEY_RSA, NULL, &key, (long)io->key_len);
	kept->peer = d2i_PUBKEY(NULL, &peer, (long)io->peer_len);
}

static int read_keys(struct kept *kept, const struct native *native, const cb_io *io)
{
	if (strcmp(native->fetch, "EC") == 0) {
		read_ec(kept, io);
	} else if (strcmp(native->fetch, "RSA") == 0) {
		read_rsa(kept, io);
	} else {
		kept->own = EVP_PKEY_new_raw_private_key_ex(
			NULL, native->fetch, NULL, io->key, io->key_len);
		kept->peer = EVP_PKEY_new_raw_public_key_ex(
			NULL, native->fetch, NULL, io->peer, io->peer_len);
	}
	return kept->own != NULL && kept->peer != NULL;
}

/* Key exchange. */

static int derive_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	if (!read_keys(kept, family->native, io))
		return 0;
	kept->pkey_ctx = EVP_PKEY_CTX_new_from_pkey(NULL, kept->own, NULL);
	return EVP_PKEY_derive_init(kept->pkey_ctx) == 1 &&
	       EVP_PKEY_derive_set_peer(kept->pkey_ctx, kept->peer) == 1;
}

IDIOM_LOOP(derive_kept,
	(scratch.len = io->out_size, EVP_PKEY_derive(kept->pkey_ctx, io->out, &scratch.len)) == 1)
IDIOM_LOOP(derive_peer,
	(scratch.len = io->out_size, EVP_PKEY_derive_set_peer(kept->pkey_ctx, kept->peer)) == 1 &&
		EVP_PKEY_derive(kept->pkey_ctx, io->out, &scratch.len) == 1)
IDIOM_LOOP(derive_new, (scratch.len = io->out_size, scratch.pkey_ctx = EVP_PKEY_CTX_new_from_pkey(
							    NULL, kept->own, NULL)) != NULL &&
			       EVP_PKEY_derive_init(scratch.pkey_ctx) == 1 &&
			       EVP_PKEY_derive_set_peer(scratch.pkey_ctx, kept->peer) == 1 &&
			       EVP_PKEY_derive(scratch.pkey_ctx, io->out, &scratch.len) == 1 &&
			       (EVP_PKEY_CTX_free(scratch.pkey_ctx), 1))

const idioms_idiom idioms_openssl_derive[3] = {
	{"context and peer kept", derive_open, derive_kept, NULL},
	{"peer set", derive_open, derive_peer, NULL},
	{"new context", derive_open, derive_new, NULL},
};

/* Signatures over messages. */

static int sign_message_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	kept->md_ctx = EVP_MD_CTX_new();
	return read_keys(kept, family->native, io) &&
	       EVP_DigestSignInit(kept->md_ctx, NULL, NULL, NULL, kept->own) == 1;
}

static int verify_message_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	kept->md_ctx = EVP_MD_CTX_new();
	return read_keys(kept, family->native, io) &&
	       EVP_DigestVerifyInit(kept->md_ctx, NULL, NULL, NULL, kept->peer) == 1;
}

#define SIGN_MESSAGE(ctx)                                                                          \
	((scratch.len = io->out_size,                                                              \
		 EVP_DigestSign(ctx, io->out, &scratch.len, io->in, io->in_len)) == 1)
#define VERIFY_MESSAGE(ctx) (EVP_DigestVerify(ctx, io->tag, io->tag_len, io->in, io->in_len) == 1)

IDIOM_LOOP(sign_message_null,
	EVP_DigestSignInit_ex(kept->md_ctx, NULL, NULL, NULL, NULL, NULL, NULL) == 1 &&
		SIGN_MESSAGE(kept->md_ctx))
IDIOM_LOOP(sign_message_key, EVP_DigestSignInit(kept->md_ctx, NULL, NULL, NULL, kept->own) == 1 &&
				     SIGN_MESSAGE(kept->md_ctx))
IDIOM_LOOP(sign_message_new,
	(scratch.md_ctx = EVP_MD_CTX_new()) != NULL &&
		EVP_DigestSignInit(scratch.md_ctx, NULL, NULL, NULL, kept->own) == 1 &&
		SIGN_MESSAGE(scratch.md_ctx) && (EVP_MD_CTX_free(scratch.md_ctx), 1))
IDIOM_LOOP(verify_message_null,
	EVP_DigestVerifyInit_ex(kept->md_ctx, NULL, NULL, NULL, NULL, NULL, NULL) == 1 &&
		VERIFY_MESSAGE(kept->md_ctx))
IDIOM_LOOP(
	verify_message_key, EVP_DigestVerifyInit(kept->md_ctx, NULL, NULL, NULL, kept->peer) == 1 &&
				    VERIFY_MESSAGE(kept->md_ctx))
IDIOM_LOOP(verify_message_new,
	(scratch.md_ctx = EVP_MD_CTX_new()) != NULL &&
		EVP_DigestVerifyInit(scratch.md_ctx, NULL, NULL, NULL, kept->peer) == 1 &&
		VERIFY_MESSAGE(scratch.md_ctx) && (EVP_MD_CTX_free(scratch.md_ctx), 1))

const idioms_idiom idioms_openssl_sign_message[3] = {
	{"init without a key", sign_message_open, sign_message_null, NULL},
	{"init with the key", sign_message_open, sign_message_key, NULL},
	{"new context", sign_message_open, sign_message_new, NULL},
};

const idioms_idiom idioms_openssl_verify_message[3] = {
	{"init without a key", verify_message_open, verify_message_null, NULL},
	{"init with the key", verify_message_open, verify_message_key, NULL},
	{"new context", verify_message_open, verify_message_new, NULL},
};

/* Signatures over digests. */

static int set_scheme(EVP_PKEY_CTX *ctx, const struct native *native)
{
	if (EVP_PKEY_CTX_set_signature_md(ctx, EVP_sha256()) != 1)
		return 0;
	if (native->padding != 0 && EVP_PKEY_CTX_set_rsa_padding(ctx, native->padding) != 1)
		return 0;
	return native->padding != RSA_PKCS1_PSS_PADDING ||
	       EVP_PKEY_CTX_set_rsa_pss_saltlen(ctx, 32) == 1;
}

static int sign_digest_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	kept->native = family->native;
	if (!read_keys(kept, family->native, io))
		return 0;
	kept->pkey_ctx = EVP_PKEY_CTX_new_from_pkey(NULL, kept->own, NULL);
	return EVP_PKEY_sign_init(kept->pkey_ctx) == 1 && set_scheme(kept->pkey_ctx, kept->native);
}

static int verify_digest_open(void *state, const idioms_family *family, const cb_io *io)
{
	struct kept *kept = state;

	kept->native = family->native;
	if (!read_keys(kept, family->native, io))
		return 0;
	kept->pkey_ctx = EVP_PKEY_CTX_new_from_pkey(NULL, kept->peer, NULL);
	return EVP_PKEY_verify_init(kept->pkey_ctx) == 1 &&
	       set_scheme(kept->pkey_ctx, kept->native);
}

#define SIGN_DIGEST(ctx)                                                                           \
	((scratch.len = io->out_size,                                                              \
		 EVP_PKEY_sign(ctx, io->out, &scratch.len, io->in, io->in_len)) == 1)
#define VERIFY_DIGEST(ctx) (EVP_PKEY_verify(ctx, io->tag, io->tag_len, io->in, io->in_len) == 1)

IDIOM_LOOP(sign_digest_kept, SIGN_DIGEST(kept->pkey_ctx))
IDIOM_LOOP(sign_digest_init, EVP_PKEY_sign_init(kept->pkey_ctx) == 1 &&
				     set_scheme(kept->pkey_ctx, kept->native) &&
				     SIGN_DIGEST(kept->pkey_ctx))
IDIOM_LOOP(sign_digest_new,
	(scratch.pkey_ctx = EVP_PKEY_CTX_new_from_pkey(NULL, kept->own, NULL)) != NULL &&
		EVP_PKEY_sign_init(scratch.pkey_ctx) == 1 &&
		set_scheme(scratch.pkey_ctx, kept->native) && SIGN_DIGEST(scratch.pkey_ctx) &&
		(EVP_PKEY_CTX_free(scratch.pkey_ctx), 1))
IDIOM_LOOP(verify_digest_kept, VERIFY_DIGEST(kept->pkey_ctx))
IDIOM_LOOP(verify_digest_init, EVP_PKEY_verify_init(kept->pkey_ctx) == 1 &&
				       set_scheme(kept->pkey_ctx, kept->native) &&
				       VERIFY_DIGEST(kept->pkey_ctx))
IDIOM_LOOP(verify_digest_new,
	(scratch.pkey_ctx = EVP_PKEY_CTX_new_from_pkey(NULL, kept->peer, NULL)) != NULL &&
		EVP_PKEY_verify_init(scratch.pkey_ctx) == 1 &&
		set_scheme(scratch.pkey_ctx, kept->native) && VERIFY_DIGEST(scratch.pkey_ctx) &&
		(EVP_PKEY_CTX_free(scratch.pkey_ctx), 1))

const idioms_idiom idioms_openssl_sign_digest[3] = {
	{"context kept", sign_digest_open, sign_digest_kept, NULL},
	{"init again", sign_digest_open, sign_digest_init, NULL},
	{"new context", sign_digest_open, sign_digest_new, NULL},
};

const idioms_idiom idioms_openssl_verify_digest[3] = {
	{"context kept", verify_digest_open, verify_digest_kept, NULL},
	{"init again", verify_digest_open, verify_digest_init, NULL},
	{"new context", verify_digest_open, verify_digest_new, NULL},
};
