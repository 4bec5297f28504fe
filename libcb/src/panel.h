/* SPDX-License-Identifier: Apache-2.0 */
/* One visit of a panel: open its cells, sample them in turn, close them. */
#ifndef CB_PANEL_H
#define CB_PANEL_H

#include "entry.h"

/**
 * Takes @p visit->rounds samples of every living cell. What goes wrong ends up in the cells.
 *
 * @return CB_OK, CB_ECANCELLED, CB_ENOMEM
 */
cb_status cb__panel_visit(cb__panel *panel, size_t entry_count, const cb__visit *visit);

#endif
