/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_CLI_LEGEND_H
#define CB_CLI_LEGEND_H

#include "matrix.h"

#define LEGEND_SIZE 512

/** What must be said to understand the figures that are shown: paragraph @p index; 0 past the end.
 */
int legend_at(const matrix *m, size_t index, char text[LEGEND_SIZE]);

#endif
