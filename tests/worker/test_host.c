/* SPDX-License-Identifier: Apache-2.0 */
/* A run is a good guest in the process that calls it. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "scene.h"

#include <signal.h>
#include <string.h>

#include <pthread.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sched.h>
#endif

#include "clock.h"

#define NS_PER_MS 1000000u

struct watch {
	unsigned calls;
	unsigned cancel_at; /* 0: never */
	uint64_t last_ns;
	uint64_t longest_ns;
	int has_current;
	cb_progress last;
};

static int watch_progress(const cb_progress *progress, void *payload)
{
	struct watch *watch = payload;
	uint64_t now = cb__clock_wall_ns();
	if (watch->last_ns != 0 && now - watch->last_ns > watch->longest_ns)
		watch->longest_ns = now - watch->last_ns;
	watch->last_ns = now;
	watch->has_current |= progress->current[0] != '\0';
	watch->last = *progress;
	watch->calls++;
	return watch->cancel_at != 0 && watch->calls >= watch->cancel_at;
}

/* 100 ms are promised. A machine with other work may be late: the test must not. Sanitizers make
 * a process wait before it ends. */
#define LONGEST_NS ((IS_SANITIZED ? 3000u : 400u) * (uint64_t)NS_PER_MS)

static void expect_asked_often(const char *subjects)
{
	scene s;
	struct watch watch = {0};
	scene_open(&s, subjects, "fixture-hash");
	scene_set(&s, "time-limit", "1");
	uint64_t start = cb__clock_wall_ns();
	scene_run(&s, watch_progress, &watch);
	uint64_t took_ms = (cb__clock_wall_ns() - start) / NS_PER_MS;
	assert_int_equal(s.status, CB_OK);
	assert_true(took_ms >= 900);
	assert_true(watch.calls >= took_ms / 200);
	assert_true(watch.longest_ns < LONGEST_NS);
	assert_true(watch.has_current);
	assert_int_equal(watch.last.launch, 1);
	scene_close(&s);
}

static void host_is_asked_while_a_worker_hangs(void **state)
{
	(void)state;
	expect_asked_often("hang right_size");
}

static void host_is_asked_while_a_worker_prints(void **state)
{
	(void)state;
	expect_asked_often("noisy_hang right_size");
}

static void host_is_asked_while_everything_goes_well(void **state)
{
	(void)state;
	scene s;
	struct watch watch = {0};
	scene_open(&s, "right_size", "fixture-hash");
	scene_set(&s, "samples", "300");
	scene_run(&s, watch_progress, &watch);
	assert_int_equal(s.status, CB_OK);
	assert_true(watch.calls >= 4);
	assert_true(watch.longest_ns < LONGEST_NS);
	scene_close(&s);
}

/* Each library takes 0.6 s to be finished, in the worker that is asked what it is and in the one
 * that measures. */
static void host_is_asked_while_workers_end(void **state)
{
	(void)state;
	scene s;
	struct watch watch = {0};
	scene_open(&s, "a@slow_exit:on b@slow_exit:on", "fixture-hash");
	scene_run(&s, watch_progress, &watch);
	assert_int_equal(s.status, CB_OK);
	assert_true(watch.longest_ns < LONGEST_NS);
	scene_expect(&s, "slow_exit/fixture-hash/digest/64/on/subject=a", CB_OUTCOME_MEASURED);
	scene_close(&s);
}

static void cancelled_run_gives_what_it_has(void **state)
{
	(void)state;
	scene s;
	struct watch watch = {.cancel_at = 6};
	scene_open(&s, "right_size slow", "fixture-hash");
	scene_set(&s, "sizes", "16,64,256,1024");
	scene_set(&s, "samples", "20");
	scene_set(&s, "launches", "9");
	scene_run(&s, watch_progress, &watch);
	assert_int_equal(s.status, CB_ECANCELLED);
	assert_int_equal(watch.calls, 6);
	assert_non_null(s.results);
	assert_int_equal(cb_results_complete(s.results), 0);
	assert_int_equal(cb_results_failed(s.results), 0);
	assert_int_equal(cb_results_cell_count(s.results), 8);
	unsigned skipped = 0;
	for (size_t i = 0; i < cb_results_cell_count(s.results); i++) {
		cb_outcome outcome = cb_results_cell_at(s.results, i)->outcome;
		assert_true(outcome == CB_OUTCOME_SKIPPED || outcome == CB_OUTCOME_MEASURED);
		skipped += outcome == CB_OUTCOME_SKIPPED;
	}
	assert_true(skipped > 0);
	scene_close(&s);
}

static void run_can_be_cancelled_while_a_worker_hangs(void **state)
{
	(void)state;
	scene s;
	struct watch watch = {.cancel_at = 6};
	scene_open(&s, "hang_hello right_size", "fixture-hash");
	uint64_t start = cb__clock_wall_ns();
	scene_run(&s, watch_progress, &watch);
	assert_int_equal(s.status, CB_ECANCELLED);
	assert_true(cb__clock_wall_ns() - start < 5000u * NS_PER_MS);
	if (s.results != NULL)
		assert_int_equal(cb_results_complete(s.results), 0);
	scene_close(&s);
}

static void affinity_is_restored(void **state)
{
	(void)state;
#ifdef __linux__
	cpu_set_t before;
	cpu_set_t after;
	scene s;
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	if (CPU_COUNT(&before) < 2)
		skip();
	scene_open(&s, "right_size crash_exit", "fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
	assert_true(CPU_EQUAL(&before, &after));
	scene_close(&s);
	struct watch watch = {.cancel_at = 2};
	scene_open(&s, "slow", "fixture-hash");
	scene_run(&s, watch_progress, &watch);
	assert_int_equal(s.status, CB_ECANCELLED);
	assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
	assert_true(CPU_EQUAL(&before, &after));
	scene_close(&s);
#else
	skip();
#endif
}

static volatile sig_atomic_t alarms;

static void count_alarm(int number)
{
	(void)number;
	alarms = alarms + 1;
}

static void timer_of_the_host_goes_on(void **state)
{
	(void)state;
	const struct itimerval every = {{0, 20000}, {0, 20000}};
	const struct itimerval never = {{0, 0}, {0, 0}};
	struct sigaction mine;
	struct sigaction before;
	struct sigaction after;
	memset(&mine, 0, sizeof mine);
	mine.sa_handler = count_alarm;
	sigemptyset(&mine.sa_mask);
	alarms = 0;
	assert_int_equal(sigaction(SIGALRM, &mine, &before), 0);
	assert_int_equal(setitimer(ITIMER_REAL, &every, NULL), 0);
	scene s;
	struct watch watch = {0};
	scene_open(&s, "right_size hang", "fixture-hash");
	scene_set(&s, "time-limit", "1");
	scene_run(&s, watch_progress, &watch);
	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	assert_int_equal(sigaction(SIGALRM, &before, &after), 0);
	assert_int_equal(s.status, CB_OK);
	assert_true(after.sa_handler == count_alarm);
	assert_true(alarms >= 10);
	/* A signal makes the host be asked at once. */
	assert_true(watch.calls >= 20);
	scene_expect(&s, "right_size/fixture-hash/digest/64/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "hang/fixture-hash/digest/64/on", CB_OUTCOME_TIMED_OUT);
	scene_close(&s);
}

static void signals_that_the_host_ignores_are_no_trouble(void **state)
{
	(void)state;
	struct sigaction ignore;
	struct sigaction children;
	struct sigaction pipes;
	memset(&ignore, 0, sizeof ignore);
	ignore.sa_handler = SIG_IGN;
	sigemptyset(&ignore.sa_mask);
	assert_int_equal(sigaction(SIGCHLD, &ignore, &children), 0);
	assert_int_equal(sigaction(SIGPIPE, &ignore, &pipes), 0);
	scene s;
	scene_open(&s, "witness crash_segv hang", "fixture-hash");
	scene_set(&s, "time-limit", "0.5");
	scene_run(&s, NULL, NULL);
	assert_int_equal(sigaction(SIGCHLD, &children, NULL), 0);
	assert_int_equal(sigaction(SIGPIPE, &pipes, NULL), 0);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "witness/fixture-hash/digest/64/on", CB_OUTCOME_MEASURED);
	scene_expect(&s, "crash_segv/fixture-hash/digest/64/on", CB_OUTCOME_CRASHED);
	scene_expect(&s, "hang/fixture-hash/digest/64/on", CB_OUTCOME_TIMED_OUT);
	expect_part(scene_subject(&s, "witness:on")->build_info, " ignored=0 ");
	scene_close(&s);
}

static void child_of_the_host_is_not_reaped(void **state)
{
	(void)state;
	struct watch watch = {0};
	scene s;
	scene_open(&s, "right_size crash_exit", "fixture-hash");
	siginfo_t info;
	pid_t child = fork();
	if (child == 0)
		_exit(42);
	assert_true(child > 0);
	scene_run(&s, watch_progress, &watch);
	assert_int_equal(s.status, CB_OK);
	info.si_status = 0;
	assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED), 0);
	assert_int_equal(info.si_status, 42);
	scene_close(&s);
}

static void *run_in_thread(void *payload)
{
	scene_run(payload, NULL, NULL);
	return NULL;
}

static void contexts_run_in_threads_side_by_side(void **state)
{
	(void)state;
	scene scenes[2];
	pthread_t threads[2];
	for (int i = 0; i < 2; i++) {
		scene_open(&scenes[i],
			i == 0 ? "right_size crash_exit" : "toy_accel:off right_again",
			"fixture-hash");
		scene_set(&scenes[i], "launches", "3");
	}
	for (int i = 0; i < 2; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, run_in_thread, &scenes[i]), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_int_equal(scenes[0].status, CB_OK);
	assert_int_equal(scenes[1].status, CB_OK);
	scene_expect(&scenes[0], "right_size/fixture-hash/digest/64/on", CB_OUTCOME_MEASURED);
	scene_expect(&scenes[0], "crash_exit/fixture-hash/digest/64/on", CB_OUTCOME_CRASHED);
	scene_expect(&scenes[1], "toy_accel/fixture-hash/digest/64/off", CB_OUTCOME_MEASURED);
	scene_expect(&scenes[1], "right_again/fixture-hash/digest/64/on", CB_OUTCOME_MEASURED);
	scene_close(&scenes[0]);
	scene_close(&scenes[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		/* First, while no other run can have left its CPU behind. */
		cmocka_unit_test(affinity_is_restored),
		cmocka_unit_test(host_is_asked_while_a_worker_hangs),
		cmocka_unit_test(host_is_asked_while_a_worker_prints),
		cmocka_unit_test(host_is_asked_while_everything_goes_well),
		cmocka_unit_test(host_is_asked_while_workers_end),
		cmocka_unit_test(cancelled_run_gives_what_it_has),
		cmocka_unit_test(run_can_be_cancelled_while_a_worker_hangs),
		cmocka_unit_test(timer_of_the_host_goes_on),
		cmocka_unit_test(signals_that_the_host_ignores_are_no_trouble),
		cmocka_unit_test(child_of_the_host_is_not_reaped),
		cmocka_unit_test(contexts_run_in_threads_side_by_side),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
