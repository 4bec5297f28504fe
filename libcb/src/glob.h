/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns for the ids of cells. */
#ifndef CB_SRC_GLOB_H
#define CB_SRC_GLOB_H

#include <stddef.h>

/** Whether @p id matches @p glob: '*' stays within a part, '**' crosses '/', '?' is one character
 *  of a part. Takes time of at most the square of the id times the glob, whatever the glob is. */
int cb__id_matches(const char *glob, const char *id);

/** What to add to the message that @p glob matches none of @p ids: that '*' stays within a part, if
 *  it would match one as '**'; else "". */
const char *cb__glob_hint(const char *glob, const char *const *ids, size_t id_count);

#endif
