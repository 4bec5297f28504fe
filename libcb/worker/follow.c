/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* prctl, user_regs_struct */
#endif
#include "follow.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(__ILP32__)
#include <elf.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>

/* Between the child's stop and its operation there are the rest of raise() and a call. Under an
 * emulator that translates code the marker is never reached. */
#define APPROACH_LIMIT 10000u

/* How the child says that its operation failed; smaller ones are errno of its request. */
#define OPERATION_FAILED 255

/* Addresses at which counting begins and ends. */
static volatile int marks;

static CB_NOINLINE void mark_begin(void)
{
	marks = 1;
}

static CB_NOINLINE void mark_end(void)
{
	marks = 2;
}

/* Called through pointers that are read anew, so that no copy of them is called instead. */
typedef void mark_fn(void);
static mark_fn *volatile begin = mark_begin;
static mark_fn *volatile end = mark_end;

/* Never returns: what the worker has open belongs to the worker. */
static void run_followed(cb__cell *cell)
{
	cb__work work = cb__cell_work(cell);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
		_exit(errno < OPERATION_FAILED ? errno : EPERM);
	/* Once more unseen: libraries do things once in each new process. */
	if (work.run(work.state, work.io) != CB_OK)
		_exit(OPERATION_FAILED);
	raise(SIGSTOP);
	begin();
	cb_status status = work.run(work.state, work.io);
	end();
	_exit(status == CB_OK ? 0 : OPERATION_FAILED);
}

/* The limit is told in ticks of its half, so that one that comes late, or comes at once after the
 * machine had slept, gives up nothing. */
#define TICKS_MAX 3

static volatile sig_atomic_t ticks;
static struct sigaction former_action;

static void on_tick(int number)
{
	(void)number;
	ticks++;
}

static int set_timer(unsigned each_ms)
{
	const struct timeval each = {
		(time_t)(each_ms / 1000), (suseconds_t)(each_ms % 1000 * 1000)};
	const struct itimerval timer = {each, each};
	return setitimer(ITIMER_REAL, &timer, NULL);
}

cb_status follow_begin(unsigned limit_ms)
{
	/* Without SA_RESTART, for it is to end a wait. */
	struct sigaction action = {.sa_handler = on_tick};
	sigemptyset(&action.sa_mask);
	if (sigaction(SIGALRM, &action, &former_action) != 0)
		return CB_EWORKER;
	if (set_timer((limit_ms + 1) / 2) == 0)
		return CB_OK;
	sigaction(SIGALRM, &former_action, NULL);
	return CB_EWORKER;
}

void follow_end(void)
{
	set_timer(0);
	sigaction(SIGALRM, &former_action, NULL);
}

static pid_t wait_for(pid_t pid, int *status)
{
	pid_t got;
	ticks = 0;
	do
		got = waitpid(pid, status, 0);
	while (got < 0 && errno == EINTR && ticks < TICKS_MAX);
	return got;
}

static int read_address(uintptr_t *out, pid_t pid)
{
#if defined(__x86_64__)
	errno = 0;
	long value =
		ptrace(PTRACE_PEEKUSER, pid, (void *)offsetof(struct user_regs_struct, rip), NULL);
	*out = (uintptr_t)value;
	return errno == 0;
#else
	struct user_regs_struct registers;
	struct iovec vector = {&registers, sizeof registers};
	if (ptrace(PTRACE_GETREGSET, pid, (void *)(uintptr_t)NT_PRSTATUS, &vector) != 0)
		return 0;
	*out = (uintptr_t)registers.pc;
	return 1;
#endif
}

static cb_status explain_end(int status, cb_text *why)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == OPERATION_FAILED) {
		cb__text_add(why, "the operation failed while it was followed");
		return CB_EBACKEND;
	}
	int signal_number = WIFSIGNALED(status)  ? WTERMSIG(status)
			    : WIFSTOPPED(status) ? WSTOPSIG(status)
						 : 0;
	cb__text_format(
		why, "the operation ended by signal %d while it was followed", signal_number);
	return CB_EWORKER;
}

static cb_status refuse(int error, cb_text *why)
{
	cb__text_format(why,
		"this machine does not let a child be followed (%s): a container's rules, a "
		"debugger or an emulator forbid ptrace",
		strerror(error));
	return CB_ENOTSUP;
}

/* A wait that ended with nothing. */
static cb_status give_up(int error, cb_text *why)
{
	if (error != EINTR)
		return refuse(error, why);
	cb__text_add(
		why, "the operation did not go on while it was followed, within the time limit");
	return CB_ETIMEDOUT;
}

/* What a process without a handler ignores, and a followed one stops at. */
static int is_ignored(int status)
{
	if (!WIFSTOPPED(status))
		return 0;
	int number = WSTOPSIG(status);
	return number == SIGCONT || number == SIGWINCH || number == SIGURG || number == SIGCHLD;
}

static cb_status step(uintptr_t *ret_address, pid_t pid, cb_text *why)
{
	int status = 0;
	do {
		if (ptrace(PTRACE_SINGLESTEP, pid, NULL, NULL) != 0)
			return refuse(errno, why);
		if (wait_for(pid, &status) != pid)
			return give_up(errno, why);
	} while (is_ignored(status));
	if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGTRAP)
		return explain_end(status, why);
	return read_address(ret_address, pid) ? CB_OK : refuse(errno, why);
}

/* A hash table of addresses, and how often each was executed. */
struct visits {
	struct visit {
		uintptr_t address;
		uint64_t count;
	} * rows;
	size_t size; /* a power of two */
	size_t used;
};

static struct visit *find(const struct visits *visits, uintptr_t address)
{
	size_t at = (size_t)(((uint64_t)address * 0x9E3779B97F4A7C15u) >> 32);
	for (;; at++) {
		struct visit *row = &visits->rows[at & (visits->size - 1)];
		if (row->address == address || row->address == 0)
			return row;
	}
}

static cb_status grow(struct visits *visits)
{
	struct visits larger = {
		.size = visits->size > 0 ? 2 * visits->size : 8192, .used = visits->used};
	larger.rows = calloc(larger.size, sizeof *larger.rows);
	if (larger.rows == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < visits->size; i++)
		if (visits->rows[i].address != 0)
			*find(&larger, visits->rows[i].address) = visits->rows[i];
	free(visits->rows);
	*visits = larger;
	return CB_OK;
}

static cb_status add_visit(struct visits *visits, uintptr_t address)
{
	if (2 * visits->used >= visits->size && grow(visits) != CB_OK)
		return CB_ENOMEM;
	struct visit *row = find(visits, address);
	visits->used += row->address == 0;
	row->address = address;
	row->count++;
	return CB_OK;
}

/* The child's code is where ours is, so it is read here, and each instruction once. */
static void classify_all(cb__tally *tally, const struct visits *visits, const ranges *inside)
{
	for (size_t i = 0; i < visits->size; i++) {
		const struct visit *row = &visits->rows[i];
		if (row->address == 0)
			continue;
		cb__class cls = cb__classify(cb__isa_here(), (const uint8_t *)row->address,
			ranges_room(inside, row->address));
		tally->counts[cls] += row->count;
		tally->inside += row->count;
	}
}

static cb_status approach(pid_t pid, cb_text *why)
{
	uintptr_t address = 0;
	for (unsigned i = 0; i < APPROACH_LIMIT; i++) {
		cb_status status = step(&address, pid, why);
		if (status != CB_OK)
			return status;
		if (address == (uintptr_t)begin)
			return CB_OK;
	}
	cb__text_add(why, "the child cannot be followed: an emulator translates its code");
	return CB_ENOTSUP;
}

static cb_status count(
	cb__tally *out, pid_t pid, const ranges *inside, uint64_t step_budget, cb_text *why)
{
	struct visits visits = {NULL, 0, 0};
	uintptr_t address = 0;
	cb_status status = approach(pid, why);
	for (uint64_t i = 0; i < step_budget && status == CB_OK; i++) {
		status = step(&address, pid, why);
		if (status == CB_OK && address == (uintptr_t)end) {
			out->complete = 1;
			break;
		}
		if (status == CB_OK && ranges_room(inside, address) > 0)
			status = add_visit(&visits, address);
		else
			out->outside++;
	}
	if (status == CB_OK)
		classify_all(out, &visits, inside);
	free(visits.rows);
	return status;
}

static void end_child(pid_t pid)
{
	int status = 0;
	kill(pid, SIGKILL);
	wait_for(pid, &status);
}

/* Code that saves its flags and restores them, as OpenSSL's AES-CBC without AES-NI does, saves the
 * trap flag of the step too; the kernel takes a restored one for the program's own and leaves it
 * set, and the child would end by its trap. */
static int clear_trap_flag(pid_t pid)
{
#if defined(__x86_64__)
	void *place = (void *)offsetof(struct user_regs_struct, eflags);
	errno = 0;
	long flags = ptrace(PTRACE_PEEKUSER, pid, place, NULL);
	return errno == 0 && ptrace(PTRACE_POKEUSER, pid, place, (void *)(flags & ~0x100L)) == 0;
#else
	(void)pid;
	return 1;
#endif
}

/* Lets a child that has reached the end go, and hears whether its operation went well. */
static cb_status release(pid_t pid, cb_text *why)
{
	int status = 0;
	if (!clear_trap_flag(pid) || ptrace(PTRACE_DETACH, pid, NULL, NULL) != 0) {
		cb_status refused = refuse(errno, why);
		end_child(pid);
		return refused;
	}
	if (wait_for(pid, &status) != pid) {
		cb_status given_up = give_up(errno, why);
		end_child(pid);
		return given_up;
	}
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? CB_OK : explain_end(status, why);
}

/* Until its own signal, or its end. */
static int wait_for_stop(pid_t pid, int *status)
{
	pid_t got = wait_for(pid, status);
	while (got == pid && is_ignored(*status) && ptrace(PTRACE_CONT, pid, NULL, NULL) == 0)
		got = wait_for(pid, status);
	return got == pid;
}

static cb_status await_stop(pid_t pid, cb_text *why)
{
	int status = 0;
	if (!wait_for_stop(pid, &status)) {
		cb_status given_up = give_up(errno, why);
		end_child(pid);
		return given_up;
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) != OPERATION_FAILED)
		return refuse(WEXITSTATUS(status), why);
	if (!WIFSTOPPED(status) || WSTOPSIG(status) != SIGSTOP) {
		if (WIFSTOPPED(status))
			end_child(pid);
		return explain_end(status, why);
	}
	/* Best effort: without it the child's own arrangement has to do. */
	ptrace(PTRACE_SETOPTIONS, pid, NULL, (void *)(uintptr_t)PTRACE_O_EXITKILL);
	return CB_OK;
}

cb_status follow_once(
	cb__tally *out, cb__cell *cell, const ranges *inside, uint64_t step_budget, cb_text *why)
{
	*out = (cb__tally){0};
	pid_t pid = fork();
	if (pid == 0)
		run_followed(cell);
	if (pid < 0) {
		cb__text_format(why, "no child can be started: %s", strerror(errno));
		return CB_EWORKER;
	}
	cb_status status = await_stop(pid, why);
	if (status != CB_OK)
		return status;
	status = count(out, pid, inside, step_budget, why);
	if (status == CB_OK && out->complete)
		return release(pid, why);
	end_child(pid);
	return status;
}

#else

cb_status follow_begin(unsigned limit_ms)
{
	(void)limit_ms;
	return CB_OK;
}

void follow_end(void)
{
}

cb_status follow_once(
	cb__tally *out, cb__cell *cell, const ranges *inside, uint64_t step_budget, cb_text *why)
{
	(void)cell;
	(void)inside;
	(void)step_budget;
	*out = (cb__tally){0};
	cb__text_add(why, "instructions can be followed on Linux for x86-64 and AArch64 only");
	return CB_ENOTSUP;
}

#endif
