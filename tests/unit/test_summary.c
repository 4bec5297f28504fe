/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdlib.h>

#include "scarcity.h"
#include "summary.h"

#define OPS 10u

static const cb__panel sized = {.size = 1000, .threads = 1, .processes = 1};

static cb__member worker = {.callee = NULL};

static cb__entry empty_entry(void)
{
	return (cb__entry){.member = &worker, .outcome = CB_OUTCOME_MEASURED};
}

/* Adds a sample of which one operation took @p wall_ns and @p cpu_ns. */
static void add(
	cb__entry *entry, uint32_t launch, uint32_t round, uint64_t wall_ns, uint64_t cpu_ns)
{
	const cb__reading reading = {
		launch, round, {.ops = OPS, .wall_ns = OPS * wall_ns, .cpu_ns = OPS * cpu_ns}};
	assert_int_equal(cb__entry_add(entry, &reading), CB_OK);
}

static void add_cpu(cb__entry *entry, uint32_t launch, uint32_t round, uint64_t cpu_ns)
{
	add(entry, launch, round, 7, cpu_ns);
}

/* Three samples in each of six launches, whose medians are 100, 200, ... 600; CPU time is half. */
static cb__entry six_launches(void)
{
	cb__entry entry = empty_entry();
	for (uint32_t launch = 0; launch < 6; launch++) {
		uint64_t median = 100 * (launch + 1);
		add(&entry, launch, 0, median + 2, (median + 2) / 2);
		add(&entry, launch, 1, median, median / 2);
		add(&entry, launch, 2, median - 10, (median - 10) / 2);
	}
	return entry;
}

static void the_estimate_comes_from_the_medians_of_launches(void **state)
{
	(void)state;
	cb__entry entry = six_launches();
	cb_summary summary;
	assert_int_equal(cb__summarise(&summary, &sized, &entry), CB_OK);
	assert_int_equal(summary.n, 18);
	assert_int_equal(summary.launches, 6);
	assert_near(summary.median_ns, 350);
	assert_near(summary.ci95_low_ns, 100);
	assert_near(summary.ci95_high_ns, 600);
	assert_near(summary.ci95_level, 0.96875);
	assert_near(summary.trimmed_mean_ns, 350);
	free(entry.readings);
}

static void cpu_time_has_figures_of_its_own(void **state)
{
	(void)state;
	cb__entry entry = six_launches();
	cb_summary summary;
	assert_int_equal(cb__summarise(&summary, &sized, &entry), CB_OK);
	assert_near(summary.cpu_median_ns, 175);
	assert_near(summary.cpu_ci95_low_ns, 50);
	assert_near(summary.cpu_ci95_high_ns, 300);
	assert_near(summary.cpu_min_ns, 45);
	assert_near(summary.cpu_trimmed_mean_ns, 175);
	free(entry.readings);
}

static void quartiles_and_minimum_come_from_all_samples(void **state)
{
	(void)state;
	cb__entry entry = empty_entry();
	static const uint64_t values[] = {50, 10, 40, 20, 30};
	for (uint32_t i = 0; i < ROWS(values); i++)
		add(&entry, i / 2, i % 2, values[i], values[i]);
	cb_summary summary;
	assert_int_equal(cb__summarise(&summary, &sized, &entry), CB_OK);
	assert_int_equal(summary.launches, 3);
	assert_near(summary.q1_ns, 20);
	assert_near(summary.q3_ns, 40);
	assert_near(summary.min_ns, 10);
	assert_near(summary.mad_ns, 10);
	free(entry.readings);
}

static void a_launch_counts_once_however_many_rounds_it_had(void **state)
{
	(void)state;
	cb__entry entry = empty_entry();
	for (uint32_t round = 0; round < 40; round++)
		add(&entry, 0, round, 100, 100);
	add(&entry, 1, 0, 300, 300);
	cb_summary summary;
	assert_int_equal(cb__summarise(&summary, &sized, &entry), CB_OK);
	assert_int_equal(summary.launches, 2);
	assert_near(summary.median_ns, 200);
	free(entry.readings);
}

static void launches_need_not_be_consecutive(void **state)
{
	(void)state;
	cb__entry entry = empty_entry();
	add(&entry, 2, 0, 100, 100);
	add(&entry, 2, 5, 100, 100);
	add(&entry, 9, 0, 300, 300);
	cb_summary summary;
	assert_int_equal(cb__summarise(&summary, &sized, &entry), CB_OK);
	assert_int_equal(summary.launches, 2);
	assert_near(summary.median_ns, 200);
	assert_near(summary.ci95_level, 0.5);
	free(entry.readings);
}

static void rates_come_from_the_estimate(void **state)
{
	(void)state;
	const cb__panel without_message = {.threads = 1, .processes = 1};
	cb__entry entry = empty_entry();
	cb_summary summary;
	add(&entry, 0, 0, 500, 400);
	assert_int_equal(cb__summarise(&summary, &sized, &entry), CB_OK);
	assert_near(summary.ops_per_second, 2e6);
	assert_near(summary.bytes_per_second, 2e9);
	assert_true(isnan(summary.cycles_per_byte));
	assert_int_equal(cb__summarise(&summary, &without_message, &entry), CB_OK);
	assert_near(summary.ops_per_second, 2e6);
	assert_true(summary.bytes_per_second == 0);
	free(entry.readings);
}

static int contended_with(uint32_t disturbed, uint32_t all, uint64_t cpu_ns)
{
	cb__entry entry = empty_entry();
	cb_summary summary;
	for (uint32_t i = 0; i < all; i++)
		add(&entry, i / 5, i % 5, 1000, i < disturbed ? cpu_ns : 1000);
	assert_int_equal(cb__summarise(&summary, &sized, &entry), CB_OK);
	free(entry.readings);
	return summary.contended;
}

static void more_than_a_tenth_of_disturbed_samples_is_contended(void **state)
{
	(void)state;
	assert_int_equal(contended_with(0, 20, 500), 0);
	assert_int_equal(contended_with(2, 20, 500), 0);
	assert_int_equal(contended_with(3, 20, 500), 1);
	assert_int_equal(contended_with(20, 20, 500), 1);
	assert_int_equal(contended_with(20, 20, 900), 0);
	assert_int_equal(contended_with(20, 20, 899), 1);
	assert_int_equal(contended_with(1, 1, 0), 1);
}

static void below_six_launches_the_interval_is_infinitely_wide(void **state)
{
	(void)state;
	cb__entry entry = empty_entry();
	double percent = 0;
	assert_int_equal(cb__half_width(&percent, &sized, &entry), CB_OK);
	assert_true(isinf(percent));
	for (uint32_t launch = 0; launch < 6; launch++) {
		assert_int_equal(cb__half_width(&percent, &sized, &entry), CB_OK);
		assert_true(isinf(percent) && percent > 0);
		for (uint32_t round = 0; round < 10; round++)
			add(&entry, launch, round, 100 + launch, 100);
	}
	assert_int_equal(cb__half_width(&percent, &sized, &entry), CB_OK);
	assert_near(percent, 2.5 / 102.5 * 100);
	free(entry.readings);
}

static void equal_launches_have_no_width(void **state)
{
	(void)state;
	cb__entry entry = empty_entry();
	double percent = -1;
	for (uint32_t launch = 0; launch < 6; launch++)
		add(&entry, launch, 0, 100, 100);
	assert_int_equal(cb__half_width(&percent, &sized, &entry), CB_OK);
	assert_true(percent == 0);
	free(entry.readings);
}

static void a_ratio_is_paired_by_launch_and_round(void **state)
{
	(void)state;
	cb__entry a = empty_entry();
	cb__entry b = empty_entry();
	cb_ratio ratio;
	size_t launches = 0;
	/* Each launch has its own speed, and each round its own: only pairs have a ratio of 3. */
	for (uint32_t launch = 0; launch < 6; launch++)
		for (uint32_t round = 0; round < 4; round++) {
			uint64_t cpu_ns = 100 * (launch + 1) * (round + 1);
			add_cpu(&a, launch, round, 3 * cpu_ns);
			add_cpu(&b, launch, round, cpu_ns);
		}
	assert_int_equal(cb__summarise_ratio(&ratio, &launches, &a, &b), CB_OK);
	assert_int_equal(launches, 6);
	assert_near(ratio.ratio, 3);
	assert_near(ratio.ci95_low, 3);
	assert_near(ratio.ci95_high, 3);
	free(a.readings);
	free(b.readings);
}

static void rounds_and_launches_that_one_side_lacks_are_left_out(void **state)
{
	(void)state;
	/* launch, round; every pair has a ratio of 2, all else one of 1000. */
	static const struct {
		uint32_t launch;
		uint32_t round;
		uint64_t a; /* 0: not there */
		uint64_t b;
	} rows[] = {
		{0, 0, 0, 1},
		{0, 1, 20, 10},
		{0, 2, 1000, 0},
		{0, 3, 40, 20},
		{0, 5, 0, 1},
		{1, 0, 1000, 0},
		{2, 0, 0, 1},
		{3, 0, 1000, 0},
		{3, 1, 0, 1},
		{4, 7, 60, 30},
		{5, 0, 1000, 0},
		{5, 1, 2, 1},
		{6, 0, 1000, 0},
		{7, 0, 0, 1},
	};
	cb__entry a = empty_entry();
	cb__entry b = empty_entry();
	for (size_t i = 0; i < ROWS(rows); i++) {
		if (rows[i].a > 0)
			add_cpu(&a, rows[i].launch, rows[i].round, rows[i].a);
		if (rows[i].b > 0)
			add_cpu(&b, rows[i].launch, rows[i].round, rows[i].b);
	}
	cb_ratio ratio;
	size_t launches = 0;
	assert_int_equal(cb__summarise_ratio(&ratio, &launches, &a, &b), CB_OK);
	assert_int_equal(launches, 3);
	assert_int_equal(ratio.launches, 3);
	assert_near(ratio.ratio, 2);
	/* Three have no 95 % interval. */
	assert_near(ratio.ci95_level, 0.75);
	assert_true(isnan(ratio.ci95_low) && isnan(ratio.ci95_high));
	free(a.readings);
	free(b.readings);
}

static void exchanging_the_sides_inverts_the_ratio(void **state)
{
	(void)state;
	cb__entry a = empty_entry();
	cb__entry b = empty_entry();
	uint64_t value = 12345;
	for (uint32_t launch = 0; launch < 7; launch++)
		for (uint32_t round = 0; round < 3; round++) {
			value = value * 1103515245 % 1000003;
			add_cpu(&a, launch, round, 1000 + value % 500);
			add_cpu(&b, launch, round, 700 + value % 333);
			if (launch == 3)
				add_cpu(&b, launch, round + 10, 1);
		}
	cb_ratio forth;
	cb_ratio back;
	size_t launches_forth = 0;
	size_t launches_back = 0;
	assert_int_equal(cb__summarise_ratio(&forth, &launches_forth, &a, &b), CB_OK);
	assert_int_equal(cb__summarise_ratio(&back, &launches_back, &b, &a), CB_OK);
	assert_int_equal(launches_forth, 7);
	assert_int_equal(launches_back, 7);
	assert_true(forth.ci95_low < forth.ratio && forth.ratio < forth.ci95_high);
	assert_near(forth.ratio * back.ratio, 1);
	assert_near(forth.ci95_low * back.ci95_high, 1);
	assert_near(forth.ci95_high * back.ci95_low, 1);
	free(a.readings);
	free(b.readings);
}

static void of_each_launch_the_median_counts(void **state)
{
	(void)state;
	static const uint64_t factors[] = {2, 900, 2, 2, 1};
	cb__entry a = empty_entry();
	cb__entry b = empty_entry();
	for (uint32_t launch = 0; launch < 6; launch++)
		for (uint32_t round = 0; round < ROWS(factors); round++) {
			add_cpu(&a, launch, round, 10 * factors[round]);
			add_cpu(&b, launch, round, 10);
		}
	cb_ratio ratio;
	size_t launches = 0;
	assert_int_equal(cb__summarise_ratio(&ratio, &launches, &a, &b), CB_OK);
	assert_near(ratio.ratio, 2);
	assert_near(ratio.ci95_high, 2);
	free(a.readings);
	free(b.readings);
}

static void batches_of_different_length_are_compared_per_operation(void **state)
{
	(void)state;
	cb__entry a = empty_entry();
	cb__entry b = empty_entry();
	const cb__reading left = {0, 0, {.ops = 4, .wall_ns = 9, .cpu_ns = 4000}};
	const cb__reading right = {0, 0, {.ops = 100, .wall_ns = 9, .cpu_ns = 50000}};
	assert_int_equal(cb__entry_add(&a, &left), CB_OK);
	assert_int_equal(cb__entry_add(&b, &right), CB_OK);
	cb_ratio ratio;
	size_t launches = 0;
	assert_int_equal(cb__summarise_ratio(&ratio, &launches, &a, &b), CB_OK);
	assert_int_equal(launches, 1);
	assert_near(ratio.ratio, 2);
	free(a.readings);
	free(b.readings);
}

static void without_a_pair_nothing_is_written(void **state)
{
	(void)state;
	cb__entry a = empty_entry();
	cb__entry b = empty_entry();
	cb_ratio ratio = {.ratio = -7};
	size_t launches = 9;
	assert_int_equal(cb__summarise_ratio(&ratio, &launches, &a, &b), CB_OK);
	assert_int_equal(launches, 0);
	add_cpu(&a, 0, 0, 10);
	add_cpu(&b, 1, 0, 10);
	launches = 9;
	assert_int_equal(cb__summarise_ratio(&ratio, &launches, &a, &b), CB_OK);
	assert_int_equal(launches, 0);
	assert_true(ratio.ratio == -7);
	free(a.readings);
	free(b.readings);
}

static cb_status summarise_all(void *payload)
{
	const cb__entry *entry = payload;
	cb_summary summary;
	cb_ratio ratio;
	double percent;
	size_t launches;
	cb_status status = cb__summarise(&summary, &sized, entry);
	if (status == CB_OK)
		status = cb__half_width(&percent, &sized, entry);
	if (status == CB_OK)
		status = cb__summarise_ratio(&ratio, &launches, entry, entry);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	(void)state;
	cb__entry entry = six_launches();
	scarcity_try(summarise_all, &entry);
	free(entry.readings);
}

static void add_clocked(cb__entry *entry, uint32_t launch, uint64_t cycles, double hz)
{
	const cb__reading reading = {launch, 0,
		{.ops = 10, .wall_ns = 10000, .cpu_ns = 8000, .cycles = cycles, .clock_hz = hz}};
	assert_int_equal(cb__entry_add(entry, &reading), CB_OK);
}

static cb_summary summary_of(const cb__panel *panel, cb__entry *entry)
{
	cb_summary summary;
	assert_int_equal(cb__summarise(&summary, panel, entry), CB_OK);
	free(entry->readings);
	return summary;
}

static void cycles_are_cpu_time_at_the_clock_that_was_read(void **state)
{
	(void)state;
	cb__entry entry = empty_entry();
	for (uint32_t launch = 0; launch < 6; launch++)
		add_clocked(&entry, launch, 0, 2.5e9);
	const cb_summary summary = summary_of(&sized, &entry);
	assert_near(summary.cycles_per_op, 2000);
	assert_near(summary.cycles_per_byte, 2);
}

static void counted_cycles_come_before_those_of_the_clock(void **state)
{
	(void)state;
	cb__entry entry = empty_entry();
	for (uint32_t launch = 0; launch < 6; launch++)
		add_clocked(&entry, launch, 30000, 2.5e9);
	assert_near(summary_of(&sized, &entry).cycles_per_op, 3000);
}

static void cycles_are_unknown_if_one_sample_has_none(void **state)
{
	(void)state;
	cb__entry entry = empty_entry();
	for (uint32_t launch = 0; launch < 6; launch++)
		add_clocked(&entry, launch, 0, launch == 3 ? 0 : 2.5e9);
	const cb_summary summary = summary_of(&sized, &entry);
	assert_true(isnan(summary.cycles_per_op));
	assert_true(isnan(summary.cycles_per_byte));
}

static void cycles_per_byte_need_a_message(void **state)
{
	(void)state;
	const cb__panel without_message = {.threads = 1, .processes = 1};
	cb__entry entry = empty_entry();
	for (uint32_t launch = 0; launch < 6; launch++)
		add_clocked(&entry, launch, 0, 1e9);
	const cb_summary summary = summary_of(&without_message, &entry);
	assert_near(summary.cycles_per_op, 800);
	assert_true(isnan(summary.cycles_per_byte));
}

static void fewer_than_six_launches_have_no_interval(void **state)
{
	(void)state;
	for (uint32_t launches = 1; launches <= 6; launches++) {
		cb__entry entry = empty_entry();
		for (uint32_t launch = 0; launch < launches; launch++)
			add(&entry, launch, 0, 1000 + launch, 900 + launch);
		const cb_summary summary = summary_of(&sized, &entry);
		const double ends[] = {summary.ci95_low_ns, summary.ci95_high_ns,
			summary.cpu_ci95_low_ns, summary.cpu_ci95_high_ns};
		for (size_t i = 0; i < ROWS(ends); i++)
			assert_int_equal(isnan(ends[i]) != 0, launches < 6);
		assert_int_equal(summary.ci95_level >= 0.95, launches >= 6);
		assert_true(summary.median_ns > 0 && isnan(summary.efficiency));
	}
}

/* Two threads that each have the processor for half of the time are contended, though their CPU
 * times add up to the wall time. */
static void contention_is_judged_by_all_that_run_at_once(void **state)
{
	(void)state;
	const cb__panel panels[] = {{.size = 64, .threads = 2, .processes = 1},
		{.size = 64, .threads = 1, .processes = 2}};
	for (size_t i = 0; i < ROWS(panels); i++) {
		cb__entry half = empty_entry();
		cb__entry whole = empty_entry();
		add(&half, 0, 0, 1000, 1000);
		add(&whole, 0, 0, 1000, 1990);
		assert_int_equal(summary_of(&panels[i], &half).contended, 1);
		assert_int_equal(summary_of(&panels[i], &whole).contended, 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_estimate_comes_from_the_medians_of_launches),
		cmocka_unit_test(cpu_time_has_figures_of_its_own),
		cmocka_unit_test(quartiles_and_minimum_come_from_all_samples),
		cmocka_unit_test(a_launch_counts_once_however_many_rounds_it_had),
		cmocka_unit_test(launches_need_not_be_consecutive),
		cmocka_unit_test(rates_come_from_the_estimate),
		cmocka_unit_test(more_than_a_tenth_of_disturbed_samples_is_contended),
		cmocka_unit_test(below_six_launches_the_interval_is_infinitely_wide),
		cmocka_unit_test(equal_launches_have_no_width),
		cmocka_unit_test(a_ratio_is_paired_by_launch_and_round),
		cmocka_unit_test(rounds_and_launches_that_one_side_lacks_are_left_out),
		cmocka_unit_test(exchanging_the_sides_inverts_the_ratio),
		cmocka_unit_test(of_each_launch_the_median_counts),
		cmocka_unit_test(batches_of_different_length_are_compared_per_operation),
		cmocka_unit_test(without_a_pair_nothing_is_written),
		cmocka_unit_test(running_out_of_memory_is_reported),
		cmocka_unit_test(cycles_are_cpu_time_at_the_clock_that_was_read),
		cmocka_unit_test(counted_cycles_come_before_those_of_the_clock),
		cmocka_unit_test(cycles_are_unknown_if_one_sample_has_none),
		cmocka_unit_test(cycles_per_byte_need_a_message),
		cmocka_unit_test(fewer_than_six_launches_have_no_interval),
		cmocka_unit_test(contention_is_judged_by_all_that_run_at_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
