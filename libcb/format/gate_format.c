/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_format.h"

#include "page.h"

static const cb__format_row rows[] = {
	{{"table", ".txt", "the worst first, and a last line for programs"},
		{.gate = cb__gate_table}},
	{{"json", ".json", "everything that was measured and said, to be judged again"},
		{.gate = cb__gate_json}},
	{{"junit", ".xml", "a JUnit report, one test for each cell"}, {.gate = cb__gate_junit}},
	{{"markdown", ".md", "a page for a summary or a comment"}, {.gate = cb__gate_markdown}},
	{{"github", NULL, "annotations for GitHub, as workflow commands"},
		{.gate = cb__gate_github}},
	{{"codequality", NULL, "GitLab's Code Quality report"}, {.gate = cb__gate_codequality}},
	{{"openmetrics", NULL, "losses, limits, counts of verdicts"},
		{.gate = cb__gate_openmetrics}},
};

static const cb__formats formats = {"judgements", rows, sizeof(rows) / sizeof(rows[0])};

const cb_format *cb_gate_format_at(size_t index)
{
	return cb__formats_at(&formats, index);
}

int cb__gate_json(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	char *text;

	(void)v;
	if (cb_gate_to_json(g->gate, &text, 0) != CB_OK)
		return -1;
	cb__page_put(out, text);
	return 0;
}

cb_status cb_gate_format(const cb_gate *gate, char **out, const char *format, const cb_view *view)
{
	cb__gate_view g;
	cb__page p;
	cb_status status = cb__page_begin(&p, &formats, format, view);

	if (status != CB_OK)
		return status;
	if (cb__gate_view_init(&g, gate) != 0)
		return cb__page_end(&p, CB_ENOMEM, out);
	if (p.view->has_exit)
		g.exit = p.view->exit;
	if (p.row->write.gate(p.out, &g, p.view) != 0)
		status = CB_ENOMEM;
	cb__gate_view_done(&g);
	return cb__page_end(&p, status, out);
}
