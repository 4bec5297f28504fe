/* SPDX-License-Identifier: Apache-2.0 */
/* Reproducible numbers for inputs and for the order of samples; not for keys that matter. */
#ifndef CB_RANDOM_H
#define CB_RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct cb__random {
	uint64_t state;
} cb__random;

/** Next number of the sequence (SplitMix64). */
uint64_t cb__random_next(cb__random *random);

/** A number below @p limit, which is not 0. */
uint64_t cb__random_below(cb__random *random, uint64_t limit);

/** Fills @p bytes; the same on every byte order. */
void cb__random_fill(cb__random *random, uint8_t *bytes, size_t len);

/** Puts @p count indices 0, 1, 2, ... into @p order, shuffled. */
void cb__random_order(cb__random *random, size_t *order, size_t count);

#endif
