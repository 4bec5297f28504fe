/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting arrays of doubles in place. The C library's qsort may allocate; this does not. */
#ifndef CB_SORT_H
#define CB_SORT_H

#include <stddef.h>

/** Sorts @p n values, the smallest first. If a value is NaN, the order is unspecified. */
void cb__sort_doubles(double *values, size_t n);

/** Sorted copy of @p n values, which it may not overlap. */
void cb__sort_copy(double *ret_sorted, const double *values, size_t n);

#endif
