/* SPDX-License-Identifier: Apache-2.0 */
/* Measures two sides next to each other: a screen of all pairs, then suspects on fresh launches. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "clock.h"
#include "context.h"
#include "document.h"
#include "gate.h"
#include "gate_choose.h"
#include "gate_document.h"
#include "gate_pairs.h"
#include "gate_run.h"
#include "gate_sides.h"
#include "inject.h"
#include "schedule.h"

/* If none was given: what a pull request can wait for. */
#define BUDGET_S 180.0

/* The canary is slowed by this at least, and by twice what its limit allows. */
#define CANARY_PERCENT 5.0

/* Environments of workers are longer by up to a page, so that what depends on it is averaged. */
#define PAD_MAX 4096u

struct gating {
	cb_plan *plan;
	const cb__gate_order *order;
	const cb_rules *rules;
	const cb__gate_settings *rule;
	cb__settings settings; /* the plan's, with a gate's defaults */
	uint64_t sizes[2];
	cb__subjects subjects;
	cb__bench bench;
	cb__matrix matrix;
	cb__pairs pairs;
	cb__random random;
	cb__followed followed;
	double launch_s; /* of the last launch, besides its visits: copies, workers */
};

static int is_counting(const struct gating *gating)
{
	return strcmp(gating->rule->mode, "icount") == 0;
}

/* Stepping a longer message shows the same code more often. */
static void choose_sizes(struct gating *gating)
{
	if (gating->settings.are_sizes_given || !is_counting(gating))
		return;
	gating->sizes[0] = 64;
	gating->sizes[1] = 1024;
	gating->settings.sizes = gating->sizes;
	gating->settings.size_count = 2;
}

static void choose_settings(struct gating *gating)
{
	gating->settings = gating->plan->settings;
	if (!gating->settings.is_budget_given)
		gating->settings.budget_s = BUDGET_S;
	if (!gating->settings.is_accel_given)
		gating->settings.accel = CB_ACCEL_BIT(CB_ACCEL_ON);
	gating->settings.load = 0;
	choose_sizes(gating);
}

static int is_late(const struct gating *gating)
{
	return cb__bench_elapsed_s(&gating->bench) >= gating->settings.budget_s;
}

static cb_status check_different(const struct gating *gating)
{
	const cb__crew *crew = &gating->bench.crew;
	for (size_t i = 0; i < crew->member_count; i += CB__ARM_COUNT) {
		const cb__member *base = &crew->members[i + CB__ARM_BASE];
		if (!gating->order->is_copy &&
			cb__sides_are_one(base, &crew->members[i + CB__ARM_HEAD]))
			return cb__context_fail(gating->plan->ctx, CB_EINVAL,
				"base and head load the very same file: name two files, two "
				"modules or two modes");
	}
	return CB_OK;
}

/* A slowdown that goes nowhere would look like a gate that finds nothing. */
static cb_status check_injected(
	const struct gating *gating, const char *const *ids, size_t id_count)
{
	size_t len = 0;
	const char *hint = "";
	const char *dead =
		cb__inject_find_dead(&len, &hint, gating->settings.inject, ids, id_count);
	if (dead == NULL)
		return CB_OK;
	return cb__context_fail(gating->plan->ctx, CB_ENOTFOUND,
		"option inject: \"%.*s\" matches no cell%s", (int)len, dead, hint);
}

static cb_status check_rules(const struct gating *gating)
{
	const char **ids = calloc(gating->pairs.count + 1, sizeof *ids);
	if (ids == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < gating->pairs.count; i++)
		ids[i] = gating->pairs.rows[i].id;
	cb_status status = cb__rules_check_matches(gating->rules, ids, gating->pairs.count);
	json_t *now = cb__document_now();
	if (status == CB_OK)
		status = cb__rules_check_dates(gating->rules, json_string_value(now));
	json_decref(now);
	if (status == CB_OK)
		status = check_injected(gating, ids, gating->pairs.count);
	free(ids);
	return status;
}

static void find_same_code(struct gating *gating)
{
	const cb__crew *crew = &gating->bench.crew;
	/* Who asks for a slowdown asks whether it is found. */
	int is_measured = gating->settings.no_shortcut || gating->settings.inject != NULL;
	if (is_measured || gating->order->is_copy)
		return;
	for (size_t i = 0; i < gating->pairs.count; i++) {
		cb__pair *pair = &gating->pairs.rows[i];
		const cb__member *base = &crew->members[cb__side_index(pair->mode, CB__ARM_BASE)];
		const cb__member *head = &crew->members[cb__side_index(pair->mode, CB__ARM_HEAD)];
		/* One mode's answer is every pair's. */
		size_t first = 0;
		while (gating->pairs.rows[first].mode != pair->mode)
			first++;
		pair->has_same_code = first < i ? gating->pairs.rows[first].has_same_code
						: cb__sides_are_equal(base, head);
	}
}

static void inject(struct gating *gating)
{
	for (size_t i = 0; i < gating->pairs.count; i++) {
		cb__pair *pair = &gating->pairs.rows[i];
		for (int arm = CB__ARM_HEAD; arm < CB__ARM_COUNT; arm++)
			pair->arms[arm]->slowed_percent = cb__inject_percent(
				gating->settings.inject, pair->id, arm == CB__ARM_CONTROL);
	}
}

/* Chosen before anything is measured, so that the choice knows nothing. */
static void draw_forced(struct gating *gating)
{
	size_t wanted = gating->order->forced;
	size_t left = gating->pairs.count;
	for (size_t i = 0; i < gating->pairs.count; i++, left--)
		if (cb__random_below(&gating->random, left) < wanted) {
			gating->pairs.rows[i].is_forced = 1;
			wanted--;
		}
}

/* A loss of 50 % of throughput is twice the time. */
static double canary_percent(double limit_percent)
{
	double percent = ceil(10 * 2 * 100 * limit_percent / (100 - limit_percent)) / 10;
	if (!(percent <= CB__INJECT_MAX_PERCENT)) /* NaN and infinity, too */
		return CB__INJECT_MAX_PERCENT;
	return percent > CANARY_PERCENT ? percent : CANARY_PERCENT;
}

static cb_status add_canary(struct gating *gating)
{
	cb__limits limits;
	cb_status status = cb__pairs_add_canary(&gating->pairs, &gating->random);
	if (status != CB_OK || gating->pairs.canary == NULL)
		return status;
	cb__rules_limits(&limits, gating->rules, gating->pairs.canary->id);
	gating->pairs.canary->arms[CB__ARM_HEAD]->slowed_percent =
		canary_percent(limits.limit_percent);
	return CB_OK;
}

/* For the workers that are started from now on. */
static void draw_pad(struct gating *gating)
{
	gating->bench.crew.pad_len = 1 + (size_t)cb__random_below(&gating->random, PAD_MAX);
}

/* The first launch's workers. Stand-ins that part have none yet. */
static cb_status start(struct gating *gating)
{
	cb__crew *crew = &gating->bench.crew;
	draw_pad(gating);
	cb_status status = cb__bench_start(&gating->bench);
	if (status == CB_OK)
		cb__sides_part(crew);
	for (size_t i = 0; i < crew->member_count && status == CB_OK; i++)
		status = cb__crew_start(crew, &crew->members[i]);
	return status;
}

static cb_status add_sides(struct gating *gating)
{
	const cb__gate_order *order = gating->order;
	cb_status status = CB_OK;
	for (size_t i = 0; i < order->count && status == CB_OK; i++)
		status = cb__sides_add(&gating->subjects, gating->plan->ctx, order->bases[i],
			order->is_copy ? NULL : order->heads[i], gating->settings.accel,
			order->is_copy);
	return status;
}

static int is_parallel(const cb__settings *settings)
{
	return settings->threads[settings->thread_count - 1] > 1 ||
	       settings->processes[settings->process_count - 1] > 1;
}

static cb_status prepare(struct gating *gating)
{
	cb_context *ctx = gating->plan->ctx;
	choose_settings(gating);
	if (is_counting(gating) && gating->settings.inject != NULL)
		return cb__context_fail(ctx, CB_EINVAL,
			"mode icount counts instructions, which option inject does not change");
	if (is_counting(gating) && is_parallel(&gating->settings))
		return cb__context_fail(ctx, CB_EINVAL,
			"mode icount follows one thread of one process: leave threads and "
			"processes at 1");
	cb_status status = add_sides(gating);
	if (status == CB_OK)
		status = cb__bench_open(&gating->bench, ctx, &gating->settings, &gating->subjects);
	if (status == CB_OK)
		status = start(gating);
	if (status == CB_OK)
		status = check_different(gating);
	if (status == CB_OK)
		status = cb__matrix_new(&gating->matrix, &gating->bench.crew, &gating->settings);
	if (status == CB_OK)
		status = cb__pairs_new(
			&gating->pairs, &gating->matrix, &gating->bench.crew, &gating->random);
	if (status == CB_OK)
		status = check_rules(gating);
	if (status != CB_OK)
		return status;
	find_same_code(gating);
	inject(gating);
	draw_forced(gating);
	return is_counting(gating) || !gating->rule->has_canary ? CB_OK : add_canary(gating);
}

/* Half as long as a sample of a run: more of them end before somebody else gets the processor. */
#define SLOT_NS 1000000u

static uint64_t slot_ns(const cb__pair *pair)
{
	uint32_t at_once = pair->panel->threads * pair->panel->processes;
	return at_once > 1 ? cb__schedule_sample_ns(at_once, 0) : SLOT_NS;
}

static cb_status visit(struct gating *gating, cb__pair *pair, int is_confirm)
{
	const cb__pair_visit how = {
		.visit = {.crew = &gating->bench.crew,
			.random = &gating->random,
			.seed = gating->settings.seed,
			.launch = gating->bench.launch - 1,
			.rounds = gating->rule->rounds,
			.lead_in_ns = gating->bench.lead_in_ns,
			.target_ns = slot_ns(pair)},
		.is_confirm = is_confirm,
	};
	gating->bench.current = pair->id;
	if (cb__bench_tick(0, &gating->bench) != 0)
		return CB_ECANCELLED;
	cb_status status = cb__pair_visit_once(pair, gating->matrix.entry_count, &how);
	gating->bench.done++;
	return status;
}

/* Fresh workers visit @p count pairs in random order. */
static cb_status launch(struct gating *gating, cb__pair *const *pairs, size_t count, int is_confirm)
{
	size_t *order = calloc(count + 1, sizeof *order);
	cb_status status = order != NULL ? CB_OK : CB_ENOMEM;
	double spent_s = -cb__bench_elapsed_s(&gating->bench);
	gating->bench.launch++;
	draw_pad(gating);
	if (status == CB_OK)
		status = cb__crew_renew_copies(&gating->bench.crew, &gating->random);
	if (status == CB_OK)
		cb__random_order(&gating->random, order, count);
	for (size_t i = 0; i < count && status == CB_OK && !is_late(gating); i++)
		if (cb__pair_is_alive(pairs[order[i]])) {
			status = visit(gating, pairs[order[i]], is_confirm);
			spent_s -= pairs[order[i]]->cost_s;
		}
	cb__crew_stop(&gating->bench.crew, status != CB_OK);
	gating->launch_s = fmax(0, spent_s + cb__bench_elapsed_s(&gating->bench));
	free(order);
	return status;
}

/* A visit of a confirmation has three sides instead of two, and what is not yet confirmed was seen
 * in a screen only; more of what others take must not spoil it all. */
#define CONFIRM_COST 1.6

/* How many of them, the first ones, are confirmed to the end in the time that is left. */
static size_t count_fitting(
	const struct gating *gating, cb__pair *const *pairs, size_t count, uint32_t launches)
{
	double *cost_s = calloc(count + 1, sizeof *cost_s);
	double left_s = gating->settings.budget_s - cb__bench_elapsed_s(&gating->bench);
	if (cost_s == NULL)
		return count;
	for (size_t i = 0; i < count; i++)
		cost_s[i] = (pairs[i]->confirm.count > 0 ? 1 : CONFIRM_COST) * pairs[i]->cost_s;
	size_t fitting = cb__schedule_fitting(cost_s, count, gating->launch_s, left_s / launches);
	free(cost_s);
	return fitting;
}

static cb_status run_launches(struct gating *gating, cb__pair *const *pairs, size_t count,
	uint32_t launches, int is_confirm)
{
	cb_status status = CB_OK;
	gating->bench.total += (uint64_t)launches * count;
	gating->bench.launches = gating->bench.launch + launches;
	for (uint32_t i = 0; i < launches && status == CB_OK && !is_late(gating); i++) {
		/* The last ones are left, if it takes longer than it seemed: what is confirmed in
		 * part is not confirmed. */
		if (is_confirm)
			count = count_fitting(gating, pairs, count, launches - i);
		status = launch(gating, pairs, count, is_confirm);
	}
	return status;
}

/* All pairs that are measured, the canary among them. */
static size_t collect(struct gating *gating, cb__pair **out)
{
	size_t count = 0;
	for (size_t i = 0; i < gating->pairs.count; i++)
		if (!gating->pairs.rows[i].has_same_code)
			out[count++] = &gating->pairs.rows[i];
	if (gating->pairs.canary != NULL && count > 0)
		out[count++] = gating->pairs.canary;
	return count;
}

/* A screen leaves the other half to confirmations. */
static int has_time(const struct gating *gating, int is_confirm)
{
	double share = is_confirm ? 1 : 0.5;
	return cb__bench_elapsed_s(&gating->bench) < share * gating->settings.budget_s;
}

/* Rounds of choosing and measuring, until nobody wants more or the time is up. */
static cb_status repeat(struct gating *gating, cb__pair **pairs, size_t times, int is_confirm)
{
	cb_status status = CB_OK;
	uint32_t launches =
		is_confirm ? gating->rule->confirm_launches : gating->rule->screen_launches;
	for (size_t i = 0; i < times && status == CB_OK && has_time(gating, is_confirm); i++) {
		size_t count = 0;
		status = cb__pairs_choose(pairs, &count, &gating->pairs, gating->rules,
			is_confirm ? CB__TO_CONFIRM : CB__TO_SCREEN);
		if (status != CB_OK || count == 0)
			break;
		status = run_launches(gating, pairs, count, launches, is_confirm);
	}
	return status;
}

/* Those that will be called regressed are followed, for the reason; the verdict does not need it,
 * and the first few will do. */
#define FOLLOWED_MAX 12u

static cb_status count_work(struct gating *gating, cb__pair **pairs)
{
	size_t count = 0;
	cb_status status =
		cb__pairs_choose(pairs, &count, &gating->pairs, gating->rules, CB__TO_FOLLOW);
	for (size_t i = 0; i < count && i < FOLLOWED_MAX && status == CB_OK; i++)
		status = cb__pair_count_work(pairs[i], &gating->bench);
	return status;
}

static cb_status time_pairs(struct gating *gating)
{
	cb__pair **pairs = calloc(gating->pairs.count + 2, sizeof *pairs);
	if (pairs == NULL)
		return CB_ENOMEM;
	size_t count = collect(gating, pairs);
	cb_status status = CB_OK;
	if (count > 0)
		status = run_launches(gating, pairs, count, gating->rule->screen_launches, 0);
	/* Twice: the first launches were a screen, too. */
	if (status == CB_OK && count > 0)
		status = repeat(gating, pairs, 2, 0);
	/* Each is confirmed once, and extended once. */
	if (status == CB_OK && count > 0)
		status = repeat(gating, pairs, 2 * count, 1);
	if (status == CB_OK && count > 0 && !is_late(gating))
		status = count_work(gating, pairs);
	free(pairs);
	return status;
}

static cb_status measure(struct gating *gating)
{
	cb_status status = is_counting(gating) ? cb__pairs_follow(&gating->followed, &gating->pairs,
							 &gating->bench)
					       : time_pairs(gating);
	return status == CB_OK ? cb__bench_tell_end(&gating->bench) : status;
}

static cb_status write_gate(struct gating *gating, cb_gate **out, int is_complete)
{
	int is_counted = is_counting(gating);
	json_t *document = NULL;
	cb__bench_warn(&gating->bench);
	const cb__gate_record record = {
		.settings = &gating->settings,
		.rules = gating->rules,
		.crew = &gating->bench.crew,
		.pairs = &gating->pairs,
		.environment = gating->bench.environment,
		.followed = is_counted ? &gating->followed : NULL,
		.drift = gating->order->drift,
		.mode = gating->order->mode != NULL ? gating->order->mode : gating->rule->mode,
		.is_complete = is_complete,
		.cpu = cb__affinity_cpu(gating->bench.affinity),
		.elapsed_s = cb__bench_elapsed_s(&gating->bench),
	};
	cb_status status = cb__gate_document_new(&document, &record);
	if (status != CB_OK)
		return status;
	return cb__gate_from_document(out, gating->plan->ctx, document, NULL, "gate");
}

static void finish(struct gating *gating)
{
	cb__bench_close(&gating->bench);
	json_decref(gating->followed.counts);
	json_decref(gating->followed.left_out);
	cb__pairs_done(&gating->pairs);
	cb__matrix_done(&gating->matrix);
	cb__subjects_done(&gating->subjects);
}

static cb_status gate(struct gating *gating, cb_gate **out)
{
	cb_status status = prepare(gating);
	if (status == CB_OK)
		status = measure(gating);
	/* Whatever stopped it: what was measured until then is not lost. */
	int is_begun = gating->bench.launch > 0 || status == CB_OK || status == CB_ECANCELLED;
	if (gating->pairs.rows != NULL && is_begun) {
		cb_status written = write_gate(gating, out, status == CB_OK);
		if (status == CB_OK)
			status = written;
	}
	finish(gating);
	return status;
}

cb_status cb__gate_measure(cb_gate **out, cb_plan *plan, const cb__gate_order *order,
	const cb_rules *rules, cb_progress_fn *progress, void *payload)
{
	cb_rules *defaults = NULL;
	cb_status status = rules == NULL ? cb_rules_new(&defaults, plan->ctx) : CB_OK;
	*out = NULL;
	if (status != CB_OK)
		return status;
	struct gating gating = {
		.plan = plan,
		.order = order,
		.rules = rules != NULL ? rules : defaults,
		.random = {order->seed != 0 ? order->seed : plan->settings.seed},
		.bench = {.progress = progress, .payload = payload},
	};
	gating.rule = cb__rules_settings(gating.rules);
	status = gate(&gating, out);
	cb_rules_free(defaults);
	return status;
}

cb_status cb_plan_gate(cb_plan *plan, cb_gate **out, const char *base, const char *head,
	const cb_rules *rules, cb_progress_fn *progress, void *payload)
{
	const cb__gate_order order = {.bases = &base, .heads = &head, .count = 1};
	return cb__gate_measure(out, plan, &order, rules, progress, payload);
}
