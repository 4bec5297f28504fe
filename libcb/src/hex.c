/* SPDX-License-Identifier: Apache-2.0 */
#include "hex.h"

#include <string.h>

static int nibble(char digit)
{
	if (digit >= '0' && digit <= '9')
		return digit - '0';
	if (digit >= 'a' && digit <= 'f')
		return digit - 'a' + 10;
	if (digit >= 'A' && digit <= 'F')
		return digit - 'A' + 10;
	return -1;
}

cb_status cb__hex_decode(uint8_t *out, size_t out_size, size_t *ret_len, const char *hex)
{
	size_t digits = strlen(hex);
	if (digits % 2 != 0 || digits / 2 > out_size)
		return CB_EINVAL;
	for (size_t i = 0; i < digits / 2; i++) {
		int high = nibble(hex[2 * i]);
		int low = nibble(hex[2 * i + 1]);
		if (high < 0 || low < 0)
			return CB_EINVAL;
		out[i] = (uint8_t)(high * 16 + low);
	}
	*ret_len = digits / 2;
	return CB_OK;
}

void cb__hex_encode(char *out, const uint8_t *bytes, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	for (size_t i = 0; i < len; i++) {
		out[2 * i] = digits[bytes[i] >> 4];
		out[2 * i + 1] = digits[bytes[i] & 15];
	}
	out[2 * len] = '\0';
}
