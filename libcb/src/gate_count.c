/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_count.h"

#include <math.h>
#include <stdio.h>

/* Code that looks at addresses executes a few instructions more or less. */
#define STEADY_COUNT   4.0
#define STEADY_PERCENT 0.02

int cb__gate_has_count(const cb__gate_row *row)
{
	return json_is_object(json_object_get(row->json, "count"));
}

/* The smallest and the largest of a list of counts; 0 if it has none. */
static double extremes(double *ret_largest, const json_t *list)
{
	double smallest = 0;
	*ret_largest = 0;
	for (size_t i = 0; i < json_array_size(list); i++) {
		double count = json_number_value(json_array_get(list, i));
		if (!(count > 0))
			return 0;
		smallest = i == 0 || count < smallest ? count : smallest;
		*ret_largest = count > *ret_largest ? count : *ret_largest;
	}
	return smallest;
}

static int is_unsteady(double smallest, double largest)
{
	double allowed = fmax(STEADY_COUNT, STEADY_PERCENT / 100 * largest);
	return largest - smallest > allowed;
}

static cb_verdict judge(cb__gate_row *row, double limit_percent)
{
	cb_judged *view = &row->view;
	double gain_percent = 100 * (view->base_ns / view->head_ns - 1);
	/* A few instructions are no loss, whatever they are in percent. */
	if (fabs(view->head_ns - view->base_ns) <= STEADY_COUNT)
		return CB_VERDICT_UNCHANGED;
	if (100 * (view->head_ns / view->base_ns - 1) > limit_percent + 1e-9)
		return CB_VERDICT_REGRESSED;
	return gain_percent > limit_percent + 1e-9 ? CB_VERDICT_IMPROVED : CB_VERDICT_UNCHANGED;
}

/* The head was followed so far and went on: it takes more, and nobody knows how many. */
static cb_verdict judge_cut(cb__gate_row *row, double limit_percent)
{
	int is_loss = judge(row, limit_percent) == CB_VERDICT_REGRESSED;
	snprintf(row->reason, sizeof row->reason,
		"more than %.0f instructions, where following it ended%s", row->view.head_ns,
		is_loss ? "" : ": allow more with --steps");
	return is_loss ? CB_VERDICT_REGRESSED : CB_VERDICT_SUSPECT;
}

void cb__gate_judge_count(cb__gate_row *row)
{
	const json_t *count = json_object_get(row->json, "count");
	cb_judged *view = &row->view;
	double base_most = 0;
	double head_most = 0;
	view->stage = "count";
	view->limit_percent = row->limits.count_limit_percent;
	view->tolerance_percent = 0;
	view->rule = row->limits.count_rule;
	view->rule_line = row->limits.count_line;
	view->base_ns = extremes(&base_most, json_object_get(count, "base"));
	view->head_ns = extremes(&head_most, json_object_get(count, "head"));
	view->reason = row->reason;
	if (!(view->base_ns > 0) || !(view->head_ns > 0)) {
		view->verdict = CB_VERDICT_INCOMPARABLE;
		snprintf(row->reason, sizeof row->reason, "a count is missing or not above 0");
		view->base_ns = view->head_ns = (double)NAN;
		return;
	}
	view->loss_percent = 100 * (1 - view->base_ns / view->head_ns);
	view->launches = (uint32_t)json_array_size(json_object_get(count, "head"));
	if (is_unsteady(view->base_ns, base_most) || is_unsteady(view->head_ns, head_most)) {
		view->verdict = CB_VERDICT_NOISY;
		snprintf(row->reason, sizeof row->reason,
			"the same operation gave different counts: %.0f to %.0f, then %.0f to %.0f",
			view->base_ns, base_most, view->head_ns, head_most);
		return;
	}
	row->reason[0] = '\0';
	view->verdict = json_is_true(json_object_get(count, "head_cut"))
				? judge_cut(row, view->limit_percent)
				: judge(row, view->limit_percent);
}
