/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cb/selftest.h>

#include "commands.h"
#include "exits.h"
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

static void print_null(FILE *out, const cb_selftest_null *n)
{
	fprintf(out,
		"%lu null gates of %lu cells, %.0f s each: the library against a copy of itself\n",
		(unsigned long)n->runs, (unsigned long)n->cells, n->seconds);
	fprintf(out, "  false alarms      %lu of %lu (below %.1f %% with 95 %% confidence)\n",
		(unsigned long)n->alarms, (unsigned long)n->runs, 100 * n->alarm_high);
	fprintf(out, "  no judgement      %lu of %lu\n", (unsigned long)n->inconclusive,
		(unsigned long)n->runs);
	if (n->invalid > 0)
		fprintf(out, "  invalid, broken   %lu of %lu\n", (unsigned long)n->invalid,
			(unsigned long)n->runs);
}

static void print_rate(FILE *out, const cb_selftest_rate *r)
{
	fprintf(out, "  %4.1f %% %s  %lu of %lu found (above %.1f %% with 95 %% confidence)",
		r->injected_percent, r->is_real ? "measured" : "recorded", (unsigned long)r->found,
		(unsigned long)r->tried, 100 * r->found_low);
	if (r->blamed > 0)
		fprintf(out, ", %lu other cells blamed", (unsigned long)r->blamed);
	fputc('\n', out);
}

static void print_rates(FILE *out, const cb_selftest *s)
{
	const cb_selftest_rate *first = cb_selftest_rate_at(s, 0);

	if (first == NULL)
		return;
	fprintf(out,
		"slowdowns injected, limit %g %%: while measuring, or into what was recorded\n",
		first->limit_percent);
	for (size_t i = 0; i < cb_selftest_rate_count(s); i++)
		print_rate(out, cb_selftest_rate_at(s, i));
}

static void print_advice(FILE *out, const cb_selftest *s)
{
	double limit = cb_selftest_limit_percent(s);

	if (isnan(limit))
		fputs("no limit up to 20 % can be kept here: too noisy, or too few runs\n", out);
	else
		fprintf(out, "on this machine, now, a limit of %g %% can be kept: --limit %g%%\n",
			limit, limit);
}

/* The machine is trusted if nothing was imagined and nothing large was overlooked. */
static int judge(const cb_selftest *s)
{
	const cb_selftest_null *n = cb_selftest_null_runs(s);
	int code = EXIT_FINE;

	if (isnan(cb_selftest_limit_percent(s)) || n->invalid > 0)
		code = EXIT_INVALID;
	return n->alarms > 0 ? EXIT_LOSS : code;
}

static const char *word_of(int code)
{
	switch (code) {
	case EXIT_FINE:
		return "ok";
	case EXIT_LOSS:
		return "alarms";
	case EXIT_USAGE:
		return "usage";
	case EXIT_INTERRUPTED:
		return "cancelled";
	default:
		return "invalid";
	}
}

static void print_last(FILE *out, const cb_selftest_null *n, int code)
{
	fprintf(out, "verdict=%s runs=%zu alarms=%zu inconclusive=%zu exit=%d\n", word_of(code),
		n->runs, n->alarms, n->inconclusive, code);
}

/* The last line where there is nothing to show. */
static int conclude(int code)
{
	const cb_selftest_null none = {0};

	print_last(stdout, &none, code);
	return code;
}

static int show(const cb_selftest *s, int code)
{
	output o;

	if (output_begin(&o) != 0)
		return conclude(exits_worse(code, EXIT_USAGE));
	print_null(o.stream, cb_selftest_null_runs(s));
	print_rates(o.stream, s);
	print_advice(o.stream, s);
	print_last(o.stream, cb_selftest_null_runs(s), code);
	return output_finish(&o, NULL, 0) == 0 ? code : exits_worse(code, EXIT_USAGE);
}

static int present(const cb_selftest *s, cb_context *ctx, const request *req, cb_status status)
{
	int code = judge(s);

	if (status == CB_ECANCELLED)
		code = exits_worse(code, EXIT_INTERRUPTED);
	if (req->json != NULL && cb_selftest_save(s, ctx, req->json, 0) != CB_OK) {
		complain("%s", cb_context_error(ctx));
		code = exits_worse(code, EXIT_USAGE);
	}
	return show(s, code);
}

static int fail(const cb_context *ctx, cb_status status)
{
	if (status == CB_ECANCELLED) {
		complain("interrupted before the first gate ended: there is nothing to show");
		return conclude(EXIT_INTERRUPTED);
	}
	complain_status(ctx, status);
	return conclude(EXIT_USAGE);
}

static int run(cb_context *ctx, cb_plan *plan, const request *req)
{
	progress p = {!req->quiet && terminal_live(), terminal_is_utf8(),
		terminal_color(req->color, STDERR_FILENO), -1};
	const char *subject = req->subjects.count > 0 ? req->subjects.items[0] : "openssl:on";
	cb_rules *rules = NULL;
	cb_selftest *s = NULL;
	int code;
	cb_status status = cb_rules_new(&rules, ctx);

	if (status == CB_OK && req->config != NULL)
		status = cb_rules_load(rules, req->config);
	if (status == CB_OK && req->limit != NULL)
		status = cb_rules_set(rules, "limit", req->limit);
	progress_catch_signals();
	if (status == CB_OK && req->recorded != NULL)
		status = cb_selftest_recorded(&s, ctx, req->recorded, rules);
	else if (status == CB_OK)
		status = cb_plan_selftest(plan, &s, subject, number(req->runs, RUNS_DEFAULT),
			number(req->real, 0), req->keep, rules, progress_report, &p);
	progress_clear(&p);
	code = s != NULL ? present(s, ctx, req, status) : fail(ctx, status);
	cb_selftest_free(s);
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
	code = status == CB_OK ? run(ctx, plan, req) : fail(ctx, status);
	cb_plan_free(plan);
	return code;
}

static int begin(const request *req)
{
	cb_context *ctx;
	int code;

	if (req->subjects.count > 1) {
		complain("one --subject is tested at a time");
		return conclude(EXIT_USAGE);
	}
	if (output_check(req->json) != 0 || setup_context(&ctx, req) != 0)
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
