/* SPDX-License-Identifier: Apache-2.0 */
/* Busy threads beside a measurement. */
#ifndef CB_WORKER_LOAD_H
#define CB_WORKER_LOAD_H

#include <cb/status.h>

struct load;

/** Starts @p count threads that compute without end, the n-th on the n-th of @p cpu_count CPUs in
 *  turn. CB_ENOMEM, or CB_EWORKER if a thread cannot be started. */
cb_status load_begin(struct load **out, unsigned count, const int *cpus, unsigned cpu_count);

/** Ends them. NULL is ignored. */
void load_end(struct load *load);

#endif
