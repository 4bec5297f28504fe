/* SPDX-License-Identifier: Apache-2.0 */
/* Cells whose evidence is times that were stored earlier, against today's. */
#ifndef CB_GATE_STORED_H
#define CB_GATE_STORED_H

#include "gate.h"

/** Runs that a baseline needs before its times may fail a gate. */
#define CB__STORED_RUNS_MIN 5u

/** Whether the cell has stored times. */
int cb__gate_has_stored(const cb__gate_row *row);

/** Gives the row its verdict, on as many launches as there are stored runs. */
void cb__gate_judge_stored(cb__gate_row *row);

#endif
