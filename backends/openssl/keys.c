/* SPDX-License-Identifier: Apache-2.0 */
/* Key pairs: as bytes, made, and held by the states of all drivers that have them. */
#include "drivers.h"

#include <limits.h>
#include <string.h>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/param_build.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

EVP_PKEY *openssl_private_key(const openssl_key_spec *spec, const uint8_t *bytes, size_t byte_count)
{
	return spec->format->import_private(spec->type, spec->group, bytes, byte_count);
}

EVP_PKEY *openssl_public_key(const openssl_key_spec *spec, const uint8_t *bytes, size_t byte_count)
{
	return spec->format->import_public(spec->type, spec->group, bytes, byte_count);
}

/* Raw bytes, both halves of one length or not. */

static EVP_PKEY *import_raw_private(
	const char *type, const char *group, const uint8_t *bytes, size_t byte_count)
{
	(void)group;
	return EVP_PKEY_new_raw_private_key_ex(openssl_libctx(), type, NULL, bytes, byte_count);
}

static EVP_PKEY *import_raw_public(
	const char *type, const char *group, const uint8_t *bytes, size_t byte_count)
{
	(void)group;
	return EVP_PKEY_new_raw_public_key_ex(openssl_libctx(), type, NULL, bytes, byte_count);
}

static cb_status export_raw(const EVP_PKEY *key, cb_io *io)
{
	size_t private_len = io->out_size;
	size_t public_len;

	if (EVP_PKEY_get_raw_private_key(key, io->out, &private_len) != 1)
		return CB_EBACKEND;
	public_len = io->out_size - private_len;
	if (EVP_PKEY_get_raw_public_key(key, io->out + private_len, &public_len) != 1)
		return CB_EBACKEND;
	io->out_len = private_len + public_len;
	return CB_OK;
}

const openssl_key_format openssl_key_raw = {import_raw_private, import_raw_public, export_raw};

/* Numbers of a named group, through parameters. */

static EVP_PKEY *create_from_params(const char *type, OSSL_PARAM *params, int selection)
{
	EVP_PKEY *key = NULL;
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(openssl_libctx(), type, NULL);

	/* a failure leaves key NULL */
	if (ctx != NULL && EVP_PKEY_fromdata_init(ctx) == 1)
		(void)EVP_PKEY_fromdata(ctx, &key, selection, params);
	EVP_PKEY_CTX_free(ctx);
	return key;
}

/* Frees the builder, which may be NULL; fails if what was pushed to it did. */
static EVP_PKEY *build(OSSL_PARAM_BLD *builder, int is_complete, const char *type, int selection)
{
	EVP_PKEY *key = NULL;
	OSSL_PARAM *params = is_complete ? OSSL_PARAM_BLD_to_param(builder) : NULL;

	if (params != NULL)
		key = create_from_params(type, params, selection);
	OSSL_PARAM_free(params);
	OSSL_PARAM_BLD_free(builder);
	return key;
}

/* The builder turns the number into the native byte order that OSSL_PARAM wants. */
static EVP_PKEY *import_number(const char *type, const char *group, const char *name, int selection,
	const uint8_t *bytes, size_t byte_count)
{
	OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
	BIGNUM *number = byte_count > INT_MAX ? NULL : BN_bin2bn(bytes, (int)byte_count, NULL);
	int is_complete = builder != NULL && number != NULL &&
			  OSSL_PARAM_BLD_push_utf8_string(
				  builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0) == 1 &&
			  OSSL_PARAM_BLD_push_BN(builder, name, number) == 1;
	EVP_PKEY *key = build(builder, is_complete, type, selection);

	BN_clear_free(number);
	return key;
}

static EVP_PKEY *import_number_private(
	const char *type, const char *group, const uint8_t *bytes, size_t byte_count)
{
	return import_number(
		type, group, OSSL_PKEY_PARAM_PRIV_KEY, EVP_PKEY_KEYPAIR, bytes, byte_count);
}

static cb_status export_number(uint8_t *out, size_t len, const EVP_PKEY *key, const char *name)
{
	BIGNUM *number = NULL;
	int padded;

	if (EVP_PKEY_get_bn_param(key, name, &number) != 1)
		return CB_EBACKEND;
	padded = BN_bn2binpad(number, out, (int)len);
	BN_clear_free(number);
	return padded >= 0 ? CB_OK : CB_EBACKEND;
}

/* Elliptic curves. */

static EVP_PKEY *import_ec_public(
	const char *type, const char *group, const uint8_t *bytes, size_t byte_count)
{
	OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
	int is_complete = builder != NULL &&
			  OSSL_PARAM_BLD_push_utf8_string(
				  builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0) == 1 &&
			  OSSL_PARAM_BLD_push_octet_string(
				  builder, OSSL_PKEY_PARAM_PUB_KEY, bytes, byte_count) == 1;

	return build(builder, is_complete, type, EVP_PKEY_PUBLIC_KEY);
}

static cb_status export_ec(const EVP_PKEY *key, cb_io *io)
{
	size_t scalar_len = ((size_t)EVP_PKEY_get_bits(key) + 7) / 8;
	size_t point_len = 0;
	cb_status status;

	if (scalar_len > io->out_size)
		return CB_EINVAL;
	status = export_number(io->out, scalar_len, key, OSSL_PKEY_PARAM_PRIV_KEY);
	if (status != CB_OK)
		return status;
	if (EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, io->out + scalar_len,
		    io->out_size - scalar_len, &point_len) != 1)
		return CB_EBACKEND;
	io->out_len = scalar_len + point_len;
	return CB_OK;
}

const openssl_key_format openssl_key_ec = {import_number_private, import_ec_public, export_ec};

/* Finite fields. */

static EVP_PKEY *import_dh_public(
	const char *type, const char *group, const uint8_t *bytes, size_t byte_count)
{
	return import_number(
		type, group, OSSL_PKEY_PARAM_PUB_KEY, EVP_PKEY_PUBLIC_KEY, bytes, byte_count);
}

static cb_status export_dh(const EVP_PKEY *key, cb_io *io)
{
	size_t prime_len = ((size_t)EVP_PKEY_get_bits(key) + 7) / 8;
	cb_status status;

	if (2 * prime_len > io->out_size)
		return CB_EINVAL;
	status = export_number(io->out, prime_len, key, OSSL_PKEY_PARAM_PRIV_KEY);
	if (status == CB_OK)
		status =
			export_number(io->out + prime_len, prime_len, key, OSSL_PKEY_PARAM_PUB_KEY);
	if (status == CB_OK)
		io->out_len = 2 * prime_len;
	return status;
}

const openssl_key_format openssl_key_dh = {import_number_private, import_dh_public, export_dh};

/* RSA. */

static EVP_PKEY *import_rsa_private(
	const char *type, const char *group, const uint8_t *bytes, size_t byte_count)
{
	(void)type;
	(void)group;
	if (byte_count > LONG_MAX)
		return NULL;
	return d2i_PrivateKey_ex(
		EVP_PKEY_RSA, NULL, &bytes, (long)byte_count, openssl_libctx(), NULL);
}

static EVP_PKEY *import_rsa_public(
	const char *type, const char *group, const uint8_t *bytes, size_t byte_count)
{
	(void)type;
	(void)group;
	if (byte_count > LONG_MAX)
		return NULL;
	return d2i_PUBKEY_ex(NULL, &bytes, (long)byte_count, openssl_libctx(), NULL);
}

typedef int encode_fn(const EVP_PKEY *key, unsigned char **out);

static cb_status append_der(cb_io *io, encode_fn *encode, const EVP_PKEY *key)
{
	unsigned char *der = NULL;
	int der_len = encode(key, &der);
	cb_status status = CB_EBACKEND;

	if (der_len > 0 && (size_t)der_len > io->out_size - io->out_len) {
		status = CB_EINVAL;
	} else if (der_len > 0) {
		memcpy(io->out + io->out_len, der, (size_t)der_len);
		io->out_len += (size_t)der_len;
		status = CB_OK;
	}
	OPENSSL_free(der);
	return status;
}

static cb_status export_rsa(const EVP_PKEY *key, cb_io *io)
{
	cb_status status;

	io->out_len = 0;
	status = append_der(io, i2d_PrivateKey, key);
	return status == CB_OK ? append_der(io, i2d_PUBKEY, key) : status;
}

const openssl_key_format openssl_key_rsa = {import_rsa_private, import_rsa_public, export_rsa};

/* Making keys. */

static EVP_PKEY_CTX *create_generator(const openssl_key_spec *spec)
{
	EVP_PKEY_CTX *ctx = EVP_PKEY_CTX_new_from_name(openssl_libctx(), spec->type, NULL);

	if (ctx != NULL && EVP_PKEY_keygen_init(ctx) == 1 &&
		(spec->group == NULL || EVP_PKEY_CTX_set_group_name(ctx, spec->group) == 1) &&
		(spec->bits == 0 || EVP_PKEY_CTX_set_rsa_keygen_bits(ctx, (int)spec->bits) == 1))
		return ctx;
	EVP_PKEY_CTX_free(ctx);
	return NULL;
}

/* A group that a vendor took out is found here too. */
int openssl_has_key(const cb_impl *impl)
{
	EVP_PKEY_CTX *ctx;

	(void)ERR_set_mark();
	ctx = create_generator(impl->native.ptr);
	(void)ERR_pop_to_mark();
	EVP_PKEY_CTX_free(ctx);
	return ctx != NULL;
}

static cb_status generate(openssl_keys *keys, EVP_PKEY_CTX *generator)
{
	EVP_PKEY_free(keys->made);
	keys->made = NULL;
	return EVP_PKEY_generate(generator, &keys->made) == 1 ? CB_OK : CB_EBACKEND;
}

cb_status openssl_keygen_message(void *state, cb_io *io)
{
	openssl_keys *keys = state;

	(void)io;
	return generate(keys, keys->generator);
}

cb_status openssl_keygen_fresh(void *state, cb_io *io)
{
	openssl_keys *keys = state;
	EVP_PKEY_CTX *generator = create_generator(keys->spec);
	cb_status status = generator == NULL ? CB_EBACKEND : generate(keys, generator);

	(void)io;
	EVP_PKEY_CTX_free(generator);
	return status;
}

cb_status openssl_keygen_collect(void *state, cb_io *io)
{
	const openssl_keys *keys = state;

	if (keys->made == NULL)
		return CB_EINVAL;
	return keys->spec->format->export_pair(keys->made, io);
}

/* Holding keys. */

static int needs_own(cb_op op)
{
	return op == CB_OP_SIGN || op == CB_OP_DERIVE || op == CB_OP_DECAPS;
}

static int needs_peer(cb_op op)
{
	return op == CB_OP_VERIFY || op == CB_OP_REJECT || op == CB_OP_DERIVE || op == CB_OP_ENCAPS;
}

static cb_status share(openssl_keys *keys, const openssl_keys *owner)
{
	if (owner->own != NULL && EVP_PKEY_up_ref(owner->own) == 1)
		keys->own = owner->own;
	if (owner->peer != NULL && EVP_PKEY_up_ref(owner->peer) == 1)
		keys->peer = owner->peer;
	return keys->own == owner->own && keys->peer == owner->peer ? CB_OK : CB_EBACKEND;
}

static cb_status import(openssl_keys *keys, cb_op op, const cb_io *io)
{
	if (needs_own(op))
		keys->own = openssl_private_key(keys->spec, io->key, io->key_len);
	if (needs_peer(op))
		keys->peer = openssl_public_key(keys->spec, io->peer, io->peer_len);
	if ((needs_own(op) && keys->own == NULL) || (needs_peer(op) && keys->peer == NULL))
		return CB_EBACKEND;
	return CB_OK;
}

cb_status openssl_keys_open(
	openssl_keys *keys, const openssl_key_spec *spec, const cb_task *task, const cb_io *io)
{
	if (!openssl_has_key(task->impl))
		return CB_ENOTSUP;
	keys->spec = spec;
	if (task->op == CB_OP_KEYGEN) {
		keys->generator = create_generator(spec);
		return keys->generator != NULL ? CB_OK : CB_EBACKEND;
	}
	if (task->variant == CB_VARIANT_FRESH)
		return CB_OK;
	return task->owner != NULL ? share(keys, task->owner) : import(keys, task->op, io);
}

void openssl_keys_close(openssl_keys *keys)
{
	EVP_PKEY_free(keys->peer);
	EVP_PKEY_free(keys->own);
	EVP_PKEY_free(keys->made);
	EVP_PKEY_CTX_free(keys->generator);
}
