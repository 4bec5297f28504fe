/* SPDX-License-Identifier: Apache-2.0 */
#include "series.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "random.h"
#include "text.h"

static cb__slot slot(double ns)
{
	return (cb__slot){ns, ns};
}

/* Both slots of an arm alike. */
static cb__round make_round(uint32_t launch, double base_ns, double head_ns)
{
	cb__round round = {.launch = launch};

	for (int i = 0; i < 2; i++) {
		round.slots[CB__ARM_BASE][i] = slot(base_ns);
		round.slots[CB__ARM_HEAD][i] = slot(head_ns);
	}
	return round;
}

static void add(cb__series *series, cb__round round)
{
	assert_int_equal(cb__series_add(series, &round), CB_OK);
}

static void assert_near(double value, double expected)
{
	if (!(fabs(value - expected) <= 1e-12 * fmax(1, fabs(expected))))
		fail_msg("%.17g is not %.17g", value, expected);
}

static void series_survive_their_document(void **state)
{
	cb__random random = {7};
	cb__series series = {0}, back = {0};
	const char *why = NULL;

	(void)state;
	for (uint32_t i = 0; i < 40; i++) {
		cb__round round = {.launch = i / 3, .disturbed = i % 5 == 0, .has_control = i % 2};

		for (int arm = 0; arm < CB__ARM_COUNT; arm++)
			for (int j = 0; j < 2; j++)
				round.slots[arm][j] = (cb__slot){
					1 + (double)cb__random_below(&random, 999999) / 7,
					1 + (double)cb__random_below(&random, 999999) / 7};
		add(&series, round);
	}
	json_t *json = cb__series_to_json(&series);
	assert_int_equal(cb__series_from_json(&back, json, &why), CB_OK);
	assert_int_equal(back.count, series.count);
	for (size_t i = 0; i < back.count; i++) {
		const cb__round *one = &series.rounds[i], *two = &back.rounds[i];

		assert_int_equal(one->launch, two->launch);
		assert_int_equal(one->disturbed, two->disturbed);
		assert_int_equal(one->has_control, two->has_control);
		for (int arm = 0; arm < (one->has_control ? CB__ARM_COUNT : CB__ARM_CONTROL); arm++)
			assert_memory_equal(
				one->slots[arm], two->slots[arm], sizeof one->slots[arm]);
	}
	json_t *again = cb__series_to_json(&back);
	assert_true(json_equal(json, again));
	json_decref(again);
	json_decref(json);
	cb__series_done(&series);
	cb__series_done(&back);
	assert_null(back.rounds);
}

static void series_without_controls_have_no_list_of_them(void **state)
{
	cb__series series = {0};

	(void)state;
	add(&series, make_round(0, 1, 2));
	json_t *json = cb__series_to_json(&series);
	assert_null(json_object_get(json, "control_cpu_ns"));
	assert_int_equal(json_object_size(json), 6);
	json_decref(json);
	cb__series_done(&series);
}

static void empty_series_survive_too(void **state)
{
	cb__series series = {0}, back = {0};
	const char *why = NULL;
	json_t *json = cb__series_to_json(&series);

	(void)state;
	assert_int_equal(cb__series_from_json(&back, json, &why), CB_OK);
	assert_int_equal(back.count, 0);
	assert_int_equal(cb__series_launches(&back), 0);
	json_decref(json);
	cb__series_done(&back);
}

#define HEAD  "'launch': [0, 1], 'disturbed': [0, 1]"
#define BASES "'base_cpu_ns': [1, 2, 3, 4], 'base_wall_ns': [1, 2, 3, 4]"
#define HEADS "'head_cpu_ns': [1, 2, 3, 4], 'head_wall_ns': [1, 2, 3, 4]"
#define FOUR  "[1, 2, 3, 4]"

static cb_status read_text(cb__series *out, const char *quoted)
{
	char text[1024];
	const char *why = NULL;

	assert_true(strlen(quoted) < sizeof text);
	strcpy(text, quoted);
	for (char *c = text; *c != '\0'; c++)
		*c = *c == '\'' ? '"' : *c;
	json_t *json = json_loads(text, JSON_DECODE_ANY, NULL);
	if (json == NULL)
		fail_msg("%s is no JSON", text);
	cb_status status = cb__series_from_json(out, json, &why);
	if (status == CB_EFORMAT)
		assert_true(strlen(why) > 0);
	json_decref(json);
	return status;
}

static void malformed_series_are_refused(void **state)
{
	static const char *const texts[] = {
		"3",
		"[]",
		"null",
		"{}",
		"{'launch': 2, 'disturbed': [0, 0], " BASES ", " HEADS "}",
		"{'launch': {}, 'disturbed': {}, " BASES ", " HEADS "}",
		"{'launch': [], 'disturbed': {}}",
		"{'launch': [], 'disturbed': []}",
		"{'launch': [0, 1], " BASES ", " HEADS "}",
		"{'launch': [0, 1], 'disturbed': [0], " BASES ", " HEADS "}",
		"{'launch': [0, 1], 'disturbed': [0, 0, 0], " BASES ", " HEADS "}",
		"{'launch': [0, 1], 'disturbed': [0, 'x'], " BASES ", " HEADS "}",
		"{'launch': [0, 1], 'disturbed': [0, null], " BASES ", " HEADS "}",
		"{'launch': [0], 'disturbed': [0], " BASES ", " HEADS "}",
		"{'launch': [1, 0], 'disturbed': [0, 0], " BASES ", " HEADS "}",
		"{'launch': [-1, 0], 'disturbed': [0, 0], " BASES ", " HEADS "}",
		"{'launch': [0, 4294967296], 'disturbed': [0, 0], " BASES ", " HEADS "}",
		"{'launch': [0, 1.5], 'disturbed': [0, 0], " BASES ", " HEADS "}",
		"{'launch': [0, '1'], 'disturbed': [0, 0], " BASES ", " HEADS "}",
		"{" HEAD ", " BASES "}",
		"{" HEAD ", " HEADS "}",
		"{" HEAD ", " BASES ", 'head_cpu_ns': " FOUR "}",
		"{" HEAD ", " BASES ", 'head_cpu_ns': " FOUR ", 'head_wall_ns': [1, 2, 3]}",
		"{" HEAD ", " BASES ", 'head_cpu_ns': " FOUR ", 'head_wall_ns': [1, 2, 3, 4, 5]}",
		"{" HEAD ", " BASES ", 'head_cpu_ns': " FOUR ", 'head_wall_ns': 4}",
		"{" HEAD ", " BASES ", 'head_cpu_ns': " FOUR ", 'head_wall_ns': [1, 2, 3, 0]}",
		"{" HEAD ", " BASES ", 'head_cpu_ns': " FOUR ", 'head_wall_ns': [1, 2, 3, -4]}",
		"{" HEAD ", " BASES ", 'head_cpu_ns': " FOUR ", 'head_wall_ns': [1, 2, 3, null]}",
		"{" HEAD ", " BASES ", 'head_cpu_ns': " FOUR ", 'head_wall_ns': [1, 2, 3, '4']}",
		"{" HEAD ", " BASES ", 'head_cpu_ns': " FOUR ", 'head_wall_ns': [1, 2, 3, true]}",
		"{" HEAD ", " BASES ", 'head_cpu_ns': " FOUR ", 'head_wall_ns': [1, 2, 3, 1e16]}",
		"{" HEAD ", " BASES ", " HEADS ", 'control_cpu_ns': " FOUR "}",
		"{" HEAD ", " BASES ", " HEADS
		", 'control_cpu_ns': [1, 2], 'control_wall_ns': " FOUR "}",
		"{" HEAD ", " BASES ", " HEADS ", 'control_cpu_ns': [1, 2, 0, 4], "
		"'control_wall_ns': " FOUR "}",
		"{" HEAD ", " BASES ", " HEADS ", 'control_wall_ns': " FOUR "}",
	};
	cb__series series = {0};

	(void)state;
	assert_int_equal(read_text(&series, "{" HEAD ", " BASES ", " HEADS "}"), CB_OK);
	cb__series_done(&series);
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
		if (read_text(&series, texts[i]) != CB_EFORMAT)
			fail_msg("%s was read", texts[i]);
	assert_null(series.rounds);
}

/* As many launches of so many rounds. */
static cb_status read_long(unsigned launches, unsigned rounds)
{
	cb__series series = {0}, back = {0};
	const char *why = NULL;

	for (unsigned i = 0; i < launches * rounds; i++)
		add(&series, make_round(i / rounds, 1, 1));
	json_t *json = cb__series_to_json(&series);
	cb_status status = cb__series_from_json(&back, json, &why);
	json_decref(json);
	cb__series_done(&series);
	cb__series_done(&back);
	return status;
}

static void more_than_any_gate_measures_is_refused(void **state)
{
	(void)state;
	assert_int_equal(read_long(400, 1), CB_OK);
	assert_int_equal(read_long(401, 1), CB_EFORMAT);
	assert_int_equal(read_long(1, 64), CB_OK);
	assert_int_equal(read_long(1, 65), CB_EFORMAT);
}

static void a_launch_is_the_median_of_its_rounds(void **state)
{
	cb__series series = {0};
	double logs[8];
	size_t left_out = 9;

	(void)state;
	add(&series, make_round(3, 100, 110));
	add(&series, make_round(3, 100, 500));
	add(&series, make_round(3, 100, 120));
	add(&series, make_round(5, 100, 90));
	assert_int_equal(cb__series_launches(&series), 2);
	assert_int_equal(
		cb__series_logs(logs, &series, CB__ARM_HEAD, CB__CLOCK_CPU, 0, &left_out), 2);
	assert_int_equal(left_out, 0);
	assert_near(logs[0], log(1.2));
	assert_near(logs[1], log(0.9));
	assert_int_equal(cb__series_logs(logs, &series, CB__ARM_HEAD, CB__CLOCK_CPU, 1, NULL), 1);
	cb__series_done(&series);
}

static void drift_within_a_round_cancels(void **state)
{
	/* Base, head, head, base while everything becomes slower: the logarithm is of means. */
	cb__series series = {0};
	cb__round round = {.launch = 0};
	double log_ratio;

	(void)state;
	round.slots[CB__ARM_BASE][0] = slot(100);
	round.slots[CB__ARM_HEAD][0] = slot(110 * 1.1);
	round.slots[CB__ARM_HEAD][1] = slot(110 * 1.21);
	round.slots[CB__ARM_BASE][1] = slot(100 * 1.331);
	add(&series, round);
	cb__series_logs(&log_ratio, &series, CB__ARM_HEAD, CB__CLOCK_CPU, 0, NULL);
	assert_near(log_ratio, log(1.1));
	cb__series_done(&series);
}

static void disturbed_rounds_are_left_out(void **state)
{
	cb__series series = {0};
	cb__round disturbed = make_round(0, 100, 900);
	double logs[8];
	size_t left_out = 0;

	(void)state;
	disturbed.disturbed = 1;
	add(&series, disturbed);
	add(&series, make_round(0, 100, 110));
	/* A launch that has no others. */
	disturbed.launch = 1;
	add(&series, disturbed);
	assert_int_equal(
		cb__series_logs(logs, &series, CB__ARM_HEAD, CB__CLOCK_CPU, 0, &left_out), 2);
	assert_int_equal(left_out, 1);
	assert_near(logs[0], log(1.1));
	assert_near(logs[1], log(9));
	cb__series_done(&series);
}

static void controls_may_be_absent_from_some_rounds(void **state)
{
	cb__series series = {0};
	double logs[8], median_ns = 0;

	(void)state;
	for (uint32_t i = 0; i < 6; i++) {
		cb__round round = make_round(i / 2, 100, 200);

		round.has_control = i == 1 || i == 4 || i == 5;
		for (int j = 0; j < 2; j++)
			round.slots[CB__ARM_CONTROL][j] =
				round.has_control ? slot(100 + i) : (cb__slot){-1, -1};
		add(&series, round);
	}
	/* The second launch has none. */
	assert_int_equal(
		cb__series_logs(logs, &series, CB__ARM_CONTROL, CB__CLOCK_CPU, 0, NULL), 2);
	assert_near(logs[0], log(1.01));
	assert_near(logs[1], (log(1.04) + log(1.05)) / 2);
	assert_int_equal(
		cb__series_median_ns(&median_ns, &series, CB__ARM_CONTROL, CB__CLOCK_CPU), CB_OK);
	assert_near(median_ns, 104);
	cb__series_done(&series);
}

static void disturbed_control_counts_if_its_launch_has_no_other(void **state)
{
	cb__series series = {0};
	cb__round round = make_round(0, 100, 200);
	double logs[8];

	(void)state;
	add(&series, round);
	round.has_control = 1;
	round.disturbed = 1;
	round.slots[CB__ARM_CONTROL][0] = round.slots[CB__ARM_CONTROL][1] = slot(150);
	add(&series, round);
	assert_int_equal(
		cb__series_logs(logs, &series, CB__ARM_CONTROL, CB__CLOCK_CPU, 0, NULL), 1);
	assert_near(logs[0], log(1.5));
	cb__series_done(&series);
}

static void medians_are_over_rounds_and_by_the_clock(void **state)
{
	cb__series series = {0};
	double ns = 0;

	(void)state;
	assert_int_equal(cb__series_median_ns(&ns, &series, CB__ARM_BASE, CB__CLOCK_CPU), CB_OK);
	assert_true(isnan(ns));
	for (uint32_t i = 0; i < 3; i++) {
		cb__round round = make_round(i, 100 * (i + 1), 10);

		round.slots[CB__ARM_BASE][0].wall_ns = round.slots[CB__ARM_BASE][1].wall_ns = 7;
		add(&series, round);
	}
	assert_int_equal(cb__series_median_ns(&ns, &series, CB__ARM_BASE, CB__CLOCK_CPU), CB_OK);
	assert_near(ns, 200);
	assert_int_equal(cb__series_median_ns(&ns, &series, CB__ARM_BASE, CB__CLOCK_WALL), CB_OK);
	assert_near(ns, 7);
	cb__series_done(&series);
}

/* So many rounds of which so much was on the processor. */
static int is_offloaded(unsigned rounds, double share, unsigned disturbed)
{
	cb__series series = {0};
	int is = 0;

	for (uint32_t i = 0; i < rounds; i++) {
		cb__round round = make_round(i, 100, 100);

		round.disturbed = i < disturbed;
		for (int arm = 0; arm < CB__ARM_CONTROL; arm++)
			for (int j = 0; j < 2; j++)
				round.slots[arm][j].cpu_ns = 100 * share;
		add(&series, round);
	}
	is = cb__series_is_offloaded(&series);
	cb__series_done(&series);
	return is;
}

static void work_done_elsewhere_goes_by_the_wall_clock(void **state)
{
	(void)state;
	assert_true(is_offloaded(8, 0.5, 0));
	assert_false(is_offloaded(8, 0.95, 0));
	assert_false(is_offloaded(8, 1.05, 0));
	assert_false(is_offloaded(0, 0.5, 0));
	/* What others took is no proof, and few rounds are none either. */
	assert_false(is_offloaded(8, 0.5, 8));
	assert_false(is_offloaded(8, 0.5, 6));
	assert_true(is_offloaded(8, 0.5, 5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(series_survive_their_document),
		cmocka_unit_test(series_without_controls_have_no_list_of_them),
		cmocka_unit_test(empty_series_survive_too),
		cmocka_unit_test(malformed_series_are_refused),
		cmocka_unit_test(more_than_any_gate_measures_is_refused),
		cmocka_unit_test(a_launch_is_the_median_of_its_rounds),
		cmocka_unit_test(drift_within_a_round_cancels),
		cmocka_unit_test(disturbed_rounds_are_left_out),
		cmocka_unit_test(controls_may_be_absent_from_some_rounds),
		cmocka_unit_test(disturbed_control_counts_if_its_launch_has_no_other),
		cmocka_unit_test(medians_are_over_rounds_and_by_the_clock),
		cmocka_unit_test(work_done_elsewhere_goes_by_the_wall_clock),
	};

	return cmocka_run_group_tests_name("series", tests, NULL, NULL);
}
