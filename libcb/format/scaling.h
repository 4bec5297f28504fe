/* SPDX-License-Identifier: Apache-2.0 */
/* What threads, processes and load change: a line per subject and setting, grouped by what is
 * done. Rates whatever the unit of the view, since shares are of rates. */
#ifndef CB_FORMAT_SCALING_H
#define CB_FORMAT_SCALING_H

#include "grid.h"
#include "layout.h"

typedef struct cb__scaling {
	const cb__layout *m;
	cb_view wall; /* the view of the matrix, by either clock */
	cb_view cpu;
	cb__grid texts; /* headings first */
	int message;
	int is_flat; /* no titles: every line says what it is about */
	int largest_only;
	int has_threads, has_processes;
	int has_load, has_loads; /* any; different ones */
	char heading[64];
} cb__scaling;

/** Collects all lines with a message, or all without; there may be none. Check texts.failed. */
void cb__scaling_init(
	cb__scaling *s, const cb__layout *m, int message, int is_flat, int largest_only);
void cb__scaling_done(cb__scaling *s);

/** Whether there is anything but headings. */
int cb__scaling_has_lines(const cb__scaling *s);

/** Texts on the left of a line, in a flat one. */
size_t cb__scaling_names(const cb__scaling *s);

#endif
