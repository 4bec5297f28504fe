/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "link.h"

#define LIMIT_MS 20000u

static char *mutable(const char *text)
{
	return (char *)(uintptr_t)text;
}

/* A worker that is a shell script; its socket is file 3. */
static cb__link *open_script(const char *script)
{
	char *arguments[] = {mutable("/bin/sh"), mutable("-c"), mutable(script), NULL};
	char *environment[] = {mutable("PATH=/usr/bin:/bin"), NULL};
	cb_text why = CB_TEXT_INIT;
	cb__link *link = NULL;
	assert_int_equal(cb__link_open(&link, arguments, environment, &why), CB_OK);
	cb__text_done(&why);
	return link;
}

static cb_status ask(
	cb__link *link, json_t **out, uint32_t limit_ms, const cb__pump *pump, const char *reason)
{
	cb_text why = CB_TEXT_INIT;
	cb_status status =
		cb__link_ask(link, out, json_pack("{s:s}", "cmd", "x"), limit_ms, pump, &why);
	if (reason != NULL && strstr(cb__text_string(&why), reason) == NULL)
		fail_msg("\"%s\" does not hold \"%s\"", cb__text_string(&why), reason);
	cb__text_done(&why);
	return status;
}

static void reply_is_handed_over(void **state)
{
	(void)state;
	json_t *reply = NULL;
	cb__link *link =
		open_script("read line <&3; echo \"{\\\"got\\\":$line}\" >&3; read line <&3");
	assert_int_equal(ask(link, &reply, LIMIT_MS, NULL, NULL), CB_OK);
	assert_string_equal(
		json_string_value(json_object_get(json_object_get(reply, "got"), "cmd")), "x");
	json_decref(reply);
	cb__link_close(link);
}

static void worker_that_cannot_be_started_is_named(void **state)
{
	(void)state;
	char *arguments[] = {mutable("/nonexistent/worker"), NULL};
	char *environment[] = {NULL};
	cb_text why = CB_TEXT_INIT;
	cb__link *link = NULL;
	cb_status status = cb__link_open(&link, arguments, environment, &why);
	if (status == CB_OK) {
		json_t *reply = NULL;
		assert_int_equal(ask(link, &reply, LIMIT_MS, NULL, "127"), CB_EWORKER);
		cb__link_kill(link);
	} else {
		assert_int_equal(status, CB_EIO);
		assert_non_null(strstr(cb__text_string(&why), "/nonexistent/worker"));
		assert_null(link);
	}
	cb__text_done(&why);
}

static void end_of_the_worker_is_explained(void **state)
{
	(void)state;
	json_t *reply = NULL;
	cb__link *link = open_script("read line <&3; echo last words; exit 5");
	assert_int_equal(
		ask(link, &reply, LIMIT_MS, NULL, "the worker exited with status 5"), CB_EWORKER);
	assert_null(reply);
	assert_string_equal(cb__link_output(link), "last words\n");
	/* And again, of what is long dead. */
	assert_int_equal(ask(link, &reply, LIMIT_MS, NULL, "exited with status 5"), CB_EWORKER);
	cb__link_close(link);
	link = open_script("read line <&3; kill -SEGV $$");
	assert_int_equal(ask(link, &reply, LIMIT_MS, NULL, "signal 11 (SIGSEGV)"), CB_EWORKER);
	cb_text blame = CB_TEXT_INIT;
	assert_int_equal(cb__link_blame(link, &blame), 1);
	assert_string_equal(cb__text_string(&blame), "killed the worker with SIGSEGV");
	cb__text_done(&blame);
	cb__link_kill(link);
}

static void silence_is_timed_out(void **state)
{
	(void)state;
	json_t *reply = NULL;
	cb__link *link = open_script("read line <&3; sleep 60");
	uint64_t before = cb__clock_wall_ns();
	assert_int_equal(ask(link, &reply, 150, NULL, "150 ms"), CB_ETIMEDOUT);
	assert_true(cb__clock_wall_ns() - before >= 150000000);
	assert_true(cb__clock_wall_ns() - before < 10000000000);
	cb__link_kill(link);
}

static void chatter_does_not_extend_the_limit(void **state)
{
	(void)state;
	json_t *reply = NULL;
	cb__link *link = open_script("read line <&3; while :; do echo chatter; done");
	uint64_t before = cb__clock_wall_ns();
	assert_int_equal(ask(link, &reply, 200, NULL, "200 ms"), CB_ETIMEDOUT);
	assert_true(cb__clock_wall_ns() - before < 10000000000);
	assert_true(strlen(cb__link_output(link)) < 8300);
	cb__link_kill(link);
}

static void nonsense_is_no_reply(void **state)
{
	(void)state;
	json_t *reply = NULL;
	cb__link *link = open_script("read line <&3; echo hello >&3; sleep 60");
	assert_int_equal(ask(link, &reply, LIMIT_MS, NULL, "no JSON object"), CB_EWORKER);
	assert_null(reply);
	cb__link_kill(link);
}

static int count_and_cancel(int is_urgent, void *payload)
{
	int *left = payload;
	(void)is_urgent;
	return --*left <= 0;
}

static void waiting_can_be_cancelled(void **state)
{
	(void)state;
	json_t *reply = NULL;
	int left = 3;
	const cb__pump pump = {count_and_cancel, &left};
	cb__link *link = open_script("read line <&3; sleep 60");
	uint64_t before = cb__clock_wall_ns();
	assert_int_equal(ask(link, &reply, LIMIT_MS, &pump, NULL), CB_ECANCELLED);
	assert_true(cb__clock_wall_ns() - before < 10000000000);
	assert_int_equal(left, 0);
	cb__link_kill(link);
}

static void waiting_can_be_cancelled_while_the_worker_prints(void **state)
{
	(void)state;
	json_t *reply = NULL;
	int left = 20;
	const cb__pump pump = {count_and_cancel, &left};
	cb__link *link = open_script("read line <&3; while :; do echo chatter; done");
	assert_int_equal(ask(link, &reply, LIMIT_MS, &pump, NULL), CB_ECANCELLED);
	assert_int_equal(left, 0);
	cb__link_kill(link);
}

static int count_calls(int is_urgent, void *payload)
{
	int *calls = payload;
	(void)is_urgent;
	++*calls;
	return 0;
}

/* Nothing is left to read there, which poll() would tell at once and for ever. */
static void worker_without_output_is_waited_for_in_peace(void **state)
{
	(void)state;
	json_t *reply = NULL;
	int calls = 0;
	const cb__pump pump = {count_calls, &calls};
	cb__link *link = open_script("exec >/dev/null 2>&1; read line <&3; sleep 60");
	assert_int_equal(ask(link, &reply, 500, &pump, NULL), CB_ETIMEDOUT);
	assert_true(calls >= 2 && calls < 30);
	cb__link_kill(link);
}

static void output_is_bounded_and_printable(void **state)
{
	(void)state;
	json_t *reply = NULL;
	cb__link *link =
		open_script("printf 'bad \\377\\033\\000 byte\\tand tab\\n'; read line <&3;"
			    "i=0; while [ $i -lt 3000 ]; do echo 0123456789012345678901234567890;"
			    "i=$((i+1)); done; echo '{}' >&3; read line <&3");
	assert_int_equal(ask(link, &reply, LIMIT_MS, NULL, NULL), CB_OK);
	json_decref(reply);
	const char *output = cb__link_output(link);
	assert_memory_equal(output, "bad ??? byte\tand tab\n0123", 25);
	assert_non_null(strstr(output, "(more was not kept)"));
	assert_true(strlen(output) > 8000 && strlen(output) < 8300);
	/* Asked for twice, it says so once. */
	assert_int_equal(strlen(cb__link_output(link)), strlen(output));
	cb__link_close(link);
}

static void worker_that_ignores_bye_is_killed(void **state)
{
	(void)state;
	cb__link *link = open_script("sleep 60");
	uint64_t before = cb__clock_wall_ns();
	cb__link_close(link);
	assert_true(cb__clock_wall_ns() - before < 20000000000);
	cb__link_close(NULL);
	cb__link_kill(NULL);
}

static cb_status wait_for(cb__link *link, json_t **out)
{
	cb_text why = CB_TEXT_INIT;
	cb_status status = cb__link_wait(link, out, LIMIT_MS, NULL, &why);
	cb__text_done(&why);
	return status;
}

static void two_workers_work_at_once(void **state)
{
	(void)state;
	cb__link *links[2];
	json_t *command = json_pack("{s:s}", "cmd", "x");
	cb_text why = CB_TEXT_INIT;
	for (int i = 0; i < 2; i++)
		links[i] = open_script(i == 0 ? "read line <&3; sleep 0.4; echo '{\"n\":0}' >&3"
					      : "read line <&3; sleep 0.4; echo '{\"n\":1}' >&3");
	uint64_t before = cb__clock_wall_ns();
	for (int i = 0; i < 2; i++)
		assert_int_equal(cb__link_send(links[i], command, &why), CB_OK);
	/* Sending does not wait, and the command is still ours. */
	assert_true(cb__clock_wall_ns() - before < 300000000);
	json_decref(command);
	for (int i = 1; i >= 0; i--) {
		json_t *reply = NULL;
		assert_int_equal(wait_for(links[i], &reply), CB_OK);
		assert_int_equal(json_integer_value(json_object_get(reply, "n")), i);
		json_decref(reply);
	}
	assert_true(cb__clock_wall_ns() - before < 750000000);
	cb__text_done(&why);
	cb__link_close(links[0]);
	cb__link_close(links[1]);
}

static void sending_to_a_dead_worker_is_explained(void **state)
{
	(void)state;
	cb__link *link = open_script("exit 7");
	json_t *command = json_pack("{s:s}", "cmd", "x");
	cb_text why = CB_TEXT_INIT;
	cb_status status = CB_OK;
	/* Until it has ended, it may still be sent to. */
	for (int i = 0; i < 5000 && status == CB_OK; i++) {
		const struct timespec pause = {0, 1000000};
		status = cb__link_send(link, command, &why);
		nanosleep(&pause, NULL);
	}
	assert_int_equal(status, CB_EWORKER);
	assert_non_null(strstr(cb__text_string(&why), "the worker exited with status 7"));
	json_decref(command);
	cb__text_done(&why);
	cb__link_kill(link);
}

static void end_of_the_connection_alone_is_told_as_such(void **state)
{
	(void)state;
	json_t *reply = NULL;
	cb__link *link = open_script("exec 3<&-; sleep 60");
	assert_int_equal(ask(link, &reply, LIMIT_MS, NULL,
				 "the worker closed its connection, did not end and was killed"),
		CB_EWORKER);
	cb__link_kill(link);
}

static void bye_is_not_waited_for(void **state)
{
	(void)state;
	cb__link *links[2];
	uint64_t before = cb__clock_wall_ns();
	for (int i = 0; i < 2; i++) {
		links[i] = open_script("read line <&3; echo \"$line\"; sleep 0.5");
		cb__link_bye(links[i]);
		cb__link_bye(links[i]);
	}
	assert_true(cb__clock_wall_ns() - before < 400000000);
	for (int i = 0; i < 2; i++) {
		const char *output = "";
		while (strchr(output, '\n') == NULL && cb__clock_wall_ns() - before < 20000000000)
			output = cb__link_output(links[i]);
		assert_string_equal(output, "{\"cmd\":\"bye\"}\n");
	}
	/* They end side by side. */
	cb__link_close(links[0]);
	cb__link_close(links[1]);
	assert_true(cb__clock_wall_ns() - before < 950000000);
}

static void the_host_is_asked_while_a_worker_ends(void **state)
{
	(void)state;
	int calls = 0;
	const cb__pump pump = {count_calls, &calls};
	cb__link *link = open_script("read line <&3; sleep 0.4");
	cb__link_end(link, &pump);
	assert_true(calls >= 3);
	/* Who cancels does not wait for it any longer. */
	int left = 3;
	const cb__pump cancelling = {count_and_cancel, &left};
	uint64_t before = cb__clock_wall_ns();
	link = open_script("sleep 60");
	cb__link_end(link, &cancelling);
	assert_true(cb__clock_wall_ns() - before < 900000000);
	cb__link_end(NULL, &pump);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reply_is_handed_over),
		cmocka_unit_test(worker_that_cannot_be_started_is_named),
		cmocka_unit_test(end_of_the_worker_is_explained),
		cmocka_unit_test(silence_is_timed_out),
		cmocka_unit_test(chatter_does_not_extend_the_limit),
		cmocka_unit_test(nonsense_is_no_reply),
		cmocka_unit_test(waiting_can_be_cancelled),
		cmocka_unit_test(waiting_can_be_cancelled_while_the_worker_prints),
		cmocka_unit_test(worker_without_output_is_waited_for_in_peace),
		cmocka_unit_test(output_is_bounded_and_printable),
		cmocka_unit_test(worker_that_ignores_bye_is_killed),
		cmocka_unit_test(two_workers_work_at_once),
		cmocka_unit_test(sending_to_a_dead_worker_is_explained),
		cmocka_unit_test(end_of_the_connection_alone_is_told_as_such),
		cmocka_unit_test(bye_is_not_waited_for),
		cmocka_unit_test(the_host_is_asked_while_a_worker_ends),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
