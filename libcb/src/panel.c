/* SPDX-License-Identifier: Apache-2.0 */
#include "panel.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "crosscheck.h"
#include "schedule.h"

static int are_of_one_build_kind(const cb__entry *a, const cb__entry *b)
{
	/* Functions are no builds of one thing. */
	return a->member->callee == NULL && b->member->callee == NULL &&
	       a->member->subject->accel == b->member->subject->accel &&
	       cb__subject_is_same_implementation(a->member->subject, b->member->subject) &&
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
	cb__reading reading = {.launch = visit->launch, .round = round};
	int is_taken = 0;
	cb_status status = cb__entry_sample(&reading.sample, &is_taken, entry, visit);
	return status == CB_OK && is_taken ? cb__entry_add(entry, &reading) : status;
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
	return cb__entry_open(entry, panel, visit);
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
	return entry->is_open ? cb__entry_close(entry, visit) : CB_OK;
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
