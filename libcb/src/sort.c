/* SPDX-License-Identifier: Apache-2.0 */
#include "sort.h"

#include <string.h>

static void sift_down(double *values, size_t root, size_t n)
{
	double moved = values[root];

	for (size_t child = 2 * root + 1; child < n; child = 2 * root + 1) {
		if (child + 1 < n && values[child] < values[child + 1])
			child++;
		if (values[child] <= moved)
			break;
		values[root] = values[child];
		root = child;
	}
	values[root] = moved;
}

void cb__sort_doubles(double *values, size_t n)
{
	for (size_t i = n / 2; i > 0; i--)
		sift_down(values, i - 1, n);
	for (size_t end = n; end > 1; end--) {
		double largest = values[0];

		values[0] = values[end - 1];
		values[end - 1] = largest;
		sift_down(values, 0, end - 1);
	}
}

void cb__sort_copy(double *ret_sorted, const double *values, size_t n)
{
	if (n == 0)
		return;
	memcpy(ret_sorted, values, n * sizeof *ret_sorted);
	cb__sort_doubles(ret_sorted, n);
}
