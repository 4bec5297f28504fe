/* SPDX-License-Identifier: Apache-2.0 */
#include <mbedtls/md.h>

#include "drivers.h"

struct hmac {
	cb_variant variant;
	const mbedtls_md_info_t *info;
	mbedtls_md_context_t md;
	size_t mac_len;
};

static int begin(mbedtls_md_context_t *md, const mbedtls_md_info_t *info, const cb_io *io)
{
	int code = mbedtls_md_setup(md, info, 1);

	return code == 0 ? mbedtls_md_hmac_starts(md, io->key, io->key_len) : code;
}

static cb_status hmac_open(void *state, const cb_task *task, const cb_io *io)
{
	struct hmac *hmac = state;

	mbedtls_md_init(&hmac->md);
	hmac->variant = cb_task_variant(task);
	hmac->info = mbedtls_md_info_from_type((mbedtls_md_type_t)task->impl->native.id);
	if (hmac->info == NULL || !cb_task_knows_variant(task, STREAM | REKEY | FRESH))
		return CB_ENOTSUP;
	hmac->mac_len = mbedtls_md_get_size(hmac->info);
	return cb__mbedtls_check(begin(&hmac->md, hmac->info, io));
}

static void hmac_close(void *state)
{
	struct hmac *hmac = state;

	mbedtls_md_free(&hmac->md);
}

static int take(mbedtls_md_context_t *md, cb_io *io)
{
	int code = mbedtls_md_hmac_update(md, io->in, io->in_len);

	return code == 0 ? mbedtls_md_hmac_finish(md, io->out) : code;
}

static int mac_fresh(const struct hmac *hmac, cb_io *io)
{
	mbedtls_md_context_t md;
	int code;

	mbedtls_md_init(&md);
	code = begin(&md, hmac->info, io);
	if (code == 0)
		code = take(&md, io);
	mbedtls_md_free(&md);
	return code;
}

static int mac_rekey(struct hmac *hmac, cb_io *io)
{
	int code = mbedtls_md_hmac_starts(&hmac->md, io->key, io->key_len);

	return code == 0 ? take(&hmac->md, io) : code;
}

/* The library keeps the padded key, not the state after it: a reset hashes one block again. */
static int mac_message(struct hmac *hmac, cb_io *io)
{
	int code = mbedtls_md_hmac_reset(&hmac->md);

	return code == 0 ? take(&hmac->md, io) : code;
}

static cb_status hmac_mac(void *state, cb_io *io)
{
	struct hmac *hmac = state;

	if (hmac->variant == CB_VARIANT_STREAM)
		return cb__mbedtls_check(mbedtls_md_hmac_update(&hmac->md, io->in, io->in_len));
	io->out_len = hmac->mac_len;
	if (hmac->variant == CB_VARIANT_REKEY)
		return cb__mbedtls_check(mac_rekey(hmac, io));
	if (hmac->variant == CB_VARIANT_FRESH)
		return cb__mbedtls_check(mac_fresh(hmac, io));
	return cb__mbedtls_check(mac_message(hmac, io));
}

static cb_status hmac_setkey(void *state, cb_io *io)
{
	struct hmac *hmac = state;

	return cb__mbedtls_check(mbedtls_md_hmac_starts(&hmac->md, io->key, io->key_len));
}

const cb_driver cb__mbedtls_hmac = {
	.state_size = sizeof(struct hmac),
	.variants = STREAM | REKEY | FRESH,
	.open = hmac_open,
	.close = hmac_close,
	.run = {[CB_OP_MAC] = hmac_mac, [CB_OP_SETKEY] = hmac_setkey},
};
