/* SPDX-License-Identifier: Apache-2.0 */
/* The state of a worker: one backend under one acceleration mode, and at most one open cell. */
#ifndef CB_SESSION_H
#define CB_SESSION_H

#include <jansson.h>

#include "../src/gang.h"
#include "../src/module.h"
#include "../src/wire.h"

typedef struct cb__session {
	cb__wire wire;
	cb__module module;
	char name[256]; /* of the backend, as the host calls it */
	cb_accel accel;
	int is_initialised; /* the library may be used: its mode is proven */
	cb__gang *gang;     /* of the open cell, whose threads it holds; NULL if none is open */
	unsigned threads;   /* of the open cell */
	cb__cell_spec spec; /* of the open cell */
	struct load *load;  /* busy threads, or NULL */
	cb__counter counter;
	int is_over; /* bye was said */
} cb__session;

/**
 * Answers one command: *out is the reply, owned by the caller. A command that fails is answered
 * with {"ok": false, "status", "reason"}; it does not end the session.
 */
cb_status session_answer(cb__session *session, json_t **out, const json_t *command);

/** Closes the cell, the library and the module. */
void session_done(cb__session *session);

/** A reply for a command that failed. NULL if out of memory. */
json_t *session_refusal(cb_status status, const char *reason);

/** The commands, one per file group. */
cb_status command_hello(cb__session *session, json_t **out, const json_t *command, cb_text *why);
cb_status command_open(cb__session *session, json_t **out, const json_t *command, cb_text *why);
cb_status command_once(cb__session *session, json_t **out, const json_t *command, cb_text *why);
cb_status command_sample(cb__session *session, json_t **out, const json_t *command, cb_text *why);
cb_status command_prove(cb__session *session, json_t **out, const json_t *command, cb_text *why);
cb_status command_load(cb__session *session, json_t **out, const json_t *command, cb_text *why);
cb_status command_close(cb__session *session, json_t **out, const json_t *command, cb_text *why);

#endif
