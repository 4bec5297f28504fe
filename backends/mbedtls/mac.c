/* SPDX-License-Identifier: Apache-2.0 */
#include <mbedtls/md.h>

#include "drivers.h"

struct hmac {
	mbedtls_md_context_t md;
	size_t mac_len;
};

static cb_status hmac_open(void *state, const cb_task *task, const cb_io *io)
{
	struct hmac *hmac = state;
	const mbedtls_md_info_t *info =
		mbedtls_md_info_from_type((mbedtls_md_type_t)task->impl->native.id);
	int code;

	mbedtls_md_init(&hmac->md);
	if (info == NULL)
		return CB_ENOTSUP;
	hmac->mac_len = mbedtls_md_get_size(info);
	if ((code = mbedtls_md_setup(&hmac->md, info, 1)) != 0)
		return cb__mbedtls_fail(code);
	return cb__mbedtls_check(mbedtls_md_hmac_starts(&hmac->md, io->key, io->key_len));
}

static void hmac_close(void *state)
{
	struct hmac *hmac = state;

	mbedtls_md_free(&hmac->md);
}

/* The library keeps the padded key, not the state after it: a reset hashes one block again. */
static cb_status hmac_mac(void *state, cb_io *io)
{
	struct hmac *hmac = state;
	int code;

	if ((code = mbedtls_md_hmac_reset(&hmac->md)) != 0 ||
		(code = mbedtls_md_hmac_update(&hmac->md, io->in, io->in_len)) != 0 ||
		(code = mbedtls_md_hmac_finish(&hmac->md, io->out)) != 0)
		return cb__mbedtls_fail(code);
	io->out_len = hmac->mac_len;
	return CB_OK;
}

const cb_driver cb__mbedtls_hmac = {
	.state_size = sizeof(struct hmac),
	.open = hmac_open,
	.close = hmac_close,
	.run = {[CB_OP_MAC] = hmac_mac},
};
