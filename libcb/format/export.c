/* SPDX-License-Identifier: Apache-2.0 */
#include "export.h"

#include <math.h>

#include "figure.h"

cb__export_time cb__export_median(const cb_cell *cell, int is_cpu)
{
	cb_view v = {.time = is_cpu ? TIME_CPU : TIME_WALL};

	return cb__export_shown(cell, &v);
}

cb__export_time cb__export_shown(const cb_cell *cell, const cb_view *v)
{
	cb__export_time t = {cb__figure_ns(cell, v), (double)NAN, (double)NAN};
	const cb_summary *s = cell->summary;

	if (!(t.ns > 0) || !isfinite(t.ns))
		t.ns = (double)NAN;
	if (!cb__export_is_known(&t) || v->statistic != STATISTIC_MEDIAN ||
		!isfinite(cb__figure_half_width(cell, v)))
		return t;
	t.low_ns = cb__figure_is_cpu(cell, v) ? s->cpu_ci95_low_ns : s->ci95_low_ns;
	t.high_ns = cb__figure_is_cpu(cell, v) ? s->cpu_ci95_high_ns : s->ci95_high_ns;
	return t;
}

int cb__export_is_known(const cb__export_time *t)
{
	return isfinite(t->ns);
}

int cb__export_has_interval(const cb__export_time *t)
{
	return isfinite(t->low_ns) && isfinite(t->high_ns) && t->low_ns > 0;
}

void cb__export_reason(char *text, size_t text_size, const cb_cell *cell)
{
	const char *name = cell->outcome != CB_OUTCOME_MEASURED ? cb_outcome_name(cell->outcome)
								: "this figure is not known";

	snprintf(
		text, text_size, "%s%s%s", name, cell->reason[0] != '\0' ? ": " : "", cell->reason);
}
