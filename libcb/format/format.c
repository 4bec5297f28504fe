/* SPDX-License-Identifier: Apache-2.0 */
#include "format.h"

#include "page.h"

static const cb__format_row rows[] = {
	{{"table", ".txt", "aligned columns, libraries and modes side by side"},
		{.results = cb__format_table}},
	{{"speed", NULL, "the look of 'openssl speed'"}, {.results = cb__format_speed}},
	{{"slope", NULL, "fixed cost, cost per byte and where one overtakes another"},
		{.results = cb__format_slope}},
	{{"json", ".json", "the whole document, with every sample"}, {.results = cb__format_json}},
	{{"csv", ".csv", "one line per cell, every summary figure (RFC 4180)"},
		{.results = cb__format_csv}},
	{{"markdown", ".md", "tables for GitHub and GitLab"}, {.results = cb__format_markdown}},
	{{"openmetrics", NULL,
		 "medians with their intervals in seconds, for Prometheus and GitLab's metrics "
		 "reports"},
		{.results = cb__format_openmetrics}},
	{{"github-benchmark", NULL,
		 "times for github-action-benchmark, whose tool is then customSmallerIsBetter"},
		{.results = cb__format_github}},
	{{"bencher", NULL, "latency and throughput in Bencher's metric format"},
		{.results = cb__format_bencher}},
	{{"google-benchmark", NULL,
		 "the JSON of Google Benchmark, for its compare.py; cells without a figure are "
		 "errors"},
		{.results = cb__format_google}},
};

static const cb__formats formats = {"results", rows, sizeof(rows) / sizeof(rows[0])};

const cb_format *cb_results_format_at(size_t index)
{
	return cb__formats_at(&formats, index);
}

int cb__format_json(FILE *out, const cb_results *results, const cb_view *v)
{
	char *text;

	(void)v;
	if (cb_results_to_json(results, &text, 0) != CB_OK)
		return -1;
	cb__page_put(out, text);
	return 0;
}

cb_status cb_results_format(
	const cb_results *results, char **out, const char *format, const cb_view *view)
{
	cb__page p;
	cb_status status = cb__page_begin(&p, &formats, format, view);

	if (status != CB_OK)
		return status;
	if (p.row->write.results(p.out, results, p.view) != 0)
		status = CB_ENOMEM;
	return cb__page_end(&p, status, out);
}
