/* SPDX-License-Identifier: Apache-2.0 */
/* cb-worker by itself: its protocol, and the state it is started in and leaves behind. */
#include "scene.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "link.h"
#include "process.h"
#include "recipe.h"
#include "wire.h"

#define LIMIT_MS 30000u

static const char *const fixture_module = CB_TEST_BACKENDS "/right_size.so";

static cb__link *start_with(char *const *arguments)
{
	const cb__served system_library = CB__SERVED_INIT;
	cb__strings environment = {NULL, 0, 0};
	cb_text why = CB_TEXT_INIT;
	cb__link *link = NULL;
	assert_int_equal(cb__worker_environment(&environment, &system_library, NULL, 0), CB_OK);
	assert_int_equal(cb__link_open(&link, arguments, environment.rows, &why), CB_OK);
	cb__strings_done(&environment);
	cb__text_done(&why);
	return link;
}

static cb__link *start(void)
{
	char *arguments[] = {(char *)(uintptr_t)CB_TEST_WORKER, (char *)(uintptr_t) "3", NULL};
	return start_with(arguments);
}

static json_t *ask(cb__link *link, json_t *command)
{
	json_t *reply = NULL;
	cb_text why = CB_TEXT_INIT;
	assert_non_null(command);
	if (cb__link_ask(link, &reply, command, LIMIT_MS, NULL, &why) != CB_OK)
		fail_msg("%s: %s", cb__text_string(&why), cb__link_output(link));
	cb__text_done(&why);
	return reply;
}

static json_t *hello(cb__link *link, const char *module, const char *accel)
{
	return ask(link, json_pack("{s:s, s:i, s:s, s:s, s:n}", "cmd", "hello", "protocol",
				 CB_WIRE_PROTOCOL, "backend", module, "accel", accel, "library"));
}

static void expect_ok(json_t *reply)
{
	if (!json_is_true(json_object_get(reply, "ok")))
		fail_msg("%s", json_string_value(json_object_get(reply, "reason")));
	json_decref(reply);
}

static void expect_refusal(json_t *reply, const char *status, const char *reason)
{
	assert_true(json_is_false(json_object_get(reply, "ok")));
	assert_string_equal(json_string_value(json_object_get(reply, "status")), status);
	expect_part(json_string_value(json_object_get(reply, "reason")), reason);
	json_decref(reply);
}

static json_t *open_command(const char *algorithm, const char *operation, int size)
{
	return json_pack("{s:s, s:s, s:s, s:i, s:i, s:i}", "cmd", "open", "algorithm", algorithm,
		"operation", operation, "size", size, "seed", 1, "calibrate_ns", 100000);
}

static void other_protocol_is_refused(void **state)
{
	(void)state;
	cb__link *link = start();
	expect_refusal(ask(link, json_pack("{s:s, s:i, s:s, s:s}", "cmd", "hello", "protocol", 999,
					 "backend", fixture_module, "accel", "on")),
		"CB_EWORKER", "protocol");
	cb__link_close(link);
}

static void commands_that_make_no_sense_are_refused(void **state)
{
	(void)state;
	cb__link *link = start();
	expect_refusal(ask(link, json_pack("{s:s}", "cmd", "dance")), "CB_EINVAL", "dance");
	expect_refusal(ask(link, json_pack("{}")), "CB_EINVAL", "unknown command");
	expect_refusal(ask(link, json_pack("{s:i}", "cmd", 7)), "CB_EINVAL", "unknown command");
	expect_refusal(ask(link, open_command("fixture-hash", "digest", 64)), "CB_EINVAL",
		"before a hello");
	expect_refusal(
		ask(link, json_pack("{s:s}", "cmd", "sample")), "CB_EINVAL", "before a hello");
	/* It is still there. */
	expect_ok(hello(link, fixture_module, "on"));
	expect_refusal(hello(link, fixture_module, "on"), "CB_EINVAL", "already");
	cb__link_close(link);
}

static void mode_that_is_none_is_refused(void **state)
{
	(void)state;
	cb__link *link = start();
	json_t *reply = hello(link, fixture_module, "sideways");
	assert_true(json_is_false(json_object_get(reply, "ok")));
	json_decref(reply);
	cb__link_close(link);
}

static void hello_after_one_that_failed_may_succeed(void **state)
{
	(void)state;
	cb__link *link = start();
	expect_refusal(
		hello(link, CB_TEST_BACKENDS "/nothing.so", "on"), "CB_ENOTFOUND", "nothing.so");
	expect_refusal(hello(link, CB_TEST_BACKENDS "/bad_abi.so", "on"), "CB_EABI", "999");
	expect_ok(hello(link, fixture_module, "on"));
	cb__link_close(link);
}

static void other_library_than_the_one_asked_for_is_refused(void **state)
{
	(void)state;
	cb__link *link = start();
	expect_refusal(ask(link, json_pack("{s:s, s:i, s:s, s:s, s:{s:s, s:i, s:i}}", "cmd",
					 "hello", "protocol", CB_WIRE_PROTOCOL, "backend",
					 CB_TEST_BACKENDS "/toy_accel.so", "accel", "on", "library",
					 "file", "/somewhere/libtoy.so", "device", 1, "inode", 1)),
		"CB_EWORKER", "asked for \"/somewhere/libtoy.so\", but the loader took");
	cb__link_close(link);
}

static void cell_goes_through_its_life(void **state)
{
	(void)state;
	cb__link *link = start();
	expect_ok(hello(link, fixture_module, "on"));
	json_t *sample = json_pack(
		"{s:s, s:i, s:i, s:i}", "cmd", "sample", "ops", 100, "turn", 0, "lead_in_ns", 1000);
	expect_refusal(ask(link, json_incref(sample)), "CB_EINVAL", "open cell");
	json_t *opened = ask(link, open_command("fixture-hash", "digest", 64));
	assert_true(json_integer_value(json_object_get(opened, "ops")) > 0);
	assert_int_equal(strlen(json_string_value(json_object_get(opened, "fingerprint"))), 16);
	expect_ok(opened);
	expect_refusal(
		ask(link, open_command("fixture-hash", "digest", 64)), "CB_EINVAL", "open already");
	json_t *taken = ask(link, json_incref(sample));
	assert_int_equal(json_integer_value(json_object_get(taken, "ops")), 100);
	assert_true(json_integer_value(json_object_get(taken, "wall_ns")) > 0);
	assert_true(json_integer_value(json_object_get(taken, "cpu_ns")) > 0);
	assert_true(json_is_integer(json_object_get(taken, "switches")));
	expect_ok(taken);
	expect_ok(ask(link, json_pack("{s:s}", "cmd", "close")));
	expect_refusal(ask(link, json_incref(sample)), "CB_EINVAL", "open cell");
	expect_ok(ask(link, open_command("fixture-hash", "digest", 16)));
	json_decref(sample);
	cb__link_close(link);
	expect_no_children();
}

static void values_out_of_range_are_refused(void **state)
{
	(void)state;
	cb__link *link = start();
	expect_ok(hello(link, fixture_module, "on"));
	expect_refusal(ask(link, open_command("fixture-hash", "digest", -1)), "CB_EINVAL", "size");
	expect_refusal(
		ask(link, open_command("fixture-hash", "digest", 1 << 30)), "CB_EINVAL", "size");
	expect_refusal(ask(link, open_command("fixture-hash", "seal", 64)), "CB_ENOTSUP", "seal");
	expect_refusal(ask(link, open_command("md5", "digest", 64)), "CB_ENOTSUP", "md5");
	expect_ok(ask(link, open_command("fixture-hash", "digest", 64)));
	static const char *const numbers[] = {"ops", "turn", "lead_in_ns"};
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		json_t *command = json_pack("{s:s, s:i}", "cmd", "sample", "ops", 1);
		json_object_set_new(command, numbers[i], json_integer(-1));
		json_t *reply = ask(link, command);
		assert_true(json_is_false(json_object_get(reply, "ok")));
		json_decref(reply);
	}
	json_t *once = json_pack("{s:s, s:s, s:s, s:s}", "cmd", "once", "algorithm", "fixture-hash",
		"operation", "digest", "in", "0g");
	json_t *reply = ask(link, once);
	assert_true(json_is_false(json_object_get(reply, "ok")));
	json_decref(reply);
	cb__link_close(link);
}

/* RFC 7748, section 5.2, first test vector. */
static void once_works_on_the_bytes_that_are_given(void **state)
{
	(void)state;
	const char *backend = scene_has("openssl") ? "openssl" : "libsodium";
	char module[4096];
	if (!scene_has(backend))
		skip();
	snprintf(module, sizeof module, "%s/%s.so", CB_TEST_MODULES, backend);
	cb__link *link = start();
	expect_ok(hello(link, module, "on"));
	json_t *reply = ask(link,
		json_pack("{s:s, s:s, s:s, s:s, s:s}", "cmd", "once", "algorithm", "x25519",
			"operation", "derive", "key",
			"a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4", "peer",
			"e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"));
	assert_string_equal(json_string_value(json_object_get(reply, "out")),
		"c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552");
	expect_ok(reply);
	cb__link_close(link);
}

/* A worker whose end can be looked at. */
struct bare {
	cb__process process;
	cb__wire wire;
};

static struct bare start_bare(void)
{
	struct bare bare;
	const cb__served system_library = CB__SERVED_INIT;
	char *arguments[] = {(char *)(uintptr_t)CB_TEST_WORKER, (char *)(uintptr_t) "3", NULL};
	cb__strings environment = {NULL, 0, 0};
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__worker_environment(&environment, &system_library, NULL, 0), CB_OK);
	assert_int_equal(
		cb__process_start(&bare.process, arguments, environment.rows, &why), CB_OK);
	cb__strings_done(&environment);
	cb__text_done(&why);
	cb__wire_init(&bare.wire, bare.process.socket);
	return bare;
}

static json_t *receive(struct bare *bare)
{
	json_t *reply = NULL;
	while (cb__wire_take(&bare->wire, &reply) == CB_OK && reply == NULL)
		if (cb__wire_receive(&bare->wire) != CB_OK)
			break;
	return reply;
}

static json_t *exchange(struct bare *bare, json_t *command)
{
	assert_int_equal(cb__wire_send(&bare->wire, command), CB_OK);
	json_decref(command);
	json_t *reply = receive(bare);
	assert_non_null(reply);
	return reply;
}

static void end_bare(struct bare *bare)
{
	cb__process_end(&bare->process, 10000);
	close(bare->process.output);
	cb__wire_done(&bare->wire);
}

static json_t *hello_command(const char *module)
{
	return json_pack("{s:s, s:i, s:s, s:s}", "cmd", "hello", "protocol", CB_WIRE_PROTOCOL,
		"backend", module, "accel", "on");
}

static void bye_ends_the_worker_with_status_0(void **state)
{
	(void)state;
	struct bare bare = start_bare();
	expect_ok(exchange(&bare, hello_command(fixture_module)));
	expect_ok(exchange(&bare, open_command("fixture-hash", "digest", 64)));
	expect_ok(exchange(&bare, json_pack("{s:s}", "cmd", "bye")));
	end_bare(&bare);
	assert_true(bare.process.is_status_known);
	assert_true(WIFEXITED(bare.process.status));
	assert_int_equal(WEXITSTATUS(bare.process.status), 0);
}

static void end_of_the_socket_ends_the_worker(void **state)
{
	(void)state;
	struct bare bare = start_bare();
	expect_ok(exchange(&bare, hello_command(fixture_module)));
	cb__wire_done(&bare.wire);
	end_bare(&bare);
	/* By itself; with which status is nobody's business any more. */
	assert_true(bare.process.is_status_known);
	assert_true(WIFEXITED(bare.process.status));
	assert_false(bare.process.is_killed_by_us);
}

static void line_that_is_no_json_is_refused(void **state)
{
	(void)state;
	static const char *const lines[] = {"{\"cmd\": \n", "[1, 2]\n", "\n", "\xff\xfe\n"};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct bare bare = start_bare();
		ssize_t len = (ssize_t)strlen(lines[i]);
		assert_int_equal(write(bare.wire.fd, lines[i], (size_t)len), len);
		json_t *reply = receive(&bare);
		assert_non_null(reply);
		expect_refusal(reply, "CB_EFORMAT", "no JSON object");
		cb__wire_done(&bare.wire);
		end_bare(&bare);
		assert_true(WIFEXITED(bare.process.status));
	}
}

static int runs_alone(const char *first, const char *second)
{
	int status = -1;
	pid_t child = fork();
	if (child == 0) {
		int null = open("/dev/null", O_RDWR);
		for (int fd = 0; fd < 4; fd++)
			dup2(null, fd);
		execl(CB_TEST_WORKER, "cb-worker", first, second, (char *)NULL);
		_exit(127);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void started_by_hand_it_explains_itself(void **state)
{
	(void)state;
	assert_int_equal(runs_alone(NULL, NULL), 2);
	assert_int_equal(runs_alone("3", NULL), 2);
	assert_int_equal(runs_alone("--help", "3"), 2);
}

/* What the witness backend tells of its process. */
static void read_testimony(char *out, size_t size)
{
	cb__link *link = start();
	json_t *reply = hello(link, CB_TEST_BACKENDS "/witness.so", "on");
	const char *text =
		json_string_value(json_object_get(json_object_get(reply, "library"), "build_info"));
	assert_non_null(text);
	snprintf(out, size, "%s", text);
	json_decref(reply);
	cb__link_close(link);
}

static void worker_starts_clean(void **state)
{
	(void)state;
	char text[16384];
	int extra[2];
	struct sigaction ignore;
	struct sigaction before;
	sigset_t blocked;
	sigset_t mask;
	memset(&ignore, 0, sizeof ignore);
	ignore.sa_handler = SIG_IGN;
	sigemptyset(&ignore.sa_mask);
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGUSR1);
	sigaddset(&blocked, SIGTERM);
	/* Without close-on-exec, as careless hosts have them. */
	assert_int_equal(pipe(extra), 0);
	assert_int_equal(sigaction(SIGPIPE, &ignore, &before), 0);
	assert_int_equal(sigprocmask(SIG_BLOCK, &blocked, &mask), 0);
	read_testimony(text, sizeof text);
	assert_int_equal(sigprocmask(SIG_SETMASK, &mask, NULL), 0);
	assert_int_equal(sigaction(SIGPIPE, &before, NULL), 0);
	close(extra[0]);
	close(extra[1]);
	expect_part(text, " ignored=0 ");
	expect_part(text, " blocked=0 ");
	expect_part(text, " files=0 ");
	expect_part(text, " stdin_empty=1 ");
	expect_part(text, " socket=1 ");
	expect_part(text, " core=1 ");
	expect_part(text, " leader=1\n");
}

static void host_without_standard_files_can_start_workers(void **state)
{
	(void)state;
	int status = 0;
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		char text[16384];
		for (int fd = 0; fd < 10; fd++)
			close(fd);
		read_testimony(text, sizeof text);
		int is_clean = strstr(text, " files=0 ") != NULL &&
			       strstr(text, " socket=1 ") != NULL &&
			       strstr(text, " stdin_empty=1 ") != NULL;
		_exit(is_clean ? 0 : 1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

static void settings_of_the_host_do_not_reach_the_library(void **state)
{
	(void)state;
	char text[16384];
	static const char *const names[] = {"OPENSSL_ia32cap", "OPENSSL_armcap", "OPENSSL_CONF",
		"OPENSSL_MODULES", "LD_PRELOAD"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		assert_int_equal(setenv(names[i], "", 1), 0);
	read_testimony(text, sizeof text);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		unsetenv(names[i]);
		if (strstr(text, names[i]) != NULL)
			fail_msg("%s reached the worker", names[i]);
	}
	expect_part(text, "\nLC_ALL=C\n");
}

static void sleep_ms(long ms)
{
	const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
	nanosleep(&pause, NULL);
}

#ifdef __linux__

/* A host of its own: says which worker it has, then waits for an answer that never comes. */
static void be_a_host(cb__link *link, int pipe_end)
{
	json_t *reply = hello(link, CB_TEST_BACKENDS "/hang.so", "on");
	const char *version =
		json_string_value(json_object_get(json_object_get(reply, "library"), "version"));
	long pid = version != NULL ? strtol(version + strlen("pid="), NULL, 10) : 0;
	if (write(pipe_end, &pid, sizeof pid) != (ssize_t)sizeof pid)
		_exit(1);
	ask(link, open_command("fixture-hash", "digest", 64));
	_exit(0);
}

static int is_gone(pid_t pid)
{
	/* It is our child now, or somebody else has reaped it. */
	int status = 0;
	return waitpid(pid, &status, WNOHANG) == pid || (kill(pid, 0) != 0 && errno == ESRCH);
}

/* Kills a host once its worker is at work. What they leave behind becomes this process's. */
static pid_t orphan(cb__link *start_worker(void))
{
	int ends[2];
	int status = 0;
	long worker = 0;
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	assert_int_equal(pipe(ends), 0);
	fflush(NULL);
	pid_t host = fork();
	if (host == 0)
		be_a_host(start_worker(), ends[1]);
	close(ends[1]);
	assert_int_equal(read(ends[0], &worker, sizeof worker), (ssize_t)sizeof worker);
	close(ends[0]);
	assert_true(worker > 1);
	sleep_ms(100);
	assert_int_equal(kill((pid_t)worker, 0), 0);
	assert_int_equal(kill(host, SIGKILL), 0);
	assert_int_equal(waitpid(host, &status, 0), host);
	return (pid_t)worker;
}

#endif

static void worker_dies_with_its_host(void **state)
{
	(void)state;
#ifdef __linux__
	pid_t worker = orphan(start);
	int waited = 0;
	while (!is_gone(worker) && waited++ < 200)
		sleep_ms(10);
	assert_true(waited < 200);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
	expect_no_children();
#else
	skip(); /* there the worker notices once its operation ends */
#endif
}

#ifdef __linux__

/* A launcher that waits for what it started: the worker's parent lives on when the host dies. */
static cb__link *start_behind_a_shell(void)
{
	char *arguments[] = {(char *)(uintptr_t) "/bin/sh", (char *)(uintptr_t) "-c",
		(char *)(uintptr_t) "\"$@\"; exit $?", (char *)(uintptr_t) "sh",
		(char *)(uintptr_t)CB_TEST_WORKER, (char *)(uintptr_t) "3", NULL};
	return start_with(arguments);
}

static void worker_behind_a_launcher_dies_with_its_host(void **state)
{
	(void)state;
	int status = 0;
	pid_t worker = orphan(start_behind_a_shell);
	/* The shell is our child now, and ends once the worker has. */
	int waited = 0;
	while (waitpid(-1, &status, WNOHANG) == 0 && waited++ < 300)
		sleep_ms(10);
	if (waited >= 300)
		kill(worker, SIGKILL);
	assert_true(waited < 300);
	assert_true(kill(worker, 0) != 0 && errno == ESRCH);
	assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
	expect_no_children();
}

#endif

static void crash_is_explained_and_its_output_kept(void **state)
{
	(void)state;
	cb__link *link = start();
	json_t *reply = NULL;
	cb_text why = CB_TEXT_INIT;
	expect_ok(hello(link, CB_TEST_BACKENDS "/noisy_crash.so", "on"));
	assert_int_equal(cb__link_ask(link, &reply, open_command("fixture-hash", "digest", 64),
				 LIMIT_MS, NULL, &why),
		CB_EWORKER);
	assert_null(reply);
	expect_part(cb__text_string(&why), IS_SANITIZED ? "the worker " : "SIGABRT");
	/* Its output is no UTF-8; what we keep is. */
	expect_part(cb__link_output(link), "assertion ?( failed: this is why");
	cb__text_done(&why);
	cb__link_kill(link);
	expect_no_children();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(other_protocol_is_refused),
		cmocka_unit_test(commands_that_make_no_sense_are_refused),
		cmocka_unit_test(mode_that_is_none_is_refused),
		cmocka_unit_test(hello_after_one_that_failed_may_succeed),
		cmocka_unit_test(other_library_than_the_one_asked_for_is_refused),
		cmocka_unit_test(cell_goes_through_its_life),
		cmocka_unit_test(values_out_of_range_are_refused),
		cmocka_unit_test(once_works_on_the_bytes_that_are_given),
		cmocka_unit_test(bye_ends_the_worker_with_status_0),
		cmocka_unit_test(end_of_the_socket_ends_the_worker),
		cmocka_unit_test(line_that_is_no_json_is_refused),
		cmocka_unit_test(started_by_hand_it_explains_itself),
		cmocka_unit_test(worker_starts_clean),
		cmocka_unit_test(host_without_standard_files_can_start_workers),
		cmocka_unit_test(settings_of_the_host_do_not_reach_the_library),
		cmocka_unit_test(worker_dies_with_its_host),
#ifdef __linux__
		cmocka_unit_test(worker_behind_a_launcher_dies_with_its_host),
#endif
		cmocka_unit_test(crash_is_explained_and_its_output_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
