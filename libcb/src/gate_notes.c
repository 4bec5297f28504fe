/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_notes.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "gate_stored.h"
#include "text.h"

/* Three times as fast is more often a measurement that went wrong than an improvement. */
#define SUSPICIOUS_GAIN_PERCENT -200.0

/* Stable identifiers and whether they are faults. */
static const struct note_kind {
	const char *id;
	int is_fault;
} note_kinds[] = {
#define NOTE_KIND(id, is_fault, meaning) {id, is_fault},
	CB_GATE_NOTE_MAP(NOTE_KIND)
#undef NOTE_KIND
};

static int is_fault(const char *id)
{
	for (size_t i = 0; i < sizeof note_kinds / sizeof *note_kinds; i++)
		if (strcmp(note_kinds[i].id, id) == 0)
			return note_kinds[i].is_fault;
	return 0;
}

static cb_status remember(cb_gate *gate, const char *id, const char *text)
{
	cb_gate_note *notes = realloc(gate->notes, (gate->note_count + 1) * sizeof *notes);
	if (notes == NULL)
		return CB_ENOMEM;
	gate->notes = notes;
	json_t *row =
		json_pack("{s:s, s:s, s:b}", "id", id, "text", text, "is_fault", is_fault(id));
	if (json_array_append_new(gate->note_list, row) != 0)
		return CB_ENOMEM;
	notes[gate->note_count++] = (cb_gate_note){
		.id = json_string_value(json_object_get(row, "id")),
		.text = json_string_value(json_object_get(row, "text")),
		.is_fault = is_fault(id),
	};
	return CB_OK;
}

cb_status cb__gate_note(cb_gate *gate, const char *id, const char *format, ...)
{
	cb_text text = CB_TEXT_INIT;
	va_list arguments;
	va_start(arguments, format);
	cb__text_vformat(&text, format, arguments);
	va_end(arguments);
	cb_status status = text.failed ? CB_ENOMEM : remember(gate, id, cb__text_string(&text));
	cb__text_done(&text);
	return status;
}

int cb__gate_is_faulty(const cb_gate *gate)
{
	for (size_t i = 0; i < gate->note_count; i++)
		if (gate->notes[i].is_fault)
			return 1;
	return 0;
}

static size_t count(const cb_gate *gate, cb_verdict verdict)
{
	size_t found = 0;
	for (size_t i = 0; i < gate->count; i++)
		found += gate->rows[i].view.verdict == verdict ? 1 : 0;
	return found;
}

/* Cells of which both sides were looked at. */
static size_t count_compared(const cb_gate *gate)
{
	size_t found = 0;
	for (size_t i = 0; i < gate->count; i++) {
		const cb_judged *view = &gate->rows[i].view;
		found += view->stage[0] != '\0' && view->verdict != CB_VERDICT_INCOMPARABLE ? 1 : 0;
	}
	return found;
}

/* Cells whose rounds have led to a judgement: that is what a canary vouches for. A budget that ends
 * before leaves suspects, and a canary that is as unfinished as they are. */
static size_t count_decided(const cb_gate *gate)
{
	size_t found = 0;
	for (size_t i = 0; i < gate->count; i++)
		found += gate->rows[i].is_heard && gate->rows[i].view.verdict != CB_VERDICT_SUSPECT
				 ? 1
				 : 0;
	return found;
}

/* Whoever lost everything compared nothing, whatever may be removed. */
static int are_all_missing(const cb_gate *gate)
{
	return gate->count > 0 && count(gate, CB_VERDICT_MISSING) == gate->count;
}

static cb_status note_compared(cb_gate *gate)
{
	const char *absent = json_string_value(json_object_get(gate->document, "no_baseline"));
	if (absent != NULL)
		return cb__gate_note(gate, "no-baseline",
			"there is no baseline \"%s\" yet: make one with 'cbench gate "
			"--save-baseline %s'",
			absent, absent);
	if (are_all_missing(gate))
		return cb__gate_note(gate, "all-missing",
			"every cell is missing: is it the right library, and can it be loaded?");
	if (count_compared(gate) == 0 && count(gate, CB_VERDICT_BROKEN) == 0)
		return cb__gate_note(gate, "nothing-compared",
			"no cell was measured on both sides: a gate that compares nothing fails");
	return CB_OK;
}

/* It was seen, and the budget ended before it could be found. */
static int is_canary_open(const cb_gate *gate)
{
	return gate->has_canary && count_decided(gate) > 0 && gate->canary.view.launches > 0 &&
	       gate->canary.view.verdict == CB_VERDICT_SUSPECT;
}

/* Who takes 10 % more time loses 9.1 % of the speed, which is what verdicts are told in. */
static double loss_of(double slowed_percent)
{
	return 100 * slowed_percent / (100 + slowed_percent);
}

static cb_status note_canary(cb_gate *gate)
{
	const cb_judged *view = &gate->canary.view;
	int is_found = gate->has_canary && view->verdict == CB_VERDICT_REGRESSED &&
		       view->injected_percent > 0;
	if (count_decided(gate) == 0 && !is_found)
		return CB_OK;
	if (!gate->has_canary && !cb__rules_settings(gate->rules)->has_canary)
		return CB_OK; /* by request */
	if (!gate->has_canary)
		return cb__gate_note(gate, "canary-absent",
			"no slowdown was injected on purpose, so nothing shows that one would be "
			"found");
	if (is_canary_open(gate))
		return cb__gate_note(gate, "canary-open",
			"the budget was spent before a slowdown of %g %% of time that was injected "
			"on purpose into %s was found: this machine is too noisy now",
			view->injected_percent, view->id);
	if (!is_found)
		return cb__gate_note(gate, "canary-missed",
			"a slowdown of %g %% of time that was injected on purpose into %s was not "
			"found: this gate would not see one now",
			view->injected_percent, view->id);
	return cb__gate_note(gate, "canary-found",
		"a slowdown of %g %% of time, a loss of %.1f %%, that was injected on purpose into "
		"%s "
		"was found, as a loss of %.1f %%",
		view->injected_percent, loss_of(view->injected_percent), view->id,
		view->loss_percent);
}

/* What is confirmed without a control rests on the head's rounds alone. */
static cb_status note_controls(cb_gate *gate)
{
	size_t without = 0;
	for (size_t i = 0; i < gate->count; i++) {
		const cb_judged *view = &gate->rows[i].view;
		without += strcmp(view->stage, "confirm") == 0 && isnan(view->control_loss_percent)
				   ? 1
				   : 0;
	}
	if (without == 0)
		return CB_OK;
	return cb__gate_note(gate, "control-absent",
		"%zu cells were confirmed without measuring the base against itself, which could "
		"not be had",
		without);
}

/* In percent; of time, so that it can be said of the suite. */
static double mean_loss(const cb_gate *gate)
{
	double sum = 0;
	size_t used = 0;
	for (size_t i = 0; i < gate->count; i++) {
		double loss = gate->rows[i].view.loss_percent;
		if (!isfinite(loss) || loss >= 100)
			continue;
		sum += log1p(-loss / 100);
		used++;
	}
	return used > 0 ? -100 * expm1(sum / (double)used) : 0;
}

static cb_status note_shift(cb_gate *gate)
{
	size_t compared = count_compared(gate);
	size_t lost = count(gate, CB_VERDICT_REGRESSED);
	if (lost < 2 || 4 * lost <= compared)
		return CB_OK;
	return cb__gate_note(gate, "suite-shift",
		"%zu of %zu cells regressed, by %.1f %% of throughput in the geometric mean of "
		"all: "
		"look for one cause",
		lost, compared, mean_loss(gate));
}

static cb_status note_gains(cb_gate *gate)
{
	const cb_judged *first = NULL;
	size_t suspicious = 0;
	for (size_t i = 0; i < gate->count; i++) {
		const cb_judged *view = &gate->rows[i].view;
		if (view->verdict != CB_VERDICT_IMPROVED ||
			view->loss_percent >= SUSPICIOUS_GAIN_PERCENT)
			continue;
		suspicious++;
		first = first == NULL || view->loss_percent < first->loss_percent ? view : first;
	}
	if (first == NULL)
		return CB_OK;
	cb_text more = CB_TEXT_INIT;
	if (suspicious > 1)
		cb__text_format(&more, ", and %zu more are over three times", suspicious - 1);
	cb_status status = cb__gate_note(gate, "suspicious-gain",
		"%s is %.1f times as fast%s: is it still the same work?", first->id,
		1 - first->loss_percent / 100, cb__text_string(&more));
	cb__text_done(&more);
	return status;
}

static cb_status note_injected(cb_gate *gate)
{
	size_t injected = 0;
	for (size_t i = 0; i < gate->count; i++) {
		const json_t *control =
			json_object_get(gate->rows[i].json, "control_injected_percent");
		injected +=
			gate->rows[i].view.injected_percent > 0 || json_number_value(control) > 0
				? 1
				: 0;
	}
	if (injected == 0)
		return CB_OK;
	return cb__gate_note(gate, "injected",
		"slowdowns were injected into %zu cell%s by request: no statement about a library",
		injected, injected == 1 ? "" : "s");
}

static int is_waiver_used(const cb_gate *gate, const cb__waiver *waiver)
{
	for (size_t i = 0; i < gate->count; i++)
		if (gate->rows[i].view.verdict == CB_VERDICT_WAIVED &&
			cb__rules_waiver_covers(waiver, gate->rows[i].view.id))
			return 1;
	return 0;
}

/* The cell that lost most of those that @p waiver would cover, were its cap higher. */
static const cb_judged *beyond_waiver(const cb_gate *gate, const cb__waiver *waiver)
{
	const cb_judged *worst = NULL;
	for (size_t i = 0; i < gate->count; i++) {
		const cb_judged *view = &gate->rows[i].view;
		if (view->verdict == CB_VERDICT_REGRESSED &&
			view->loss_percent > waiver->up_to_percent &&
			cb__rules_waiver_covers(waiver, view->id) &&
			(worst == NULL || view->loss_percent > worst->loss_percent))
			worst = view;
	}
	return worst;
}

static cb_status note_unused(cb_gate *gate, const cb__waiver *waiver)
{
	const cb_judged *worst = beyond_waiver(gate, waiver);
	if (worst == NULL)
		return cb__gate_note(gate, "waiver-unused",
			"the waiver of \"%s\" covers no cell that lost: remove it", waiver->cells);
	return cb__gate_note(gate, "waiver-unused",
		"the waiver of \"%s\" covers nothing: %s lost %.2f %%, more than its cap of %g %%",
		waiver->cells, worst->id, worst->loss_percent, waiver->up_to_percent);
}

static cb_status note_waivers(cb_gate *gate)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < cb__rules_waiver_count(gate->rules) && status == CB_OK; i++) {
		const cb__waiver *waiver = cb__rules_waiver_at(gate->rules, i);
		if (!cb__rules_waiver_in_force(waiver, cb_gate_created(gate)))
			status = cb__gate_note(gate, "waiver-expired",
				"the waiver of \"%s\" ended on %s and no longer counts: mend the "
				"loss or renew it",
				waiver->cells, waiver->expires);
		else if (!is_waiver_used(gate, waiver))
			status = note_unused(gate, waiver);
	}
	return status;
}

static const json_t *followed_of(const cb_gate *gate)
{
	return json_object_get(gate->document, "followed");
}

/* Nothing was counted, and no budget would help. */
static int is_refused(const cb_gate *gate)
{
	return json_is_true(json_object_get(followed_of(gate), "is_refused"));
}

static size_t count_unconfirmed(const cb_gate *gate)
{
	size_t open = 0;
	if (is_refused(gate))
		return 0;
	for (size_t i = 0; i < gate->count; i++) {
		const cb__gate_row *row = &gate->rows[i];
		open += row->view.verdict == CB_VERDICT_SUSPECT && !row->is_placed &&
					(row->is_heard || row->head.outcome == CB_OUTCOME_SKIPPED)
				? 1
				: 0;
	}
	return open;
}

/* Cells whose loss was evident before all launches that are to confirm it were there. */
static size_t count_partial(const cb_gate *gate)
{
	uint32_t wanted = cb__rules_settings(gate->rules)->confirm_launches;
	size_t found = 0;
	for (size_t i = 0; i < gate->count; i++) {
		const cb_judged *view = &gate->rows[i].view;
		found += strcmp(view->stage, "confirm") == 0 && view->launches < wanted ? 1 : 0;
	}
	return found;
}

/* A gate that is judged for the first time was measured by these rules, until nothing was open or
 * the budget was spent. */
int cb__gate_is_out_of_budget(const cb_gate *gate)
{
	const json_t *tool = json_object_get(gate->document, "tool");
	const json_t *known = json_object_get(tool, "is_budget_spent");
	const json_t *options = json_object_get(tool, "options");
	double budget_s = json_number_value(json_object_get(options, "budget"));
	if (json_is_boolean(known))
		return json_is_true(known);
	if (json_object_get(gate->document, "verdict") == NULL)
		return count_unconfirmed(gate) + count_partial(gate) > 0;
	return budget_s > 0 && json_number_value(json_object_get(tool, "elapsed_s")) >= budget_s;
}

/* Suspects that the screen saw lose; the others are merely uncertain, or were not reached. */
static size_t count_slower(const cb_gate *gate)
{
	size_t slower = 0;
	for (size_t i = 0; i < gate->count; i++) {
		const cb_judged *view = &gate->rows[i].view;
		slower += view->verdict == CB_VERDICT_SUSPECT && !gate->rows[i].is_placed &&
					  view->loss_percent > view->limit_percent / 2
				  ? 1
				  : 0;
	}
	return slower;
}

/* ci/gate reads the first number. */
static cb_status note_budget(cb_gate *gate, size_t open)
{
	size_t slower = count_slower(gate);
	if (slower == 0)
		return cb__gate_note(gate, "out-of-budget",
			"the budget was spent before %zu cell%s could be judged: give more with "
			"--budget",
			open, open == 1 ? "" : "s");
	return cb__gate_note(gate, "out-of-budget",
		"%zu cell%s slower and could not be confirmed within the budget: give more with "
		"--budget",
		slower, slower == 1 ? " looks" : "s look");
}

static cb_status note_unconfirmed(cb_gate *gate)
{
	if (!gate->complete)
		return cb__gate_note(gate, "cancelled",
			"interrupted: these verdicts are about what was measured until then");
	size_t open = count_unconfirmed(gate);
	if (open == 0)
		return CB_OK;
	if (cb__gate_is_out_of_budget(gate))
		return note_budget(gate, open);
	return cb__gate_note(gate, "launches-short",
		"the launches that were stored do not suffice for these rules, in %zu cell%s: "
		"measure again with them",
		open, open == 1 ? "" : "s");
}

/* Fewer runs than the spread between runs can be known from. */
static int is_single(const cb_judged *view)
{
	return strcmp(view->stage, "stored") == 0 && view->launches > 0 &&
	       view->launches < CB__STORED_RUNS_MIN;
}

static size_t count_warned(const cb_gate *gate)
{
	size_t warned = 0;
	for (size_t i = 0; i < gate->count; i++) {
		const cb_judged *view = &gate->rows[i].view;
		warned += view->verdict == CB_VERDICT_SUSPECT && is_single(view) ? 1 : 0;
	}
	return warned;
}

static cb_status note_stored(cb_gate *gate)
{
	size_t singles = 0;
	size_t warned = count_warned(gate);
	for (size_t i = 0; i < gate->count; i++)
		singles += is_single(&gate->rows[i].view) ? 1 : 0;
	if (singles == 0)
		return CB_OK;
	return cb__gate_note(gate, "single-value",
		"the baseline holds fewer than five runs, which can warn, not fail: %zu of %zu "
		"cells may have lost more than the limit",
		warned, singles);
}

/* In percent of throughput, since the first run of the baseline. */
static double drift_of(const cb__gate_row *row)
{
	double before = json_number_value(json_object_get(row->json, "drift_log"));
	double now = row->view.loss_percent;
	if (!isfinite(now) || now >= 100)
		now = 0;
	return -100 * expm1(-(before - log1p(-now / 100)));
}

static cb_status note_drift(cb_gate *gate)
{
	double allowed = cb__rules_settings(gate->rules)->max_drift_percent;
	const cb__gate_row *worst = NULL;
	size_t drifted = 0;
	for (size_t i = 0; i < gate->count; i++) {
		const cb__gate_row *row = &gate->rows[i];
		if (json_object_get(row->json, "drift_log") == NULL || drift_of(row) <= allowed)
			continue;
		drifted++;
		if (worst == NULL || drift_of(row) > drift_of(worst))
			worst = row;
	}
	if (worst == NULL)
		return CB_OK;
	return cb__gate_note(gate, "drift",
		"%zu cell%s lost more than %g %% in accepted steps since the first run of the "
		"baseline; most did %s, %.1f %%",
		drifted, drifted == 1 ? "" : "s", allowed, worst->view.id, drift_of(worst));
}

static cb_status note_followed(cb_gate *gate)
{
	const json_t *followed = followed_of(gate);
	json_int_t left_out = json_integer_value(json_object_get(followed, "left_out"));
	if (is_refused(gate))
		return cb__gate_note(gate, "not-counted",
			"following instructions is not permitted here, so nothing was counted: "
			"use mode ab, or allow ptrace");
	if (left_out == 0)
		return CB_OK;
	return cb__gate_note(gate, "left-out",
		"%lld operations take more than %lld instructions and were left out: allow more "
		"with --steps",
		(long long)left_out,
		(long long)json_integer_value(json_object_get(followed, "steps")));
}

cb_status cb__gate_add_notes(cb_gate *gate)
{
	typedef cb_status note_fn(cb_gate * gate);
	static note_fn *const notes[] = {note_compared, note_canary, note_controls,
		cb__gate_note_sides, note_shift, note_gains, note_injected, note_waivers,
		note_unconfirmed, note_stored, note_followed, note_drift};
	cb_status status = CB_OK;
	for (size_t i = 0; i < sizeof notes / sizeof *notes && status == CB_OK; i++)
		status = notes[i](gate);
	return status;
}

static size_t count_lost(const cb_gate *gate)
{
	size_t lost = 0;
	for (size_t i = 0; i < gate->count; i++)
		lost += gate->rows[i].view.verdict == CB_VERDICT_MISSING &&
					!gate->rows[i].view.is_allowed
				? 1
				: 0;
	return lost;
}

static int is_inconclusive(const cb_gate *gate)
{
	/* To try again would not help those that are warned of. */
	size_t open = gate->verdicts[CB_VERDICT_SUSPECT] + gate->verdicts[CB_VERDICT_NOISY];
	return is_canary_open(gate) || open > count_warned(gate) || !gate->complete;
}

void cb__gate_conclude(cb_gate *gate)
{
	int is_invalid = cb__gate_is_faulty(gate) || gate->verdicts[CB_VERDICT_INCOMPARABLE] > 0;
	int is_missing = count_lost(gate) > 0 && !are_all_missing(gate);
	int warns = !cb__rules_settings(gate->rules)->inconclusive_fails;
	gate->exit = CB_GATE_FINE;
	gate->word = "ok";
	/* The weightiest last. */
	if (is_inconclusive(gate)) {
		gate->exit = warns ? CB_GATE_FINE : CB_GATE_INCONCLUSIVE;
		gate->word = "inconclusive";
	}
	if (is_invalid) {
		gate->exit = CB_GATE_INVALID;
		gate->word = "invalid";
	}
	if (is_missing || gate->verdicts[CB_VERDICT_REGRESSED] > 0) {
		gate->exit = CB_GATE_REGRESSED;
		gate->word = gate->verdicts[CB_VERDICT_REGRESSED] > 0 ? "regressed" : "missing";
	}
	if (gate->verdicts[CB_VERDICT_BROKEN] > 0) {
		gate->exit = CB_GATE_BROKEN;
		gate->word = "broken";
	}
}
