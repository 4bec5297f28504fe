/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "process.h"

#define SHELL "/bin/sh"

static char *mutable(const char *text)
{
	return (char *)(uintptr_t)text;
}

static cb_status start(cb__process *out, const char *script, cb_text *why)
{
	char *arguments[] = {mutable(SHELL), mutable("-c"), mutable(script), NULL};
	char *environment[] = {mutable("PATH=/usr/bin:/bin"), mutable("ONLY=this"), NULL};
	return cb__process_start(out, arguments, environment, why);
}

static cb__process run(const char *script)
{
	cb__process process;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(start(&process, script, &why), CB_OK);
	cb__text_done(&why);
	return process;
}

static void finish(cb__process *process)
{
	cb__process_end(process, 10000);
	close(process->socket);
	close(process->output);
}

static void expect_end(const char *script, const char *explanation)
{
	cb__process process = run(script);
	cb_text text = CB_TEXT_INIT;
	finish(&process);
	assert_int_equal(process.pid, 0);
	assert_int_equal(process.is_status_known, 1);
	cb__process_explain(&process, &text);
	assert_string_equal(cb__text_string(&text), explanation);
	cb__text_done(&text);
}

static void read_all(char *out, size_t size, int fd)
{
	size_t len = 0;
	ssize_t got;
	while (len < size - 1 && (got = read(fd, out + len, size - 1 - len)) > 0)
		len += (size_t)got;
	out[len] = '\0';
}

static void end_is_explained(void **state)
{
	(void)state;
	expect_end("exit 0", "exited with status 0");
	expect_end("exit 3", "exited with status 3");
	expect_end("kill -SEGV $$", "was killed by signal 11 (SIGSEGV)");
	expect_end("kill -ILL $$", "was killed by signal 4 (SIGILL)");
	expect_end("kill -KILL $$", "was killed by signal 9 (SIGKILL)");
}

static void expect_blame(const char *script, const char *what)
{
	cb_text text = CB_TEXT_INIT;
	cb__process process = run(script);
	finish(&process);
	assert_int_equal(cb__process_blame(&process, &text), what[0] != '\0');
	assert_string_equal(cb__text_string(&text), what);
	cb__text_done(&text);
}

static void end_is_blamed_on_what_was_done_and_not_on_others(void **state)
{
	(void)state;
	expect_blame("exit 3", "ended the worker with status 3");
	expect_blame("kill -BUS $$", "killed the worker with SIGBUS");
	expect_blame("kill -KILL $$", "");
	expect_blame("kill -TERM $$", "");
}

static void both_outputs_are_read_from_one_end(void **state)
{
	(void)state;
	char text[64];
	cb__process process = run("echo one; echo two >&2; echo $ONLY");
	read_all(text, sizeof text, process.output);
	assert_string_equal(text, "one\ntwo\nthis\n");
	finish(&process);
}

static void socket_is_file_3_and_input_is_empty(void **state)
{
	(void)state;
	char text[64];
	cb__process process = run("cat; echo here >&3; exit 0");
	assert_true(read(process.socket, text, sizeof text) == 5);
	assert_memory_equal(text, "here\n", 5);
	finish(&process);
}

static void program_that_is_not_there_is_named(void **state)
{
	(void)state;
	char *arguments[] = {mutable("/nonexistent/program"), NULL};
	char *environment[] = {NULL};
	cb__process process;
	cb_text why = CB_TEXT_INIT;
	cb_status status = cb__process_start(&process, arguments, environment, &why);
	/* Some systems find out only in the child. */
	if (status == CB_OK) {
		finish(&process);
		assert_int_equal(WEXITSTATUS(process.status), 127);
	} else {
		assert_int_equal(status, CB_EIO);
		assert_non_null(strstr(cb__text_string(&why), "\"/nonexistent/program\""));
		assert_non_null(strstr(cb__text_string(&why), strerror(ENOENT)));
	}
	cb__text_done(&why);
}

static int count_open_files(void)
{
	int count = 0;
	for (int fd = 0; fd < 100; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

static void nothing_stays_open_after_a_failed_start(void **state)
{
	(void)state;
	char *arguments[] = {mutable("/nonexistent/program"), NULL};
	char *environment[] = {NULL};
	int before = count_open_files();
	for (int i = 0; i < 3; i++) {
		cb__process process;
		cb_text why = CB_TEXT_INIT;
		if (cb__process_start(&process, arguments, environment, &why) == CB_OK)
			finish(&process);
		cb__text_done(&why);
	}
	assert_int_equal(count_open_files(), before);
}

static void process_that_does_not_end_is_killed(void **state)
{
	(void)state;
	cb_text text = CB_TEXT_INIT;
	cb__process process = run("sleep 60");
	uint64_t before = cb__clock_wall_ns();
	cb__process_end(&process, 50);
	assert_true(cb__clock_wall_ns() - before >= 50000000);
	assert_true(cb__clock_wall_ns() - before < 20000000000);
	cb__process_explain(&process, &text);
	assert_string_equal(
		cb__text_string(&text), "closed its connection, did not end and was killed");
	cb__text_done(&text);
	close(process.socket);
	close(process.output);
	/* A second time is harmless. */
	cb__process_end(&process, 50);
}

/* The descendants hold the output open: it ends when they do. */
static void its_children_end_with_it(void **state)
{
	(void)state;
	char text[64];
	static const char *const scripts[] = {"sleep 60 & echo; wait", "sleep 60 & echo; exit 0"};
	for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
		cb__process process = run(scripts[i]);
		uint64_t before = cb__clock_wall_ns();
		assert_int_equal(read(process.output, text, 1), 1);
		cb__process_end(&process, 100);
		read_all(text, sizeof text, process.output);
		assert_true(cb__clock_wall_ns() - before < 20000000000);
		close(process.socket);
		close(process.output);
	}
}

static void signals_of_the_host_are_not_inherited(void **state)
{
	(void)state;
	struct sigaction ignore;
	struct sigaction before;
	memset(&ignore, 0, sizeof ignore);
	ignore.sa_handler = SIG_IGN;
	sigemptyset(&ignore.sa_mask);
	assert_int_equal(sigaction(SIGPIPE, &ignore, &before), 0);
	cb__process process = run("kill -PIPE $$; echo still here");
	assert_int_equal(sigaction(SIGPIPE, &before, NULL), 0);
	finish(&process);
	assert_true(WIFSIGNALED(process.status));
	assert_int_equal(WTERMSIG(process.status), SIGPIPE);
}

static void host_that_ignores_its_children_is_told_what_is_known(void **state)
{
	(void)state;
	struct sigaction ignore;
	struct sigaction before;
	cb_text text = CB_TEXT_INIT;
	memset(&ignore, 0, sizeof ignore);
	ignore.sa_handler = SIG_IGN;
	sigemptyset(&ignore.sa_mask);
	assert_int_equal(sigaction(SIGCHLD, &ignore, &before), 0);
	cb__process ended = run("exit 3");
	finish(&ended);
	cb__process hung = run("sleep 60");
	cb__process_end(&hung, 20);
	assert_int_equal(sigaction(SIGCHLD, &before, NULL), 0);
	close(hung.socket);
	close(hung.output);
	assert_int_equal(ended.pid, 0);
	assert_int_equal(hung.pid, 0);
	assert_int_equal(ended.is_status_known, 0);
	cb__process_explain(&ended, &text);
	assert_string_equal(cb__text_string(&text), "ended, how is unknown");
	cb__text_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(end_is_explained),
		cmocka_unit_test(end_is_blamed_on_what_was_done_and_not_on_others),
		cmocka_unit_test(both_outputs_are_read_from_one_end),
		cmocka_unit_test(socket_is_file_3_and_input_is_empty),
		cmocka_unit_test(program_that_is_not_there_is_named),
		cmocka_unit_test(nothing_stays_open_after_a_failed_start),
		cmocka_unit_test(process_that_does_not_end_is_killed),
		cmocka_unit_test(its_children_end_with_it),
		cmocka_unit_test(signals_of_the_host_are_not_inherited),
		cmocka_unit_test(host_that_ignores_its_children_is_told_what_is_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
