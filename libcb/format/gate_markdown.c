/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_format.h"

#include <stdlib.h>
#include <string.h>

#include "gate_text.h"
#include "markdown.h"

/* Kept free for what ends the page. */
#define RESERVE 2048
/* Of a text of others in a page that must stay short. */
#define PART_SIZE 400

typedef struct page {
	FILE *out;
	const cb__gate_view *g;
	size_t left; /* bytes */
	int failed;  /* out of memory */
} page;

/* writes part @p index of the page */
typedef void piece_fn(FILE *out, const cb__gate_view *g, size_t index);

/* Adds a part if it fits; whether it did. */
static int add(page *p, piece_fn *piece, size_t index)
{
	char *text = NULL;
	size_t text_len = 0;
	FILE *out = p->failed ? NULL : open_memstream(&text, &text_len);
	int fits;

	if (out == NULL) {
		p->failed = 1;
		return 0;
	}
	piece(out, p->g, index);
	p->failed = ferror(out) != 0;
	p->failed |= fclose(out) != 0;
	fits = !p->failed && text_len <= p->left;
	if (fits) {
		fwrite(text, 1, text_len, p->out);
		p->left -= text_len;
	}
	free(text);
	return fits;
}

static void write_part(FILE *out, const char *text)
{
	char part[PART_SIZE];

	snprintf(part, sizeof(part), "%.*s", PART_SIZE - 1, text);
	cb__markdown_text(out, part);
	if (strlen(text) >= sizeof(part))
		fputs("...", out);
}

static void write_head(FILE *out, const cb__gate_view *g, size_t index)
{
	char text[GATE_TEXT_SIZE];

	(void)index;
	fprintf(out, "## libcb gate: %s\n\n", g->word);
	cb__gate_conclusion(text, g);
	fputs("**", out);
	cb__markdown_text(out, text);
	fputs("**\n\n- base: ", out);
	cb__gate_side(text, g->bases, g->base_count);
	cb__markdown_text(out, text);
	fputs("\n- head: ", out);
	cb__gate_side(text, g->heads, g->head_count);
	cb__markdown_text(out, text);
	fputs("\n- mode ", out);
	cb__markdown_text(out, g->mode);
	if (g->created[0] != '\0') {
		fputs(", ", out);
		write_part(out, g->created);
	}
	fputc('\n', out);
}

static void write_note(FILE *out, const cb__gate_view *g, size_t index)
{
	fputs(g->notes[index]->is_fault ? "- **invalid**, " : "- ", out);
	write_part(out, g->notes[index]->id);
	fputs(": ", out);
	write_part(out, g->notes[index]->text);
	fputc('\n', out);
}

static void write_headings(FILE *out, const cb__gate_view *g, size_t index)
{
	(void)g;
	(void)index;
	fputs("\n| verdict | cell | base | head | change | limit | why |\n"
	      "|---|---|--:|--:|--:|--:|---|\n",
		out);
}

static void write_row(FILE *out, const cb__gate_view *g, size_t index)
{
	const cb_judged *cell = g->cells[index];
	char texts[5][GATE_TEXT_SIZE];

	cb__gate_cost(texts[0], cell, cell->base_ns);
	cb__gate_cost(texts[1], cell, cell->head_ns);
	cb__gate_change(texts[2], cell);
	cb__gate_limit(texts[3], cell);
	cb__gate_reason(texts[4], cell);
	fprintf(out, "| %s | ", cb__gate_verdict_text(cell->verdict));
	write_part(out, cell->id);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		fputs(" | ", out);
		write_part(out, texts[i]);
	}
	fputs(" |\n", out);
}

static void add_notes(page *p)
{
	size_t hidden = 0;

	for (int fault = 1; fault >= 0; fault--)
		for (size_t i = 0; i < p->g->note_count; i++)
			if ((p->g->notes[i]->is_fault != 0) == fault)
				hidden += add(p, write_note, i) ? 0 : 1;
	if (hidden > 0)
		fprintf(p->out, "- %zu notes more do not fit here\n", hidden);
}

/* Once one does not fit the rest stays away too, so that what is shown is the worst. */
static void add_rows(page *p, int all)
{
	size_t listed = 0, shown = 0;
	int fits = 1;

	for (size_t i = 0; i < p->g->cell_count; i++) {
		if (!cb__gate_is_listed(p->g->cells[i], all))
			continue;
		if (listed++ == 0)
			fits = add(p, write_headings, 0);
		fits = fits && add(p, write_row, i);
		shown += fits ? 1 : 0;
	}
	if (listed > shown)
		fprintf(p->out, "\n%zu cells more do not fit here\n", listed - shown);
}

static void write_counts(FILE *out, const cb__gate_view *g)
{
	int first = 1;

	fputc('\n', out);
	for (int i = 0; i < CB_VERDICT_COUNT; i++) {
		if (g->counts[i] == 0)
			continue;
		fprintf(out, "%s%zu %s", first ? "" : ", ", g->counts[i],
			cb__gate_verdict_text((cb_verdict)i));
		first = 0;
	}
	fputs(first ? "no cells\n" : "\n", out);
}

int cb__gate_markdown(FILE *out, const cb__gate_view *g, const cb_view *v)
{
	page p = {.out = out, .g = g, .left = GATE_MARKDOWN_MAX - RESERVE};
	char text[GATE_TEXT_SIZE];

	add(&p, write_head, 0);
	add_notes(&p);
	add_rows(&p, v->all);
	write_counts(out, g);
	cb__gate_summary(text, g);
	fprintf(out, "\n`%s`\n", text);
	return p.failed ? -1 : 0;
}
