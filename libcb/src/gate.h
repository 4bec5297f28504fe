/* SPDX-License-Identifier: Apache-2.0 */
/* The handle cb_gate: a document, the rules it was judged by, and views into both. */
#ifndef CB_SRC_GATE_H
#define CB_SRC_GATE_H

#include <jansson.h>

#include <cb/gate.h>

#include "hearing.h"
#include "results_fields.h"
#include "rules.h"
#include "series.h"

#define CB__GATE_SCHEMA "libcb.gate/1"

/** One side of a cell, as the document has it. */
typedef struct cb__gate_side {
	int is_there; /* the side has such a cell */
	cb_outcome outcome;
	const char *reason;
	const char *semantics;
	const char *checked; /* as in cb_cell */
} cb__gate_side;

/** A cell's evidence and its view. Texts are borrowed from the document or the rules. */
typedef struct cb__gate_row {
	json_t *json; /* borrowed */
	cb_judged view;
	cb__gate_side base;
	cb__gate_side head;
	cb__limits limits;
	cb__series screen;
	cb__series confirm;
	int is_heard;  /* has a hearing: its verdict comes from rounds */
	int is_moved;  /* control */
	int is_placed; /* suspect for its place in memory, with all launches that there could be */
	char reason[400];
} cb__gate_row;

struct cb_gate {
	json_t *document;
	cb_rules *rules;
	cb_subject *subjects[2]; /* base, head */
	size_t subject_counts[2];
	cb__gate_row *rows; /* as in the document */
	size_t count;
	cb__gate_row canary; /* of use if it is there */
	int has_canary;
	const cb_judged **order; /* the gravest first */
	json_t *note_list;       /* owns the notes' texts */
	cb_gate_note *notes;
	size_t note_count;
	size_t verdicts[CB_VERDICT_COUNT];
	int complete;
	int exit;
	const char *word;
};

/**
 * Reads a document's evidence, judges it, and writes what was said into the document.
 *
 * @param document the gate's from now on, on failure too
 * @param rules NULL: those in the document
 * @param name what messages call the document
 * @return CB_OK, CB_ENOMEM, CB_EFORMAT; the context says what
 */
cb_status cb__gate_from_document(
	cb_gate **out, cb_context *ctx, json_t *document, const cb_rules *rules, const char *name);

/** Reads the evidence. CB_OK, CB_ENOMEM, CB_EFORMAT with @p fault set. */
cb_status cb__gate_read(cb_gate *gate, cb__fault *fault);

/** Gives every row its verdict, the gate its notes and its exit status. CB_OK or CB_ENOMEM. */
cb_status cb__gate_judge(cb_gate *gate);

/** Adds a note; the text is formatted. CB_OK or CB_ENOMEM. */
cb_status cb__gate_note(cb_gate *gate, const char *id, const char *format, ...) CB_PRINTF(3, 4);

/** Whether a note makes the judgement invalid. */
int cb__gate_is_faulty(const cb_gate *gate);

/** Writes the verdicts into the document. CB_OK or CB_ENOMEM. */
cb_status cb__gate_write(cb_gate *gate);

#endif
