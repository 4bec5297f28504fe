/* SPDX-License-Identifier: Apache-2.0 */
/* A panel of the test backends' hash, one cell for each member of a crew. */
#ifndef PANEL_FIXTURE_H
#define PANEL_FIXTURE_H

#include "company.h"

#include <stdlib.h>

#include "matrix.h"

static const cb_algorithm fixture_hash = {
	.name = "fixture-hash", .kind = CB_KIND_HASH, .out_len = 8, .block_len = 1};

static inline cb__panel panel_of(cb__crew *crew, const cb_algorithm *algorithm, cb_op op)
{
	cb__panel panel = {
		.algorithm = algorithm, .op = op, .size = 64, .threads = 1, .processes = 1};
	panel.entries = calloc(crew->member_count, sizeof *panel.entries);
	assert_non_null(panel.entries);
	for (size_t i = 0; i < crew->member_count; i++)
		panel.entries[i] =
			(cb__entry){.member = &crew->members[i], .outcome = CB_OUTCOME_MEASURED};
	return panel;
}

static inline void panel_done(cb__panel *panel, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(panel->entries[i].reason);
		free(panel->entries[i].output);
		free(panel->entries[i].readings);
	}
	free(panel->entries);
}

static inline void expect_outcome(const cb__panel *panel, size_t index, cb_outcome outcome)
{
	const cb__entry *entry = &panel->entries[index];
	if (entry->outcome != outcome)
		fail_msg("%s is %s (%s) and not %s", entry->member->subject->label,
			cb_outcome_name(entry->outcome), entry->reason != NULL ? entry->reason : "",
			cb_outcome_name(outcome));
}

#endif
