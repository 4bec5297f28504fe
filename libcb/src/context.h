/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_SRC_CONTEXT_H
#define CB_SRC_CONTEXT_H

#include <cb/context.h>

#include "text.h"

typedef struct cb__backend_file {
	char *name;
	char *file;
} cb__backend_file;

struct cb_context {
	char *worker;
	char **launcher; /* NULL-terminated */
	cb__backend_file *backends;
	size_t backend_count;
	cb_text error;
};

/** Sets the context's error text and returns @p status. */
cb_status cb__context_fail(cb_context *ctx, cb_status status, const char *format, ...)
	CB_PRINTF(3, 4);

/** Where a part of libcb is: @p configured, else what the environment variable says, else @p part
 *  where the library lies. Owned by the caller; NULL if out of memory. */
char *cb__context_part(const char *configured, const char *variable, const char *part);

/** Adds the backend called by the first @p name_len characters of @p name; takes @p file. */
cb_status cb__context_insert(cb_context *ctx, const char *name, size_t name_len, char *file);

/** Adds the backends of the directories in @p configured, NULL for the usual ones; or those that
 * are linked into the worker, whatever @p configured says. */
cb_status cb__context_find_backends(cb_context *ctx, const char *configured);

/** Whether backends are modules, each a file of its own; else all of them are the worker's. */
int cb__context_has_modules(void);

/** The file of backend @p name, or NULL. Borrowed. */
const char *cb__context_backend(const cb_context *ctx, const char *name);

#endif
