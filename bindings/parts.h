/* SPDX-License-Identifier: Apache-2.0 */
/* What the sources of the bridge share. */
#ifndef CB_BINDINGS_PARTS_H
#define CB_BINDINGS_PARTS_H

#include <stdatomic.h>

#include "bridge.h"

struct bridge_context {
	cb_context *ctx;
	atomic_flag is_busy;
	atomic_size_t users; /* the language's object, and each inventory */
};

/** Without a @p message, the status's own text. */
void bridge__fail(bridge_error *error, cb_status status, const char *message);

/** The message is copied while the context is still ours. @p ctx may be NULL. */
void bridge__take_error(bridge_error *error, cb_status status, const cb_context *ctx);

/** Whether @p text is there; an error if not. None and nil arrive as NULL. */
int bridge__has(const char *text, const char *name, bridge_error *error);

/** The texts with NULL behind them, the caller's; NULL if out of memory. */
const char **bridge__terminated(const bridge_texts *texts);

/** Whether the context is ours until bridge__leave(). With the interpreter's lock released, two
 *  threads can come here at once. */
int bridge__enter(bridge_context *context, bridge_error *error);
void bridge__leave(bridge_context *context);

/** A plan with @p options, whatever stands in front of "accel", and @p subjects. It is there to be
 *  freed on failure, too. */
cb_status bridge__make_plan(
	cb_plan **out, cb_context *ctx, const bridge_texts *subjects, const bridge_pairs *options);

/** An error where there is none: None and nil arrive as NULL. */
int bridge__is_there(const void *document, bridge_error *error);

/** For calls that need a context for their message only. NULL after an error. */
cb_context *bridge__scratch(bridge_error *error);

/** Texts of what there may be several of, to cb_string_free(). */
char *bridge__format_comparisons(const cb_comparison *const *list, size_t count, const char *format,
	const bridge_pairs *view, bridge_error *error);
char *bridge__format_advices(const cb_advice *const *list, size_t count, const char *format,
	const bridge_pairs *view, bridge_error *error);

#endif
