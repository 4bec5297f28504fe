/* SPDX-License-Identifier: Apache-2.0 */
#include <cb/inventory.h>

#include "commands.h"
#include "exits.h"
#include "look.h"
#include "message.h"
#include "output.h"
#include "setup.h"

static cb_status format_list(
	cb_context *ctx, const cb_inventory *inventory, char **out, const request *req)
{
	const char *name = req->format != NULL ? req->format : req->file_format;
	cb_view *view = look_new(ctx, req, req->output);
	cb_status status = CB_ENOMEM;

	if (view != NULL && look_set(view, "algorithms", req->algorithms))
		status = cb_inventory_format(inventory, out, name != NULL ? name : "table", view);
	cb_view_free(view);
	return status;
}

static int list(cb_context *ctx, const request *req)
{
	cb_inventory *inventory;
	char *text = NULL;
	int written = -1;
	cb_status status = cb_inventory_new(&inventory, ctx);

	if (status != CB_OK) {
		complain_status(ctx, status);
		return EXIT_USAGE;
	}
	status = format_list(ctx, inventory, &text, req);
	if (status == CB_EEMPTY)
		complain("%s; see 'cbench list'", cb_context_error(ctx));
	else
		written = look_write(ctx, status, text, req->output);
	cb_inventory_free(inventory);
	return written == 0 ? EXIT_FINE : EXIT_USAGE;
}

int command_list(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_LIST, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (output_check(req.output) == 0 && setup_context(&ctx, &req) == 0) {
			code = list(ctx, &req);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
