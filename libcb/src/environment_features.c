/* SPDX-License-Identifier: Apache-2.0 */
/* Architectures, and their flags under names that are the same on all of them. */
#include "environment_parts.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct rule {
	const char *feature;
	cb__arch arch;
	const char *flag; /* NULL: the kernel does not say */
};

static const char *const features[] = {
#define CB__FEATURE(feature, meaning) feature,
#include "environment_features.def"
};

static const struct rule rules[] = {
#define CB__FLAG(feature, arch, flag) {feature, CB__ARCH_##arch, flag},
#define CB__SILENT(feature, arch)     {feature, CB__ARCH_##arch, NULL},
#include "environment_features.def"
};

static const struct {
	const char *prefix;
	cb__arch arch;
} arch_names[] = {
	{"x86", CB__ARCH_X86},
	{"amd64", CB__ARCH_X86},
	{"i386", CB__ARCH_X86},
	{"i486", CB__ARCH_X86},
	{"i586", CB__ARCH_X86},
	{"i686", CB__ARCH_X86},
	{"aarch64", CB__ARCH_ARM},
	{"arm", CB__ARCH_ARM},
	{"mips", CB__ARCH_MIPS},
	{"riscv", CB__ARCH_RISCV},
	{"ppc", CB__ARCH_POWER},
	{"powerpc", CB__ARCH_POWER},
	{"s390", CB__ARCH_S390},
	{"loongarch", CB__ARCH_LOONGARCH},
};

cb__arch cb__arch_from_name(const char *name)
{
	for (size_t i = 0; i < COUNT(arch_names); i++) {
		if (strncmp(name, arch_names[i].prefix, strlen(arch_names[i].prefix)) == 0)
			return arch_names[i].arch;
	}
	return CB__ARCH_UNKNOWN;
}

int cb__flags_have(const json_t *flags, const char *name)
{
	for (size_t i = 0; i < json_array_size(flags); i++) {
		const char *flag = json_string_value(json_array_get(flags, i));

		if (flag && strcmp(flag, name) == 0)
			return 1;
	}
	return 0;
}

static int find_feature(const json_t *flags, cb__arch arch, const char *feature)
{
	int found = 0;

	for (size_t i = 0; i < COUNT(rules); i++) {
		if (rules[i].arch != arch || strcmp(rules[i].feature, feature) != 0)
			continue;
		if (!rules[i].flag)
			found = -1;
		else if (cb__flags_have(flags, rules[i].flag))
			return 1;
	}
	return found;
}

json_t *cb__features_to_json(const json_t *flags, cb__arch arch)
{
	int known = json_is_array(flags) && arch != CB__ARCH_UNKNOWN;
	cb__record record;

	cb__record_init(&record);
	for (size_t i = 0; i < COUNT(features); i++) {
		int has = known ? find_feature(flags, arch, features[i]) : -1;

		cb__record_put(&record, features[i], cb__json_truth(has));
	}
	return cb__record_take(&record);
}
