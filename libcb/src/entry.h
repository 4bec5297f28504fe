/* SPDX-License-Identifier: Apache-2.0 */
/* One cell of a visit: its worker opens it, samples it, closes it. */
#ifndef CB_ENTRY_H
#define CB_ENTRY_H

#include "matrix.h"
#include "random.h"

typedef struct cb__visit {
	cb__crew *crew;
	cb__random *random; /* decides the order of samples */
	uint64_t seed;      /* of inputs */
	uint32_t launch;    /* 0 for the first */
	uint32_t rounds;
	int may_shorten; /* fewer rounds will do if they take much longer than expected */
	uint64_t lead_in_ns;
	uint64_t target_ns;   /* duration of a sample */
	uint64_t deadline_ns; /* of the wall clock; after it no further round begins. 0: none */
} cb__visit;

/* All return CB_OK, also if the cell ended (what went wrong is then in the cell), CB_ECANCELLED or
 * CB_ENOMEM. */

/** Asks the worker of @p entry. *out is NULL unless it went well. */
cb_status cb__entry_ask(cb__entry *entry, json_t **out, cb__crew *crew, json_t *command);

/** Starts the workers of @p entry if need be and opens the cell, which checks its answers. */
cb_status cb__entry_open(cb__entry *entry, const cb__panel *panel, const cb__visit *visit);

/** Takes one sample. *ret_taken is 0 if the cell ended. */
cb_status cb__entry_sample(
	cb__sample *out, int *ret_taken, cb__entry *entry, const cb__visit *visit);

cb_status cb__entry_close(cb__entry *entry, const cb__visit *visit);

#endif
