/* SPDX-License-Identifier: Apache-2.0 */
/* Files that the user named, for every command that reads results. */
#ifndef CB_CLI_LOADING_H
#define CB_CLI_LOADING_H

#include <cb/results.h>

/** Reads a result document, or imports what `openssl speed` printed, by how it begins; "-" is
 * standard input. What can be read but once, such as a pipe, is. Free @p out with
 * cb_results_free(). */
cb_status loading_load(cb_results **out, cb_context *ctx, const char *file);

/** Says why loading_load() of @p file returned @p status, and names what was read but once. */
void loading_complain(cb_context *ctx, const char *file, cb_status status);

#endif
