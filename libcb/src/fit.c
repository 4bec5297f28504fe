/* SPDX-License-Identifier: Apache-2.0 */
#include "fit.h"

#include <math.h>

struct search {
	const double *sizes;
	const double *times;
	size_t n;
	double *values; /* what the median is sought of, and its weights */
	double *weights;
	size_t count;
	cb__line best;
	double best_error;
};

static void swap(double *a, double *b)
{
	double moved = *a;

	*a = *b;
	*b = moved;
}

static void sift_down(struct search *s, size_t root, size_t n)
{
	for (size_t child = 2 * root + 1; child < n; child = 2 * root + 1) {
		if (child + 1 < n && s->values[child] < s->values[child + 1])
			child++;
		if (s->values[child] <= s->values[root])
			return;
		swap(&s->values[child], &s->values[root]);
		swap(&s->weights[child], &s->weights[root]);
		root = child;
	}
}

static void sort(struct search *s)
{
	for (size_t i = s->count / 2; i > 0; i--)
		sift_down(s, i - 1, s->count);
	for (size_t end = s->count; end > 1; end--) {
		swap(&s->values[0], &s->values[end - 1]);
		swap(&s->weights[0], &s->weights[end - 1]);
		sift_down(s, 0, end - 1);
	}
}

/* The value that minimises the weighted sum of distances to it; NaN if there are no values. */
static double weighted_median(struct search *s)
{
	double total = 0, below = 0;

	sort(s);
	for (size_t i = 0; i < s->count; i++)
		total += s->weights[i];
	for (size_t i = 0; i < s->count; i++) {
		below += s->weights[i];
		if (below >= total / 2)
			return s->values[i];
	}
	return (double)NAN;
}

static void add(struct search *s, double value, double weight)
{
	s->values[s->count] = value;
	s->weights[s->count++] = weight;
}

static void consider(struct search *s, double fixed, double per_byte)
{
	const cb__line line = {fixed, per_byte};
	double error = 0;

	/* Written so that NaN is refused as well. */
	if (!(fixed >= 0 && per_byte >= 0))
		return;
	for (size_t i = 0; i < s->n; i++)
		error += fabs(cb__line_at(&line, s->sizes[i]) / s->times[i] - 1);
	if (error < s->best_error) {
		s->best = line;
		s->best_error = error;
	}
}

/* The best line that meets point @p pivot. */
static void consider_pivot(struct search *s, size_t pivot)
{
	double per_byte;

	s->count = 0;
	for (size_t i = 0; i < s->n; i++) {
		double distance = s->sizes[i] - s->sizes[pivot];

		if (distance > 0 || distance < 0)
			add(s, (s->times[i] - s->times[pivot]) / distance,
				fabs(distance) / s->times[i]);
	}
	per_byte = weighted_median(s);
	consider(s, s->times[pivot] - per_byte * s->sizes[pivot], per_byte);
}

static void consider_no_fixed_part(struct search *s)
{
	s->count = 0;
	for (size_t i = 0; i < s->n; i++)
		if (s->sizes[i] > 0)
			add(s, s->times[i] / s->sizes[i], s->sizes[i] / s->times[i]);
	consider(s, 0, weighted_median(s));
}

static void consider_no_growth(struct search *s)
{
	s->count = 0;
	for (size_t i = 0; i < s->n; i++)
		add(s, s->times[i], 1 / s->times[i]);
	consider(s, weighted_median(s), 0);
}

static int has_two_sizes(const double *sizes, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (sizes[i] < sizes[0] || sizes[i] > sizes[0])
			return 1;
	return 0;
}

/* The error is convex, so if no line that meets two points is allowed and best, the best one lies
 * on the border of what is allowed. */
void cb__fit_line(
	cb__line *out, const double *sizes, const double *times, size_t n, double *scratch)
{
	struct search s = {
		.sizes = sizes,
		.times = times,
		.n = n,
		.values = scratch,
		.weights = scratch + n,
		.best = {(double)NAN, (double)NAN},
		.best_error = (double)INFINITY,
	};

	if (has_two_sizes(sizes, n)) {
		for (size_t i = 0; i < n; i++)
			consider_pivot(&s, i);
		consider_no_fixed_part(&s);
		consider_no_growth(&s);
	}
	*out = s.best;
}

double cb__line_at(const cb__line *line, double size)
{
	return line->fixed + line->per_byte * size;
}

double cb__line_departure(const cb__line *line, double size, double time)
{
	return 100 * (time / cb__line_at(line, size) - 1);
}
