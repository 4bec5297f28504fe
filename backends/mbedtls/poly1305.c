/* SPDX-License-Identifier: Apache-2.0 */
/* A key is for one message only, so setting it is part of every operation: `rekey` is `message`. */
#include <mbedtls/poly1305.h>

#include "drivers.h"

OPTIONAL(mbedtls_poly1305_init)
OPTIONAL(mbedtls_poly1305_free)
OPTIONAL(mbedtls_poly1305_starts)
OPTIONAL(mbedtls_poly1305_update)
OPTIONAL(mbedtls_poly1305_finish)
OPTIONAL(mbedtls_poly1305_mac)

#define KEY_LEN 32
#define MAC_LEN 16

struct poly1305 {
	cb_variant variant;
	mbedtls_poly1305_context poly1305;
};

int cb__mbedtls_has_poly1305(const cb_impl *impl)
{
	(void)impl;
	return mbedtls_poly1305_init != NULL;
}

static cb_status poly1305_open(void *state, const cb_task *task, const cb_io *io)
{
	struct poly1305 *self = state;

	if (!cb__mbedtls_has_poly1305(task->impl) || io->key_len != KEY_LEN ||
		!cb_task_knows_variant(task, STREAM | REKEY | FRESH))
		return CB_ENOTSUP;
	self->variant = cb_task_variant(task);
	mbedtls_poly1305_init(&self->poly1305);
	return cb__mbedtls_check(mbedtls_poly1305_starts(&self->poly1305, io->key));
}

static void poly1305_close(void *state)
{
	struct poly1305 *self = state;

	if (mbedtls_poly1305_free != NULL)
		mbedtls_poly1305_free(&self->poly1305);
}

static int mac_message(mbedtls_poly1305_context *poly1305, cb_io *io)
{
	int code;

	if ((code = mbedtls_poly1305_starts(poly1305, io->key)) != 0 ||
		(code = mbedtls_poly1305_update(poly1305, io->in, io->in_len)) != 0)
		return code;
	return mbedtls_poly1305_finish(poly1305, io->out);
}

static int mac_variant(struct poly1305 *self, cb_io *io)
{
	switch (self->variant) {
	case CB_VARIANT_STREAM:
		io->out_len = 0;
		return mbedtls_poly1305_update(&self->poly1305, io->in, io->in_len);
	case CB_VARIANT_FRESH:
		return mbedtls_poly1305_mac(io->key, io->in, io->in_len, io->out);
	default:
		return mac_message(&self->poly1305, io);
	}
}

static cb_status poly1305_mac(void *state, cb_io *io)
{
	struct poly1305 *self = state;

	io->out_len = MAC_LEN;
	if (self->variant != CB_VARIANT_MESSAGE)
		return cb__mbedtls_check(mac_variant(self, io));
	return cb__mbedtls_check(mac_message(&self->poly1305, io));
}

static cb_status poly1305_setkey(void *state, cb_io *io)
{
	struct poly1305 *self = state;

	return cb__mbedtls_check(mbedtls_poly1305_starts(&self->poly1305, io->key));
}

const cb_driver cb__mbedtls_poly1305 = {
	.state_size = sizeof(struct poly1305),
	.variants = STREAM | REKEY | FRESH,
	.open = poly1305_open,
	.close = poly1305_close,
	.run = {[CB_OP_MAC] = poly1305_mac, [CB_OP_SETKEY] = poly1305_setkey},
};
