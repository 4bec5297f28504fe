/* SPDX-License-Identifier: Apache-2.0 */
/* What all cells of a run say together. */
#ifndef CB_FORMAT_EXTENT_H
#define CB_FORMAT_EXTENT_H

#include "figure.h"
#include "subjects.h"

typedef struct cb__extent {
	size_t measured;
	size_t unbounded;     /* cells with too few launches for an interval */
	uint32_t least, most; /* launches */
	double half_width;    /* median; NaN if there is no interval */
} cb__extent;

/** -1 if memory ran out. */
int cb__extent_of(cb__extent *out, const cb_results *results, const cb_view *v);

/** What the ratios of a pair say together. */
typedef struct cb__comparison {
	double least, most; /* speed of the other over that of the base */
	size_t cells;
	size_t bounded; /* that have an interval */
	size_t even;    /* that may be no difference */
} cb__comparison;

cb__comparison cb__comparison_of(const cb_results *results, const cb__subject_pair *pair);

#endif
