/* SPDX-License-Identifier: Apache-2.0 */
/* How often the rule of the gate is red where there is nothing, by launches that are drawn:
 *
 *     null_gates [GATES]
 *
 * Each gate has 12 cells of equal sides, a limit of 5 % and no control. Real null gates have the
 * noise of one machine; these have more of it than one would wish, and budgets that end anywhere.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "hearing.h"
#include "random.h"

#define CELLS     12
#define SCREEN    8
#define CONFIRM   48
#define EXTENDED  96
#define PARTIAL   16
#define KINDS     4
#define FULL_TURN 6.283185307179586

/* Where the confirmation ends. */
enum ending { NEVER_EARLY, WITHIN_THE_FIRST_LOOK, ANYWHERE, ENDING_COUNT };

struct noise {
	double (*draw)(cb__random *random);
	double sd;
	double correlation; /* with the launch before */
	cb__random random;
};

struct cell {
	cb__series screen;
	cb__series confirm;
	double last;
};

static double uniform(cb__random *random)
{
	return ((double)(cb__random_next(random) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(cb__random *random)
{
	double radius = sqrt(-2 * log(uniform(random)));
	return radius * cos(FULL_TURN * uniform(random));
}

/* Student's t with two degrees of freedom: no variance. */
static double heavy(cb__random *random)
{
	double value = normal(random);
	return value / sqrt(-log(uniform(random)));
}

/* Of both sides, as work of others is. */
static double skewed(cb__random *random)
{
	double base = exp(normal(random));
	return (base - exp(normal(random))) / 2;
}

static double bursts(cb__random *random)
{
	double size = uniform(random) < 0.05 ? 10 : 1;
	return size * normal(random);
}

static void must(int is_done)
{
	if (is_done)
		return;
	fprintf(stderr, "null_gates: out of memory\n");
	exit(2);
}

static void launch(struct cell *cell, cb__series *series, struct noise *noise)
{
	double share = sqrt(1 - noise->correlation * noise->correlation);
	cell->last = noise->correlation * cell->last + share * noise->draw(&noise->random);
	cb__round round = {.launch = (uint32_t)series->count};
	for (int i = 0; i < 2; i++) {
		round.slots[CB__ARM_BASE][i] = (cb__slot){1000, 1000};
		double head_ns = 1000 * exp(noise->sd * cell->last);
		round.slots[CB__ARM_HEAD][i] = (cb__slot){head_ns, head_ns};
	}
	must(cb__series_add(series, &round) == CB_OK);
}

static void launches(struct cell *cell, cb__series *series, struct noise *noise, size_t count)
{
	while (count-- > 0)
		launch(cell, series, noise);
}

static void hear(cb__hearing *rows, const struct cell *cells)
{
	const cb__gate_settings rule = {
		.alpha = 0.01, .screen_launches = SCREEN, .confirm_launches = CONFIRM, .rounds = 1};
	for (size_t i = 0; i < CELLS; i++)
		rows[i] = (cb__hearing){.screen = &cells[i].screen,
			.confirm = &cells[i].confirm,
			.limits = {
				.limit_percent = 5, .tolerance_percent = 0.5, .min_delta_ns = 1}};
	must(cb__hear(rows, CELLS, &rule) == CB_OK);
}

static size_t draw_end(enum ending ending, cb__random *random)
{
	if (ending == NEVER_EARLY)
		return EXTENDED;
	if (ending == WITHIN_THE_FIRST_LOOK)
		return PARTIAL + cb__random_below(random, CONFIRM - PARTIAL);
	return cb__random_below(random, EXTENDED + 1);
}

static void measure(struct cell *cells, cb__hearing *rows, struct noise *noise, enum ending ending)
{
	for (size_t i = 0; i < CELLS; i++)
		launches(&cells[i], &cells[i].screen, noise, SCREEN);
	for (int look = 0; look < 2; look++) {
		hear(rows, cells);
		for (size_t i = 0; i < CELLS; i++)
			if (rows[i].wants_screen)
				launches(&cells[i], &cells[i].screen, noise, SCREEN);
	}
	hear(rows, cells);
	size_t end = draw_end(ending, &noise->random);
	for (size_t i = 0; i < CELLS; i++)
		if (rows[i].wants_confirm)
			launches(
				&cells[i], &cells[i].confirm, noise, end < CONFIRM ? end : CONFIRM);
	hear(rows, cells);
	for (size_t i = 0; i < CELLS; i++)
		if (rows[i].wants_extension && end > CONFIRM)
			launches(&cells[i], &cells[i].confirm, noise, end - CONFIRM);
	hear(rows, cells);
}

static int is_red(struct noise *noise, enum ending ending)
{
	struct cell cells[CELLS] = {{.last = 0}};
	cb__hearing rows[CELLS];
	int found = 0;
	for (size_t i = 0; i < CELLS; i++)
		cells[i].last = noise->draw(&noise->random);
	measure(cells, rows, noise, ending);
	for (size_t i = 0; i < CELLS; i++) {
		found |= rows[i].verdict == CB_VERDICT_REGRESSED;
		cb__series_done(&cells[i].screen);
		cb__series_done(&cells[i].confirm);
	}
	return found;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		double (*draw)(cb__random *random);
	} kinds[KINDS] = {
		{"normal", normal}, {"heavy", heavy}, {"skewed", skewed}, {"bursts", bursts}};
	static const double sds[] = {0.03, 0.10}, correlations[] = {0, 0.5};
	long gates = argc > 1 ? strtol(argv[1], NULL, 10) : 600;

	printf("red of %ld null gates; confirmed in full, until a launch from %d to %d, until "
	       "any\n",
		gates, PARTIAL, CONFIRM - 1);
	printf("%-8s %4s %11s %8s %8s %8s\n", "noise", "sd", "correlation", "full", "partial",
		"any");
	for (size_t i = 0; i < 4 * KINDS; i++) {
		struct noise noise = {kinds[i % KINDS].draw, sds[i / KINDS % 2],
			correlations[i / (2 * KINDS)], {i + 1}};
		printf("%-8s %3.0f%% %11.1f", kinds[i % KINDS].name, 100 * noise.sd,
			noise.correlation);
		for (int ending = 0; ending < ENDING_COUNT; ending++) {
			long red = 0;
			for (long gate = 0; gate < gates; gate++)
				red += is_red(&noise, (enum ending)ending);
			printf(" %8ld", red);
		}
		printf("\n");
	}
	return 0;
}
