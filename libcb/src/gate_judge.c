/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of each cell. Notes and exit status: gate_notes.c. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gate.h"
#include "gate_count.h"
#include "gate_notes.h"
#include "gate_stored.h"
#include "text.h"

static void begin_row(cb__gate_row *row, const cb_rules *rules)
{
	cb_judged *view = &row->view;
	cb__rules_limits(&row->limits, rules, view->id);
	view->stage = "";
	view->reason = "";
	view->waiver = "";
	view->verdict = CB_VERDICT_UNCHANGED;
	view->limit_percent = row->limits.limit_percent;
	view->tolerance_percent = row->limits.tolerance_percent;
	view->rule = row->limits.rule;
	view->rule_line = row->limits.line;
	view->loss_percent = view->loss_ci95_low_percent = view->loss_ci95_high_percent =
		(double)NAN;
	view->p = view->base_ns = view->head_ns = view->control_loss_percent = (double)NAN;
	view->launches = view->disturbed = 0;
	view->is_allowed = 0;
}

static void say(cb__gate_row *row, cb_verdict verdict, const char *format, ...) CB_PRINTF(3, 4);

/* A reason of others that was cut must not end within a character: documents are UTF-8. */
static void end_whole(char *text, size_t len)
{
	uint32_t code = 0;
	for (size_t step; len > 0; text += step, len -= step)
		if ((step = cb__text_step(text, len, &code)) == 0)
			break;
	*text = '\0';
}

static void say(cb__gate_row *row, cb_verdict verdict, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(row->reason, sizeof row->reason, format, arguments);
	va_end(arguments);
	end_whole(row->reason, strlen(row->reason));
	row->view.verdict = verdict;
	row->view.reason = row->reason;
}

static int is_absent(const cb__gate_side *side)
{
	return !side->is_there || side->outcome == CB_OUTCOME_UNSUPPORTED;
}

static int is_broken(const cb__gate_side *side)
{
	return side->outcome != CB_OUTCOME_MEASURED && side->outcome != CB_OUTCOME_UNSUPPORTED &&
	       side->outcome != CB_OUTCOME_SKIPPED;
}

static void say_missing(cb__gate_row *row, const cb_rules *rules)
{
	row->view.is_allowed = cb__rules_may_be_removed(rules, row->view.id);
	say(row, CB_VERDICT_MISSING, "%s%s", row->view.is_allowed ? "its removal is allowed: " : "",
		row->head.reason[0] != '\0' ? row->head.reason : "not there any more");
}

static void say_skipped(cb__gate_row *row)
{
	const cb__gate_side *side =
		row->base.outcome == CB_OUTCOME_SKIPPED ? &row->base : &row->head;
	say(row, CB_VERDICT_SUSPECT, "%s",
		side->reason[0] != '\0' ? side->reason
					: "not reached: cancelled, or the budget was spent");
}

/* What can be said without looking at numbers. Returns whether it was. */
static int judge_by_outcome(cb__gate_row *row, const cb_rules *rules)
{
	if (is_broken(&row->head))
		say(row, CB_VERDICT_BROKEN, "%s: %s", cb_outcome_name(row->head.outcome),
			row->head.reason);
	else if (is_absent(&row->base) && is_absent(&row->head))
		say(row, CB_VERDICT_INCOMPARABLE, "neither side has it");
	else if (is_absent(&row->base))
		say(row, CB_VERDICT_NEW, "the base does not have it%s%s",
			row->base.is_there ? ": " : "", row->base.is_there ? row->base.reason : "");
	else if (is_absent(&row->head))
		say_missing(row, rules);
	else if (is_broken(&row->base))
		say(row, CB_VERDICT_INCOMPARABLE, "the base %s: %s",
			cb_outcome_name(row->base.outcome), row->base.reason);
	else if (row->base.semantics[0] == '\0' || row->head.semantics[0] == '\0')
		say(row, CB_VERDICT_INCOMPARABLE,
			"what one operation includes is not known of both sides");
	else if (strcmp(row->base.semantics, row->head.semantics) != 0)
		say(row, CB_VERDICT_INCOMPARABLE,
			"one operation includes other things: %s before, %s now",
			row->base.semantics, row->head.semantics);
	else if (row->base.outcome == CB_OUTCOME_SKIPPED || row->head.outcome == CB_OUTCOME_SKIPPED)
		say_skipped(row);
	else
		return 0;
	return 1;
}

/* Names each field that differs; a cell that was refused says why it was. */
static int refuse_by_differences(const cb_gate *gate, cb__gate_row *row)
{
	const json_t *list = json_object_get(gate->document, "differences");
	cb_text text = CB_TEXT_INIT;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *one = json_array_get(list, i);
		const char *field = json_string_value(json_object_get(one, "field"));
		const char *base = json_string_value(json_object_get(one, "base"));
		const char *head = json_string_value(json_object_get(one, "head"));
		cb__text_format(&text, "%s%s was %s, is %s", i > 0 ? "; " : "",
			field != NULL ? field : "?", base != NULL ? base : "?",
			head != NULL ? head : "?");
	}
	if (json_array_size(list) > 0)
		say(row, CB_VERDICT_INCOMPARABLE, "measured elsewhere: %s", cb__text_string(&text));
	cb__text_done(&text);
	return json_array_size(list) > 0;
}

static int is_of_same_code(const cb__gate_row *row)
{
	return json_is_true(json_object_get(row->json, "same_code"));
}

static void judge_without_rounds(cb_gate *gate, cb__gate_row *row)
{
	if (judge_by_outcome(row, gate->rules) || refuse_by_differences(gate, row))
		return;
	if (is_of_same_code(row)) {
		row->view.stage = "bytes";
		say(row, CB_VERDICT_IDENTICAL, "%s", "");
	} else if (cb__gate_has_count(row)) {
		cb__gate_judge_count(row);
	} else if (cb__gate_has_stored(row)) {
		cb__gate_judge_stored(row);
	} else {
		row->is_heard = 1;
	}
}

static double loss_or_nan(const cb__estimate *estimate, double log_ratio)
{
	return estimate->launches > 0 ? cb__loss_percent(log_ratio) : (double)NAN;
}

static void show_hearing(cb__gate_row *row, const cb__hearing *heard)
{
	cb_judged *view = &row->view;
	const cb__estimate *estimate = &heard->estimate;
	view->verdict = heard->verdict;
	snprintf(row->reason, sizeof row->reason, "%s", heard->reason);
	view->reason = row->reason;
	if (estimate->launches > 0)
		view->stage = heard->is_confirmed ? "confirm" : "screen";
	view->loss_percent = loss_or_nan(estimate, estimate->log_ratio);
	if (estimate->launches >= 6) {
		view->loss_ci95_low_percent = cb__loss_percent(estimate->log_low);
		view->loss_ci95_high_percent = cb__loss_percent(estimate->log_high);
	}
	view->p = heard->is_confirmed ? heard->p : (double)NAN;
	view->base_ns = heard->base_ns;
	view->head_ns = heard->head_ns;
	view->control_loss_percent = loss_or_nan(&heard->control, heard->control.log_ratio);
	view->launches = (uint32_t)estimate->launches;
	view->disturbed = (uint32_t)estimate->disturbed;
	row->is_moved = heard->is_control_moved;
}

static void prepare(cb__hearing *out, const cb__gate_row *row)
{
	*out = (cb__hearing){.screen = &row->screen,
		.confirm = &row->confirm,
		.limits = row->limits,
		.is_parallel = row->view.threads * row->view.processes > 1};
}

/* Counts differ by this much from one time to the next. */
#define SAME_WORK_PERCENT 0.05
#define SAME_WORK_COUNT   4.0

/* Whether a loss is more work, or the same work done slower; and then what that is worth. */
static void explain_loss(cb__gate_row *row, const cb__gate_settings *settings)
{
	const json_t *work = json_object_get(row->json, "work");
	double base = json_number_value(json_object_get(work, "base"));
	double head = json_number_value(json_object_get(work, "head"));
	if (row->view.verdict != CB_VERDICT_REGRESSED || !(base > 0) || !(head > 0))
		return;
	double more = 100 * (head / base - 1);
	int is_same = fabs(more) <= SAME_WORK_PERCENT || fabs(head - base) <= SAME_WORK_COUNT;
	int is_large = row->view.loss_percent > 2 * row->limits.limit_percent;
	row->is_placed = is_same && !is_large && !settings->placement_fails;
	if (row->is_placed)
		say(row, CB_VERDICT_SUSPECT,
			"as many instructions as before, and lost less than twice the limit: it "
			"may be the place in memory (setting placement)");
	else if (is_same)
		say(row, CB_VERDICT_REGRESSED,
			"as many instructions as before: slower ones, or a worse place in memory");
	else
		say(row, CB_VERDICT_REGRESSED, "about %.*f %% %s instructions than before",
			fabs(more) < 0.5 ? 1 : 0, fabs(more), more > 0 ? "more" : "fewer");
}

static cb_status hear_canary(cb_gate *gate, const cb__gate_settings *settings)
{
	cb__hearing heard;
	if (!gate->has_canary)
		return CB_OK;
	begin_row(&gate->canary, gate->rules);
	cb__canary_limits(&gate->canary.limits, gate->canary.view.injected_percent);
	gate->canary.view.limit_percent = gate->canary.limits.limit_percent;
	gate->canary.view.tolerance_percent = gate->canary.limits.tolerance_percent;
	prepare(&heard, &gate->canary);
	cb_status status = cb__hear(&heard, 1, settings);
	if (status != CB_OK)
		return status;
	show_hearing(&gate->canary, &heard);
	/* The screen alone may show it: all that is asked is whether it would be seen. */
	if (cb__hearing_finds(&heard, settings))
		say(&gate->canary, CB_VERDICT_REGRESSED, "%s", "");
	return CB_OK;
}

static cb_status hear_rows(cb_gate *gate, const cb__gate_settings *settings)
{
	cb__hearing *heard = calloc(gate->count + 1, sizeof *heard);
	cb__control_count controls;
	size_t count = 0;
	if (heard == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < gate->count; i++)
		if (gate->rows[i].is_heard)
			prepare(&heard[count++], &gate->rows[i]);
	cb_status status = cb__hear(heard, count, settings);
	cb__count_controls(&controls, heard, count, settings);
	count = 0;
	for (size_t i = 0; i < gate->count && status == CB_OK; i++) {
		if (!gate->rows[i].is_heard)
			continue;
		show_hearing(&gate->rows[i], &heard[count++]);
		explain_loss(&gate->rows[i], settings);
	}
	if (status == CB_OK && controls.is_too_often)
		status = cb__gate_note(gate, "control-moved",
			"the base measured against itself came out different by more than the "
			"limit in %zu of %zu cells: this machine cannot be trusted now",
			controls.moved, controls.tested);
	free(heard);
	return status;
}

static const cb__waiver *waiver_of(const cb_gate *gate, const cb__gate_row *row)
{
	const char *today = cb_gate_created(gate);
	for (size_t i = 0; i < cb__rules_waiver_count(gate->rules); i++) {
		const cb__waiver *waiver = cb__rules_waiver_at(gate->rules, i);
		if (cb__rules_waiver_in_force(waiver, today) &&
			cb__rules_waiver_covers(waiver, row->view.id) &&
			row->view.loss_percent <= waiver->up_to_percent + 1e-9)
			return waiver;
	}
	return NULL;
}

static void waive(cb_gate *gate)
{
	for (size_t i = 0; i < gate->count; i++) {
		cb__gate_row *row = &gate->rows[i];
		if (row->view.verdict != CB_VERDICT_REGRESSED)
			continue;
		const cb__waiver *waiver = waiver_of(gate, row);
		if (waiver == NULL)
			continue;
		row->view.waiver = waiver->reason;
		/* Why, is in the waiver. */
		say(row, CB_VERDICT_WAIVED, "waived up to %g %% until %s%s%s",
			waiver->up_to_percent, waiver->expires,
			waiver->owner[0] != '\0' ? ", owner: " : "", waiver->owner);
	}
}

/* What was found while a control failed is no finding. */
static void withdraw(cb_gate *gate)
{
	for (size_t i = 0; i < gate->count; i++)
		if (gate->rows[i].view.verdict == CB_VERDICT_REGRESSED)
			say(&gate->rows[i], CB_VERDICT_SUSPECT,
				"withdrawn, because a control failed: it had lost more than the "
				"limit");
}

static double sort_loss(const cb_judged *view)
{
	return isnan(view->loss_percent) ? -1e18 : view->loss_percent;
}

static int compare_rows(const void *a, const void *b)
{
	const cb_judged *left = *(const cb_judged *const *)a;
	const cb_judged *right = *(const cb_judged *const *)b;
	if (left->verdict != right->verdict)
		return left->verdict < right->verdict ? -1 : 1;
	if (sort_loss(left) != sort_loss(right))
		return sort_loss(left) > sort_loss(right) ? -1 : 1;
	return strcmp(left->id, right->id);
}

static void put_in_order(cb_gate *gate)
{
	for (size_t i = 0; i < gate->count; i++) {
		gate->order[i] = &gate->rows[i].view;
		gate->verdicts[gate->rows[i].view.verdict]++;
	}
	qsort(gate->order, gate->count, sizeof *gate->order, compare_rows);
}

cb_status cb__gate_judge(cb_gate *gate)
{
	const cb__gate_settings *settings = cb__rules_settings(gate->rules);
	gate->note_list = json_array();
	if (gate->note_list == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < gate->count; i++) {
		begin_row(&gate->rows[i], gate->rules);
		judge_without_rounds(gate, &gate->rows[i]);
	}
	cb_status status = hear_rows(gate, settings);
	if (status == CB_OK)
		status = hear_canary(gate, settings);
	if (status != CB_OK)
		return status;
	waive(gate);
	status = cb__gate_add_notes(gate);
	if (cb__gate_is_faulty(gate))
		withdraw(gate);
	put_in_order(gate);
	cb__gate_conclude(gate);
	return status;
}
