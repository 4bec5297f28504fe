/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cb/prove.h>

#include "commands.h"
#include "exits.h"
#include "message.h"
#include "output.h"
#include "planning.h"
#include "progress.h"
#include "proof_format.h"
#include "proof_require.h"
#include "setup.h"
#include "terminal.h"

#define OPTION_ALGORITHMS "algorithms"
#define OPTION_OPS        "ops"

static int show(const proof_set *set, const proof_format *f, const request *req, const char *file,
	double elapsed_s)
{
	view v = {.quiet = req->quiet, .elapsed_s = elapsed_s};
	output o;

	planning_look(&v, req, file);
	if (output_begin(&o) != 0)
		return -1;
	return output_finish(&o, file, f->write(o.stream, set, &v) != 0);
}

/* The file first: it is what must not be lost. A document that cannot be written where it should
 * be goes to standard output. */
static int show_all(const proof_set *set, const request *req, double elapsed_s)
{
	const char *file = output_is_standard(req->output) ? NULL : req->output;
	const proof_format *f = proof_format_find(req->format != NULL ? req->format : "table");
	int status;

	if (req->file_format != NULL)
		f = proof_format_find(req->file_format);
	status = show(set, f, req, file, elapsed_s);
	if (file == NULL)
		return status;
	if (status != 0)
		show(set, f, req, NULL, elapsed_s);
	else if (req->format == NULL)
		status = show(set, proof_format_find("table"), req, NULL, elapsed_s);
	return status;
}

/* The verdict must not spoil a document on standard output. */
static FILE *verdict_stream(const request *req)
{
	int is_document = output_is_standard(req->output) && req->format != NULL &&
			  strcmp(req->format, "table") != 0;

	return is_document ? stderr : stdout;
}

/* Written at once, as everything before it was. */
static int judge(cb_context *ctx, const proof_set *set, const request *req, int code)
{
	FILE *out = verdict_stream(req);
	char *text = proof_require_text(req);
	cb_lack *lacks = NULL;
	size_t lack_count = 0;
	cb_status status = CB_ENOMEM;
	proof_judgement judged;

	if (text != NULL)
		status = cb_proofs_require(set->proofs, ctx, text, &lacks, &lack_count);
	if (status != CB_OK) {
		complain_status(ctx, status);
		free(text);
		return exits_worse(code, EXIT_USAGE);
	}
	judged = proof_require_judge(out, set, lacks, lack_count);
	code = exits_worse(code, judged.code);
	proof_require_verdict(out, set, &judged, code);
	cb_lacks_free(lacks);
	free(text);
	return code;
}

static int status_of_proofs(const proof_set *set, const request *req, cb_status status)
{
	int code = EXIT_FINE;

	if (cb_proofs_failed(set->proofs))
		code = exits_worse(code, EXIT_CELL);
	if (status == CB_ECANCELLED)
		code = exits_worse(code, EXIT_INTERRUPTED);
	if (proof_set_followed(set) == 0 && req->requirements.count == 0 &&
		(proof_set_is_refused(set) || !planning_is_by_name(req)))
		code = exits_worse(code, EXIT_NOTHING);
	return code;
}

static int present(cb_context *ctx, const cb_proofs *proofs, const request *req, cb_status status,
	double elapsed_s)
{
	proof_set set;
	int code;

	if (proof_set_init(&set, proofs) != 0) {
		complain("out of memory");
		return EXIT_USAGE;
	}
	code = status_of_proofs(&set, req, status);
	if (show_all(&set, req, elapsed_s) != 0)
		code = exits_worse(code, EXIT_USAGE);
	if (req->requirements.count > 0)
		code = judge(ctx, &set, req, code);
	proof_set_done(&set);
	return code;
}

static int fail_without_proofs(const cb_context *ctx, const request *req, cb_status status)
{
	const proof_judgement unjudged = {.code = EXIT_INVALID};
	const proof_set nothing = {0};
	int code = EXIT_USAGE;

	if (status == CB_ECANCELLED)
		code = EXIT_INTERRUPTED;
	else
		planning_complain(ctx, req, status);
	if (status == CB_EBACKEND)
		code = EXIT_CELL;
	else if (status == CB_EEMPTY && req->requirements.count > 0)
		code = EXIT_INVALID;
	else if (status == CB_EEMPTY && !planning_is_by_name(req))
		code = EXIT_NOTHING;
	if (req->requirements.count > 0)
		proof_require_verdict(verdict_stream(req), &nothing, &unjudged, code);
	return code;
}

static int prove(cb_context *ctx, cb_plan *plan, const request *req)
{
	progress p = {!req->quiet && terminal_live(), terminal_is_utf8(),
		terminal_color(req->color, STDERR_FILENO), -1};
	cb_proofs *proofs = NULL;
	double begun = planning_seconds();
	cb_status status;
	int code;

	progress_catch_signals();
	status = cb_plan_prove(plan, &proofs, progress_report, &p);
	progress_clear(&p);
	if (status != CB_OK && (status != CB_ECANCELLED || proofs == NULL))
		return fail_without_proofs(ctx, req, status);
	if (status == CB_ECANCELLED && !req->quiet)
		complain("interrupted; this is what was followed until then");
	code = present(ctx, proofs, req, status, planning_seconds() - begun);
	cb_proofs_free(proofs);
	return code;
}

static cb_status fill(cb_plan *plan, const request *req)
{
	cb_status status = CB_OK;
	int is_named = request_passed(req, OPTION_ALGORITHMS) != NULL;

	if (!is_named)
		status = cb_plan_set(plan, OPTION_ALGORITHMS, PROVE_ALGORITHMS);
	if (status == CB_OK && !is_named && request_passed(req, OPTION_OPS) == NULL)
		status = cb_plan_set(plan, OPTION_OPS, PROVE_OPS);
	return status == CB_OK ? planning_fill(plan, req) : status;
}

int command_prove(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_PROVE, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (proof_require_check(&req) == 0 && output_check(req.output) == 0 &&
			setup_context(&ctx, &req) == 0) {
			code = planning_do(ctx, &req, fill, prove);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
