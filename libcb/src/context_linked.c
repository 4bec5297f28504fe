/* SPDX-License-Identifier: Apache-2.0 */
/* Backends that are linked into the worker. */
#include "context.h"

#include <string.h>

/* Rows ROW(name, table), written by backends/CMakeLists.txt. */
static const char *const names[] = {
#define ROW(name, table) name,
#include "context_linked.def"
#undef ROW
	NULL,
};

cb_status cb__context_find_backends(cb_context *ctx, const char *configured)
{
	cb_status status = CB_OK;
	(void)configured;
	for (size_t i = 0; names[i] != NULL && status == CB_OK; i++) {
		char *file = cb__string_copy(ctx->worker);
		status = file == NULL ? CB_ENOMEM
				      : cb__context_insert(ctx, names[i], strlen(names[i]), file);
	}
	return status;
}

int cb__context_has_modules(void)
{
	return 0;
}

cb_status cb_context_add_backend(cb_context *ctx, const char *file)
{
	return cb__context_fail(ctx, CB_ENOTSUP,
		"backend \"%s\": this libcb has its backends built in and loads none: use one "
		"built without CB_STATIC_BACKENDS",
		file);
}
