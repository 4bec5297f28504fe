/* SPDX-License-Identifier: Apache-2.0 */
/* Keys as bytes, and making them. Shared by key exchange and signatures. */
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

/* Elliptic curves. */

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

/* The builder turns the scalar into the native byte order that OSSL_PARAM wants. */
static EVP_PKEY *build_ec_private(
	OSSL_PARAM_BLD *builder, const char *type, const char *group, const BIGNUM *scalar)
{
	EVP_PKEY *key = NULL;
	OSSL_PARAM *params = NULL;

	if (OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0) == 1 &&
		OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar) == 1)
		params = OSSL_PARAM_BLD_to_param(builder);
	if (params != NULL)
		key = create_from_params(type, params, EVP_PKEY_KEYPAIR);
	OSSL_PARAM_free(params);
	return key;
}

static EVP_PKEY *import_ec_private(
	const char *type, const char *group, const uint8_t *bytes, size_t byte_count)
{
	EVP_PKEY *key = NULL;
	OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
	BIGNUM *scalar = byte_count > INT_MAX ? NULL : BN_bin2bn(bytes, (int)byte_count, NULL);

	if (builder != NULL && scalar != NULL)
		key = build_ec_private(builder, type, group, scalar);
	BN_clear_free(scalar);
	OSSL_PARAM_BLD_free(builder);
	return key;
}

static EVP_PKEY *import_ec_public(
	const char *type, const char *group, const uint8_t *bytes, size_t byte_count)
{
	EVP_PKEY *key = NULL;
	OSSL_PARAM *params = NULL;
	OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();

	if (builder != NULL &&
		OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, group, 0) ==
			1 &&
		OSSL_PARAM_BLD_push_octet_string(
			builder, OSSL_PKEY_PARAM_PUB_KEY, bytes, byte_count) == 1)
		params = OSSL_PARAM_BLD_to_param(builder);
	if (params != NULL)
		key = create_from_params(type, params, EVP_PKEY_PUBLIC_KEY);
	OSSL_PARAM_free(params);
	OSSL_PARAM_BLD_free(builder);
	return key;
}

static cb_status export_ec(const EVP_PKEY *key, cb_io *io)
{
	BIGNUM *scalar = NULL;
	size_t scalar_len = ((size_t)EVP_PKEY_get_bits(key) + 7) / 8;
	size_t point_len = 0;
	int padded;

	if (scalar_len > io->out_size)
		return CB_EINVAL;
	if (EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &scalar) != 1)
		return CB_EBACKEND;
	padded = BN_bn2binpad(scalar, io->out, (int)scalar_len);
	BN_clear_free(scalar);
	if (padded < 0 || EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY,
				  io->out + scalar_len, io->out_size - scalar_len, &point_len) != 1)
		return CB_EBACKEND;
	io->out_len = scalar_len + point_len;
	return CB_OK;
}

const openssl_key_format openssl_key_ec = {import_ec_private, import_ec_public, export_ec};

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

cb_status openssl_keygen_open(openssl_keygen *keygen, const openssl_key_spec *spec)
{
	keygen->spec = spec;
	keygen->ctx = create_generator(spec);
	return keygen->ctx != NULL ? CB_OK : CB_ENOTSUP;
}

void openssl_keygen_close(openssl_keygen *keygen)
{
	EVP_PKEY_free(keygen->key);
	EVP_PKEY_CTX_free(keygen->ctx);
}

cb_status openssl_keygen_run(void *state, cb_io *io)
{
	openssl_keygen *keygen = state;

	(void)io;
	EVP_PKEY_free(keygen->key);
	keygen->key = NULL;
	return EVP_PKEY_generate(keygen->ctx, &keygen->key) == 1 ? CB_OK : CB_EBACKEND;
}

cb_status openssl_keygen_collect(void *state, cb_io *io)
{
	const openssl_keygen *keygen = state;

	if (keygen->key == NULL)
		return CB_EINVAL;
	return keygen->spec->format->export_pair(keygen->key, io);
}
