/* SPDX-License-Identifier: Apache-2.0 */
/* Follows one operation of every cell of a plan. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "document.h"
#include "matrix.h"
#include "plan.h"
#include "proofs.h"
#include "results_fields.h"

/* Enough to see that a count is no accident. A longer message runs the same code more often, so
 * only the shortest of each operation is followed again. */
#define REPEATS 2u

/* If no sizes were asked for: two make a line, and one of them is the same in every mode. Wide code
 * paths begin at some hundred bytes; slow ones take a second for each hundred. */
#define SIZE_SMALL  256u
#define SIZE_SHARED 512u
#define SIZE_LARGE  2048u

struct proving {
	cb_plan *plan;
	cb__settings settings; /* the plan's, with what cannot be followed taken out */
	uint64_t sizes[3];
	uint64_t one[1];  /* thread, and process */
	cb__subjects all; /* used if the plan has no subjects */
	cb__bench bench;
	cb__matrix matrix;
	cb_proofs *proofs;
};

/* One thread of one process: the worker that is followed has no others. */
static void choose_settings(struct proving *proving)
{
	proving->settings = proving->plan->settings;
	proving->one[0] = 1;
	proving->settings.threads = proving->one;
	proving->settings.thread_count = 1;
	proving->settings.processes = proving->one;
	proving->settings.process_count = 1;
	proving->settings.load = 0;
	if (proving->settings.are_sizes_given)
		return;
	proving->sizes[0] = SIZE_SMALL;
	proving->sizes[1] = SIZE_SHARED;
	proving->sizes[2] = SIZE_LARGE;
	proving->settings.sizes = proving->sizes;
	proving->settings.size_count = 3;
}

static int is_wanted(const struct proving *proving, const cb__panel *panel, cb_accel accel)
{
	if (proving->settings.are_sizes_given ||
		!cb_op_has_message(panel->algorithm->kind, panel->op))
		return 1;
	return panel->size != (accel == CB_ACCEL_ON ? SIZE_SMALL : SIZE_LARGE);
}

static cb_status prepare(struct proving *proving)
{
	const cb__subjects *subjects = NULL;
	cb_plan *plan = proving->plan;
	choose_settings(proving);
	proving->proofs = calloc(1, sizeof *proving->proofs);
	if (proving->proofs == NULL)
		return CB_ENOMEM;
	cb_status status = cb__plan_subjects(&subjects, &proving->all, plan);
	if (status == CB_OK)
		status = cb__bench_open(&proving->bench, plan->ctx, &proving->settings, subjects);
	proving->proofs->environment = json_incref(proving->bench.environment);
	return status;
}

static cb_status start(struct proving *proving)
{
	cb_status status = cb__bench_start(&proving->bench);
	if (status == CB_OK)
		status = cb__matrix_new(&proving->matrix, &proving->bench.crew, &proving->settings);
	return status;
}

static const cb__panel *panel_of(const struct proving *proving, const cb__proof_row *row)
{
	return &proving->matrix.panels[row->family];
}

static cb_status name_row(cb__proof_row *row, const cb__panel *panel, const cb__entry *entry)
{
	cb_text id = CB_TEXT_INIT;
	cb_text same = CB_TEXT_INIT;
	cb__document_cell_id(&id, panel, entry->member);
	if (entry->member->same_as != NULL)
		cb__document_cell_id(&same, panel, entry->member->same_as);
	cb_status status = cb__text_take(&id, &row->id);
	if (status == CB_OK)
		status = cb__text_take(&same, &row->same_as);
	row->algorithm = cb__string_copy(panel->algorithm->name);
	cb__text_done(&same);
	return status == CB_OK && row->algorithm == NULL ? CB_ENOMEM : status;
}

static cb_status add_row(struct proving *proving, size_t family, size_t subject)
{
	const cb__panel *panel = &proving->matrix.panels[family];
	const cb__entry *entry = &panel->entries[subject];
	cb__proof_row *row = &proving->proofs->rows[proving->proofs->count];
	*row = (cb__proof_row){
		.view = {.operation = cb_op_name(panel->op),
			.size = panel->size,
			.variant = cb_variant_name(panel->variant)},
		.trace = {.outcome = entry->outcome == CB_OUTCOME_MEASURED ? CB_OUTCOME_SKIPPED
									   : entry->outcome},
		.accel = entry->member->subject->accel,
		.is_asked = entry->member->subject->is_asked,
		.subject = subject,
		.source = proving->proofs->count,
		.family = family,
		.service = (size_t)(entry->member->service - proving->bench.crew.services),
	};
	proving->proofs->count++;
	row->trace.reason = cb__string_copy(
		entry->reason != NULL ? entry->reason
				      : "not reached: cancelled, or the budget was spent");
	if (entry->output != NULL && entry->output[0] != '\0')
		row->trace.output = cb__string_copy(entry->output);
	return row->trace.reason != NULL ? name_row(row, panel, entry) : CB_ENOMEM;
}

/* Panels in the order of the catalogue, and in each the subjects. */
static cb_status add_rows(struct proving *proving)
{
	const cb__matrix *matrix = &proving->matrix;
	size_t limit = matrix->panel_count * matrix->entry_count;
	cb_status status = CB_OK;
	proving->proofs->rows = calloc(limit + 1, sizeof *proving->proofs->rows);
	if (proving->proofs->rows == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < matrix->panel_count; i++)
		for (size_t j = 0; j < matrix->entry_count && status == CB_OK; j++) {
			const cb__panel *panel = &matrix->panels[i];
			if (is_wanted(proving, panel, panel->entries[j].member->subject->accel))
				status = add_row(proving, i, j);
		}
	return status;
}

/* Rows of subjects that another stands for borrow that one's counts. */
static void link_rows(struct proving *proving)
{
	cb_proofs *proofs = proving->proofs;
	for (size_t i = 0; i < proofs->count; i++) {
		const cb__member *member = &proving->bench.crew.members[proofs->rows[i].subject];
		for (size_t j = 0; j < proofs->count && member->same_as != NULL; j++)
			if (proofs->rows[j].family == proofs->rows[i].family &&
				&proving->bench.crew.members[proofs->rows[j].subject] ==
					member->same_as)
				proofs->rows[i].source = j;
	}
}

static int is_late(const struct proving *proving)
{
	return proving->settings.is_budget_given &&
	       cb__bench_elapsed_s(&proving->bench) >= proving->settings.budget_s;
}

static uint32_t repeats_of(const struct proving *proving, const cb__proof_row *row)
{
	const cb__panel *panel = panel_of(proving, row);
	for (size_t i = 0; i < proving->proofs->count; i++) {
		const cb__proof_row *other = &proving->proofs->rows[i];
		const cb__panel *same = panel_of(proving, other);
		if (other->subject == row->subject && same->algorithm == panel->algorithm &&
			same->op == panel->op && same->variant == panel->variant &&
			same->size < panel->size)
			return 1;
	}
	return REPEATS;
}

static cb_status follow_row(struct proving *proving, cb__proof_row *row)
{
	const cb__panel *panel = panel_of(proving, row);
	const cb__trace_spec spec = {
		.algorithm = row->algorithm,
		.operation = row->view.operation,
		.size = row->view.size,
		.variant = row->view.variant,
		.seed = proving->settings.seed,
		.steps = proving->settings.steps,
		.repeats = repeats_of(proving, row),
	};
	proving->bench.current = row->id;
	if (cb__bench_tick(0, &proving->bench) != 0)
		return CB_ECANCELLED;
	cb__trace trace;
	cb_status status = cb__trace_take(
		&trace, &proving->bench.crew, panel->entries[row->subject].member, &spec);
	if (status != CB_OK) {
		cb__trace_done(&trace);
		return status;
	}
	cb__trace_done(&row->trace);
	row->trace = trace;
	proving->bench.done++;
	return CB_OK;
}

static int is_to_follow(const struct proving *proving, const cb__proof_row *row)
{
	return cb__entry_is_alive(&panel_of(proving, row)->entries[row->subject]);
}

static cb_status follow_all(struct proving *proving)
{
	cb_proofs *proofs = proving->proofs;
	cb_status status = CB_OK;
	proofs->complete = 1;
	proving->bench.launch = 1;
	proving->bench.launches = 1;
	for (size_t i = 0; i < proofs->count; i++)
		proving->bench.total += is_to_follow(proving, &proofs->rows[i]) ? 1 : 0;
	for (size_t i = 0; i < proofs->count && status == CB_OK; i++) {
		if (!is_to_follow(proving, &proofs->rows[i]))
			continue;
		if (is_late(proving))
			proofs->complete = 0;
		else
			status = follow_row(proving, &proofs->rows[i]);
	}
	if (status == CB_OK)
		status = cb__bench_tell_end(&proving->bench);
	if (status != CB_OK)
		proofs->complete = 0;
	return status;
}

/* What following its cells says of a subject's mode; nothing as long as none was. */
static cb_status conclude_member(struct proving *proving, size_t index)
{
	cb__member *member = &proving->bench.crew.members[index];
	cb__trace_sum sum = {0};
	for (size_t i = 0; i < proving->proofs->count; i++) {
		const cb__proof_row *row = &proving->proofs->rows[i];
		if (row->subject == index)
			cb__trace_sum_add(&sum, row->id, &row->trace);
	}
	cb_status status = CB_OK;
	if (cb__trace_sum_decides(&sum)) {
		json_decref(member->trace);
		member->trace = cb__trace_sum_to_json(&sum, member->subject->accel);
		status = member->trace != NULL ? CB_OK : CB_ENOMEM;
	}
	cb__trace_sum_done(&sum);
	return status;
}

static cb_status make_subjects(struct proving *proving)
{
	cb_proofs *proofs = proving->proofs;
	size_t count = proving->bench.crew.member_count;
	cb_status status = CB_OK;
	proofs->subject_list = json_array();
	proofs->subjects = calloc(count + 1, sizeof *proofs->subjects);
	if (proofs->subject_list == NULL || proofs->subjects == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < count && status == CB_OK; i++)
		status = conclude_member(proving, i);
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		cb__fault fault = {"", ""};
		json_t *subject = cb__document_subject(&proving->bench.crew.members[i]);
		if (json_array_append_new(proofs->subject_list, subject) != 0)
			return CB_ENOMEM;
		status =
			cb__fields_read(&proofs->subjects[i], &fault, subject, &cb__subject_fields);
		proofs->subject_count++;
	}
	return status;
}

static cb_status describe_tool(struct proving *proving)
{
	const cb__settings *settings = &proving->settings;
	const char *machine = settings->machine != NULL ? settings->machine : "unknown";
	json_t *sizes = json_array();
	for (size_t i = 0; i < settings->size_count; i++)
		json_array_append_new(sizes, json_integer((json_int_t)settings->sizes[i]));
	proving->proofs->tool = json_pack("{s:s, s:I, s:s, s:o, s:f, s:{s:s, s:s, s:o, s:I, s:i}}",
		"version", cb_version(), "seed", (json_int_t)settings->seed, "machine", machine,
		"finished", cb__document_now(), "elapsed_s", cb__bench_elapsed_s(&proving->bench),
		"options", "algorithms", settings->algorithms != NULL ? settings->algorithms : "",
		"ops", settings->ops != NULL ? settings->ops : "", "sizes", sizes, "steps",
		(json_int_t)settings->steps, "repeats", (int)REPEATS);
	return proving->proofs->tool != NULL ? CB_OK : CB_ENOMEM;
}

static cb_status write_proofs(struct proving *proving)
{
	link_rows(proving);
	cb_status status = make_subjects(proving);
	if (status == CB_OK)
		status = describe_tool(proving);
	if (status != CB_OK)
		return status;
	cb__proofs_settle(proving->proofs);
	return cb__proofs_find_facts(proving->proofs);
}

static void finish(struct proving *proving)
{
	cb__bench_close(&proving->bench);
	cb__matrix_done(&proving->matrix);
	cb__subjects_done(&proving->all);
	cb_proofs_free(proving->proofs);
}

cb_status cb_plan_prove(cb_plan *plan, cb_proofs **out, cb_progress_fn *progress, void *payload)
{
	struct proving proving = {
		.plan = plan, .bench = {.progress = progress, .payload = payload}};
	cb_status status = prepare(&proving);
	if (status == CB_OK)
		status = start(&proving);
	if (status == CB_OK)
		status = add_rows(&proving);
	if (status == CB_OK)
		status = follow_all(&proving);
	if (status == CB_OK || status == CB_ECANCELLED) {
		cb_status written = write_proofs(&proving);
		if (written == CB_OK) {
			*out = proving.proofs;
			proving.proofs = NULL;
		} else {
			status = written;
		}
	}
	finish(&proving);
	return status;
}
