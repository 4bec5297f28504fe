/* SPDX-License-Identifier: Apache-2.0 */
/* Where documents go: standard output, or a file that is written whole or not at all. */
#ifndef CB_CLI_OUTPUT_H
#define CB_CLI_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

/** A text being written in memory. */
typedef struct output {
	FILE *stream;
	char *text;
	size_t text_len;
} output;

/** Whether @p file is NULL or "-". */
int output_is_standard(const char *file);

/** Finds out now whether @p file could be written later; complains and returns -1 if not. */
int output_check(const char *file);

/** Opens @p o; complains and returns -1 if it cannot. Closed by output_finish(). */
int output_begin(output *o);

/**
 * Closes @p o, and unless @p failed puts its text into @p file (NULL or "-": standard output).
 *
 * A reader that closed standard output is no error.
 *
 * @return 0, or -1 after a complaint
 */
int output_finish(output *o, const char *file, int failed);

#endif
