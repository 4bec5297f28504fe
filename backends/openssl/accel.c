/* SPDX-License-Identifier: Apache-2.0 */
/* How libcrypto's acceleration is switched: by environment variables that it reads once, when it
 * is loaded. legacy.so holds a capability vector of its own, which reads the same variable. */
#include "drivers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/crypto.h>

#define ON       CB_ACCEL_BIT(CB_ACCEL_ON)
#define NOCRYPTO CB_ACCEL_BIT(CB_ACCEL_NOCRYPTO)
#define OFF      CB_ACCEL_BIT(CB_ACCEL_OFF)

/* What is known of one architecture. VARIABLE is the switch and the name in the read-back.
 * SILENCE_IS_PROOF: a library that tells no vector was built without code to choose from. */

#if defined(__x86_64__) || defined(__i386__)
#define VARIABLE         "OPENSSL_ia32cap"
#define SILENCE_IS_PROOF 1
#define WORDS_MIN        2
#define WORDS_MAX        5 /* since 3.5; earlier parsers ignore what follows the second field */

#if defined(__i386__) /* whose floor has no MMX (23), FXSR (24), SSE (25) and SSE2 (26) */
#define OFF_WORD0    0x72583a0307800000
#define OFF_ABSENT   "MMX, SSE and all that followed"
#define TEXT_OFF_LV0 "0x72583a0307800000"
#else
#define OFF_WORD0    0x72583a0300000000
#define OFF_ABSENT   "SSE3, SSSE3, SSE4, AVX, BMI, ADX, AES, PCLMUL, SHA and all that followed"
#define TEXT_OFF_LV0 "0x72583a0300000000"
#endif

/* Every field is given: one left out is set to zero by some versions and kept by others. From 3.5
 * on AES-GCM runs VAES code by the bits of the second field alone, so those are cleared too. */
static const cb_accel_variable variables[] = {
	{NOCRYPTO, VARIABLE,
		"~0x0200000200000000:~0x0000070020000000:~0x0000000700000000:~0x0:~0x0", 0},
	{OFF, VARIABLE, "~" TEXT_OFF_LV0 ":0:0:0:0", 0},
};
static const uint64_t forbidden[CB_ACCEL_COUNT][WORDS_MAX] = {
	[CB_ACCEL_NOCRYPTO] = {0x0200000200000000, 0x0000070020000000, 0x0000000700000000, 0, 0},
	[CB_ACCEL_OFF] = {OFF_WORD0, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX},
};
static const char *const absent[CB_ACCEL_COUNT] = {
	[CB_ACCEL_NOCRYPTO] = "AES, PCLMUL, SHA, GFNI, VAES, VPCLMUL",
	[CB_ACCEL_OFF] = OFF_ABSENT,
};

#elif defined(__aarch64__) || defined(__arm__)
#define VARIABLE         "OPENSSL_armcap"
#define SILENCE_IS_PROOF 1
#define WORDS_MIN        1
#define WORDS_MAX        1
/* NEON, TICK, CPUID, RNG, SVE, SVE2: the variable is no mask but the vector itself, and a bit that
 * the CPU lacks means an illegal instruction, so it is made from what was detected. */
#define ARM_KEEP         UINT64_C(0x6183)

static const cb_accel_variable variables[] = {
	{NOCRYPTO, VARIABLE, NULL, ARM_KEEP},
	{OFF, VARIABLE, "0", 0},
};
static const uint64_t forbidden[CB_ACCEL_COUNT][WORDS_MAX] = {
	[CB_ACCEL_NOCRYPTO] = {~ARM_KEEP},
	[CB_ACCEL_OFF] = {UINT64_MAX},
};
static const char *const absent[CB_ACCEL_COUNT] = {
	[CB_ACCEL_NOCRYPTO] = "AES, PMULL, SHA1, SHA256, SHA512, SHA3, SM3, SM4",
	[CB_ACCEL_OFF] = "NEON, AES, PMULL, SHA, SVE",
};

#elif defined(__powerpc__) || defined(__powerpc64__)
#define VARIABLE         "OPENSSL_ppccap"
#define SILENCE_IS_PROOF 0 /* no release known tells it */
#define WORDS_MIN        1
#define WORDS_MAX        1
#define PPC_CRYPTO       UINT64_C(0x4)
#define PPC_FLOOR        UINT64_C(0x68) /* FPU, MFTB, MFSPR268 */

static const cb_accel_variable variables[] = {
	{NOCRYPTO, VARIABLE, NULL, ~PPC_CRYPTO},
	{OFF, VARIABLE, NULL, PPC_FLOOR},
};
static const uint64_t forbidden[CB_ACCEL_COUNT][WORDS_MAX] = {
	[CB_ACCEL_NOCRYPTO] = {PPC_CRYPTO},
	[CB_ACCEL_OFF] = {~PPC_FLOOR},
};
static const char *const absent[CB_ACCEL_COUNT] = {
	[CB_ACCEL_NOCRYPTO] = "the POWER8 crypto instructions",
	[CB_ACCEL_OFF] = "AltiVec, VSX, the POWER8 crypto instructions",
};

#elif defined(__s390x__)
#define VARIABLE         "OPENSSL_s390xcap"
#define SILENCE_IS_PROOF 1

static const cb_accel_variable variables[] = {
	{NOCRYPTO, VARIABLE,
		"kimd:0:0;klmd:0:0;km:0:0;kmc:0:0;kmac:0:0;kmctr:0:0;kmo:0:0;kmf:0:0;"
		"prno:0:0;kma:0:0;pcc:0:0;kdsa:0:0",
		0},
	{OFF, VARIABLE, "z900", 0}, /* the first CPU of the architecture has none of it */
};

#elif defined(__riscv)
#define VARIABLE         "OPENSSL_riscvcap"
#define SILENCE_IS_PROOF 0

static const cb_accel_variable variables[] = {
	{OFF, VARIABLE, "rv64gc", 0},
};

#endif

/* Read by libcrypto; no other may reach a worker, in any mode. */
static const char *const scrub[] = {
	"OPENSSL_ia32cap",
	"OPENSSL_armcap",
	"OPENSSL_ppccap",
	"OPENSSL_s390xcap",
	"OPENSSL_riscvcap",
	"OPENSSL_sparcv9cap",
	"OPENSSL_CONF",
	"OPENSSL_CONF_INCLUDE",
	"OPENSSL_MODULES",
	"OPENSSL_ENGINES",
	NULL,
};

/* Without a vector the text has no '=', by which check() knows. */
static cb_status read_back(char *text, size_t size)
{
	const char *settings = OPENSSL_info(OPENSSL_INFO_CPU_SETTINGS);
	int written = snprintf(text, size, "%s",
		settings != NULL ? settings : "libcrypto tells no capability vector");

	return written >= 0 && (size_t)written < size ? CB_OK : CB_EINVAL;
}

#if defined(WORDS_MAX)
/* "0x12:0x34", up to a blank. */
static int check_value(cb_accel mode, const char *value, char *why, size_t why_size)
{
	int value_len = (int)strcspn(value, " ");
	const char *at = value;
	size_t count = 0;

	while (count < WORDS_MAX && at < value + value_len) {
		char *end;
		uint64_t word = strtoull(at, &end, 0);

		if (end == at || (*end != ':' && end != value + value_len))
			break;
		if ((word & forbidden[mode][count]) != 0) {
			(void)snprintf(why, why_size,
				VARIABLE "=%.*s: word %zu still has 0x%" PRIx64, value_len, value,
				count, word & forbidden[mode][count]);
			return 0;
		}
		count++;
		at = *end == ':' ? end + 1 : end;
	}
	if (count < WORDS_MIN || at != value + value_len) {
		(void)snprintf(
			why, why_size, VARIABLE "=%.*s cannot be understood", value_len, value);
		return 0;
	}
	(void)snprintf(
		why, why_size, VARIABLE "=%.*s has none of %s", value_len, value, absent[mode]);
	return 1;
}
#endif

#if defined(__s390x__)
/* "stfle:0x1:0x2:0x3:0x4:kimd:0x5:0x6:...", up to a blank. The facility words may stay in
 * `nocrypto`; the fourth is beyond the variable's reach and read by nothing. */
static int is_forbidden(cb_accel mode, const char *name, size_t index)
{
	int is_facility = strncmp(name, "stfle:", 6) == 0;

	return !is_facility || (mode == CB_ACCEL_OFF && index < 3);
}

static int check_value(cb_accel mode, const char *value, char *why, size_t why_size)
{
	size_t value_len = strcspn(value, " ");
	const char *name = value;
	size_t index = 0;

	for (const char *at = value; at < value + value_len; at += strcspn(at, ": ") + 1) {
		if (*at < '0' || *at > '9') {
			name = at;
			index = 0;
			continue;
		}
		if (strtoull(at, NULL, 0) != 0 && is_forbidden(mode, name, index)) {
			(void)snprintf(why, why_size, VARIABLE " still has %.*s:%.*s",
				(int)strcspn(name, ":"), name, (int)strcspn(at, ": "), at);
			return 0;
		}
		index++;
	}
	if (strstr(value, "kdsa:") == NULL) {
		(void)snprintf(why, why_size, VARIABLE "=%s cannot be understood", value);
		return 0;
	}
	(void)snprintf(why, why_size, VARIABLE "=%.*s has no %s", (int)value_len, value,
		mode == CB_ACCEL_OFF ? "function code and no facility" : "function code");
	return 1;
}
#endif

#if defined(__riscv)
/* Extensions by name, joined with '_'; none is spelled by nothing or by the base itself. */
static int check_value(cb_accel mode, const char *value, char *why, size_t why_size)
{
	size_t value_len = strcspn(value, " ");
	int is_base = value_len == 0 || (value_len == 6 && strncmp(value, "RV64GC", 6) == 0);

	(void)mode;
	(void)snprintf(why, why_size, VARIABLE "=%.*s %s", (int)value_len, value,
		is_base ? "has no extension" : "still has extensions");
	return is_base;
}
#endif

#if defined(VARIABLE)
/* libcrypto echoes the variable behind the vector if it was set. */
static int check_untouched(const char *vector, char *why, size_t why_size)
{
	if (getenv(VARIABLE) != NULL || strstr(vector, " env:") != NULL) {
		(void)snprintf(why, why_size, VARIABLE " is set: %s", vector);
		return 0;
	}
	(void)snprintf(why, why_size, "%s, " VARIABLE " is not set", vector);
	return 1;
}

static int check(cb_accel mode, const char *vector, char *why, size_t why_size)
{
	const char *equals = strchr(vector, '=');

	if (mode == CB_ACCEL_ON)
		return check_untouched(vector, why, why_size);
	if (equals != NULL && strncmp(vector, VARIABLE, strlen(VARIABLE)) == 0)
		return check_value(mode, equals + 1, why, why_size);
	(void)snprintf(why, why_size, "%s%s", vector,
		SILENCE_IS_PROOF ? ": built without code chosen at run time" : "");
	return SILENCE_IS_PROOF;
}
#endif

static const char *unswitchable(cb_accel mode)
{
#if defined(__riscv)
	if (mode == CB_ACCEL_NOCRYPTO)
		return "libcrypto on RISC-V cannot be told to leave out single extensions";
#elif defined(__sparc__) || defined(__loongarch__)
	if (mode != CB_ACCEL_ON)
		return "libcrypto's choice of code on this architecture cannot be read back";
#elif defined(__powerpc__) || defined(__powerpc64__)
	if (mode != CB_ACCEL_ON && OPENSSL_info(OPENSSL_INFO_CPU_SETTINGS) == NULL)
		return "this libcrypto does not tell its capability vector";
#endif
	(void)mode;
	return NULL;
}

const cb_accel_table openssl_accel = {
#if defined(VARIABLE)
	.variables = variables,
	.variable_count = CB_COUNT(variables),
	.check = check,
#endif
	.scrub = scrub,
#if defined(VARIABLE) || defined(__sparc__) || defined(__loongarch__)
	.same_as =
		{
			[CB_ACCEL_ON] = CB_ACCEL_ON,
			[CB_ACCEL_NOCRYPTO] = CB_ACCEL_NOCRYPTO,
			[CB_ACCEL_OFF] = CB_ACCEL_OFF,
		},
#else /* no code is chosen at run time on the other architectures */
	.same_as =
		{
			[CB_ACCEL_ON] = CB_ACCEL_ON,
			[CB_ACCEL_NOCRYPTO] = CB_ACCEL_ON,
			[CB_ACCEL_OFF] = CB_ACCEL_ON,
		},
#endif
	.read_back = read_back,
	.unswitchable = unswitchable,
};
