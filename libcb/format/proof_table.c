/* SPDX-License-Identifier: Apache-2.0 */
/* A paragraph per algorithm, operation and size, a line per subject. What was executed is broken
 * where the terminal ends. */
#include "proof_format.h"

#include <string.h>

#include "grid.h"
#include "proof_text.h"
#include "wrap.h"

#define COLUMN_GAP   2
#define SAYING_LEAST 24 /* columns that are worth breaking it for */
#define PREFIX_SIZE  1024

static const char *const headings[] = {
	"", "instructions", "outside", "per byte", "per message", "executed"};

#define COLUMN_COUNT (sizeof(headings) / sizeof(headings[0]))
#define SAYING       (COLUMN_COUNT - 1)

static int is_same_work(const cb_proof *a, const cb_proof *b)
{
	return a->size == b->size && strcmp(a->algorithm, b->algorithm) == 0 &&
	       strcmp(a->operation, b->operation) == 0 && strcmp(a->variant, b->variant) == 0;
}

static void add_line(cb__grid *g, const cb__proof_set *set, const cb_proof *p)
{
	static void (*const print[])(char *, const cb_proof *) = {
		cb__proof_inside, cb__proof_outside, cb__proof_per_byte, cb__proof_per_message};
	char text[PROOF_TEXT_SIZE], number[PROOF_NUMBER_SIZE];
	cb__style look;

	snprintf(text, sizeof(text), "  %s", p->subject->label);
	cb__grid_add(g, text, STYLE_PLAIN);
	for (size_t i = 0; i < sizeof(print) / sizeof(print[0]); i++) {
		print[i](number, p);
		cb__grid_add(g, number, STYLE_PLAIN);
	}
	look = cb__proof_saying(text, set, p);
	cb__grid_add(g, text, look);
}

static int fill(cb__grid *g, const cb__proof_set *set)
{
	cb__grid_init(g, COLUMN_COUNT);
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		cb__grid_add(g, headings[i], STYLE_STRONG);
	for (size_t i = 0; i < set->cell_count; i++)
		add_line(g, set, set->cells[i]);
	return g->failed ? -1 : 0;
}

/* all columns but the last, padded; returns how wide they are */
static size_t print_prefix(char prefix[PREFIX_SIZE], const cb__grid *g, size_t row)
{
	size_t used = 0, width = 0;

	for (size_t column = 0; column < SAYING; column++) {
		const char *text = g->cells[row * COLUMN_COUNT + column].text;
		size_t padding = cb__grid_width(g, column) - cb__style_width(text);

		used = cb__proof_append(prefix, PREFIX_SIZE, used, "%*s%s%*s",
			column > 0 ? (int)padding : 0, "", text,
			COLUMN_GAP + (column > 0 ? 0 : (int)padding), "");
		width += cb__grid_width(g, column) + COLUMN_GAP;
	}
	return width;
}

static void print_row(FILE *out, const cb__grid *g, size_t row, const cb_view *v)
{
	const cb__grid_cell *saying = &g->cells[row * COLUMN_COUNT + SAYING];
	char prefix[PREFIX_SIZE];
	size_t indent = print_prefix(prefix, g, row);
	cb__wrap w;

	cb__wrap_begin(
		&w, out, v->columns >= indent + SAYING_LEAST ? v->columns : 0, indent, v->color);
	cb__wrap_text(&w, prefix, row == 0 ? STYLE_STRONG : STYLE_PLAIN);
	cb__wrap_text(&w, saying->text, saying->look);
	cb__wrap_end(&w);
}

/* "aes-256-gcm seal, 1024 bytes" */
static void print_title(FILE *out, const cb_proof *p, int color)
{
	char operation[PROOF_TEXT_SIZE], text[PROOF_TEXT_SIZE];
	size_t used;

	cb__proof_operation(operation, p);
	used = cb__proof_append(text, sizeof(text), 0, "%s %s", p->algorithm, operation);
	if (p->size > 0)
		cb__proof_append(text, sizeof(text), used, ", %llu byte%s",
			(unsigned long long)p->size, p->size == 1 ? "" : "s");
	cb__style_print(out, text, STYLE_STRONG, color);
	fputc('\n', out);
}

/* without a single count there is nothing that columns could show */
static void print_all(FILE *out, const cb__proof_set *set, const cb__grid *g, const cb_view *v)
{
	if (cb__proof_set_followed(set) == 0)
		return;
	print_row(out, g, 0, v);
	for (size_t i = 0; i < set->cell_count; i++) {
		if (i == 0 || !is_same_work(set->cells[i - 1], set->cells[i]))
			print_title(out, set->cells[i], v->color);
		print_row(out, g, i + 1, v);
	}
	fputc('\n', out);
}

int cb__proof_table(FILE *out, const cb__proof_set *set, const cb_view *v)
{
	cb__grid g;
	int status = fill(&g, set);

	if (status == 0) {
		print_all(out, set, &g, v);
		cb__proof_notes(out, set, v, 0);
	}
	cb__grid_done(&g);
	return status;
}
