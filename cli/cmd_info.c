/* SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "exits.h"
#include "look.h"
#include "output.h"
#include "setup.h"

static int info(cb_context *ctx, const request *req)
{
	const char *name = req->format != NULL ? req->format : req->file_format;
	char *text = NULL;
	cb_status status = cb_info_format(ctx, &text, name != NULL ? name : "table", NULL);

	return look_write(ctx, status, text, req->output) == 0 ? EXIT_FINE : EXIT_USAGE;
}

int command_info(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_INFO, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (output_check(req.output) == 0 && setup_context(&ctx, &req) == 0) {
			code = info(ctx, &req);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
