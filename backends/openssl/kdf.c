/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

/* Of every derivation in the catalogue. */
#define DERIVED_LEN 32u

/* option, digest, three costs */
#define FIXED_MAX 5

struct kdf {
	cb_run_fn *once;
	const openssl_kdf_spec *spec;
	EVP_KDF *algorithm;
	EVP_KDF_CTX *ctx;
	uint32_t cost[3];
	uint64_t option;
	OSSL_PARAM fixed[FIXED_MAX + 1]; /* the same for every derivation */
	OSSL_PARAM inputs[3 + 1];        /* secret, salt, info */
};

int openssl_has_kdf(const cb_impl *impl)
{
	const openssl_kdf_spec *spec = impl->native.ptr;
	EVP_KDF *algorithm;

	(void)ERR_set_mark();
	algorithm = EVP_KDF_fetch(openssl_libctx(), spec->name, NULL);
	(void)ERR_pop_to_mark();
	EVP_KDF_free(algorithm);
	return algorithm != NULL;
}

static void list_fixed(struct kdf *kdf, const cb_io *io)
{
	const openssl_kdf_spec *spec = kdf->spec;
	OSSL_PARAM *next = kdf->fixed;

	kdf->option = spec->option_value;
	/* first: the number of iterations is checked by it */
	if (spec->option != NULL)
		*next++ = OSSL_PARAM_construct_uint64(spec->option, &kdf->option);
	if (spec->digest != NULL)
		*next++ = openssl_text_param(OSSL_KDF_PARAM_DIGEST, spec->digest);
	for (size_t i = 0; i < CB_COUNT(kdf->cost); i++) {
		kdf->cost[i] = io->cost[i];
		if (spec->cost[i] != NULL)
			*next++ = OSSL_PARAM_construct_uint32(spec->cost[i], &kdf->cost[i]);
	}
	*next = OSSL_PARAM_construct_end();
}

static void list_inputs(struct kdf *kdf, const cb_io *io)
{
	OSSL_PARAM *next = kdf->inputs;

	*next++ = openssl_bytes_param(kdf->spec->secret, io->key, io->key_len);
	*next++ = openssl_bytes_param(OSSL_KDF_PARAM_SALT, io->nonce, io->nonce_len);
	if (kdf->spec->info != NULL)
		*next++ = openssl_bytes_param(kdf->spec->info, io->aad, io->aad_len);
	*next = OSSL_PARAM_construct_end();
}

static cb_status derive(const struct kdf *kdf, EVP_KDF_CTX *ctx, cb_io *io)
{
	if (EVP_KDF_derive(ctx, io->out, DERIVED_LEN, kdf->inputs) != 1)
		return CB_EBACKEND;
	io->out_len = DERIVED_LEN;
	return CB_OK;
}

static cb_status derive_message(void *state, cb_io *io)
{
	const struct kdf *kdf = state;

	return derive(kdf, kdf->ctx, io);
}

static cb_status derive_fresh(void *state, cb_io *io)
{
	const struct kdf *kdf = state;
	EVP_KDF *algorithm = EVP_KDF_fetch(openssl_libctx(), kdf->spec->name, NULL);
	EVP_KDF_CTX *ctx = EVP_KDF_CTX_new(algorithm);
	cb_status status = CB_EBACKEND;

	if (ctx != NULL && EVP_KDF_CTX_set_params(ctx, kdf->fixed) == 1)
		status = derive(kdf, ctx, io);
	EVP_KDF_CTX_free(ctx);
	EVP_KDF_free(algorithm);
	return status;
}

static const openssl_way ways[] = {
	{CB_OP_DERIVE, CB_VARIANT_MESSAGE, derive_message},
	{CB_OP_DERIVE, CB_VARIANT_FRESH, derive_fresh},
};

static cb_status kdf_open(void *state, const cb_task *task, const cb_io *io)
{
	struct kdf *kdf = state;

	kdf->spec = task->impl->native.ptr;
	kdf->algorithm = EVP_KDF_fetch(openssl_libctx(), kdf->spec->name, NULL);
	if (kdf->algorithm == NULL ||
		openssl_choose(&kdf->once, ways, CB_COUNT(ways), task) != CB_OK)
		return CB_ENOTSUP;
	if (io->out_size < DERIVED_LEN)
		return CB_EINVAL;
	list_fixed(kdf, io);
	list_inputs(kdf, io);
	kdf->ctx = EVP_KDF_CTX_new(kdf->algorithm);
	if (kdf->ctx == NULL)
		return CB_ENOMEM;
	return EVP_KDF_CTX_set_params(kdf->ctx, kdf->fixed) == 1 ? CB_OK : CB_EBACKEND;
}

static void kdf_close(void *state)
{
	struct kdf *kdf = state;

	EVP_KDF_CTX_free(kdf->ctx);
	EVP_KDF_free(kdf->algorithm);
}

const cb_driver openssl_kdf = {
	.state_size = sizeof(struct kdf),
	.variants = CB_VARIANT_BIT(CB_VARIANT_FRESH),
	.open = kdf_open,
	.close = kdf_close,
	.run = {[CB_OP_DERIVE] = openssl_run},
};
