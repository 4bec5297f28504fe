/* SPDX-License-Identifier: Apache-2.0 */
/* How a judgement is worded, the same in all formats. */
#ifndef CB_FORMAT_GATE_TEXT_H
#define CB_FORMAT_GATE_TEXT_H

#include "figure.h"
#include "gate_view.h"
#include "style.h"

#define GATE_TEXT_SIZE 1024

/** What a verdict means for somebody who may say only pass or fail. */
typedef enum cb__gate_group {
	GATE_FAILED,    /* a loss */
	GATE_BROKE,     /* could not be measured as it should */
	GATE_OPEN,      /* not judged */
	GATE_TOLERATED, /* a loss that somebody allowed */
	GATE_PASSED
} cb__gate_group;

cb__gate_group cb__gate_group_of(const cb_judged *cell);

/** As documents spell it. */
const char *cb__gate_verdict_text(cb_verdict verdict);
cb__style cb__gate_look(const cb_judged *cell);

/** Whether a cell is worth a line of its own. */
int cb__gate_is_listed(const cb_judged *cell, int all);

/** Change of throughput with its interval: "-7.80 % [-8.40, -7.20]", below 0 for a loss; "-" if it
 *  is not known. */
void cb__gate_change(char text[GATE_TEXT_SIZE], const cb_judged *cell);

/** "5 %"; "-" if there is nothing to hold against it. */
void cb__gate_limit(char text[GATE_TEXT_SIZE], const cb_judged *cell);

/** Time, or instructions, of one operation on one of the sides: "3812 ns", "4993 instr.". */
void cb__gate_cost(char text[GATE_TEXT_SIZE], const cb_judged *cell, double value);

/** What is said of the cell beside numbers: reason, waiver, injection; "" if nothing is. */
void cb__gate_reason(char text[GATE_TEXT_SIZE], const cb_judged *cell);

/** All of it in one line: change, limit, both sides, how it was found, and the reason. */
void cb__gate_details(char text[GATE_TEXT_SIZE], const cb_judged *cell);

/** One side: "old:on, openssl 3.0.16, /usr/lib/libcrypto.so.3". */
void cb__gate_side(char text[GATE_TEXT_SIZE], const cb_subject *const *subjects, size_t count);

/** The rules file as hosts of repositories name files, without "./" in front; "" if there is none.
 */
const char *cb__gate_rules_path(const cb__gate_view *g);

/** The judgement in a sentence. */
void cb__gate_conclusion(char text[GATE_TEXT_SIZE], const cb__gate_view *g);

/** The judgement for programs: "verdict=ok cells=96 ... exit=0". */
void cb__gate_summary(char text[GATE_TEXT_SIZE], const cb__gate_view *g);

#endif
