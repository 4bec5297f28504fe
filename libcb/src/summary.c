/* SPDX-License-Identifier: Apache-2.0 */
#include "summary.h"

#include <math.h>
#include <stdlib.h>

#include "schedule.h"
#include "stats.h"

/* Below this share of CPU time in wall time something else ran meanwhile. */
#define CONTENDED_SHARE 0.9

/* Where wall and CPU figures differ only by what they are taken from. */
struct series {
	double *values;  /* per operation, one per sample */
	double *medians; /* one per launch */
	size_t launches;
	double *scratch;
};

/* What is looked at, per operation. */
typedef double figure_fn(const cb__sample *sample);

static double wall_per_op(const cb__sample *sample)
{
	return (double)sample->wall_ns / (double)sample->ops;
}

static double cpu_per_op(const cb__sample *sample)
{
	return (double)sample->cpu_ns / (double)sample->ops;
}

/* Counted, else CPU time at the clock that was read after the batch; NaN if neither is known. */
static double cycles_per_op(const cb__sample *sample)
{
	if (sample->cycles > 0)
		return (double)sample->cycles / (double)sample->ops;
	if (sample->clock_hz > 0)
		return cpu_per_op(sample) * sample->clock_hz * 1e-9;
	return (double)NAN;
}

static void done(struct series *series)
{
	free(series->values);
	free(series->medians);
	free(series->scratch);
}

static cb_status init(struct series *out, size_t n)
{
	*out = (struct series){
		.values = calloc(n + 1, sizeof(double)),
		.medians = calloc(n + 1, sizeof(double)),
		.scratch = NULL,
	};
	return out->values != NULL && out->medians != NULL ? CB_OK : CB_ENOMEM;
}

static cb_status lend_scratch(struct series *series, size_t n)
{
	size_t walsh = cb__stats_walsh_count(series->launches);
	series->scratch = calloc((walsh > n ? walsh : n) + 1, sizeof(double));
	return series->scratch != NULL ? CB_OK : CB_ENOMEM;
}

static size_t count_launches(const cb__entry *entry)
{
	size_t count = 0;
	for (size_t i = 0; i < entry->reading_count; i++)
		if (i == 0 || entry->readings[i].launch != entry->readings[i - 1].launch)
			count++;
	return count;
}

static cb_status collect(struct series *out, const cb__entry *entry, figure_fn *figure)
{
	size_t n = entry->reading_count;
	cb_status status = init(out, n);
	out->launches = count_launches(entry);
	if (status == CB_OK)
		status = lend_scratch(out, n);
	if (status != CB_OK)
		return status;
	for (size_t i = 0; i < n; i++)
		out->values[i] = figure(&entry->readings[i].sample);
	size_t launch = 0;
	for (size_t start = 0; start < n; launch++) {
		size_t end = start;
		while (end < n && entry->readings[end].launch == entry->readings[start].launch)
			end++;
		out->medians[launch] =
			cb__stats_median(out->values + start, end - start, out->scratch);
		start = end;
	}
	return CB_OK;
}

static void summarise_wall(cb_summary *out, const struct series *series, size_t n)
{
	cb__stats_hl(&out->median_ns, &out->ci95_low_ns, &out->ci95_high_ns, &out->ci95_level,
		series->medians, series->launches, series->scratch);
	out->q1_ns = cb__stats_quantile(series->values, n, 0.25, series->scratch);
	out->q3_ns = cb__stats_quantile(series->values, n, 0.75, series->scratch);
	out->mad_ns = cb__stats_mad(series->values, n, series->scratch);
	out->min_ns = cb__stats_min(series->values, n);
	out->trimmed_mean_ns = cb__stats_trimmed_mean(series->medians, series->launches);
}

static void summarise_cpu(cb_summary *out, const struct series *series, size_t n)
{
	double level;
	cb__stats_hl(&out->cpu_median_ns, &out->cpu_ci95_low_ns, &out->cpu_ci95_high_ns, &level,
		series->medians, series->launches, series->scratch);
	out->cpu_min_ns = cb__stats_min(series->values, n);
	out->cpu_trimmed_mean_ns = cb__stats_trimmed_mean(series->medians, series->launches);
}

static int has_cycles(const cb__entry *entry)
{
	for (size_t i = 0; i < entry->reading_count; i++)
		if (isnan(cycles_per_op(&entry->readings[i].sample)))
			return 0;
	return 1;
}

static cb_status summarise_cycles(cb_summary *out, const cb__panel *panel, const cb__entry *entry)
{
	struct series cycles;
	out->cycles_per_op = out->cycles_per_byte = (double)NAN;
	if (!has_cycles(entry))
		return CB_OK;
	cb_status status = collect(&cycles, entry, cycles_per_op);
	if (status == CB_OK) {
		double low;
		double high;
		double level;
		cb__stats_hl(&out->cycles_per_op, &low, &high, &level, cycles.medians,
			cycles.launches, cycles.scratch);
		uint64_t size = cb__panel_size(panel, entry->member);
		if (size > 0)
			out->cycles_per_byte = out->cycles_per_op / (double)size;
	}
	done(&cycles);
	return status;
}

static size_t count_disturbed(const cb__panel *panel, const cb__entry *entry)
{
	size_t count = 0;
	double at_once = (double)panel->threads * panel->processes;
	for (size_t i = 0; i < entry->reading_count; i++) {
		const cb__sample *sample = &entry->readings[i].sample;
		if ((double)sample->cpu_ns < CONTENDED_SHARE * at_once * (double)sample->wall_ns)
			count++;
	}
	return count;
}

int cb__is_contended(const cb__panel *panel, const cb__entry *entry)
{
	return 10 * count_disturbed(panel, entry) > entry->reading_count;
}

/* There is no 95 % interval of so few launches, and a range would be taken for one. */
static void forget_intervals(cb_summary *out)
{
	out->ci95_low_ns = out->ci95_high_ns = (double)NAN;
	out->cpu_ci95_low_ns = out->cpu_ci95_high_ns = (double)NAN;
}

cb_status cb__summarise(cb_summary *out, const cb__panel *panel, const cb__entry *entry)
{
	struct series wall;
	struct series cpu;
	size_t n = entry->reading_count;
	*out = (cb_summary){.n = (uint32_t)n, .efficiency = (double)NAN};
	cb_status status = collect(&wall, entry, wall_per_op);
	if (status == CB_OK) {
		out->launches = (uint32_t)wall.launches;
		summarise_wall(out, &wall, n);
		status = collect(&cpu, entry, cpu_per_op);
		if (status == CB_OK)
			summarise_cpu(out, &cpu, n);
		done(&cpu);
	}
	done(&wall);
	if (status == CB_OK)
		status = summarise_cycles(out, panel, entry);
	if (status != CB_OK)
		return status;
	if (out->launches < CB_LAUNCHES_MIN)
		forget_intervals(out);
	out->ops_per_second = 1e9 / out->median_ns;
	out->bytes_per_second = (double)cb__panel_size(panel, entry->member) * out->ops_per_second;
	out->disturbed = (uint32_t)count_disturbed(panel, entry);
	out->contended = cb__is_contended(panel, entry);
	return CB_OK;
}

cb_status cb__half_width(double *ret_percent, const cb__panel *panel, const cb__entry *entry)
{
	cb_summary summary;
	*ret_percent = (double)INFINITY;
	if (count_launches(entry) < CB_LAUNCHES_MIN)
		return CB_OK;
	cb_status status = cb__summarise(&summary, panel, entry);
	if (status == CB_OK)
		*ret_percent =
			50 * (summary.ci95_high_ns - summary.ci95_low_ns) / summary.median_ns;
	return status;
}

/* Log ratios of the rounds that both sides have in one launch; both lists are in order. */
static size_t pair_launch(
	double *ret_logs, const cb__entry *a, size_t *at_a, const cb__entry *b, size_t *at_b)
{
	size_t count = 0;
	uint32_t launch = a->readings[*at_a].launch;
	while (*at_a < a->reading_count && a->readings[*at_a].launch == launch) {
		const cb__reading *left = &a->readings[(*at_a)++];
		while (*at_b < b->reading_count && b->readings[*at_b].launch == launch &&
			b->readings[*at_b].round < left->round)
			(*at_b)++;
		if (*at_b >= b->reading_count)
			break;
		const cb__reading *right = &b->readings[*at_b];
		if (right->launch != launch || right->round != left->round)
			continue;
		ret_logs[count++] =
			log(cpu_per_op(&left->sample)) - log(cpu_per_op(&right->sample));
	}
	return count;
}

static void pair_all(struct series *series, const cb__entry *a, const cb__entry *b)
{
	size_t at_a = 0;
	size_t at_b = 0;
	while (at_a < a->reading_count && at_b < b->reading_count) {
		uint32_t left = a->readings[at_a].launch;
		uint32_t right = b->readings[at_b].launch;
		if (left < right) {
			at_a++;
		} else if (right < left) {
			at_b++;
		} else {
			size_t count = pair_launch(series->values, a, &at_a, b, &at_b);
			if (count > 0)
				series->medians[series->launches++] =
					cb__stats_median(series->values, count, series->scratch);
		}
	}
}

cb_status cb__summarise_ratio(
	cb_ratio *out, size_t *ret_launches, const cb__entry *a, const cb__entry *b)
{
	struct series logs;
	size_t n = a->reading_count;
	cb_status status = init(&logs, n);
	logs.launches = count_launches(a);
	if (status == CB_OK)
		status = lend_scratch(&logs, n);
	logs.launches = 0;
	if (status == CB_OK) {
		pair_all(&logs, a, b);
		*ret_launches = logs.launches;
	}
	if (status == CB_OK && logs.launches > 0) {
		double estimate;
		double low;
		double high;
		cb__stats_hl(&estimate, &low, &high, &out->ci95_level, logs.medians, logs.launches,
			logs.scratch);
		int has_interval = logs.launches >= CB_LAUNCHES_MIN;
		out->launches = (uint32_t)logs.launches;
		out->ratio = exp(estimate);
		out->ci95_low = has_interval ? exp(low) : (double)NAN;
		out->ci95_high = has_interval ? exp(high) : (double)NAN;
	}
	done(&logs);
	return status;
}
