/* SPDX-License-Identifier: Apache-2.0 */
#include "panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "crosscheck.h"

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

static json_t *open_command(const cb__panel *panel, const cb__entry *entry, const cb__visit *visit)
{
	return json_pack("{s:s, s:s, s:s, s:I, s:I, s:I}", "cmd", "open", "algorithm",
		panel->algorithm->name, "operation", cb_op_name(panel->op), "size",
		(json_int_t)panel->size, "seed", (json_int_t)visit->seed, "calibrate_ns",
		(json_int_t)(entry->ops == 0 ? visit->target_ns : 0));
}

static cb_status open_entry(cb__entry *entry, const cb__panel *panel, const cb__visit *visit)
{
	cb_status status = cb__crew_start(visit->crew, entry->member);
	if (status != CB_OK)
		return status;
	if (entry->member->link == NULL)
		return cb__entry_end(entry, entry->member->outcome, entry->member->reason,
			entry->member->output);
	json_t *reply = NULL;
	status = cb__entry_ask(entry, &reply, visit->crew, open_command(panel, entry, visit));
	if (reply == NULL)
		return status;
	entry->is_open = 1;
	const char *fingerprint = json_string_value(json_object_get(reply, "fingerprint"));
	snprintf(entry->fingerprint, sizeof entry->fingerprint, "%s",
		fingerprint != NULL ? fingerprint : "");
	json_int_t ops = json_integer_value(json_object_get(reply, "ops"));
	if (entry->ops == 0 && ops > 0)
		entry->ops = (uint64_t)ops;
	json_decref(reply);
	return CB_OK;
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

static cb_status sample_entry(cb__entry *entry, const cb__visit *visit, uint32_t round)
{
	json_t *reply = NULL;
	cb_status status = cb__entry_ask(entry, &reply, visit->crew,
		json_pack("{s:s, s:I, s:I, s:I}", "cmd", "sample", "ops", (json_int_t)entry->ops,
			"turn", (json_int_t)entry->reading_count, "lead_in_ns",
			(json_int_t)visit->lead_in_ns));
	if (reply == NULL)
		return status;
	const cb__reading reading = {
		.launch = visit->launch,
		.round = round,
		.sample =
			{
				.ops = entry->ops,
				.wall_ns = (uint64_t)json_integer_value(
					json_object_get(reply, "wall_ns")),
				.cpu_ns = (uint64_t)json_integer_value(
					json_object_get(reply, "cpu_ns")),
				.switches = json_integer_value(json_object_get(reply, "switches")),
			},
	};
	json_decref(reply);
	/* No time at all is no measurement, and would divide by zero later. */
	if (reading.sample.wall_ns == 0 || reading.sample.cpu_ns == 0)
		return cb__entry_end(entry, CB_OUTCOME_FAILED, "the clock did not advance", NULL);
	return cb__entry_add(entry, &reading);
}

static cb_status close_entry(cb__entry *entry, const cb__visit *visit)
{
	json_t *reply = NULL;
	entry->is_open = 0;
	if (entry->member->link == NULL)
		return CB_OK;
	cb_status status =
		cb__entry_ask(entry, &reply, visit->crew, json_pack("{s:s}", "cmd", "close"));
	json_decref(reply);
	return status;
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

static cb_status open_step(
	cb__entry *entry, cb__panel *panel, const cb__visit *visit, uint32_t round)
{
	(void)round;
	return cb__entry_is_alive(entry) ? open_entry(entry, panel, visit) : CB_OK;
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

static int is_late(const cb__visit *visit)
{
	return visit->deadline_ns != 0 && cb__clock_wall_ns() >= visit->deadline_ns;
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
	for (uint32_t round = 0; round < visit->rounds && status == CB_OK; round++) {
		if (round > 0 && is_late(visit))
			break;
		status = step_all(panel, entry_count, visit, round, sample_step);
	}
	if (status == CB_OK)
		status = step_all(panel, entry_count, visit, 0, close_step);
	panel->cost_s = (double)(cb__clock_wall_ns() - start) * 1e-9;
	return status;
}
