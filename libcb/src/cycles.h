/* SPDX-License-Identifier: Apache-2.0 */
/* The clock of the core, read without counters. */
#ifndef CB_CYCLES_H
#define CB_CYCLES_H

#include <stdint.h>

/**
 * Times a chain of additions of registers, each of which waits for the one before: one per cycle.
 * Takes about 0.1 ms. Single readings scatter by a percent; medians agree within half of one.
 *
 * @return cycles per second, or 0 on an architecture without such a chain here
 */
double cb__cycles_add_hz(void);

/** The same from a chain of multiplications, whose latency is known for the processors that are
 *  served, to check the other. 0 if there is none. */
double cb__cycles_multiply_hz(void);

/** Counts the cycles of the calling thread by the kernel's performance counters. */
typedef struct cb__counter {
	int fd; /* -1 if that is not permitted or there is none */
} cb__counter;

void cb__counter_open(cb__counter *counter);
void cb__counter_close(cb__counter *counter);

/** Cycles so far, kernel included; 0 if they cannot be counted. */
uint64_t cb__counter_read(const cb__counter *counter);

#endif
