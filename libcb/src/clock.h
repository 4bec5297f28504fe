/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_CLOCK_H
#define CB_CLOCK_H

#include <stdint.h>

/** Wall time from an arbitrary start, in ns; not adjusted where the system has such a clock. */
uint64_t cb__clock_wall_ns(void);

/** CPU time of the calling thread, in ns. */
uint64_t cb__clock_cpu_ns(void);

/** Smallest step of the wall clock, in ns, at least 1. */
uint64_t cb__clock_resolution_ns(void);

/** Involuntary context switches of the calling thread so far; 0 where they are not counted. */
int64_t cb__clock_switches(void);

#endif
