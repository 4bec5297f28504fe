/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cb/selftest.h>

#include "commands.h"
#include "exits.h"
#include "look.h"
#include "message.h"
#include "output.h"
#include "planning.h"
#include "progress.h"
#include "setup.h"
#include "terminal.h"

/* Without --runs: a few minutes, and bounds that say how little that is. */
#define RUNS_DEFAULT 10
#define RUNS_MAX     10000

static size_t number(const char *text, size_t fallback)
{
	unsigned long value = text != NULL ? strtoul(text, NULL, 10) : fallback;

	return value < RUNS_MAX ? value : RUNS_MAX;
}

static const char *word_of(int code)
{
	switch (code) {
	case EXIT_INTERRUPTED:
		return "cancelled";
	case EXIT_CELL:
		return "broken";
	case EXIT_INVALID:
		return "invalid";
	default:
		return "usage";
	}
}

/* The last line where there is nothing to show. */
static int conclude(int code)
{
	printf("verdict=%s runs=0 alarms=0 inconclusive=0 exit=%d\n", word_of(code), code);
	return code;
}

/* Of a self-test that could not be made, by rules that are in order. */
static int code_of(cb_status status)
{
	if (status == CB_ECANCELLED)
		return EXIT_INTERRUPTED;
	if (status == CB_EBACKEND)
		return EXIT_CELL;
	return status == CB_EFORMAT ? EXIT_INVALID : EXIT_USAGE;
}

static cb_status format(const cb_selftest *s, cb_context *ctx, const request *req, char **out,
	const char *format, const char *file, int exit)
{
	cb_view *view = look_new(ctx, req, file);
	cb_status status = CB_ENOMEM;

	if (view != NULL && look_set_count(view, "exit", (size_t)exit))
		status = cb_selftest_format(s, out, format, view);
	cb_view_free(view);
	return status;
}

static int show(const cb_selftest *s, cb_context *ctx, const request *req, int exit)
{
	int code = exits_worse(exit, EXIT_USAGE);
	char *text = NULL;
	cb_status status = format(s, ctx, req, &text, "table", NULL, exit);

	if (look_write(ctx, status, text, NULL) == 0)
		return exit;
	return status != CB_OK ? conclude(code) : code;
}

/* What --output names. */
static int write_output(const cb_selftest *s, cb_context *ctx, const request *req, int exit)
{
	char *text = NULL;
	cb_status status;

	if (req->file_format == NULL)
		return 0;
	status = format(s, ctx, req, &text, req->file_format, req->output, exit);
	return look_write(ctx, status, text, req->output);
}

static int present(const cb_selftest *s, cb_context *ctx, const request *req, cb_status status)
{
	int code = cb_selftest_exit(s);

	if (status == CB_ECANCELLED)
		code = exits_worse(code, EXIT_INTERRUPTED);
	if (req->json != NULL && cb_selftest_save(s, ctx, req->json, 0) != CB_OK) {
		complain("%s", cb_context_error(ctx));
		code = exits_worse(code, EXIT_USAGE);
	}
	if (write_output(s, ctx, req, code) != 0)
		code = exits_worse(code, EXIT_USAGE);
	return show(s, ctx, req, code);
}

static int fail(const cb_context *ctx, cb_status status, int code)
{
	if (status == CB_ECANCELLED)
		complain("interrupted before the first gate ended: there is nothing to show");
	else
		complain_status(ctx, status);
	return conclude(code);
}

static cb_status fill_rules(cb_rules *rules, const request *req)
{
	cb_status status = CB_OK;

	if (req->config != NULL)
		status = cb_rules_load(rules, req->config);
	if (status == CB_OK && req->limit != NULL)
		status = cb_rules_set(rules, "limit", req->limit);
	return status;
}

static int test(cb_context *ctx, cb_plan *plan, const request *req, const cb_rules *rules)
{
	progress p = {!req->quiet && terminal_live(), terminal_is_utf8(),
		terminal_color(req->color, STDERR_FILENO), -1};
	const char *subject = req->subjects.count > 0 ? req->subjects.items[0] : "openssl:on";
	cb_selftest *s = NULL;
	cb_status status;
	int code;

	progress_catch_signals();
	if (req->recorded != NULL)
		status = cb_selftest_recorded(&s, ctx, req->recorded, rules);
	else
		status = cb_plan_selftest(plan, &s, subject, number(req->runs, RUNS_DEFAULT),
			number(req->real, 0), req->keep, rules, progress_report, &p);
	progress_clear(&p);
	code = s != NULL ? present(s, ctx, req, status) : fail(ctx, status, code_of(status));
	cb_selftest_free(s);
	return code;
}

static int run(cb_context *ctx, cb_plan *plan, const request *req)
{
	cb_rules *rules = NULL;
	cb_status status = cb_rules_new(&rules, ctx);
	int code;

	if (status == CB_OK)
		status = fill_rules(rules, req);
	code = status == CB_OK ? test(ctx, plan, req, rules) : fail(ctx, status, EXIT_USAGE);
	cb_rules_free(rules);
	return code;
}

static int measure(cb_context *ctx, const request *req)
{
	request without = *req;
	cb_plan *plan = NULL;
	cb_status status = cb_plan_new(&plan, ctx);
	int code;

	/* One library against itself: it is passed by name. */
	without.subjects.count = 0;
	if (status == CB_OK)
		status = planning_fill(plan, &without);
	code = status == CB_OK ? run(ctx, plan, req) : fail(ctx, status, EXIT_USAGE);
	cb_plan_free(plan);
	return code;
}

/* An option that says what is measured; NULL if there is none. */
static const char *measuring_option(const request *req)
{
	if (req->names.count > 0)
		return req->names.items[0];
	if (req->subjects.count > 0)
		return "subject";
	if (req->runs != NULL)
		return "runs";
	if (req->real != NULL)
		return "real";
	return req->keep != NULL ? "keep" : NULL;
}

static int check(const request *req)
{
	const char *unused = req->recorded != NULL ? measuring_option(req) : NULL;

	if (unused != NULL)
		complain("--%s says what is measured; --recorded measures nothing: leave it out",
			unused);
	else if (req->subjects.count > 1)
		complain("one --subject is tested at a time");
	else
		return 0;
	return -1;
}

static int begin(const request *req)
{
	cb_context *ctx;
	int code;

	if (check(req) != 0)
		return conclude(EXIT_USAGE);
	if (output_check(req->json) != 0 || output_check(req->output) != 0 ||
		setup_context(&ctx, req) != 0)
		return conclude(EXIT_USAGE);
	code = measure(ctx, req);
	cb_context_free(ctx);
	return code;
}

int command_selftest(int argc, char **argv)
{
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_SELFTEST, argc, argv) == 0)
		code = begin(&req);
	else if (code != EXIT_FINE)
		conclude(code);
	request_done(&req);
	return code;
}
