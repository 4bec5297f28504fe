/* SPDX-License-Identifier: Apache-2.0 */
#include "export.h"

#include <math.h>

#include "figure.h"

export_time export_median(const cb_cell *cell, int cpu_time)
{
	view v = {.cpu_time = cpu_time};

	return export_shown(cell, &v);
}

export_time export_shown(const cb_cell *cell, const view *v)
{
	export_time t = {figure_ns(cell, v), (double)NAN, (double)NAN};
	const cb_summary *s = cell->summary;

	if (!(t.ns > 0) || !isfinite(t.ns))
		t.ns = (double)NAN;
	if (!export_is_known(&t) || v->statistic != STATISTIC_MEDIAN ||
		!isfinite(figure_half_width(cell, v)))
		return t;
	t.low_ns = v->cpu_time ? s->cpu_ci95_low_ns : s->ci95_low_ns;
	t.high_ns = v->cpu_time ? s->cpu_ci95_high_ns : s->ci95_high_ns;
	return t;
}

int export_is_known(const export_time *t)
{
	return isfinite(t->ns);
}

int export_has_interval(const export_time *t)
{
	return isfinite(t->low_ns) && isfinite(t->high_ns) && t->low_ns > 0;
}

void export_reason(char *text, size_t text_size, const cb_cell *cell)
{
	const char *name = cell->outcome != CB_OUTCOME_MEASURED ? cb_outcome_name(cell->outcome)
								: "this figure is not known";

	snprintf(
		text, text_size, "%s%s%s", name, cell->reason[0] != '\0' ? ": " : "", cell->reason);
}
