/* SPDX-License-Identifier: Apache-2.0 */
#include <cb/format.h>
#include <cb/import.h>

#include "commands.h"
#include "exits.h"
#include "look.h"
#include "message.h"
#include "output.h"
#include "setup.h"

static cb_status fill(cb_import *import, const request *req)
{
	cb_status status = CB_OK;

	for (size_t i = 0; status == CB_OK && i < req->names.count; i++)
		status = cb_import_set(import, req->names.items[i], req->values.items[i]);
	for (size_t i = 0; status == CB_OK && i < req->files.count; i++)
		status = cb_import_add_file(import, req->files.items[i]);
	return status;
}

static int show(cb_context *ctx, const cb_results *results, const char *format, const request *req,
	const char *file)
{
	cb_view *view = look_new(ctx, req, file);
	cb_status status = CB_ENOMEM;
	char *text = NULL;

	/* nobody aimed at a precision */
	if (view != NULL && look_set_count(view, "fixed-launches", 1))
		status = cb_results_format(results, &text, format, view);
	cb_view_free(view);
	return look_write(ctx, status, text, file);
}

/* As a run does: the file first, and then the table. */
static int show_all(cb_context *ctx, const cb_results *results, const request *req)
{
	const char *file = output_is_standard(req->output) ? NULL : req->output;
	const char *name = req->file_format != NULL ? req->file_format : req->format;
	int status = show(ctx, results, name != NULL ? name : "table", req, file);

	if (status == 0 && file != NULL && req->format == NULL)
		status = show(ctx, results, "table", req, NULL);
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
