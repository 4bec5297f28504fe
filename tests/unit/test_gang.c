/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getcpu */
#endif
#include "unit.h"

#include <stdatomic.h>

#include <sched.h>

#include "clock.h"
#include "gang.h"

#define PLAYERS 3

/* What the library below saw; each state has a place, in the order they are opened. */
static struct log {
	atomic_int opened;
	atomic_int closed;
	atomic_int inside; /* operations that wait for another thread's */
	atomic_int is_meeting;
	atomic_int failing; /* place of the one that fails, or -1 */
	atomic_int wrong;   /* place of the one whose output changes, or -1 */
	const void *states[PLAYERS];
	const void *owners[PLAYERS];
	int closed_at[PLAYERS];
	atomic_int runs[PLAYERS];
	atomic_int cpus[PLAYERS];
	atomic_int met[PLAYERS];
} seen;

struct place {
	int index;
};

static cb_status open_place(void *state, const cb_task *task, const cb_io *io)
{
	struct place *place = state;
	(void)io;
	place->index = atomic_fetch_add(&seen.opened, 1);
	assert_true(place->index < PLAYERS);
	seen.states[place->index] = state;
	seen.owners[place->index] = task->owner;
	return CB_OK;
}

static void close_place(void *state)
{
	const struct place *place = state;
	seen.closed_at[place->index] = atomic_fetch_add(&seen.closed, 1);
}

/* Waits until a second thread is here too, for as long as that can take on a busy machine. */
static int meet(void)
{
	uint64_t deadline = cb__clock_wall_ns() + 5000000000u;
	atomic_fetch_add(&seen.inside, 1);
	while (atomic_load(&seen.inside) < 2 && cb__clock_wall_ns() < deadline)
		sched_yield();
	return atomic_load(&seen.inside) >= 2;
}

static cb_status digest(void *state, cb_io *io)
{
	const struct place *place = state;
	int runs = atomic_fetch_add(&seen.runs[place->index], 1);
#ifdef __linux__
	atomic_store(&seen.cpus[place->index], sched_getcpu());
#endif
	if (atomic_load(&seen.is_meeting) && !atomic_load(&seen.met[place->index]))
		atomic_store(&seen.met[place->index], meet());
	memset(io->out, 7, 8);
	if (atomic_load(&seen.wrong) == place->index)
		io->out[0] = (uint8_t)runs;
	io->out_len = 8;
	return atomic_load(&seen.failing) == place->index ? CB_EBACKEND : CB_OK;
}

static const char *version(void)
{
	return "1";
}

static const cb_driver driver = {
	.state_size = sizeof(struct place),
	.variants = CB_VARIANT_BIT(CB_VARIANT_SHAREDKEY),
	.open = open_place,
	.close = close_place,
	.run = {[CB_OP_DIGEST] = digest},
};
static const cb_impl impls[] = {{"gang-hash", &driver, {.name = NULL}, NULL, NULL}};
static const cb_algorithm algorithms[] = {
	{.name = "gang-hash", .kind = CB_KIND_HASH, .out_len = 8, .block_len = 1}};
static const cb_backend backend = {
	.abi = CB_BACKEND_ABI,
	.op_count = CB_OP_COUNT,
	.name = "gang",
	.version = version,
	.impls = impls,
	.impl_count = 1,
	.algorithms = algorithms,
	.algorithm_count = 1,
};
static const cb__module module = {NULL, &backend, NULL};

static cb__cell_spec spec_of(cb_variant variant)
{
	return (cb__cell_spec){.module = &module,
		.impl = impls,
		.algorithm = algorithms,
		.op = CB_OP_DIGEST,
		.variant = variant,
		.size = 64,
		.seed = 1};
}

static int forget(void **state)
{
	(void)state;
	memset(&seen, 0, sizeof seen);
	atomic_store(&seen.failing, -1);
	atomic_store(&seen.wrong, -1);
	return 0;
}

static cb_status try_gang(cb__gang **out, cb_variant variant, unsigned threads, const int *cpus)
{
	const cb__cell_spec spec = spec_of(variant);
	cb_text why = CB_TEXT_INIT;
	*out = NULL;
	cb_status status = cb__gang_new(out, &spec, threads, cpus, &why);
	if (status != CB_OK)
		assert_true(why.len > 0);
	cb__text_done(&why);
	return status;
}

static cb__gang *gang_of(cb_variant variant, unsigned threads, const int *cpus)
{
	cb__gang *gang = NULL;
	assert_int_equal(try_gang(&gang, variant, threads, cpus), CB_OK);
	assert_non_null(gang);
	return gang;
}

static void operations_of_all_threads_are_added_up(void **state)
{
	(void)state;
	cb__gang *gang = gang_of(CB_VARIANT_MESSAGE, 3, NULL);
	cb__sample sample = {0};
	int before[3];
	for (int i = 0; i < 3; i++) {
		before[i] = atomic_load(&seen.runs[i]);
		assert_true(before[i] >= 1); /* each was checked */
	}
	assert_ptr_equal(cb__cell_work(cb__gang_cell(gang)).state, seen.states[0]);
	assert_int_equal(cb__gang_sample(&sample, gang, 1000, 0, 0), CB_OK);
	assert_int_equal(sample.ops, 3000);
	assert_true(sample.wall_ns > 0);
	assert_true(sample.cpu_ns > 0);
	assert_true(sample.switches >= 0);
	/* And one for the lead-in. */
	for (int i = 0; i < 3; i++)
		assert_int_equal(atomic_load(&seen.runs[i]) - before[i], 1001);
	cb__gang_free(gang);
	assert_int_equal(seen.closed, 3);
	cb__gang_free(NULL);
}

static void threads_run_at_once(void **state)
{
	(void)state;
	cb__gang *gang = gang_of(CB_VARIANT_MESSAGE, 2, NULL);
	cb__sample sample = {0};
	atomic_store(&seen.is_meeting, 1);
	assert_int_equal(cb__gang_sample(&sample, gang, 1, 0, 0), CB_OK);
	assert_true(atomic_load(&seen.met[0]) && atomic_load(&seen.met[1]));
	cb__gang_free(gang);
}

static void each_thread_has_the_processor_that_was_named(void **state)
{
	(void)state;
#ifdef __linux__
	cpu_set_t set;
	int cpus[2];
	int count = 0;
	assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
	for (int cpu = CPU_SETSIZE - 1; cpu >= 0 && count < 2; cpu--)
		if (CPU_ISSET((size_t)cpu, &set))
			cpus[count++] = cpu;
	if (count < 2)
		skip();
	cb__gang *gang = gang_of(CB_VARIANT_MESSAGE, 2, cpus);
	cb__sample sample = {0};
	assert_int_equal(cb__gang_sample(&sample, gang, 100, 0, 0), CB_OK);
	assert_int_equal(atomic_load(&seen.cpus[0]), cpus[0]);
	assert_int_equal(atomic_load(&seen.cpus[1]), cpus[1]);
	cb__gang_free(gang);
	/* The caller stays where it may be. */
	cpu_set_t after;
	assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
	assert_true(CPU_EQUAL(&set, &after));
#else
	skip();
#endif
}

static void gang_of_one_moves_its_caller_until_it_is_freed(void **state)
{
	(void)state;
#ifdef __linux__
	cpu_set_t before;
	assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
	int cpu = 0;
	while (!CPU_ISSET((size_t)cpu, &before))
		cpu++;
	cb__gang *gang = gang_of(CB_VARIANT_MESSAGE, 1, &cpu);
	cpu_set_t during;
	assert_int_equal(sched_getaffinity(0, sizeof during, &during), 0);
	assert_int_equal(CPU_COUNT(&during), 1);
	assert_true(CPU_ISSET((size_t)cpu, &during));
	cb__gang_free(gang);
	cpu_set_t after;
	assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
	assert_true(CPU_EQUAL(&before, &after));
#else
	skip();
#endif
}

static void shared_key_is_that_of_the_first_who_lives_longest(void **state)
{
	(void)state;
	cb__gang *gang = gang_of(CB_VARIANT_SHAREDKEY, 3, NULL);
	assert_null(seen.owners[0]);
	assert_ptr_equal(seen.owners[1], seen.states[0]);
	assert_ptr_equal(seen.owners[2], seen.states[0]);
	cb__gang_free(gang);
	assert_int_equal(seen.closed_at[0], 2);
}

static void without_that_variant_each_has_its_own_key(void **state)
{
	(void)state;
	cb__gang *gang = gang_of(CB_VARIANT_MESSAGE, 2, NULL);
	assert_null(seen.owners[0]);
	assert_null(seen.owners[1]);
	assert_ptr_not_equal(seen.states[0], seen.states[1]);
	cb__gang_free(gang);
}

static void one_thread_that_fails_fails_the_sample(void **state)
{
	(void)state;
	cb__gang *gang = gang_of(CB_VARIANT_MESSAGE, 3, NULL);
	cb__sample sample = {0};
	for (int i = 0; i < 3; i++) {
		atomic_store(&seen.failing, i);
		assert_int_equal(cb__gang_sample(&sample, gang, 100, 0, 1000), CB_EBACKEND);
	}
	/* Nobody waits for ever, and the next sample is a good one. */
	atomic_store(&seen.failing, -1);
	assert_int_equal(cb__gang_sample(&sample, gang, 100, 0, 0), CB_OK);
	assert_int_equal(sample.ops, 300);
	cb__gang_free(gang);
}

static void each_thread_is_checked(void **state)
{
	(void)state;
	cb__gang *gang = NULL;
	atomic_store(&seen.wrong, 1);
	assert_int_equal(try_gang(&gang, CB_VARIANT_MESSAGE, 3, NULL), CB_EMISMATCH);
	assert_null(gang);
	assert_int_equal(seen.closed, seen.opened);
}

static void variant_that_is_not_there_is_not_supported(void **state)
{
	(void)state;
	cb__gang *gang = NULL;
	assert_int_equal(try_gang(&gang, CB_VARIANT_FETCH, 2, NULL), CB_ENOTSUP);
	assert_null(gang);
	assert_int_equal(seen.opened, 0);
}

#define GANG_TEST(name) cmocka_unit_test_setup(name, forget)

int main(void)
{
	const struct CMUnitTest tests[] = {
		GANG_TEST(operations_of_all_threads_are_added_up),
		GANG_TEST(threads_run_at_once),
		GANG_TEST(each_thread_has_the_processor_that_was_named),
		GANG_TEST(gang_of_one_moves_its_caller_until_it_is_freed),
		GANG_TEST(shared_key_is_that_of_the_first_who_lives_longest),
		GANG_TEST(without_that_variant_each_has_its_own_key),
		GANG_TEST(one_thread_that_fails_fails_the_sample),
		GANG_TEST(each_thread_is_checked),
		GANG_TEST(variant_that_is_not_there_is_not_supported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
