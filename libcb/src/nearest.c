/* SPDX-License-Identifier: Apache-2.0 */
#include "nearest.h"

#include <stddef.h>
#include <string.h>

#define NAME_MAX_LEN  24
#define BEGINNING_MIN 3

static size_t lesser(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Number of letters to put in, take out, replace, or swap with the next one. Names are short. */
static size_t distance(const char *from, const char *to)
{
	size_t rows[3][NAME_MAX_LEN + 1];
	size_t len = strlen(to), i = 0;
	for (size_t j = 0; j <= len; j++)
		rows[0][j] = j;
	for (; from[i] != '\0'; i++) {
		const size_t *before = rows[(i + 2) % 3], *above = rows[i % 3];
		size_t *row = rows[(i + 1) % 3];
		row[0] = i + 1;
		for (size_t j = 1; j <= len; j++) {
			row[j] = above[j - 1] + (from[i] != to[j - 1]);
			row[j] = lesser(row[j], lesser(above[j], row[j - 1]) + 1);
			if (i > 0 && j > 1 && from[i] == to[j - 2] && from[i - 1] == to[j - 1])
				row[j] = lesser(row[j], before[j - 2] + 1);
		}
	}
	return rows[i % 3][len];
}

/* The only one that begins with @p name and goes on; NULL if there are none or several. */
static const char *find_begun(const char *name, const char *const *known)
{
	const char *begun = NULL;
	size_t len = strlen(name);
	for (; *known != NULL && len >= BEGINNING_MIN; known++) {
		if (strncmp(*known, name, len) != 0)
			continue;
		if (begun != NULL)
			return NULL;
		begun = *known;
	}
	return begun;
}

const char *cb__nearest(const char *name, const char *const *known)
{
	const char *const *first = known;
	const char *nearest = NULL;
	size_t least = 3;
	for (; *known != NULL && strlen(name) <= NAME_MAX_LEN; known++) {
		size_t steps = strlen(*known) <= NAME_MAX_LEN ? distance(name, *known) : least;
		if (steps < least && steps * 2 <= strlen(*known)) {
			least = steps;
			nearest = *known;
		}
	}
	return nearest != NULL ? nearest : find_begun(name, first);
}
