/* SPDX-License-Identifier: Apache-2.0 */
#include "drivers.h"

#include <string.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/params.h>

struct mac {
	cb_run_fn *once;
	const openssl_mac_spec *spec;
	EVP_MAC *algorithm;
	EVP_MAC_CTX *ctx;
	const uint8_t *restart_key; /* NULL: a message starts from the keyed state that is kept */
};

/* A context that knows its digest or cipher; NULL if the library has one of both not. */
static EVP_MAC_CTX *create_context(EVP_MAC *algorithm, const openssl_mac_spec *spec)
{
	EVP_MAC_CTX *ctx = EVP_MAC_CTX_new(algorithm);
	size_t size = spec->size;
	OSSL_PARAM params[3];
	OSSL_PARAM *next = params;

	if (spec->parameter != NULL)
		*next++ = openssl_text_param(spec->parameter, spec->value);
	if (spec->size != 0)
		*next++ = OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size);
	*next = OSSL_PARAM_construct_end();
	if (ctx != NULL && (next == params || EVP_MAC_CTX_set_params(ctx, params) == 1))
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

/* Without a key the context starts again from its keyed state. */
static cb_status authenticate(EVP_MAC_CTX *ctx, const uint8_t *key, cb_io *io)
{
	if (EVP_MAC_init(ctx, key, key == NULL ? 0 : io->key_len, NULL) != 1 ||
		EVP_MAC_update(ctx, io->in, io->in_len) != 1 ||
		EVP_MAC_final(ctx, io->out, &io->out_len, io->out_size) != 1)
		return CB_EBACKEND;
	return CB_OK;
}

static cb_status mac_message(void *state, cb_io *io)
{
	const struct mac *mac = state;

	return authenticate(mac->ctx, mac->restart_key, io);
}

static cb_status mac_rekey(void *state, cb_io *io)
{
	const struct mac *mac = state;

	return authenticate(mac->ctx, io->key, io);
}

static cb_status mac_stream(void *state, cb_io *io)
{
	const struct mac *mac = state;

	io->out_len = 0;
	return EVP_MAC_update(mac->ctx, io->in, io->in_len) == 1 ? CB_OK : CB_EBACKEND;
}

static cb_status mac_fresh(void *state, cb_io *io)
{
	const struct mac *mac = state;
	EVP_MAC *algorithm = EVP_MAC_fetch(openssl_libctx(), mac->spec->name, NULL);
	EVP_MAC_CTX *ctx = algorithm == NULL ? NULL : create_context(algorithm, mac->spec);
	cb_status status = ctx == NULL ? CB_EBACKEND : authenticate(ctx, io->key, io);

	EVP_MAC_CTX_free(ctx);
	EVP_MAC_free(algorithm);
	return status;
}

static cb_status mac_setkey(void *state, cb_io *io)
{
	const struct mac *mac = state;

	return EVP_MAC_init(mac->ctx, io->key, io->key_len, NULL) == 1 ? CB_OK : CB_EBACKEND;
}

static const openssl_way ways[] = {
	{CB_OP_MAC, CB_VARIANT_MESSAGE, mac_message},
	{CB_OP_MAC, CB_VARIANT_STREAM, mac_stream},
	{CB_OP_MAC, CB_VARIANT_REKEY, mac_rekey},
	{CB_OP_MAC, CB_VARIANT_FRESH, mac_fresh},
	{CB_OP_SETKEY, CB_VARIANT_MESSAGE, mac_setkey},
};

/* The MAC of a short message after a start with @p key; 0 if there is none. */
static size_t try_start(
	uint8_t *out, size_t out_size, EVP_MAC_CTX *ctx, const uint8_t *key, size_t key_len)
{
	static const uint8_t message[1] = {0};
	size_t out_len = 0;

	if (EVP_MAC_init(ctx, key, key_len, NULL) != 1 ||
		EVP_MAC_update(ctx, message, sizeof(message)) != 1 ||
		EVP_MAC_final(ctx, out, &out_len, out_size) != 1)
		return 0;
	return out_len;
}

/* Poly1305 keys are for one message, so libcrypto refuses to start again without a key; SipHash
 * and the CMAC of some releases only pretend to. There the key is set for each message. */
static int starts_again(EVP_MAC_CTX *ctx, const cb_io *io)
{
	uint8_t first[EVP_MAX_MD_SIZE];
	uint8_t second[EVP_MAX_MD_SIZE];
	size_t first_len;
	size_t second_len;

	(void)ERR_set_mark();
	first_len = try_start(first, sizeof(first), ctx, io->key, io->key_len);
	second_len = try_start(second, sizeof(second), ctx, NULL, 0);
	(void)ERR_pop_to_mark();
	return first_len != 0 && first_len == second_len && memcmp(first, second, first_len) == 0;
}

static cb_status mac_open(void *state, const cb_task *task, const cb_io *io)
{
	struct mac *mac = state;

	mac->spec = task->impl->native.ptr;
	mac->algorithm = EVP_MAC_fetch(openssl_libctx(), mac->spec->name, NULL);
	if (mac->algorithm == NULL ||
		openssl_choose(&mac->once, ways, CB_COUNT(ways), task) != CB_OK)
		return CB_ENOTSUP;
	mac->ctx = create_context(mac->algorithm, mac->spec);
	if (mac->ctx == NULL)
		return CB_ENOTSUP;
	mac->restart_key = starts_again(mac->ctx, io) ? NULL : io->key;
	return EVP_MAC_init(mac->ctx, io->key, io->key_len, NULL) == 1 ? CB_OK : CB_EBACKEND;
}

static void mac_close(void *state)
{
	struct mac *mac = state;

	EVP_MAC_CTX_free(mac->ctx);
	EVP_MAC_free(mac->algorithm);
}

static cb_status mac_mac(void *state, cb_io *io)
{
	return openssl_run_short(mac_message, state, io);
}

const cb_driver openssl_mac = {
	.state_size = sizeof(struct mac),
	.variants = CB_VARIANT_BIT(CB_VARIANT_STREAM) | CB_VARIANT_BIT(CB_VARIANT_REKEY) |
		    CB_VARIANT_BIT(CB_VARIANT_FRESH),
	.open = mac_open,
	.close = mac_close,
	.run = {[CB_OP_MAC] = mac_mac, [CB_OP_SETKEY] = openssl_run},
};
