/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "crosscheck.h"
#include "document.h"
#include "gate_sides.h"

/* One pair in so many has a control in the screen. */
#define CONTROL_SHARE 10u

int cb__pair_is_alive(const cb__pair *pair)
{
	return cb__entry_is_alive(pair->arms[CB__ARM_BASE]) &&
	       cb__entry_is_alive(pair->arms[CB__ARM_HEAD]);
}

static int has_control(const cb__pair *pair)
{
	return pair->arms[CB__ARM_CONTROL] != NULL &&
	       cb__entry_is_alive(pair->arms[CB__ARM_CONTROL]);
}

static int is_absent(const cb__entry *entry)
{
	return entry->outcome == CB_OUTCOME_UNSUPPORTED;
}

/* A mode that is another one by mechanism is measured as that one. */
static int is_wanted(const cb__pair *pair)
{
	const cb__entry *base = pair->arms[CB__ARM_BASE];
	const cb__entry *head = pair->arms[CB__ARM_HEAD];
	if (base->member->same_as != NULL && head->member->same_as != NULL)
		return 0;
	return !is_absent(base) || !is_absent(head);
}

static cb_status fill_pair(cb__pair *out, cb__panel *panel, size_t mode)
{
	cb_text id = CB_TEXT_INIT;
	*out = (cb__pair){.panel = panel, .mode = mode};
	for (int arm = 0; arm < CB__ARM_COUNT; arm++)
		out->arms[arm] = &panel->entries[cb__side_index(mode, (cb__arm)arm)];
	if (!is_wanted(out))
		return CB_OK;
	cb__document_cell_id(&id, panel, out->arms[CB__ARM_HEAD]->member);
	return cb__text_take(&id, &out->id);
}

static void draw_controls(cb__pairs *pairs, cb__random *random)
{
	size_t *order = calloc(pairs->count + 1, sizeof *order);
	if (order == NULL)
		return; /* the canary and the confirmation have controls all the same */
	cb__random_order(random, order, pairs->count);
	size_t wanted = (pairs->count + CONTROL_SHARE - 1) / CONTROL_SHARE;
	for (size_t i = 0; i < pairs->count && wanted > 0; i++) {
		cb__pair *pair = &pairs->rows[order[i]];
		if (!cb__pair_is_alive(pair) || !has_control(pair))
			continue;
		pair->has_control = 1;
		wanted--;
	}
	free(order);
}

cb_status cb__pairs_new(
	cb__pairs *out, cb__matrix *matrix, const cb__crew *crew, cb__random *random)
{
	size_t modes = crew->member_count / CB__ARM_COUNT;
	/* A file that is no such library is a mistake of the call, not what became of its cells. */
	cb_status status = cb__sides_check_loaded(crew);
	*out = (cb__pairs){.count = 0};
	if (status != CB_OK)
		return status;
	out->rows = calloc(matrix->panel_count * modes + 1, sizeof *out->rows);
	if (out->rows == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < matrix->panel_count * modes && status == CB_OK; i++) {
		cb__pair *pair = &out->rows[out->count];
		status = fill_pair(pair, &matrix->panels[i / modes], i % modes);
		out->count += pair->id != NULL ? 1 : 0;
	}
	if (status == CB_OK)
		draw_controls(out, random);
	return status;
}

static int is_cheap(const cb__pair *pair)
{
	cb_kind kind = pair->panel->algorithm->kind;
	return pair->panel->size >= 64 && pair->panel->threads * pair->panel->processes == 1 &&
	       (kind == CB_KIND_HASH || kind == CB_KIND_CIPHER || kind == CB_KIND_AEAD ||
		       kind == CB_KIND_MAC);
}

static cb__pair *choose(const cb__pairs *pairs, cb__random *random, int must_be_cheap)
{
	cb__pair *chosen = NULL;
	uint64_t seen = 0;
	for (size_t i = 0; i < pairs->count; i++) {
		cb__pair *pair = &pairs->rows[i];
		if (!cb__pair_is_alive(pair) || pair->has_same_code ||
			(must_be_cheap && !is_cheap(pair)))
			continue;
		seen++;
		if (cb__random_below(random, seen) == 0)
			chosen = pair;
	}
	return chosen;
}

/* The control is what is slowed: a head that gained more than the canary loses would hide it. */
static cb__member *canary_member(const cb__pair *pair, cb__arm arm)
{
	return pair->arms[arm == CB__ARM_HEAD && has_control(pair) ? CB__ARM_CONTROL : arm]->member;
}

static cb_status copy_pair(cb__pair *out, const cb__pair *pair)
{
	cb__panel *panel = calloc(1, sizeof *panel);
	*out = (cb__pair){.panel = panel, .mode = pair->mode, .id = cb__string_copy(pair->id)};
	if (panel == NULL || out->id == NULL)
		return CB_ENOMEM;
	*panel = *pair->panel;
	panel->is_cross_checked = 1;
	panel->entries = calloc(CB__ARM_COUNT, sizeof *panel->entries);
	if (panel->entries == NULL)
		return CB_ENOMEM;
	for (int arm = 0; arm < CB__ARM_CONTROL; arm++) {
		panel->entries[arm] = (cb__entry){.member = canary_member(pair, (cb__arm)arm),
			.outcome = CB_OUTCOME_MEASURED};
		out->arms[arm] = &panel->entries[arm];
	}
	return CB_OK;
}

cb_status cb__pairs_add_canary(cb__pairs *pairs, cb__random *random)
{
	const cb__pair *chosen = choose(pairs, random, 1);
	if (chosen == NULL)
		chosen = choose(pairs, random, 0);
	if (chosen == NULL)
		return CB_OK;
	pairs->canary = calloc(1, sizeof *pairs->canary);
	return pairs->canary != NULL ? copy_pair(pairs->canary, chosen) : CB_ENOMEM;
}

void cb__pair_done(cb__pair *pair)
{
	cb__series_done(&pair->screen);
	cb__series_done(&pair->confirm);
	free(pair->id);
}

static void canary_done(cb__pair *canary)
{
	if (canary == NULL)
		return;
	for (int arm = 0;
		canary->panel != NULL && canary->panel->entries != NULL && arm < CB__ARM_COUNT;
		arm++) {
		free(canary->panel->entries[arm].reason);
		free(canary->panel->entries[arm].output);
	}
	if (canary->panel != NULL)
		free(canary->panel->entries);
	free(canary->panel);
	cb__pair_done(canary);
	free(canary);
}

void cb__pairs_done(cb__pairs *pairs)
{
	for (size_t i = 0; i < pairs->count; i++)
		cb__pair_done(&pairs->rows[i]);
	canary_done(pairs->canary);
	free(pairs->rows);
	*pairs = (cb__pairs){.count = 0};
}

/* Who takes part in this visit. */
struct cast {
	cb__arm arms[CB__ARM_COUNT];
	size_t count;
};

static void cast_arms(struct cast *out, const cb__pair *pair, int is_confirm)
{
	*out = (struct cast){{CB__ARM_BASE, CB__ARM_HEAD}, 2};
	if ((is_confirm || pair->has_control) && has_control(pair))
		out->arms[out->count++] = CB__ARM_CONTROL;
}

/* Three fit a loop; which comes first must not be the same each time. */
static void shuffle(struct cast *cast, cb__random *random)
{
	for (size_t i = cast->count; i > 1; i--) {
		size_t j = (size_t)cb__random_below(random, i);
		cb__arm arm = cast->arms[i - 1];
		cast->arms[i - 1] = cast->arms[j];
		cast->arms[j] = arm;
	}
}

static cb_status open_all(cb__pair *pair, const struct cast *cast, const cb__visit *visit)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < cast->count && status == CB_OK; i++)
		status = cb__entry_open(pair->arms[cast->arms[i]], pair->panel, visit);
	return status;
}

static cb_status close_all(cb__pair *pair, const cb__visit *visit)
{
	cb_status status = CB_OK;
	for (int arm = 0; arm < CB__ARM_COUNT && status == CB_OK; arm++)
		if (pair->arms[arm] != NULL && pair->arms[arm]->is_open)
			status = cb__entry_close(pair->arms[arm], visit);
	return status;
}

/* One batch size for all arms and launches: separate ones alone made a difference of 1.2 % in
 * another's harness. */
static void share_batch(cb__pair *pair)
{
	uint64_t least = 0;
	for (int arm = 0; arm < CB__ARM_COUNT; arm++) {
		uint64_t ops = pair->arms[arm] != NULL ? pair->arms[arm]->ops : 0;
		if (ops > 0 && (least == 0 || ops < least))
			least = ops;
	}
	for (int arm = 0; arm < CB__ARM_COUNT && least > 0; arm++)
		if (pair->arms[arm] != NULL)
			pair->arms[arm]->ops = least;
}

static cb_status take_slot(cb__round *round, int *ret_taken, cb__pair *pair, cb__arm arm, int which,
	const cb__visit *visit)
{
	cb__sample sample;
	cb_status status = cb__entry_sample(&sample, ret_taken, pair->arms[arm], visit);
	if (status != CB_OK || !*ret_taken)
		return status;
	round->slots[arm][which] = (cb__slot){(double)sample.cpu_ns / (double)sample.ops,
		(double)sample.wall_ns / (double)sample.ops};
	round->disturbed = round->disturbed || sample.switches > 0;
	return CB_OK;
}

/* ABBA or BAAB: the second half mirrors the first. */
static cb_status take_round(
	cb__round *round, int *ret_taken, cb__pair *pair, struct cast *cast, const cb__visit *visit)
{
	size_t slots = 2 * cast->count;
	cb_status status = CB_OK;
	*round = (cb__round){.launch = visit->launch, .has_control = cast->count == CB__ARM_COUNT};
	*ret_taken = 1;
	shuffle(cast, visit->random);
	for (size_t i = 0; i < slots && status == CB_OK && *ret_taken; i++) {
		int is_second = i >= cast->count;
		size_t at = is_second ? slots - 1 - i : i;
		status = take_slot(round, ret_taken, pair, cast->arms[at], is_second, visit);
	}
	return status;
}

static cb_status take_rounds(
	cb__pair *pair, struct cast *cast, cb__series *series, const cb__visit *visit)
{
	uint32_t calm = 0;
	cb_status status = CB_OK;
	uint32_t most = visit->rounds + (visit->rounds + 1) / 2;
	for (uint32_t i = 0; i < most && calm < visit->rounds && status == CB_OK; i++) {
		cb__round round;
		int is_taken = 0;
		status = take_round(&round, &is_taken, pair, cast, visit);
		if (status != CB_OK || !is_taken)
			break;
		calm += round.disturbed ? 0 : 1;
		status = cb__series_add(series, &round);
	}
	return status;
}

static int are_all_open(const cb__pair *pair, const struct cast *cast)
{
	for (size_t i = 0; i < cast->count; i++)
		if (!pair->arms[cast->arms[i]]->is_open ||
			!cb__entry_is_alive(pair->arms[cast->arms[i]]))
			return 0;
	return 1;
}

static cb_status check_outputs(cb__pair *pair, size_t entry_count, const cb__visit *visit)
{
	if (pair->panel->is_cross_checked)
		return CB_OK;
	return cb__crosscheck(pair->panel, entry_count, visit->crew, visit->seed);
}

cb_status cb__pair_visit_once(cb__pair *pair, size_t entry_count, const cb__pair_visit *how)
{
	struct cast cast;
	uint64_t start = cb__clock_wall_ns();
	int is_first = pair->screen.count == 0;
	cast_arms(&cast, pair, how->is_confirm);
	shuffle(&cast, how->visit.random);
	cb_status status = open_all(pair, &cast, &how->visit);
	if (status == CB_OK && is_first)
		status = check_outputs(pair, entry_count, &how->visit);
	share_batch(pair);
	if (status == CB_OK && are_all_open(pair, &cast))
		status = take_rounds(
			pair, &cast, how->is_confirm ? &pair->confirm : &pair->screen, &how->visit);
	if (status == CB_OK)
		status = close_all(pair, &how->visit);
	/* What others take of the processor changes, so the last visits count most. */
	double cost_s = (double)(cb__clock_wall_ns() - start) * 1e-9;
	pair->cost_s = pair->cost_s > 0 ? (3 * pair->cost_s + cost_s) / 4 : cost_s;
	return status;
}
