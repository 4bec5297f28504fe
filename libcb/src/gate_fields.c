/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_fields.h"

#include "gate.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

#define CELL(name, type, flags, absent)                                                            \
	{                                                                                          \
		NULL, #name, offsetof(cb_judged, name), CB__FIELD_##type, flags, absent            \
	}
static const cb__field cell_fields[] = {
	CELL(id, TEXT, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	CELL(backend, TEXT, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	CELL(algorithm, TEXT, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	CELL(operation, TEXT, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	CELL(size, UINT64, CB__FIELD_REQUIRED, NULL),
	CELL(accel, ACCEL, CB__FIELD_REQUIRED, NULL),
	CELL(variant, TEXT, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	CELL(threads, UINT32, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	CELL(processes, UINT32, CB__FIELD_REQUIRED | CB__FIELD_NONZERO, NULL),
	CELL(injected_percent, REAL, CB__FIELD_REQUIRED, NULL),
};

static const cb__field said_fields[] = {
	CELL(reason, TEXT, 0, ""),
	CELL(stage, TEXT, 0, ""),
	CELL(loss_percent, SIGNED, CB__FIELD_NULLABLE, NULL),
	CELL(loss_ci95_low_percent, SIGNED, CB__FIELD_NULLABLE, NULL),
	CELL(loss_ci95_high_percent, SIGNED, CB__FIELD_NULLABLE, NULL),
	CELL(limit_percent, REAL, CB__FIELD_NULLABLE, NULL),
	CELL(tolerance_percent, REAL, CB__FIELD_NULLABLE, NULL),
	CELL(p, REAL, CB__FIELD_NULLABLE, NULL),
	CELL(base_ns, REAL, CB__FIELD_NULLABLE, NULL),
	CELL(head_ns, REAL, CB__FIELD_NULLABLE, NULL),
	CELL(control_loss_percent, SIGNED, CB__FIELD_NULLABLE, NULL),
	CELL(launches, UINT32, 0, NULL),
	CELL(disturbed, UINT32, 0, NULL),
	CELL(rule, TEXT, 0, ""),
	CELL(rule_line, UINT32, 0, NULL),
	CELL(waiver, TEXT, 0, ""),
	CELL(is_allowed, BOOL, 0, NULL),
};
#undef CELL

#define SIDE(name, type, flags, absent)                                                            \
	{                                                                                          \
		NULL, #name, offsetof(cb__gate_side, name), CB__FIELD_##type, flags, absent        \
	}
static const cb__field side_fields[] = {
	SIDE(outcome, OUTCOME, CB__FIELD_REQUIRED, NULL),
	SIDE(reason, TEXT, 0, ""),
	SIDE(semantics, TEXT, 0, ""),
	SIDE(checked, TEXT, 0, "unknown"),
};
#undef SIDE

const cb__field_table cb__gate_cell_fields = {cell_fields, COUNT_OF(cell_fields)};
const cb__field_table cb__gate_said_fields = {said_fields, COUNT_OF(said_fields)};
const cb__field_table cb__gate_side_fields = {side_fields, COUNT_OF(side_fields)};
