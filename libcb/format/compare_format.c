/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_format.h"

#include "page.h"

static const cb__format_row rows[] = {
	{{"table", ".txt", "conclusions first, then what differs at which size"},
		{.comparisons = cb__compare_table}},
	{{"json", ".json", "everything that was compared and said"},
		{.comparisons = cb__compare_json}},
	{{"csv", ".csv", "one line per compared cell (RFC 4180)"},
		{.comparisons = cb__compare_csv}},
	{{"markdown", ".md", "conclusions and tables for GitHub and GitLab"},
		{.comparisons = cb__compare_markdown}},
};

static const cb__formats formats = {"comparisons", rows, sizeof(rows) / sizeof(rows[0])};

const cb_format *cb_comparisons_format_at(size_t index)
{
	return cb__formats_at(&formats, index);
}

int cb__compare_json(FILE *out, const cb__compare_set *set, const cb_view *v)
{
	char *text;

	(void)v;
	if (cb_comparisons_to_json(&text, set->comparisons, set->count, 0) != CB_OK)
		return -1;
	cb__page_put(out, text);
	return 0;
}

cb_status cb_comparisons_format(char **out, const cb_comparison *const *comparisons, size_t count,
	const char *format, const cb_view *view)
{
	const cb__compare_set set = {comparisons, count};
	cb__page p;
	cb_status status = cb__page_begin(&p, &formats, format, view);

	if (status != CB_OK)
		return status;
	if (p.row->write.comparisons(p.out, &set, p.view) != 0)
		status = CB_ENOMEM;
	return cb__page_end(&p, status, out);
}
