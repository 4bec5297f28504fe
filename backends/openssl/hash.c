/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"

#include <openssl/err.h>

struct hash {
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

static cb_status hash_open(void *state, const cb_task *task, const cb_io *io)
{
	struct hash *hash = state;

	hash->md = EVP_MD_fetch(openssl_libctx(), task->impl->native.name, NULL);
	if (hash->md == NULL)
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

/* Without a type the context keeps its digest; naming it again is a little slower. */
static cb_status hash_digest(void *state, cb_io *io)
{
	struct hash *hash = state;
	unsigned int written;

	if (EVP_DigestInit_ex2(hash->ctx, NULL, NULL) != 1 ||
		EVP_DigestUpdate(hash->ctx, io->in, io->in_len) != 1 ||
		EVP_DigestFinal_ex(hash->ctx, io->out, &written) != 1)
		return CB_EBACKEND;
	io->out_len = written;
	return CB_OK;
}

const cb_driver openssl_hash = {
	.state_size = sizeof(struct hash),
	.open = hash_open,
	.close = hash_close,
	.run = {[CB_OP_DIGEST] = hash_digest},
};
