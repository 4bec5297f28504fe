/* SPDX-License-Identifier: Apache-2.0 */
/* The driver against loops: samples taken in turn, each at sixteen positions of the stack, and
 * ratios from samples of one round, so that a slow moment hits both sides. */
#include "idioms.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "stats.h"

#define ROUNDS_MIN      5
#define ROUNDS_MAX      64
#define SAMPLE_NS       250000
#define POSITIONS       16 /* as many as cb__measure_sample() averages over */
#define EMPTY_OPS       100000
#define OUT_MAX         1024

#define STATE_ALIGNMENT 64 /* the core's, for the states of drivers */

/* A loop as the core sees it: one call is a part of a batch. */
struct hand {
	const idioms_idiom *idiom;
	void *state;
	uint64_t ops;
};

/* Side 0 is the driver, the last one does nothing, those between are the idioms. */
struct contest {
	const idioms_family *family;
	cb__cell *cell;
	cb_io *io;
	struct hand hands[IDIOMS_MAX];
	cb__work works[IDIOMS_SIDES_MAX];
	uint64_t calls[IDIOMS_SIDES_MAX]; /* in one sample */
	uint64_t ops[IDIOMS_SIDES_MAX];   /* in one sample; the same, but for the last side */
	size_t side_count;
	void *pad;
};

struct record {
	double ns[IDIOMS_SIDES_MAX][ROUNDS_MAX];
	size_t rounds;
};

static cb_status run_hand(void *state, cb_io *io)
{
	const struct hand *hand = state;

	return hand->idiom->loop(hand->state, io, hand->ops) ? CB_OK : CB_EBACKEND;
}

static cb_status run_empty(void *state, cb_io *io)
{
	(void)state;
	(void)io;
	return CB_OK;
}

static cb_status start_cell(
	struct contest *contest, const cb__module *module, uint64_t seed, cb_text *why)
{
	const cb__cell_spec spec = {.module = module,
		.impl = cb__module_impl(module, contest->family->algorithm),
		.algorithm = cb__module_algorithm(module, contest->family->algorithm),
		.op = contest->family->op,
		.variant = CB_VARIANT_MESSAGE,
		.size = IDIOMS_MESSAGE_LEN,
		.seed = seed};
	cb_status status = cb__cell_new(&contest->cell, &spec);

	if (status == CB_OK)
		status = cb__cell_start(contest->cell, why);
	if (status == CB_OK)
		status = cb__cell_once(contest->cell, why);
	if (status != CB_OK)
		return status;
	contest->works[0] = cb__cell_work(contest->cell);
	contest->io = contest->works[0].io;
	return CB_OK;
}

static void *allocate_state(void)
{
	size_t size = (idioms_library_linked.state_size + STATE_ALIGNMENT - 1) / STATE_ALIGNMENT *
		      STATE_ALIGNMENT;
	void *state = aligned_alloc(STATE_ALIGNMENT, size);

	if (state != NULL)
		memset(state, 0, size);
	return state;
}

static cb_status start_hands(struct contest *contest, cb_text *why)
{
	for (size_t i = 0; i < contest->family->idiom_count; i++) {
		struct hand *hand = &contest->hands[i];

		hand->idiom = &contest->family->idioms[i];
		hand->ops = 1;
		hand->state = allocate_state();
		if (hand->state == NULL)
			return CB_ENOMEM;
		contest->works[i + 1] =
			(cb__work){.run = run_hand, .state = hand, .io = contest->io};
		if (!hand->idiom->open(hand->state, contest->family, contest->io)) {
			cb__text_format(why, "%s: set-up failed", hand->idiom->name);
			return CB_EBACKEND;
		}
	}
	contest->works[contest->family->idiom_count + 1] =
		(cb__work){.run = run_empty, .io = contest->io};
	contest->side_count = contest->family->idiom_count + 2;
	return CB_OK;
}

static void finish(struct contest *contest)
{
	for (size_t i = 0; i < IDIOMS_MAX; i++) {
		if (contest->hands[i].state != NULL)
			idioms_library_linked.close(contest->hands[i].state);
		free(contest->hands[i].state);
	}
	cb__cell_free(contest->cell);
	free(contest->pad);
}

struct output {
	uint8_t out[OUT_MAX];
	uint8_t tag[OUT_MAX];
};

/* Runs one operation on cleared buffers and takes what it wrote. */
static cb_status take(struct output *output, struct contest *contest, size_t side)
{
	cb_io *io = contest->io;
	int writes_tag = contest->family->op == CB_OP_SEAL;
	size_t out_len = io->out_len < OUT_MAX ? io->out_len : OUT_MAX;

	memset(output, 0, sizeof(*output));
	memset(io->out, 0, out_len);
	if (writes_tag)
		memset(io->tag, 0, io->tag_len);
	cb_status status = contest->works[side].run(contest->works[side].state, io);
	memcpy(output->out, io->out, out_len);
	if (writes_tag)
		memcpy(output->tag, io->tag, io->tag_len);
	return status;
}

static int is_same(const struct output *a, const struct output *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

/* Whether the loops compute what the driver computes, unless that never does the same twice. */
static cb_status check_hands(struct contest *contest, cb_text *why)
{
	struct output first;
	struct output other;
	cb_status status = take(&first, contest, 0);

	if (status == CB_OK)
		status = take(&other, contest, 0);
	int repeats = status == CB_OK && is_same(&first, &other);
	for (size_t side = 1; side <= contest->family->idiom_count && status == CB_OK; side++) {
		const char *name = contest->family->idioms[side - 1].name;

		status = take(&other, contest, side);
		if (status != CB_OK)
			cb__text_format(why, "%s: the operation failed", name);
		else if (repeats && !is_same(&first, &other))
			status = CB_EMISMATCH;
		if (status == CB_EMISMATCH)
			cb__text_format(why, "%s: the output differs from the driver's", name);
	}
	return status;
}

/* All sides do the same number of operations at the same positions: the driver one by each call of
 * the core, a loop its share. */
static cb_status calibrate(struct contest *contest)
{
	uint64_t ops = 1;
	cb_status status = cb__measure_calibrate(&ops, &contest->works[0], SAMPLE_NS);
	uint64_t parts = ops < POSITIONS ? ops : POSITIONS;

	for (size_t side = 0; side < contest->side_count; side++)
		contest->ops[side] = contest->calls[side] = ops / parts * parts;
	for (size_t i = 0; i < contest->family->idiom_count; i++) {
		contest->hands[i].ops = ops / parts;
		contest->calls[i + 1] = parts;
	}
	contest->ops[contest->side_count - 1] = EMPTY_OPS;
	contest->calls[contest->side_count - 1] = EMPTY_OPS;
	for (size_t side = 0; side < contest->side_count && status == CB_OK; side++)
		status = cb__measure_lead_in(&contest->works[side], SAMPLE_NS);
	return status;
}

/* Each round begins with another side, and every other one runs backwards. */
static cb_status sample_round(struct contest *contest, struct record *record, size_t turn)
{
	for (size_t i = 0; i < contest->side_count; i++) {
		size_t step = turn % 2 == 0 ? i : contest->side_count - 1 - i;
		size_t side = (step + turn / 2) % contest->side_count;
		cb__sample sample;
		cb_status status = cb__measure_sample(
			&sample, &contest->works[side], contest->calls[side], turn);

		if (status != CB_OK)
			return status;
		record->ns[side][turn] = (double)(sample.cpu_ns > 0 ? sample.cpu_ns : 1) /
					 (double)contest->ops[side];
	}
	return CB_OK;
}

static cb_status sample(struct record *record, struct contest *contest, uint64_t budget_ns)
{
	uint64_t deadline = cb__clock_wall_ns() + budget_ns;
	cb_status status = CB_OK;

	while (status == CB_OK && record->rounds < ROUNDS_MAX &&
		(record->rounds < ROUNDS_MIN || cb__clock_wall_ns() < deadline)) {
		status = sample_round(contest, record, record->rounds);
		record->rounds++;
	}
	return status;
}

static void condense(idioms_sample *out, const struct record *record, size_t side_count)
{
	double logs[ROUNDS_MAX];
	double scratch[ROUNDS_MAX];

	for (size_t side = 0; side < side_count; side++) {
		cb__stats_log_ratios(logs, record->ns[0], record->ns[side], record->rounds);
		out->log[side] = cb__stats_median(logs, record->rounds, scratch);
		out->ns[side] = cb__stats_median(record->ns[side], record->rounds, scratch);
	}
}

cb_status idioms_measure(idioms_sample *out, const cb__module *module, const idioms_family *family,
	size_t launch, uint64_t budget_ns, cb_text *why)
{
	struct contest contest = {.family = family};
	struct record record = {.rounds = 0};

	/* Moves what is allocated next. */
	contest.pad = malloc(1000 * launch + 1);
	cb_status status = start_cell(&contest, module, launch + 1, why);
	if (status == CB_OK)
		status = start_hands(&contest, why);
	if (status == CB_OK)
		status = check_hands(&contest, why);
	if (status == CB_OK)
		status = calibrate(&contest);
	if (status == CB_OK)
		status = sample(&record, &contest, budget_ns);
	if (status == CB_OK)
		condense(out, &record, contest.side_count);
	finish(&contest);
	return status;
}
