/* SPDX-License-Identifier: Apache-2.0 */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>

void complain(const char *format, ...)
{
	va_list arguments;

	fputs("cbench: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
}

void complain_status(const cb_context *ctx, cb_status status)
{
	const char *text = ctx != NULL ? cb_context_error(ctx) : "";

	complain("%s", text[0] != '\0' ? text : cb_status_text(status));
}
