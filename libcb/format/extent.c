/* SPDX-License-Identifier: Apache-2.0 */
#include "extent.h"

#include <math.h>
#include <stdlib.h>

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void add_cell(cb__extent *e, const cb_cell *cell)
{
	uint32_t launches = cell->summary->launches;

	e->least = e->measured == 0 || launches < e->least ? launches : e->least;
	e->most = launches > e->most ? launches : e->most;
	e->measured++;
	e->unbounded += launches < FIGURE_LAUNCHES_MIN;
}

int cb__extent_of(cb__extent *out, const cb_results *results, const cb_view *v)
{
	size_t count = cb_results_cell_count(results), widths = 0;
	double *width = calloc(count + 1, sizeof(*width));
	cb__extent e = {.half_width = (double)NAN};

	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = cb_results_cell_at(results, i);

		if (cell->outcome != CB_OUTCOME_MEASURED || cell->summary == NULL)
			continue;
		add_cell(&e, cell);
		if (width != NULL && isfinite(cb__figure_half_width(cell, v)))
			width[widths++] = cb__figure_half_width(cell, v);
	}
	if (widths > 0) {
		qsort(width, widths, sizeof(*width), compare_doubles);
		e.half_width = width[widths / 2];
	}
	free(width);
	*out = e;
	return width != NULL ? 0 : -1;
}

static void judge(cb__comparison *c, const cb__gain *g)
{
	c->least = c->cells == 0 || g->value < c->least ? g->value : c->least;
	c->most = c->cells == 0 || g->value > c->most ? g->value : c->most;
	c->cells++;
	c->bounded += isfinite(g->low) && isfinite(g->high);
	c->even += (size_t)cb__figure_is_even(g);
}

cb__comparison cb__comparison_of(const cb_results *results, const cb__subject_pair *pair)
{
	size_t count = cb_results_ratio_count(results);
	cb__comparison c = {0};

	for (size_t i = 0; i < count; i++) {
		const cb_ratio *ratio = cb_results_ratio_at(results, i);
		int is_ours =
			(ratio->a->subject == pair->base && ratio->b->subject == pair->other) ||
			(ratio->a->subject == pair->other && ratio->b->subject == pair->base);
		int is_turned = ratio->a->subject == pair->other;
		cb__gain g;

		if (!is_ours)
			continue;
		g = is_turned ? cb__figure_paired_gain(results, ratio->a, ratio->b)
			      : cb__figure_paired_gain(results, ratio->b, ratio->a);
		judge(&c, &g);
	}
	return c;
}
