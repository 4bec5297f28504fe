/* SPDX-License-Identifier: Apache-2.0 */
#include <sodium.h>

#include "drivers.h"

static const cb_impl impls[] = {
	{"sha256", &cb__libsodium_hash, {.ptr = &cb__libsodium_sha256}, NULL, NULL},
	{"sha512", &cb__libsodium_hash, {.ptr = &cb__libsodium_sha512}, NULL, NULL},
	{"sha3-256", &cb__libsodium_hash, {.ptr = &cb__libsodium_sha3_256}, cb__libsodium_has_hash,
		"libsodium has SHA-3 from 1.0.22 on"},
	{"blake2b-512", &cb__libsodium_hash, {.ptr = &cb__libsodium_blake2b}, NULL, NULL},
	{"hmac-sha256", &cb__libsodium_hmacsha256, {.ptr = NULL}, NULL, NULL},
	{"hmac-sha512", &cb__libsodium_hmacsha512, {.ptr = NULL}, NULL, NULL},
	{"poly1305", &cb__libsodium_poly1305, {.ptr = NULL}, NULL, NULL},
	{"siphash-2-4", &cb__libsodium_siphash24, {.ptr = NULL}, NULL, NULL},
	{"blake2b-mac", &cb__libsodium_blake2bmac, {.ptr = NULL}, NULL, NULL},
	{"chacha20", &cb__libsodium_cipher, {.ptr = &cb__libsodium_chacha20_ietf}, NULL, NULL},
	{"xchacha20", &cb__libsodium_cipher, {.ptr = &cb__libsodium_xchacha20}, NULL, NULL},
	{"salsa20", &cb__libsodium_cipher, {.ptr = &cb__libsodium_salsa20}, NULL, NULL},
	{"aes-256-gcm", &cb__libsodium_aes256gcm, {.ptr = NULL}, cb__libsodium_has_aes256gcm,
		"libsodium has no software AES-GCM"},
	{"chacha20-poly1305", &cb__libsodium_aead, {.ptr = &cb__libsodium_chacha20poly1305_ietf},
		NULL, NULL},
	{"xchacha20-poly1305", &cb__libsodium_aead, {.ptr = &cb__libsodium_xchacha20poly1305_ietf},
		NULL, NULL},
	{"xsalsa20-poly1305", &cb__libsodium_aead, {.ptr = &cb__libsodium_xsalsa20poly1305}, NULL,
		NULL},
	{"aegis-128l", &cb__libsodium_aead, {.ptr = &cb__libsodium_aegis128l},
		cb__libsodium_has_aead, "libsodium has AEGIS from 1.0.19 on"},
	{"aegis-256", &cb__libsodium_aead, {.ptr = &cb__libsodium_aegis256}, cb__libsodium_has_aead,
		"libsodium has AEGIS from 1.0.19 on"},
	{"hkdf-sha256", &cb__libsodium_hkdf, {.ptr = NULL}, cb__libsodium_has_hkdf,
		"libsodium has HKDF from 1.0.19 on"},
	{"scrypt", &cb__libsodium_scrypt, {.ptr = NULL}, NULL, NULL},
	{"argon2id", &cb__libsodium_argon2id, {.ptr = NULL}, NULL, NULL},
	{"x25519", &cb__libsodium_x25519, {.ptr = NULL}, NULL, NULL},
	{"ml-kem-768", &cb__libsodium_mlkem768, {.ptr = NULL}, cb__libsodium_has_mlkem768,
		"libsodium has ML-KEM from 1.0.22 on"},
	{"ed25519", &cb__libsodium_ed25519, {.ptr = NULL}, NULL, NULL},
	{"random", &cb__libsodium_random, {.ptr = NULL}, NULL, NULL},
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
