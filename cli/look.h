/* SPDX-License-Identifier: Apache-2.0 */
/* What texts are shown on, and showing them. */
#ifndef CB_CLI_LOOK_H
#define CB_CLI_LOOK_H

#include <cb/format.h>

#include "options.h"

/** How what is written to @p file (NULL or "-": standard output) is looked at. NULL if memory ran
 *  out, else free with cb_view_free(). */
cb_view *look_new(cb_context *ctx, const request *req, const char *file);

/** Sets an option of a view, unless @p value is NULL; whether that went well. */
int look_set(cb_view *view, const char *option, const char *value);
int look_set_count(cb_view *view, const char *option, size_t count);
int look_set_seconds(cb_view *view, const char *option, double seconds);

/** Writes @p text, which @p status came with, and frees it; without one it says why.
 *
 * @return 0, or -1 after a complaint */
int look_write(const cb_context *ctx, cb_status status, char *text, const char *file);

#endif
