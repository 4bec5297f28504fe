/* SPDX-License-Identifier: Apache-2.0 */
#include "advise_format.h"

#include <string.h>

static const advise_format formats[] = {
	{"table", advise_text},
	{"json", advise_json},
	{"markdown", advise_markdown},
};

#define FORMAT_COUNT (sizeof(formats) / sizeof(formats[0]))

const advise_format *advise_format_find(const char *name)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

int advise_json(FILE *out, const advise_set *set, const view *v)
{
	char *text;

	(void)v;
	if (cb_advices_to_json(&text, set->advices, set->count, 0) != CB_OK)
		return -1;
	fputs(text, out);
	fputc('\n', out);
	cb_string_free(text);
	return 0;
}
