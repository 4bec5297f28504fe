/* SPDX-License-Identifier: Apache-2.0 */
#include "csv.h"

#include <string.h>

#include "figure.h"

void cb__csv_text(FILE *out, int first, const char *text)
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

void cb__csv_number(FILE *out, int first, double value)
{
	char text[FIGURE_SIZE];

	cb__figure_print_exact(text, value);
	cb__csv_text(out, first, text);
}

void cb__csv_end(FILE *out)
{
	fputs("\r\n", out);
}
