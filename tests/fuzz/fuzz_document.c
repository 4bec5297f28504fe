/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes, through the reader of all documents: what is read is shown in every format, written,
 * and read again. With libFuzzer this is its target; without, a program that reads the files it is
 * given. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cb/format.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The text in every format; the last of them is kept if it is JSON. */
static char *show_all(const cb_document *document)
{
	cb_document_kind kind = cb_document_kind_of(document);
	const cb_format *format;
	char *json = NULL;

	for (size_t i = 0; (format = cb_document_format_at(kind, i)) != NULL; i++) {
		char *text = NULL;

		if (cb_document_format(document, &text, format->name, NULL) != CB_OK)
			abort();
		if (strcmp(format->name, "json") == 0)
			json = text;
		else
			cb_string_free(text);
	}
	return json;
}

/* What was written can be read, and is then written as the same. */
static void check(cb_context *ctx, const cb_document *document)
{
	cb_document *again = NULL;
	char *one = show_all(document), *two;

	if (one == NULL || cb_document_from_json(&again, ctx, one, strlen(one)) != CB_OK)
		abort();
	two = show_all(again);
	if (two == NULL || strcmp(one, two) != 0)
		abort();
	cb_string_free(one);
	cb_string_free(two);
	cb_document_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static cb_context *ctx; /* it looks for backends, once */
	cb_document *document = NULL;
	cb_status status;

	if (ctx == NULL && cb_context_new(&ctx, NULL) != CB_OK)
		abort();
	status = cb_document_from_json(&document, ctx, (const char *)data, size);
	if (status == CB_OK)
		check(ctx, document);
	else if (status != CB_EFORMAT || cb_context_error(ctx)[0] == '\0')
		abort();
	cb_document_free(document);
	return 0;
}

#ifndef CB_FUZZER
#define FILE_SIZE ((size_t)1 << 20)

static int run_file(const char *name)
{
	FILE *file = fopen(name, "rb");
	uint8_t *data = malloc(FILE_SIZE);
	size_t size = file != NULL && data != NULL ? fread(data, 1, FILE_SIZE, file) : 0;
	int failed = file == NULL || data == NULL;

	if (!failed)
		LLVMFuzzerTestOneInput(data, size);
	if (file != NULL)
		fclose(file);
	free(data);
	return failed;
}

int main(int argc, char **argv)
{
	int failed = argc < 2;

	for (int i = 1; i < argc; i++)
		failed |= run_file(argv[i]);
	return failed;
}
#endif
