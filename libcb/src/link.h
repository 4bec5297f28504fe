/* SPDX-License-Identifier: Apache-2.0 */
/* The host's end of one worker: asks, waits for the reply within a limit, keeps its output. */
#ifndef CB_LINK_H
#define CB_LINK_H

#include <stdint.h>

#include <jansson.h>

#include "text.h"

/** Called while waiting, at least every 50 ms; @p is_urgent after a signal. Non-zero cancels. */
typedef int cb__tick_fn(int is_urgent, void *payload);

typedef struct cb__pump {
	cb__tick_fn *tick; /* may be NULL */
	void *payload;
} cb__pump;

typedef struct cb__link cb__link;

/** Starts a worker. CB_EIO if it cannot be started; @p why says why. */
cb_status cb__link_open(
	cb__link **out, char *const arguments[], char *const environment[], cb_text *why);

/**
 * Sends @p command (which is released) and waits for the reply.
 *
 * @param[out] out the reply, owned by the caller, also if its "ok" is false
 * @return CB_OK; CB_EWORKER if the worker ended or answers nonsense, CB_ETIMEDOUT, CB_ECANCELLED,
 *         CB_ENOMEM. After any of these the link is of no use; @p why says what happened.
 */
cb_status cb__link_ask(cb__link *link, json_t **out, json_t *command, uint32_t limit_ms,
	const cb__pump *pump, cb_text *why);

/** The two halves of cb__link_ask(), for several workers at once. */
cb_status cb__link_send(cb__link *link, const json_t *command, cb_text *why);
cb_status cb__link_wait(
	cb__link *link, json_t **out, uint32_t limit_ms, const cb__pump *pump, cb_text *why);

/** After CB_EWORKER: whether the worker ended by what it did; @p out as of cb__process_blame(). */
int cb__link_blame(const cb__link *link, cb_text *out);

/** What the worker wrote to its standard output and error so far, bounded, as UTF-8. Borrowed. */
const char *cb__link_output(cb__link *link);

/** Says bye and does not wait. */
void cb__link_bye(cb__link *link);

/** Says bye unless it was said, waits a moment, kills. NULL is ignored. */
void cb__link_close(cb__link *link);

/** The same, asking @p pump (which may be NULL) meanwhile; who cancels then waits no longer. */
void cb__link_end(cb__link *link, const cb__pump *pump);

/** Kills at once. NULL is ignored. */
void cb__link_kill(cb__link *link);

#endif
