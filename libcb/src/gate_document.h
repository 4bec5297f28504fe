/* SPDX-License-Identifier: Apache-2.0 */
/* From measured pairs to the document "libcb.gate/1", without verdicts. */
#ifndef CB_GATE_DOCUMENT_H
#define CB_GATE_DOCUMENT_H

#include <jansson.h>

#include "gate_follow.h"
#include "plan.h"
#include "rules.h"

typedef struct cb__gate_record {
	const cb__settings *settings;
	const cb_rules *rules;
	const cb__crew *crew;
	const cb__pairs *pairs;
	const cb__followed *followed; /* NULL: not counted */
	const json_t *drift;          /* see cb__gate_order; or NULL */
	json_t *environment;          /* borrowed */
	const char *mode;
	int is_complete;
	int cpu; /* that was pinned to; -1 if none */
	double elapsed_s;
} cb__gate_record;

/** Makes the document; the caller's. CB_OK or CB_ENOMEM. */
cb_status cb__gate_document_new(json_t **out, const cb__gate_record *record);

#endif
