/* SPDX-License-Identifier: Apache-2.0 */
/* Names for the codes in /proc/cpuinfo. */
#include "environment_parts.h"

#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct arm_part {
	unsigned implementer;
	unsigned part;
	const char *name;
};

struct vendor {
	uint64_t code;
	const char *name;
};

struct machine {
	const char *type;
	const char *name;
};

static const struct arm_part arm_parts[] = {
#define CB__ARM_PART(implementer, part, name) {implementer, part, name},
#include "environment_names.def"
};

static const struct vendor arm_vendors[] = {
#define CB__ARM_VENDOR(implementer, name) {implementer, name},
#include "environment_names.def"
};

static const struct vendor riscv_vendors[] = {
#define CB__RISCV_VENDOR(mvendorid, name) {mvendorid, name},
#include "environment_names.def"
};

static const struct machine s390_machines[] = {
#define CB__S390_MACHINE(machine, name) {machine, name},
#include "environment_names.def"
};

static const char *find_vendor(const struct vendor *vendors, size_t count, uint64_t code)
{
	for (size_t i = 0; i < count; i++) {
		if (vendors[i].code == code)
			return vendors[i].name;
	}
	return NULL;
}

static const char *find_part(uint64_t implementer, uint64_t part)
{
	for (size_t i = 0; i < COUNT(arm_parts); i++) {
		if (arm_parts[i].implementer == implementer && arm_parts[i].part == part)
			return arm_parts[i].name;
	}
	return NULL;
}

json_t *cb__name_arm_core(uint64_t implementer, uint64_t part)
{
	const char *vendor = find_vendor(arm_vendors, COUNT(arm_vendors), implementer);
	const char *name = find_part(implementer, part);
	unsigned high = (unsigned)(implementer & 0xffu);
	unsigned low = (unsigned)(part & 0xfffu);

	if (implementer == 0)
		return json_string("unknown ARM");
	if (vendor && name)
		return json_sprintf("%s %s (0x%02x/0x%03x)", vendor, name, high, low);
	if (vendor)
		return json_sprintf("%s (0x%02x/0x%03x)", vendor, high, low);
	return json_sprintf("ARM (0x%02x/0x%03x)", high, low);
}

json_t *cb__name_arm_vendor(uint64_t implementer)
{
	const char *vendor = find_vendor(arm_vendors, COUNT(arm_vendors), implementer);

	if (implementer == 0)
		return cb__json_unknown();
	if (vendor)
		return json_string(vendor);
	return json_sprintf("0x%02x", (unsigned)(implementer & 0xffu));
}

json_t *cb__name_riscv_vendor(cb__span mvendorid)
{
	const char *vendor = NULL;
	uint64_t code;

	if (cb__span_to_hex(mvendorid, &code))
		vendor = find_vendor(riscv_vendors, COUNT(riscv_vendors), code);
	return vendor ? json_string(vendor) : cb__json_text(mvendorid);
}

json_t *cb__name_s390(cb__span machine)
{
	for (size_t i = 0; i < COUNT(s390_machines); i++) {
		if (cb__span_is(machine, s390_machines[i].type))
			return json_sprintf(
				"%s (%s)", s390_machines[i].name, s390_machines[i].type);
	}
	return cb__json_text(machine);
}
