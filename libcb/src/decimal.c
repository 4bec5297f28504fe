/* SPDX-License-Identifier: Apache-2.0 */
#include "decimal.h"

#include <stddef.h>

/* Programs print up to 17 of a double, to read it back. */
#define DIGITS_MAX 18u

const char *cb__decimal_read(double *out, const char *text)
{
	double number = 0;
	double weight = 0;
	size_t digits = 0;

	for (;; text++) {
		if (*text == '.' && weight == 0) {
			weight = 1;
		} else if (*text >= '0' && *text <= '9' && digits <= DIGITS_MAX) {
			number = number * 10 + (*text - '0');
			weight *= 10;
			digits++;
		} else {
			break;
		}
	}
	if (digits == 0 || digits > DIGITS_MAX)
		return NULL;
	*out = weight > 0 ? number / weight : number;
	return text;
}
