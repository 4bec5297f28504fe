/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_fixture.h"

#include "compare.h"

/* One row: its size, what became of it, the speed, half of its interval in percent (0: none). */
typedef struct told {
	uint64_t size;
	cb_change change;
	double speed;
	double half;
	const char *reason;
} told;

#define F(size, speed)                                                                             \
	{                                                                                          \
		size, CB_CHANGE_FASTER, speed, 0.5, ""                                             \
	}
#define L(size, speed)                                                                             \
	{                                                                                          \
		size, CB_CHANGE_SLOWER, speed, 0.5, ""                                             \
	}
#define E(size, half)                                                                              \
	{                                                                                          \
		size, CB_CHANGE_SAME, 1, half, ""                                                  \
	}

static void assert_says(const char *expected, const told *tolds, size_t count)
{
	cb__compare_row rows[8] = {0};
	cb_cell cells[8] = {0};
	cb_text text = CB_TEXT_INIT;

	for (size_t i = 0; i < count; i++) {
		double half = tolds[i].half / 100;
		cb_compared *row = &rows[i].view;

		cells[i].size = tolds[i].size;
		row->base = tolds[i].change == CB_CHANGE_NEW ? NULL : &cells[i];
		row->head = tolds[i].change == CB_CHANGE_MISSING ? NULL : &cells[i];
		row->change = tolds[i].change;
		row->speed = tolds[i].speed;
		row->ci95_low = half > 0 ? row->speed * (1 - half) : (double)NAN;
		row->ci95_high = half > 0 ? row->speed * (1 + half) : (double)NAN;
		row->reason = tolds[i].reason;
	}
	cb__compare_say(&text, rows, count, "old", "new");
	assert_string_equal(cb__text_string(&text), expected);
	cb__text_done(&text);
}

#define SAYS(expected, ...)                                                                        \
	do {                                                                                       \
		const told tolds[] = {__VA_ARGS__};                                                \
		assert_says(expected, tolds, sizeof tolds / sizeof tolds[0]);                      \
	} while (0)

static void one_size_is_not_named(void **state)
{
	(void)state;
	SAYS("new is 4 % faster", F(0, 1.042));
	SAYS("new is 2.1 % slower", L(64, 0.979));
	SAYS("new is 2.5 times as fast", F(64, 2.5));
	SAYS("new takes 2.5 times as long", L(64, 0.4));
	SAYS("no difference beyond the noise (within 1.2 %)", E(64, 1.2));
}

static void one_direction_is_told_of_every_size(void **state)
{
	(void)state;
	SAYS("new is 4 to 7 % faster at every size", F(16, 1.04), F(64, 1.07), F(256, 1.05));
	SAYS("new is 4 to 7 % slower at every size", L(16, 0.96), L(64, 0.93));
	SAYS("new is 1.9 to 2.1 times as fast at every size", F(16, 1.9), F(64, 2.1));
	SAYS("new takes 2.4 to 35 times as long at every size", L(16, 1 / 2.4), L(64, 1 / 35.));
	SAYS("new is 1.02 to 15 times as fast at every size", F(16, 1.02), F(64, 15.2));
	SAYS("new is 3 % faster at every size", F(16, 1.0305), F(64, 1.034));
}

static void directions_that_differ_are_told_by_size(void **state)
{
	(void)state;
	SAYS("new is 1.9 to 2.1 times as fast at 256 B and above, 3 % slower at 16 B", L(16, 0.97),
		F(256, 1.9), F(1024, 2.1));
	SAYS("new is 3 to 4 % slower up to 64 B, 1.9 times as fast at 256 B", L(16, 0.97),
		L(64, 0.96), F(256, 1.9));
	SAYS("new is 8 % faster at 16 and 256 B, takes 2 times as long at 64 B", F(16, 1.08),
		L(64, 0.5), F(256, 1.08));
	SAYS("new takes 2 times as long up to 64 B, is 8 % faster at 256 B", L(16, 0.5), L(64, 0.5),
		F(256, 1.08));
}

static void sizes_without_a_difference_come_last(void **state)
{
	(void)state;
	SAYS("new is 8 % faster at 1024 B, no difference up to 256 B", E(16, 1), E(256, 1),
		F(1024, 1.08));
	SAYS("new is 8 % faster from 64 to 1024 B, no difference at 16 and 8192 B", E(16, 1),
		F(64, 1.08), F(256, 1.08), F(1024, 1.08), E(8192, 1));
	SAYS("new is 2 % slower at 64 B, no difference at the other sizes", E(16, 1), L(64, 0.98),
		E(256, 1), E(1024, 1));
	SAYS("new is 8 % faster at every size but 64 B, no difference at 64 B", F(16, 1.08),
		E(64, 1), F(256, 1.08), F(1024, 1.08));
}

static void noise_is_told_as_what_it_hides(void **state)
{
	(void)state;
	SAYS("no difference beyond the noise (within 3 %)", E(16, 0.5), E(64, 3));
	SAYS("no difference found, but the noise would hide one of up to 18 %", E(16, 1),
		E(64, 18));
	SAYS("no difference of 5 % or more (no intervals)", E(16, 0), E(64, 0));
	SAYS("new is 8 % faster (no intervals)", {16, CB_CHANGE_FASTER, 1.08, 0, ""});
}

static void what_one_side_lacks_is_told(void **state)
{
	(void)state;
	SAYS("only new has it", {16, CB_CHANGE_NEW, 0, 0, ""}, {64, CB_CHANGE_NEW, 0, 0, ""});
	SAYS("only old has it, and old is skipped",
		{16, CB_CHANGE_MISSING, 0, 0, "old is skipped"});
	SAYS("only old has it", {16, CB_CHANGE_MISSING, 0, 0, ""});
	SAYS("new is 8 % faster at every size that both have; only new has 1400 B; only old has "
	     "1024"
	     " B",
		F(16, 1.08), F(64, 1.08), {1024, CB_CHANGE_MISSING, 0, 0, ""},
		{1400, CB_CHANGE_NEW, 0, 0, ""});
	SAYS("new is 8 % faster at 16 B; only new has 64, 256 and 1024 B", F(16, 1.08),
		{64, CB_CHANGE_NEW, 0, 0, ""}, {256, CB_CHANGE_NEW, 0, 0, ""},
		{1024, CB_CHANGE_NEW, 0, 0, ""});
	SAYS("no difference beyond the noise (within 1 %) at 16 B; only old has 64 B", E(16, 1),
		{64, CB_CHANGE_MISSING, 0, 0, ""});
}

static void what_cannot_be_compared_has_its_reason(void **state)
{
	(void)state;
	SAYS("not comparable: semantics a/1 and a/2",
		{16, CB_CHANGE_INCOMPARABLE, 0, 0, "semantics a/1 and a/2"},
		{64, CB_CHANGE_INCOMPARABLE, 0, 0, "semantics a/1 and a/2"});
	SAYS("not comparable, for a reason at each size",
		{16, CB_CHANGE_INCOMPARABLE, 0, 0, "new is crashed"},
		{64, CB_CHANGE_INCOMPARABLE, 0, 0, "new is failed"});
	SAYS("new is 8 % faster at 16 B; not comparable at 64 B: new is crashed", F(16, 1.08),
		{64, CB_CHANGE_INCOMPARABLE, 0, 0, "new is crashed"});
	SAYS("no valid figures: old: 0 ns is no cpu time",
		{16, CB_CHANGE_INVALID, 0, 0, "old: 0 ns is no cpu time"});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_size_is_not_named),
		cmocka_unit_test(one_direction_is_told_of_every_size),
		cmocka_unit_test(directions_that_differ_are_told_by_size),
		cmocka_unit_test(sizes_without_a_difference_come_last),
		cmocka_unit_test(noise_is_told_as_what_it_hides),
		cmocka_unit_test(what_one_side_lacks_is_told),
		cmocka_unit_test(what_cannot_be_compared_has_its_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
