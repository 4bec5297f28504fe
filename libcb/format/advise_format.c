/* SPDX-License-Identifier: Apache-2.0 */
#include "advise_format.h"

#include "page.h"

static const cb__format_row rows[] = {
	{{"table", ".txt", "the answer, why, the ranking, where it changes"},
		{.advices = cb__advise_text}},
	{{"json", ".json", "everything that was considered and said"},
		{.advices = cb__advise_json}},
	{{"markdown", ".md", "the same for GitHub and GitLab"}, {.advices = cb__advise_markdown}},
};

static const cb__formats formats = {"advice", rows, sizeof(rows) / sizeof(rows[0])};

const cb_format *cb_advices_format_at(size_t index)
{
	return cb__formats_at(&formats, index);
}

int cb__advise_json(FILE *out, const cb__advise_set *set, const cb_view *v)
{
	char *text;

	(void)v;
	if (cb_advices_to_json(&text, set->advices, set->count, 0) != CB_OK)
		return -1;
	cb__page_put(out, text);
	return 0;
}

cb_status cb_advices_format(char **out, const cb_advice *const *advices, size_t count,
	const char *format, const cb_view *view)
{
	const cb__advise_set set = {advices, count};
	cb__page p;
	cb_status status = cb__page_begin(&p, &formats, format, view);

	if (status != CB_OK)
		return status;
	if (p.row->write.advices(p.out, &set, p.view) != 0)
		status = CB_ENOMEM;
	return cb__page_end(&p, status, out);
}
