/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting arrays of doubles in place. The C library's qsort may allocate; this does not. And the
 * order of two numbers, for tables that qsort may sort. */
#ifndef CB_SORT_H
#define CB_SORT_H

#include <stddef.h>
#include <stdint.h>

/** Which of two numbers comes first: below 0, 0, above 0, as functions for qsort tell. */
static inline int cb__order_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/** Sorts @p n values, the smallest first. If a value is NaN, the order is unspecified. */
void cb__sort_doubles(double *values, size_t n);

/** Sorted copy of @p n values, which it may not overlap. */
void cb__sort_copy(double *ret_sorted, const double *values, size_t n);

#endif
