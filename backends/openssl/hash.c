/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"

#include <openssl/err.h>

struct hash {
	cb_run_fn *once;
	const char *name;
	EVP_MD *md;
	EVP_MD_CTX *ctx;
};

int openssl_has_digest(const cb_impl *impl)
{
	EVP_MD *md;

	(void)ERR_set_mark();
	md = EVP_MD_fetch(openssl_libctx(), impl->native.name, NULL);
	(void)ERR_pop_to_mark();
	EVP_MD_free(md);
	return md != NULL;
}

static cb_status digest(EVP_MD_CTX *ctx, const EVP_MD *md, cb_io *io)
{
	unsigned int written;

	if (EVP_DigestInit_ex2(ctx, md, NULL) != 1 ||
		EVP_DigestUpdate(ctx, io->in, io->in_len) != 1 ||
		EVP_DigestFinal_ex(ctx, io->out, &written) != 1)
		return CB_EBACKEND;
	io->out_len = written;
	return CB_OK;
}

/* Without a type the context keeps its digest; naming it again is a little slower. To become a copy
 * of a started context would be faster still (76 against 87 ns for 16 bytes of SHA-256 in 3.0), but
 * that is not to initialise, which is what the operation includes in every library. */
static cb_status digest_message(void *state, cb_io *io)
{
	const struct hash *hash = state;

	return digest(hash->ctx, NULL, io);
}

static cb_status digest_stream(void *state, cb_io *io)
{
	const struct hash *hash = state;

	io->out_len = 0;
	return EVP_DigestUpdate(hash->ctx, io->in, io->in_len) == 1 ? CB_OK : CB_EBACKEND;
}

static cb_status digest_fetch(void *state, cb_io *io)
{
	const struct hash *hash = state;
	EVP_MD *md = EVP_MD_fetch(openssl_libctx(), hash->name, NULL);
	cb_status status = md == NULL ? CB_EBACKEND : digest(hash->ctx, md, io);

	EVP_MD_free(md);
	return status;
}

static cb_status digest_fresh(void *state, cb_io *io)
{
	const struct hash *hash = state;
	EVP_MD *md = EVP_MD_fetch(openssl_libctx(), hash->name, NULL);
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	cb_status status = md == NULL || ctx == NULL ? CB_EBACKEND : digest(ctx, md, io);

	EVP_MD_CTX_free(ctx);
	EVP_MD_free(md);
	return status;
}

static const openssl_way ways[] = {
	{CB_OP_DIGEST, CB_VARIANT_MESSAGE, digest_message},
	{CB_OP_DIGEST, CB_VARIANT_STREAM, digest_stream},
	{CB_OP_DIGEST, CB_VARIANT_FETCH, digest_fetch},
	{CB_OP_DIGEST, CB_VARIANT_FRESH, digest_fresh},
};

static cb_status hash_open(void *state, const cb_task *task, const cb_io *io)
{
	struct hash *hash = state;

	hash->name = task->impl->native.name;
	hash->md = EVP_MD_fetch(openssl_libctx(), hash->name, NULL);
	if (hash->md == NULL || openssl_choose(&hash->once, ways, CB_COUNT(ways), task) != CB_OK)
		return CB_ENOTSUP;
	if (io->out_size < (size_t)EVP_MD_get_size(hash->md))
		return CB_EINVAL;
	hash->ctx = EVP_MD_CTX_new();
	if (hash->ctx == NULL)
		return CB_ENOMEM;
	return EVP_DigestInit_ex2(hash->ctx, hash->md, NULL) == 1 ? CB_OK : CB_EBACKEND;
}

static void hash_close(void *state)
{
	struct hash *hash = state;

	EVP_MD_CTX_free(hash->ctx);
	EVP_MD_free(hash->md);
}

static cb_status hash_digest(void *state, cb_io *io)
{
	return openssl_run_short(digest_message, state, io);
}

const cb_driver openssl_hash = {
	.state_size = sizeof(struct hash),
	.variants = CB_VARIANT_BIT(CB_VARIANT_STREAM) | CB_VARIANT_BIT(CB_VARIANT_FETCH) |
		    CB_VARIANT_BIT(CB_VARIANT_FRESH),
	.open = hash_open,
	.close = hash_close,
	.run = {[CB_OP_DIGEST] = hash_digest},
};
