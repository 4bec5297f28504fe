/* SPDX-License-Identifier: Apache-2.0 */
#include "format.h"

#include <string.h>

static const format formats[] = {
	{"table", ".txt", "aligned columns, libraries and modes side by side", format_table},
	{"speed", NULL, "the look of 'openssl speed'", format_speed},
	{"slope", NULL, "fixed cost, cost per byte and where one overtakes another", format_slope},
	{"json", ".json", "the whole document, with every sample", format_json},
	{"csv", ".csv", "one line per cell, every summary figure (RFC 4180)", format_csv},
	{"markdown", ".md", "tables for GitHub and GitLab", format_markdown},
	{"openmetrics", NULL,
		"medians with their intervals in seconds, for Prometheus and GitLab's metrics "
		"reports",
		format_openmetrics},
	{"github-benchmark", NULL,
		"times for github-action-benchmark, whose tool is then customSmallerIsBetter",
		format_github},
	{"bencher", NULL, "latency and throughput in Bencher's metric format", format_bencher},
	{"google-benchmark", NULL,
		"the JSON of Google Benchmark, for its compare.py; cells without a figure are "
		"errors",
		format_google},
};

const format *format_at(size_t index)
{
	return index < sizeof(formats) / sizeof(formats[0]) ? &formats[index] : NULL;
}

const format *format_find(const char *name)
{
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (strcmp(formats[i].name, name) == 0)
			return &formats[i];
	return NULL;
}

const char *format_ending(const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *ending = strrchr(slash != NULL ? slash : file, '.');

	return ending != NULL ? ending : "";
}

const format *format_for_file(const char *file)
{
	const char *ending = format_ending(file);

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (formats[i].ending != NULL && strcmp(formats[i].ending, ending) == 0)
			return &formats[i];
	return ending[0] == '\0' ? &formats[0] : NULL;
}

int format_json(FILE *out, const cb_results *results, const view *v)
{
	char *text;

	(void)v;
	if (cb_results_to_json(results, &text, 0) != CB_OK)
		return -1;
	fputs(text, out);
	if (text[0] != '\0' && text[strlen(text) - 1] != '\n')
		fputc('\n', out);
	cb_string_free(text);
	return 0;
}
