/* SPDX-License-Identifier: Apache-2.0 */
/* Shows a judgement made by hand in one of the formats:
 * show_gate CASE FORMAT [COLUMNS [color] [quiet] [all]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gate_cases.h"
#include "gate_format.h"

static const struct {
	const char *name;
	cb__gate_format_fn *write;
} formats[] = {
	{"table", cb__gate_table},
	{"junit", cb__gate_junit},
	{"markdown", cb__gate_markdown},
	{"github", cb__gate_github},
	{"codequality", cb__gate_codequality},
	{"openmetrics", cb__gate_openmetrics},
};

static cb__gate_format_fn *find(const char *name)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (strcmp(formats[i].name, name) == 0)
			return formats[i].write;
	return NULL;
}

int main(int argc, char **argv)
{
	cb__gate_format_fn *write = argc > 2 ? find(argv[2]) : NULL;
	gate_case *c = argc > 1 ? gate_case_new(argv[1]) : NULL;
	cb_view v = {0};
	int status = 2;

	if (argc > 3)
		v.columns = strtoul(argv[3], NULL, 10);
	for (int i = 4; i < argc; i++) {
		v.color |= strcmp(argv[i], "color") == 0;
		v.quiet |= strcmp(argv[i], "quiet") == 0;
		v.all |= strcmp(argv[i], "all") == 0;
	}
	if (write != NULL && c != NULL)
		status = write(stdout, &c->view, &v) != 0;
	free(c);
	return status;
}
