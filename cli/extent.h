/* SPDX-License-Identifier: Apache-2.0 */
/* What all cells of a run say together. */
#ifndef CB_CLI_EXTENT_H
#define CB_CLI_EXTENT_H

#include "figure.h"
#include "subjects.h"

typedef struct extent {
	size_t measured;
	size_t unbounded;     /* cells with too few launches for an interval */
	uint32_t least, most; /* launches */
	double half_width;    /* median; NaN if there is no interval */
} extent;

extent extent_of(const cb_results *results, const view *v);

/** What the ratios of a pair say together. */
typedef struct comparison {
	double least, most; /* speed of the other over that of the base */
	size_t cells;
	size_t bounded; /* that have an interval */
	size_t even;    /* that may be no difference */
} comparison;

comparison comparison_of(const cb_results *results, const subject_pair *pair);

#endif
