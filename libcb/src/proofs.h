/* SPDX-License-Identifier: Apache-2.0 */
/* What the handle cb_proofs holds, and what is worked out from it. */
#ifndef CB_PROOFS_H
#define CB_PROOFS_H

#include <jansson.h>

#include <cb/prove.h>

#include "trace.h"

#define CB__PROOFS_SCHEMA "libcb.proof/1"

/** A view and what it borrows from. */
typedef struct cb__proof_row {
	cb_proof view;
	cb__trace trace;
	char *id; /* this and the next two are NULL, and so are the trace's texts, if it was read */
	char *algorithm;
	char *same_as;
	cb_accel accel;
	int is_asked;   /* the mode was asked for by name */
	size_t subject; /* index */
	size_t source;  /* index of the row whose trace this one has; its own if it was followed */
	size_t family;  /* rows that differ in their subject only have the same */
	size_t service; /* subjects of one library have the same */
} cb__proof_row;

typedef struct cb__finding_row {
	cb_finding view;
	char *text;
} cb__finding_row;

struct cb_proofs {
	json_t *document; /* that it was read from: the truth, then. Else NULL */
	json_t *tool;
	json_t *environment;
	json_t *subject_list; /* what the views of subjects borrow from */
	cb_subject *subjects;
	size_t subject_count;
	cb__proof_row *rows;
	size_t count;
	cb__finding_row *findings;
	size_t finding_count;
	int complete;
};

/** Makes the views of all rows from their traces, and the lines through their sizes. */
void cb__proofs_settle(cb_proofs *proofs);

/** Works out the findings; after cb__proofs_settle(). CB_ENOMEM. */
cb_status cb__proofs_find_facts(cb_proofs *proofs);

#endif
