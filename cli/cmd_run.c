/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cb/plan.h>

#include "commands.h"
#include "exits.h"
#include "look.h"
#include "message.h"
#include "output.h"
#include "planning.h"
#include "progress.h"
#include "setup.h"
#include "terminal.h"

/* The option after which no precision is aimed at. */
#define OPTION_LAUNCHES "launches"
/* Of a budget in which a cell is measured at least: six launches of a few samples. */
#define CELL_S 0.1

static int names_library(const request *req)
{
	for (size_t i = 0; i < req->subjects.count; i++)
		if (strchr(req->subjects.items[i], '=') != NULL)
			return 1;
	return 0;
}

static int set_view(cb_view *view, const request *req, double elapsed_s)
{
	int is_fixed = request_passed(req, OPTION_LAUNCHES) != NULL;

	return look_set(view, "time", req->time) && look_set(view, "statistic", req->statistic) &&
	       look_set(view, "unit", req->unit) &&
	       look_set_count(view, "fixed-launches", (size_t)is_fixed) &&
	       look_set_count(view, "show-files", (size_t)names_library(req)) &&
	       look_set_seconds(view, "elapsed", elapsed_s);
}

static int show(cb_context *ctx, const cb_results *results, const char *format, const request *req,
	const char *file, double elapsed_s)
{
	cb_view *view = look_new(ctx, req, file);
	cb_status status = CB_ENOMEM;
	char *text = NULL;

	if (view != NULL && set_view(view, req, elapsed_s))
		status = cb_results_format(results, &text, format, view);
	cb_view_free(view);
	return look_write(ctx, status, text, file);
}

/* The file first: it is what must not be lost. A document that cannot be written where it should
 * be goes to standard output. */
static int show_all(
	cb_context *ctx, const cb_results *results, const request *req, double elapsed_s)
{
	const char *file = output_is_standard(req->output) ? NULL : req->output;
	const char *format = req->format != NULL ? req->format : "table";
	int status = 0;

	if (req->file_format != NULL)
		format = req->file_format;
	status = show(ctx, results, format, req, file, elapsed_s);
	if (file == NULL)
		return status;
	if (status != 0)
		show(ctx, results, format, req, NULL, elapsed_s);
	else if (req->format == NULL)
		status = show(ctx, results, "table", req, NULL, elapsed_s);
	return status;
}

static size_t count_outcome(const cb_results *results, cb_outcome outcome)
{
	size_t count = 0;

	for (size_t i = 0; i < cb_results_cell_count(results); i++)
		count += cb_results_cell_at(results, i)->outcome == outcome;
	return count;
}

static const char *fallback_of(const char *name)
{
	const cb_option *option;

	for (size_t i = 0; (option = cb_option_at(i)) != NULL; i++)
		if (strcmp(option->name, name) == 0)
			return option->fallback;
	return "";
}

/* Nothing but what the budget did not reach; says which one would do. */
static int is_starved(const cb_results *results, const request *req, double elapsed_s)
{
	size_t skipped = count_outcome(results, CB_OUTCOME_SKIPPED);
	const char *budget = request_passed(req, "budget");

	if (skipped == 0 || count_outcome(results, CB_OUTCOME_MEASURED) > 0)
		return 0;
	complain("nothing was measured within the budget of %s s; --budget %.0f would do",
		budget != NULL ? budget : fallback_of("budget"),
		ceil(2 * elapsed_s + CELL_S * (double)skipped));
	return 1;
}

static int status_of_results(
	const cb_results *results, const request *req, cb_status status, double elapsed_s)
{
	int code = EXIT_FINE;

	if (cb_results_failed(results))
		code = exits_worse(code, EXIT_CELL);
	if (status == CB_ECANCELLED)
		code = exits_worse(code, EXIT_INTERRUPTED);
	else if (is_starved(results, req, elapsed_s))
		code = exits_worse(code, EXIT_USAGE);
	if (count_outcome(results, CB_OUTCOME_MEASURED) == 0 && !planning_is_by_name(req))
		code = exits_worse(code, EXIT_NOTHING);
	return code;
}

static int fail_without_results(const cb_context *ctx, const request *req, cb_status status)
{
	if (status == CB_ECANCELLED)
		return EXIT_INTERRUPTED;
	planning_complain(ctx, req, status);
	if (status == CB_EBACKEND)
		return EXIT_CELL;
	return status == CB_EEMPTY && !planning_is_by_name(req) ? EXIT_NOTHING : EXIT_USAGE;
}

static int measure(cb_context *ctx, cb_plan *plan, const request *req)
{
	progress p = {!req->quiet && terminal_live(), terminal_is_utf8(),
		terminal_color(req->color, STDERR_FILENO), -1};
	cb_results *results = NULL;
	double begun, elapsed_s;
	cb_status status;
	int code;

	/* who looks on can still stop; who does not finds it below the table */
	if (!req->quiet && isatty(STDERR_FILENO))
		planning_warn(ctx);
	progress_catch_signals();
	begun = planning_seconds();
	status = cb_plan_run(plan, &results, progress_report, &p);
	elapsed_s = planning_seconds() - begun;
	progress_clear(&p);
	if (status != CB_OK && (status != CB_ECANCELLED || results == NULL))
		return fail_without_results(ctx, req, status);
	if (status == CB_ECANCELLED && !req->quiet)
		complain("interrupted; this is what was measured until then");
	code = show_all(ctx, results, req, elapsed_s) != 0 ? EXIT_USAGE : EXIT_FINE;
	code = exits_worse(code, status_of_results(results, req, status, elapsed_s));
	cb_results_free(results);
	return code;
}

int command_run(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_RUN, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (output_check(req.output) == 0 && setup_context(&ctx, &req) == 0) {
			code = planning_do(ctx, &req, planning_fill, measure);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
