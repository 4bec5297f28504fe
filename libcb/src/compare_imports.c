/* SPDX-License-Identifier: Apache-2.0 */
/* What is peculiar to imports: who measured, by which clock, on which machine of a page; and what
 * rates say, of imports and of runs. */
#include "compare.h"

#include <stdlib.h>
#include <string.h>

#include "findings.h"
#include "results.h"

static cb_status tell_imported(cb_comparison *c)
{
	int base = cb__results_is_import(c->base), head = cb__results_is_import(c->head);
	cb_text text = CB_TEXT_INIT;

	if (!base && !head)
		return CB_OK;
	if (base && head)
		cb__text_format(
			&text, "%s and %s are output of openssl speed", c->base_name, c->head_name);
	else
		cb__text_format(
			&text, "%s is output of openssl speed", base ? c->base_name : c->head_name);
	cb__text_add(&text,
		base && head ? ", imported: what was published, not measured here"
			     : ", imported: an operation of it is another thing than one of libcb");
	return cb__compare_note_add(c, "imported", &text, "", "");
}

static int is_known(const char *text)
{
	return text[0] != '\0' && strcmp(text, "unknown") != 0;
}

static cb_status tell_difference(cb_comparison *c, const char *id, const char *base,
	const char *head, const char *what, const char *hint)
{
	cb_text text = CB_TEXT_INIT;

	if (!is_known(base) || !is_known(head) || strcmp(base, head) == 0)
		return CB_OK;
	cb__text_format(&text, "%s: %s has %s, %s has %s; %s", what, c->base_name, base,
		c->head_name, head, hint);
	return cb__compare_note_add(c, id, &text, base, head);
}

static int is_alike(const cb_compared *a, const cb_compared *b)
{
	return a->base != NULL && a->head != NULL && a->base->subject == b->base->subject &&
	       a->head->subject == b->head->subject;
}

static cb_status tell_subjects(cb_comparison *c)
{
	cb_status status = CB_OK;

	for (size_t i = 0; status == CB_OK && i < c->count; i++) {
		const cb_compared *row = &c->rows[i].view;

		if (row->base == NULL || row->head == NULL ||
			(i > 0 && is_alike(&c->rows[i - 1].view, row)))
			continue;
		/* labels of one document tell its machines */
		if (c->base != c->head)
			status = tell_difference(c, "machine", row->base->subject->machine,
				row->head->subject->machine, "machine",
				"the difference may be the machine");
		if (status == CB_OK)
			status = tell_difference(c, "timer", row->base->subject->timer,
				row->head->subject->timer, "clock of openssl speed",
				"user time leaves out what others took");
	}
	return status;
}

static void mark(char *is_compared, const cb_results *results, const cb_cell *cell)
{
	if (cell != NULL)
		is_compared[cell->subject - cb_results_subject_at(results, 0)] = 1;
}

/* The subjects of @p results that are in any row. NULL if out of memory. */
static char *find_compared(const cb_comparison *c, const cb_results *results)
{
	char *is_compared = calloc(cb_results_subject_count(results) + 1, 1);

	for (size_t i = 0; is_compared != NULL && i < c->count; i++) {
		if (results == c->base)
			mark(is_compared, results, c->rows[i].view.base);
		if (results == c->head)
			mark(is_compared, results, c->rows[i].view.head);
	}
	return is_compared;
}

static cb_status tell_findings(cb_comparison *c, const cb_results *results)
{
	char *is_compared = find_compared(c, results);
	cb_findings *findings = NULL;
	const cb_finding *finding;
	cb_status status = CB_ENOMEM;

	if (is_compared != NULL)
		status = cb__findings_of(&findings, results, is_compared);
	free(is_compared);
	if (status != CB_OK)
		return status;
	for (size_t i = 0; status == CB_OK && (finding = cb_findings_at(findings, i)) != NULL;
		i++) {
		cb_text text = CB_TEXT_INIT;

		cb__text_add(&text, finding->text);
		status = cb__compare_note_add(c, "finding", &text, "", "");
	}
	cb_findings_free(findings);
	return status;
}

cb_status cb__compare_note_imports(cb_comparison *c)
{
	cb_status status = tell_imported(c);

	if (status == CB_OK)
		status = tell_subjects(c);
	if (status == CB_OK)
		status = tell_findings(c, c->base);
	if (status == CB_OK && c->base != c->head)
		status = tell_findings(c, c->head);
	return status;
}
