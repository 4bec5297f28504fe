/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CB_CLI_MESSAGE_H
#define CB_CLI_MESSAGE_H

#include <cb/context.h>

/** Writes one line "cbench: ..." to standard error. */
void complain(const char *format, ...) CB_PRINTF(1, 2);

/** Says why a call on @p ctx (may be NULL) returned @p status. */
void complain_status(const cb_context *ctx, cb_status status);

#endif
