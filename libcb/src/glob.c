/* SPDX-License-Identifier: Apache-2.0 */
#include "glob.h"

/* What follows a star, and where in the id that was tried last. */
struct star {
	const char *rest; /* NULL: there is none to go back to */
	const char *id;
};

/* Moves on to what the star may stand for as well, and says whether there is such a thing. */
static int retry(struct star *star, const char **glob, const char **id, int is_deep)
{
	if (star->rest == NULL || *star->id == '\0' || (*star->id == '/' && !is_deep))
		return 0;
	star->id++;
	*glob = star->rest;
	*id = star->id;
	return 1;
}

/* Of each sort only the last star is tried again: what an earlier one could reach beyond it, the
 * last one reaches as well. A shallow star before a deep one is settled, too. */
static int matches(const char *glob, const char *id, int are_all_deep)
{
	struct star deep = {NULL, NULL};
	struct star shallow = {NULL, NULL};
	while (*glob != '\0' || *id != '\0') {
		if (glob[0] == '*' && (glob[1] == '*' || are_all_deep)) {
			glob += glob[1] == '*' ? 2 : 1;
			deep = (struct star){glob, id};
			shallow.rest = NULL;
		} else if (*glob == '*') {
			glob++;
			shallow = (struct star){glob, id};
		} else if (*glob != '\0' && *id != '\0' &&
			   (*glob == *id || (*glob == '?' && *id != '/'))) {
			glob++;
			id++;
		} else if (!retry(&shallow, &glob, &id, 0)) {
			shallow.rest = NULL;
			if (!retry(&deep, &glob, &id, 1))
				return 0;
		}
	}
	return 1;
}

int cb__id_matches(const char *glob, const char *id)
{
	return matches(glob, id, 0);
}

const char *cb__glob_hint(const char *glob, const char *const *ids, size_t id_count)
{
	for (size_t i = 0; i < id_count; i++)
		if (matches(glob, ids[i], 1))
			return "; \"*\" stays within a part of a name, \"**\" crosses \"/\"";
	return "";
}
