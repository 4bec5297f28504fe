/* SPDX-License-Identifier: Apache-2.0 */
/* What threads, processes and load change: a line per subject and setting, grouped by what is
 * done. Rates whatever the unit of the view, since shares are of rates. */
#ifndef CB_CLI_SCALING_H
#define CB_CLI_SCALING_H

#include "grid.h"
#include "matrix.h"

typedef struct scaling {
	const matrix *m;
	view wall; /* the view of the matrix, by either clock */
	view cpu;
	grid texts; /* headings first */
	int message;
	int is_flat; /* no titles: every line says what it is about */
	int largest_only;
	int has_threads, has_processes;
	int has_load, has_loads; /* any; different ones */
	char heading[64];
} scaling;

/** Collects all lines with a message, or all without; there may be none. Check texts.failed. */
void scaling_init(scaling *s, const matrix *m, int message, int is_flat, int largest_only);
void scaling_done(scaling *s);

/** Whether there is anything but headings. */
int scaling_has_lines(const scaling *s);

/** Texts on the left of a line, in a flat one. */
size_t scaling_names(const scaling *s);

#endif
