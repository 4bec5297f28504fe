/* SPDX-License-Identifier: Apache-2.0 */
/* What somebody may have meant by a name that there is not. */
#ifndef CB_SRC_NEAREST_H
#define CB_SRC_NEAREST_H

/** The one of @p known (NULL at its end) that is at most two letters off @p name, put in, taken
 * out, replaced or swapped, and half of it the same; else the only one that begins with @p name, of
 * three letters or more; NULL if none is. Pure. */
const char *cb__nearest(const char *name, const char *const *known);

#endif
