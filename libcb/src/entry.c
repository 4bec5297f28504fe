/* SPDX-License-Identifier: Apache-2.0 */
#include "entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results_fields.h"

/* Ends the cell unless the run ends. */
static cb_status settle(cb__entry *entry, cb_status status, cb_text *why, char *output)
{
	if (status != CB_OK && status != CB_ECANCELLED && status != CB_ENOMEM) {
		/* A worker that lives still has the cell open, and a function is to be torn down.
		 */
		if (entry->member->link == NULL && entry->member->callee == NULL)
			entry->is_open = 0;
		status = cb__entry_end(entry, cb__outcome_of(status), cb__text_string(why), output);
	}
	cb__text_done(why);
	free(output);
	return status;
}

cb_status cb__entry_ask(cb__entry *entry, json_t **out, cb__crew *crew, json_t *command)
{
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	*out = NULL;
	cb_status status = cb__crew_ask(crew, entry->member, out, command, &why, &output);
	return settle(entry, status, &why, output);
}

/* @p nth counts the workers of a member: each has processors of its own. */
static json_t *open_command(
	const cb__panel *panel, const cb__entry *entry, const cb__visit *visit, uint32_t nth)
{
	json_t *command = json_pack("{s:s, s:s, s:s, s:I, s:s, s:I, s:I, s:I}", "cmd", "open",
		"algorithm", panel->algorithm->name, "operation", cb_op_name(panel->op), "size",
		(json_int_t)panel->size, "variant", cb_variant_name(panel->variant), "threads",
		(json_int_t)panel->threads, "seed", (json_int_t)visit->seed, "calibrate_ns",
		(json_int_t)(entry->ops == 0 && nth == 0 ? visit->target_ns : 0));
	if (entry->slowed_percent > 0)
		json_object_set_new(command, "slowed_percent", json_real(entry->slowed_percent));
	/* One thread stays where the host is; several are spread. */
	if (panel->threads * panel->processes > 1)
		json_object_set_new(command, "cpus",
			cb__crew_cpus(visit->crew, nth * panel->threads, panel->threads));
	return command;
}

static void take_opened(cb__entry *entry, const json_t *reply)
{
	entry->is_open = 1;
	const char *fingerprint = json_string_value(json_object_get(reply, "fingerprint"));
	snprintf(entry->fingerprint, sizeof entry->fingerprint, "%s",
		fingerprint != NULL ? fingerprint : "");
	entry->answer_count = (uint32_t)json_integer_value(json_object_get(reply, "answers"));
	json_int_t ops = json_integer_value(json_object_get(reply, "ops"));
	if (entry->ops == 0 && ops > 0)
		entry->ops = (uint64_t)ops;
}

static cb_status open_peers(cb__entry *entry, const cb__panel *panel, const cb__visit *visit)
{
	cb__member *member = entry->member;
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	cb_status status = CB_OK;
	for (uint32_t i = 0; i < member->peer_count && status == CB_OK; i++) {
		json_t *reply = NULL;
		status = cb__link_ask(member->peers[i], &reply,
			open_command(panel, entry, visit, i + 1), visit->crew->limit_ms,
			&visit->crew->pump, &why);
		const char *reason = json_string_value(json_object_get(reply, "reason"));
		if (status == CB_OK) {
			status = cb__reply_status(reply);
			cb__text_add(&why, reason != NULL ? reason : "");
		} else {
			output = cb__string_copy(cb__link_output(member->peers[i]));
		}
		json_decref(reply);
	}
	return settle(entry, status, &why, output);
}

static cb_status tick(const cb__visit *visit)
{
	const cb__pump *pump = &visit->crew->pump;
	int is_over = pump->tick != NULL && pump->tick(0, pump->payload) != 0;
	return is_over ? CB_ECANCELLED : CB_OK;
}

static cb_status open_callee(cb__entry *entry, const cb__visit *visit)
{
	cb_text why = CB_TEXT_INIT;
	cb_status status = cb__callee_open(entry->member->callee, &why);
	entry->is_open = status == CB_OK;
	if (status == CB_OK && entry->ops == 0)
		status = cb__callee_calibrate(
			entry->member->callee, &entry->ops, visit->target_ns, &why);
	if (status == CB_OK)
		status = tick(visit);
	return settle(entry, status, &why, NULL);
}

cb_status cb__entry_open(cb__entry *entry, const cb__panel *panel, const cb__visit *visit)
{
	if (entry->member->callee != NULL)
		return open_callee(entry, visit);
	cb_status status = cb__crew_start_peers(visit->crew, entry->member, panel->processes);
	if (status != CB_OK)
		return status;
	if (entry->member->link == NULL)
		return cb__entry_end(entry, entry->member->outcome, entry->member->reason,
			entry->member->output);
	json_t *reply = NULL;
	status = cb__entry_ask(entry, &reply, visit->crew, open_command(panel, entry, visit, 0));
	if (reply == NULL)
		return status;
	take_opened(entry, reply);
	json_decref(reply);
	return open_peers(entry, panel, visit);
}

static void read_sample(cb__sample *out, const json_t *reply)
{
	*out = (cb__sample){
		.ops = (uint64_t)json_integer_value(json_object_get(reply, "ops")),
		.start_ns = (uint64_t)json_integer_value(json_object_get(reply, "start_ns")),
		.wall_ns = (uint64_t)json_integer_value(json_object_get(reply, "wall_ns")),
		.cpu_ns = (uint64_t)json_integer_value(json_object_get(reply, "cpu_ns")),
		.switches = json_integer_value(json_object_get(reply, "switches")),
		.cycles = (uint64_t)json_integer_value(json_object_get(reply, "cycles")),
		.clock_hz = json_number_value(json_object_get(reply, "clock_hz")),
	};
}

/* All that several processes did, from the first start to the last end. */
static void add_up(cb__sample *out, json_t *const *replies, size_t count)
{
	uint64_t end_ns = 0;
	read_sample(out, replies[0]);
	for (size_t i = 1; i < count; i++) {
		cb__sample sample;
		read_sample(&sample, replies[i]);
		end_ns = out->start_ns + out->wall_ns;
		if (sample.start_ns + sample.wall_ns > end_ns)
			end_ns = sample.start_ns + sample.wall_ns;
		if (sample.start_ns < out->start_ns)
			out->start_ns = sample.start_ns;
		out->wall_ns = end_ns - out->start_ns;
		out->ops += sample.ops;
		out->cpu_ns += sample.cpu_ns;
		out->switches += sample.switches;
		out->cycles += sample.cycles;
		out->clock_hz += (sample.clock_hz - out->clock_hz) / (double)(i + 1);
	}
}

/* *ret_taken is 0 if the cell ended. */
static cb_status take_sample(
	cb__sample *out, int *ret_taken, cb__entry *entry, const cb__visit *visit)
{
	size_t count = 1 + entry->member->peer_count;
	json_t **replies = calloc(count, sizeof(json_t *));
	json_t *command = json_pack("{s:s, s:I, s:I, s:I}", "cmd", "sample", "ops",
		(json_int_t)entry->ops, "turn", (json_int_t)entry->turns, "lead_in_ns",
		(json_int_t)visit->lead_in_ns);
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	cb_status status = CB_ENOMEM;
	*ret_taken = 0;
	if (replies != NULL && command != NULL)
		status = cb__crew_ask_all(
			visit->crew, entry->member, replies, command, &why, &output);
	if (status == CB_OK) {
		add_up(out, replies, count);
		*ret_taken = 1;
		for (size_t i = 0; i < count; i++)
			json_decref(replies[i]);
	}
	json_decref(command);
	free(replies);
	return settle(entry, status, &why, output);
}

/* *ret_taken is 0 if the cell ended. */
static cb_status call(cb__sample *out, int *ret_taken, cb__entry *entry, const cb__visit *visit)
{
	cb__callee *callee = entry->member->callee;
	cb_text why = CB_TEXT_INIT;
	*ret_taken = 0;
	cb_status status = tick(visit);
	if (status == CB_OK)
		status = cb__callee_lead_in(callee, visit->lead_in_ns, &why);
	/* Of a short function this would undo what the lead-in is for. */
	if (status == CB_OK && entry->ops == 1)
		status = tick(visit);
	if (status == CB_OK)
		status = cb__callee_sample(callee, out, entry->ops, entry->turns, &why);
	*ret_taken = status == CB_OK;
	return settle(entry, status, &why, NULL);
}

/* Of a size that is not what one call works through: no document holds such a rate. */
static int is_too_fast(const cb__entry *entry, const cb__sample *sample)
{
	const cb__callee *callee = entry->member->callee;
	if (callee == NULL)
		return 0;
	double bytes = (double)callee->function.size * (double)sample->ops;
	return bytes * 1e9 > CB__REAL_MAX * (double)sample->wall_ns;
}

/* A worker is another program, and a launcher may put yet another in its place. */
static int is_plausible(const cb__sample *sample)
{
	const uint64_t limit = 1000000000000000u; /* eleven days, or as many operations */
	return sample->ops > 0 && sample->ops < limit && sample->wall_ns < limit &&
	       sample->cpu_ns < limit && sample->switches >= 0 && sample->cycles < 1000 * limit &&
	       sample->clock_hz >= 0 && sample->clock_hz < 1e12;
}

cb_status cb__entry_sample(
	cb__sample *out, int *ret_taken, cb__entry *entry, const cb__visit *visit)
{
	int is_function = entry->member->callee != NULL;
	cb_status status = is_function ? call(out, ret_taken, entry, visit)
				       : take_sample(out, ret_taken, entry, visit);
	if (status != CB_OK || !*ret_taken)
		return status;
	entry->turns++;
	*ret_taken = 0;
	/* No time at all is no measurement, and would divide by zero later. */
	if (out->wall_ns == 0 || out->cpu_ns == 0)
		return cb__entry_end(entry, CB_OUTCOME_FAILED, "the clock did not advance", NULL);
	if (!is_plausible(out))
		return cb__entry_end(
			entry, CB_OUTCOME_FAILED, "the worker's figures make no sense", NULL);
	if (is_too_fast(entry, out))
		return cb__entry_end(entry, CB_OUTCOME_FAILED,
			"no call works through so many bytes in so short a time: its size is wrong",
			NULL);
	*ret_taken = 1;
	return CB_OK;
}

cb_status cb__entry_close(cb__entry *entry, const cb__visit *visit)
{
	if (entry->member->callee != NULL) {
		entry->is_open = 0;
		cb__callee_close(entry->member->callee);
		return CB_OK;
	}
	json_t *command = json_pack("{s:s}", "cmd", "close");
	size_t count = 1 + entry->member->peer_count;
	json_t **replies = calloc(count, sizeof(json_t *));
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	cb_status status = command != NULL && replies != NULL ? CB_OK : CB_ENOMEM;
	entry->is_open = 0;
	if (status == CB_OK && entry->member->link != NULL) {
		status = cb__crew_ask_all(
			visit->crew, entry->member, replies, command, &why, &output);
		for (size_t i = 0; i < count && status == CB_OK; i++)
			json_decref(replies[i]);
	}
	json_decref(command);
	free(replies);
	return settle(entry, status, &why, output);
}
