/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void csv_text(FILE *out, int first, const char *text)
{
	if (!first)
		fputc(',', out);
	if (strpbrk(text, ",\"\r\n") == NULL) {
		fputs(text, out);
		return;
	}
	fputc('"', out);
	for (; *text != '\0'; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

void csv_number(FILE *out, int first, double value)
{
	char text[40] = "";

	for (int digits = 15; isfinite(value) && digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value) /* else one digit more */
			break;
	}
	csv_text(out, first, text);
}

void csv_end(FILE *out)
{
	fputs("\r\n", out);
}
