/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "random.h"
#include "selftest_inject.h"

#define CELLS           4u
#define SCREEN_LAUNCHES 8u
/* Enough to confirm. */
#define CONFIRM_LAUNCHES 48u

typedef struct fixture {
	cb_context *ctx;
	cb_plan *plan;
	cb_rules *rules;
	json_t *document;
	cb__random random;
} fixture;

/* About 1000 ns, to half a percent. */
static double about(fixture *f)
{
	return 1000 + (double)cb__random_below(&f->random, 10000) / 1000 - 5;
}

static json_t *make_series(fixture *f, uint32_t launches)
{
	cb__series series = {NULL, 0, 0};
	for (uint32_t i = 0; i < 4 * launches; i++) {
		cb__round round = {.launch = i / 4, .has_control = 1};
		for (int arm = 0; arm < CB__ARM_COUNT; arm++)
			for (int turn = 0; turn < 2; turn++) {
				double ns = about(f);
				round.slots[arm][turn] = (cb__slot){ns, ns};
			}
		assert_int_equal(cb__series_add(&series, &round), CB_OK);
	}
	json_t *made = cb__series_to_json(&series);
	cb__series_done(&series);
	return made;
}

static json_t *make_side(void)
{
	return json_pack("{s:s, s:s, s:s, s:s}", "subject", "side", "outcome", "measured", "reason",
		"", "semantics", "hash.digest.message/1");
}

/* All but the last are forced. */
static json_t *make_cell(fixture *f, unsigned index)
{
	char id[64];
	int size = 64 << index;
	snprintf(id, sizeof id, "toy/sum/digest/%d/on", size);
	json_t *cell = json_pack(
		"{s:s, s:s, s:s, s:s, s:i, s:s, s:s, s:i, s:i, s:f, s:o, s:o, s:o, s:b}", "id", id,
		"backend", "toy", "algorithm", "sum", "operation", "digest", "size", size, "accel",
		"on", "variant", "message", "threads", 1, "processes", 1, "injected_percent", 0.0,
		"base", make_side(), "head", make_side(), "screen", make_series(f, SCREEN_LAUNCHES),
		"forced", index + 1 < CELLS);
	json_object_set_new(cell, "confirm",
		index + 1 < CELLS ? make_series(f, CONFIRM_LAUNCHES) : json_null());
	return cell;
}

static void slow(json_t *cell, double factor)
{
	static const char *const stages[] = {"screen", "confirm"};
	for (size_t i = 0; i < ROWS(stages); i++) {
		json_t *list = json_object_get(json_object_get(cell, stages[i]), "head_cpu_ns");
		assert_true(json_array_size(list) > 0);
		for (size_t j = 0; j < json_array_size(list); j++)
			json_array_set_new(list, j,
				json_real(factor * json_number_value(json_array_get(list, j))));
	}
}

static json_t *make_canary(fixture *f)
{
	json_t *canary = make_cell(f, 0);
	slow(canary, 1.1);
	json_object_set_new(canary, "injected_percent", json_real(10));
	return canary;
}

static int set_up(void **state)
{
	fixture *f = calloc(1, sizeof *f);
	assert_non_null(f);
	f->random = (cb__random){7};
	assert_int_equal(cb_context_new(&f->ctx, NULL), CB_OK);
	assert_int_equal(cb_plan_new(&f->plan, f->ctx), CB_OK);
	assert_int_equal(cb_rules_new(&f->rules, f->ctx), CB_OK);
	assert_int_equal(cb_rules_set(f->rules, "limit", "5%"), CB_OK);
	json_t *cells = json_array();
	for (unsigned i = 0; i < CELLS; i++)
		json_array_append_new(cells, make_cell(f, i));
	f->document = json_pack("{s:s, s:b, s:{s:s, s:s}, s:{}, s:[], s:[], s:o, s:o, s:o}",
		"schema", CB__GATE_SCHEMA, "complete", 1, "tool", "mode", "ab", "finished",
		"2026-11-30T12:00:00Z", "environment", "base", "head", "rules",
		cb__rules_to_json(f->rules), "cells", cells, "canary", make_canary(f));
	assert_non_null(f->document);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	fixture *f = *state;
	json_decref(f->document);
	cb_rules_free(f->rules);
	cb_plan_free(f->plan);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

#define INJECT_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

static json_t *cell_at(const fixture *f, size_t index)
{
	return json_array_get(json_object_get(f->document, "cells"), index);
}

static cb_selftest_rate inject(fixture *f, double percent, size_t cells)
{
	cb_selftest_rate rate = {.injected_percent = percent, .limit_percent = 5};
	if (cb__selftest_inject(&rate, f->ctx, f->document, f->rules, cells) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return rate;
}

static void large_slowdown_is_found_and_nothing_else_blamed(void **state)
{
	cb_selftest_rate rate = inject(*state, 100, 1);
	assert_int_equal(rate.tried, 1);
	assert_int_equal(rate.found, 1);
	assert_int_equal(rate.blamed, 0);
}

static void slowdown_below_the_limit_is_not_called_a_regression(void **state)
{
	cb_selftest_rate rate = inject(*state, 3, 3);
	assert_int_equal(rate.tried, 3);
	assert_int_equal(rate.found, 0);
}

static void only_confirmed_cells_are_slowed(void **state)
{
	fixture *f = *state;
	assert_int_equal(inject(f, 10, 2).tried, 2);
	assert_int_equal(inject(f, 10, 99).tried, CELLS - 1);
	json_object_set_new(cell_at(f, 0), "confirm", json_null());
	assert_int_equal(inject(f, 10, 99).tried, CELLS - 2);
	json_object_set_new(
		json_object_get(cell_at(f, 1), "head"), "outcome", json_string("crashed"));
	assert_int_equal(inject(f, 10, 99).tried, CELLS - 3);
	json_object_del(cell_at(f, 2), "forced");
	assert_int_equal(inject(f, 10, 99).tried, 0);
}

static void tries_add_up(void **state)
{
	fixture *f = *state;
	cb_selftest_rate rate = {.injected_percent = 100};
	for (int i = 0; i < 2; i++)
		assert_int_equal(
			cb__selftest_inject(&rate, f->ctx, f->document, f->rules, 2), CB_OK);
	assert_int_equal(rate.tried, 4);
	assert_int_equal(rate.found, 4);
}

/* A loss that is there already, elsewhere. */
static void regression_that_was_not_injected_is_blamed(void **state)
{
	fixture *f = *state;
	slow(cell_at(f, 2), 1.3);
	cb_selftest_rate rate = inject(f, 100, 1);
	assert_int_equal(rate.found, 1);
	assert_int_equal(rate.blamed, 1);
}

static void recorded_document_stays_as_it_is(void **state)
{
	fixture *f = *state;
	char *before = json_dumps(f->document, 0);
	inject(f, 100, 3);
	char *after = json_dumps(f->document, 0);
	assert_string_equal(before, after);
	free(before);
	free(after);
}

static cb_gate *judge(fixture *f)
{
	cb_gate *gate = NULL;
	assert_int_equal(cb__gate_from_document(&gate, f->ctx, json_deep_copy(f->document),
				 f->rules, "recorded gate"),
		CB_OK);
	return gate;
}

static void each_confirmation_has_a_p_value(void **state)
{
	fixture *f = *state;
	double values[CELLS] = {-1, -1, -1, -1};
	cb_gate *gate = judge(f);
	assert_int_equal(cb__selftest_p_values(values, CELLS, gate), CELLS - 1);
	for (size_t i = 0; i + 1 < CELLS; i++)
		assert_true(values[i] > 0.001 && values[i] <= 1);
	assert_true(values[CELLS - 1] < 0);
	values[1] = -1;
	assert_int_equal(cb__selftest_p_values(values, 1, gate), 1);
	assert_true(values[1] < 0);
	cb_gate_free(gate);
}

static void limit_takes_the_tolerance_below_it(void **state)
{
	fixture *f = *state;
	assert_int_equal(cb__selftest_set_limit(f->rules, 7), CB_OK);
	assert_near(cb__rules_settings(f->rules)->limit_percent, 7);
	assert_near(cb__rules_settings(f->rules)->tolerance_percent, 0.5);
	assert_int_equal(cb_rules_set(f->rules, "tolerance", "3%"), CB_OK);
	assert_int_equal(cb__selftest_set_limit(f->rules, 3), CB_OK);
	assert_near(cb__rules_settings(f->rules)->limit_percent, 3);
	assert_near(cb__rules_settings(f->rules)->tolerance_percent, 0.75);
}

static void real_slowdown_goes_into_the_first_confirmed_cell(void **state)
{
	fixture *f = *state;
	json_object_del(cell_at(f, 0), "forced");
	assert_int_equal(cb__selftest_choose_injection(f->plan, f->document, 2.5), CB_OK);
	assert_string_equal(f->plan->settings.inject, "toy/sum/digest/128/on=2.500");
	assert_int_equal(cb__selftest_clear_injection(f->plan), CB_OK);
	assert_null(f->plan->settings.inject);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		INJECT_TEST(large_slowdown_is_found_and_nothing_else_blamed),
		INJECT_TEST(slowdown_below_the_limit_is_not_called_a_regression),
		INJECT_TEST(only_confirmed_cells_are_slowed),
		INJECT_TEST(tries_add_up),
		INJECT_TEST(regression_that_was_not_injected_is_blamed),
		INJECT_TEST(recorded_document_stays_as_it_is),
		INJECT_TEST(each_confirmation_has_a_p_value),
		INJECT_TEST(limit_takes_the_tolerance_below_it),
		INJECT_TEST(real_slowdown_goes_into_the_first_confirmed_cell),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
