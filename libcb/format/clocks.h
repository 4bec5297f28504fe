/* SPDX-License-Identifier: Apache-2.0 */
/* What the mark "~" means: by which time the cells are shown whose processor other work had. */
#ifndef CB_FORMAT_CLOCKS_H
#define CB_FORMAT_CLOCKS_H

#include "format.h"

#define CLOCKS_SIZE 384

/** Puts it into @p text; returns how many cells are marked. */
size_t cb__clocks_text(char text[CLOCKS_SIZE], const cb_results *results, const cb_view *v);

#endif
