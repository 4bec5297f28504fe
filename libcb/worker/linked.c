/* SPDX-License-Identifier: Apache-2.0 */
#include "linked.h"

#include <string.h>

/* Rows ROW(name, table), written by backends/CMakeLists.txt; none if backends are modules. */
#define ROW(name, table) extern const cb_backend table;
#include "context_linked.def"
#undef ROW

static const struct {
	const char *name;
	const cb_backend *backend;
} rows[] = {
#define ROW(name, table) {name, &table},
#include "context_linked.def"
#undef ROW
	{NULL, NULL},
};

const cb_backend *linked_find(const char *name)
{
	for (size_t i = 0; rows[i].name != NULL; i++)
		if (strcmp(rows[i].name, name) == 0)
			return rows[i].backend;
	return NULL;
}
