/* SPDX-License-Identifier: Apache-2.0 */
/* Pins the calling thread, and with it the processes it starts, to one CPU. */
#ifndef CB_AFFINITY_H
#define CB_AFFINITY_H

#include <stddef.h>

typedef struct cb__affinity cb__affinity;

/** Pins to one of the allowed CPUs. NULL where that is not possible; measuring goes on without. */
cb__affinity *cb__affinity_pin(void);

/**
 * The CPUs that were allowed before, one of each core first and then their siblings.
 *
 * @param[out] out free with free(); NULL where they are not known
 * @return how many
 */
size_t cb__affinity_list(int **out, const cb__affinity *affinity);

/** The CPU, or -1 for NULL. */
int cb__affinity_cpu(const cb__affinity *affinity);

/** Restores what was allowed before and frees. NULL is ignored. */
void cb__affinity_restore(cb__affinity *affinity);

#endif
