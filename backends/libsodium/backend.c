/* SPDX-License-Identifier: Apache-2.0 */
#include <sodium.h>

#include "drivers.h"

static int aes256gcm_is_available(const cb_impl *impl)
{
	(void)impl;
	return crypto_aead_aes256gcm_is_available();
}

static const cb_impl impls[] = {
	{"sha256", &cb__libsodium_hash, {.ptr = &cb__libsodium_sha256}, NULL, NULL},
	{"sha512", &cb__libsodium_hash, {.ptr = &cb__libsodium_sha512}, NULL, NULL},
	{"hmac-sha256", &cb__libsodium_hmacsha256, {.ptr = NULL}, NULL, NULL},
	{"aes-256-gcm", &cb__libsodium_aes256gcm, {.ptr = NULL}, aes256gcm_is_available,
		"libsodium has no software AES-GCM"},
	{"chacha20-poly1305", &cb__libsodium_aead, {.ptr = &cb__libsodium_chacha20poly1305_ietf},
		NULL, NULL},
	{"x25519", &cb__libsodium_x25519, {.ptr = NULL}, NULL, NULL},
	{"ed25519", &cb__libsodium_ed25519, {.ptr = NULL}, NULL, NULL},
};

/* 1 means that it had been initialised before. */
static cb_status init(void)
{
	return sodium_init() >= 0 ? CB_OK : CB_EBACKEND;
}

CB_BACKEND_DEFINE = {
	.abi = CB_BACKEND_ABI,
	.op_count = CB_OP_COUNT,
	.name = "libsodium",
	.library = "libsodium",
	.library_symbol = "sodium_version_string",
	.version = sodium_version_string,
	.init = init,
	.accel = &cb__libsodium_accel,
	.impls = impls,
	.impl_count = CB_COUNT(impls),
};
