/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_view.h"

#include <stdlib.h>

static int fill_cells(cb__gate_view *g, const cb_gate *gate)
{
	g->cell_count = cb_gate_count(gate);
	g->cells = calloc(g->cell_count + 1, sizeof(*g->cells));
	for (size_t i = 0; g->cells != NULL && i < g->cell_count; i++)
		g->cells[i] = cb_gate_at(gate, i);
	return g->cells != NULL ? 0 : -1;
}

static int fill_notes(cb__gate_view *g, const cb_gate *gate)
{
	g->note_count = cb_gate_note_count(gate);
	g->notes = calloc(g->note_count + 1, sizeof(*g->notes));
	for (size_t i = 0; g->notes != NULL && i < g->note_count; i++)
		g->notes[i] = cb_gate_note_at(gate, i);
	return g->notes != NULL ? 0 : -1;
}

static int fill_bases(cb__gate_view *g, const cb_gate *gate)
{
	g->base_count = cb_gate_base_count(gate);
	g->bases = calloc(g->base_count + 1, sizeof(*g->bases));
	for (size_t i = 0; g->bases != NULL && i < g->base_count; i++)
		g->bases[i] = cb_gate_base_at(gate, i);
	return g->bases != NULL ? 0 : -1;
}

static int fill_heads(cb__gate_view *g, const cb_gate *gate)
{
	g->head_count = cb_gate_head_count(gate);
	g->heads = calloc(g->head_count + 1, sizeof(*g->heads));
	for (size_t i = 0; g->heads != NULL && i < g->head_count; i++)
		g->heads[i] = cb_gate_head_at(gate, i);
	return g->heads != NULL ? 0 : -1;
}

int cb__gate_view_init(cb__gate_view *g, const cb_gate *gate)
{
	*g = (cb__gate_view){
		.gate = gate,
		.word = cb_gate_word(gate),
		.mode = cb_gate_mode(gate),
		.rules_file = cb_gate_rules_file(gate),
		.created = cb_gate_created(gate),
		.exit = cb_gate_exit(gate),
		.complete = cb_gate_complete(gate),
	};
	for (int i = 0; i < CB_VERDICT_COUNT; i++)
		g->counts[i] = cb_gate_verdict_count(gate, (cb_verdict)i);
	if (fill_cells(g, gate) == 0 && fill_notes(g, gate) == 0 && fill_bases(g, gate) == 0 &&
		fill_heads(g, gate) == 0)
		return 0;
	cb__gate_view_done(g);
	return -1;
}

void cb__gate_view_done(cb__gate_view *g)
{
	free(g->cells);
	free(g->notes);
	free(g->bases);
	free(g->heads);
	*g = (cb__gate_view){0};
}
