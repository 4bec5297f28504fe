/* SPDX-License-Identifier: Apache-2.0 */
#include "markdown.h"

#include <string.h>

void markdown_text(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;

		if (strchr("|\\`*_<>[]~", c) != NULL)
			fputc('\\', out);
		fputc(c < 0x20 || c == 0x7f ? ' ' : c, out);
	}
}
