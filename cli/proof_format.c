/* SPDX-License-Identifier: Apache-2.0 */
#include "proof_format.h"

#include <string.h>

static const proof_format formats[] = {
	{"table", proof_table},
	{"json", proof_json},
	{"csv", proof_csv},
	{"markdown", proof_markdown},
};

#define FORMAT_COUNT (sizeof(formats) / sizeof(formats[0]))

const proof_format *proof_format_find(const char *name)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

int proof_json(FILE *out, const proof_set *set, const view *v)
{
	char *text;

	(void)v;
	if (cb_proofs_to_json(set->proofs, &text, 0) != CB_OK)
		return -1;
	fputs(text, out);
	if (text[0] != '\0' && text[strlen(text) - 1] != '\n')
		fputc('\n', out);
	cb_string_free(text);
	return 0;
}
