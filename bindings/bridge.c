/* SPDX-License-Identifier: Apache-2.0 */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Set before subjects are added, which it decides about. */
#define OPTION_ACCEL "accel"

void bridge__fail(bridge_error *error, cb_status status, const char *message)
{
	const char *text = message != NULL && message[0] != '\0' ? message : cb_status_text(status);
	error->status = status;
	snprintf(error->message, sizeof error->message, "%s", text);
}

void bridge__take_error(bridge_error *error, cb_status status, const cb_context *ctx)
{
	if (status == CB_OK)
		return;
	bridge__fail(
		error, status, ctx != NULL && status != CB_ENOMEM ? cb_context_error(ctx) : NULL);
}

int bridge__has(const char *text, const char *name, bridge_error *error)
{
	char message[64];
	if (text != NULL)
		return 1;
	snprintf(message, sizeof message, "\"%s\" has to be a text", name);
	bridge__fail(error, CB_EINVAL, message);
	return 0;
}

int bridge__is_there(const void *document, bridge_error *error)
{
	if (document == NULL)
		bridge__fail(error, CB_EINVAL, "there is no document to work with");
	return document != NULL;
}

int bridge__enter(bridge_context *context, bridge_error *error)
{
	if (!atomic_flag_test_and_set(&context->is_busy))
		return 1;
	bridge__fail(error, CB_EINVAL,
		"the context is in use, and makes one call at a time: give each thread, and "
		"what a callback calls, a context of its own");
	return 0;
}

void bridge__leave(bridge_context *context)
{
	atomic_flag_clear(&context->is_busy);
}

const char **bridge__terminated(const bridge_texts *texts)
{
	const char **list = calloc(texts->count + 1, sizeof *list);
	for (size_t i = 0; list != NULL && i < texts->count; i++)
		list[i] = texts->items[i];
	return list;
}

bridge_context *bridge_open(const char *backend_path, const char *worker,
	const bridge_texts *launcher, bridge_error *error)
{
	cb_config config = CB_CONFIG_INIT;
	bridge_context *context = calloc(1, sizeof *context);
	const char **words = bridge__terminated(launcher);
	cb_status status = context != NULL && words != NULL ? CB_OK : CB_ENOMEM;
	config.backend_path = backend_path;
	config.worker_path = worker;
	config.launcher = launcher->count > 0 ? words : NULL;
	if (status == CB_OK)
		status = cb_context_new(&context->ctx, &config);
	free(words);
	bridge__take_error(error, status, NULL);
	if (status == CB_OK) {
		atomic_flag_clear(&context->is_busy);
		atomic_init(&context->users, 1);
		return context;
	}
	free(context);
	return NULL;
}

void bridge_close(bridge_context *context)
{
	if (context == NULL || atomic_fetch_sub(&context->users, 1) > 1)
		return;
	cb_context_free(context->ctx);
	free(context);
}

void bridge_add_backend(bridge_context *context, const char *file, bridge_error *error)
{
	if (!bridge__has(file, "file", error) || !bridge__enter(context, error))
		return;
	bridge__take_error(error, cb_context_add_backend(context->ctx, file), context->ctx);
	bridge__leave(context);
}

static char *join_backends(const cb_context *ctx, bridge_error *error)
{
	size_t size = 1;
	const char *name;
	for (size_t i = 0; (name = cb_context_backend_name(ctx, i)) != NULL; i++)
		size += strlen(name) + 1;
	char *text = calloc(1, size);
	if (text == NULL)
		bridge__fail(error, CB_ENOMEM, NULL);
	size_t used = 0;
	for (size_t i = 0; text != NULL && (name = cb_context_backend_name(ctx, i)) != NULL; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? "\n" : "", name);
	return text;
}

char *bridge_backends(bridge_context *context, bridge_error *error)
{
	if (!bridge__enter(context, error))
		return NULL;
	char *text = join_backends(context->ctx, error);
	bridge__leave(context);
	return text;
}

const char *bridge_backend_file(const bridge_context *context, size_t index)
{
	return cb_context_backend_file(context->ctx, index);
}

const char *bridge_worker(const bridge_context *context)
{
	return cb_context_worker(context->ctx);
}

char *bridge_environment(bridge_context *context, bridge_error *error)
{
	char *text = NULL;
	if (!bridge__enter(context, error))
		return NULL;
	bridge__take_error(error, cb_environment_to_json(context->ctx, &text), context->ctx);
	bridge__leave(context);
	return text;
}

static cb_status set_options(cb_plan *plan, const bridge_pairs *options, int accel)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < options->count && status == CB_OK; i++)
		if ((strcmp(options->names[i], OPTION_ACCEL) == 0) == accel)
			status = cb_plan_set(plan, options->names[i], options->values[i]);
	return status;
}

cb_status bridge__make_plan(
	cb_plan **out, cb_context *ctx, const bridge_texts *subjects, const bridge_pairs *options)
{
	cb_status status = cb_plan_new(out, ctx);
	if (status == CB_OK)
		status = set_options(*out, options, 1);
	if (status == CB_OK)
		status = set_options(*out, options, 0);
	for (size_t i = 0; i < subjects->count && status == CB_OK; i++)
		status = cb_plan_add_subject(*out, subjects->items[i]);
	return status;
}

static int has_rules(const bridge_rules *rules)
{
	return rules->file != NULL || rules->allow_removed != NULL || rules->settings->count > 0;
}

static cb_status fill_rules(cb_rules *out, const bridge_rules *rules)
{
	cb_status status = CB_OK;
	if (rules->file != NULL)
		status = cb_rules_load(out, rules->file);
	for (size_t i = 0; i < rules->settings->count && status == CB_OK; i++)
		status = cb_rules_set(out, rules->settings->names[i], rules->settings->values[i]);
	if (status == CB_OK && rules->allow_removed != NULL)
		status = cb_rules_allow_removed(out, rules->allow_removed);
	return status;
}

/* NULL where nothing is said: the defaults, or what a document holds. */
static cb_status make_rules(cb_rules **out, cb_context *ctx, const bridge_rules *rules)
{
	*out = NULL;
	if (!has_rules(rules))
		return CB_OK;
	cb_status status = cb_rules_new(out, ctx);
	return status == CB_OK ? fill_rules(*out, rules) : status;
}

/* A plan and what is done with it. */
struct job {
	cb_plan *plan;
	cb_rules *rules;
	const bridge_progress *progress;
	bridge_functions functions;
	const char *file;
	const char *texts[2]; /* base and head, or reason, or subject and directory */
	size_t counts[2];
	int flag;
	void *made; /* a handle of the type that the work makes */
	cb_baseline_info info;
};

typedef cb_status work_fn(struct job *job);

/* With subjects and rules, both of which may be empty. */
struct order {
	const bridge_texts *subjects;
	const bridge_pairs *options;
	const bridge_rules *rules;
};

static void work(bridge_context *context, const struct order *order, struct job *job, work_fn *fn,
	bridge_error *error)
{
	static const bridge_texts no_subjects = {NULL, 0};
	const bridge_texts *subjects = order->subjects != NULL ? order->subjects : &no_subjects;
	if (!bridge__enter(context, error))
		return;
	cb_status status = bridge__make_plan(&job->plan, context->ctx, subjects, order->options);
	if (status == CB_OK && order->rules != NULL)
		status = make_rules(&job->rules, context->ctx, order->rules);
	if (status == CB_OK)
		status = fn(job);
	bridge__take_error(error, status, context->ctx);
	cb_rules_free(job->rules);
	cb_plan_free(job->plan);
	bridge__leave(context);
}

static cb_status do_run(struct job *job)
{
	cb_results *results = NULL;
	cb_status status =
		cb_plan_run(job->plan, &results, job->progress->report, job->progress->payload);
	job->made = results;
	return status;
}

cb_results *bridge_run(bridge_context *context, const bridge_texts *subjects,
	const bridge_pairs *options, bridge_progress progress, bridge_error *error)
{
	struct job job = {.progress = &progress};
	work(context, &(struct order){subjects, options, NULL}, &job, do_run, error);
	return job.made;
}

static cb_status do_measure(struct job *job)
{
	cb_results *results = NULL;
	cb_status status = cb_plan_measure(job->plan, &results, job->functions.items,
		job->functions.count, job->progress->report, job->progress->payload);
	job->made = results;
	return status;
}

cb_results *bridge_measure(bridge_context *context, bridge_functions functions,
	const bridge_pairs *options, bridge_progress progress, bridge_error *error)
{
	struct job job = {.progress = &progress, .functions = functions};
	work(context, &(struct order){NULL, options, NULL}, &job, do_measure, error);
	return job.made;
}

static cb_status do_prove(struct job *job)
{
	cb_proofs *proofs = NULL;
	cb_status status =
		cb_plan_prove(job->plan, &proofs, job->progress->report, job->progress->payload);
	job->made = proofs;
	return status;
}

cb_proofs *bridge_prove(bridge_context *context, const bridge_texts *subjects,
	const bridge_pairs *options, bridge_progress progress, bridge_error *error)
{
	struct job job = {.progress = &progress};
	work(context, &(struct order){subjects, options, NULL}, &job, do_prove, error);
	return job.made;
}

static cb_status do_gate(struct job *job)
{
	cb_gate *gate = NULL;
	cb_status status = cb_plan_gate(job->plan, &gate, job->texts[0], job->texts[1], job->rules,
		job->progress->report, job->progress->payload);
	job->made = gate;
	return status;
}

cb_gate *bridge_gate(bridge_context *context, const char *base, const char *head,
	const bridge_rules *rules, const bridge_pairs *options, bridge_progress progress,
	bridge_error *error)
{
	struct job job = {.progress = &progress, .texts = {base, head}};
	if (bridge__has(base, "base", error) && bridge__has(head, "head", error))
		work(context, &(struct order){NULL, options, rules}, &job, do_gate, error);
	return job.made;
}

static cb_status do_gate_baseline(struct job *job)
{
	cb_gate *gate = NULL;
	cb_status status = cb_plan_gate_baseline(job->plan, &gate, job->file, job->rules,
		job->progress->report, job->progress->payload);
	job->made = gate;
	return status;
}

cb_gate *bridge_gate_baseline(bridge_context *context, const char *file,
	const bridge_texts *subjects, const bridge_rules *rules, const bridge_pairs *options,
	bridge_progress progress, bridge_error *error)
{
	struct job job = {.progress = &progress, .file = file};
	if (bridge__has(file, "file", error))
		work(context, &(struct order){subjects, options, rules}, &job, do_gate_baseline,
			error);
	return job.made;
}

static cb_status do_accept_baseline(struct job *job)
{
	cb_gate *gate = NULL;
	cb_status status = cb_plan_accept_baseline(job->plan, &gate, job->file, job->texts[0],
		job->rules, job->progress->report, job->progress->payload);
	job->made = gate;
	return status;
}

cb_gate *bridge_accept_baseline(bridge_context *context, const char *file, const char *reason,
	const bridge_texts *subjects, const bridge_rules *rules, const bridge_pairs *options,
	bridge_progress progress, bridge_error *error)
{
	struct job job = {.progress = &progress, .file = file, .texts = {reason}};
	if (bridge__has(file, "file", error) && bridge__has(reason, "reason", error))
		work(context, &(struct order){subjects, options, rules}, &job, do_accept_baseline,
			error);
	return job.made;
}

static cb_status do_save_baseline(struct job *job)
{
	return cb_plan_save_baseline(job->plan, job->file, job->flag, &job->info,
		job->progress->report, job->progress->payload);
}

void bridge_save_baseline(bridge_context *context, const char *file, int no_library,
	const bridge_texts *subjects, const bridge_pairs *options, bridge_progress progress,
	cb_baseline_info *ret_info, bridge_error *error)
{
	struct job job = {.progress = &progress, .file = file, .flag = no_library};
	if (bridge__has(file, "file", error))
		work(context, &(struct order){subjects, options, NULL}, &job, do_save_baseline,
			error);
	*ret_info = job.info;
}

static cb_status do_selftest(struct job *job)
{
	cb_selftest *selftest = NULL;
	cb_status status = cb_plan_selftest(job->plan, &selftest, job->texts[0], job->counts[0],
		job->counts[1], job->texts[1], job->rules, job->progress->report,
		job->progress->payload);
	job->made = selftest;
	return status;
}

cb_selftest *bridge_selftest(bridge_context *context, const char *subject, size_t runs, size_t real,
	const char *keep, const bridge_rules *rules, const bridge_pairs *options,
	bridge_progress progress, bridge_error *error)
{
	struct job job = {.progress = &progress, .texts = {subject, keep}, .counts = {runs, real}};
	if (bridge__has(subject, "subject", error))
		work(context, &(struct order){NULL, options, rules}, &job, do_selftest, error);
	return job.made;
}

cb_context *bridge__scratch(bridge_error *error)
{
	cb_context *ctx = NULL;
	bridge__take_error(error, cb_context_new(&ctx, NULL), NULL);
	return ctx;
}

/* A stored gate: a file, or the text. */
struct stored {
	const char *file;
	const char *text;
	size_t text_len;
};

static cb_status judge_by(
	cb_gate **out, cb_context *ctx, const struct stored *stored, const cb_rules *rules)
{
	if (stored->file != NULL)
		return cb_gate_load(out, ctx, stored->file, rules);
	return cb_gate_from_json(out, ctx, stored->text, stored->text_len, rules);
}

/* A file replaces the stored rules; settings alone change them. */
static cb_status make_rules_of(
	cb_rules **out, cb_context *ctx, const struct stored *stored, const bridge_rules *rules)
{
	cb_gate *gate = NULL;
	if (!has_rules(rules) || rules->file != NULL)
		return make_rules(out, ctx, rules);
	cb_status status = judge_by(&gate, ctx, stored, NULL);
	if (status == CB_OK)
		status = cb_gate_rules(gate, ctx, out);
	if (status == CB_OK)
		status = fill_rules(*out, rules);
	cb_gate_free(gate);
	return status;
}

cb_gate *bridge_judge(const char *file, const char *text, size_t text_len,
	const bridge_rules *rules, bridge_error *error)
{
	const struct stored stored = {file, text, text_len};
	cb_gate *gate = NULL;
	cb_rules *made = NULL;
	if (file == NULL && text == NULL)
		bridge__fail(error, CB_EINVAL,
			"there is nothing to judge: give the file of a gate, or its text");
	cb_context *ctx = file != NULL || text != NULL ? bridge__scratch(error) : NULL;
	if (ctx == NULL)
		return NULL;
	cb_status status = make_rules_of(&made, ctx, &stored, rules);
	if (status == CB_OK)
		status = judge_by(&gate, ctx, &stored, made);
	bridge__take_error(error, status, ctx);
	cb_rules_free(made);
	cb_context_free(ctx);
	return gate;
}

cb_selftest *bridge_selftest_recorded(
	const char *directory, const bridge_rules *rules, bridge_error *error)
{
	cb_selftest *selftest = NULL;
	cb_rules *made = NULL;
	cb_context *ctx =
		bridge__has(directory, "directory", error) ? bridge__scratch(error) : NULL;
	if (ctx == NULL)
		return NULL;
	cb_status status = make_rules(&made, ctx, rules);
	if (status == CB_OK)
		status = cb_selftest_recorded(&selftest, ctx, directory, made);
	bridge__take_error(error, status, ctx);
	cb_rules_free(made);
	cb_context_free(ctx);
	return selftest;
}
