/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_FORMAT_LEGEND_H
#define CB_FORMAT_LEGEND_H

#include "layout.h"

#define LEGEND_SIZE 512

/** What must be said to understand the figures that are shown: paragraph @p index; 0 past the end.
 */
int cb__legend_at(const cb__layout *m, size_t index, char text[LEGEND_SIZE]);

#endif
