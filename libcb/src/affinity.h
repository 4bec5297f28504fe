/* SPDX-License-Identifier: Apache-2.0 */
/* Pins the calling thread, and with it the processes it starts, to one CPU. */
#ifndef CB_AFFINITY_H
#define CB_AFFINITY_H

typedef struct cb__affinity cb__affinity;

/** Pins to one of the allowed CPUs. NULL where that is not possible; measuring goes on without. */
cb__affinity *cb__affinity_pin(void);

/** The CPU, or -1 for NULL. */
int cb__affinity_cpu(const cb__affinity *affinity);

/** Restores what was allowed before and frees. NULL is ignored. */
void cb__affinity_restore(cb__affinity *affinity);

#endif
