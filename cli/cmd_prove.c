/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cb/document.h>
#include <cb/prove.h>

#include "commands.h"
#include "exits.h"
#include "look.h"
#include "message.h"
#include "output.h"
#include "planning.h"
#include "progress.h"
#include "proof_require.h"
#include "setup.h"
#include "terminal.h"

#define OPTION_ALGORITHMS "algorithms"
#define OPTION_OPS        "ops"
#define FINDING_REFUSED   "not-traced"
#define STANDARD_INPUT    "/dev/stdin"

/* Whether following is not permitted. */
static int is_refused(const cb_proofs *proofs)
{
	const cb_finding *finding;

	for (size_t i = 0; (finding = cb_proofs_finding_at(proofs, i)) != NULL; i++)
		if (strcmp(finding->id, FINDING_REFUSED) == 0)
			return 1;
	return 0;
}

static int show(cb_context *ctx, const cb_proofs *proofs, const char *format, const request *req,
	const char *file, double elapsed_s)
{
	cb_view *view = look_new(ctx, req, file);
	cb_status status = CB_ENOMEM;
	char *text = NULL;

	if (view != NULL && look_set_seconds(view, "elapsed", elapsed_s))
		status = cb_proofs_format(proofs, &text, format, view);
	cb_view_free(view);
	return look_write(ctx, status, text, file);
}

/* The file first: it is what must not be lost. A document that cannot be written where it should
 * be goes to standard output. */
static int show_all(cb_context *ctx, const cb_proofs *proofs, const request *req, double elapsed_s)
{
	const char *file = output_is_standard(req->output) ? NULL : req->output;
	const char *format = req->format != NULL ? req->format : "table";
	int status;

	if (req->file_format != NULL)
		format = req->file_format;
	status = show(ctx, proofs, format, req, file, elapsed_s);
	if (file == NULL)
		return status;
	if (status != 0)
		show(ctx, proofs, format, req, NULL, elapsed_s);
	else if (req->format == NULL)
		status = show(ctx, proofs, "table", req, NULL, elapsed_s);
	return status;
}

/* The verdict must not spoil a document on standard output. */
static FILE *verdict_stream(const request *req)
{
	int is_document = output_is_standard(req->output) && req->format != NULL &&
			  strcmp(req->format, "table") != 0;

	return is_document ? stderr : stdout;
}

static cb_status format_lacks(cb_context *ctx, const cb_proofs *proofs, char **out,
	const cb_lack *lacks, size_t lack_count, int code)
{
	cb_view *view;
	cb_status status = cb_view_new(&view, ctx);

	if (status != CB_OK)
		return status;
	if (look_set_count(view, "exit", (size_t)code))
		status = cb_proofs_format_lacks(proofs, out, lacks, lack_count, view);
	else
		status = CB_ENOMEM;
	cb_view_free(view);
	return status;
}

/* Written at once, as everything before it was. */
static int judge(cb_context *ctx, const cb_proofs *proofs, const request *req, int code)
{
	char *asked = proof_require_text(req), *text = NULL;
	cb_lack *lacks = NULL;
	size_t lack_count = 0;
	cb_status status = CB_ENOMEM;

	if (asked != NULL)
		status = cb_proofs_require(proofs, ctx, asked, &lacks, &lack_count);
	if (status == CB_OK) {
		code = exits_worse(code, proof_require_judge(proofs, lacks, lack_count));
		status = format_lacks(ctx, proofs, &text, lacks, lack_count, code);
	}
	if (status == CB_OK) {
		fputs(text, verdict_stream(req));
		cb_string_free(text);
	} else {
		complain_status(ctx, status);
		code = exits_worse(code, EXIT_USAGE);
	}
	cb_lacks_free(lacks);
	free(asked);
	return code;
}

/* Whether no cell has counts; a mode that was not even switched has none. */
static int is_nothing_followed(const cb_proofs *proofs)
{
	const cb_proof *proof;

	for (size_t i = 0; (proof = cb_proofs_at(proofs, i)) != NULL; i++)
		if (proof->outcome == CB_OUTCOME_MEASURED ||
			(proof->outcome == CB_OUTCOME_UNPROVEN && proof->repeats > 0))
			return 0;
	return 1;
}

static int status_of_proofs(const cb_proofs *proofs, const request *req, cb_status status)
{
	int code = EXIT_FINE;

	if (cb_proofs_failed(proofs))
		code = exits_worse(code, EXIT_CELL);
	if (status == CB_ECANCELLED)
		code = exits_worse(code, EXIT_INTERRUPTED);
	if (is_nothing_followed(proofs) && req->requirements.count == 0 &&
		(is_refused(proofs) || !planning_is_by_name(req)))
		code = exits_worse(code, EXIT_NOTHING);
	return code;
}

static int present(cb_context *ctx, const cb_proofs *proofs, const request *req, cb_status status,
	double elapsed_s)
{
	int code = status_of_proofs(proofs, req, status);

	if (show_all(ctx, proofs, req, elapsed_s) != 0)
		code = exits_worse(code, EXIT_USAGE);
	return req->requirements.count > 0 ? judge(ctx, proofs, req, code) : code;
}

/* The last line where nothing was judged. */
static int conclude(const request *req, int code)
{
	if (req->requirements.count > 0)
		fprintf(verdict_stream(req), "verdict=invalid cells=0 lacking=0 exit=%d\n", code);
	return code;
}

static int fail_without_proofs(const cb_context *ctx, const request *req, cb_status status)
{
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
	return conclude(req, code);
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

/* What an earlier one wrote. */
static int judge_again(cb_context *ctx, const request *req)
{
	cb_document *document = NULL;
	cb_status status = cb_document_load(
		&document, ctx, output_is_standard(req->judge) ? STANDARD_INPUT : req->judge);
	const cb_proofs *proofs = status == CB_OK ? cb_document_proofs(document) : NULL;
	int code = EXIT_USAGE;

	if (proofs != NULL)
		code = present(ctx, proofs, req, CB_OK, cb_document_elapsed_s(document));
	else if (status == CB_OK)
		complain("\"%s\" is a document of kind %s, which cbench show reads; --judge takes"
			 " what cbench prove wrote",
			req->judge, cb_document_kind_name(cb_document_kind_of(document)));
	else
		complain_status(ctx, status);
	if (proofs == NULL)
		conclude(req, code);
	cb_document_free(document);
	return code;
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
			code = req.judge != NULL ? judge_again(ctx, &req)
						 : planning_do(ctx, &req, fill, prove);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
