/* SPDX-License-Identifier: Apache-2.0 */
/* What a gate's verdicts rest on, and the exit status. */
#ifndef CB_GATE_NOTES_H
#define CB_GATE_NOTES_H

#include "gate.h"

/** Adds the notes that follow from the rows; after they were judged. CB_OK or CB_ENOMEM. */
cb_status cb__gate_add_notes(cb_gate *gate);

/** Adds what is to be known of base and head themselves: versions, modes, the same code. CB_OK or
 *  CB_ENOMEM. */
cb_status cb__gate_note_sides(cb_gate *gate);

/** Whether the measurement ended by its budget: what the document says, once cb__gate_write() wrote
 *  it there; after the rows were judged. */
int cb__gate_is_out_of_budget(const cb_gate *gate);

/** Works out the exit status and the word; after the verdicts were counted. */
void cb__gate_conclude(cb_gate *gate);

#endif
