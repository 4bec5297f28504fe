/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of the members that gate documents and structures share. */
#ifndef CB_GATE_FIELDS_H
#define CB_GATE_FIELDS_H

#include "results_fields.h"

/** cb_judged: what a cell is. */
extern const cb__field_table cb__gate_cell_fields;

/** cb_judged: what is said of it. */
extern const cb__field_table cb__gate_said_fields;

/** cb__gate_side. */
extern const cb__field_table cb__gate_side_fields;

#endif
