/* SPDX-License-Identifier: Apache-2.0 */
#include "trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Instructions followed in a millisecond where it is slow: an idle machine manages ten times as
 * many. */
#define SLOW_STEPS_PER_MS 5u

/* A day. */
#define LIMIT_MAX_MS 86400000u

void cb__trace_done(cb__trace *trace)
{
	free(trace->reason);
	free(trace->output);
	*trace = (cb__trace){.outcome = CB_OUTCOME_SKIPPED};
}

static cb_status end(cb__trace *trace, cb_outcome outcome, const char *reason)
{
	trace->outcome = outcome;
	free(trace->reason);
	trace->reason = cb__string_copy(reason);
	return trace->reason != NULL ? CB_OK : CB_ENOMEM;
}

static cb_status end_unsteady(cb__trace *trace, const cb__tally *other)
{
	cb_text why = CB_TEXT_INIT;
	trace->is_unsteady = 1;
	cb__text_format(&why,
		"following it again gave another count: %" PRIu64 " instructions, then %" PRIu64,
		trace->tally.inside, other->inside);
	cb_status status = end(trace, CB_OUTCOME_FAILED, cb__text_string(&why));
	cb__text_done(&why);
	return status;
}

static cb_status judge(cb__trace *trace, const cb__member *member)
{
	cb_text what = CB_TEXT_INIT;
	cb_accel accel = member->subject->accel;
	cb_status status = CB_OK;
	trace->outcome = CB_OUTCOME_MEASURED;
	if (cb__tally_breaks(&trace->tally, accel, &what)) {
		cb_text why = CB_TEXT_INIT;
		cb__text_format(&why, "mode %s, and the library executed %s instructions",
			cb_accel_name(accel), cb__text_string(&what));
		status = end(trace, CB_OUTCOME_UNPROVEN, cb__text_string(&why));
		cb__text_done(&why);
	}
	cb__text_done(&what);
	return status;
}

static cb_status read_runs(cb__trace *trace, const cb__member *member, const json_t *runs)
{
	size_t count = json_array_size(runs);
	for (size_t i = 0; i < count; i++) {
		cb__tally tally;
		if (cb__tally_from_json(&tally, json_array_get(runs, i)) != CB_OK)
			return end(trace, CB_OUTCOME_FAILED, "the worker's counts make no sense");
		if (i == 0)
			trace->tally = tally;
		trace->repeats++;
		if (!cb__tally_equals(&trace->tally, &tally))
			return end_unsteady(trace, &tally);
	}
	if (count == 0)
		return end(trace, CB_OUTCOME_FAILED, "the worker counted nothing");
	return judge(trace, member);
}

static cb_status read_reply(cb__trace *trace, const cb__member *member, const json_t *reply)
{
	const char *reason = json_string_value(json_object_get(reply, "untraceable"));
	if (reason == NULL)
		return read_runs(trace, member, json_object_get(reply, "runs"));
	trace->is_untraceable = 1;
	return end(trace, CB_OUTCOME_UNSUPPORTED, reason);
}

static json_t *open_command(const cb__trace_spec *spec)
{
	return json_pack("{s:s, s:s, s:s, s:I, s:s, s:I}", "cmd", "open", "algorithm",
		spec->algorithm, "operation", spec->operation, "size", (json_int_t)spec->size,
		"variant", spec->variant, "seed", (json_int_t)spec->seed);
}

static json_t *prove_command(const cb__trace_spec *spec, uint32_t limit_ms)
{
	return json_pack("{s:s, s:I, s:I, s:I}", "cmd", "prove", "step_budget",
		(json_int_t)spec->steps, "repeats", (json_int_t)spec->repeats, "limit_ms",
		(json_int_t)limit_ms);
}

/* The worker itself ends what does not go on; so long at most may what goes on take. */
static uint32_t patience_ms(const cb__trace_spec *spec, uint32_t limit_ms)
{
	uint64_t each_ms = limit_ms + spec->steps / SLOW_STEPS_PER_MS;
	uint64_t all_ms = limit_ms + each_ms * spec->repeats;
	if (spec->limit_ms > 0 && spec->limit_ms < all_ms)
		return spec->limit_ms;
	return all_ms < LIMIT_MAX_MS ? (uint32_t)all_ms : LIMIT_MAX_MS;
}

/* Opening it, which checks its answers, has the time that any reply has. */
static cb_status follow(cb__trace *out, cb__crew *crew, cb__member *member,
	const cb__trace_spec *spec, cb_text *why)
{
	uint32_t limit_ms = crew->limit_ms;
	json_t *reply = NULL;
	cb_status status =
		cb__crew_ask(crew, member, &reply, open_command(spec), why, &out->output);
	out->answer_count = (uint32_t)json_integer_value(json_object_get(reply, "answers"));
	json_decref(reply);
	reply = NULL;
	if (status != CB_OK)
		return status;
	crew->limit_ms = patience_ms(spec, limit_ms);
	status = cb__crew_ask(
		crew, member, &reply, prove_command(spec, limit_ms), why, &out->output);
	crew->limit_ms = limit_ms;
	if (status == CB_OK)
		status = read_reply(out, member, reply);
	json_decref(reply);
	return status;
}

/* What goes wrong here is not the trace's fault: a new worker is started for the next. */
static cb_status close_cell(cb__crew *crew, cb__member *member)
{
	cb_text why = CB_TEXT_INIT;
	json_t *reply = NULL;
	cb_status status = CB_OK;
	if (member->link != NULL)
		status = cb__crew_ask(
			crew, member, &reply, json_pack("{s:s}", "cmd", "close"), &why, NULL);
	json_decref(reply);
	cb__text_done(&why);
	return status == CB_ECANCELLED || status == CB_ENOMEM ? status : CB_OK;
}

cb_status cb__trace_take(
	cb__trace *out, cb__crew *crew, cb__member *member, const cb__trace_spec *spec)
{
	*out = (cb__trace){.outcome = CB_OUTCOME_SKIPPED};
	cb_status status = cb__crew_start(crew, member);
	if (status == CB_OK && member->link == NULL)
		return end(out, member->outcome, member->reason != NULL ? member->reason : "");
	if (status != CB_OK)
		return status;
	cb_text why = CB_TEXT_INIT;
	status = follow(out, crew, member, spec, &why);
	if (status != CB_OK && status != CB_ECANCELLED && status != CB_ENOMEM)
		status = end(out, cb__outcome_of(status), cb__text_string(&why));
	cb__text_done(&why);
	return status == CB_OK ? close_cell(crew, member) : status;
}

static int is_failed(cb_outcome outcome)
{
	return outcome != CB_OUTCOME_MEASURED && outcome != CB_OUTCOME_UNPROVEN &&
	       outcome != CB_OUTCOME_UNSUPPORTED && outcome != CB_OUTCOME_SKIPPED;
}

static void add_missed(cb__trace_sum *sum, const char *name, const cb__trace *trace)
{
	if (sum->missed++ == 0)
		cb__text_format(
			&sum->miss, "%s: %s", name, trace->reason != NULL ? trace->reason : "");
}

void cb__trace_sum_add(cb__trace_sum *sum, const char *name, const cb__trace *trace)
{
	if (is_failed(trace->outcome))
		add_missed(sum, name, trace);
	if (trace->outcome != CB_OUTCOME_MEASURED && trace->outcome != CB_OUTCOME_UNPROVEN)
		return;
	if (trace->repeats == 0)
		return;
	if (trace->tally.complete)
		sum->followed++;
	else
		sum->cut++;
	sum->tally.inside += trace->tally.inside;
	for (size_t i = 0; i < CB__CLASS_COUNT; i++)
		sum->tally.counts[i] += trace->tally.counts[i];
	if (trace->outcome != CB_OUTCOME_UNPROVEN || sum->is_broken)
		return;
	sum->is_broken = 1;
	cb__text_format(&sum->broken, "%s: %s", name, trace->reason);
}

int cb__trace_sum_decides(const cb__trace_sum *sum)
{
	return sum->followed > 0 || sum->is_broken;
}

/* What the sentence before does not speak for. */
static void describe_rest(cb_text *out, const cb__trace_sum *sum)
{
	if (sum->cut > 0)
		cb__text_format(out, "; %u followed only in part", sum->cut);
	if (sum->missed > 0)
		cb__text_format(out, "; %u could not be followed (%s)", sum->missed,
			cb__text_string(&sum->miss));
}

static void describe(cb_text *out, const cb__trace_sum *sum, cb_accel accel)
{
	cb_text crypto = CB_TEXT_INIT;
	cb__text_format(
		out, "%u operation%s followed, ", sum->followed, sum->followed == 1 ? "" : "s");
	cb__tally_name_crypto(&crypto, &sum->tally);
	if (accel != CB_ACCEL_ON)
		cb__text_add(out, "none executed what the mode forbids");
	else if (crypto.len > 0)
		cb__text_format(out, "which executed %s", cb__text_string(&crypto));
	else
		cb__text_add(out, "none executed crypto instructions");
	cb__text_done(&crypto);
	describe_rest(out, sum);
}

json_t *cb__trace_sum_to_json(const cb__trace_sum *sum, cb_accel accel)
{
	cb_text detail = CB_TEXT_INIT;
	if (sum->is_broken)
		cb__text_add(&detail, cb__text_string(&sum->broken));
	else
		describe(&detail, sum, accel);
	json_t *made = detail.failed || sum->broken.failed || sum->miss.failed
			       ? NULL
			       : json_pack("{s:b, s:s, s:s}", "achieved", !sum->is_broken, "level",
					 "trace", "detail", cb__text_string(&detail));
	cb__text_done(&detail);
	return made;
}

void cb__trace_sum_done(cb__trace_sum *sum)
{
	cb__text_done(&sum->broken);
	cb__text_done(&sum->miss);
}
