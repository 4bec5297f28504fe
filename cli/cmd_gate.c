/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cb/baseline.h>
#include <cb/gate.h>

#include "commands.h"
#include "exits.h"
#include "look.h"
#include "message.h"
#include "output.h"
#include "planning.h"
#include "progress.h"
#include "setup.h"
#include "terminal.h"

#define STANDARD_INPUT "/dev/stdin"

/* Reports into files. */
static const struct report {
	size_t offset; /* of the file's name in request */
	const char *format;
} reports[] = {
	{offsetof(request, junit), "junit"},
	{offsetof(request, markdown), "markdown"},
	{offsetof(request, codequality), "codequality"},
	{offsetof(request, openmetrics), "openmetrics"},
};

#define REPORT_COUNT (sizeof(reports) / sizeof(reports[0]))

static const char *file_of(const request *req, const struct report *report)
{
	const char *file;

	memcpy(&file, (const char *)req + report->offset, sizeof(file));
	return file;
}

static int write_report(const cb_gate *gate, cb_context *ctx, const char *format, const char *file)
{
	char *text = NULL;
	cb_status status = cb_gate_format(gate, &text, format, NULL);

	return look_write(ctx, status, text, file);
}

static int write_reports(const cb_gate *gate, cb_context *ctx, const request *req)
{
	int status = 0;

	for (size_t i = 0; i < REPORT_COUNT; i++) {
		const char *file = file_of(req, &reports[i]);

		if (file != NULL && write_report(gate, ctx, reports[i].format, file) != 0)
			status = -1;
	}
	return status;
}

static const char *word_of(int code)
{
	switch (code) {
	case EXIT_INTERRUPTED:
		return "cancelled";
	case EXIT_CELL:
		return "broken";
	case EXIT_USAGE:
		return "usage";
	default:
		return "invalid";
	}
}

/* The last line where nothing was judged: whoever reads it finds it whatever happened. */
static int conclude(int code)
{
	printf("verdict=%s cells=0 regressed=0 inconclusive=0 waived=0 missing=0 exit=%d\n",
		word_of(code), code);
	return code;
}

static cb_status format(const cb_gate *gate, cb_context *ctx, const request *req, char **out,
	const char *format, const char *file, int exit)
{
	cb_view *view = look_new(ctx, req, file);
	cb_status status = CB_ENOMEM;

	if (view != NULL && look_set_count(view, "all", req->all != 0) &&
		look_set_count(view, "exit", (size_t)exit))
		status = cb_gate_format(gate, out, format, view);
	cb_view_free(view);
	return status;
}

/* The exit status, after a last line wherever one can be written. */
static int write_table(const cb_gate *gate, cb_context *ctx, const request *req, int exit)
{
	int code = exits_worse(exit, EXIT_USAGE);
	char *text = NULL;
	cb_status status = format(gate, ctx, req, &text, "table", NULL, exit);

	if (look_write(ctx, status, text, NULL) == 0)
		return exit;
	return status != CB_OK ? conclude(code) : code;
}

/* What --output names. */
static int write_output(const cb_gate *gate, cb_context *ctx, const request *req, int exit)
{
	char *text = NULL;
	cb_status status;

	if (req->file_format == NULL)
		return 0;
	status = format(gate, ctx, req, &text, req->file_format, req->output, exit);
	return look_write(ctx, status, text, req->output);
}

static int code_of(cb_status status)
{
	if (status == CB_ECANCELLED)
		return EXIT_INTERRUPTED;
	if (status == CB_EBACKEND)
		return EXIT_CELL;
	return status == CB_EEMPTY || status == CB_EFORMAT ? EXIT_INVALID : EXIT_USAGE;
}

/* Whatever the verdicts are: whether the file is another one now. */
static void tell_accepted(const request *req, cb_status status)
{
	if (req->accept == NULL)
		return;
	if (status == CB_OK) {
		printf("%s: replaced: what was measured now is the baseline\n", req->accept);
		fflush(stdout); /* what comes after goes past it */
	} else {
		complain("the baseline \"%s\" was not replaced", req->accept);
	}
}

/* A limit for all cells beside limits for some: what is said of some counts more, wherever it is
 * said, and whoever asks for another limit learns which cells keep theirs. */
static void tell_limit(const cb_gate *gate, const request *req)
{
	const cb_judged *ruled = NULL;
	size_t ruled_count = 0, counted = 0;

	for (size_t i = 0; i < cb_gate_count(gate) && req->limit != NULL; i++) {
		const cb_judged *cell = cb_gate_at(gate, i);

		counted += strcmp(cell->stage, "count") == 0 ? 1 : 0;
		if (cell->rule[0] == '\0')
			continue;
		ruled = ruled_count++ == 0 ? cell : ruled;
	}
	if (counted > 0)
		complain(
			"--limit %s is of times, and changes nothing here: counts are held against "
			"the setting count_limit of a file",
			req->limit);
	else if (ruled != NULL)
		complain(
			"--limit %s is for cells without a rule: of %lu cell%s the limit of a rule "
			"stays, such as %g %% in line %lu of %s (\"%s\")",
			req->limit, (unsigned long)ruled_count, ruled_count == 1 ? "" : "s",
			ruled->limit_percent, (unsigned long)ruled->rule_line,
			cb_gate_rules_file(gate), ruled->rule);
}

/* The files first: they are what must not be lost. Annotations go before the table, whose last line
 * is the last of all. */
static int present(const cb_gate *gate, cb_context *ctx, const request *req, cb_status status)
{
	int code = cb_gate_exit(gate);

	if (status != CB_OK && status != CB_ECANCELLED) {
		complain_status(ctx, status);
		code = exits_worse(code, code_of(status));
	}
	if (status == CB_ECANCELLED)
		code = exits_worse(code, EXIT_INTERRUPTED);
	if (req->json != NULL && cb_gate_save(gate, ctx, req->json, 0) != CB_OK) {
		complain("%s", cb_context_error(ctx));
		code = exits_worse(code, EXIT_USAGE);
	}
	if (write_reports(gate, ctx, req) != 0)
		code = exits_worse(code, EXIT_USAGE);
	if (write_output(gate, ctx, req, code) != 0)
		code = exits_worse(code, EXIT_USAGE);
	tell_accepted(req, status);
	tell_limit(gate, req);
	if (req->github && write_report(gate, ctx, "github", NULL) != 0)
		code = exits_worse(code, EXIT_USAGE);
	return write_table(gate, ctx, req, code);
}

static int has_rules(const request *req)
{
	return req->mode != NULL || req->limit != NULL || req->inconclusive != NULL ||
	       req->removed != NULL;
}

/* What the command line says of settings counts more than the file; rules for some cells stay. */
static cb_status fill_rules(cb_rules *rules, const request *req)
{
	cb_status status = CB_OK;

	if (req->config != NULL)
		status = cb_rules_load(rules, req->config);
	if (status == CB_OK && req->mode != NULL)
		status = cb_rules_set(rules, "mode", req->mode);
	if (status == CB_OK && req->limit != NULL)
		status = cb_rules_set(rules, "limit", req->limit);
	if (status == CB_OK && req->inconclusive != NULL)
		status = cb_rules_set(rules, "inconclusive", req->inconclusive);
	if (status == CB_OK && req->removed != NULL)
		status = cb_rules_allow_removed(rules, req->removed);
	return status;
}

static int fail(const cb_context *ctx, const request *req, cb_status status, int code)
{
	if (status != CB_ECANCELLED)
		planning_complain(ctx, req, status);
	tell_accepted(req, status);
	return conclude(code);
}

static cb_status run_gate(cb_plan *plan, cb_gate **out, const cb_rules *rules, const request *req)
{
	progress p = {!req->quiet && terminal_live(), terminal_is_utf8(),
		terminal_color(req->color, STDERR_FILENO), -1};
	cb_status status;

	progress_catch_signals();
	if (req->baseline != NULL)
		status =
			cb_plan_gate_baseline(plan, out, req->baseline, rules, progress_report, &p);
	else if (req->accept != NULL)
		status = cb_plan_accept_baseline(
			plan, out, req->accept, req->reason, rules, progress_report, &p);
	else
		status = cb_plan_gate(plan, out, req->base, req->head, rules, progress_report, &p);
	progress_clear(&p);
	return status;
}

static int gate_measured(cb_context *ctx, cb_plan *plan, const request *req)
{
	cb_rules *rules = NULL;
	cb_gate *gate = NULL;
	int code;
	cb_status status = cb_rules_new(&rules, ctx);

	if (status == CB_OK)
		status = fill_rules(rules, req);
	if (status != CB_OK) {
		code = fail(ctx, req, status, EXIT_USAGE);
	} else {
		status = run_gate(plan, &gate, rules, req);
		code = gate != NULL ? present(gate, ctx, req, status)
				    : fail(ctx, req, status, code_of(status));
	}
	cb_gate_free(gate);
	cb_rules_free(rules);
	return code;
}

static int save_baseline(cb_context *ctx, cb_plan *plan, const request *req)
{
	progress p = {!req->quiet && terminal_live(), terminal_is_utf8(),
		terminal_color(req->color, STDERR_FILENO), -1};
	cb_baseline_info info;
	cb_status status;

	progress_catch_signals();
	status = cb_plan_save_baseline(
		plan, req->save_baseline, req->no_library, &info, progress_report, &p);
	progress_clear(&p);
	if (status != CB_OK) {
		if (status == CB_ECANCELLED)
			complain("interrupted: nothing was saved in \"%s\"", req->save_baseline);
		else
			planning_complain(ctx, req, status);
		return code_of(status);
	}
	printf("%s: run %lu of this baseline, %lu cell%s%s\n", req->save_baseline,
		(unsigned long)info.runs, (unsigned long)info.cells, info.cells == 1 ? "" : "s",
		info.has_library ? ", with a copy of the library" : "");
	if (info.failed > 0)
		complain("%lu of its cells failed: 'cbench run' shows why",
			(unsigned long)info.failed);
	return info.failed > 0 ? EXIT_CELL : EXIT_FINE;
}

static cb_status load(cb_gate **out, cb_context *ctx, const request *req, const cb_rules *rules)
{
	const char *file = output_is_standard(req->judge) ? STANDARD_INPUT : req->judge;

	return cb_gate_load(out, ctx, file, rules);
}

/* A file replaces the stored rules; without one, the command line changes them, and *ret_stored is
 * what they were read with. NULL: as stored. */
static cb_status rules_to_judge_by(
	cb_rules **out, cb_gate **ret_stored, cb_context *ctx, const request *req)
{
	cb_status status = CB_OK;

	if (req->config != NULL)
		status = cb_rules_new(out, ctx);
	else if (has_rules(req))
		status = load(ret_stored, ctx, req, NULL);
	if (*ret_stored != NULL)
		status = cb_gate_rules(*ret_stored, ctx, out);
	return status;
}

/* Standard input is read but once. */
static cb_status judge_by(cb_gate **out, cb_context *ctx, const request *req, const cb_gate *stored,
	const cb_rules *rules)
{
	char *text;
	cb_status status;

	if (stored == NULL || !output_is_standard(req->judge))
		return load(out, ctx, req, rules);
	status = cb_gate_to_json(stored, &text, 0);
	if (status != CB_OK)
		return status;
	status = cb_gate_from_json(out, ctx, text, strlen(text), rules);
	cb_string_free(text);
	return status;
}

static int judge_stored(cb_context *ctx, const request *req)
{
	cb_rules *rules = NULL;
	cb_gate *gate = NULL, *stored = NULL;
	cb_status status = rules_to_judge_by(&rules, &stored, ctx, req);
	int code = code_of(status);

	if (rules != NULL) {
		status = fill_rules(rules, req);
		code = EXIT_USAGE;
	}
	if (status == CB_OK) {
		status = judge_by(&gate, ctx, req, stored, rules);
		code = code_of(status);
	}
	code = gate != NULL ? present(gate, ctx, req, status) : fail(ctx, req, status, code);
	cb_gate_free(stored);
	cb_gate_free(gate);
	cb_rules_free(rules);
	return code;
}

/* What only a judgement can fill. */
static int has_reports(const request *req)
{
	int has = req->json != NULL || req->output != NULL || req->github;

	for (size_t i = 0; i < REPORT_COUNT; i++)
		has |= file_of(req, &reports[i]) != NULL;
	return has;
}

/* Two of the ways in which a gate is asked for, of which one is enough. */
static void complain_of_ways(const request *req)
{
	const struct {
		const char *name;
		const char *value;
	} rows[] = {{"--base", req->base != NULL ? req->base : req->head},
		{"--baseline", req->baseline}, {"--save-baseline", req->save_baseline},
		{"--accept", req->accept}, {"--judge", req->judge}};
	const char *found[2] = {NULL, NULL};
	size_t count = 0;

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]) && count < 2; i++)
		if (rows[i].value != NULL)
			found[count++] = rows[i].name;
	if (count == 2)
		complain("%s and %s exclude each other: say one of --base and --head (two "
			 "libraries), "
			 "--baseline (a stored one), --save-baseline, --accept, --judge",
			found[0], found[1]);
	else
		complain("say one of: --base and --head, --baseline, --save-baseline, --accept, "
			 "--judge; see 'cbench gate --help'");
}

/* One thing is done at a time, and each needs its own. */
static int check(const request *req)
{
	int ways = (req->base != NULL || req->head != NULL) + (req->baseline != NULL) +
		   (req->save_baseline != NULL) + (req->accept != NULL) + (req->judge != NULL);

	if (ways != 1)
		complain_of_ways(req);
	else if ((req->base == NULL) != (req->head == NULL))
		complain("--base and --head go together: the old side and the new one");
	else if (req->accept != NULL && (req->reason == NULL || req->reason[0] == '\0'))
		complain("--accept needs --reason TEXT: why is the loss accepted?");
	else if (req->reason != NULL && req->accept == NULL)
		complain("--reason goes with --accept: nothing else keeps it");
	else if (req->no_library && req->save_baseline == NULL)
		complain("--no-library goes with --save-baseline: nothing else copies a library");
	else if (req->save_baseline != NULL &&
		 (has_reports(req) || has_rules(req) || req->config != NULL))
		complain("--save-baseline judges nothing: reports and rules go with --baseline");
	else if (req->judge != NULL && req->subjects.count > 0)
		complain("--subject goes with a baseline; --judge measures nothing");
	else if (req->judge != NULL && req->names.count > 0)
		complain("--%s says what is measured; --judge measures nothing: leave it out",
			req->names.items[0]);
	else if (req->base != NULL && req->subjects.count > 0)
		complain("--subject goes with a baseline; here --base and --head say what is "
			 "measured");
	else
		return 0;
	return -1;
}

static int check_outputs(const request *req)
{
	int status = output_check(req->json);

	if (status == 0)
		status = output_check(req->output);
	if (status == 0)
		status = output_check(req->save_baseline);
	if (status == 0)
		status = output_check(req->accept);

	for (size_t i = 0; i < REPORT_COUNT && status == 0; i++)
		status = output_check(file_of(req, &reports[i]));
	return status;
}

static int measure(cb_context *ctx, const request *req)
{
	cb_plan *plan = NULL;
	cb_status status = cb_plan_new(&plan, ctx);
	int code;

	if (status == CB_OK)
		status = planning_fill(plan, req);
	code = status == CB_OK ? gate_measured(ctx, plan, req) : fail(ctx, req, status, EXIT_USAGE);
	cb_plan_free(plan);
	return code;
}

static int do_gate(cb_context *ctx, const request *req)
{
	if (req->judge != NULL)
		return judge_stored(ctx, req);
	if (req->save_baseline != NULL)
		return planning_do(ctx, req, planning_fill, save_baseline);
	return measure(ctx, req);
}

static int begin(const request *req)
{
	cb_context *ctx;
	int code;

	if (check_outputs(req) != 0 || setup_context(&ctx, req) != 0)
		return req->save_baseline != NULL ? EXIT_USAGE : conclude(EXIT_USAGE);
	code = do_gate(ctx, req);
	cb_context_free(ctx);
	return code;
}

/* What a command line that is refused was to do is not clear, so it always has a last line. */
int command_gate(int argc, char **argv)
{
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_GATE, argc, argv) == 0)
		code = check(&req) == 0 ? begin(&req) : conclude(EXIT_USAGE);
	else if (code != EXIT_FINE)
		conclude(code);
	request_done(&req);
	return code;
}
