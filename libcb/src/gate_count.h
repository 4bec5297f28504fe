/* SPDX-License-Identifier: Apache-2.0 */
/* Cells whose evidence is the number of instructions of one operation. */
#ifndef CB_GATE_COUNT_H
#define CB_GATE_COUNT_H

#include "gate.h"

/** Whether the cell has counts. */
int cb__gate_has_count(const cb__gate_row *row);

/** Gives the row its verdict. */
void cb__gate_judge_count(cb__gate_row *row);

#endif
