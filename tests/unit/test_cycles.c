/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "cycles.h"

/* The best of some: other work only ever makes the clock look slower. */
static double best_of(double (*read)(void))
{
	double best = 0;
	for (int i = 0; i < 20; i++) {
		double hz = read();
		best = hz > best ? hz : best;
	}
	return best;
}

static void clock_is_that_of_a_processor(void **state)
{
	(void)state;
	double hz = best_of(cb__cycles_add_hz);
	if (!(hz > 0))
		skip();
	/* From a small router to beyond any record; a chain that is one instruction short per step
	 * on a fast core would be above. */
	assert_true(hz > 5e7 && hz < 1e10);
}

static void both_chains_read_the_same_clock(void **state)
{
	(void)state;
	double add_hz = best_of(cb__cycles_add_hz);
	double multiply_hz = best_of(cb__cycles_multiply_hz);
	if (!(add_hz > 0 && multiply_hz > 0))
		skip();
	/* Half of a percent is promised of medians on a quiet machine. An addition that took no
	 * cycle, or a multiplication of another latency, would be off by a quarter at least. */
	if (add_hz / multiply_hz > 1.15 || multiply_hz / add_hz > 1.15)
		fail_msg("%g and %g", add_hz, multiply_hz);
}

static void counter_counts_on_or_is_not_there(void **state)
{
	(void)state;
	cb__counter counter;
	cb__counter_open(&counter);
	uint64_t first = cb__counter_read(&counter);
	volatile unsigned sum = 0;
	for (unsigned i = 0; i < 1000000; i++)
		sum = sum + i;
	uint64_t second = cb__counter_read(&counter);
	if (first == 0)
		assert_true(second == 0);
	else
		assert_true(second > first + 100000);
	cb__counter_close(&counter);
	assert_int_equal(counter.fd, -1);
	assert_true(cb__counter_read(&counter) == 0);
	cb__counter_close(&counter);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clock_is_that_of_a_processor),
		cmocka_unit_test(both_chains_read_the_same_clock),
		cmocka_unit_test(counter_counts_on_or_is_not_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
