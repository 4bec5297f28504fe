/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of the answers behind figures. */
#ifndef CB_CHECKED_H
#define CB_CHECKED_H

#include "matrix.h"

/**
 * The best that the answers of @p entry were held against, as documents say it: "answers" that were
 * published, "others" (libraries, on the same input), "itself" (repetition, the way back), or
 * "nothing", of a function of the calling program.
 */
const char *cb__checked_by(const cb__entry *entry);

/** Whether others could have checked what the operation answers, and nobody did: @p checked is what
 *  cb__checked_by() said, the other names are those of documents. */
int cb__checked_is_lacking(
	const char *checked, const char *algorithm, const char *operation, const char *variant);

/** Adds the warning "unchecked" if figures are of answers that could have been checked by others
 * and were not. CB_OK or CB_ENOMEM. */
cb_status cb__checked_warn(json_t *environment, const cb__matrix *matrix);

#endif
