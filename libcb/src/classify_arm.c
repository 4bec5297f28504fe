/* SPDX-License-Identifier: Apache-2.0 */
#include "classify.h"

#include <cb/backend.h>

static const struct {
	uint32_t mask;
	uint32_t value;
	cb__class cls;
} rows[] = {
#define ARM(mask, value, cls) {mask, value, CB__CLASS_##cls},
#include "classify_arm.def"
#undef ARM
};

/* Instructions are little-endian on every machine. */
cb__class cb__classify_aarch64(const uint8_t *bytes, size_t len)
{
	if (len < 4)
		return CB__CLASS_SCALAR;
	uint32_t word = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
			(uint32_t)bytes[3] << 24;
	for (size_t i = 0; i < CB_COUNT(rows); i++)
		if ((word & rows[i].mask) == rows[i].value)
			return rows[i].cls;
	return CB__CLASS_SCALAR;
}
