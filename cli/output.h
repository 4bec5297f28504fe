/* SPDX-License-Identifier: Apache-2.0 */
/* Where documents go: standard output, or a file that is written whole or not at all. */
#ifndef CB_CLI_OUTPUT_H
#define CB_CLI_OUTPUT_H

/** Whether @p file is NULL or "-". */
int output_is_standard(const char *file);

/** Finds out now whether @p file could be written later; complains and returns -1 if not. */
int output_check(const char *file);

/** The ending of the name of @p file, with its dot; "" if there is none. */
const char *output_ending(const char *file);

/**
 * Puts @p text into @p file (NULL or "-": standard output).
 *
 * A reader that closed standard output is no error.
 *
 * @return 0, or -1 after a complaint
 */
int output_write(const char *file, const char *text);

#endif
