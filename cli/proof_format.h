/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to show proofs. */
#ifndef CB_CLI_PROOF_FORMAT_H
#define CB_CLI_PROOF_FORMAT_H

#include <stdio.h>

#include "format.h"
#include "proof_set.h"

/** Writes @p set; -1 if memory ran out, else 0 (errors of @p out are the caller's). */
typedef int proof_format_fn(FILE *out, const proof_set *set, const view *v);

typedef struct proof_format {
	const char *name;
	proof_format_fn *write;
} proof_format;

/** The format called @p name; NULL if there is none. */
const proof_format *proof_format_find(const char *name);

proof_format_fn proof_table;
proof_format_fn proof_json;
proof_format_fn proof_csv;
proof_format_fn proof_markdown;

/** Writes what belongs to the numbers: the subjects, what was found, why cells are missing, and
 *  last the extent; nothing but that if @p v is quiet. As list items if @p markdown. */
void proof_notes(FILE *out, const proof_set *set, const view *v, int markdown);

#endif
