/* SPDX-License-Identifier: Apache-2.0 */
#include <mbedtls/cipher.h>
#include <mbedtls/cmac.h>

#include "drivers.h"

OPTIONAL(mbedtls_cipher_cmac)
OPTIONAL(mbedtls_cipher_cmac_starts)
OPTIONAL(mbedtls_cipher_cmac_update)
OPTIONAL(mbedtls_cipher_cmac_finish)
OPTIONAL(mbedtls_cipher_cmac_reset)

#define MAC_LEN 16

struct cmac {
	cb_variant variant;
	const mbedtls_cipher_info_t *info;
	mbedtls_cipher_context_t cipher;
};

int cb__mbedtls_has_cmac(const cb_impl *impl)
{
	(void)impl;
	return mbedtls_cipher_cmac_starts != NULL;
}

static cb_status cmac_open(void *state, const cb_task *task, const cb_io *io)
{
	struct cmac *cmac = state;
	int code;

	mbedtls_cipher_init(&cmac->cipher);
	cmac->variant = cb_task_variant(task);
	cmac->info = mbedtls_cipher_info_from_type((mbedtls_cipher_type_t)task->impl->native.id);
	if (cmac->info == NULL || !cb__mbedtls_has_cmac(task->impl) ||
		!cb_task_knows_variant(task, STREAM | REKEY | FRESH))
		return CB_ENOTSUP;
	code = mbedtls_cipher_setup(&cmac->cipher, cmac->info);
	if (code == 0)
		code = mbedtls_cipher_cmac_starts(&cmac->cipher, io->key, 8 * io->key_len);
	return cb__mbedtls_check(code);
}

static void cmac_close(void *state)
{
	struct cmac *cmac = state;

	mbedtls_cipher_free(&cmac->cipher);
}

/* cmac_starts() on a context that has been started leaks memory; the subkeys are computed when a
 * message ends, so the key of the cipher is all there is to set. */
static int set_key(struct cmac *cmac, const cb_io *io)
{
	return mbedtls_cipher_setkey(
		&cmac->cipher, io->key, (int)(8 * io->key_len), MBEDTLS_ENCRYPT);
}

static int mac_message(struct cmac *cmac, cb_io *io)
{
	int code;

	if ((code = mbedtls_cipher_cmac_reset(&cmac->cipher)) != 0 ||
		(code = mbedtls_cipher_cmac_update(&cmac->cipher, io->in, io->in_len)) != 0)
		return code;
	return mbedtls_cipher_cmac_finish(&cmac->cipher, io->out);
}

static int mac_rekey(struct cmac *cmac, cb_io *io)
{
	int code = set_key(cmac, io);

	return code == 0 ? mac_message(cmac, io) : code;
}

static cb_status cmac_mac(void *state, cb_io *io)
{
	struct cmac *cmac = state;

	if (cmac->variant == CB_VARIANT_STREAM)
		return cb__mbedtls_check(
			mbedtls_cipher_cmac_update(&cmac->cipher, io->in, io->in_len));
	io->out_len = MAC_LEN;
	if (cmac->variant == CB_VARIANT_REKEY)
		return cb__mbedtls_check(mac_rekey(cmac, io));
	if (cmac->variant == CB_VARIANT_FRESH)
		return cb__mbedtls_check(mbedtls_cipher_cmac(
			cmac->info, io->key, 8 * io->key_len, io->in, io->in_len, io->out));
	return cb__mbedtls_check(mac_message(cmac, io));
}

static cb_status cmac_setkey(void *state, cb_io *io)
{
	return cb__mbedtls_check(set_key(state, io));
}

const cb_driver cb__mbedtls_cmac = {
	.state_size = sizeof(struct cmac),
	.variants = STREAM | REKEY | FRESH,
	.open = cmac_open,
	.close = cmac_close,
	.run = {[CB_OP_MAC] = cmac_mac, [CB_OP_SETKEY] = cmac_setkey},
};
