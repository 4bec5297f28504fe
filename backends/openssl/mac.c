/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"

#include <openssl/err.h>
#include <openssl/params.h>

struct mac {
	EVP_MAC *algorithm;
	EVP_MAC_CTX *ctx;
};

/* A context that knows its digest or cipher; NULL if the library has one of both not. */
static EVP_MAC_CTX *create_context(EVP_MAC *algorithm, const openssl_mac_spec *spec)
{
	EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(algorithm);
	char value[64];
	OSSL_PARAM params[] = {OSSL_PARAM_construct_end(), OSSL_PARAM_construct_end()};

	if (ctx == NULL || spec->parameter == NULL)
		return ctx;
	/* OSSL_PARAM takes a pointer to what it does not change */
	(void)OPENSSL_strlcpy(value, spec->value, sizeof(value));
	params[0] = OSSL_PARAM_construct_utf8_string(spec->parameter, value, 0);
	if (EVP_MAC_CTX_set_params(ctx, params) == 1)
		return ctx;
	EVP_MAC_CTX_free(ctx);
	return NULL;
}

int openssl_has_mac(const cb_impl *impl)
{
	const openssl_mac_spec *spec = impl->native.ptr;
	EVP_MAC *algorithm;
	EVP_MAC_CTX *ctx = NULL;

	(void)ERR_set_mark();
	algorithm = EVP_MAC_fetch(openssl_libctx(), spec->name, NULL);
	if (algorithm != NULL)
		ctx = create_context(algorithm, spec);
	(void)ERR_pop_to_mark();
	EVP_MAC_CTX_free(ctx);
	EVP_MAC_free(algorithm);
	return ctx != NULL;
}

static cb_status mac_open(void *state, const cb_task *task, const cb_io *io)
{
	struct mac *mac = state;
	const openssl_mac_spec *spec = task->impl->native.ptr;

	mac->algorithm = EVP_MAC_fetch(openssl_libctx(), spec->name, NULL);
	if (mac->algorithm == NULL)
		return CB_ENOTSUP;
	mac->ctx = create_context(mac->algorithm, spec);
	if (mac->ctx == NULL)
		return CB_ENOTSUP;
	return EVP_MAC_init(mac->ctx, io->key, io->key_len, NULL) == 1 ? CB_OK : CB_EBACKEND;
}

static void mac_close(void *state)
{
	struct mac *mac = state;

	EVP_MAC_CTX_free(mac->ctx);
	EVP_MAC_free(mac->algorithm);
}

/* Without a key the context starts again from its keyed state. */
static cb_status mac_mac(void *state, cb_io *io)
{
	struct mac *mac = state;

	if (EVP_MAC_init(mac->ctx, NULL, 0, NULL) != 1 ||
		EVP_MAC_update(mac->ctx, io->in, io->in_len) != 1 ||
		EVP_MAC_final(mac->ctx, io->out, &io->out_len, io->out_size) != 1)
		return CB_EBACKEND;
	return CB_OK;
}

const cb_driver openssl_mac = {
	.state_size = sizeof(struct mac),
	.open = mac_open,
	.close = mac_close,
	.run = {[CB_OP_MAC] = mac_mac},
};
