/* SPDX-License-Identifier: Apache-2.0 */
#include "figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *cb__figure_asked(const cb_view *v)
{
	static const char *const names[] = {NULL, "wall", "cpu", NULL};

	return names[v->time];
}

int cb__figure_is_cpu(const cb_cell *cell, const cb_view *v)
{
	return strcmp(cb_cell_time(cell, cb__figure_asked(v)), "cpu") == 0;
}

int cb__figure_is_marked(const cb_cell *cell, const cb_view *v)
{
	return cell->summary != NULL && cell->summary->contended && v->time != TIME_CPU &&
	       v->unit != UNIT_CYCLES;
}

double cb__figure_ns(const cb_cell *cell, const cb_view *v)
{
	const cb_summary *s = cell->summary;
	int is_cpu = cb__figure_is_cpu(cell, v);

	if (s == NULL || cell->outcome != CB_OUTCOME_MEASURED)
		return (double)NAN;
	switch (v->statistic) {
	case STATISTIC_TRIMMED:
		return is_cpu ? s->cpu_trimmed_mean_ns : s->trimmed_mean_ns;
	case STATISTIC_MIN:
		return is_cpu ? s->cpu_min_ns : s->min_ns;
	case STATISTIC_MEDIAN:
	default:
		return is_cpu ? s->cpu_median_ns : s->median_ns;
	}
}

double cb__figure_half_width(const cb_cell *cell, const cb_view *v)
{
	const cb_summary *s = cell->summary;

	if (s == NULL || cell->outcome != CB_OUTCOME_MEASURED || s->launches < FIGURE_LAUNCHES_MIN)
		return (double)NAN;
	if (cb__figure_is_cpu(cell, v))
		return (s->cpu_ci95_high_ns - s->cpu_ci95_low_ns) / 2 / s->cpu_median_ns;
	return (s->ci95_high_ns - s->ci95_low_ns) / 2 / s->median_ns;
}

double cb__figure_rate(const cb_cell *cell, const cb_view *v)
{
	double amount = cb_cell_has_message(cell) ? (double)cell->size : 1.0;

	return amount * 1e9 / cb__figure_ns(cell, v);
}

double cb__figure_cycles(const cb_cell *cell)
{
	const cb_summary *s = cell->summary;

	if (s == NULL || cell->outcome != CB_OUTCOME_MEASURED)
		return (double)NAN;
	return cb_cell_has_message(cell) ? s->cycles_per_byte : s->cycles_per_op;
}

double cb__figure_shown(const cb_cell *cell, const cb_view *v)
{
	switch (v->unit) {
	case UNIT_TIME:
		return cb__figure_ns(cell, v);
	case UNIT_CYCLES:
		return cb__figure_cycles(cell);
	case UNIT_RATE:
	default:
		return cb__figure_rate(cell, v) / (cb_cell_has_message(cell) ? 1e6 : 1.0);
	}
}

const char *cb__figure_unit(const cb_view *v, int message)
{
	switch (v->unit) {
	case UNIT_TIME:
		return "ns per operation";
	case UNIT_CYCLES:
		return message ? "cycles per byte" : "cycles per operation";
	case UNIT_RATE:
	default:
		return message ? "MB/s" : "per second";
	}
}

double cb__figure_at_once(const cb_cell *cell)
{
	/* several processes, and nobody knows how many */
	if (cell->processes == 0)
		return (double)NAN;
	return (double)cell->threads * (double)cell->processes;
}

static const char *measured_as(const cb_cell *cell)
{
	return cell->same_as[0] != '\0' ? cell->same_as : cell->id;
}

static cb__gain gain_of(const cb_ratio *ratio)
{
	cb__gain g = {ratio->ratio, ratio->ci95_low, ratio->ci95_high};

	/* 0: a document that does not tell */
	if (ratio->launches > 0 && ratio->launches < FIGURE_LAUNCHES_MIN)
		g.low = g.high = (double)NAN;
	return g;
}

/* a ratio is stored once, in either order */
static cb__gain find_gain(const cb_results *results, const char *fast, const char *slow)
{
	const cb_ratio *ratio = cb_results_find_ratio(results, slow, fast);
	cb__gain g;

	if (ratio != NULL)
		return gain_of(ratio);
	ratio = cb_results_find_ratio(results, fast, slow);
	if (ratio == NULL)
		return (cb__gain){(double)NAN, (double)NAN, (double)NAN};
	g = gain_of(ratio);
	return (cb__gain){1 / g.value, 1 / g.high, 1 / g.low};
}

cb__gain cb__figure_paired_gain(const cb_results *results, const cb_cell *fast, const cb_cell *slow)
{
	cb__gain found = find_gain(results, fast->id, slow->id);

	if (isnan(found.value))
		found = find_gain(results, measured_as(fast), measured_as(slow));
	return found;
}

/* Ratios of paired rounds are of medians of CPU time, which is what few figures are far from: not
 * those of several at once, nor what other work, a load or waiting lengthened. */
static int is_near_paired(const cb_cell *cell, const cb_view *v)
{
	int works_alone = cell->threads == 1 && cell->processes == 1;

	return cb__figure_is_cpu(cell, v) || (works_alone && !cell->summary->contended);
}

int cb__figure_takes_paired(const cb_view *v)
{
	return v->time != TIME_WALL && v->statistic == STATISTIC_MEDIAN;
}

cb__gain cb__figure_gain(
	const cb_results *results, const cb_cell *fast, const cb_cell *slow, const cb_view *v)
{
	cb__gain found = {(double)NAN, (double)NAN, (double)NAN};

	if (fast == NULL || slow == NULL || isnan(cb__figure_ns(fast, v)) ||
		isnan(cb__figure_ns(slow, v)))
		return found;
	if (cb__figure_takes_paired(v) && is_near_paired(fast, v) && is_near_paired(slow, v))
		found = cb__figure_paired_gain(results, fast, slow);
	if (isnan(found.value))
		found.value = cb__figure_ns(slow, v) / cb__figure_ns(fast, v);
	return found;
}

int cb__figure_is_even(const cb__gain *g)
{
	return g->low <= 1 && g->high >= 1;
}

void cb__figure_print_exact(char text[FIGURE_SIZE], double value)
{
	text[0] = '\0';
	for (int digits = 15; isfinite(value) && digits <= 17; digits++) {
		snprintf(text, FIGURE_SIZE, "%.*g", digits, value);
		if (strtod(text, NULL) == value) /* else one digit more */
			break;
	}
}

/* rounds to four digits, so that no digit is shown that means nothing */
static double round_large(double value)
{
	double unit = 1;

	while (value / unit >= 9999.5)
		unit *= 10;
	return floor(value / unit + 0.5) * unit;
}

void cb__figure_print(char text[FIGURE_SIZE], double value)
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

void cb__figure_print_gain(char text[FIGURE_SIZE], double value)
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

void cb__figure_print_ratio(char text[FIGURE_SIZE], const cb__gain *g, int utf8)
{
	if (!isfinite(g->value) || g->value > 1e6)
		snprintf(text, FIGURE_SIZE, "-");
	else if (isfinite(g->low) && isfinite(g->high))
		snprintf(text, FIGURE_SIZE, "%.3f %s%.3f", g->value, utf8 ? "\xc2\xb1" : "+-",
			(g->high - g->low) / 2);
	else
		snprintf(text, FIGURE_SIZE, "%.3f", g->value);
}
