/* SPDX-License-Identifier: Apache-2.0 */
/* One JSON object per line over a socket: both ends of the worker protocol. */
#ifndef CB_WIRE_H
#define CB_WIRE_H

#include <jansson.h>

#include "text.h"

/** Number that both ends must agree on; raised when a command changes its meaning. */
#define CB_WIRE_PROTOCOL 1

typedef struct cb__wire {
	int fd;
	cb_text received; /* bytes not yet taken */
	size_t searched;  /* of them, how many are known to hold no line end */
} cb__wire;

void cb__wire_init(cb__wire *wire, int fd);

/** Closes the socket. */
void cb__wire_done(cb__wire *wire);

/** Sends @p message as one line; blocks until it is handed over. CB_EIO if the other end is gone.
 */
cb_status cb__wire_send(cb__wire *wire, const json_t *message);

/** Receives once what is there. CB_EIO at the end or on an error, CB_EFORMAT if a line is longer
 *  than any message can be. */
cb_status cb__wire_receive(cb__wire *wire);

/** Takes the next whole line: *out is owned by the caller, or NULL if none is there yet.
 *  CB_EFORMAT if it is no JSON object. */
cb_status cb__wire_take(cb__wire *wire, json_t **out);

#endif
