/* SPDX-License-Identifier: Apache-2.0 */
#include "classify.h"

#include <string.h>

#include <cb/backend.h>
#include <cb/prove.h>

#define NONE   0u
#define OFF    CB_ACCEL_BIT(CB_ACCEL_OFF)
#define CRYPTO (CB_ACCEL_BIT(CB_ACCEL_NOCRYPTO) | CB_ACCEL_BIT(CB_ACCEL_OFF))

static const struct {
	cb_class shown;
	unsigned forbidden; /* CB_ACCEL_BIT()s */
} classes[CB__CLASS_COUNT] = {
#define CB_CLASS(id, name, group, architecture, modes, meaning)                                    \
	{{name, group, architecture, meaning}, modes},
#include "classes.def"
#undef CB_CLASS
};

size_t cb_class_count(void)
{
	return CB__CLASS_COUNT;
}

const cb_class *cb_class_at(size_t index)
{
	return index < CB__CLASS_COUNT ? &classes[index].shown : NULL;
}

cb__isa cb__isa_here(void)
{
#if defined(__x86_64__) && !defined(__ILP32__)
	return CB__ISA_X86_64;
#elif defined(__aarch64__) && defined(__AARCH64EL__)
	return CB__ISA_AARCH64;
#else
	return CB__ISA_NONE;
#endif
}

cb__class cb__classify(cb__isa isa, const uint8_t *bytes, size_t len)
{
	switch (isa) {
	case CB__ISA_X86_64:
		return cb__classify_x86_64(bytes, len);
	case CB__ISA_AARCH64:
		return cb__classify_aarch64(bytes, len);
	case CB__ISA_NONE:
		break;
	}
	return CB__CLASS_SCALAR;
}

int cb__class_is_forbidden(cb__class cls, cb_accel accel)
{
	return (classes[cls].forbidden & CB_ACCEL_BIT(accel)) != 0;
}

cb__class cb__class_find(const char *name)
{
	int cls = 0;
	while (cls < CB__CLASS_COUNT && strcmp(classes[cls].shown.name, name) != 0)
		cls++;
	return (cb__class)cls;
}

int cb__class_goes_by(cb__class cls, const char *name)
{
	return strcmp(classes[cls].shown.name, name) == 0 ||
	       strcmp(classes[cls].shown.group, name) == 0;
}
