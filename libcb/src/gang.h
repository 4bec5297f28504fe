/* SPDX-License-Identifier: Apache-2.0 */
/* One operation carried out by several threads of this process at once. */
#ifndef CB_GANG_H
#define CB_GANG_H

#include "cell.h"

typedef struct cb__gang cb__gang;

/**
 * Opens one cell per thread, each checked; in CB_VARIANT_SHAREDKEY all use the first one's key.
 *
 * @param cpus one for each thread, which is pinned to it; NULL to leave that to the system. A
 *             gang of one runs on the calling thread, which is pinned until the gang is freed.
 * @return CB_OK, CB_ENOMEM, or what opening or checking a cell gave; @p why says what
 */
cb_status cb__gang_new(
	cb__gang **out, const cb__cell_spec *spec, unsigned threads, const int *cpus, cb_text *why);
void cb__gang_free(cb__gang *gang);

/** The first thread's cell. Borrowed. */
cb__cell *cb__gang_cell(cb__gang *gang);

/**
 * Each thread runs its lead-in, waits for all others, and then runs @p ops operations.
 *
 * @param[out] out operations, CPU time and switches of all threads; wall time from the first start
 *             to the last end; the mean of their clocks
 * @return CB_OK, CB_EWORKER if a thread cannot be started, or the first status that is not CB_OK
 */
cb_status cb__gang_sample(
	cb__sample *out, cb__gang *gang, uint64_t ops, uint64_t turn, uint64_t lead_in_ns);

#endif
