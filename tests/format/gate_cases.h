/* SPDX-License-Identifier: Apache-2.0 */
/* Judgements made by hand, to be shown. */
#ifndef CB_TEST_GATE_CASES_H
#define CB_TEST_GATE_CASES_H

#include "gate_view.h"

#define GATE_CASE_MANY 2000

/** Texts with all that means something to some format: quotes, tags, line ends, colons, percent
 *  signs, commas, control characters, brackets, bytes that are no UTF-8. */
#define GATE_HOSTILE                                                                               \
	"a\"b'c<d>&amp;|`*_[[ATTACHMENT|/x]]\n::error::x\r\t\x1b[31m%0A,:\\ "                      \
	"]]>\xc3\xa4\xe2\x82\xac\xff\xc2\x9b"

typedef struct gate_case {
	cb_judged cells[GATE_CASE_MANY];
	const cb_judged *cell_list[GATE_CASE_MANY];
	cb_gate_note notes[8];
	const cb_gate_note *note_list[8];
	cb_subject subjects[2];
	const cb_subject *subject_list[2];
	char ids[GATE_CASE_MANY][160];
	cb__gate_view view;
} gate_case;

/**
 * A case by its name; NULL if there is none, or memory ran out. Free with free().
 *
 * "ok", "regressed" (one cell of every verdict), "broken", "missing", "invalid" (a control failed),
 * "incomparable", "inconclusive", "empty" (nothing was compared), "hostile", "many" (all
 * GATE_CASE_MANY cells regressed), "long" (the same with long texts).
 */
gate_case *gate_case_new(const char *name);

/** A cell that lost @p loss_percent, within its interval, on a limit of 5. */
cb_judged *gate_case_add(gate_case *c, const char *id, cb_verdict verdict, double loss_percent);

void gate_case_note(gate_case *c, const char *id, const char *text, int is_fault);

#endif
