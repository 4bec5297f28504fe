/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The line time = fixed + per_byte * size through a few sizes: pure arithmetic, no allocation.
 *
 * Sizes span decades, and so do times: what counts are relative departures, or the largest size
 * would decide alone. Their absolute values are summed rather than their squares: libraries switch
 * code with size, so some sizes lie far off any line, and must not bend it for the others.
 */
#ifndef CB_FIT_H
#define CB_FIT_H

#include <stddef.h>

typedef struct cb__line {
	double fixed;
	double per_byte;
} cb__line;

/**
 * The line with the smallest sum of |fixed + per_byte * size - time| / time among those without a
 * negative part. It meets two of the points at least, or one if it has no fixed or no growing
 * part. Time grows with the square of @p n.
 *
 * @param[out] out NaN in both if there are not two different sizes
 * @param sizes finite, not negative
 * @param times finite, above 0
 * @param scratch room for 2 * @p n values
 */
void cb__fit_line(
	cb__line *out, const double *sizes, const double *times, size_t n, double *scratch);

double cb__line_at(const cb__line *line, double size);

/** How much longer than the line says @p time is, in percent; negative if it is shorter. */
double cb__line_departure(const cb__line *line, double size, double time);

#endif
