/* SPDX-License-Identifier: Apache-2.0 */
/* mbedTLS asks one function per instruction set whether the processor has it, when a key is set or
 * a block processed; nothing else is chosen at run time, so nocrypto and off are the same. */
#include <mbedtls/version.h>

#include "drivers.h"

#define SWITCHED (CB_ACCEL_BIT(CB_ACCEL_NOCRYPTO) | CB_ACCEL_BIT(CB_ACCEL_OFF))

#if defined(__x86_64__)
#define PATCHES(ROW) ROW(SWITCHED, mbedtls_aesni_has_support, 0)
#elif defined(__i386__)
/* Which of them there are depends on version and compiler: 2.28 has PadLock only. */
#define PATCHES(ROW)                                                                               \
	ROW(SWITCHED, mbedtls_aesni_has_support, 1)                                                \
	ROW(SWITCHED, mbedtls_padlock_has_support, 1)
#elif (defined(__aarch64__) || (defined(__arm__) && __ARM_ARCH >= 8)) &&                           \
	MBEDTLS_VERSION_NUMBER >= 0x03050000
#define PATCHES(ROW) ROW(SWITCHED, mbedtls_aesce_has_support_impl, 0)
#endif

#ifdef PATCHES
CB_ACCEL_PATCHES(PATCHES)
#endif

/* Build options that leave no software path, or detect in a function that cannot be reached. */
static const struct {
	const char *feature;
	const char *reason;
} fixed[] = {
	{"MBEDTLS_AES_USE_HARDWARE_ONLY", "this libmbedcrypto was built without a software AES"},
	{"MBEDTLS_SHA256_USE_ARMV8_A_CRYPTO_IF_PRESENT",
		"the SHA-256 code of this libmbedcrypto tests the processor itself"},
	{"MBEDTLS_SHA512_USE_A64_CRYPTO_IF_PRESENT",
		"the SHA-512 code of this libmbedcrypto tests the processor itself"},
};

static const char *unswitchable(cb_accel mode)
{
	if (mode == CB_ACCEL_ON)
		return NULL;
	for (size_t i = 0; i < CB_COUNT(fixed); i++)
		if (mbedtls_version_check_feature(fixed[i].feature) == 0)
			return fixed[i].reason;
	return NULL;
}

const cb_accel_table cb__mbedtls_accel = {
#ifdef PATCHES
	CB_ACCEL_PATCHED,
	.same_as = {[CB_ACCEL_ON] = CB_ACCEL_ON,
		[CB_ACCEL_NOCRYPTO] = CB_ACCEL_OFF,
		[CB_ACCEL_OFF] = CB_ACCEL_OFF},
#else
	.same_as = {[CB_ACCEL_ON] = CB_ACCEL_ON,
		[CB_ACCEL_NOCRYPTO] = CB_ACCEL_ON,
		[CB_ACCEL_OFF] = CB_ACCEL_ON},
#endif
	.unswitchable = unswitchable,
};
