/* SPDX-License-Identifier: Apache-2.0 */
/* From a command line to a context, for every command that needs one. */
#ifndef CB_CLI_SETUP_H
#define CB_CLI_SETUP_H

#include <cb/context.h>

#include "options.h"

/** Makes a context with the worker, launcher and backends of @p req.
 *
 * @return 0, or EXIT_USAGE after a complaint; free @p out with cb_context_free() */
int setup_context(cb_context **out, const request *req);

/** Reads the command line of @p command, shows its help if asked for.
 *
 * @return 0 to go on; else *ret_status is the exit status of the command. Free @p req with
 *         request_done() in any case. */
int setup_request(request *req, int *ret_status, unsigned command, int argc, char **argv);

#endif
