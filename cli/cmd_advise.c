/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cb/advise.h>

#include "commands.h"
#include "exits.h"
#include "loading.h"
#include "look.h"
#include "message.h"
#include "output.h"
#include "planning.h"
#include "progress.h"
#include "setup.h"
#include "terminal.h"

/* The profile that is all of them, in a line each. */
#define ALL "all"

typedef struct advising {
	const request *req;
	cb_context *ctx;
	cb_profile **profiles;
	size_t profile_count;
	cb_advice **advices;
	size_t advice_count;
	cb_results **documents;
	size_t document_count;
	int is_interrupted;
} advising;

static int complain_memory(void)
{
	complain("out of memory");
	return EXIT_USAGE;
}

static int load(advising *a)
{
	const text_list *files = &a->req->files;

	for (size_t i = 0; i < files->count; i++) {
		cb_status status = loading_load(&a->documents[i], a->ctx, files->items[i]);

		if (status != CB_OK) {
			loading_complain(a->ctx, files->items[i], status);
			return EXIT_USAGE;
		}
		a->document_count++;
	}
	return 0;
}

/* A mode that was asked for is measured beside those that the profile wants. */
static cb_status fill(cb_plan *plan, const advising *a)
{
	cb_status status = CB_OK;

	if (request_passed(a->req, "budget") == NULL)
		status = cb_plan_set(plan, "budget", CB_ADVISE_BUDGET);
	if (status == CB_OK && a->req->accel != NULL && strcmp(a->req->accel, "off") == 0)
		status = cb_plan_set(plan, "accel", "on,nocrypto,off");
	if (status == CB_OK)
		status = planning_fill(plan, a->req);
	return status == CB_OK ? cb_profile_plan(a->profiles[0], plan) : status;
}

static int run(advising *a, cb_plan *plan)
{
	const request *req = a->req;
	progress p = {!req->quiet && terminal_live(), terminal_is_utf8(),
		terminal_color(req->color, STDERR_FILENO), -1};
	cb_status status;

	if (!req->quiet && isatty(STDERR_FILENO))
		planning_warn(a->ctx);
	progress_catch_signals();
	status = cb_plan_run(plan, &a->documents[0], progress_report, &p);
	progress_clear(&p);
	a->is_interrupted = status == CB_ECANCELLED;
	if (a->documents[0] != NULL) {
		a->document_count = 1;
		return 0;
	}
	if (a->is_interrupted)
		return EXIT_INTERRUPTED;
	planning_complain(a->ctx, req, status);
	if (status == CB_EBACKEND)
		return EXIT_CELL;
	return status == CB_EEMPTY && !planning_is_by_name(req) ? EXIT_NOTHING : EXIT_USAGE;
}

static int save(const advising *a)
{
	if (a->req->results == NULL)
		return 0;
	if (cb_results_save(a->documents[0], a->ctx, a->req->results, 0) == CB_OK)
		return 0;
	complain("%s", cb_context_error(a->ctx));
	return EXIT_USAGE;
}

static int measure(advising *a)
{
	cb_plan *plan = NULL;
	cb_status status = cb_plan_new(&plan, a->ctx);
	int code = EXIT_USAGE;

	if (status == CB_OK)
		status = fill(plan, a);
	if (status == CB_OK)
		code = run(a, plan);
	else
		complain_status(a->ctx, status);
	cb_plan_free(plan);
	return code == 0 ? save(a) : code;
}

static int show(const advising *a, const char *name, const char *file)
{
	const cb_advice *const *advices = (const cb_advice *const *)(void *)a->advices;
	cb_view *view = look_new(a->ctx, a->req, file);
	cb_status status = CB_ENOMEM;
	char *text = NULL;

	if (view != NULL)
		status = cb_advices_format(&text, advices, a->advice_count, name, view);
	cb_view_free(view);
	return look_write(a->ctx, status, text, file);
}

static int show_all(const advising *a)
{
	const request *req = a->req;
	const char *file = output_is_standard(req->output) ? NULL : req->output;
	const char *name = req->file_format != NULL ? req->file_format : req->format;
	int status = show(a, name != NULL ? name : "table", file);

	if (status == 0 && file != NULL && req->format == NULL)
		status = show(a, "table", NULL);
	return status == 0 ? EXIT_FINE : EXIT_USAGE;
}

static int is_given(const advising *a)
{
	for (size_t i = 0; i < a->advice_count; i++)
		if (cb_advice_is_given(a->advices[i]))
			return 1;
	return 0;
}

/* Of files it is not said that their cells failed: whoever made them was told. */
static int status_of(const advising *a)
{
	int code = is_given(a) ? EXIT_FINE : EXIT_INVALID;

	if (a->is_interrupted)
		code = exits_worse(code, EXIT_INTERRUPTED);
	if (a->req->files.count == 0 && cb_results_failed(a->documents[0]))
		code = exits_worse(code, EXIT_CELL);
	return code;
}

static int advise(advising *a)
{
	cb_advise_config config = CB_ADVISE_CONFIG_INIT;

	config.accel = a->req->accel;
	config.across_machines = a->req->across_machines;
	for (size_t i = 0; i < a->profile_count; i++) {
		cb_status status = cb_advise(&a->advices[i], a->ctx,
			(const cb_results *const *)(const void *)a->documents, a->document_count,
			a->profiles[i], &config);

		if (status != CB_OK) {
			complain_status(a->ctx, status);
			return EXIT_USAGE;
		}
		a->advice_count++;
	}
	return exits_worse(show_all(a), status_of(a));
}

static int add_profile(advising *a, const char *name)
{
	cb_status status = cb_profile_find(&a->profiles[a->profile_count], a->ctx, name);

	if (status != CB_OK) {
		complain_status(a->ctx, status);
		return EXIT_USAGE;
	}
	a->profile_count++;
	return 0;
}

/* Results may answer for all profiles; measuring is for one. */
static int find_profiles(advising *a)
{
	const char *name = a->req->profile;
	int code = 0;

	if (name == NULL)
		name = a->req->files.count > 0 ? ALL : CB_PROFILE_USUAL;
	if (strcmp(name, ALL) != 0)
		return add_profile(a, name);
	if (a->req->files.count == 0) {
		complain("one profile is measured at a time; all are advised on with result files");
		return EXIT_USAGE;
	}
	for (size_t i = 0; code == 0 && (name = cb_profile_name_at(i)) != NULL; i++)
		code = add_profile(a, name);
	return code;
}

static size_t count_profiles(void)
{
	size_t count = 0;

	while (cb_profile_name_at(count) != NULL)
		count++;
	return count;
}

static int begin(advising *a)
{
	int code;

	a->profiles = calloc(count_profiles() + 1, sizeof(cb_profile *));
	a->advices = calloc(count_profiles() + 1, sizeof(cb_advice *));
	a->documents = calloc(a->req->files.count + 1, sizeof(cb_results *));
	if (a->profiles == NULL || a->advices == NULL || a->documents == NULL)
		return complain_memory();
	code = find_profiles(a);
	if (code != 0)
		return code;
	return a->req->files.count > 0 ? load(a) : measure(a);
}

static void end(advising *a)
{
	for (size_t i = 0; i < a->advice_count; i++)
		cb_advice_free(a->advices[i]);
	for (size_t i = 0; i < a->document_count; i++)
		cb_results_free(a->documents[i]);
	for (size_t i = 0; i < a->profile_count; i++)
		cb_profile_free(a->profiles[i]);
	free(a->documents);
	free(a->advices);
	free(a->profiles);
}

static int do_all(cb_context *ctx, const request *req)
{
	advising a = {.req = req, .ctx = ctx};
	int code = begin(&a);

	if (code == 0)
		code = advise(&a);
	end(&a);
	return code;
}

/* What is about measuring would be ignored with files, and is refused. */
static int check(const request *req)
{
	if (req->files.count == 0 ||
		(req->subjects.count == 0 && req->results == NULL && req->names.count == 0))
		return 0;
	complain("with result files nothing is measured: leave out %s%s",
		req->names.count > 0 ? "--" : "",
		req->names.count > 0      ? req->names.items[0]
		: req->subjects.count > 0 ? "-s"
					  : "--results");
	return EXIT_USAGE;
}

int command_advise(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_ADVISE, argc, argv) == 0) {
		code = check(&req);
		if (code == 0 && (output_check(req.output) != 0 ||
					 (req.results != NULL && output_check(req.results) != 0) ||
					 setup_context(&ctx, &req) != 0)) {
			code = EXIT_USAGE;
		} else if (code == 0) {
			code = do_all(ctx, &req);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
