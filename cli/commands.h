/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_CLI_COMMANDS_H
#define CB_CLI_COMMANDS_H

#include <stddef.h>

#include "options.h"

/** Runs a command; argv[0] is its name. Returns the exit status. */
typedef int command_fn(int argc, char **argv);

typedef struct command {
	const char *name;
	const char *summary;
	command_fn *run;  /* NULL: not in this version */
	unsigned options; /* COMMAND_ bit, or COMMAND_NONE */
	int hidden;       /* not in help, manual and completions */
} command;

/** Command @p index; NULL past the end. */
const command *command_at(size_t index);

/** The command called @p name; NULL if there is none. */
const command *command_find(const char *name);

/** The name of the command that was meant by @p name, as far as it is shown; NULL if none is near.
 */
const char *command_nearest(const char *name);

command_fn command_run;
command_fn command_prove;
command_fn command_gate;

command_fn command_compare;
command_fn command_advise;
command_fn command_report;
command_fn command_import;
command_fn command_show;
command_fn command_list;
command_fn command_info;
command_fn command_help;
command_fn command_selftest;
command_fn command_completion;
command_fn command_manual;

#endif
