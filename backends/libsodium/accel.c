/* SPDX-License-Identifier: Apache-2.0 */
/* sodium_init() asks these functions, one per instruction set, and picks its code by the answers.
 */
#include <sodium/version.h>

#include "drivers.h"

#define OFF      CB_ACCEL_BIT(CB_ACCEL_OFF)
#define NOCRYPTO (OFF | CB_ACCEL_BIT(CB_ACCEL_NOCRYPTO))

/* 1.0.19 is the first release with code chosen at run time on ARM. */
#define HAS_ARMCRYPTO (SODIUM_LIBRARY_VERSION_MAJOR >= 26)

#if defined(__x86_64__) || defined(__i386__)
#define HAS_DISPATCH 1
#elif defined(__aarch64__) || defined(__arm__)
#define HAS_DISPATCH HAS_ARMCRYPTO
#else
#define HAS_DISPATCH 0
#endif

#if HAS_DISPATCH

/* The library has all of them on every architecture. */
#define PATCHES(ROW)                                                                               \
	ROW(NOCRYPTO, sodium_runtime_has_aesni, 0)                                                 \
	ROW(NOCRYPTO, sodium_runtime_has_pclmul, 0)                                                \
	ROW(NOCRYPTO, sodium_runtime_has_armcrypto, !HAS_ARMCRYPTO)                                \
	ROW(OFF, sodium_runtime_has_sse2, 0)                                                       \
	ROW(OFF, sodium_runtime_has_sse3, 0)                                                       \
	ROW(OFF, sodium_runtime_has_ssse3, 0)                                                      \
	ROW(OFF, sodium_runtime_has_sse41, 0)                                                      \
	ROW(OFF, sodium_runtime_has_avx, 0)                                                        \
	ROW(OFF, sodium_runtime_has_avx2, 0)                                                       \
	ROW(OFF, sodium_runtime_has_avx512f, 0)                                                    \
	ROW(OFF, sodium_runtime_has_rdrand, 0)                                                     \
	ROW(OFF, sodium_runtime_has_neon, 0)

CB_ACCEL_PATCHES(PATCHES)

const cb_accel_table cb__libsodium_accel = {
	CB_ACCEL_PATCHED,
	.same_as = {[CB_ACCEL_ON] = CB_ACCEL_ON,
		[CB_ACCEL_NOCRYPTO] = CB_ACCEL_NOCRYPTO,
		[CB_ACCEL_OFF] = CB_ACCEL_OFF},
};

#else

const cb_accel_table cb__libsodium_accel = {
	.same_as = {[CB_ACCEL_ON] = CB_ACCEL_ON,
		[CB_ACCEL_NOCRYPTO] = CB_ACCEL_ON,
		[CB_ACCEL_OFF] = CB_ACCEL_ON},
};

#endif
