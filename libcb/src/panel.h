/* SPDX-License-Identifier: Apache-2.0 */
/* One visit of a panel: open its cells, sample them in turn, close them. */
#ifndef CB_PANEL_H
#define CB_PANEL_H

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

/**
 * Takes @p visit->rounds samples of every living cell. What goes wrong ends up in the cells.
 *
 * @return CB_OK, CB_ECANCELLED, CB_ENOMEM
 */
cb_status cb__panel_visit(cb__panel *panel, size_t entry_count, const cb__visit *visit);

/** Asks the worker of @p entry; a failure ends the cell. *out is NULL unless it went well.
 *  CB_OK (also if the cell ended), CB_ECANCELLED, CB_ENOMEM. */
cb_status cb__entry_ask(cb__entry *entry, json_t **out, cb__crew *crew, json_t *command);

#endif
