/* SPDX-License-Identifier: Apache-2.0 */
#include "exits.h"

static const exit_row rows[] = {
#define EXIT_ROW(name, value, meaning) {value, meaning},
#include "exits.def"
#undef EXIT_ROW
};

const exit_row *exits_at(size_t index)
{
	return index < sizeof(rows) / sizeof(rows[0]) ? &rows[index] : NULL;
}

int exits_worse(int a, int b)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].value == a || rows[i].value == b)
			return rows[i].value;
	return a;
}
