/* SPDX-License-Identifier: Apache-2.0 */
#include "proof_format.h"

#include "grid.h"
#include "markdown.h"
#include "proof_text.h"

#define NAME_COLUMNS 3 /* to the left */

static const char *const headings[] = {"algorithm", "operation", "subject", "size", "instructions",
	"outside", "per byte", "per message", "executed"};

#define COLUMN_COUNT (sizeof(headings) / sizeof(headings[0]))

static void add_number(cb__grid *g, void print(char *text, const cb_proof *p), const cb_proof *p)
{
	char text[PROOF_NUMBER_SIZE];

	print(text, p);
	cb__grid_add(g, text, STYLE_PLAIN);
}

static void add_cell(cb__grid *g, const cb__proof_set *set, const cb_proof *p)
{
	char text[PROOF_TEXT_SIZE];

	cb__grid_add(g, p->algorithm, STYLE_PLAIN);
	cb__proof_operation(text, p);
	cb__grid_add(g, text, STYLE_PLAIN);
	cb__grid_add(g, p->subject->label, STYLE_PLAIN);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)p->size);
	cb__grid_add(g, text, STYLE_PLAIN);
	add_number(g, cb__proof_inside, p);
	add_number(g, cb__proof_outside, p);
	add_number(g, cb__proof_per_byte, p);
	add_number(g, cb__proof_per_message, p);
	cb__proof_saying(text, set, p);
	cb__grid_add(g, text, STYLE_PLAIN);
}

int cb__proof_markdown(FILE *out, const cb__proof_set *set, const cb_view *v)
{
	cb_view plain = *v;
	int status;
	cb__grid g;

	plain.color = 0;
	cb__grid_init(&g, COLUMN_COUNT);
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		cb__grid_add(&g, headings[i], STYLE_PLAIN);
	for (size_t i = 0; i < set->cell_count; i++)
		add_cell(&g, set, set->cells[i]);
	status = g.failed ? -1 : 0;
	if (status == 0) {
		cb__markdown_grid(out, &g, NAME_COLUMNS);
		fputc('\n', out);
		cb__proof_notes(out, set, &plain, 1);
	}
	cb__grid_done(&g);
	return status;
}
