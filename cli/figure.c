/* SPDX-License-Identifier: Apache-2.0 */
#include "figure.h"

#include <math.h>

int figure_has_message(const cb_cell *cell)
{
	const cb_algorithm *algorithm = cb_algorithm_find(cell->algorithm);

	/* a backend may have algorithms that the catalogue lacks */
	return algorithm != NULL ? cb_kind_has_message(algorithm->kind) : cell->size != 0;
}

double figure_ns(const cb_cell *cell, const view *v)
{
	const cb_summary *s = cell->summary;

	if (s == NULL || cell->outcome != CB_OUTCOME_MEASURED)
		return (double)NAN;
	switch (v->statistic) {
	case STATISTIC_TRIMMED:
		return v->cpu_time ? s->cpu_trimmed_mean_ns : s->trimmed_mean_ns;
	case STATISTIC_MIN:
		return v->cpu_time ? s->cpu_min_ns : s->min_ns;
	case STATISTIC_MEDIAN:
	default:
		return v->cpu_time ? s->cpu_median_ns : s->median_ns;
	}
}

double figure_half_width(const cb_cell *cell, const view *v)
{
	const cb_summary *s = cell->summary;

	if (s == NULL || cell->outcome != CB_OUTCOME_MEASURED)
		return (double)NAN;
	if (v->cpu_time)
		return (s->cpu_ci95_high_ns - s->cpu_ci95_low_ns) / 2 / s->cpu_median_ns;
	return (s->ci95_high_ns - s->ci95_low_ns) / 2 / s->median_ns;
}

double figure_rate(const cb_cell *cell, const view *v)
{
	double amount = figure_has_message(cell) ? (double)cell->size : 1.0;

	return amount * 1e9 / figure_ns(cell, v);
}

static const char *measured_as(const cb_cell *cell)
{
	return cell->same_as[0] != '\0' ? cell->same_as : cell->id;
}

/* a ratio is stored once, in either order */
static double paired_gain(const cb_results *results, const char *fast, const char *slow)
{
	const cb_ratio *ratio = cb_results_find_ratio(results, slow, fast);

	if (ratio != NULL)
		return ratio->ratio;
	ratio = cb_results_find_ratio(results, fast, slow);
	return ratio != NULL ? 1 / ratio->ratio : (double)NAN;
}

double figure_gain(
	const cb_results *results, const cb_cell *fast, const cb_cell *slow, const view *v)
{
	double quotient, paired;

	if (fast == NULL || slow == NULL)
		return (double)NAN;
	quotient = figure_ns(slow, v) / figure_ns(fast, v);
	if (isnan(quotient) || v->statistic != STATISTIC_MEDIAN)
		return quotient;
	paired = paired_gain(results, fast->id, slow->id);
	if (isnan(paired))
		paired = paired_gain(results, measured_as(fast), measured_as(slow));
	return isnan(paired) ? quotient : paired;
}

/* rounds to four digits, so that no digit is shown that means nothing */
static double round_large(double value)
{
	double unit = 1;

	while (value / unit >= 9999.5)
		unit *= 10;
	return floor(value / unit + 0.5) * unit;
}

void figure_print(char text[FIGURE_SIZE], double value)
{
	if (!isfinite(value) || value > 1e18)
		snprintf(text, FIGURE_SIZE, "-");
	else if (value < 0.01)
		snprintf(text, FIGURE_SIZE, "%.4f", value);
	else if (value < 9.995)
		snprintf(text, FIGURE_SIZE, "%.2f", value);
	else if (value < 99.95)
		snprintf(text, FIGURE_SIZE, "%.1f", value);
	else
		snprintf(text, FIGURE_SIZE, "%.0f", round_large(value));
}

void figure_print_gain(char text[FIGURE_SIZE], double value)
{
	if (!isfinite(value) || value > 1e9)
		snprintf(text, FIGURE_SIZE, "-");
	else if (value < 0.95)
		snprintf(text, FIGURE_SIZE, "%.2fx", value);
	else if (value < 9.95)
		snprintf(text, FIGURE_SIZE, "%.1fx", value);
	else
		snprintf(text, FIGURE_SIZE, "%.0fx", value);
}

void figure_print_time(char text[FIGURE_SIZE], double seconds)
{
	unsigned long whole = seconds > 0 && seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 0;

	snprintf(text, FIGURE_SIZE, "%lu:%02lu", whole / 60, whole % 60);
}
