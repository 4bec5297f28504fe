/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

#include "context.h"
#include "document.h"
#include "gate_run.h"
#include "inference.h"
#include "selftest.h"
#include "selftest_inject.h"
#include "stats.h"

/* Cells of each null run that are confirmed, up to the last launch that a gate may take, although
 * nobody suspects them: what slowdowns are injected into afterwards. */
#define FORCED 3u

/* Slowdowns that are tried on what was recorded; section "error rates" of METHODOLOGY.md. */
static const double injected_percents[] = {3, 5, 10};

/* Limits that may be recommended. */
static const double limits[] = {1, 2, 3, 5, 7, 10, 15, 20};

#define ROWS(array) (sizeof(array) / sizeof(array)[0])

#define CONFIDENCE  0.95

struct testing {
	cb_context *ctx;
	cb_plan *plan; /* NULL if nothing is measured */
	cb_selftest *selftest;
	const char *subject;
	const char *keep;
	const cb_rules *rules;
	uint64_t seed;
	cb_progress_fn *progress;
	void *payload;
};

void cb_selftest_free(cb_selftest *selftest)
{
	if (selftest == NULL)
		return;
	json_decref(selftest->document);
	json_decref(selftest->documents);
	json_decref(selftest->runs);
	json_decref(selftest->environment);
	json_decref(selftest->tool);
	free(selftest->rates);
	free(selftest->seconds);
	free(selftest->p_values);
	free(selftest);
}

static cb_status measure(cb_gate **out, struct testing *testing)
{
	const cb__gate_order order = {
		.bases = &testing->subject,
		.count = 1,
		.is_copy = 1,
		.forced = FORCED,
		.seed = ++testing->seed,
	};
	return cb__gate_measure(
		out, testing->plan, &order, testing->rules, testing->progress, testing->payload);
}

static cb_status keep(const struct testing *testing, const cb_gate *gate, const char *kind)
{
	cb_text file = CB_TEXT_INIT;
	if (testing->keep == NULL)
		return CB_OK;
	cb__text_format(
		&file, "%s/%s-%04llu.json", testing->keep, kind, (unsigned long long)testing->seed);
	cb_status status = file.failed ? CB_ENOMEM
				       : cb_gate_save(gate, testing->ctx, cb__text_string(&file),
						 CB_JSON_COMPACT);
	cb__text_done(&file);
	return status;
}

static double seconds_of(const cb_gate *gate)
{
	const json_t *tool = json_object_get(gate->document, "tool");
	return json_number_value(json_object_get(tool, "elapsed_s"));
}

static cb_status remember(struct testing *testing, const cb_gate *gate, const char *kind)
{
	const json_t *verdict = json_object_get(gate->document, "verdict");
	json_t *row = json_pack("{s:s, s:I, s:f, s:O}", "kind", kind, "seed",
		(json_int_t)testing->seed, "seconds", seconds_of(gate), "verdict", verdict);
	return json_array_append_new(testing->selftest->runs, row) == 0 ? CB_OK : CB_ENOMEM;
}

static void count_run(cb_selftest_null *null, const cb_gate *gate)
{
	null->runs++;
	null->cells = gate->count > null->cells ? gate->count : null->cells;
	null->alarms += gate->exit == CB_GATE_REGRESSED ? 1 : 0;
	null->inconclusive += gate->exit == CB_GATE_INCONCLUSIVE ? 1 : 0;
	null->invalid += gate->exit == CB_GATE_BROKEN || gate->exit == CB_GATE_INVALID ? 1 : 0;
}

/* The document moves over: it is what slowdowns are injected into. */
static cb_status take_null(struct testing *testing, const cb_gate *gate)
{
	cb_selftest *selftest = testing->selftest;
	count_run(&selftest->null, gate);
	selftest->seconds[selftest->null.runs - 1] = seconds_of(gate);
	selftest->p_count +=
		cb__selftest_p_values(selftest->p_values + selftest->p_count, FORCED, gate);
	if (selftest->environment == NULL)
		selftest->environment = json_incref(json_object_get(gate->document, "environment"));
	return json_array_append(selftest->documents, gate->document) == 0 ? CB_OK : CB_ENOMEM;
}

static cb_status run_null(struct testing *testing)
{
	cb_gate *gate = NULL;
	cb_status status = measure(&gate, testing);
	if (status == CB_OK)
		status = take_null(testing, gate);
	if (status == CB_OK)
		status = remember(testing, gate, "null");
	if (status == CB_OK)
		status = keep(testing, gate, "null");
	cb_gate_free(gate);
	return status;
}

static void bound(cb_selftest_rate *rate)
{
	rate->found_low = cb__inference_binomial_low(rate->found, rate->tried, CONFIDENCE);
	rate->found_high = cb__inference_binomial_high(rate->found, rate->tried, CONFIDENCE);
}

static cb_status inject_all(struct testing *testing, cb_selftest_rate *rate)
{
	const json_t *documents = testing->selftest->documents;
	cb_status status = CB_OK;
	for (size_t i = 0; i < json_array_size(documents) && status == CB_OK; i++)
		status = cb__selftest_inject(rate, testing->ctx, json_array_get(documents, i),
			testing->rules, 1 + i % FORCED);
	bound(rate);
	return status;
}

static cb_status try_recorded(struct testing *testing)
{
	cb_selftest *selftest = testing->selftest;
	cb_status status = CB_OK;
	for (size_t i = 0; i < ROWS(injected_percents) && status == CB_OK; i++) {
		cb_selftest_rate *rate = &selftest->rates[selftest->rate_count++];
		*rate = (cb_selftest_rate){.injected_percent = injected_percents[i],
			.limit_percent = cb__rules_settings(testing->rules)->limit_percent};
		status = inject_all(testing, rate);
	}
	return status;
}

/* The limit that losses of one and a half times its size are found with. */
static cb_status recommend(struct testing *testing)
{
	cb_selftest *selftest = testing->selftest;
	cb_rules *rules = NULL;
	cb_status status = cb__rules_copy(&rules, testing->rules);
	for (size_t i = 0; i < ROWS(limits) && status == CB_OK && isnan(selftest->limit_percent);
		i++) {
		cb_selftest_rate rate = {.injected_percent = 150 * limits[i] / (100 - limits[i]),
			.limit_percent = limits[i]};
		const cb_rules *before = testing->rules;
		status = cb__selftest_set_limit(rules, limits[i]);
		testing->rules = rules;
		if (status == CB_OK)
			status = inject_all(testing, &rate);
		testing->rules = before;
		selftest->widest = rate;
		if (status == CB_OK && rate.tried > 0 && rate.blamed == 0 &&
			20 * rate.found >= 19 * rate.tried)
			selftest->limit_percent = limits[i];
	}
	cb_rules_free(rules);
	return status;
}

static cb_status run_real(struct testing *testing, cb_selftest_rate *rate)
{
	cb_gate *gate = NULL;
	cb_status status = measure(&gate, testing);
	for (size_t i = 0; status == CB_OK && i < gate->count; i++) {
		const cb_judged *view = &gate->rows[i].view;
		int is_found = view->verdict == CB_VERDICT_REGRESSED;
		rate->tried += view->injected_percent > 0 ? 1 : 0;
		rate->found += view->injected_percent > 0 && is_found ? 1 : 0;
		rate->blamed += view->injected_percent > 0 ? 0 : (size_t)is_found;
	}
	if (status == CB_OK)
		status = remember(testing, gate, "real");
	if (status == CB_OK)
		status = keep(testing, gate, "real");
	cb_gate_free(gate);
	return status;
}

/* Real slowdowns go into the first algorithm that the null runs measured. */
static cb_status try_real(struct testing *testing, size_t runs)
{
	cb_selftest *selftest = testing->selftest;
	if (runs == 0 || json_array_size(selftest->documents) == 0)
		return CB_OK;
	cb_selftest_rate *rate = &selftest->rates[selftest->rate_count++];
	*rate = (cb_selftest_rate){.is_real = 1,
		.injected_percent = 2 * cb__rules_settings(testing->rules)->limit_percent,
		.limit_percent = cb__rules_settings(testing->rules)->limit_percent};
	cb_status status = CB_OK;
	for (size_t i = 0; i < runs && status == CB_OK; i++) {
		status = cb__selftest_choose_injection(testing->plan,
			json_array_get(selftest->documents, i % selftest->null.runs),
			rate->injected_percent);
		if (status == CB_OK)
			status = run_real(testing, rate);
	}
	bound(rate);
	cb_status cleared = cb__selftest_clear_injection(testing->plan);
	return status == CB_OK ? cleared : status;
}

/* A miss in twenty is borne, and a run is slowed in two cells on average. */
#define RUNS_OF_A_MISS 10u

static void find_obstacle(cb_selftest *selftest)
{
	const cb_selftest_rate *rate = &selftest->widest;
	size_t missed = rate->tried - rate->found;
	char *text = selftest->text;
	size_t size = sizeof selftest->text;
	if (!isnan(selftest->limit_percent))
		return;
	selftest->obstacle = text;
	if (!(rate->limit_percent > 0))
		snprintf(text, size, "interrupted before one was tried");
	else if (rate->tried == 0)
		snprintf(text, size,
			"no cell was confirmed in any run: give each run more with --budget");
	else if (rate->blamed == 0 && 2 * rate->open >= missed)
		snprintf(text, size,
			"the budget ended before %zu of %zu slowed cells were confirmed: give each "
			"run more with --budget",
			rate->open, rate->tried);
	else if (rate->blamed == 0 && rate->found_high >= 0.95)
		snprintf(text, size,
			"too few runs: %zu of %zu slowdowns missed may be chance; --runs %zu or "
			"more can tell",
			missed, rate->tried, RUNS_OF_A_MISS * missed);
	else
		snprintf(text, size,
			"too noisy: %zu of %zu slowdowns were found, and %zu other cells blamed",
			rate->found, rate->tried, rate->blamed);
}

const char *cb_selftest_obstacle(const cb_selftest *selftest)
{
	return selftest->obstacle;
}

static cb_status conclude(cb_selftest *selftest)
{
	find_obstacle(selftest);
	selftest->tool =
		json_pack("{s:s, s:o}", "version", cb_version(), "finished", cb__document_now());
	double *scratch = calloc(2 * selftest->null.runs + selftest->p_count + 1, sizeof *scratch);
	selftest->null.alarm_high =
		cb__inference_binomial_high(selftest->null.alarms, selftest->null.runs, CONFIDENCE);
	selftest->null.seconds = (double)NAN;
	selftest->null.uniform_p = (double)NAN;
	if (scratch == NULL || selftest->tool == NULL) {
		free(scratch);
		return CB_ENOMEM;
	}
	selftest->null.seconds = cb__stats_median(selftest->seconds, selftest->null.runs, scratch);
	if (selftest->p_count >= 10)
		selftest->null.uniform_p =
			cb__inference_uniform_p(selftest->p_values, selftest->p_count, scratch);
	free(scratch);
	return CB_OK;
}

/* Hands over what there is to tell, else nothing. @p status is that of the tests. */
static cb_status hand_over(cb_selftest **out, cb_selftest *selftest, cb_status status)
{
	int is_told = status == CB_OK || (status == CB_ECANCELLED && selftest->null.runs > 0);
	cb_status concluded = is_told ? conclude(selftest) : CB_OK;
	if (is_told && concluded == CB_OK)
		*out = selftest;
	else
		cb_selftest_free(selftest);
	return concluded == CB_OK ? status : concluded;
}

static cb_selftest *make(size_t runs)
{
	cb_selftest *selftest = calloc(1, sizeof *selftest);
	if (selftest == NULL)
		return NULL;
	selftest->documents = json_array();
	selftest->runs = json_array();
	selftest->rates = calloc(ROWS(injected_percents) + 1, sizeof *selftest->rates);
	selftest->obstacle = "";
	selftest->limit_percent = (double)NAN;
	selftest->seconds = calloc(runs + 1, sizeof *selftest->seconds);
	selftest->p_values = calloc(FORCED * runs + 1, sizeof *selftest->p_values);
	if (selftest->documents != NULL && selftest->runs != NULL && selftest->rates != NULL &&
		selftest->seconds != NULL && selftest->p_values != NULL)
		return selftest;
	cb_selftest_free(selftest);
	return NULL;
}

/* Before hours are spent. */
static cb_status check_keep(cb_context *ctx, const char *directory)
{
	struct stat info;
	if (directory == NULL)
		return CB_OK;
	if (stat(directory, &info) == 0 && !S_ISDIR(info.st_mode))
		errno = ENOTDIR;
	else if (access(directory, W_OK | X_OK) == 0)
		return CB_OK;
	return cb__context_fail(
		ctx, CB_EIO, "nothing can be kept in \"%s\": %s", directory, strerror(errno));
}

/* A null gate that was slowed down raises alarms that are none. */
static cb_status check_uninjected(const cb_plan *plan)
{
	if (plan->settings.inject == NULL)
		return CB_OK;
	return cb__context_fail(plan->ctx, CB_EINVAL,
		"option inject goes with a gate: a self-test holds a library against itself, and "
		"injects slowdowns of its own into what it measured");
}

cb_status cb_plan_selftest(cb_plan *plan, cb_selftest **out, const char *subject, size_t runs,
	size_t real, const char *keep_in, const cb_rules *rules, cb_progress_fn *progress,
	void *payload)
{
	cb_rules *defaults = NULL;
	cb_status status = rules == NULL ? cb_rules_new(&defaults, plan->ctx) : CB_OK;
	struct testing testing = {plan->ctx, plan, make(runs), subject, keep_in,
		rules != NULL ? rules : defaults, plan->settings.seed * 100000, progress, payload};
	*out = NULL;
	if (status == CB_OK)
		status = testing.selftest != NULL ? check_uninjected(plan) : CB_ENOMEM;
	if (status == CB_OK)
		status = check_keep(plan->ctx, keep_in);
	for (size_t i = 0; i < runs && status == CB_OK; i++)
		status = run_null(&testing);
	if (status == CB_OK)
		status = try_recorded(&testing);
	if (status == CB_OK)
		status = recommend(&testing);
	if (status == CB_OK)
		status = try_real(&testing, real);
	cb_rules_free(defaults);
	return hand_over(out, testing.selftest, status);
}

/* One gate that was kept, judged by the rules of today. */
static cb_status take_recorded(struct testing *testing, const char *file)
{
	cb_gate *gate = NULL;
	cb_status status = cb_gate_load(&gate, testing->ctx, file, testing->rules);
	if (status == CB_OK)
		status = take_null(testing, gate);
	if (status == CB_OK)
		status = remember(testing, gate, "null");
	cb_gate_free(gate);
	return status;
}

static cb_status find_recorded(glob_t *out, cb_context *ctx, const char *directory)
{
	cb_text pattern = CB_TEXT_INIT;
	cb__text_add_escaped(&pattern, directory);
	cb__text_add(&pattern, "/null-*.json");
	int found = pattern.failed ? GLOB_NOSPACE : glob(cb__text_string(&pattern), 0, NULL, out);
	cb__text_done(&pattern);
	if (found == 0)
		return CB_OK;
	if (found == GLOB_NOSPACE)
		return CB_ENOMEM;
	return cb__context_fail(ctx, CB_EEMPTY,
		"\"%s\" holds no gates that selftest kept (null-*.json)", directory);
}

cb_status cb_selftest_recorded(
	cb_selftest **out, cb_context *ctx, const char *directory, const cb_rules *rules)
{
	glob_t files = {0};
	cb_rules *defaults = NULL;
	cb_status status = rules == NULL ? cb_rules_new(&defaults, ctx) : CB_OK;
	struct testing testing = {.ctx = ctx, .rules = rules != NULL ? rules : defaults};
	*out = NULL;
	if (status == CB_OK)
		status = find_recorded(&files, ctx, directory);
	if (status == CB_OK)
		testing.selftest = make(files.gl_pathc);
	if (status == CB_OK && testing.selftest == NULL)
		status = CB_ENOMEM;
	for (size_t i = 0; i < files.gl_pathc && status == CB_OK; i++)
		status = take_recorded(&testing, files.gl_pathv[i]);
	globfree(&files);
	if (status == CB_OK)
		status = try_recorded(&testing);
	if (status == CB_OK)
		status = recommend(&testing);
	cb_rules_free(defaults);
	return hand_over(out, testing.selftest, status);
}

const cb_selftest_null *cb_selftest_null_runs(const cb_selftest *selftest)
{
	return &selftest->null;
}

size_t cb_selftest_rate_count(const cb_selftest *selftest)
{
	return selftest->rate_count;
}

const cb_selftest_rate *cb_selftest_rate_at(const cb_selftest *selftest, size_t index)
{
	return index < selftest->rate_count ? &selftest->rates[index] : NULL;
}

double cb_selftest_limit_percent(const cb_selftest *selftest)
{
	return selftest->limit_percent;
}

/* The machine is trusted if nothing was imagined and nothing large was overlooked. */
int cb_selftest_exit(const cb_selftest *selftest)
{
	if (selftest->null.alarms > 0)
		return CB_GATE_REGRESSED;
	return isnan(selftest->limit_percent) || selftest->null.invalid > 0 ? CB_GATE_INVALID
									    : CB_GATE_FINE;
}
