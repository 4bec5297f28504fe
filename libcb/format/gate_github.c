/* SPDX-License-Identifier: Apache-2.0 */
/* Annotations: "::error file=F,line=N,title=T::message". */
#include "gate_format.h"

#include <string.h>

#include "escape.h"
#include "gate_text.h"

typedef enum kind { KIND_ERROR, KIND_WARNING, KIND_NOTICE, KIND_COUNT } kind;

static const char *const kind_names[KIND_COUNT] = {"error", "warning", "notice"};

static void write_property(FILE *out, const char *separator, const char *name, const char *value)
{
	static const cb__escape_row table[] = {
		{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}, {':', "%3A"}, {',', "%2C"}, {0}};

	fprintf(out, "%s%s=", separator, name);
	cb__escape_write(out, value, table, " ");
}

static void write_message(FILE *out, const char *text)
{
	static const cb__escape_row table[] = {{'%', "%25"}, {'\r', "%0D"}, {'\n', "%0A"}, {0}};

	fputs("::", out);
	cb__escape_write(out, text, table, " ");
	fputc('\n', out);
}

/* @p line is 0 if there is none */
static void write_head(FILE *out, const cb__gate_view *g, kind k, uint32_t line, const char *title)
{
	fprintf(out, "::%s ", kind_names[k]);
	if (g->rules_file[0] != '\0') {
		write_property(out, "", "file", cb__gate_rules_path(g));
		if (line > 0)
			fprintf(out, ",line=%lu", (unsigned long)line);
		fputc(',', out);
	}
	write_property(out, "", "title", title);
}

/* KIND_COUNT: nothing is to be said of it */
static kind kind_of(const cb_judged *cell)
{
	switch (cb__gate_group_of(cell)) {
	case GATE_FAILED:
	case GATE_BROKE:
		return KIND_ERROR;
	case GATE_OPEN:
		return KIND_WARNING;
	case GATE_TOLERATED:
		return KIND_NOTICE;
	case GATE_PASSED:
	default:
		return KIND_COUNT;
	}
}

/* Notes that tell what is as it should be stay in the log. */
static kind kind_of_note(const cb_gate_note *note)
{
	if (note->is_fault)
		return KIND_ERROR;
	return strcmp(note->id, "canary-found") == 0 ? KIND_COUNT : KIND_NOTICE;
}

static void write_cell(FILE *out, const cb__gate_view *g, kind k, const cb_judged *cell)
{
	char title[GATE_TEXT_SIZE], text[GATE_TEXT_SIZE];

	snprintf(title, sizeof(title), "libcb: %s %s", cb__gate_verdict_text(cell->verdict),
		cell->id);
	cb__gate_details(text, cell);
	write_head(out, g, k, cell->rule_line, title);
	write_message(out, text);
}

static void write_note(FILE *out, const cb__gate_view *g, kind k, const cb_gate_note *note)
{
	char title[GATE_TEXT_SIZE];

	snprintf(title, sizeof(title), "libcb: %s", note->id);
	write_head(out, g, k, 0, title);
	write_message(out, note->text);
}

static kind kind_of_summary(const cb__gate_view *g)
{
	if (g->exit != CB_GATE_FINE)
		return KIND_ERROR;
	return strcmp(g->word, "ok") == 0 ? KIND_NOTICE : KIND_WARNING;
}

/* The last of its kind: the judgement, and what found no place. */
static void write_summary(FILE *out, const cb__gate_view *g, kind k, size_t hidden)
{
	char text[2 * GATE_TEXT_SIZE], conclusion[GATE_TEXT_SIZE];

	if (hidden == 0 && k != kind_of_summary(g))
		return;
	cb__gate_conclusion(conclusion, g);
	snprintf(text, sizeof(text), "%s", conclusion);
	if (hidden > 0)
		snprintf(text, sizeof(text), "%s; %zu more of this kind are not shown", conclusion,
			hidden);
	write_head(out, g, k, 0, "libcb gate");
	write_message(out, text);
}

static void write_kind(FILE *out, const cb__gate_view *g, kind k)
{
	size_t found = 0;

	for (size_t i = 0; i < g->note_count; i++)
		if (kind_of_note(g->notes[i]) == k && ++found < GATE_GITHUB_MAX)
			write_note(out, g, k, g->notes[i]);
	for (size_t i = 0; i < g->cell_count; i++)
		if (kind_of(g->cells[i]) == k && ++found < GATE_GITHUB_MAX)
			write_cell(out, g, k, g->cells[i]);
	write_summary(out, g, k, found < GATE_GITHUB_MAX ? 0 : found - (GATE_GITHUB_MAX - 1));
}

int cb__gate_github(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	(void)v;
	for (int k = 0; k < KIND_COUNT; k++)
		write_kind(out, g, (kind)k);
	return 0;
}
