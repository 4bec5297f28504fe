/* SPDX-License-Identifier: Apache-2.0 */
#include "proof_format.h"

#include "grid.h"
#include "markdown.h"
#include "proof_text.h"

#define NAME_COLUMNS 3 /* to the left */

static const char *const headings[] = {"algorithm", "operation", "subject", "size", "instructions",
	"outside", "per byte", "per message", "executed"};

#define COLUMN_COUNT (sizeof(headings) / sizeof(headings[0]))

static void add_number(grid *g, void print(char *text, const cb_proof *p), const cb_proof *p)
{
	char text[PROOF_NUMBER_SIZE];

	print(text, p);
	grid_add(g, text, STYLE_PLAIN);
}

static void add_cell(grid *g, const proof_set *set, const cb_proof *p)
{
	char text[PROOF_TEXT_SIZE];

	grid_add(g, p->algorithm, STYLE_PLAIN);
	proof_operation(text, p);
	grid_add(g, text, STYLE_PLAIN);
	grid_add(g, p->subject->label, STYLE_PLAIN);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)p->size);
	grid_add(g, text, STYLE_PLAIN);
	add_number(g, proof_inside, p);
	add_number(g, proof_outside, p);
	add_number(g, proof_per_byte, p);
	add_number(g, proof_per_message, p);
	proof_saying(text, set, p);
	grid_add(g, text, STYLE_PLAIN);
}

int proof_markdown(FILE *out, const proof_set *set, const view *v)
{
	view plain = *v;
	int status;
	grid g;

	plain.color = 0;
	grid_init(&g, COLUMN_COUNT);
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		grid_add(&g, headings[i], STYLE_PLAIN);
	for (size_t i = 0; i < set->cell_count; i++)
		add_cell(&g, set, set->cells[i]);
	status = g.failed ? -1 : 0;
	if (status == 0) {
		markdown_grid(out, &g, NAME_COLUMNS);
		fputc('\n', out);
		proof_notes(out, set, &plain, 1);
	}
	grid_done(&g);
	return status;
}
