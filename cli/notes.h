/* SPDX-License-Identifier: Apache-2.0 */
/* What belongs to the numbers: reasons for gaps, warnings, the extent of the run. */
#ifndef CB_CLI_NOTES_H
#define CB_CLI_NOTES_H

#include "format.h"

/** How a note is shown: as a list item in Markdown, else as a plain line; below a page whose
 *  figures have no marks, these are not explained. */
typedef enum notes_form { NOTES_PLAIN, NOTES_MARKDOWN, NOTES_UNMARKED } notes_form;

/** Writes all notes on @p results, the extent last; nothing if @p v is quiet. */
void notes_write(FILE *out, const cb_results *results, const view *v, notes_form form);

/** Number of lines that notes_write() writes. */
size_t notes_count(const cb_results *results, const view *v);

#endif
