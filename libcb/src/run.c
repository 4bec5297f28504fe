/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a plan: launches, panels, progress, budget. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "affinity.h"
#include "clock.h"
#include "crew.h"
#include "document.h"
#include "environment.h"
#include "matrix.h"
#include "panel.h"
#include "plan.h"
#include "results.h"
#include "schedule.h"
#include "summary.h"
#include "trial.h"

/* The progress callback is due every 100 ms; waits wake up every 50. */
#define REPORT_NS 50000000u

/* One operation, or this long, before each sample. Cores that lower their clock for 512-bit
 * instructions take up to 0.7 ms to raise it again. */
#define LEAD_IN_NS         50000u
#define LEAD_IN_LICENCE_NS 1000000u

struct run {
	cb_plan *plan;
	cb__subjects all; /* used if the plan has no subjects */
	cb__crew crew;
	cb__matrix matrix;
	json_t *environment;
	cb__affinity *affinity;
	cb__random random;
	uint64_t start_ns;
	uint64_t reported_ns;
	uint64_t lead_in_ns;
	uint64_t steal_ticks; /* when the run began */
	uint64_t total_ticks;
	uint32_t launch;   /* launches begun */
	uint32_t launches; /* that are planned */
	uint32_t rounds;
	uint64_t done;
	uint64_t total;
	cb_text current;
	int is_cut_short;  /* by the budget */
	int is_incomplete; /* cut short before every panel had its launches */
	cb_progress_fn *progress;
	void *payload;
};

static double elapsed_s(const struct run *run)
{
	return (double)(cb__clock_wall_ns() - run->start_ns) * 1e-9;
}

/* How long a visit takes that was not made yet, for each cell: opening and checking it. */
#define UNKNOWN_VISIT_S 0.01

/* Whether a visit of @p panel would still end within the budget, going by the last one. */
static int has_time_for(const struct run *run, const cb__panel *panel)
{
	const cb__settings *settings = &run->plan->settings;
	double cost_s = UNKNOWN_VISIT_S * (double)run->matrix.entry_count;
	if (panel->cost_s > 0)
		cost_s = panel->cost_s;
	else
		cost_s = fmin(cost_s, settings->budget_s / 4);
	return cb__schedule_is_unlimited(settings) || elapsed_s(run) + cost_s < settings->budget_s;
}

static double remaining_s(const struct run *run)
{
	if (run->done == 0 || run->total == 0)
		return -1;
	double each = elapsed_s(run) / (double)run->done;
	return each * (double)(run->total > run->done ? run->total - run->done : 0);
}

/* Called from every wait and between samples; asks the caller often enough, but not each time. */
static int tick(int is_urgent, void *payload)
{
	struct run *run = payload;
	uint64_t now = cb__clock_wall_ns();
	if (run->progress == NULL || (!is_urgent && now - run->reported_ns < REPORT_NS))
		return 0;
	run->reported_ns = now;
	const cb_progress progress = {
		.launch = run->launch,
		.launches = run->launches,
		.done = run->done,
		.total = run->total,
		.elapsed_s = elapsed_s(run),
		.remaining_s = remaining_s(run),
		.current = cb__text_string(&run->current),
	};
	return run->progress(&progress, run->payload);
}

static cb_status prepare(struct run *run)
{
	cb_plan *plan = run->plan;
	const cb__subjects *subjects = NULL;
	cb_status status = cb__plan_subjects(&subjects, &run->all, plan);
	if (status == CB_OK)
		status = cb__environment_collect(&run->environment, "");
	if (status == CB_OK)
		status = cb__environment_add_clock(run->environment);
	const cb__pump pump = {tick, run};
	if (status == CB_OK)
		status = cb__crew_init(&run->crew, plan->ctx, subjects,
			(uint32_t)(plan->settings.limit_s * 1000), pump);
	return status;
}

/* More threads than processors would measure the scheduler. */
/* More busy threads on each processor would leave the measurement next to nothing. */
#define LOAD_MAX 8u

static cb_status check_processors(struct run *run)
{
	const cb__settings *settings = &run->plan->settings;
	run->crew.cpu_count = cb__affinity_list(&run->crew.cpus, run->affinity);
	const json_t *cpu = json_object_get(run->environment, "cpu");
	json_int_t usable = json_integer_value(json_object_get(cpu, "usable_cpus"));
	uint64_t limit = usable > 0 ? (uint64_t)usable : run->crew.cpu_count;
	uint64_t wanted = settings->threads[settings->thread_count - 1] *
			  settings->processes[settings->process_count - 1];
	if (limit > 0 && settings->load > LOAD_MAX * limit)
		return cb__context_fail(run->plan->ctx, CB_EINVAL,
			"a load of %u threads is more than %u for each of the %llu processors",
			(unsigned)settings->load, LOAD_MAX, (unsigned long long)limit);
	if (wanted <= 1 || limit == 0 || wanted <= limit)
		return CB_OK;
	uint64_t processes = settings->processes[settings->process_count - 1];
	return cb__context_fail(run->plan->ctx, CB_EINVAL,
		"%llu threads at once in %llu process%s are more than the %llu processors that may "
		"be "
		"used here",
		(unsigned long long)wanted, (unsigned long long)processes,
		processes == 1 ? "" : "es", (unsigned long long)limit);
}

static void choose_lead_in(struct run *run)
{
	const json_t *cpu = json_object_get(run->environment, "cpu");
	const char *vendor = json_string_value(json_object_get(cpu, "vendor"));
	int has_licences = vendor != NULL && strcmp(vendor, "GenuineIntel") == 0 &&
			   cb__environment_has_feature(run->environment, "avx512f") == 1;
	run->lead_in_ns = has_licences ? LEAD_IN_LICENCE_NS : LEAD_IN_NS;
}

static cb_status start_all(struct run *run)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < run->crew.member_count && status == CB_OK; i++)
		status = cb__crew_start(&run->crew, &run->crew.members[i]);
	return status;
}

static uint64_t deadline_ns(const struct run *run)
{
	const cb__settings *settings = &run->plan->settings;
	if (cb__schedule_is_unlimited(settings))
		return 0;
	return run->start_ns + (uint64_t)(settings->budget_s * 1e9);
}

static cb_status visit(struct run *run, cb__panel *panel)
{
	const cb__visit how = {
		.crew = &run->crew,
		.random = &run->random,
		.seed = run->plan->settings.seed,
		.launch = run->launch - 1,
		.rounds = run->rounds,
		.may_shorten = run->plan->settings.samples == 0,
		.lead_in_ns = run->lead_in_ns,
		.target_ns = cb__schedule_sample_ns(panel->threads * panel->processes, panel->load),
		.deadline_ns = deadline_ns(run),
	};
	cb__text_clear(&run->current);
	cb__panel_name(&run->current, panel);
	if (tick(0, run) != 0)
		return CB_ECANCELLED;
	cb_status status = cb__panel_visit(panel, run->matrix.entry_count, &how);
	if (status == CB_OK)
		run->done++;
	return status;
}

/* Visits @p count panels in random order, with fresh workers. */
static cb_status launch(struct run *run, const size_t *which, size_t count)
{
	size_t *order = malloc((count + 1) * sizeof *order);
	if (order == NULL)
		return CB_ENOMEM;
	cb__random_order(&run->random, order, count);
	uint64_t before = run->done;
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
	if (run->done == before)
		run->launch--;
	cb__crew_stop(&run->crew, status != CB_OK);
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
static cb_status run_all_panels(struct run *run, size_t *which)
{
	const cb__settings *settings = &run->plan->settings;
	size_t count = run->matrix.panel_count;
	run->launches = cb__schedule_launches(settings);
	run->total = (uint64_t)run->launches * count;
	run->rounds = cb__schedule_first_rounds(settings, count_cells(&run->matrix));
	for (size_t i = 0; i < count; i++)
		which[i] = i;
	cb_status status = CB_OK;
	uint64_t done = UINT64_MAX;
	/* Panels that are too long for what is left are passed over, so a launch without any is the
	 * last. */
	while (run->launch < run->launches && status == CB_OK && run->done != done) {
		double before_s = elapsed_s(run);
		done = run->done;
		run->launch++;
		status = launch(run, which, count);
		run->is_incomplete = run->is_incomplete || run->is_cut_short;
		run->rounds =
			cb__schedule_next_rounds(settings, run->rounds, elapsed_s(run) - before_s,
				settings->budget_s - elapsed_s(run), run->launches - run->launch);
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

static cb_status widest_of(double *out, const struct run *run, const cb__panel *panel)
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
static cb_status choose_wide(const struct run *run, size_t *which, size_t *ret_count)
{
	const cb__settings *settings = &run->plan->settings;
	size_t panel_count = run->matrix.panel_count;
	struct width *widths = calloc(panel_count + 1, sizeof *widths);
	cb_status status = widths != NULL ? CB_OK : CB_ENOMEM;
	for (size_t i = 0; i < panel_count && status == CB_OK; i++) {
		widths[i].panel = i;
		status = widest_of(&widths[i].percent, run, &run->matrix.panels[i]);
	}
	*ret_count = 0;
	double left_s = settings->budget_s - elapsed_s(run) - 0.05 * (double)run->crew.member_count;
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

static cb_status run_wide_panels(struct run *run, size_t *which)
{
	if (run->plan->settings.launches > 0)
		return CB_OK;
	cb_status status = CB_OK;
	uint64_t done = UINT64_MAX;
	while (status == CB_OK && run->done != done) {
		size_t count = 0;
		done = run->done;
		status = choose_wide(run, which, &count);
		if (status != CB_OK || count == 0)
			break;
		run->launch++;
		run->launches = run->launch;
		run->total += count;
		status = launch(run, which, count);
	}
	return status;
}

static cb_status measure(struct run *run)
{
	cb_status status = cb__crew_describe(&run->crew);
	if (status == CB_OK)
		status = start_all(run);
	if (status == CB_OK)
		status = cb__crew_check_any(&run->crew);
	if (status == CB_OK)
		status = cb__trial(&run->crew, &run->plan->settings);
	if (status == CB_OK)
		status = cb__matrix_new(&run->matrix, &run->crew, &run->plan->settings);
	if (status != CB_OK)
		return status;
	size_t *which = calloc(run->matrix.panel_count + 1, sizeof *which);
	if (which == NULL)
		return CB_ENOMEM;
	status = run_all_panels(run, which);
	if (status == CB_OK)
		status = run_wide_panels(run, which);
	free(which);
	return status;
}

static int is_everything_reached(const struct run *run)
{
	for (size_t i = 0; i < run->matrix.panel_count; i++)
		for (size_t j = 0; j < run->matrix.entry_count; j++) {
			const cb__entry *entry = &run->matrix.panels[i].entries[j];
			if (cb__entry_is_alive(entry) && entry->reading_count == 0)
				return 0;
		}
	return 1;
}

static void warn_of_build(json_t *environment)
{
	if (strcmp(CB_BUILD_TYPE, "Release") != 0 && strcmp(CB_BUILD_TYPE, "RelWithDebInfo") != 0 &&
		strcmp(CB_BUILD_TYPE, "MinSizeRel") != 0)
		cb__environment_warn(environment, "debug-build",
			"libcb was built without optimisation, which adds to short operations");
}

/* A step of the clock must not be seen in a sample of 2 ms. */
#define COARSE_NS 2000u

static void warn_of_clock(json_t *environment)
{
	if (cb__clock_resolution_ns() > COARSE_NS)
		cb__environment_warn(environment, "clock-coarse",
			"the clock moves in steps of more than 2 us: short samples are stretched");
}

/* Time that the hypervisor gave to others, while this run lasted. */
static void warn_of_steal(struct run *run)
{
	uint64_t steal = 0;
	uint64_t total = 0;
	if (cb__environment_cpu_ticks("", &steal, &total) != CB_OK || total <= run->total_ticks)
		return;
	double percent =
		100.0 * (double)(steal - run->steal_ticks) / (double)(total - run->total_ticks);
	json_object_set_new(run->environment, "steal_percent_of_run", json_real(percent));
	if (percent > 1)
		cb__environment_warn(run->environment, "steal",
			"the hypervisor gave more than 1 % of the processors' time to others");
}

static void warn_of_contention(struct run *run)
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
	if (10 * contended > sampled && run->plan->settings.load == 0)
		cb__environment_warn(run->environment, "contended",
			"other work had the processor for a part of more than a tenth of the "
			"cells: rates are too low, ratios hold");
}

static void warn(struct run *run)
{
	warn_of_build(run->environment);
	warn_of_clock(run->environment);
	warn_of_steal(run);
	warn_of_contention(run);
}

static cb_status write_results(struct run *run, cb_results **out, int is_complete)
{
	warn(run);
	const cb__record record = {
		.settings = &run->plan->settings,
		.crew = &run->crew,
		.matrix = &run->matrix,
		.environment = run->environment,
		.is_complete = is_complete && !run->is_incomplete && is_everything_reached(run),
		.launches = run->launch,
		.rounds = run->rounds,
		.cpu = cb__affinity_cpu(run->affinity),
		.elapsed_s = elapsed_s(run),
	};
	json_t *document = NULL;
	char *why = NULL;
	cb_status status = cb__document_new(&document, &record);
	if (status == CB_OK)
		status = cb__results_from_document(out, document, &why);
	if (why != NULL)
		cb__context_fail(run->plan->ctx, status, "%s", why);
	free(why);
	return status;
}

static void finish(struct run *run)
{
	cb__crew_done(&run->crew);
	cb__affinity_restore(run->affinity);
	cb__matrix_done(&run->matrix);
	cb__subjects_done(&run->all);
	json_decref(run->environment);
	cb__text_done(&run->current);
}

cb_status cb_plan_run(cb_plan *plan, cb_results **out, cb_progress_fn *progress, void *payload)
{
	struct run run = {
		.plan = plan,
		.random = {plan->settings.seed},
		.start_ns = cb__clock_wall_ns(),
		.progress = progress,
		.payload = payload,
	};
	cb_status status = prepare(&run);
	cb__environment_cpu_ticks("", &run.steal_ticks, &run.total_ticks);
	if (status == CB_OK) {
		choose_lead_in(&run);
		run.affinity = cb__affinity_pin();
		status = check_processors(&run);
	}
	if (status == CB_OK && plan->settings.load > 0)
		status = cb__crew_start_load(&run.crew, plan->settings.load);
	if (status == CB_OK) {
		status = measure(&run);
	}
	if (status == CB_OK || status == CB_ECANCELLED) {
		cb_status written = write_results(&run, out, status == CB_OK);
		if (written != CB_OK)
			status = written;
	}
	finish(&run);
	return status;
}
