/* SPDX-License-Identifier: Apache-2.0 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "context.h"
#include "listing.h"
#include "page.h"

#define PLAIN_COLUMNS 100 /* as wide as is still easy to read */

static const cb__format_row rows[] = {
	{{"table", ".txt", "algorithms against libraries, and why some are missing"},
		{.inventory = cb__listing_table}},
	{{"json", ".json", "the whole document"}, {.inventory = cb__listing_json}},
	{{"csv", ".csv", "one line per library, mode and algorithm (RFC 4180)"},
		{.inventory = cb__listing_csv}},
	{{"markdown", ".md", "tables for GitHub and GitLab"}, {.inventory = cb__listing_markdown}},
};

static const cb__formats formats = {"inventories", rows, sizeof(rows) / sizeof(rows[0])};

const cb_format *cb_inventory_format_at(size_t index)
{
	return cb__formats_at(&formats, index);
}

/* whether one of the patterns, separated by commas, matches; no patterns match everything */
static int is_match(const char *patterns, const char *name)
{
	int match = patterns == NULL;

	while (!match && *patterns != '\0') {
		size_t length = strcspn(patterns, ",");
		char *pattern = strndup(patterns, length);

		match = pattern != NULL && fnmatch(pattern, name, 0) == 0;
		free(pattern);
		patterns += length + (patterns[length] == ',');
	}
	return match;
}

static cb_status select_algorithms(cb__listing *l, const cb_view *view)
{
	size_t count = cb_inventory_algorithm_count(l->inventory);
	const cb_algorithm **chosen = calloc(count + 1, sizeof(const cb_algorithm *));

	l->algorithms = chosen;
	if (chosen == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < count; i++) {
		const cb_algorithm *algorithm = cb_inventory_algorithm_at(l->inventory, i);

		if (is_match(view->algorithms, algorithm->name))
			chosen[l->algorithm_count++] = algorithm;
	}
	if (l->algorithm_count > 0)
		return CB_OK;
	if (view->ctx != NULL)
		cb__context_fail(view->ctx, CB_EEMPTY, "no algorithm matches \"%s\"",
			view->algorithms != NULL ? view->algorithms : "*");
	return CB_EEMPTY;
}

cb_status cb_inventory_format(
	const cb_inventory *inventory, char **out, const char *format, const cb_view *view)
{
	cb__listing l = {.inventory = inventory};
	cb__page p;
	cb_status status = cb__page_begin(&p, &formats, format, view);

	if (status != CB_OK)
		return status;
	l.columns = p.view->has_columns ? p.view->columns : PLAIN_COLUMNS;
	l.color = p.view->color;
	status = select_algorithms(&l, p.view);
	if (status == CB_OK && p.row->write.inventory(p.out, &l) != 0)
		status = CB_ENOMEM;
	free(l.algorithms);
	return cb__page_end(&p, status, out);
}
