/* SPDX-License-Identifier: Apache-2.0 */
#include <mbedtls/hkdf.h>
#include <mbedtls/md.h>
#include <mbedtls/pkcs5.h>
#include <mbedtls/version.h>

#include "drivers.h"

OPTIONAL(mbedtls_hkdf)

#define DERIVED_LEN 32

struct kdf {
	const mbedtls_md_info_t *info;
};

static cb_status kdf_open(struct kdf *kdf, const cb_task *task, const cb_io *io)
{
	kdf->info = mbedtls_md_info_from_type((mbedtls_md_type_t)task->impl->native.id);
	return kdf->info != NULL && cb_task_knows_variant(task, FRESH) &&
			       io->out_size >= DERIVED_LEN
		       ? CB_OK
		       : CB_ENOTSUP;
}

int cb__mbedtls_has_hkdf(const cb_impl *impl)
{
	(void)impl;
	return mbedtls_hkdf != NULL;
}

static cb_status hkdf_open(void *state, const cb_task *task, const cb_io *io)
{
	return cb__mbedtls_has_hkdf(task->impl) ? kdf_open(state, task, io) : CB_ENOTSUP;
}

/* The library keeps nothing, so `fresh` is `message`. */
static cb_status hkdf_derive(void *state, cb_io *io)
{
	const struct kdf *kdf = state;

	io->out_len = DERIVED_LEN;
	return cb__mbedtls_check(mbedtls_hkdf(kdf->info, io->nonce, io->nonce_len, io->key,
		io->key_len, io->aad, io->aad_len, io->out, DERIVED_LEN));
}

const cb_driver cb__mbedtls_hkdf = {
	.state_size = sizeof(struct kdf),
	.variants = FRESH,
	.open = hkdf_open,
	.run = {[CB_OP_DERIVE] = hkdf_derive},
};

#if MBEDTLS_VERSION_NUMBER >= 0x03030000

OPTIONAL(mbedtls_pkcs5_pbkdf2_hmac_ext)

int cb__mbedtls_has_pbkdf2(const cb_impl *impl)
{
	(void)impl;
	return mbedtls_pkcs5_pbkdf2_hmac_ext != NULL;
}

static int pbkdf2(const struct kdf *kdf, const cb_io *io)
{
	return mbedtls_pkcs5_pbkdf2_hmac_ext(mbedtls_md_get_type(kdf->info), io->key, io->key_len,
		io->nonce, io->nonce_len, io->cost[0], DERIVED_LEN, io->out);
}

#else

OPTIONAL(mbedtls_pkcs5_pbkdf2_hmac)

int cb__mbedtls_has_pbkdf2(const cb_impl *impl)
{
	(void)impl;
	return mbedtls_pkcs5_pbkdf2_hmac != NULL;
}

static int pbkdf2(const struct kdf *kdf, const cb_io *io)
{
	mbedtls_md_context_t md;
	int code;

	mbedtls_md_init(&md);
	code = mbedtls_md_setup(&md, kdf->info, 1);
	if (code == 0)
		code = mbedtls_pkcs5_pbkdf2_hmac(&md, io->key, io->key_len, io->nonce,
			io->nonce_len, io->cost[0], DERIVED_LEN, io->out);
	mbedtls_md_free(&md);
	return code;
}

#endif

static cb_status pbkdf2_open(void *state, const cb_task *task, const cb_io *io)
{
	return cb__mbedtls_has_pbkdf2(task->impl) ? kdf_open(state, task, io) : CB_ENOTSUP;
}

/* The current function of the library makes its context itself, so nothing is kept with older
 * releases either: a context is not a thousandth of the work. */
static cb_status pbkdf2_derive(void *state, cb_io *io)
{
	io->out_len = DERIVED_LEN;
	return cb__mbedtls_check(pbkdf2(state, io));
}

const cb_driver cb__mbedtls_pbkdf2 = {
	.state_size = sizeof(struct kdf),
	.variants = FRESH,
	.open = pbkdf2_open,
	.run = {[CB_OP_DERIVE] = pbkdf2_derive},
};
