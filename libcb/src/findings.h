/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_FINDINGS_INTERNAL_H
#define CB_FINDINGS_INTERNAL_H

#include <cb/findings.h>

/** As cb_findings_new(), without a message. */
cb_status cb__findings_new(cb_findings **out, const cb_results *results);

#endif
