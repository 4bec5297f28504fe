/* SPDX-License-Identifier: Apache-2.0 */
/* Results that another document says something about. What it says of a cell can only be shown with
 * the cell at hand, so the cells that it names are written into it, without their samples, and read
 * again as the results that they are. */
#ifndef CB_CITED_H
#define CB_CITED_H

#include <stddef.h>

#include <jansson.h>

#include <cb/results.h>

#include "results_fields.h"

/** What is to be written. All zero is "nothing". */
typedef struct cb__citing {
	const cb_results **results; /* each once, in the order in which they were added */
	unsigned char **is_cited;   /* of each, for each cell */
	size_t count;
	int failed; /* out of memory */
} cb__citing;

/** Adds @p results, unless they are there. */
void cb__citing_add(cb__citing *citing, const cb_results *results);

/** Adds a cell of results that were added, and the cell that it stands for. NULL is ignored. */
void cb__citing_cell(cb__citing *citing, const cb_cell *cell);

/** Index of results that were added. */
size_t cb__citing_place(const cb__citing *citing, const cb_results *results);

/** Index of the results that @p cell or @p subject is of; the other is NULL. */
size_t cb__citing_place_of(
	const cb__citing *citing, const cb_cell *cell, const cb_subject *subject);

/** The list of results, with all of their subjects and the cells that were added. NULL if out of
 *  memory. */
json_t *cb__citing_to_json(const cb__citing *citing);

void cb__citing_done(cb__citing *citing);

/** What was read. All zero is "nothing". */
typedef struct cb__cited {
	cb_results **results;
	size_t count;
} cb__cited;

/** Reads the list "documents" of @p document. On failure, too, free with cb__cited_done().
 *  CB_EFORMAT or CB_ENOMEM. */
cb_status cb__cited_read(cb__cited *out, cb__fault *fault, const json_t *document);

/** The results whose index is the member @p name of @p object. CB_EFORMAT. */
cb_status cb__cited_find(const cb_results **ret, const cb__cited *cited, cb__fault *fault,
	const json_t *object, const char *name);

/** The cell of @p results whose id is the member @p name, NULL if that is null. CB_EFORMAT. */
cb_status cb__cited_cell(const cb_cell **ret, const cb_results *results, cb__fault *fault,
	const json_t *object, const char *name);

void cb__cited_done(cb__cited *cited);

#endif
