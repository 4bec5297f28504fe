/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* SOCK_CLOEXEC, pipe2 */
#endif
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <time.h>

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Descriptors are moved up here before the child's low ones are made, so that none is in the way.
 */
#define SAFE_FD   10

#define SOCKET_FD 3

struct channels {
	int socket[2];
	int output[2];
	int null;
};

static int move_up(int fd)
{
	if (fd < 0)
		return -1;
	int moved = fcntl(fd, F_DUPFD_CLOEXEC, SAFE_FD);
	/* So it is said where the process may not have as many files. */
	int error = moved < 0 && errno == EINVAL ? EMFILE : errno;
	close(fd);
	errno = error;
	return moved;
}

static void close_all(struct channels *channels)
{
	const int fds[] = {channels->socket[0], channels->socket[1], channels->output[0],
		channels->output[1], channels->null};
	for (size_t i = 0; i < sizeof fds / sizeof *fds; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

/* Where it can be had, a pipe that another thread's fork does not inherit. */
static int make_pipe(int fds[2])
{
#ifdef __linux__
	return pipe2(fds, O_CLOEXEC);
#else
	return pipe(fds);
#endif
}

static int open_channels(struct channels *out)
{
	*out = (struct channels){{-1, -1}, {-1, -1}, -1};
#ifdef SOCK_CLOEXEC
	int made = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out->socket);
#else
	int made = socketpair(AF_UNIX, SOCK_STREAM, 0, out->socket);
#endif
	if (made != 0)
		out->socket[0] = out->socket[1] = -1;
	else if (make_pipe(out->output) != 0)
		out->output[0] = out->output[1] = -1;
	out->null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	int *fds[] = {
		&out->socket[0], &out->socket[1], &out->output[0], &out->output[1], &out->null};
	int is_complete = 1;
	for (size_t i = 0; i < sizeof fds / sizeof *fds; i++) {
		*fds[i] = move_up(*fds[i]);
		is_complete = is_complete && *fds[i] >= 0;
	}
	if (!is_complete) {
		int error = errno;
		close_all(out);
		errno = error;
		return -1;
	}
#ifdef SO_NOSIGPIPE
	int on = 1;
	setsockopt(out->socket[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
	return 0;
}

static int spawn(pid_t *ret_pid, const struct channels *channels, char *const arguments[],
	char *const environment[])
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t all;
	sigset_t none;
	sigfillset(&all);
	sigemptyset(&none);

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, channels->null, 0);
	posix_spawn_file_actions_adddup2(&actions, channels->output[1], 1);
	posix_spawn_file_actions_adddup2(&actions, channels->output[1], 2);
	posix_spawn_file_actions_adddup2(&actions, channels->socket[1], SOCKET_FD);

	/* A terminal's Ctrl-C must reach us only, and a host such as Python ignores SIGPIPE, which
	 * would be inherited. */
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setsigdefault(&attributes, &all);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setflags(&attributes,
		POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);

	int error =
		posix_spawnp(ret_pid, arguments[0], &actions, &attributes, arguments, environment);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

cb_status cb__process_start(
	cb__process *out, char *const arguments[], char *const environment[], cb_text *why)
{
	struct channels channels;
	pid_t pid = 0;
	if (open_channels(&channels) != 0) {
		cb__text_format(why, "no socket or pipe for a worker: %s", strerror(errno));
		return CB_EIO;
	}
	/* Where a child of vfork() has memory of its own (qemu-user, valgrind), posix_spawn()
	 * cannot tell that nothing was started. */
	int error = 0;
	if (strchr(arguments[0], '/') != NULL && access(arguments[0], X_OK) != 0)
		error = errno;
	if (error == 0)
		error = spawn(&pid, &channels, arguments, environment);
	if (error != 0) {
		close_all(&channels);
		cb__text_format(why, "\"%s\" cannot be started: %s", arguments[0], strerror(error));
		return CB_EIO;
	}
	close(channels.socket[1]);
	close(channels.output[1]);
	close(channels.null);
	*out = (cb__process){
		.pid = pid, .socket = channels.socket[0], .output = channels.output[0]};
	return CB_OK;
}

enum life {
	LIVES,
	ENDED,     /* and is not reaped: its id, which is also its group's, means nobody else */
	NOT_KNOWN, /* it was never ours to reap (a host that ignores SIGCHLD), or reaped by others
		    */
};

static enum life look_at(const cb__process *process)
{
	siginfo_t info;
	int result;
	do {
		info.si_pid = 0;
		result = waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOHANG | WNOWAIT);
	} while (result != 0 && errno == EINTR);
	if (result != 0)
		return NOT_KNOWN;
	return info.si_pid != 0 ? ENDED : LIVES;
}

int cb__process_has_ended(const cb__process *process)
{
	return process->pid == 0 || look_at(process) != LIVES;
}

static void reap(cb__process *process)
{
	pid_t reaped;
	do
		reaped = waitpid(process->pid, &process->status, 0);
	while (reaped < 0 && errno == EINTR);
	process->is_status_known = reaped == process->pid;
	process->pid = 0;
}

void cb__process_end(cb__process *process, int limit_ms)
{
	const struct timespec step = {0, 1000000};
	if (process->pid == 0)
		return;
	enum life life = look_at(process);
	for (int waited = 0; life == LIVES && waited < limit_ms; waited++) {
		nanosleep(&step, NULL);
		life = look_at(process);
	}
	process->is_killed_by_us = life == LIVES;
	/* What it started goes with it. The group may not be there yet, hence both. */
	if (life != NOT_KNOWN) {
		kill(-process->pid, SIGKILL);
		kill(process->pid, SIGKILL);
	}
	reap(process);
}

static const char *signal_name(int number)
{
	static const struct {
		int number;
		const char *name;
	} names[] = {
		{SIGABRT, "SIGABRT"},
		{SIGBUS, "SIGBUS"},
		{SIGFPE, "SIGFPE"},
		{SIGHUP, "SIGHUP"},
		{SIGILL, "SIGILL"},
		{SIGINT, "SIGINT"},
		{SIGKILL, "SIGKILL"},
		{SIGPIPE, "SIGPIPE"},
		{SIGSEGV, "SIGSEGV"},
		{SIGSYS, "SIGSYS"},
		{SIGTERM, "SIGTERM"},
		{SIGTRAP, "SIGTRAP"},
		{SIGXCPU, "SIGXCPU"},
	};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (names[i].number == number)
			return names[i].name;
	return "unnamed";
}

void cb__process_explain(const cb__process *process, cb_text *out)
{
	if (process->is_killed_by_us)
		cb__text_add(out, "closed its connection, did not end and was killed");
	else if (!process->is_status_known)
		cb__text_add(out, "ended, how is unknown");
	else if (WIFSIGNALED(process->status))
		cb__text_format(out, "was killed by signal %d (%s)", WTERMSIG(process->status),
			signal_name(WTERMSIG(process->status)));
	else
		cb__text_format(out, "exited with status %d", WEXITSTATUS(process->status));
}

/* The others are sent by somebody: a user, or a system that is short of memory. */
static int is_own_signal(int number)
{
	return number == SIGABRT || number == SIGBUS || number == SIGFPE || number == SIGILL ||
	       number == SIGSEGV || number == SIGSYS || number == SIGTRAP;
}

int cb__process_blame(const cb__process *process, cb_text *out)
{
	if (process->is_killed_by_us || !process->is_status_known)
		return 0;
	if (WIFEXITED(process->status))
		cb__text_format(
			out, "ended the worker with status %d", WEXITSTATUS(process->status));
	else if (is_own_signal(WTERMSIG(process->status)))
		cb__text_format(
			out, "killed the worker with %s", signal_name(WTERMSIG(process->status)));
	else
		return 0;
	return 1;
}
