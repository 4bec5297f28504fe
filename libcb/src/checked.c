/* SPDX-License-Identifier: Apache-2.0 */
#include "checked.h"

#include <string.h>

#include "catalogue.h"
#include "environment.h"

#define NAMES_MAX 4 /* that are told of one by one */

const char *cb__checked_by(const cb__entry *entry)
{
	if (entry->member->callee != NULL)
		return "nothing";
	if (entry->answer_count > 0)
		return "answers";
	return entry->is_confirmed ? "others" : "itself";
}

/* Of what the catalogue has it is known that no answer can be published. A piece of an endless
 * message and a key schedule are no answers, and chance has none. */
int cb__checked_is_lacking(
	const char *checked, const char *algorithm, const char *operation, const char *variant)
{
	const cb_algorithm own = {.name = algorithm};
	cb_op op = cb_op_find(operation);
	return strcmp(checked, "itself") == 0 && cb_algorithm_find(algorithm) == NULL &&
	       cb_variant_find(variant) != CB_VARIANT_STREAM && op != CB_OP_SETKEY &&
	       cb__op_is_deterministic(&own, op);
}

static int is_unchecked(const cb__panel *panel, const cb__entry *entry)
{
	return entry->outcome == CB_OUTCOME_MEASURED && entry->reading_count > 0 &&
	       cb__checked_is_lacking(cb__checked_by(entry), panel->algorithm->name,
		       cb_op_name(panel->op), cb_variant_name(panel->variant));
}

static int is_same(const cb__panel *a, const cb__entry *x, const cb__panel *b, const cb__entry *y)
{
	return a->algorithm == b->algorithm && a->op == b->op &&
	       strcmp(x->member->subject->backend, y->member->subject->backend) == 0;
}

/* Whether the same was told of an earlier cell. */
static int is_told(const cb__matrix *matrix, size_t panel, size_t entry)
{
	const cb__panel *of = &matrix->panels[panel];
	for (size_t i = 0; i <= panel; i++)
		for (size_t j = 0; j < matrix->entry_count; j++) {
			const cb__panel *other = &matrix->panels[i];
			if (i == panel && j == entry)
				return 0;
			if (is_unchecked(other, &other->entries[j]) &&
				is_same(other, &other->entries[j], of, &of->entries[entry]))
				return 1;
		}
	return 0;
}

static void add_name(cb_text *names, size_t count, const cb__panel *panel, const cb__entry *entry)
{
	if (count < NAMES_MAX)
		cb__text_format(names, "%s%s %s %s", count > 0 ? ", " : "",
			entry->member->subject->backend, panel->algorithm->name,
			cb_op_name(panel->op));
}

static size_t find_names(cb_text *names, const cb__matrix *matrix)
{
	size_t count = 0;
	for (size_t i = 0; i < matrix->panel_count; i++)
		for (size_t j = 0; j < matrix->entry_count; j++) {
			const cb__panel *panel = &matrix->panels[i];
			if (is_unchecked(panel, &panel->entries[j]) && !is_told(matrix, i, j))
				add_name(names, count++, panel, &panel->entries[j]);
		}
	if (count > NAMES_MAX)
		cb__text_format(names, " and %zu more", count - NAMES_MAX);
	return count;
}

cb_status cb__checked_warn(json_t *environment, const cb__matrix *matrix)
{
	cb_text text = CB_TEXT_INIT;
	cb_status status = CB_OK;
	size_t count = find_names(&text, matrix);
	cb__text_add(&text,
		": no published answer and no other library says that what was timed is right; a "
		"backend brings answers along in its table (cb_backend.answers, from ABI 2 on)");
	if (text.failed)
		status = CB_ENOMEM;
	else if (count > 0)
		status = cb__environment_warn(environment, "unchecked", cb__text_string(&text));
	cb__text_done(&text);
	return status;
}
