/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_format.h"

#include <string.h>

static const compare_format formats[] = {
	{"table", compare_table},
	{"json", compare_json},
	{"csv", compare_csv},
	{"markdown", compare_markdown},
};

#define FORMAT_COUNT (sizeof(formats) / sizeof(formats[0]))

const compare_format *compare_format_find(const char *name)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

int compare_json(FILE *out, const compare_set *set, const view *v)
{
	char *text;

	(void)v;
	if (cb_comparisons_to_json(&text, set->comparisons, set->count, 0) != CB_OK)
		return -1;
	fputs(text, out);
	fputc('\n', out);
	cb_string_free(text);
	return 0;
}
