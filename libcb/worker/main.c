/* SPDX-License-Identifier: Apache-2.0 */
/* cb-worker: loads one crypto library under one acceleration mode and times what it is told to.
 * Started by libcb with a socket; not meant to be run by hand. */
#ifdef __linux__
#define _GNU_SOURCE /* prctl, O_ASYNC */
#endif
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cb/version.h>

#include "session.h"

#define SOCKET_FD 3

static int usage(void)
{
	fprintf(stderr,
		"cb-worker %s is started by libcb, with a socket as file descriptor 3.\n"
		"To measure, run cbench or use the library.\n",
		CB_VERSION);
	return 2;
}

/* Nothing but functions that a signal handler may call. */
static void leave_if_alone(int number)
{
	(void)number;
	int error = errno;
	struct pollfd host = {SOCKET_FD, 0, 0};
	if (poll(&host, 1, 0) == 1 && (host.revents & (POLLHUP | POLLERR | POLLNVAL)))
		_exit(1);
	errno = error;
}

/* The host cannot kill us once it is killed itself, and we may be in an operation that never ends.
 * Linux kills us with our parent; a launcher in between may live on, so the end of the socket
 * raises a signal too. It is also raised by each command, while we wait for one. */
static void die_with_host(void)
{
#ifdef __linux__
	prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_handler = leave_if_alone;
	action.sa_flags = SA_RESTART;
	sigaction(SIGIO, &action, NULL);
	fcntl(SOCKET_FD, F_SETOWN, getpid());
	fcntl(SOCKET_FD, F_SETFL, fcntl(SOCKET_FD, F_GETFL) | O_ASYNC);
}

static void forbid_core_files(void)
{
	const struct rlimit none = {0, 0};
	setrlimit(RLIMIT_CORE, &none);
}

/* A host's files are none of our business, and a worker that outlives a launcher's shell must not
 * hold its pipes open. */
static void close_inherited_files(int first)
{
	long limit = sysconf(_SC_OPEN_MAX);
	if (limit < 0 || limit > 4096)
		limit = 4096;
	for (int fd = first; fd < (int)limit; fd++)
		close(fd);
}

static int serve(cb__session *session)
{
	for (;;) {
		json_t *command = NULL;
		cb_status status = cb__wire_take(&session->wire, &command);
		if (status == CB_OK && command == NULL) {
			if (cb__wire_receive(&session->wire) != CB_OK)
				return 0; /* the host is gone, and so are we */
			continue;
		}
		json_t *reply = NULL;
		if (status == CB_OK)
			status = session_answer(session, &reply, command);
		else
			reply = session_refusal(CB_EFORMAT, "a line that is no JSON object");
		json_decref(command);
		if (reply == NULL || cb__wire_send(&session->wire, reply) != CB_OK)
			session->is_over = 1;
		json_decref(reply);
		if (session->is_over)
			return status == CB_OK ? 0 : 1;
	}
}

int main(int argc, char **argv)
{
	struct stat info;
	if (argc != 2 || strcmp(argv[1], "3") != 0 || fstat(SOCKET_FD, &info) != 0 ||
		!S_ISSOCK(info.st_mode))
		return usage();
	die_with_host();
	forbid_core_files();
	close_inherited_files(4);

	cb__session session = {.accel = CB_ACCEL_ON};
	cb__counter_open(&session.counter);
	cb__wire_init(&session.wire, SOCKET_FD);
	int code = serve(&session);
	session_done(&session);
	cb__counter_close(&session.counter);
	cb__wire_done(&session.wire);
	return code;
}
