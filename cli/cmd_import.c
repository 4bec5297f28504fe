/* SPDX-License-Identifier: Apache-2.0 */
#include <cb/findings.h>
#include <cb/import.h>

#include "commands.h"
#include "exits.h"
#include "format.h"
#include "message.h"
#include "output.h"
#include "planning.h"
#include "setup.h"
#include "wrap.h"

#define INDENT 2

static cb_status fill(cb_import *import, const request *req)
{
	cb_status status = CB_OK;

	for (size_t i = 0; status == CB_OK && i < req->names.count; i++)
		status = cb_import_set(import, req->names.items[i], req->values.items[i]);
	for (size_t i = 0; status == CB_OK && i < req->files.count; i++)
		status = cb_import_add_file(import, req->files.items[i]);
	return status;
}

/* What the figures say about the machine stands below them. */
static int write_findings(FILE *out, cb_context *ctx, const cb_results *results, const view *v)
{
	cb_findings *findings;

	if (cb_findings_new(&findings, ctx, results) != CB_OK)
		return -1;
	for (size_t i = 0; i < cb_findings_count(findings); i++) {
		wrap w;

		wrap_begin(&w, out, v->columns, INDENT, v->color);
		wrap_text(&w, "finding: ", STYLE_DOUBTFUL);
		wrap_text(&w, cb_findings_at(findings, i)->text, STYLE_PLAIN);
		wrap_end(&w);
	}
	cb_findings_free(findings);
	return 0;
}

static int show(cb_context *ctx, const cb_results *results, const format *f, const request *req,
	const char *file)
{
	view v = {.quiet = req->quiet, .fixed_launches = 1};
	int failed;
	output o;

	planning_look(&v, req, file);
	if (output_begin(&o) != 0)
		return -1;
	failed = f->write(o.stream, results, &v) != 0;
	if (!failed && !v.quiet && f->write == format_table)
		failed = write_findings(o.stream, ctx, results, &v) != 0;
	return output_finish(&o, file, failed);
}

/* As a run does: the file first, and then the table. */
static int show_all(cb_context *ctx, const cb_results *results, const request *req)
{
	const char *file = output_is_standard(req->output) ? NULL : req->output;
	const char *name = req->file_format != NULL ? req->file_format : req->format;
	int status = show(ctx, results, format_find(name != NULL ? name : "table"), req, file);

	if (status == 0 && file != NULL && req->format == NULL)
		status = show(ctx, results, format_find("table"), req, NULL);
	return status == 0 ? EXIT_FINE : EXIT_USAGE;
}

static int bring_in(cb_context *ctx, cb_import *import, const request *req)
{
	cb_results *results;
	cb_status status = fill(import, req);
	int code;

	if (status == CB_OK)
		status = cb_import_finish(import, &results);
	if (status != CB_OK) {
		complain_status(ctx, status);
		return EXIT_USAGE;
	}
	code = show_all(ctx, results, req);
	if (cb_results_failed(results))
		code = exits_worse(code, EXIT_CELL);
	cb_results_free(results);
	return code;
}

static int begin(cb_context *ctx, const request *req)
{
	cb_import *import;
	cb_status status;
	int code;

	if (req->files.count == 0) {
		complain("name the files to import, or - for standard input; see 'cbench import"
			 " --help'");
		return EXIT_USAGE;
	}
	status = cb_import_new(&import, ctx);
	if (status != CB_OK) {
		complain_status(ctx, status);
		return EXIT_USAGE;
	}
	code = bring_in(ctx, import, req);
	cb_import_free(import);
	return code;
}

int command_import(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_IMPORT, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (output_check(req.output) == 0 && setup_context(&ctx, &req) == 0) {
			code = begin(ctx, &req);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
