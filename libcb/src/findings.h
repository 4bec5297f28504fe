/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_FINDINGS_INTERNAL_H
#define CB_FINDINGS_INTERNAL_H

#include <cb/findings.h>

/** A library that gains less by instructions, over itself without them, does not use them. */
#define CB__FINDINGS_LEAST_GAIN 1.2

/** As cb_findings_new(), without a message. */
cb_status cb__findings_new(cb_findings **out, const cb_results *results);

/** Likewise of some subjects only: those of which @p is_wanted is not 0, in the order of the
 * results. What they are compared with may be of any. */
cb_status cb__findings_of(cb_findings **out, const cb_results *results, const char *is_wanted);

#endif
