/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_setaffinity */
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>
#include <time.h>

#include <stdatomic.h>

#include <pthread.h>
#include <sched.h>

#include "clock.h"
#include "measure.h"

#define PLACES 256

/* The address sanitizer puts red zones around what is taken from the stack. */
#if defined(__SANITIZE_ADDRESS__)
#define HAS_RED_ZONES 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_RED_ZONES 1
#endif
#endif
#ifndef HAS_RED_ZONES
#define HAS_RED_ZONES 0
#endif

/* What the timed function saw. */
struct record {
	uint64_t calls;
	uint64_t fail_at; /* 0: never */
	unsigned char places[PLACES];
	long pause_ns;
	uint64_t burn_ns;  /* CPU time to be used by each operation */
	uint64_t burnt_ns; /* that was */
};

static cb_status count(void *state, cb_io *io)
{
	struct record *record = state;
	volatile char here = 0;
	(void)io;
	record->places[(uintptr_t)&here / 16 % PLACES] = 1;
	record->calls++;
	if (record->pause_ns > 0) {
		const struct timespec pause = {0, record->pause_ns};
		nanosleep(&pause, NULL);
	}
	return record->fail_at != 0 && record->calls >= record->fail_at ? CB_EBACKEND : CB_OK;
}

static unsigned count_places(const struct record *record)
{
	unsigned places = 0;
	for (size_t i = 0; i < PLACES; i++)
		places += record->places[i];
	return places;
}

static void lead_in_runs_at_least_once(void **state)
{
	(void)state;
	struct record record = {0};
	const cb__work work = {.run = count, .state = &record};
	assert_int_equal(cb__measure_lead_in(&work, 0), CB_OK);
	assert_int_equal(record.calls, 1);
}

static void lead_in_goes_on_for_its_time(void **state)
{
	(void)state;
	struct record record = {.pause_ns = 1000000};
	const cb__work work = {.run = count, .state = &record};
	uint64_t start = cb__clock_wall_ns();
	assert_int_equal(cb__measure_lead_in(&work, 5000000), CB_OK);
	assert_true(cb__clock_wall_ns() - start >= 5000000);
	assert_in_range(record.calls, 1, 6);
}

static void sample_runs_exactly_as_often_as_asked(void **state)
{
	(void)state;
	static const uint64_t counts[] = {1, 2, 15, 16, 17, 31, 100, 12345};
	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		struct record record = {0};
		const cb__work work = {.run = count, .state = &record};
		cb__sample sample = {0};
		assert_int_equal(cb__measure_sample(&sample, &work, counts[i], 3), CB_OK);
		assert_true(record.calls == counts[i]);
		assert_true(sample.ops == counts[i]);
	}
}

static void sample_tells_both_times(void **state)
{
	(void)state;
	struct record record = {.pause_ns = 2000000};
	const cb__work work = {.run = count, .state = &record};
	cb__sample sample = {0};
	assert_int_equal(cb__measure_sample(&sample, &work, 5, 0), CB_OK);
	assert_true(sample.wall_ns >= 10000000);
	/* It slept. */
	assert_true(sample.cpu_ns < sample.wall_ns);
	assert_true(sample.switches >= 0);
}

static void sample_is_spread_over_sixteen_stack_positions(void **state)
{
	(void)state;
	struct record record = {0};
	const cb__work work = {.run = count, .state = &record};
	cb__sample sample;
	if (HAS_RED_ZONES)
		skip();
	assert_int_equal(cb__measure_sample(&sample, &work, 1600, 0), CB_OK);
	assert_int_equal(count_places(&record), 16);
}

static void short_samples_take_turns_at_the_positions(void **state)
{
	(void)state;
	struct record record = {0};
	const cb__work work = {.run = count, .state = &record};
	cb__sample sample;
	if (HAS_RED_ZONES)
		skip();
	assert_int_equal(cb__measure_sample(&sample, &work, 3, 0), CB_OK);
	assert_int_equal(count_places(&record), 3);
	for (uint64_t turn = 1; turn < 16; turn++)
		assert_int_equal(cb__measure_sample(&sample, &work, 3, turn), CB_OK);
	assert_int_equal(count_places(&record), 16);
}

static void error_ends_the_batch(void **state)
{
	(void)state;
	struct record record = {.fail_at = 7};
	const cb__work work = {.run = count, .state = &record};
	cb__sample sample;
	uint64_t ops = 42;
	assert_int_equal(cb__measure_sample(&sample, &work, 1000, 0), CB_EBACKEND);
	assert_int_equal(record.calls, 7);
	assert_int_equal(cb__measure_lead_in(&work, 1000000000), CB_EBACKEND);
	assert_int_equal(record.calls, 8);
	assert_int_equal(cb__measure_calibrate(&ops, &work, 1000000), CB_EBACKEND);
	assert_int_equal(ops, 42);
}

static void slow_operation_is_one_batch(void **state)
{
	(void)state;
	struct record record = {.pause_ns = 4000000};
	const cb__work work = {.run = count, .state = &record};
	uint64_t ops = 0;
	assert_int_equal(cb__measure_calibrate(&ops, &work, 2000000), CB_OK);
	assert_int_equal(ops, 1);
	/* It sleeps, which looks like an interruption: it is tried again, a few times. */
	assert_in_range(record.calls, 2, 6);
}

static void calibrated_batch_takes_about_its_time(void **state)
{
	(void)state;
	const uint64_t target = 2000000;
	uint64_t best = UINT64_MAX;
	struct record record = {0};
	const cb__work work = {.run = count, .state = &record};
	/* Other work may disturb one try, not all of them. */
	for (int i = 0; i < 10; i++) {
		uint64_t ops = 0;
		cb__sample sample;
		assert_int_equal(cb__measure_calibrate(&ops, &work, target), CB_OK);
		assert_true(ops > 100);
		assert_int_equal(cb__measure_sample(&sample, &work, ops, 0), CB_OK);
		/* By CPU time, which other work does not stretch. */
		uint64_t off =
			sample.cpu_ns > target ? sample.cpu_ns - target : target - sample.cpu_ns;
		best = off < best ? off : best;
	}
	assert_true(best < target / 2);
}

/* Burns CPU time: at least @p record->burn_ns of it. */
static cb_status burn(void *state, cb_io *io)
{
	struct record *record = state;
	(void)io;
	record->calls++;
	uint64_t end = cb__clock_cpu_ns() + record->burn_ns;
	uint64_t now;
	do
		now = cb__clock_cpu_ns();
	while (now < end);
	record->burnt_ns += now - (end - record->burn_ns);
	return record->fail_at != 0 && record->calls >= record->fail_at ? CB_EBACKEND : CB_OK;
}

/* How much longer the samples are than the operations in them, in percent. */
static double measure_slowed(double percent, uint64_t burn_ns, uint64_t ops)
{
	cb__slowdown slowdown = {.percent = percent};
	struct record record = {.burn_ns = burn_ns};
	const cb__work work = {.run = burn, .state = &record, .slowdown = &slowdown};
	uint64_t cpu_ns = 0;
	for (uint64_t turn = 0; turn < 150; turn++) {
		cb__sample sample;
		assert_int_equal(cb__measure_sample(&sample, &work, ops, turn), CB_OK);
		assert_int_equal(sample.ops, ops);
		cpu_ns += sample.cpu_ns;
	}
	assert_true(record.calls == 150 * ops);
	return 100 * ((double)cpu_ns / (double)record.burnt_ns - 1);
}

/* The calls around the operations add to both, and are slowed with them: a few percent. */
static void slowdown_makes_batches_longer_by_its_percent(void **state)
{
	(void)state;
	double best = INFINITY;
	/* CPU time, which other work stretches by little; but not in all tries. */
	for (int i = 0; i < 5 && best > 0.5; i++) {
		double none = measure_slowed(0, 100000, 10);
		double slowed = measure_slowed(10, 100000, 10);
		best = fmin(best, fabs(slowed - none - 10));
	}
	assert_true(best < 1);
}

/* Of one short operation it is less time than reading the clock takes, so that most must not wait
 * for the sum of them to be right. */
static void remainder_of_a_slowdown_is_carried_over(void **state)
{
	(void)state;
	cb__slowdown slowdown = {.percent = 0.01};
	struct record record = {.burn_ns = 2000};
	const cb__work work = {.run = burn, .state = &record, .slowdown = &slowdown};
	unsigned waited = 0;
	for (uint64_t turn = 0; turn < 400; turn++) {
		double before_ns = slowdown.owed_ns;
		cb__sample sample;
		assert_int_equal(cb__measure_sample(&sample, &work, 1, turn), CB_OK);
		assert_true(slowdown.owed_ns < 1); /* the step of the clock */
		waited += slowdown.owed_ns < before_ns ? 1 : 0;
	}
	assert_in_range(waited, 1, 200);
}

static void slowdown_by_nothing_waits_for_nothing(void **state)
{
	(void)state;
	cb__slowdown slowdown = {.percent = 0};
	struct record record = {.burn_ns = 100000};
	const cb__work work = {.run = burn, .state = &record, .slowdown = &slowdown};
	cb__sample sample;
	assert_int_equal(cb__measure_sample(&sample, &work, 1, 0), CB_OK);
	assert_true(slowdown.owed_ns == 0);
}

/* What was given too much is taken from the next. */
static void slowdown_that_was_paid_before_is_not_paid_again(void **state)
{
	(void)state;
	cb__slowdown slowdown = {.percent = 100, .owed_ns = -1e9};
	struct record record = {.burn_ns = 100000};
	const cb__work work = {.run = burn, .state = &record, .slowdown = &slowdown};
	cb__sample sample;
	assert_int_equal(cb__measure_sample(&sample, &work, 10, 0), CB_OK);
	assert_true(sample.cpu_ns < 2 * record.burnt_ns);
	assert_true(slowdown.owed_ns > -1e9 && slowdown.owed_ns < 0);
}

static void failure_of_a_slowed_operation_is_one(void **state)
{
	(void)state;
	cb__slowdown slowdown = {.percent = 10};
	struct record record = {.burn_ns = 1000, .fail_at = 3};
	const cb__work work = {.run = burn, .state = &record, .slowdown = &slowdown};
	cb__sample sample;
	uint64_t ops = 42;
	assert_int_equal(cb__measure_sample(&sample, &work, 100, 0), CB_EBACKEND);
	assert_int_equal(record.calls, 3);
	assert_int_equal(cb__measure_calibrate(&ops, &work, 1000000), CB_EBACKEND);
	assert_int_equal(ops, 42);
}

#ifdef __linux__

static atomic_int is_over;

static void *disturb(void *payload)
{
	(void)payload;
	while (!atomic_load(&is_over))
		continue;
	return NULL;
}

/* Whoever starts threads after this has them on the same processor. */
static void stay_on_one_cpu(cpu_set_t *before)
{
	cpu_set_t one;
	size_t cpu = 0;
	assert_int_equal(sched_getaffinity(0, sizeof *before, before), 0);
	while (!CPU_ISSET(cpu, before))
		cpu++;
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
}

/* A batch that was interrupted is taken for none: one operation takes 10 ns, and a time slice
 * several milliseconds. */
static void calibration_is_not_misled_by_other_work(void **state)
{
	(void)state;
	cpu_set_t before;
	pthread_t thread;
	unsigned long_enough = 0;
	stay_on_one_cpu(&before);
	atomic_store(&is_over, 0);
	assert_int_equal(pthread_create(&thread, NULL, disturb, NULL), 0);
	/* One batch in four meets the end of a time slice. */
	for (int i = 0; i < 40; i++) {
		struct record record = {0};
		const cb__work work = {.run = count, .state = &record};
		cb__sample sample;
		uint64_t ops = 0;
		assert_int_equal(cb__measure_calibrate(&ops, &work, 2000000), CB_OK);
		assert_int_equal(cb__measure_sample(&sample, &work, ops, 0), CB_OK);
		long_enough += sample.cpu_ns >= 1000000;
	}
	atomic_store(&is_over, 1);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
	assert_true(long_enough >= 36);
}

#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lead_in_runs_at_least_once),
		cmocka_unit_test(lead_in_goes_on_for_its_time),
		cmocka_unit_test(sample_runs_exactly_as_often_as_asked),
		cmocka_unit_test(sample_tells_both_times),
		cmocka_unit_test(sample_is_spread_over_sixteen_stack_positions),
		cmocka_unit_test(short_samples_take_turns_at_the_positions),
		cmocka_unit_test(error_ends_the_batch),
		cmocka_unit_test(slow_operation_is_one_batch),
		cmocka_unit_test(calibrated_batch_takes_about_its_time),
		cmocka_unit_test(slowdown_makes_batches_longer_by_its_percent),
		cmocka_unit_test(remainder_of_a_slowdown_is_carried_over),
		cmocka_unit_test(slowdown_by_nothing_waits_for_nothing),
		cmocka_unit_test(slowdown_that_was_paid_before_is_not_paid_again),
		cmocka_unit_test(failure_of_a_slowed_operation_is_one),
#ifdef __linux__
		cmocka_unit_test(calibration_is_not_misled_by_other_work),
#endif
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
