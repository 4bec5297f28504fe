/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_stored.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stats.h"

/* More runs than anybody keeps of one baseline; the latest count. */
#define RUNS_MAX 200u

/* Runs of one machine on different days differ by more than one run knows of. */
#define SPREADS 3.0

/* The times of the runs, as logarithms. */
struct stored {
	double logs[RUNS_MAX];
	size_t count;
	double centre;
	double spread; /* standard deviation */
};

int cb__gate_has_stored(const cb__gate_row *row)
{
	return json_is_object(json_object_get(row->json, "stored"));
}

static void measure_spread(struct stored *stored)
{
	double scratch[RUNS_MAX];
	double mean = 0;
	double squares = 0;
	for (size_t i = 0; i < stored->count; i++)
		mean += stored->logs[i] / (double)stored->count;
	for (size_t i = 0; i < stored->count; i++)
		squares += (stored->logs[i] - mean) * (stored->logs[i] - mean);
	stored->centre = cb__stats_median(stored->logs, stored->count, scratch);
	stored->spread = stored->count > 1 ? sqrt(squares / (double)(stored->count - 1)) : 0;
}

static int read_stored(struct stored *out, const json_t *list)
{
	size_t size = json_array_size(list);
	size_t first = size > RUNS_MAX ? size - RUNS_MAX : 0;
	*out = (struct stored){.count = 0};
	for (size_t i = first; i < size; i++) {
		double ns = json_number_value(json_array_get(list, i));
		if (!(ns > 0) || !isfinite(ns))
			return -1;
		out->logs[out->count++] = log(ns);
	}
	measure_spread(out);
	return out->count > 0 ? 0 : -1;
}

static void say_invalid(cb__gate_row *row, const char *which)
{
	row->view.verdict = CB_VERDICT_INCOMPARABLE;
	row->view.reason = row->reason;
	snprintf(row->reason, sizeof row->reason, "the %s time is missing, 0 or no number", which);
}

static void fill_view(cb_judged *view, const struct stored *stored, const json_t *times)
{
	double head = log(json_number_value(json_object_get(times, "head_ns")));
	double low = json_number_value(json_object_get(times, "head_low_ns"));
	double high = json_number_value(json_object_get(times, "head_high_ns"));
	view->base_ns = exp(stored->centre);
	view->head_ns = exp(head);
	view->loss_percent = cb__loss_percent(head - stored->centre);
	view->launches = (uint32_t)stored->count;
	if (low > 0 && high >= low && stored->count >= 2) {
		double spread = SPREADS * stored->spread;
		view->loss_ci95_low_percent = cb__loss_percent(log(low) - stored->centre - spread);
		view->loss_ci95_high_percent =
			cb__loss_percent(log(high) - stored->centre + spread);
	}
}

static cb_verdict judge_loss(cb__gate_row *row, const struct stored *stored)
{
	double theta = log(row->view.head_ns) - stored->centre;
	double beyond = cb__loss_percent(theta - SPREADS * stored->spread);
	row->view.reason = row->reason;
	double delta_ns = row->view.head_ns - row->view.base_ns;
	if (delta_ns < row->limits.min_delta_ns * (1 - 1e-9)) {
		snprintf(row->reason, sizeof row->reason, "the difference is below min_delta");
		return CB_VERDICT_UNCHANGED;
	}
	if (stored->count < CB__STORED_RUNS_MIN) {
		snprintf(row->reason, sizeof row->reason,
			"%zu stored run%s can warn, not fail: a baseline of five runs, or one that "
			"keeps the library, can",
			stored->count, stored->count == 1 ? "" : "s");
		return CB_VERDICT_SUSPECT;
	}
	if (beyond > row->limits.limit_percent + 1e-9)
		return CB_VERDICT_REGRESSED;
	snprintf(row->reason, sizeof row->reason,
		"lost, but by no more than the stored runs differ among themselves");
	return CB_VERDICT_NOISY;
}

void cb__gate_judge_stored(cb__gate_row *row)
{
	const json_t *times = json_object_get(row->json, "stored");
	double head_ns = json_number_value(json_object_get(times, "head_ns"));
	cb_judged *view = &row->view;
	struct stored stored;
	view->stage = "stored";
	if (read_stored(&stored, json_object_get(times, "base_ns")) != 0) {
		say_invalid(row, "stored");
		return;
	}
	if (!(head_ns > 0) || !isfinite(head_ns)) {
		say_invalid(row, "new");
		return;
	}
	fill_view(view, &stored, times);
	if (view->loss_percent > row->limits.limit_percent + 1e-9)
		view->verdict = judge_loss(row, &stored);
	else if (cb__loss_percent(log(view->base_ns / view->head_ns)) >
		 row->limits.limit_percent + 1e-9)
		view->verdict = CB_VERDICT_IMPROVED;
	else
		view->verdict = CB_VERDICT_UNCHANGED;
}
