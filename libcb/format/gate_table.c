/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_format.h"

#include <string.h>

#include "gate_text.h"
#include "grid.h"
#include "proof_text.h"
#include "wrap.h"

#define COLUMN_GAP 2
#define NAMES      2 /* columns to the left */
#define INDENT     2

static const char *const headings[] = {"verdict", "cell", "base", "head", "change", "limit"};

#define COLUMN_COUNT (sizeof(headings) / sizeof(headings[0]))

static void print_paragraph(FILE *out, const cb_view *v, const char *text, cb__style look)
{
	cb__wrap w;

	cb__wrap_begin(&w, out, v->columns, INDENT, v->color);
	cb__wrap_text(&w, text, look);
	cb__wrap_end(&w);
}

static void add_row(cb__grid *g, const cb_judged *cell)
{
	cb__style look = cb__gate_look(cell);
	char text[GATE_TEXT_SIZE];

	cb__grid_add(g, cb__gate_verdict_text(cell->verdict), look);
	cb__grid_add(g, cell->id, STYLE_PLAIN);
	cb__gate_cost(text, cell, cell->base_ns);
	cb__grid_add(g, text, STYLE_PLAIN);
	cb__gate_cost(text, cell, cell->head_ns);
	cb__grid_add(g, text, STYLE_PLAIN);
	cb__gate_change(text, cell);
	cb__grid_add(g, text, look);
	cb__gate_limit(text, cell);
	cb__grid_add(g, text, STYLE_PLAIN);
}

static void fill(cb__grid *texts, const cb__gate_view *g, const cb_view *v)
{
	cb__grid_init(texts, COLUMN_COUNT);
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		cb__grid_add(texts, headings[i], STYLE_STRONG);
	for (size_t i = 0; i < g->cell_count; i++)
		if (cb__gate_is_listed(g->cells[i], v->all))
			add_row(texts, g->cells[i]);
}

/* The table as it is laid out. */
typedef struct layout {
	const cb__grid *texts;
	size_t widths[COLUMN_COUNT];
	int is_wide; /* numbers go below the cell, since they do not fit beside it */
	int color;
} layout;

static void lay_out(layout *l, const cb__grid *texts, const cb_view *v)
{
	size_t total = (COLUMN_COUNT - 1) * COLUMN_GAP;

	*l = (layout){.texts = texts, .color = v->color};
	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		l->widths[i] = cb__grid_width(texts, i);
		total += l->widths[i];
	}
	l->is_wide = v->columns != 0 && total > v->columns;
	if (l->is_wide)
		l->widths[NAMES - 1] = 0;
}

static void print_row(FILE *out, const layout *l, size_t row)
{
	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		if (i == NAMES && l->is_wide) {
			fputc('\n', out);
			cb__style_repeat(out, " ", INDENT);
		} else if (i > 0) {
			cb__style_repeat(out, " ", COLUMN_GAP);
		}
		cb__grid_print(out, l->texts, row, i, l->widths[i], i >= NAMES, l->color);
	}
	fputc('\n', out);
}

static void print_rows(FILE *out, const cb__grid *texts, const cb_view *v)
{
	layout l;

	if (cb__grid_rows(texts) < 2)
		return;
	lay_out(&l, texts, v);
	for (size_t row = 0; row < cb__grid_rows(texts); row++)
		print_row(out, &l, row);
	fputc('\n', out);
}

static void print_frame(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	char side[GATE_TEXT_SIZE], text[2 * GATE_TEXT_SIZE];

	cb__gate_side(side, g->bases, g->base_count);
	snprintf(text, sizeof(text), "base: %s", side);
	print_paragraph(out, v, text, STYLE_PLAIN);
	cb__gate_side(side, g->heads, g->head_count);
	snprintf(text, sizeof(text), "head: %s", side);
	print_paragraph(out, v, text, STYLE_PLAIN);
	snprintf(text, sizeof(text), "mode: %s%s%s%s%s", g->mode, g->created[0] != '\0' ? ", " : "",
		g->created, g->rules_file[0] != '\0' ? ", rules " : "", g->rules_file);
	print_paragraph(out, v, text, STYLE_PLAIN);
	fputc('\n', out);
}

/* Cells of one verdict that say the same, from @p index on; 0 if an earlier one did. */
static size_t count_saying(const cb__gate_view *g, const cb__grid *reasons, size_t index)
{
	const char *reason = reasons->cells[index].text;
	size_t count = 0;

	for (size_t i = 0; i < g->cell_count; i++) {
		if (g->cells[i]->verdict != g->cells[index]->verdict ||
			strcmp(reasons->cells[i].text, reason) != 0)
			continue;
		if (i < index)
			return 0;
		count++;
	}
	return count;
}

static void print_reason(
	FILE *out, const cb__gate_view *g, const cb_view *v, const cb__grid *reasons, size_t i)
{
	const cb_judged *cell = g->cells[i];
	char text[3 * GATE_TEXT_SIZE];
	size_t count = 0;

	if (cb__gate_is_listed(cell, v->all) && reasons->cells[i].text[0] != '\0')
		count = count_saying(g, reasons, i);
	if (count == 0)
		return;
	snprintf(text, sizeof(text), "%s, %zu cell%s: %s (%.*s%s)",
		cb__gate_verdict_text(cell->verdict), count, count == 1 ? "" : "s",
		reasons->cells[i].text, GATE_TEXT_SIZE, cell->id, count == 1 ? "" : " and others");
	print_paragraph(out, v, text, STYLE_PLAIN);
}

static int print_reasons(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	char reason[GATE_TEXT_SIZE];
	cb__grid reasons;
	int failed;

	cb__grid_init(&reasons, 1);
	for (size_t i = 0; i < g->cell_count; i++) {
		cb__gate_reason(reason, g->cells[i]);
		cb__grid_add(&reasons, reason, STYLE_PLAIN);
	}
	failed = reasons.failed;
	for (size_t i = 0; !failed && i < g->cell_count; i++)
		print_reason(out, g, v, &reasons, i);
	cb__grid_done(&reasons);
	return failed ? -1 : 0;
}

/* With such a note the verdicts say nothing about a library. */
static int is_weighty(const cb_gate_note *note)
{
	return note->is_fault || strcmp(note->id, "injected") == 0;
}

/* Faults first: with one of them all else means nothing. */
static void print_notes(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	char text[GATE_TEXT_SIZE];

	for (int fault = 1; fault >= 0; fault--)
		for (size_t i = 0; i < g->note_count; i++) {
			if ((g->notes[i]->is_fault != 0) != fault ||
				(v->quiet && !is_weighty(g->notes[i])))
				continue;
			snprintf(text, sizeof(text), "%s: %s", g->notes[i]->id, g->notes[i]->text);
			print_paragraph(out, v, text, fault ? STYLE_BAD : STYLE_PLAIN);
		}
}

/* "90 unchanged, 2 identical" of what has no line of its own */
static void print_rest(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	size_t unchanged = g->counts[CB_VERDICT_UNCHANGED];
	size_t identical = g->counts[CB_VERDICT_IDENTICAL];
	char text[GATE_TEXT_SIZE];

	if (v->all || unchanged + identical == 0)
		return;
	if (identical == 0)
		snprintf(text, sizeof(text), "%zu unchanged", unchanged);
	else if (unchanged == 0)
		snprintf(text, sizeof(text), "%zu identical", identical);
	else
		snprintf(text, sizeof(text), "%zu unchanged, %zu identical", unchanged, identical);
	cb__proof_append(text, sizeof(text), strlen(text), " (--all lists them)");
	print_paragraph(out, v, text, STYLE_PLAIN);
}

static cb__style look_of(const cb__gate_view *g)
{
	if (strcmp(g->word, "ok") == 0)
		return STYLE_GOOD;
	return strcmp(g->word, "inconclusive") == 0 ? STYLE_DOUBTFUL : STYLE_BAD;
}

static const char *legend(const cb__gate_view *g)
{
	if (strcmp(g->mode, "icount") == 0)
		return "change: of throughput by instructions, below 0 where one operation takes "
		       "more of them";
	return "change: of throughput by CPU time, below 0 for a loss, and its 95 % interval";
}

/* A fault was told in full just above. */
static void print_conclusion(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	char text[GATE_TEXT_SIZE];
	const cb_gate_note *fault = NULL;

	for (size_t i = 0; i < g->note_count && fault == NULL; i++)
		fault = g->notes[i]->is_fault ? g->notes[i] : NULL;
	if (fault != NULL && strcmp(g->word, "invalid") == 0)
		snprintf(text, sizeof(text), "no judgement: %s", fault->id);
	else
		cb__gate_conclusion(text, g);
	print_paragraph(out, v, text, look_of(g));
}

static int print_explanations(FILE *out, const cb__gate_view *g, const cb_view *v, int has_rows)
{
	int status;

	if (has_rows)
		print_paragraph(out, v, legend(g), STYLE_PLAIN);
	print_rest(out, g, v);
	status = print_reasons(out, g, v);
	print_notes(out, g, v);
	print_conclusion(out, g, v);
	return status;
}

int cb__gate_table(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	char text[GATE_TEXT_SIZE];
	cb__grid texts;
	int status;

	fill(&texts, g, v);
	status = texts.failed ? -1 : 0;
	if (status == 0) {
		if (!v->quiet && g->base_count + g->head_count > 0)
			print_frame(out, g, v);
		print_rows(out, &texts, v);
		if (!v->quiet)
			status = print_explanations(out, g, v, cb__grid_rows(&texts) > 1);
		else
			print_notes(out, g, v);
		cb__gate_summary(text, g);
		fprintf(out, "%s\n", text);
	}
	cb__grid_done(&texts);
	return status;
}
