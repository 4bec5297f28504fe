/* SPDX-License-Identifier: Apache-2.0 */
/* What a document says of how it was made. */
#ifndef CB_FORMAT_ORIGIN_H
#define CB_FORMAT_ORIGIN_H

#include <jansson.h>

#include "figure.h"

/** A member of the document, such as "tool"; NULL if there is none. Borrowed. */
const json_t *cb__origin_part(const cb_results *results, const char *name);

/** The seed that repeats a run; 0 if the document names none. */
int cb__origin_seed(char text[FIGURE_SIZE], const cb_results *results);

/** The version of libcb that measured, and the day; "unknown" if the document does not tell. */
void cb__origin_version(char text[FIGURE_SIZE], const cb_results *results);
void cb__origin_date(char text[FIGURE_SIZE], const cb_results *results);

/** Where cycles come from: "counter", "chain", or "unknown". */
void cb__origin_cycles_by(char text[FIGURE_SIZE], const cb_results *results);

/** Whether the number of launches was given, or others measured, so that nobody aimed at a
 * precision. */
int cb__origin_fixed_launches(const cb_results *results);

#endif
