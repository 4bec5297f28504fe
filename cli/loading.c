/* SPDX-License-Identifier: Apache-2.0 */
#include "loading.h"

#include <stdio.h>
#include <string.h>

#include <cb/import.h>

/* A document begins with a brace; what does not was printed by somebody. */
static int is_document(const char *file)
{
	FILE *stream = fopen(file, "rb");
	int byte = '{';

	if (stream == NULL)
		return 1;
	do {
		byte = fgetc(stream);
	} while (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t');
	fclose(stream);
	return byte == '{' || byte == EOF;
}

cb_status loading_load(cb_results **out, cb_context *ctx, const char *file)
{
	if (strcmp(file, "-") == 0 || !is_document(file))
		return cb_import_load(out, ctx, file);
	return cb_results_load(out, ctx, file);
}
