/* SPDX-License-Identifier: Apache-2.0 */
/* Makes a library's detection functions answer 0, and proves the acceleration mode. */
#ifndef CB_WORKER_SWITCH_H
#define CB_WORKER_SWITCH_H

#include "../src/module.h"

/** How the mode was proven, or why not. */
typedef struct switch_proof {
	int achieved;
	char detail[512];
} switch_proof;

/**
 * Overwrites what the table of @p module's backend lists for @p accel; before the library is
 * used. Nothing is touched in CB_ACCEL_ON; a call of the backend's own comes last, in every mode.
 *
 * @return CB_OK, or CB_ENOTSUP if the mode cannot be switched; @p why says why
 */
cb_status switch_apply(const cb__module *module, cb_accel accel, cb_text *why);

/** Checks that @p accel is in force: patched functions answer 0, the vector that the library
 *  reads back has nothing that the mode forbids. After init(). */
void switch_prove(switch_proof *out, const cb__module *module, cb_accel accel);

#endif
