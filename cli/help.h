/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_CLI_HELP_H
#define CB_CLI_HELP_H

#include <stdio.h>

#include "options.h"

/** Writes what cbench is and its commands. */
void help_general(FILE *out);

/** Writes the help of @p name with its options; @p table may be empty. */
void help_command(FILE *out, const char *name, const option_table *table);

#endif
