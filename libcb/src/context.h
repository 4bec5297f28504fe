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

/** The file of backend @p name, or NULL. Borrowed. */
const char *cb__context_backend(const cb_context *ctx, const char *name);

#endif
