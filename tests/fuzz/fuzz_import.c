/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes, through the whole of an import: reading, judging, the document, what is said of it.
 * With libFuzzer this is its target; without, a program that reads the files it is given. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cb/findings.h>
#include <cb/import.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What may be supplied, chosen by the first byte. */
static const struct {
	const char *name;
	const char *value;
} supplied[] = {
	{"processes", "4"},
	{"algorithm", "aes-128-cbc"},
	{"sizes", "16,64,256,1024,8192,16384"},
	{"aead", "1"},
	{"decrypt", "1"},
	{"repeats", "1"},
	{"label", "a label"},
	{"section", "*"},
};

static void check(cb_context *ctx, cb_results *results)
{
	cb_findings *findings = NULL;
	cb_results *again = NULL;
	char *text = NULL;
	size_t len = 0;

	if (cb_findings_new(&findings, ctx, results) != CB_OK ||
		cb_results_to_json(results, &text, CB_JSON_COMPACT) != CB_OK)
		abort();
	while (text[len] != '\0')
		len++;
	/* what was written can be read */
	if (cb_results_from_json(&again, ctx, text, len) != CB_OK)
		abort();
	if (cb_results_cell_count(again) != cb_results_cell_count(results))
		abort();
	cb_string_free(text);
	cb_results_free(again);
	cb_findings_free(findings);
}

static cb_status read(cb_import *import, const uint8_t *data, size_t size)
{
	unsigned bits = size > 0 ? data[0] : 0;
	cb_status status = CB_OK;

	for (size_t i = 0; i < sizeof supplied / sizeof supplied[0]; i++)
		if (bits & 1u << i)
			status = cb_import_set(import, supplied[i].name, supplied[i].value);
	if (status == CB_OK)
		status = cb_import_add(
			import, "input", (const char *)data + (size > 0), size - (size > 0));
	return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static cb_context *ctx; /* it looks for backends, once */
	cb_import *import;
	cb_results *results = NULL;
	cb_status status;

	if ((ctx == NULL && cb_context_new(&ctx, NULL) != CB_OK) ||
		cb_import_new(&import, ctx) != CB_OK)
		abort();
	status = read(import, data, size);
	if (status == CB_OK) {
		status = cb_import_finish(import, &results);
		/* but for too many figures, a document that cannot be read is a fault of ours */
		if (status == CB_EFORMAT && cb_context_error(ctx)[0] != 'm')
			abort();
	}
	if (status == CB_OK)
		check(ctx, results);
	else if (cb_context_error(ctx)[0] == '\0')
		abort();
	cb_results_free(results);
	cb_import_free(import);
	return 0;
}

#ifndef CB_FUZZER
#define FILE_SIZE ((size_t)1 << 20)

static int run_file(const char *name)
{
	FILE *file = fopen(name, "rb");
	uint8_t *data = malloc(FILE_SIZE + 1);
	size_t size = file != NULL && data != NULL ? fread(data + 1, 1, FILE_SIZE, file) : 0;
	int failed = file == NULL || data == NULL;

	/* as it is, and with everything supplied */
	for (unsigned bits = 0; !failed && bits < 256; bits += 51) {
		data[0] = (uint8_t)bits;
		LLVMFuzzerTestOneInput(data, size + 1);
	}
	if (!failed)
		LLVMFuzzerTestOneInput(data + 1, size);
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
