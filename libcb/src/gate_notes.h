/* SPDX-License-Identifier: Apache-2.0 */
/* What a gate's verdicts rest on, and the exit status. */
#ifndef CB_GATE_NOTES_H
#define CB_GATE_NOTES_H

#include "gate.h"

/** Adds the notes that follow from the rows; after they were judged. CB_OK or CB_ENOMEM. */
cb_status cb__gate_add_notes(cb_gate *gate);

/** Works out the exit status and the word; after the verdicts were counted. */
void cb__gate_conclude(cb_gate *gate);

#endif
