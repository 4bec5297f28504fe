/* SPDX-License-Identifier: Apache-2.0 */
/* What a document says of how it was made. */
#ifndef CB_CLI_RECORD_H
#define CB_CLI_RECORD_H

#include <jansson.h>

#include "figure.h"

/** A member of the document, such as "tool", to be released; NULL if there is none. */
json_t *record_part(const cb_results *results, const char *name);

/** The seed that repeats a run; 0 if the document names none. */
int record_seed(char text[FIGURE_SIZE], const cb_results *results);

/** The version of libcb that measured, and the day; "unknown" if the document does not tell. */
void record_version(char text[FIGURE_SIZE], const cb_results *results);
void record_date(char text[FIGURE_SIZE], const cb_results *results);

/** Where cycles come from: "counter", "chain", or "unknown". */
void record_cycles_by(char text[FIGURE_SIZE], const cb_results *results);

/** Complains of what makes this machine a doubtful one now, as results will. */
void record_warn(cb_context *ctx);

#endif
