/* SPDX-License-Identifier: Apache-2.0 */
/* Judging proofs by what is required of them. */
#ifndef CB_CLI_PROOF_REQUIRE_H
#define CB_CLI_PROOF_REQUIRE_H

#include <cb/prove.h>

#include "options.h"

/** Finds out before anything is followed whether the requirements can be understood: a complaint
 *  and EXIT_USAGE, or 0. */
int proof_require_check(const request *req);

/** All requirements as one text, to be freed; NULL if memory ran out. */
char *proof_require_text(const request *req);

/** Exit status after judging @p lacks. What was not followed, or not to its end, is not judged. */
int proof_require_judge(const cb_proofs *proofs, const cb_lack *lacks, size_t lack_count);

#endif
