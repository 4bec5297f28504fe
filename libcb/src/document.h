/* SPDX-License-Identifier: Apache-2.0 */
/* From a finished run to the document "libcb.results/1". */
#ifndef CB_DOCUMENT_H
#define CB_DOCUMENT_H

#include <jansson.h>

#include "matrix.h"
#include "plan.h"

typedef struct cb__record {
	const cb__settings *settings;
	const cb__crew *crew;
	const cb__matrix *matrix; /* without panels if nothing was reached */
	json_t *environment;      /* borrowed */
	int is_complete;
	uint32_t launches;
	uint32_t rounds;
	int cpu; /* that was pinned to; -1 if none */
	double elapsed_s;
} cb__record;

/** Makes the document; the caller's. CB_ENOMEM. */
cb_status cb__document_new(json_t **out, const cb__record *record);

/** A subject as documents have it. NULL if out of memory. */
json_t *cb__document_subject(const cb__member *member);

/** The time, as documents have it. */
json_t *cb__document_now(void);

/** The id of the cell of @p member in @p panel. */
void cb__document_cell_id(cb_text *out, const cb__panel *panel, const cb__member *member);

/** The identifier of what one operation of @p panel includes. */
void cb__document_semantics(cb_text *out, const cb__panel *panel);

/** What follows the names of variables that no worker is given. */
#define CB__WITHHELD_SENTENCE                                                                      \
	": set here, and given to no library: what one may use is up to its mode (option accel)"

/** Warns of such variables, if any are set. CB_OK or CB_ENOMEM. */
cb_status cb__document_warn_withheld(json_t *environment);

/** How a document names @p file: without the home directory, which would tell the user's name. null
 *  for NULL. */
json_t *cb__document_path(const char *file);

/** The file that a document names, whose home directory it leaves out; released by the caller. NULL
 *  for NULL. */
char *cb__document_file(const char *text);

#endif
