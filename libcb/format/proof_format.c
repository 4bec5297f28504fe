/* SPDX-License-Identifier: Apache-2.0 */
#include "proof_format.h"

#include "page.h"

static const cb__format_row rows[] = {
	{{"table", ".txt", "what each cell executed, and what was found"},
		{.proofs = cb__proof_table}},
	{{"json", ".json", "the whole document, with every count"}, {.proofs = cb__proof_json}},
	{{"csv", ".csv", "one line per cell, a column for each class (RFC 4180)"},
		{.proofs = cb__proof_csv}},
	{{"markdown", ".md", "the table for GitHub and GitLab"}, {.proofs = cb__proof_markdown}},
};

static const cb__formats formats = {"proofs", rows, sizeof(rows) / sizeof(rows[0])};

const cb_format *cb_proofs_format_at(size_t index)
{
	return cb__formats_at(&formats, index);
}

int cb__proof_json(FILE *out, const cb__proof_set *set, const cb_view *v)
{
	char *text;

	(void)v;
	if (cb_proofs_to_json(set->proofs, &text, 0) != CB_OK)
		return -1;
	cb__page_put(out, text);
	return 0;
}

cb_status cb_proofs_format(
	const cb_proofs *proofs, char **out, const char *format, const cb_view *view)
{
	cb__proof_set set;
	cb__page p;
	cb_status status = cb__page_begin(&p, &formats, format, view);

	if (status != CB_OK)
		return status;
	if (cb__proof_set_init(&set, proofs) != 0)
		return cb__page_end(&p, CB_ENOMEM, out);
	if (p.row->write.proofs(p.out, &set, p.view) != 0)
		status = CB_ENOMEM;
	cb__proof_set_done(&set);
	return cb__page_end(&p, status, out);
}

cb_status cb_proofs_format_lacks(const cb_proofs *proofs, char **out, const cb_lack *lacks,
	size_t lack_count, const cb_view *view)
{
	cb__proof_set set;
	cb__page p;
	cb_status status = cb__page_begin_plain(&p, view);

	if (status != CB_OK)
		return status;
	if (cb__proof_set_init(&set, proofs) != 0)
		return cb__page_end(&p, CB_ENOMEM, out);
	cb__proof_lacks(p.out, &set, lacks, lack_count, p.view);
	cb__proof_set_done(&set);
	return cb__page_end(&p, CB_OK, out);
}
