/* SPDX-License-Identifier: Apache-2.0 */
/* A judgement as it is shown: what the ways to show it may look at. */
#ifndef CB_FORMAT_GATE_VIEW_H
#define CB_FORMAT_GATE_VIEW_H

#include <stddef.h>

#include <cb/gate.h>

/** What the lists hold belongs to the gate, and so do the texts. */
typedef struct cb__gate_view {
	const cb_gate *gate;     /* what it is a view of */
	const cb_judged **cells; /* the gravest verdict first, then the largest loss */
	size_t cell_count;
	const cb_gate_note **notes;
	size_t note_count;
	const cb_subject **bases;
	size_t base_count;
	const cb_subject **heads;
	size_t head_count;
	size_t counts[CB_VERDICT_COUNT];
	const char *word; /* of cb_gate_word() */
	const char *mode;
	const char *rules_file; /* "" if there is none */
	const char *created;    /* "" if it is not known */
	int exit;
	int complete;
} cb__gate_view;

/** Fills @p g from @p gate, which must outlive it; -1 if memory ran out. Free with
 *  cb__gate_view_done(). */
int cb__gate_view_init(cb__gate_view *g, const cb_gate *gate);
void cb__gate_view_done(cb__gate_view *g);

#endif
