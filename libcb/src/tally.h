/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions that one operation executed, counted by class. */
#ifndef CB_TALLY_H
#define CB_TALLY_H

#include <stdint.h>

#include <jansson.h>

#include "classify.h"
#include "text.h"

typedef struct cb__tally {
	uint64_t inside; /* of the library and its providers: the sum of counts */
	uint64_t outside;
	uint64_t counts[CB__CLASS_COUNT];
	int complete; /* the operation was followed to its end */
} cb__tally;

/** NULL if out of memory. Classes of which there are none are left out. */
json_t *cb__tally_to_json(const cb__tally *tally);

/** CB_EFORMAT if @p object is none, or its counts do not add up. */
cb_status cb__tally_from_json(cb__tally *out, const json_t *object);

int cb__tally_equals(const cb__tally *a, const cb__tally *b);

/** How many of @p counts (CB__CLASS_COUNT) are of the class or group called @p name. */
uint64_t cb__tally_count(const uint64_t *counts, const char *name);

/** The groups of crypto instructions of which there are any: "aes, clmul"; "" if there are none. */
void cb__tally_name_crypto(cb_text *out, const cb__tally *tally);

/** Whether there are any that mode @p accel forbids; @p what (may be NULL) gets "910 aes, 267
 *  clmul". */
int cb__tally_breaks(const cb__tally *tally, cb_accel accel, cb_text *what);

#endif
