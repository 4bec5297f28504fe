/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_follow.h"

#include <math.h>
#include <stdlib.h>

#include "trace.h"

/* Enough to see that a count is steady. */
#define REPEATS 3

static double left_s(const cb__bench *bench)
{
	return bench->settings->budget_s - cb__bench_elapsed_s(bench);
}

/* Where others have the processor, an operation can take a minute to follow. Not a part of a
 * millisecond too early: what is given up before the budget ends is the library's fault. */
static uint32_t left_ms(const cb__bench *bench)
{
	double left = ceil(1000 * left_s(bench));
	return left < 1 ? 1 : left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
}

static cb__trace_spec spec_of(const cb__pair *pair, const cb__bench *bench)
{
	return (cb__trace_spec){
		.algorithm = pair->panel->algorithm->name,
		.operation = cb_op_name(pair->panel->op),
		.size = pair->panel->size,
		.variant = cb_variant_name(pair->panel->variant),
		.seed = bench->settings->seed,
		.steps = bench->settings->steps,
		.repeats = 1,
		.limit_ms = left_ms(bench),
	};
}

/* One arm, several times. *ret_cut tells that one did not reach the end. */
static cb_status follow_arm(json_t *list, int *ret_cut, cb__followed *followed, cb__pair *pair,
	cb__arm arm, cb__bench *bench)
{
	cb__entry *entry = pair->arms[arm];
	cb_status status = CB_OK;
	for (int i = 0; i < REPEATS && status == CB_OK && !*ret_cut && !followed->is_refused &&
			!followed->is_late && cb__entry_is_alive(entry);
		i++) {
		const cb__trace_spec spec = spec_of(pair, bench);
		cb__trace trace;
		status = cb__trace_take(&trace, &bench->crew, entry->member, &spec);
		followed->is_refused = followed->is_refused || trace.is_untraceable;
		/* The budget's end is no fault of the library. */
		followed->is_late = trace.outcome == CB_OUTCOME_TIMED_OUT && left_s(bench) <= 0;
		if (status == CB_OK && !trace.is_untraceable && !followed->is_late &&
			trace.outcome != CB_OUTCOME_MEASURED)
			status = cb__entry_end(entry, trace.outcome, trace.reason, trace.output);
		entry->answer_count = trace.answer_count;
		*ret_cut = trace.repeats > 0 && !trace.tally.complete;
		if (trace.repeats > 0 && json_array_append_new(list,
						 json_integer((json_int_t)trace.tally.inside)) != 0)
			status = CB_ENOMEM;
		cb__trace_done(&trace);
	}
	return status;
}

static cb_status follow_pair(cb__followed *followed, int *ret_cut, cb__pair *pair, cb__bench *bench)
{
	json_t *lists[] = {json_array(), json_array()};
	int is_head_cut = 0;
	cb_status status = lists[0] != NULL && lists[1] != NULL ? CB_OK : CB_ENOMEM;
	bench->current = pair->id;
	if (status == CB_OK && cb__bench_tick(0, bench) != 0)
		status = CB_ECANCELLED;
	if (status == CB_OK)
		status = follow_arm(lists[0], ret_cut, followed, pair, CB__ARM_BASE, bench);
	/* A head that does not end where the base does has become longer: that is no reason to look
	 * away. */
	if (status == CB_OK && !*ret_cut)
		status = follow_arm(lists[1], &is_head_cut, followed, pair, CB__ARM_HEAD, bench);
	int is_done = status == CB_OK && !*ret_cut && !followed->is_refused && !followed->is_late &&
		      cb__pair_is_alive(pair);
	json_t *count = json_pack(
		"{s:o, s:o, s:b}", "base", lists[0], "head", lists[1], "head_cut", is_head_cut);
	if (is_done && json_object_set(followed->counts, pair->id, count) != 0)
		status = CB_ENOMEM;
	json_decref(count);
	bench->done++;
	return status;
}

/* Takes a pair out of the list. */
static cb_status leave_out(cb__followed *followed, cb__pairs *pairs, size_t index)
{
	json_t *id = json_string(pairs->rows[index].id);
	cb__pair_done(&pairs->rows[index]);
	for (size_t i = index + 1; i < pairs->count; i++)
		pairs->rows[i - 1] = pairs->rows[i];
	pairs->count--;
	return json_array_append_new(followed->left_out, id) == 0 ? CB_OK : CB_ENOMEM;
}

cb_status cb__pairs_follow(cb__followed *out, cb__pairs *pairs, cb__bench *bench)
{
	*out = (cb__followed){.counts = json_object(), .left_out = json_array()};
	cb_status status = out->counts != NULL && out->left_out != NULL ? CB_OK : CB_ENOMEM;
	bench->total = pairs->count;
	bench->launch = 1;
	bench->launches = 1;
	for (size_t i = 0; i < pairs->count && status == CB_OK && !out->is_refused;) {
		int is_cut = 0;
		cb__pair *pair = &pairs->rows[i];
		if (out->is_late || left_s(bench) <= 0)
			break;
		if (cb__pair_is_alive(pair) && !pair->has_same_code)
			status = follow_pair(out, &is_cut, pair, bench);
		if (!is_cut) {
			i++;
			continue;
		}
		bench->current = "";
		if (status == CB_OK)
			status = leave_out(out, pairs, i);
	}
	return status;
}

cb_status cb__pair_count_work(cb__pair *pair, cb__bench *bench)
{
	cb_status status = CB_OK;
	int is_complete = 1;
	for (int arm = 0; arm < 2 && status == CB_OK && is_complete && left_s(bench) > 0; arm++) {
		const cb__trace_spec spec = spec_of(pair, bench);
		cb__trace trace;
		status = cb__trace_take(&trace, &bench->crew, pair->arms[arm]->member, &spec);
		is_complete = trace.repeats > 0 && trace.tally.complete;
		if (status == CB_OK && is_complete)
			pair->work[arm] = trace.tally.inside;
		cb__trace_done(&trace);
	}
	return status;
}
