/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show proofs. */
#ifndef CB_FORMAT_PROOF_FORMAT_H
#define CB_FORMAT_PROOF_FORMAT_H

#include <stdio.h>

#include "format.h"
#include "proof_set.h"

/** Writes @p set; -1 if memory ran out, else 0 (errors of @p out are the caller's). */
typedef int cb__proof_format_fn(FILE *out, const cb__proof_set *set, const cb_view *v);

cb__proof_format_fn cb__proof_table;
cb__proof_format_fn cb__proof_json;
cb__proof_format_fn cb__proof_csv;
cb__proof_format_fn cb__proof_markdown;

/** Writes what belongs to the numbers: the subjects, what was found, why cells are missing, and
 *  last the extent; nothing but that if @p v is quiet. As list items if @p markdown. */
void cb__proof_notes(FILE *out, const cb__proof_set *set, const cb_view *v, int markdown);

/** Writes what requirements are not known to be met, and the verdict for programs. */
void cb__proof_lacks(FILE *out, const cb__proof_set *set, const cb_lack *lacks, size_t lack_count,
	const cb_view *v);

#endif
