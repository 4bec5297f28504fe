/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <cb/format.h>

#include "commands.h"
#include "exits.h"
#include "look.h"
#include "message.h"
#include "output.h"
#include "setup.h"

#define STANDARD_INPUT "/dev/stdin"

static int set_view(cb_view *view, const cb_document *document, const request *req)
{
	return look_set(view, "time", req->time) && look_set(view, "statistic", req->statistic) &&
	       look_set(view, "unit", req->unit) && look_set_count(view, "all", req->all != 0) &&
	       look_set_seconds(view, "elapsed", cb_document_elapsed_s(document));
}

static int show(cb_context *ctx, const cb_document *document, const char *format,
	const request *req, const char *file)
{
	cb_view *view = look_new(ctx, req, file);
	cb_status status = CB_ENOMEM;
	char *text = NULL;

	if (view != NULL && set_view(view, document, req))
		status = cb_document_format(document, &text, format, view);
	cb_view_free(view);
	return look_write(ctx, status, text, file);
}

/* The format that the ending of @p file means for this kind; NULL after a complaint. */
static const char *format_of(const cb_document *document, const char *file)
{
	cb_document_kind kind = cb_document_kind_of(document);
	const char *ending = output_ending(file);
	const cb_format *f;

	for (size_t i = 0; (f = cb_document_format_at(kind, i)) != NULL; i++)
		if (ending[0] == '\0' || (f->ending != NULL && strcmp(f->ending, ending) == 0))
			return f->name;
	complain("no format of a %s goes by the ending of \"%s\": name it with --format",
		cb_document_kind_name(kind), file);
	return NULL;
}

/* As a run does: the file first, and then the table. */
static int show_all(cb_context *ctx, const cb_document *document, const request *req)
{
	const char *file = output_is_standard(req->output) ? NULL : req->output;
	const char *format = req->format != NULL ? req->format : "table";
	int status;

	if (req->format == NULL && file != NULL)
		format = format_of(document, file);
	status = format != NULL ? show(ctx, document, format, req, file) : -1;
	if (status == 0 && file != NULL && req->format == NULL)
		status = show(ctx, document, "table", req, NULL);
	return status == 0 ? cb_document_exit(document) : EXIT_USAGE;
}

static int show_file(cb_context *ctx, const char *file, const request *req)
{
	cb_document *document = NULL;
	cb_status status =
		cb_document_load(&document, ctx, strcmp(file, "-") == 0 ? STANDARD_INPUT : file);
	int code = EXIT_USAGE;

	if (status == CB_OK)
		code = show_all(ctx, document, req);
	else
		complain_status(ctx, status);
	cb_document_free(document);
	return code;
}

static int begin(cb_context *ctx, const request *req)
{
	int code = EXIT_FINE;

	if (req->files.count == 0) {
		complain("name the documents to show, or - for standard input; see 'cbench show"
			 " --help'");
		return EXIT_USAGE;
	}
	if (req->files.count > 1 && req->output != NULL) {
		complain("one FILE at a time is written with --output");
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < req->files.count; i++)
		code = exits_worse(code, show_file(ctx, req->files.items[i], req));
	return code;
}

int command_show(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_SHOW, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (output_check(req.output) == 0 && setup_context(&ctx, &req) == 0) {
			code = begin(ctx, &req);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
