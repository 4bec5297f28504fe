/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_CLI_EXITS_H
#define CB_CLI_EXITS_H

#include <stddef.h>

#define EXIT_ROW(name, value, meaning) EXIT_##name = (value),
enum {
#include "exits.def"
};
#undef EXIT_ROW

/** One exit status, for the manual. */
typedef struct exit_row {
	int value;
	const char *meaning;
} exit_row;

/** Status @p index, the weightiest first; NULL past the end. */
const exit_row *exits_at(size_t index);

/** Which of two statuses a command that met both ends with. */
int exits_worse(int a, int b);

#endif
