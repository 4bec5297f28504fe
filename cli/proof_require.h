/* SPDX-License-Identifier: Apache-2.0 */
/* Judging proofs by what is required of them. */
#ifndef CB_CLI_PROOF_REQUIRE_H
#define CB_CLI_PROOF_REQUIRE_H

#include <stdio.h>

#include "options.h"
#include "proof_set.h"

/** Finds out before anything is followed whether the requirements can be understood: a complaint
 *  and EXIT_USAGE, or 0. */
int proof_require_check(const request *req);

/** All requirements as one text, to be freed; NULL if memory ran out. */
char *proof_require_text(const request *req);

/** What came of judging. */
typedef struct proof_judgement {
	size_t lacking; /* requirements that are not met */
	int code;       /* EXIT_LOSS, EXIT_INVALID or EXIT_FINE */
} proof_judgement;

/** Judges @p lacks, and writes a line for each. What was not followed, or not to its end, is not
 *  judged. */
proof_judgement proof_require_judge(
	FILE *out, const proof_set *set, const cb_lack *lacks, size_t lack_count);

/** Writes "verdict=ok cells=N lacking=M exit=K", where @p code is the exit status of the command.
 */
void proof_require_verdict(FILE *out, const proof_set *set, const proof_judgement *j, int code);

#endif
