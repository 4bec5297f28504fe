/* SPDX-License-Identifier: Apache-2.0 */
/* Child processes: started without fork, in a group of their own, with a socket. */
#ifndef CB_PROCESS_H
#define CB_PROCESS_H

#include <sys/types.h>

#include "text.h"

typedef struct cb__process {
	pid_t pid;  /* also of its process group; 0 once it is reaped */
	int socket; /* our end; the child has the other as file descriptor 3 */
	int output; /* reads what it writes to standard output and error */
	int status; /* as from waitpid(), once it is reaped */
	int is_status_known;
	int is_killed_by_us; /* it did not end by itself in time */
} cb__process;

/**
 * Starts @p arguments[0] with exactly @p environment, no input, default signals, nothing blocked.
 *
 * The caller closes socket and output and reaps with cb__process_end().
 *
 * @return CB_OK, or CB_EIO; @p why says what the system said
 */
cb_status cb__process_start(
	cb__process *out, char *const arguments[], char *const environment[], cb_text *why);

/** Whether it has ended, or was never ours to wait for. */
int cb__process_has_ended(const cb__process *process);

/** Waits up to @p limit_ms for it to end, then kills its group and waits on. */
void cb__process_end(cb__process *process, int limit_ms);

/** "was killed by signal 11 (SIGSEGV)", "exited with status 3". After cb__process_end(). */
void cb__process_explain(const cb__process *process, cb_text *out);

/** Whether it ended by what it did itself; if so, what that did: "killed the worker with SIGBUS",
 *  "ended the worker with status 3". After cb__process_end(). */
int cb__process_blame(const cb__process *process, cb_text *out);

#endif
