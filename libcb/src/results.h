/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Results are one JSON document and arrays of views into it. The document is the truth: what
 * libcb does not know is kept in it and written again.
 */
#ifndef CB_RESULTS_INTERNAL_H
#define CB_RESULTS_INTERNAL_H

#include <stddef.h>

#include <jansson.h>

#include <cb/results.h>
#include <cb/status.h>

#include "results_fields.h"

#define CB__RESULTS_SCHEMA "libcb.results/1"

struct cb_results {
	json_t *document;
	json_t *index; /* cell id to its position; only looked up in, so free for many threads */
	int complete;
	int failed;
	cb_subject *subjects;
	size_t subject_count;
	cb_cell *cells;
	size_t cell_count;
	cb_summary *summaries; /* one per cell; of what was measured, or is doubtful */
	cb_ratio *ratios;
	size_t ratio_count;
	const cb_ratio *
		*by_pair; /* ratios by their cells; of equal pairs the first of the list first */
	cb_fit *fits;
	size_t fit_count;
	cb_fit_step *steps; /* of all fits */
	cb_warning *warnings;
	size_t warning_count;
};

/**
 * Checks a document and makes its views.
 *
 * @param document the results' from now on, on failure too; nobody else may change it
 * @param[out] ret_why one line on CB_EFORMAT, free with free(); NULL otherwise or if there was no
 *             memory for it. May be NULL.
 * @return CB_OK, CB_ENOMEM, or CB_EFORMAT
 */
cb_status cb__results_from_document(cb_results **out, json_t *document, char **ret_why);

/** The same, with the reason in @p fault. */
cb_status cb__results_read(cb_results **out, json_t *document, cb__fault *fault);
/** Makes ratios findable, once they are all read. CB_OK or CB_ENOMEM. */
cb_status cb__results_sort_ratios(cb_results *results);

/** Borrowed. */
const json_t *cb__results_document(const cb_results *results);

/** Whether others measured it, and it was read from what they published. */
int cb__results_is_import(const cb_results *results);

/** The "summary" object of a cell, NaN as null. The caller's; NULL if out of memory. */
json_t *cb__results_summary_to_json(const cb_summary *summary);

#endif
