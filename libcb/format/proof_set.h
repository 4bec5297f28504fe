/* SPDX-License-Identifier: Apache-2.0 */
/* Proofs as cbench shows and judges them: views that belong to the library. */
#ifndef CB_FORMAT_PROOF_SET_H
#define CB_FORMAT_PROOF_SET_H

#include <stddef.h>

#include <cb/prove.h>

typedef struct cb__proof_set {
	const cb_proofs *proofs; /* what the views are of */
	const cb_proof **cells;  /* by algorithm, operation, variant, size and subject */
	size_t cell_count;
	const cb_subject **subjects;
	size_t subject_count;
	const cb_finding **findings;
	size_t finding_count;
	int complete;
} cb__proof_set;

/** Collects the views of @p proofs, which must outlive it; 0, or -1 if memory ran out. */
int cb__proof_set_init(cb__proof_set *set, const cb_proofs *proofs);
void cb__proof_set_done(cb__proof_set *set);

/** Puts the cells in the order in which they are shown; -1 if memory ran out. */
int cb__proof_set_sort(cb__proof_set *set);

/** Whether @p proof has counts. */
int cb__proof_is_followed(const cb_proof *proof);

/** How many cells have counts. */
size_t cb__proof_set_followed(const cb__proof_set *set);

/** Whether a finding says that following is not permitted. */
int cb__proof_set_is_refused(const cb__proof_set *set);

/** Whether @p finding is about @p proof. One without subject, algorithm or operation is about all.
 */
int cb__proof_is_found(const cb_finding *finding, const cb_proof *proof);

/** The cell with @p id, or NULL. */
const cb_proof *cb__proof_set_find(const cb__proof_set *set, const char *id);

#endif
