/* SPDX-License-Identifier: Apache-2.0 */
/* Saving a baseline, judging against it, accepting what is there now. */
#include "baseline.h"

#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cb/backend.h>

#include "context.h"
#include "document.h"
#include "file.h"
#include "gate_run.h"
#include "inject.h"
#include "json_file.h"
#include "plan.h"
#include "results.h"
#include "run.h"

/* More libraries at once than there are. */
#define SIDES_MAX 32

/* What a call works with. */
struct work {
	cb_plan *plan;
	cb_context *ctx;
	const char *file;
	const cb_rules *rules;
	cb_progress_fn *progress;
	void *payload;
	json_t *baseline;
	cb_results *results; /* of today; NULL if there are none */
	json_t *subjects;    /* of results, as they were asked for */
	char *bases[SIDES_MAX];
	char *heads[SIDES_MAX];
	size_t side_count;
	int lock; /* of the file, while it is written; else -1 */
};

static void work_done(struct work *work)
{
	if (work->lock >= 0) {
		cb__file_unlock(work->lock);
		close(work->lock);
	}
	json_decref(work->baseline);
	json_decref(work->subjects);
	cb_results_free(work->results);
	for (size_t i = 0; i < work->side_count; i++) {
		free(work->bases[i]);
		free(work->heads[i]);
	}
}

static cb_status measure(struct work *work)
{
	return cb_plan_run(work->plan, &work->results, work->progress, work->payload);
}

static cb_status find_subjects(struct work *work)
{
	work->subjects = cb__baseline_subjects(work->plan, cb__results_document(work->results));
	return work->subjects != NULL ? CB_OK : CB_ENOMEM;
}

static const json_t *option_of(const json_t *results, const char *name)
{
	const json_t *tool = json_object_get(results, "tool");
	return json_object_get(json_object_get(tool, "options"), name);
}

static cb_status set_text(cb_plan *plan, const json_t *results, const char *name, int is_set)
{
	const char *text = json_string_value(option_of(results, name));
	if (is_set || text == NULL || text[0] == '\0')
		return CB_OK;
	return cb_plan_set(plan, name, text);
}

/* A list of numbers or words. */
static cb_status set_list(cb_plan *plan, const json_t *results, const char *name)
{
	const json_t *list = option_of(results, name);
	cb_text text = CB_TEXT_INIT;
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *item = json_array_get(list, i);
		cb__text_format(&text, "%s", i > 0 ? "," : "");
		if (json_is_string(item))
			cb__text_format(&text, "%s", json_string_value(item));
		else
			cb__text_format(&text, "%lld", (long long)json_integer_value(item));
	}
	cb_status status = text.failed ? CB_ENOMEM : CB_OK;
	if (status == CB_OK && text.len > 0)
		status = cb_plan_set(plan, name, cb__text_string(&text));
	cb__text_done(&text);
	return status;
}

/* What threads and processes are unless they were set. */
static int is_one(const uint64_t *numbers, size_t count)
{
	return count == 1 && numbers[0] == 1;
}

/* What was measured then is measured now. */
static cb_status take_options(struct work *work)
{
	const json_t *latest = cb__baseline_latest(work->baseline);
	cb__settings *settings = &work->plan->settings;
	cb_status status = set_text(work->plan, latest, "algorithms", settings->algorithms != NULL);
	if (status == CB_OK)
		status = set_text(work->plan, latest, "ops", settings->ops != NULL);
	if (status == CB_OK && !settings->are_sizes_given)
		status = set_list(work->plan, latest, "sizes");
	if (status == CB_OK && is_one(settings->threads, settings->thread_count))
		status = set_list(work->plan, latest, "threads");
	if (status == CB_OK && is_one(settings->processes, settings->process_count))
		status = set_list(work->plan, latest, "processes");
	if (status == CB_OK && settings->variants == CB_VARIANT_BIT(CB_VARIANT_MESSAGE))
		status = set_list(work->plan, latest, "variant");
	if (status == CB_OK && work->plan->subjects.count == 0)
		status = cb__baseline_add_subjects(work->plan, work->baseline, work->file);
	return status;
}

static cb_status write_baseline(struct work *work)
{
	return cb__json_file_write(work->ctx, work->file, work->baseline, 1);
}

/* Samples are not needed again, and large. */
static json_t *slim(const json_t *results)
{
	json_t *copy = json_deep_copy(results);
	json_t *cells = json_object_get(copy, "cells");
	for (size_t i = 0; i < json_array_size(cells); i++)
		json_object_del(json_array_get(cells, i), "samples");
	return copy;
}

/* An unpacked directory's library needs the C library that lies there. */
static int is_directory(const char *library)
{
	struct stat info;
	return library != NULL && stat(library, &info) == 0 && S_ISDIR(info.st_mode);
}

static int is_same_library(const cb__subject *a, const cb__subject *b)
{
	if (strcmp(a->backend, b->backend) != 0 || a->library == b->library)
		return 1;
	return a->library != NULL && b->library != NULL && strcmp(a->library, b->library) == 0;
}

/* There is one place for each backend's library. */
static int can_keep(const cb_plan *plan)
{
	const cb__subjects *subjects = &plan->subjects;
	for (size_t i = 0; i < subjects->count; i++) {
		if (is_directory(subjects->rows[i].library))
			return 0;
		for (size_t j = 0; j < i; j++)
			if (!is_same_library(&subjects->rows[i], &subjects->rows[j]))
				return 0;
	}
	return 1;
}

/* Those of before are not what was accepted. */
static cb_status forget_libraries(struct work *work)
{
	return json_object_set_new(work->baseline, "libraries", json_array()) == 0 ? CB_OK
										   : CB_ENOMEM;
}

/* Copies go only with a first run and an accepted one: a further one is of the same libraries. */
static cb_status add_run(struct work *work, const char *reason, int keeps_library)
{
	const json_t *document = cb__results_document(work->results);
	int is_further = reason == NULL && cb__baseline_latest(work->baseline) != NULL;
	json_t *results = slim(document);
	if (results == NULL)
		return CB_ENOMEM;
	cb_status status = cb__baseline_add(work->baseline, results, work->subjects, reason);
	json_decref(results);
	if (status == CB_OK && !is_further)
		status =
			keeps_library && can_keep(work->plan)
				? cb__baseline_keep(work->baseline, work->ctx, work->file, document)
				: forget_libraries(work);
	if (status == CB_OK)
		status = write_baseline(work);
	if (status == CB_OK)
		cb__baseline_sweep(work->baseline, work->file);
	return status;
}

static cb_status refuse_differences(const struct work *work, const json_t *differences)
{
	const json_t *first = json_array_get(differences, 0);
	if (first == NULL)
		return CB_OK;
	return cb__context_fail(work->ctx, CB_EINVAL,
		"\"%s\" was measured elsewhere: %s was %s and is %s%s; save another file",
		work->file, json_string_value(json_object_get(first, "field")),
		json_string_value(json_object_get(first, "base")),
		json_string_value(json_object_get(first, "head")),
		json_array_size(differences) > 1 ? " (and more)" : "");
}

/* Further runs of a baseline are of the same machine and the same libraries. */
static cb_status check_further(const struct work *work)
{
	const json_t *latest = cb__baseline_latest(work->baseline);
	const json_t *now = cb__results_document(work->results);
	if (latest == NULL)
		return CB_OK;
	json_t *differences = cb__baseline_differences(latest, now);
	cb_status status = refuse_differences(work, differences);
	json_decref(differences);
	if (status == CB_OK && !cb__baseline_is_same(work->baseline, now, work->subjects))
		status = cb__context_fail(work->ctx, CB_EINVAL,
			"\"%s\" holds runs of other libraries or modes: judge against it with "
			"--baseline, take the new ones over with --accept, or save another file",
			work->file);
	return status;
}

static size_t count_measured(const cb_results *results)
{
	size_t cells = 0;
	for (size_t i = 0; i < cb_results_cell_count(results); i++)
		cells += cb_results_cell_at(results, i)->outcome == CB_OUTCOME_MEASURED ? 1 : 0;
	return cells;
}

static size_t count_failed(const cb_results *results)
{
	size_t failed = 0;
	for (size_t i = 0; i < cb_results_cell_count(results); i++) {
		cb_outcome outcome = cb_results_cell_at(results, i)->outcome;
		failed += outcome != CB_OUTCOME_MEASURED && outcome != CB_OUTCOME_UNSUPPORTED &&
					  outcome != CB_OUTCOME_SKIPPED
				  ? 1
				  : 0;
	}
	return failed;
}

static cb_status check_measured(const struct work *work)
{
	if (count_measured(work->results) > 0)
		return CB_OK;
	return cb__context_fail(work->ctx, CB_EEMPTY,
		"no cell was measured, so \"%s\" was not written: 'cbench run' shows why",
		work->file);
}

static void tell(cb_baseline_info *out, const struct work *work)
{
	json_t *reference = cb__baseline_reference(work->baseline);
	*out = (cb_baseline_info){.runs = json_array_size(reference),
		.cells = count_measured(work->results),
		.failed = count_failed(work->results),
		.has_library = json_array_size(json_object_get(work->baseline, "libraries")) > 0};
	json_decref(reference);
}

/* A baseline knows libraries by their backends, and would take one set of rows for another. */
static cb_status check_rows(const cb_plan *plan)
{
	for (size_t i = 0; i < plan->subjects.count; i++)
		if (plan->subjects.rows[i].implementation != NULL)
			return cb__context_fail(plan->ctx, CB_ENOTSUP,
				"subject \"%s\": baselines hold no implementations with a name "
				"yet; "
				"judge them with --base and --head",
				plan->subjects.rows[i].label);
	return CB_OK;
}

/* Times that were made longer on purpose are nothing to hold others against. */
static cb_status check_uninjected(const cb_plan *plan)
{
	if (plan->settings.inject == NULL)
		return CB_OK;
	return cb__context_fail(plan->ctx, CB_EINVAL,
		"option inject goes with a judgement that changes nothing: what was slowed down on "
		"purpose is no baseline");
}

cb_status cb_plan_save_baseline(cb_plan *plan, const char *file, int no_library,
	cb_baseline_info *ret_info, cb_progress_fn *progress, void *payload)
{
	struct work work = {.plan = plan,
		.ctx = plan->ctx,
		.file = file,
		.progress = progress,
		.payload = payload,
		.lock = -1};
	cb_status status = check_rows(plan);
	if (status == CB_OK)
		status = check_uninjected(plan);
	if (status == CB_OK)
		status = cb__baseline_lock(&work.lock, plan->ctx, file);
	if (status == CB_OK)
		status = cb__baseline_load(&work.baseline, plan->ctx, file);
	if (status == CB_OK && work.baseline != NULL)
		status = take_options(&work);
	else if (status == CB_OK && (work.baseline = cb__baseline_new()) == NULL)
		status = CB_ENOMEM;
	if (status == CB_OK)
		status = measure(&work);
	if (status == CB_OK)
		status = check_measured(&work);
	if (status == CB_OK)
		status = find_subjects(&work);
	if (status == CB_OK)
		status = check_further(&work);
	if (status == CB_OK)
		status = add_run(&work, NULL, !no_library);
	if (status == CB_OK && ret_info != NULL)
		tell(ret_info, &work);
	work_done(&work);
	return status;
}

static char *subject_text(const char *backend, const char *accel, const char *library)
{
	cb_text text = CB_TEXT_INIT;
	char *made = NULL;
	cb__text_format(&text, "%s:%s", backend, accel);
	if (library != NULL)
		cb__text_format(&text, "=%s", library);
	return cb__text_take(&text, &made) == CB_OK ? made : NULL;
}

/* One subject's old library beside its new one; without a kept library there is no pair. */
static cb_status add_side(struct work *work, const cb__subject *subject)
{
	char *library = NULL;
	cb_status status = cb__baseline_library(
		&library, work->baseline, work->ctx, work->file, subject->backend);
	if (status != CB_OK || library == NULL || work->side_count == SIDES_MAX) {
		free(library);
		return status;
	}
	const char *accel = cb_accel_name(subject->accel);
	size_t at = work->side_count++;
	work->bases[at] = subject_text(subject->backend, accel, library);
	work->heads[at] = subject_text(subject->backend, accel, subject->library);
	free(library);
	return work->bases[at] != NULL && work->heads[at] != NULL ? CB_OK : CB_ENOMEM;
}

static cb_status add_sides(struct work *work)
{
	const cb__subjects *subjects = &work->plan->subjects;
	cb_status status = CB_OK;
	for (size_t i = 0; i < subjects->count && status == CB_OK; i++)
		status = add_side(work, &subjects->rows[i]);
	return status;
}

static cb_status gate_bundle(struct work *work, cb_gate **out)
{
	const cb__gate_order order = {
		.bases = (const char *const *)work->bases,
		.heads = (const char *const *)work->heads,
		.count = work->side_count,
		.mode = "bundle",
		.drift = json_object_get(work->baseline, "drift"),
	};
	return cb__gate_measure(
		out, work->plan, &order, work->rules, work->progress, work->payload);
}

/* What is written nowhere else: results know of no slowdowns. -1 if out of memory, for a gate that
 * does not tell of them would tell of a loss. */
static int mark_injected(json_t *document, const char *inject)
{
	const json_t *cells = json_object_get(document, "cells");
	int failed = 0;
	for (size_t i = 0; i < json_array_size(cells) && inject != NULL; i++) {
		json_t *cell = json_array_get(cells, i);
		const char *id = json_string_value(json_object_get(cell, "id"));
		failed |= json_object_set_new(
			cell, "injected_percent", json_real(cb__inject_percent(inject, id, 0)));
	}
	return failed;
}

static cb_status gate_file(struct work *work, cb_gate **out)
{
	cb_gate *gate = NULL;
	cb_status measured =
		cb__run_injected(work->plan, &work->results, work->progress, work->payload);
	if (measured != CB_OK && (measured != CB_ECANCELLED || work->results == NULL))
		return measured;
	json_t *document = cb__baseline_gate(
		work->baseline, cb__results_document(work->results), work->rules, work->file);
	if (mark_injected(document, work->plan->settings.inject) != 0) {
		json_decref(document);
		return CB_ENOMEM;
	}
	cb_status status =
		cb__gate_from_document(&gate, work->ctx, document, work->rules, work->file);
	if (status == CB_OK)
		*out = gate;
	return status == CB_OK ? measured : status;
}

static cb_status gate_nothing(struct work *work, cb_gate **out)
{
	json_t *document = json_pack("{s:s, s:b, s:{s:s, s:o}, s:{}, s:[], s:[], s:o, s:[], s:s}",
		"schema", CB__GATE_SCHEMA, "complete", 1, "tool", "mode", "file", "finished",
		cb__document_now(), "environment", "base", "head", "rules",
		cb__rules_to_json(work->rules), "cells", "no_baseline", work->file);
	return cb__gate_from_document(out, work->ctx, document, NULL, work->file);
}

static cb_status gate(struct work *work, cb_gate **out)
{
	cb_status status = cb__baseline_load(&work->baseline, work->ctx, work->file);
	if (status == CB_OK && work->baseline == NULL)
		return gate_nothing(work, out);
	if (status == CB_OK)
		status = take_options(work);
	if (status == CB_OK)
		status = add_sides(work);
	if (status != CB_OK)
		return status;
	/* All or none: half a suite against old libraries and half against old times is no suite.
	 */
	return work->side_count > 0 && work->side_count == work->plan->subjects.count
		       ? gate_bundle(work, out)
		       : gate_file(work, out);
}

/* Counts are of one build of a library on each side, measured now: a baseline holds times. */
static cb_status check_mode(const struct work *work)
{
	if (strcmp(cb__rules_settings(work->rules)->mode, "icount") != 0)
		return CB_OK;
	return cb__context_fail(work->ctx, CB_EINVAL,
		"mode icount does not go with a baseline, which holds times: judge with --base and "
		"--head, or set mode = \"ab\"");
}

cb_status cb_plan_gate_baseline(cb_plan *plan, cb_gate **out, const char *file,
	const cb_rules *rules, cb_progress_fn *progress, void *payload)
{
	cb_rules *defaults = NULL;
	cb_status status = rules == NULL ? cb_rules_new(&defaults, plan->ctx) : CB_OK;
	struct work work = {.plan = plan,
		.ctx = plan->ctx,
		.file = file,
		.rules = rules != NULL ? rules : defaults,
		.progress = progress,
		.payload = payload,
		.lock = -1};
	*out = NULL;
	if (status == CB_OK)
		status = check_mode(&work);
	if (status == CB_OK)
		status = check_rows(plan);
	if (status == CB_OK)
		status = gate(&work, out);
	work_done(&work);
	cb_rules_free(defaults);
	return status;
}

static cb_status accept(struct work *work, const cb_gate *judged, const char *reason)
{
	cb_status status = CB_OK;
	int keeps = json_array_size(json_object_get(work->baseline, "libraries")) > 0;
	if (work->results == NULL)
		status = measure(work);
	if (status == CB_OK)
		status = check_measured(work);
	if (status == CB_OK)
		status = find_subjects(work);
	if (status == CB_OK)
		status = cb__baseline_drift(work->baseline, judged);
	return status == CB_OK ? add_run(work, reason, keeps) : status;
}

static cb_status judge_and_accept(struct work *work, cb_gate **out, const char *reason)
{
	cb_gate *judged = NULL;
	cb_status status = check_mode(work);
	if (status == CB_OK)
		status = cb__baseline_lock(&work->lock, work->ctx, work->file);
	if (status == CB_OK)
		status = gate(work, &judged);
	if (status == CB_OK && work->baseline == NULL)
		status = cb__context_fail(work->ctx, CB_EIO,
			"there is no baseline \"%s\" to accept into: make one with --save-baseline",
			work->file);
	if (status == CB_OK)
		status = accept(work, judged, reason);
	if (status == CB_OK || status == CB_ECANCELLED)
		*out = judged;
	else
		cb_gate_free(judged);
	return status;
}

cb_status cb_plan_accept_baseline(cb_plan *plan, cb_gate **out, const char *file,
	const char *reason, const cb_rules *rules, cb_progress_fn *progress, void *payload)
{
	cb_rules *defaults = NULL;
	cb_status status = rules == NULL ? cb_rules_new(&defaults, plan->ctx) : CB_OK;
	struct work work = {.plan = plan,
		.ctx = plan->ctx,
		.file = file,
		.rules = rules != NULL ? rules : defaults,
		.progress = progress,
		.payload = payload,
		.lock = -1};
	*out = NULL;
	if (status == CB_OK)
		status = check_rows(plan);
	if (status == CB_OK)
		status = check_uninjected(plan);
	if (status == CB_OK)
		status = judge_and_accept(&work, out, reason);
	work_done(&work);
	cb_rules_free(defaults);
	return status;
}
