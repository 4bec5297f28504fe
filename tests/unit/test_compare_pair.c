/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_fixture.h"

#include "compare.h"

#define NONE ((double)NAN)
#define ID   "openssl/md5/digest/16/on"

static void the_interval_of_a_quotient_adds_in_quadrature(void **state)
{
	const cb__compare_time base = {200, 200 / exp(0.03), 200 * exp(0.06)};
	const cb__compare_time head = {100, 100 / exp(0.08), 100 * exp(0.04)};
	const cb__compare_time bare = {100, NONE, NONE};
	double ratio, low, high;

	(void)state;
	cb__compare_quotient(&ratio, &low, &high, &base, &head);
	assert_near(ratio, 2);
	assert_near(low, 2 * exp(-0.05)); /* 3 and 4 */
	assert_near(high, 2 * exp(0.10)); /* 6 and 8 */
	cb__compare_quotient(&ratio, &low, &high, &head, &base);
	assert_near(ratio, 0.5);
	assert_near(low, 0.5 * exp(-0.10));
	cb__compare_quotient(&ratio, &low, &high, &base, &bare);
	assert_near(ratio, 2);
	assert_true(isnan(low) && isnan(high));
}

static void a_change_is_outside_its_interval_and_one_percent(void **state)
{
	(void)state;
	assert_int_equal(cb__compare_change(1.02, 1.001, 1.04), CB_CHANGE_FASTER);
	assert_int_equal(cb__compare_change(1.02, 1.0, 1.04), CB_CHANGE_SAME);
	assert_int_equal(cb__compare_change(1.009, 1.008, 1.0095), CB_CHANGE_SAME);
	assert_int_equal(cb__compare_change(1.0101, 1.008, 1.012), CB_CHANGE_FASTER);
	assert_int_equal(cb__compare_change(0.98, 0.97, 0.99), CB_CHANGE_SLOWER);
	assert_int_equal(cb__compare_change(0.98, 0.95, 1.0), CB_CHANGE_SAME);
	assert_int_equal(cb__compare_change(0.992, 0.99, 0.995), CB_CHANGE_SAME);
	assert_int_equal(cb__compare_change(0.951, NONE, NONE), CB_CHANGE_SLOWER);
	assert_int_equal(cb__compare_change(0.954, NONE, NONE), CB_CHANGE_SAME);
	assert_int_equal(cb__compare_change(1.049, NONE, NONE), CB_CHANGE_SAME);
	assert_int_equal(cb__compare_change(1.051, 1.01, NONE), CB_CHANGE_FASTER);
}

static const char *clock_of(double base, double head, uint32_t threads, const char *asked)
{
	cb_summary one = {.cpu_median_ns = base}, two = {.cpu_median_ns = head};
	cb_cell first = {.threads = threads, .processes = 1, .summary = &one};
	cb_cell second = {.threads = threads, .processes = 1, .summary = &two};

	return cb__compare_clock(&first, &second, asked);
}

static void cpu_time_is_compared_where_it_tells_all(void **state)
{
	cb_summary summary = {.cpu_median_ns = 1};
	cb_cell measured = {.threads = 1, .processes = 1, .summary = &summary};
	cb_cell not_measured = {.threads = 1, .processes = 1};

	(void)state;
	assert_string_equal(clock_of(1, 2, 1, NULL), "cpu");
	assert_string_equal(clock_of(1, NONE, 1, NULL), "wall");
	assert_string_equal(clock_of(0, 2, 1, NULL), "wall");
	assert_string_equal(clock_of(1, 2, 2, NULL), "wall");
	assert_string_equal(clock_of(1, 2, 2, "cpu"), "cpu");
	assert_string_equal(clock_of(1, 2, 1, "wall"), "wall");
	assert_string_equal(cb__compare_clock(&measured, &not_measured, NULL), "wall");
	measured.processes = 2;
	assert_string_equal(cb__compare_clock(&measured, &measured, NULL), "wall");
}

/* What it waited for is a part of what it does. */
static void a_function_that_may_have_waited_is_compared_by_wall_time(void **state)
{
	const cb_subject function = {.isolation = "none"}, worker = {.isolation = "process"};
	cb_summary summary = {.cpu_median_ns = 1, .contended = 1};
	cb_cell cell = {.subject = &function, .threads = 1, .processes = 1, .summary = &summary};

	(void)state;
	assert_string_equal(cb__compare_clock(&cell, &cell, NULL), "wall");
	assert_string_equal(cb__compare_clock(&cell, &cell, "cpu"), "cpu");
	cell.subject = &worker;
	assert_string_equal(cb__compare_clock(&cell, &cell, NULL), "cpu");
	cell.subject = &function;
	summary.contended = 0;
	assert_string_equal(cb__compare_clock(&cell, &cell, NULL), "cpu");
}

static const cb_compared *compare_two(compare_fixture *f, const line *base, const line *head)
{
	return find_row(
		compare_documents(f, make_document(f, "", base, 1), make_document(f, "", head, 1)),
		ID);
}

static void every_difference_is_named(void **state)
{
	const line base = {"openssl:on", "md5/digest/16", 100, 1, "'semantics': 'a/1'"};
	const line head = {"openssl:on", "md5/digest/16", 100, 1,
		"'semantics': 'a/2', 'threads': 2, 'load': 1, 'variant': 'stream'"};
	compare_fixture *f = *state;
	const cb_compared *row = compare_two(f, &base, &head);

	assert_int_equal(row->change, CB_CHANGE_INCOMPARABLE);
	assert_string_equal(row->reason,
		"semantics a/1 and a/2; variant message and stream; threads 1 and 2; load 0 and 1");
	assert_true(isnan(row->speed));
	/* what was measured may be seen */
	assert_near(row->base_ns, 100);
}

static void what_was_not_measured_says_why(void **state)
{
	const line measured = {"openssl:on", "md5/digest/16", 100, 1, NULL};
	const line lacking = {"openssl:on", "md5/digest/16", 0, 1, NULL};
	const line crashed = {"openssl:on", "md5/digest/16", 0, 1, "'outcome': 'crashed'"};
	compare_fixture *f = *state;

	assert_string_equal(
		compare_two(f, &measured, &lacking)->reason, "new is unsupported (no such thing)");
	assert_string_equal(compare_two(f, &crashed, &lacking)->reason,
		"old is crashed; new is unsupported (no such thing)");
}

static void what_one_side_has_without_a_figure_says_why(void **state)
{
	const line lacking = {"openssl:on", "md5/digest/16", 0, 1, NULL};
	const line other = {"openssl:on", "sha1/digest/16", 100, 1, NULL};
	compare_fixture *f = *state;
	const cb_compared *row = compare_two(f, &lacking, &other);

	assert_int_equal(row->change, CB_CHANGE_MISSING);
	assert_string_equal(row->reason, "old is unsupported (no such thing)");
	assert_string_equal(find_row(f->comparison, "openssl/sha1/digest/16/on")->reason, "");
}

static void both_without_a_figure_are_told_once(void **state)
{
	const line lacking = {"openssl:on", "md5/digest/16", 0, 1, NULL};
	compare_fixture *f = *state;
	const cb_compared *row = compare_two(f, &lacking, &lacking);

	assert_int_equal(row->change, CB_CHANGE_INCOMPARABLE);
	assert_string_equal(row->reason, "both are unsupported (no such thing)");
	assert_true(isnan(row->base_ns) && isnan(row->head_ns));
}

/* Views as no reader would let them in. */
static cb_compared compare_times(double base_ns, double head_ns)
{
	cb_summary one = {.launches = 6,
		.median_ns = base_ns,
		.ci95_low_ns = base_ns,
		.ci95_high_ns = base_ns};
	cb_summary two = one;
	cb_cell base = {.threads = 1,
		.processes = 1,
		.variant = "",
		.semantics = "",
		.reason = "",
		.id = "a",
		.same_as = "",
		.summary = &one};
	cb_cell head = base;
	cb_comparison c = {.base_name = "old", .head_name = "new"};
	cb_compared row = {.base = &base, .head = &head};

	two.median_ns = two.ci95_low_ns = two.ci95_high_ns = head_ns;
	head.summary = &two;
	c.base = (const cb_results *)(const void *)&one; /* two documents */
	cb__compare_pair(&c, &row, "wall");
	row.reason = row.reason[0] != '\0' ? "there is one" : "";
	for (size_t i = 0; i < c.string_count; i++)
		free(c.strings[i]);
	free(c.strings);
	return row;
}

static void what_is_no_time_gives_no_ratio(void **state)
{
	const double wrong[] = {0, -1, NONE, (double)INFINITY};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		cb_compared row = compare_times(100, wrong[i]);

		assert_int_equal(row.change, CB_CHANGE_INVALID);
		assert_string_equal(row.reason, "there is one");
		assert_true(isnan(row.speed));
		assert_int_equal(compare_times(wrong[i], 100).change, CB_CHANGE_INVALID);
	}
	assert_int_equal(compare_times(1e18, 5e-324).change, CB_CHANGE_INVALID);
	assert_int_equal(compare_times(100, 50).change, CB_CHANGE_FASTER);
}

static void few_launches_have_no_interval(void **state)
{
	const line sure = {"openssl:on", "md5/digest/16", 100, 1, NULL};
	const line single = {"openssl:on", "md5/digest/16", 90, -1, NULL};
	compare_fixture *f = *state;
	const cb_compared *row = compare_two(f, &sure, &single);

	assert_int_equal(row->change, CB_CHANGE_FASTER);
	assert_near(row->speed, 100. / 90);
	assert_true(isnan(row->ci95_low) && isnan(row->ci95_high));
}

static void wide_intervals_hide_a_change(void **state)
{
	const line base = {"openssl:on", "md5/digest/16", 100, 6, NULL};
	const line head = {"openssl:on", "md5/digest/16", 93, 6, NULL};
	compare_fixture *f = *state;

	assert_int_equal(compare_two(f, &base, &head)->change, CB_CHANGE_SAME);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_interval_of_a_quotient_adds_in_quadrature),
		cmocka_unit_test(a_change_is_outside_its_interval_and_one_percent),
		cmocka_unit_test(cpu_time_is_compared_where_it_tells_all),
		cmocka_unit_test(a_function_that_may_have_waited_is_compared_by_wall_time),
		COMPARE_TEST(every_difference_is_named),
		COMPARE_TEST(what_was_not_measured_says_why),
		COMPARE_TEST(what_one_side_has_without_a_figure_says_why),
		COMPARE_TEST(both_without_a_figure_are_told_once),
		cmocka_unit_test(what_is_no_time_gives_no_ratio),
		COMPARE_TEST(few_launches_have_no_interval),
		COMPARE_TEST(wide_intervals_hide_a_change),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
