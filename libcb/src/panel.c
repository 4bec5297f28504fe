/* SPDX-License-Identifier: Apache-2.0 */
#include "panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "crosscheck.h"
#include "schedule.h"

cb_status cb__entry_ask(cb__entry *entry, json_t **out, cb__crew *crew, json_t *command)
{
	cb_text why = CB_TEXT_INIT;
	char *output = NULL;
	*out = NULL;
	cb_status status = cb__crew_ask(crew, entry->member, out, command, &why, &output);
	if (status != CB_OK && status != CB_ECANCELLED && status != CB_ENOMEM) {
		/* A worker that lives still has the cell open. */
		if (entry->member->link == NULL)
			entry->is_open = 0;
		status =
			cb__entry_end(entry, cb__outcome_of(status), cb__text_string(&why), output);
	}
	cb__text_done(&why);
	free(output);
	return status;
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
	json_int_t ops = json_integer_value(json_object_get(reply, "ops"));
	if (entry->ops == 0 && ops > 0)
		entry->ops = (uint64_t)ops;
}

/* Ends the cell unless the run ends. */
static cb_status settle(cb__entry *entry, cb_status status, cb_text *why, char *output)
{
	if (status != CB_OK && status != CB_ECANCELLED && status != CB_ENOMEM) {
		/* A worker that lives still has the cell open. */
		if (entry->member->link == NULL)
			entry->is_open = 0;
		status = cb__entry_end(entry, cb__outcome_of(status), cb__text_string(why), output);
	}
	cb__text_done(why);
	free(output);
	return status;
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

static cb_status open_entry(cb__entry *entry, const cb__panel *panel, const cb__visit *visit)
{
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

static int are_of_one_build_kind(const cb__entry *a, const cb__entry *b)
{
	return a->member->subject->accel == b->member->subject->accel &&
	       strcmp(a->member->subject->backend, b->member->subject->backend) == 0;
}

/* Two builds of one library are timed over equally long batches, so that what a batch costs by
 * itself cannot make a difference. */
static void share_batches(cb__panel *panel, size_t entry_count)
{
	for (size_t i = 0; i < entry_count; i++)
		for (size_t j = 0; j < entry_count; j++) {
			cb__entry *a = &panel->entries[i];
			const cb__entry *b = &panel->entries[j];
			if (are_of_one_build_kind(a, b) && b->ops > 0 && b->ops < a->ops)
				a->ops = b->ops;
		}
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
		(json_int_t)entry->ops, "turn", (json_int_t)entry->reading_count, "lead_in_ns",
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

/* A worker is another program, and a launcher may put yet another in its place. */
static int is_plausible(const cb__sample *sample)
{
	const uint64_t limit = 1000000000000000u; /* eleven days, or as many operations */
	return sample->ops > 0 && sample->ops < limit && sample->wall_ns < limit &&
	       sample->cpu_ns < limit && sample->switches >= 0 && sample->cycles < 1000 * limit &&
	       sample->clock_hz >= 0 && sample->clock_hz < 1e12;
}

static cb_status sample_entry(cb__entry *entry, const cb__visit *visit, uint32_t round)
{
	cb__reading reading = {.launch = visit->launch, .round = round};
	int is_taken = 0;
	cb_status status = take_sample(&reading.sample, &is_taken, entry, visit);
	if (status != CB_OK || !is_taken)
		return status;
	/* No time at all is no measurement, and would divide by zero later. */
	if (reading.sample.wall_ns == 0 || reading.sample.cpu_ns == 0)
		return cb__entry_end(entry, CB_OUTCOME_FAILED, "the clock did not advance", NULL);
	if (!is_plausible(&reading.sample))
		return cb__entry_end(
			entry, CB_OUTCOME_FAILED, "the worker's figures make no sense", NULL);
	return cb__entry_add(entry, &reading);
}

static cb_status close_entry(cb__entry *entry, const cb__visit *visit)
{
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

typedef cb_status step_fn(
	cb__entry *entry, cb__panel *panel, const cb__visit *visit, uint32_t round);

/* Does one step with every cell, in random order, so that no cell always follows another. */
static cb_status step_all(
	cb__panel *panel, size_t entry_count, const cb__visit *visit, uint32_t round, step_fn *step)
{
	size_t *order = malloc((entry_count + 1) * sizeof *order);
	if (order == NULL)
		return CB_ENOMEM;
	cb__random_order(visit->random, order, entry_count);
	cb_status status = CB_OK;
	for (size_t i = 0; i < entry_count && status == CB_OK; i++)
		status = step(&panel->entries[order[i]], panel, visit, round);
	free(order);
	return status;
}

static int is_late(const cb__visit *visit)
{
	return visit->deadline_ns != 0 && cb__clock_wall_ns() >= visit->deadline_ns;
}

static cb_status open_step(
	cb__entry *entry, cb__panel *panel, const cb__visit *visit, uint32_t round)
{
	(void)round;
	/* Opening checks at full size, which takes its time with the largest. */
	if (!cb__entry_is_alive(entry) || is_late(visit))
		return CB_OK;
	return open_entry(entry, panel, visit);
}

static cb_status sample_step(
	cb__entry *entry, cb__panel *panel, const cb__visit *visit, uint32_t round)
{
	(void)panel;
	return entry->is_open && cb__entry_is_alive(entry) ? sample_entry(entry, visit, round)
							   : CB_OK;
}

static cb_status close_step(
	cb__entry *entry, cb__panel *panel, const cb__visit *visit, uint32_t round)
{
	(void)panel;
	(void)round;
	return entry->is_open ? close_entry(entry, visit) : CB_OK;
}

static size_t count_alive(const cb__panel *panel, size_t entry_count)
{
	size_t count = 0;
	for (size_t i = 0; i < entry_count; i++)
		count += cb__entry_is_alive(&panel->entries[i]) ? 1 : 0;
	return count;
}

/* Operations that are much longer than a sample take their time from all others: fewer rounds. */
static int takes_too_long(const cb__panel *panel, size_t entry_count, const cb__visit *visit,
	uint32_t round, uint64_t begun_ns)
{
	uint64_t expected_ns = visit->target_ns * visit->rounds * count_alive(panel, entry_count);
	return visit->may_shorten && round >= CB_ROUNDS_MIN &&
	       cb__clock_wall_ns() - begun_ns > 4 * expected_ns;
}

cb_status cb__panel_visit(cb__panel *panel, size_t entry_count, const cb__visit *visit)
{
	if (count_alive(panel, entry_count) == 0)
		return CB_OK;
	uint64_t start = cb__clock_wall_ns();
	cb_status status = step_all(panel, entry_count, visit, 0, open_step);
	if (status == CB_OK && !panel->is_cross_checked) {
		status = cb__crosscheck(panel, entry_count, visit->crew, visit->seed);
		panel->is_cross_checked = 1;
	}
	share_batches(panel, entry_count);
	uint64_t begun_ns = cb__clock_wall_ns();
	for (uint32_t round = 0; round < visit->rounds && status == CB_OK; round++) {
		if (round > 0 && (is_late(visit) || takes_too_long(panel, entry_count, visit, round,
							    begun_ns)))
			break;
		status = step_all(panel, entry_count, visit, round, sample_step);
	}
	if (status == CB_OK)
		status = step_all(panel, entry_count, visit, 0, close_step);
	panel->cost_s = (double)(cb__clock_wall_ns() - start) * 1e-9;
	return status;
}
