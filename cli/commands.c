/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"

#include <string.h>

#include "nearest.h"

static const command commands[] = {
#define COMMAND(name, options, run, hidden, summary) {name, summary, run, options, hidden},
#include "commands.def"
#undef COMMAND
};

const command *command_at(size_t index)
{
	return index < sizeof(commands) / sizeof(commands[0]) ? &commands[index] : NULL;
}

const command *command_find(const char *name)
{
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

const char *command_nearest(const char *name)
{
	const char *known[sizeof(commands) / sizeof(commands[0]) + 1] = {NULL};
	size_t count = 0;

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!commands[i].hidden)
			known[count++] = commands[i].name;
	return cb__nearest(name, known);
}
