/* SPDX-License-Identifier: Apache-2.0 */
#include "cipher.h"

int cb__mbedtls_has_cipher(const cb_impl *impl)
{
	const struct cipher_functions *functions = impl->native.ptr;

	return functions->exists();
}

/* Whether the library was built for this cipher with keys of this length. */
static int is_listed(const struct cipher_functions *functions, const cb_io *io)
{
	return mbedtls_cipher_info_from_values(
		       functions->id, (int)(8 * io->key_len), functions->mode) != NULL;
}

cb_status cb__mbedtls_cipher_open(void *state, const cb_task *task, const cb_io *io)
{
	struct cipher *cipher = state;
	const struct cipher_functions *functions = task->impl->native.ptr;
	int code;

	if (!functions->exists() || !is_listed(functions, io))
		return CB_ENOTSUP;
	if (!cb_task_knows_variant(
		    task, functions->piece == NULL ? REKEY | FRESH : STREAM | REKEY | FRESH))
		return CB_ENOTSUP;
	cipher->functions = functions;
	cipher->variant = cb_task_variant(task);
	cipher->is_decrypt = task->op == CB_OP_DECRYPT;
	functions->init(cipher);
	code = functions->set_key(cipher, io, cipher->is_decrypt);
	if (code == 0 && task->variant == CB_VARIANT_STREAM)
		code = functions->start(cipher, io);
	if (task->variant == CB_VARIANT_FRESH)
		functions->free(cipher);
	return cb__mbedtls_check(code);
}

void cb__mbedtls_cipher_close(void *state)
{
	struct cipher *cipher = state;

	if (cipher->functions != NULL)
		cipher->functions->free(cipher);
}

static int crypt_rekey(struct cipher *cipher, const cb_io *io)
{
	int code = 0;

	if (!cipher->functions->keys_message)
		code = cipher->functions->set_key(cipher, io, cipher->is_decrypt);
	return code == 0 ? cipher->functions->message(cipher, io) : code;
}

/* In this variant no operation leaves anything behind, and neither does open(). */
static int crypt_fresh(struct cipher *cipher, const cb_io *io)
{
	int code;

	cipher->functions->init(cipher);
	code = crypt_rekey(cipher, io);
	cipher->functions->free(cipher);
	return code;
}

cb_status cb__mbedtls_cipher_variant(struct cipher *cipher, const cb_io *io)
{
	switch (cipher->variant) {
	case CB_VARIANT_STREAM:
		return cb__mbedtls_check(cipher->functions->piece(cipher, io));
	case CB_VARIANT_REKEY:
		return cb__mbedtls_check(crypt_rekey(cipher, io));
	case CB_VARIANT_FRESH:
		return cb__mbedtls_check(crypt_fresh(cipher, io));
	default:
		return CB_ENOTSUP;
	}
}

cb_status cb__mbedtls_cipher_setkey(void *state, cb_io *io)
{
	struct cipher *cipher = state;

	return cb__mbedtls_check(cipher->functions->set_key(cipher, io, 0));
}
