/* SPDX-License-Identifier: Apache-2.0 */
#include "hearing.h"

#include "inference.h"

#include "gate_fixture.h"

static const cb__gate_settings defaults = {
	.alpha = 0.01, .screen_launches = 8, .confirm_launches = 48, .rounds = 1};

/* Evidence that grows as a gate's does. */
typedef struct cell {
	cb__series screen;
	cb__series confirm;
	double log_ratio;
	cb__hearing hearing;
} cell;

/* Times of either side, in launches of one round. */
static void add_launch(cb__series *series, double base_log, double head_log)
{
	cb__round round = {.launch = (uint32_t)series->count};

	for (int i = 0; i < 2; i++) {
		round.slots[CB__ARM_BASE][i].cpu_ns = round.slots[CB__ARM_BASE][i].wall_ns =
			1000 * exp(base_log);
		round.slots[CB__ARM_HEAD][i].cpu_ns = round.slots[CB__ARM_HEAD][i].wall_ns =
			1000 * exp(head_log);
	}
	assert_int_equal(cb__series_add(series, &round), CB_OK);
}

static void add_control(cb__series *series, double log_ratio)
{
	cb__round *round = &series->rounds[series->count - 1];

	round->has_control = 1;
	for (int i = 0; i < 2; i++)
		round->slots[CB__ARM_CONTROL][i].cpu_ns = round->slots[CB__ARM_CONTROL][i].wall_ns =
			1000 * exp(log_ratio);
}

typedef double noise_fn(cb__random *random);

/* With a long tail upwards, as disturbances are; standard deviation 1. */
static double skewed_noise(cb__random *random)
{
	return -log(((double)(cb__random_next(random) >> 11) + 1) / 9007199254740993.0);
}

/* Of either side alone, so that the difference has a standard deviation of @p percent. */
static void add_launches(const cell *one, cb__series *series, size_t count, double percent,
	noise_fn *noise, cb__random *random)
{
	double scale = percent / 100 / sqrt(2.0);

	for (size_t i = 0; i < count; i++) {
		double base = scale * noise(random);

		add_launch(series, base, one->log_ratio + scale * noise(random));
	}
}

static void begin(cell *one, double loss_percent, double limit_percent)
{
	*one = (cell){.log_ratio = gate_log(loss_percent)};
	one->hearing.limits = (cb__limits){
		.limit_percent = limit_percent, .tolerance_percent = 0.5, .min_delta_ns = 1};
}

static void end(cell *cells, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		cb__series_done(&cells[i].screen);
		cb__series_done(&cells[i].confirm);
	}
}

static void hear(cell *cells, size_t count, const cb__gate_settings *settings)
{
	cb__hearing rows[64];

	for (size_t i = 0; i < count; i++) {
		cells[i].hearing.screen = &cells[i].screen;
		cells[i].hearing.confirm = &cells[i].confirm;
		rows[i] = cells[i].hearing;
	}
	assert_int_equal(cb__hear(rows, count, settings), CB_OK);
	for (size_t i = 0; i < count; i++)
		cells[i].hearing = rows[i];
}

/* A whole gate: screen, confirmation, extension. */
static void run_gate(cell *cells, size_t count, double percent, noise_fn *noise, cb__random *random)
{
	for (size_t i = 0; i < count; i++)
		add_launches(&cells[i], &cells[i].screen, 8, percent, noise, random);
	hear(cells, count, &defaults);
	for (int look = 0; look < 2; look++) {
		size_t more = 0;

		for (size_t i = 0; i < count; i++) {
			const cb__hearing *heard = &cells[i].hearing;

			if (!heard->wants_confirm && !heard->wants_extension)
				continue;
			add_launches(&cells[i], &cells[i].confirm, 48, percent, noise, random);
			more++;
		}
		if (more > 0)
			hear(cells, count, &defaults);
	}
}

/* How many cells of null gates are blamed. */
static size_t count_blamed(
	size_t gates, double limit_percent, double percent, noise_fn *noise, uint64_t seed)
{
	cb__random random = {seed};
	size_t blamed = 0;
	cell cells[48];

	for (size_t gate = 0; gate < gates; gate++) {
		for (size_t i = 0; i < 48; i++)
			begin(&cells[i], 0, limit_percent);
		run_gate(cells, 48, percent, noise, &random);
		for (size_t i = 0; i < 48; i++)
			blamed += cells[i].hearing.verdict == CB_VERDICT_REGRESSED;
		end(cells, 48);
	}
	return blamed;
}

static void gates_of_equal_sides_blame_nobody(void **state)
{
	(void)state;
	assert_int_equal(count_blamed(200, 5, 1, gate_noise, 1), 0);
	assert_int_equal(count_blamed(200, 5, 1, skewed_noise, 2), 0);
	/* Where nearly every cell is suspected. */
	assert_int_equal(count_blamed(2, 2, 3, gate_noise, 3), 0);
	assert_int_equal(count_blamed(2, 2, 3, skewed_noise, 4), 0);
}

/* Of @p tries gates how many find the cell that lost; nobody else may be blamed. */
static size_t count_found(size_t tries, double loss_percent, noise_fn *noise, uint64_t seed)
{
	cb__random random = {seed};
	size_t found = 0;
	cell cells[6];

	for (size_t try = 0; try < tries; try++) {
		size_t slowed = try % 6;

		for (size_t i = 0; i < 6; i++)
			begin(&cells[i], i == slowed ? loss_percent : 0, 2);
		run_gate(cells, 6, 1, noise, &random);
		for (size_t i = 0; i < 6; i++)
			if (i == slowed)
				found += cells[i].hearing.verdict == CB_VERDICT_REGRESSED;
			else
				assert_int_not_equal(
					cells[i].hearing.verdict, CB_VERDICT_REGRESSED);
		end(cells, 6);
	}
	return found;
}

static void loss_above_the_limit_is_found(void **state)
{
	static noise_fn *const noises[] = {gate_noise, skewed_noise};

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		assert_true(count_found(50, 3, noises[i], 5 + i) >= 45);
		assert_true(count_found(50, 5, noises[i], 7 + i) >= 49);
		assert_int_equal(count_found(50, 10, noises[i], 9 + i), 50);
	}
}

/* Fresh launches of what the screen blamed, while the sides are equal. */
static void confirm_null(
	double *ret_p, size_t count, noise_fn *noise, uint64_t seed, size_t launches)
{
	cb__random random = {seed};

	for (size_t i = 0; i < count; i++) {
		cell one;

		begin(&one, 10, 5);
		one.hearing.limits.tolerance_percent = 0;
		add_launches(&one, &one.screen, 8, 1, noise, &random);
		one.log_ratio = 0;
		add_launches(&one, &one.confirm, launches, 1, noise, &random);
		hear(&one, 1, &defaults);
		assert_true(one.hearing.is_confirmed);
		ret_p[i] = one.hearing.estimate.p_slower;
		end(&one, 1);
	}
}

static void p_values_of_equal_sides_are_uniform(void **state)
{
	static noise_fn *const noises[] = {gate_noise, skewed_noise};
	double p[300], scratch[300];

	(void)state;
	for (size_t i = 0; i < 2; i++) {
		size_t below = 0;

		confirm_null(p, 300, noises[i], 11 + i, 48);
		assert_true(cb__inference_uniform_p(p, 300, scratch) > 0.01);
		for (size_t j = 0; j < 300; j++)
			below += p[j] < 0.05;
		assert_true(below <= 18);
	}
	confirm_null(p, 150, gate_noise, 13, 96);
	assert_true(cb__inference_uniform_p(p, 150, scratch) > 0.01);
}

static void each_stage_asks_for_the_next(void **state)
{
	cell one;

	(void)state;
	begin(&one, 8, 5);
	for (int i = 0; i < 8; i++)
		add_launch(&one.screen, 0, 0.1);
	hear(&one, 1, &defaults);
	assert_true(one.hearing.wants_confirm);
	assert_false(one.hearing.wants_extension);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_SUSPECT);
	/* Wildly different launches. */
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, (i - 23.5) / 50);
	hear(&one, 1, &defaults);
	assert_false(one.hearing.wants_confirm);
	assert_true(one.hearing.wants_extension);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_NOISY);
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, (i - 23.5) / 50);
	hear(&one, 1, &defaults);
	assert_false(one.hearing.wants_extension);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_NOISY);
	assert_int_equal(one.hearing.estimate.launches, 96);
	end(&one, 1);
}

static void calm_cells_ask_for_nothing(void **state)
{
	cell one;

	(void)state;
	begin(&one, 0, 5);
	for (int i = 0; i < 8; i++)
		add_launch(&one.screen, 0, 0.001);
	hear(&one, 1, &defaults);
	assert_false(one.hearing.is_suspect);
	assert_false(one.hearing.wants_confirm);
	assert_false(one.hearing.wants_extension);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_UNCHANGED);
	end(&one, 1);
}

static void what_was_found_early_is_measured_by_all_launches(void **state)
{
	cell one;

	(void)state;
	begin(&one, 0, 5);
	for (int i = 0; i < 8; i++)
		add_launch(&one.screen, 0, 0.04);
	/* A loss below the limit and beyond doubt, with an interval that reaches far above it. */
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, i % 4 == 0 ? 0.25 : 0.02);
	hear(&one, 1, &defaults);
	assert_true(one.hearing.is_found);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_NOISY);
	assert_true(one.hearing.wants_extension);
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, 0.02);
	hear(&one, 1, &defaults);
	assert_int_equal(one.hearing.estimate.launches, 96);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_UNCHANGED);
	end(&one, 1);
}

static void finding_of_the_first_look_survives_the_second(void **state)
{
	cell one;

	(void)state;
	begin(&one, 0, 5);
	for (int i = 0; i < 8; i++)
		add_launch(&one.screen, 0, 0.1);
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, 0.1);
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, 0.08);
	hear(&one, 1, &defaults);
	assert_true(one.hearing.is_found);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_REGRESSED);
	assert_int_equal(one.hearing.estimate.launches, 96);
	end(&one, 1);
}

static void finding_stays_one_though_all_launches_would_not_find_it(void **state)
{
	static const double later[] = {0.5, -0.5};
	cell one;

	(void)state;
	begin(&one, 0, 5);
	for (int i = 0; i < 8; i++)
		add_launch(&one.screen, 0, 0.1);
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, 0.1);
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, later[i % 2]);
	hear(&one, 1, &defaults);
	assert_true(one.hearing.estimate.p_slower > 0.01);
	assert_true(one.hearing.is_found);
	assert_true(one.hearing.p < 0.001);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_REGRESSED);
	end(&one, 1);
}

static void screen_that_says_nothing_makes_a_suspect(void **state)
{
	cell one;

	(void)state;
	begin(&one, 0, 5);
	for (int i = 0; i < 8; i++)
		add_launch(&one.screen, 0, (i - 3.5) / 40);
	hear(&one, 1, &defaults);
	assert_true(fabs(one.hearing.estimate.log_ratio) < 1e-9);
	assert_true(one.hearing.wants_confirm);
	end(&one, 1);
}

/* A gain of 30 % that is uncertain by 10 % has no loss of 5 % in it, and needs no more launches to
 * say so; a loss that is as uncertain does. */
static void wide_interval_without_a_loss_in_it_is_no_suspect(void **state)
{
	static const double losses[] = {-30, 30};

	(void)state;
	for (int i = 0; i < 2; i++) {
		cell one;

		begin(&one, losses[i], 5);
		for (int launch = 0; launch < 8; launch++)
			add_launch(&one.screen, 0, one.log_ratio + 0.02 * (launch - 3.5));
		hear(&one, 1, &defaults);
		assert_true(one.hearing.estimate.log_high - one.hearing.estimate.log_low > 0.06);
		assert_int_equal(one.hearing.is_suspect, i);
		assert_int_equal(one.hearing.wants_screen, i);
		assert_int_equal(
			one.hearing.verdict, i == 0 ? CB_VERDICT_IMPROVED : CB_VERDICT_SUSPECT);
		end(&one, 1);
	}
}

static void later_launches_decide_how_large_a_finding_is(void **state)
{
	cell one;

	(void)state;
	begin(&one, 0, 5);
	for (int i = 0; i < 8; i++)
		add_launch(&one.screen, 0, 0.1);
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, 0.06);
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, 0.03);
	hear(&one, 1, &defaults);
	assert_true(one.hearing.is_found);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_UNCHANGED);
	end(&one, 1);
}

static void shares_of_alpha_add_up(void **state)
{
	/* Six launches above of six: 1/64, which is more than either share of 0.02. */
	cb__gate_settings settings = defaults;
	cell one;

	(void)state;
	settings.confirm_launches = 6;
	begin(&one, 0, 5);
	for (int i = 0; i < 6; i++) {
		add_launch(&one.screen, 0, 0.1);
		add_launch(&one.confirm, 0, 0.1);
	}
	settings.alpha = 0.02;
	hear(&one, 1, &settings);
	assert_false(one.hearing.is_found);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_NOISY);
	settings.alpha = 0.06; /* of which the first look has 0.018 */
	hear(&one, 1, &settings);
	assert_true(one.hearing.is_found);
	end(&one, 1);
}

/* A suspect that lost @p log_ratio, after @p launches that are to confirm it. */
static void begin_part(cell *one, double log_ratio, size_t launches, double control_log)
{
	begin(one, 0, 5);
	for (int i = 0; i < 8; i++)
		add_launch(&one->screen, 0, log_ratio);
	for (size_t i = 0; i < launches; i++) {
		add_launch(&one->confirm, 0, log_ratio);
		add_control(&one->confirm, control_log);
	}
	hear(one, 1, &defaults);
}

static void evident_loss_is_found_by_a_part_of_the_confirmation(void **state)
{
	cell one;

	(void)state;
	begin_part(&one, 1.2, 16, 0);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_REGRESSED);
	assert_non_null(strstr(one.hearing.reason, "16 of 48"));
	assert_int_equal(one.hearing.estimate.launches, 16);
	assert_true(one.hearing.p < 0.001);
	/* As long as there is time, it is measured to the end. */
	assert_true(one.hearing.wants_confirm);
	end(&one, 1);
	begin_part(&one, 1.2, 15, 0);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_SUSPECT);
	end(&one, 1);
}

static void half_a_confirmation_of_other_losses_is_none(void **state)
{
	static const struct {
		double log_ratio;
		double control_log;
	} rows[] = {{0.1, 0}, {1.2, 1.2}, {-1.2, 0.2}};
	cell one;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		begin_part(&one, rows[i].log_ratio, 47, rows[i].control_log);
		assert_false(one.hearing.is_confirmed);
		assert_false(one.hearing.is_found);
		assert_true(one.hearing.p == 1);
		assert_int_equal(one.hearing.estimate.launches, 8);
		assert_int_not_equal(one.hearing.verdict, CB_VERDICT_REGRESSED);
		end(&one, 1);
	}
}

static void one_cell_alone_is_found_by_its_screen(void **state)
{
	cb__gate_settings settings = defaults;
	cell one;

	(void)state;
	begin(&one, 0, 5);
	for (int i = 0; i < 8; i++)
		add_launch(&one.screen, 0, 0.1);
	hear(&one, 1, &settings);
	assert_true(cb__hearing_finds(&one.hearing, &settings));
	settings.alpha = 0.003; /* eight launches cannot reach it */
	hear(&one, 1, &settings);
	assert_false(cb__hearing_finds(&one.hearing, &settings));
	assert_true(one.hearing.wants_confirm);
	for (int i = 0; i < 48; i++)
		add_launch(&one.confirm, 0, 0.1);
	hear(&one, 1, &settings);
	assert_true(cb__hearing_finds(&one.hearing, &settings));
	end(&one, 1);
}

static void nothing_measured_is_found_by_nobody(void **state)
{
	cell one;

	(void)state;
	begin(&one, 0, 5);
	hear(&one, 1, &defaults);
	assert_int_equal(one.hearing.verdict, CB_VERDICT_SUSPECT);
	assert_int_equal(one.hearing.estimate.launches, 0);
	assert_false(cb__hearing_finds(&one.hearing, &defaults));
	assert_false(one.hearing.is_control_moved);
	end(&one, 1);
	assert_int_equal(cb__hear(NULL, 0, &defaults), CB_OK);
}

static void skewed_differences_need_the_sign_test_too(void **state)
{
	cell one;
	double signed_rank, scratch[3000], values[48];

	(void)state;
	begin(&one, 0, 5);
	for (int i = 0; i < 8; i++)
		add_launch(&one.screen, 0, 0.1);
	/* A few launches of great losses, and as many small ones up as down. */
	for (int i = 0; i < 48; i++) {
		values[i] = i < 8 ? 1 + i / 100.0 : (i % 2 > 0 ? -0.01 : 0.011);
		add_launch(&one.confirm, 0, values[i]);
	}
	one.hearing.limits.tolerance_percent = 0;
	hear(&one, 1, &defaults);
	signed_rank = cb__inference_signed_rank_p(values, 48, 0, scratch);
	assert_true(one.hearing.estimate.p_slower > 1.5 * signed_rank);
	assert_true(
		fabs(one.hearing.estimate.p_slower - cb__inference_sign_p(values, 48, 0)) < 1e-12);
	end(&one, 1);
}

static void controls_may_move_as_often_as_chance_lets_them(void **state)
{
	static const struct {
		size_t tested, moved;
		int is_too_often;
	} cases[] = {{0, 0, 0}, {20, 0, 0}, {1, 1, 0}, {10, 1, 0}, {20, 2, 0}, {4, 2, 1},
		{20, 4, 1}, {48, 10, 1}};
	cb__hearing rows[48];
	cb__control_count count;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		memset(rows, 0, sizeof rows);
		for (size_t j = 0; j < cases[i].tested; j++) {
			rows[j].control.launches = 8;
			rows[j].is_control_moved = j < cases[i].moved;
		}
		cb__count_controls(&count, rows, 48, &defaults);
		assert_int_equal(count.tested, cases[i].tested);
		assert_int_equal(count.moved, cases[i].moved);
		assert_int_equal(count.is_too_often, cases[i].is_too_often);
	}
}

static void control_of_either_direction_moves(void **state)
{
	static const double logs[] = {-0.1, -0.05, 0, 0.05, 0.1};

	(void)state;
	for (size_t i = 0; i < sizeof logs / sizeof logs[0]; i++) {
		cell one;

		begin(&one, 0, 5);
		for (int j = 0; j < 8; j++) {
			add_launch(&one.screen, 0, 0);
			add_control(&one.screen, logs[i]);
		}
		hear(&one, 1, &defaults);
		assert_int_equal(one.hearing.is_control_moved, fabs(logs[i]) > 0.06);
		assert_int_equal(one.hearing.control.launches, 8);
		end(&one, 1);
	}
}

static void losses_are_of_throughput(void **state)
{
	(void)state;
	assert_true(fabs(cb__loss_percent(log(2.0)) - 50) < 1e-12);
	assert_true(fabs(cb__loss_percent(-log(2.0)) + 100) < 1e-12);
	assert_true(fabs(cb__loss_percent(0)) <= 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gates_of_equal_sides_blame_nobody),
		cmocka_unit_test(loss_above_the_limit_is_found),
		cmocka_unit_test(p_values_of_equal_sides_are_uniform),
		cmocka_unit_test(each_stage_asks_for_the_next),
		cmocka_unit_test(calm_cells_ask_for_nothing),
		cmocka_unit_test(what_was_found_early_is_measured_by_all_launches),
		cmocka_unit_test(finding_of_the_first_look_survives_the_second),
		cmocka_unit_test(finding_stays_one_though_all_launches_would_not_find_it),
		cmocka_unit_test(screen_that_says_nothing_makes_a_suspect),
		cmocka_unit_test(wide_interval_without_a_loss_in_it_is_no_suspect),
		cmocka_unit_test(later_launches_decide_how_large_a_finding_is),
		cmocka_unit_test(shares_of_alpha_add_up),
		cmocka_unit_test(evident_loss_is_found_by_a_part_of_the_confirmation),
		cmocka_unit_test(half_a_confirmation_of_other_losses_is_none),
		cmocka_unit_test(one_cell_alone_is_found_by_its_screen),
		cmocka_unit_test(nothing_measured_is_found_by_nobody),
		cmocka_unit_test(skewed_differences_need_the_sign_test_too),
		cmocka_unit_test(controls_may_move_as_often_as_chance_lets_them),
		cmocka_unit_test(control_of_either_direction_moves),
		cmocka_unit_test(losses_are_of_throughput),
	};

	return cmocka_run_group_tests_name("hearing", tests, NULL, NULL);
}
