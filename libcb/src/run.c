/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a plan: launches, panels, progress, budget. */
#include "run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checked.h"
#include "clock.h"
#include "document.h"
#include "environment.h"
#include "inject.h"
#include "panel.h"
#include "results.h"
#include "schedule.h"
#include "summary.h"
#include "trial.h"

/* How long a visit takes that was not made yet, for each cell: opening and checking it. */
#define UNKNOWN_VISIT_S 0.01

/* Whether a visit of @p panel would still end within the budget, going by the last one. */
static int has_time_for(const cb__run *run, const cb__panel *panel)
{
	const cb__settings *settings = run->settings;
	double cost_s = UNKNOWN_VISIT_S * (double)run->matrix.entry_count;
	if (panel->cost_s > 0 && run->rounds < panel->cost_rounds)
		cost_s = panel->cost_s * run->rounds / panel->cost_rounds;
	else if (panel->cost_s > 0)
		cost_s = panel->cost_s;
	else
		cost_s = fmin(cost_s, settings->budget_s / 4);
	return cb__schedule_is_unlimited(settings) ||
	       cb__bench_elapsed_s(&run->bench) + cost_s < settings->budget_s;
}

static uint64_t deadline_ns(const cb__run *run)
{
	const cb__settings *settings = run->settings;
	if (cb__schedule_is_unlimited(settings))
		return 0;
	return run->bench.start_ns + (uint64_t)(settings->budget_s * 1e9);
}

static cb_status visit(cb__run *run, cb__panel *panel)
{
	const cb__visit how = {
		.crew = &run->bench.crew,
		.random = &run->random,
		.seed = run->settings->seed,
		.launch = run->bench.launch - 1,
		.rounds = run->rounds,
		.may_shorten = run->settings->samples == 0,
		.lead_in_ns = run->bench.lead_in_ns,
		.target_ns = cb__schedule_sample_ns(panel->threads * panel->processes, panel->load),
		.deadline_ns = deadline_ns(run),
	};
	cb__text_clear(&run->current);
	cb__panel_name(&run->current, panel);
	run->bench.current = cb__text_string(&run->current);
	if (cb__bench_tick(0, &run->bench) != 0)
		return CB_ECANCELLED;
	cb_status status = cb__panel_visit(panel, run->matrix.entry_count, &how);
	panel->cost_rounds = run->rounds;
	if (status == CB_OK)
		run->bench.done++;
	return status;
}

/* Visits @p count panels in random order, with fresh workers. */
static cb_status launch(cb__run *run, const size_t *which, size_t count)
{
	size_t *order = malloc((count + 1) * sizeof *order);
	if (order == NULL)
		return CB_ENOMEM;
	cb__random_order(&run->random, order, count);
	uint64_t before = run->bench.done;
	cb_status status = CB_OK;
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		cb__panel *panel = &run->matrix.panels[which[order[i]]];
		/* Another one may still fit. */
		if (has_time_for(run, panel))
			status = visit(run, panel);
		else
			run->is_cut_short = 1;
	}
	/* A launch that found the budget spent before its first panel is none. */
	if (run->bench.done == before)
		run->bench.launch--;
	cb__crew_stop(&run->bench.crew, status != CB_OK);
	free(order);
	return status;
}

static size_t count_cells(const cb__matrix *matrix)
{
	size_t count = 0;
	for (size_t i = 0; i < matrix->panel_count; i++)
		for (size_t j = 0; j < matrix->entry_count; j++)
			count += cb__entry_is_alive(&matrix->panels[i].entries[j]) ? 1 : 0;
	return count;
}

/* The launches that visit everything. */
static cb_status run_all_panels(cb__run *run, size_t *which)
{
	const cb__settings *settings = run->settings;
	size_t count = run->matrix.panel_count;
	run->bench.launches = cb__schedule_launches(settings);
	run->bench.total = (uint64_t)run->bench.launches * count;
	run->rounds = cb__schedule_first_rounds(settings, count_cells(&run->matrix));
	for (size_t i = 0; i < count; i++)
		which[i] = i;
	cb_status status = CB_OK;
	uint64_t done = UINT64_MAX;
	/* Panels that are too long for what is left are passed over, so a launch without any is the
	 * last. */
	while (run->bench.launch < run->bench.launches && status == CB_OK &&
		run->bench.done != done) {
		double before_s = cb__bench_elapsed_s(&run->bench);
		done = run->bench.done;
		run->bench.launch++;
		status = launch(run, which, count);
		run->is_incomplete = run->is_incomplete || run->is_cut_short;
		run->rounds = cb__schedule_next_rounds(settings, run->rounds,
			cb__bench_elapsed_s(&run->bench) - before_s,
			settings->budget_s - cb__bench_elapsed_s(&run->bench),
			run->bench.launches - run->bench.launch);
	}
	return status;
}

struct width {
	size_t panel;
	double percent;
};

static int compare_widths(const void *a, const void *b)
{
	double left = ((const struct width *)a)->percent;
	double right = ((const struct width *)b)->percent;
	return left < right ? 1 : left > right ? -1 : 0;
}

static cb_status widest_of(double *out, const cb__run *run, const cb__panel *panel)
{
	*out = 0;
	for (size_t i = 0; i < run->matrix.entry_count; i++) {
		const cb__entry *entry = &panel->entries[i];
		double percent = 0;
		if (!cb__entry_is_alive(entry))
			continue;
		cb_status status = cb__half_width(&percent, panel, entry);
		if (status != CB_OK)
			return status;
		*out = fmax(*out, percent);
	}
	return CB_OK;
}

/* The panels that are still too wide, widest first, as many as fit into the time that is left. */
static cb_status choose_wide(const cb__run *run, size_t *which, size_t *ret_count)
{
	const cb__settings *settings = run->settings;
	size_t panel_count = run->matrix.panel_count;
	struct width *widths = calloc(panel_count + 1, sizeof *widths);
	cb_status status = widths != NULL ? CB_OK : CB_ENOMEM;
	for (size_t i = 0; i < panel_count && status == CB_OK; i++) {
		widths[i].panel = i;
		status = widest_of(&widths[i].percent, run, &run->matrix.panels[i]);
	}
	*ret_count = 0;
	double left_s = settings->budget_s - cb__bench_elapsed_s(&run->bench) -
			0.05 * (double)run->bench.crew.member_count;
	if (status == CB_OK)
		qsort(widths, panel_count, sizeof *widths, compare_widths);
	for (size_t i = 0; i < panel_count && status == CB_OK; i++) {
		const cb__panel *panel = &run->matrix.panels[widths[i].panel];
		if (widths[i].percent <= settings->precision_percent)
			break;
		if (panel->cost_s > left_s)
			continue;
		left_s -= panel->cost_s;
		which[(*ret_count)++] = widths[i].panel;
	}
	free(widths);
	return status;
}

static cb_status run_wide_panels(cb__run *run, size_t *which)
{
	if (run->settings->launches > 0)
		return CB_OK;
	cb_status status = CB_OK;
	uint64_t done = UINT64_MAX;
	while (status == CB_OK && run->bench.done != done) {
		size_t count = 0;
		done = run->bench.done;
		status = choose_wide(run, which, &count);
		if (status != CB_OK || count == 0)
			break;
		run->bench.launch++;
		run->bench.launches = run->bench.launch;
		run->bench.total += count;
		status = launch(run, which, count);
	}
	return status;
}

cb_status cb__run_panels(cb__run *run)
{
	size_t *which = calloc(run->matrix.panel_count + 1, sizeof *which);
	if (which == NULL)
		return CB_ENOMEM;
	cb_status status = run_all_panels(run, which);
	if (status == CB_OK)
		status = run_wide_panels(run, which);
	if (status == CB_OK)
		status = cb__bench_tell_end(&run->bench);
	free(which);
	return status;
}

static int is_everything_reached(const cb__run *run)
{
	for (size_t i = 0; i < run->matrix.panel_count; i++)
		for (size_t j = 0; j < run->matrix.entry_count; j++) {
			const cb__entry *entry = &run->matrix.panels[i].entries[j];
			if (cb__entry_is_alive(entry) && entry->reading_count == 0)
				return 0;
		}
	return 1;
}

static void warn_of_contention(cb__run *run)
{
	size_t sampled = 0;
	size_t contended = 0;
	for (size_t i = 0; i < run->matrix.panel_count; i++)
		for (size_t j = 0; j < run->matrix.entry_count; j++) {
			const cb__panel *panel = &run->matrix.panels[i];
			const cb__entry *entry = &panel->entries[j];
			sampled += entry->reading_count > 0 ? 1 : 0;
			contended += cb__is_contended(panel, entry) ? 1 : 0;
		}
	if (10 * contended > sampled && run->settings->load == 0)
		cb__environment_warn(run->bench.environment, "contended",
			"other work had the processor for a part of more than a tenth of the "
			"cells: rates by wall time, and what threads at once are said to reach, "
			"are too low; those by CPU time, and ratios of one thread, hold");
}

static cb_status warn(cb__run *run)
{
	cb__bench_warn(&run->bench);
	warn_of_contention(run);
	return cb__checked_warn(run->bench.environment, &run->matrix);
}

cb_status cb__run_results(cb__run *run, cb_results **out, int is_complete)
{
	cb_status status = warn(run);
	const cb__record record = {
		.settings = run->settings,
		.crew = &run->bench.crew,
		.matrix = &run->matrix,
		.environment = run->bench.environment,
		.is_complete = is_complete && !run->is_incomplete && is_everything_reached(run),
		.launches = run->bench.launch,
		.rounds = run->rounds,
		.cpu = cb__affinity_cpu(run->bench.affinity),
		.elapsed_s = cb__bench_elapsed_s(&run->bench),
	};
	json_t *document = NULL;
	char *why = NULL;
	if (status == CB_OK)
		status = cb__document_new(&document, &record);
	if (status == CB_OK)
		status = cb__results_from_document(out, document, &why);
	if (why != NULL)
		cb__context_fail(run->ctx, status, "%s", why);
	free(why);
	return status;
}

void cb__run_done(cb__run *run)
{
	cb__bench_close(&run->bench);
	cb__matrix_done(&run->matrix);
	cb__text_done(&run->current);
}

/* The ids of all cells, each at panel * entry_count + entry; "" for one that is not measured
 * itself. */
static cb_status list_ids(char ***out, const cb__matrix *matrix)
{
	size_t count = matrix->panel_count * matrix->entry_count;
	cb_status status = CB_OK;
	*out = calloc(count + 1, sizeof **out);
	if (*out == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < count && status == CB_OK; i++) {
		cb_text id = CB_TEXT_INIT;
		const cb__panel *panel = &matrix->panels[i / matrix->entry_count];
		const cb__entry *entry = &panel->entries[i % matrix->entry_count];
		if (cb__entry_is_alive(entry) && entry->member->same_as == NULL)
			cb__document_cell_id(&id, panel, entry->member);
		status = cb__text_take(&id, &(*out)[i]);
	}
	return status;
}

/* A slowdown that goes nowhere would look like a gate that finds nothing; so would one of a
 * control, which stored times have not. */
static cb_status check_injected(const cb__run *run, char *const *ids, size_t count)
{
	const char *option = run->settings->inject;
	size_t len = 0;
	const char *hint = "";
	const char *dead =
		cb__inject_find_dead(&len, &hint, option, (const char *const *)ids, count);
	if (dead != NULL)
		return cb__context_fail(run->ctx, CB_ENOTFOUND,
			"option inject: \"%.*s\" matches no cell%s", (int)len, dead, hint);
	if (cb__inject_has_control(option))
		return cb__context_fail(run->ctx, CB_ENOTFOUND,
			"option inject: stored times have no control that could be slowed down");
	return CB_OK;
}

static cb_status inject(cb__run *run)
{
	size_t entry_count = run->matrix.entry_count;
	size_t count = run->matrix.panel_count * entry_count;
	char **ids = NULL;
	cb_status status = list_ids(&ids, &run->matrix);
	if (status == CB_OK)
		status = check_injected(run, ids, count);
	for (size_t i = 0; i < count && status == CB_OK; i++)
		run->matrix.panels[i / entry_count].entries[i % entry_count].slowed_percent =
			cb__inject_percent(run->settings->inject, ids[i], 0);
	for (size_t i = 0; i < count && ids != NULL; i++)
		free(ids[i]);
	free(ids);
	return status;
}

static cb_status measure(cb__run *run)
{
	cb_status status = CB_OK;
	if (run->settings->load > 0)
		status = cb__crew_start_load(&run->bench.crew, run->settings->load);
	if (status == CB_OK)
		status = cb__bench_start(&run->bench);
	if (status == CB_OK)
		status = cb__trial(&run->bench.crew, run->settings);
	if (status == CB_OK)
		status = cb__matrix_new(&run->matrix, &run->bench.crew, run->settings);
	if (status == CB_OK && run->is_injecting && run->settings->inject != NULL)
		status = inject(run);
	return status == CB_OK ? cb__run_panels(run) : status;
}

static cb_status run_plan(
	cb_plan *plan, cb_results **out, int is_injecting, cb_progress_fn *progress, void *payload)
{
	cb__run run = CB__RUN_INIT(plan->ctx, &plan->settings, progress, payload);
	run.is_injecting = is_injecting;
	cb__subjects all = {NULL, 0}; /* used if the plan has no subjects */
	const cb__subjects *subjects = NULL;
	cb_status status = cb__plan_subjects(&subjects, &all, plan);
	if (status == CB_OK)
		status = cb__bench_open(&run.bench, plan->ctx, &plan->settings, subjects);
	if (status == CB_OK)
		status = measure(&run);
	if (status == CB_OK)
		status = cb__document_warn_withheld(run.bench.environment);
	if (status == CB_OK || status == CB_ECANCELLED) {
		cb_status written = cb__run_results(&run, out, status == CB_OK);
		if (written != CB_OK)
			status = written;
	}
	cb__run_done(&run);
	cb__subjects_done(&all);
	return status;
}

cb_status cb_plan_run(cb_plan *plan, cb_results **out, cb_progress_fn *progress, void *payload)
{
	return run_plan(plan, out, 0, progress, payload);
}

cb_status cb__run_injected(cb_plan *plan, cb_results **out, cb_progress_fn *progress, void *payload)
{
	return run_plan(plan, out, 1, progress, payload);
}
