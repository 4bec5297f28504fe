/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "random.h"

/* The generator's reference implementation, seeded with 1234567. */
static void sequence_is_the_published_one(void **state)
{
	(void)state;
	static const uint64_t published[] = {6457827717110365317u, 3203168211198807973u,
		9817491932198370423u, 4593380528125082431u, 16408922859458223821u};
	cb__random random = {1234567};
	for (size_t i = 0; i < sizeof published / sizeof *published; i++)
		assert_true(cb__random_next(&random) == published[i]);
}

static void numbers_stay_below_their_limit(void **state)
{
	(void)state;
	cb__random random = {1};
	unsigned seen[7] = {0};
	for (int i = 0; i < 7000; i++) {
		uint64_t number = cb__random_below(&random, 7);
		assert_true(number < 7);
		seen[number]++;
	}
	for (int i = 0; i < 7; i++)
		assert_true(seen[i] > 800 && seen[i] < 1200);
	assert_true(cb__random_below(&random, 1) == 0);
	assert_true(cb__random_below(&random, UINT64_MAX) < UINT64_MAX);
}

static void bytes_are_the_same_on_every_byte_order(void **state)
{
	(void)state;
	uint8_t bytes[11];
	uint8_t shorter[5];
	cb__random random = {1234567};
	cb__random again = {1234567};
	cb__random_fill(&random, bytes, sizeof bytes);
	/* 6457827717110365317 is 0x599ed017fb08fc85 */
	assert_memory_equal(bytes, "\x85\xfc\x08\xfb\x17\xd0\x9e\x59", 8);
	cb__random_fill(&again, shorter, sizeof shorter);
	assert_memory_equal(bytes, shorter, sizeof shorter);
	cb__random_fill(&again, shorter, 0);
}

static void order_holds_each_index_once(void **state)
{
	(void)state;
	size_t order[50];
	for (uint64_t seed = 0; seed < 20; seed++) {
		unsigned char seen[50] = {0};
		cb__random random = {seed};
		cb__random_order(&random, order, 50);
		for (size_t i = 0; i < 50; i++) {
			assert_true(order[i] < 50);
			assert_int_equal(seen[order[i]]++, 0);
		}
	}
	cb__random random = {3};
	cb__random_order(&random, order, 0);
	cb__random_order(&random, order, 1);
	assert_int_equal(order[0], 0);
}

static void all_orders_are_equally_likely(void **state)
{
	(void)state;
	unsigned seen[27] = {0};
	cb__random random = {9};
	for (int i = 0; i < 6000; i++) {
		size_t order[3];
		cb__random_order(&random, order, 3);
		seen[order[0] * 9 + order[1] * 3 + order[2]]++;
	}
	unsigned kinds = 0;
	for (size_t i = 0; i < 27; i++) {
		kinds += seen[i] > 0;
		assert_true(seen[i] == 0 || (seen[i] > 850 && seen[i] < 1150));
	}
	assert_int_equal(kinds, 6);
}

static void seed_decides_the_order(void **state)
{
	(void)state;
	size_t a[20];
	size_t b[20];
	cb__random one = {1};
	cb__random same = {1};
	cb__random other = {2};
	cb__random_order(&one, a, 20);
	cb__random_order(&same, b, 20);
	assert_memory_equal(a, b, sizeof a);
	cb__random_order(&other, b, 20);
	assert_memory_not_equal(a, b, sizeof a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sequence_is_the_published_one),
		cmocka_unit_test(numbers_stay_below_their_limit),
		cmocka_unit_test(bytes_are_the_same_on_every_byte_order),
		cmocka_unit_test(order_holds_each_index_once),
		cmocka_unit_test(all_orders_are_equally_likely),
		cmocka_unit_test(seed_decides_the_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
