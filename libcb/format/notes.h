/* SPDX-License-Identifier: Apache-2.0 */
/* What belongs to the numbers: reasons for gaps, warnings, the extent of the run. */
#ifndef CB_FORMAT_NOTES_H
#define CB_FORMAT_NOTES_H

#include "format.h"

/** How a note is shown: as a list item in Markdown, else as a plain line; below a page whose
 *  figures have no marks, these are not explained. */
typedef enum cb__notes_form { NOTES_PLAIN, NOTES_MARKDOWN, NOTES_UNMARKED } cb__notes_form;

/** Writes all notes on @p results, the extent last; nothing if @p v is quiet. -1 if memory ran
 *  out, else 0. */
int cb__notes_write(FILE *out, const cb_results *results, const cb_view *v, cb__notes_form form);

/** Number of lines that cb__notes_write() writes. -1 if memory ran out, else 0. */
int cb__notes_count(size_t *ret_lines, const cb_results *results, const cb_view *v);

#endif
