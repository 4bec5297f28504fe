/* SPDX-License-Identifier: Apache-2.0 */
#include "fits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cb/results.h>

#include "fit.h"
#include "results_fields.h"
#include "schedule.h"
#include "stats.h"
#include "summary.h"

#define CROSSOVER_MAX (64.0 * 1024 * 1024)
#define RATE_MAX      1e15 /* a slope of next to nothing gives a rate that means nothing */

/* One subject's cells on one line, and what is computed from them. */
struct series {
	const cb__panel **panels;
	const cb__entry **entries;
	double *sizes;
	size_t count;
	uint32_t *launches; /* that sampled all sizes */
	size_t launch_count;
	double *times; /* launch by launch, in each a time per size */
	double *fixed; /* one per launch */
	double *per_byte;
	double *scratch;
};

/* Whether two panels differ in nothing but the size. */
static int is_same_line(const cb__panel *a, const cb__panel *b)
{
	return a->algorithm == b->algorithm && a->op == b->op && a->variant == b->variant &&
	       a->threads == b->threads && a->processes == b->processes && a->load == b->load;
}

static int begins_line(const cb__matrix *matrix, size_t index)
{
	const cb__panel *panel = &matrix->panels[index];

	if (!cb_op_has_message(panel->algorithm->kind, panel->op))
		return 0;
	for (size_t i = 0; i < index; i++)
		if (is_same_line(&matrix->panels[i], panel))
			return 0;
	return 1;
}

/* The entry that was sampled: that of the member that stands for it, if one does. */
static const cb__entry *source_of(const cb__matrix *matrix, const cb__panel *panel, size_t member)
{
	const cb__entry *entry = &panel->entries[member];

	for (size_t i = 0; entry->member->same_as != NULL && i < matrix->entry_count; i++)
		if (panel->entries[i].member == entry->member->same_as)
			return &panel->entries[i];
	return entry;
}

static void done(struct series *series)
{
	free(series->panels);
	free(series->entries);
	free(series->sizes);
	free(series->launches);
	free(series->times);
	free(series->fixed);
	free(series->per_byte);
	free(series->scratch);
}

static cb_status collect(struct series *out, const cb__matrix *matrix, size_t first, size_t member)
{
	size_t size = matrix->panel_count - first;

	*out = (struct series){
		.panels = calloc(size, sizeof(const cb__panel *)),
		.entries = calloc(size, sizeof(const cb__entry *)),
		.sizes = calloc(size, sizeof(double)),
	};
	if (out->panels == NULL || out->entries == NULL || out->sizes == NULL)
		return CB_ENOMEM;
	for (size_t i = first; i < matrix->panel_count; i++) {
		const cb__panel *panel = &matrix->panels[i];
		const cb__entry *entry = source_of(matrix, panel, member);

		if (!is_same_line(panel, &matrix->panels[first]) ||
			entry->outcome != CB_OUTCOME_MEASURED || entry->reading_count == 0)
			continue;
		out->panels[out->count] = panel;
		out->entries[out->count] = entry;
		out->sizes[out->count++] = (double)panel->size;
	}
	return CB_OK;
}

static size_t count_sizes(const struct series *series)
{
	size_t different = 0;

	for (size_t i = 0; i < series->count; i++) {
		size_t j = 0;

		while (j < i && series->panels[j]->size != series->panels[i]->size)
			j++;
		different += j == i;
	}
	return different;
}

/* Readings of one launch are next to each other. */
static size_t find_launch(size_t *ret_start, const cb__entry *entry, uint32_t launch)
{
	size_t start = 0, count = 0;

	while (start < entry->reading_count && entry->readings[start].launch != launch)
		start++;
	while (start + count < entry->reading_count &&
		entry->readings[start + count].launch == launch)
		count++;
	*ret_start = start;
	return count;
}

static int is_whole(const struct series *series, uint32_t launch)
{
	size_t start;

	for (size_t i = 0; i < series->count; i++)
		if (find_launch(&start, series->entries[i], launch) == 0)
			return 0;
	return 1;
}

static cb_status find_launches(struct series *series)
{
	const cb__entry *entry = series->entries[0];

	series->launches = calloc(entry->reading_count, sizeof *series->launches);
	if (series->launches == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < entry->reading_count; i++) {
		uint32_t launch = entry->readings[i].launch;

		if (i > 0 && entry->readings[i - 1].launch == launch)
			continue;
		if (is_whole(series, launch))
			series->launches[series->launch_count++] = launch;
	}
	return CB_OK;
}

static size_t largest(size_t a, size_t b)
{
	return a > b ? a : b;
}

static cb_status allocate_figures(struct series *series)
{
	size_t launches = series->launch_count;
	size_t scratch = largest(2 * series->count, cb__stats_walsh_count(launches) + launches);

	for (size_t i = 0; i < series->count; i++)
		scratch = largest(scratch, 2 * series->entries[i]->reading_count);
	series->times = calloc(launches * series->count, sizeof(double));
	series->fixed = calloc(launches, sizeof(double));
	series->per_byte = calloc(launches, sizeof(double));
	series->scratch = calloc(scratch, sizeof(double));
	return series->times != NULL && series->fixed != NULL && series->per_byte != NULL &&
			       series->scratch != NULL
		       ? CB_OK
		       : CB_ENOMEM;
}

/* Median time of an operation in one launch. */
static double time_in(
	const struct series *series, const cb__entry *entry, uint32_t launch, int is_cpu)
{
	size_t start;
	size_t count = find_launch(&start, entry, launch);

	for (size_t i = 0; i < count; i++) {
		const cb__sample *sample = &entry->readings[start + i].sample;

		series->scratch[i] =
			(double)(is_cpu ? sample->cpu_ns : sample->wall_ns) / (double)sample->ops;
	}
	return cb__stats_median(series->scratch, count, series->scratch + count);
}

static void read_times(struct series *series, int is_cpu)
{
	for (size_t i = 0; i < series->launch_count; i++)
		for (size_t j = 0; j < series->count; j++)
			series->times[i * series->count + j] =
				time_in(series, series->entries[j], series->launches[i], is_cpu);
}

static void fit_launches(struct series *series)
{
	for (size_t i = 0; i < series->launch_count; i++) {
		const double *times = series->times + i * series->count;
		cb__line line;

		cb__fit_line(&line, series->sizes, times, series->count, series->scratch);
		series->fixed[i] = line.fixed;
		series->per_byte[i] = line.per_byte;
	}
}

/* The rate that long messages approach. */
static double rate_of(double ns_per_byte)
{
	double rate = 1e9 / ns_per_byte;

	return rate < RATE_MAX ? rate : (double)NAN;
}

static void estimate_cpu(cb_fit *out, const struct series *series)
{
	size_t n = series->launch_count;
	double level;

	cb__stats_hl(&out->cpu_fixed_ns, &out->cpu_fixed_ci95_low_ns, &out->cpu_fixed_ci95_high_ns,
		&level, series->fixed, n, series->scratch);
	cb__stats_hl(&out->cpu_ns_per_byte, &out->cpu_ns_per_byte_ci95_low,
		&out->cpu_ns_per_byte_ci95_high, &level, series->per_byte, n, series->scratch);
	if (n < CB_LAUNCHES_MIN) {
		out->cpu_fixed_ci95_low_ns = out->cpu_fixed_ci95_high_ns = (double)NAN;
		out->cpu_ns_per_byte_ci95_low = out->cpu_ns_per_byte_ci95_high = (double)NAN;
	}
	out->cpu_bytes_per_second = rate_of(out->cpu_ns_per_byte);
}

/* CPU time of several is not what they take together, and a clock may not have told any. */
static int has_cpu_times(const struct series *series)
{
	if (series->panels[0]->threads != 1 || series->panels[0]->processes != 1)
		return 0;
	for (size_t i = 0; i < series->launch_count * series->count; i++)
		if (!(series->times[i] > 0))
			return 0;
	return 1;
}

/* Leaves the times of CPU in the series. */
static void fit_cpu(cb_fit *out, struct series *series)
{
	out->cpu_fixed_ns = out->cpu_fixed_ci95_low_ns = out->cpu_fixed_ci95_high_ns = (double)NAN;
	out->cpu_ns_per_byte = out->cpu_ns_per_byte_ci95_low = (double)NAN;
	out->cpu_ns_per_byte_ci95_high = out->cpu_bytes_per_second = (double)NAN;
	read_times(series, 1);
	if (!has_cpu_times(series))
		return;
	fit_launches(series);
	estimate_cpu(out, series);
}

static void estimate(cb_fit *out, const struct series *series)
{
	size_t n = series->launch_count;

	out->launches = (uint32_t)n;
	cb__stats_hl(&out->fixed_ns, &out->fixed_ci95_low_ns, &out->fixed_ci95_high_ns,
		&out->ci95_level, series->fixed, n, series->scratch);
	cb__stats_hl(&out->ns_per_byte, &out->ns_per_byte_ci95_low, &out->ns_per_byte_ci95_high,
		&out->ci95_level, series->per_byte, n, series->scratch);
	if (n < CB_LAUNCHES_MIN) {
		out->fixed_ci95_low_ns = out->fixed_ci95_high_ns = (double)NAN;
		out->ns_per_byte_ci95_low = out->ns_per_byte_ci95_high = (double)NAN;
	}
	out->bytes_per_second = rate_of(out->ns_per_byte);
}

static void find_extent(cb_fit *out, const struct series *series)
{
	out->size_min = series->panels[0]->size;
	out->size_max = series->panels[0]->size;
	for (size_t i = 0; i < series->count; i++) {
		uint64_t size = series->panels[i]->size;

		out->size_min = size < out->size_min ? size : out->size_min;
		out->size_max = size > out->size_max ? size : out->size_max;
		out->contended |= cb__is_contended(series->panels[i], series->entries[i]);
	}
}

/* How far the time at one size is off the line, in percent, with its interval over the launches. */
struct departure {
	double percent;
	double low;
	double high;
};

static struct departure departure_at(
	const struct series *series, const cb__line *line, size_t index)
{
	size_t n = series->launch_count;
	double size = series->sizes[index];
	double time, low, high, level;

	for (size_t i = 0; i < n; i++)
		series->scratch[i] = series->times[i * series->count + index];
	cb__stats_hl(&time, &low, &high, &level, series->scratch, n, series->scratch + n);
	return (struct departure){
		.percent = cb__line_departure(line, size, time),
		.low = cb__line_departure(line, size, low),
		.high = cb__line_departure(line, size, high),
	};
}

/* A size that was disturbed is off the line as well: in some launches only, or in all while other
 * work has the processor. What few launches say has no interval. */
static int is_step(const struct series *series, size_t index, const struct departure *departure)
{
	if (series->launch_count < CB_LAUNCHES_MIN ||
		cb__is_contended(series->panels[index], series->entries[index]))
		return 0;
	return fabs(departure->percent) > CB__FITS_STEP_PERCENT &&
	       (departure->low > 0 || departure->high < 0);
}

/* The list of steps; sets the largest residual. NULL if out of memory. */
static json_t *steps(cb_fit *fit, const struct series *series)
{
	const cb__line line = {fit->fixed_ns, fit->ns_per_byte};
	json_t *list = json_array();
	int failed = list == NULL;

	for (size_t i = 0; i < series->count; i++) {
		const struct departure departure = departure_at(series, &line, i);
		const cb_fit_step step = {series->panels[i]->size, departure.percent};

		if (fabs(step.percent) > fit->largest_residual_percent)
			fit->largest_residual_percent = fabs(step.percent);
		if (is_step(series, i, &departure))
			failed |= json_array_append_new(list,
					  cb__fields_to_json(&step, &cb__fit_step_fields)) != 0;
	}
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}

static void describe(cb_fit *out, const cb__panel *panel)
{
	out->algorithm = panel->algorithm->name;
	out->operation = cb_op_name(panel->op);
	out->variant = cb_variant_name(panel->variant);
	out->threads = panel->threads;
	out->processes = panel->processes;
	out->load = panel->load;
}

/* NULL if out of memory. */
static json_t *fit_to_json(struct series *series, const char *label)
{
	cb_fit fit = {0};
	json_t *object = json_object();
	json_t *step_list, *fields;
	int failed;

	describe(&fit, series->panels[0]);
	find_extent(&fit, series);
	fit_cpu(&fit, series);
	read_times(series, 0);
	fit_launches(series);
	estimate(&fit, series);
	step_list = steps(&fit, series);
	fields = cb__fields_to_json(&fit, &cb__fit_fields);
	failed = json_object_set_new(object, "subject", json_string(label)) != 0;
	failed |= json_object_update(object, fields) != 0;
	failed |= json_object_set_new(object, "steps", step_list) != 0;
	json_decref(fields);
	if (!failed)
		return object;
	json_decref(object);
	return NULL;
}

/* Nothing is added if no launch sampled all sizes. */
static cb_status add_series(json_t *list, struct series *series, const char *label)
{
	cb_status status = find_launches(series);

	if (status != CB_OK || series->launch_count == 0)
		return status;
	status = allocate_figures(series);
	if (status != CB_OK)
		return status;
	return json_array_append_new(list, fit_to_json(series, label)) == 0 ? CB_OK : CB_ENOMEM;
}

static cb_status add_fit(json_t *list, const cb__matrix *matrix, size_t first, size_t member)
{
	const cb__subject *subject = matrix->panels[first].entries[member].member->subject;
	struct series series;
	cb_status status = collect(&series, matrix, first, member);

	if (status == CB_OK && count_sizes(&series) >= CB__FITS_SIZES_MIN)
		status = add_series(list, &series, subject->label);
	done(&series);
	return status;
}

cb_status cb__fits_to_json(json_t **out, const cb__matrix *matrix)
{
	json_t *list = json_array();
	cb_status status = list != NULL ? CB_OK : CB_ENOMEM;

	for (size_t i = 0; i < matrix->panel_count && status == CB_OK; i++)
		for (size_t j = 0; j < matrix->entry_count && status == CB_OK; j++)
			if (begins_line(matrix, i))
				status = add_fit(list, matrix, i, j);
	if (status == CB_OK)
		*out = list;
	else
		json_decref(list);
	return status;
}

double cb_fit_predict_ns(const cb_fit *fit, uint64_t size)
{
	return fit->fixed_ns + fit->ns_per_byte * (double)size;
}

int cb_fit_crossover(const cb_fit *a, const cb_fit *b, double *ret_size)
{
	double size = (b->fixed_ns - a->fixed_ns) / (a->ns_per_byte - b->ns_per_byte);

	if (!(b->ns_per_byte < a->ns_per_byte && size >= 1 && size <= CROSSOVER_MAX))
		return 0;
	*ret_size = size;
	return 1;
}
