/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_choose.h"

#include <stdlib.h>

#include "hearing.h"

struct choosing {
	const cb__pairs *pairs;
	const cb_rules *rules;
	const cb__gate_settings *settings;
	cb__purpose purpose;
};

static void prepare_hearing(cb__hearing *out, const struct choosing *how, const cb__pair *pair)
{
	*out = (cb__hearing){.screen = &pair->screen,
		.confirm = &pair->confirm,
		.is_parallel = pair->panel->threads * pair->panel->processes > 1};
	cb__rules_limits(&out->limits, how->rules, pair->id);
}

/* What slowdowns are injected into later is confirmed like a suspect, and in full. */
static int is_unfinished(const struct choosing *how, const cb__pair *pair)
{
	return pair->is_forced &&
	       cb__series_launches(&pair->confirm) < cb__hearing_extended(how->settings);
}

static int is_wanted(const struct choosing *how, const cb__pair *pair, const cb__hearing *heard)
{
	switch (how->purpose) {
	case CB__TO_SCREEN:
		return heard->wants_screen;
	case CB__TO_CONFIRM:
		return heard->wants_confirm || heard->wants_extension || is_unfinished(how, pair);
	case CB__TO_FOLLOW:
		return heard->verdict == CB_VERDICT_REGRESSED;
	}
	return 0;
}

/* First of all, for without it no verdict counts. */
static cb_status choose_canary(const struct choosing *how, cb__pair **out, size_t *ret_count)
{
	cb__pair *canary = how->pairs->canary;
	cb__hearing heard;
	if (canary == NULL || canary->screen.count == 0)
		return CB_OK;
	prepare_hearing(&heard, how, canary);
	cb__canary_limits(&heard.limits, canary->arms[CB__ARM_HEAD]->slowed_percent);
	cb_status status = cb__hear(&heard, 1, how->settings);
	if (status == CB_OK && !cb__hearing_finds(&heard, how->settings) &&
		is_wanted(how, canary, &heard))
		out[(*ret_count)++] = canary;
	return status;
}

struct chosen {
	cb__pair *pair;
	int is_extension;
	double log_ratio;
};

/* Not yet confirmed before undecided, then the greatest loss first. */
static int compare_chosen(const void *a, const void *b)
{
	const struct chosen *left = a;
	const struct chosen *right = b;
	if (left->is_extension != right->is_extension)
		return left->is_extension - right->is_extension;
	return left->log_ratio < right->log_ratio ? 1 : left->log_ratio > right->log_ratio ? -1 : 0;
}

static cb_status hear_all(
	const struct choosing *how, cb__hearing *heard, cb__pair **pairs, size_t *ret_count)
{
	size_t count = 0;
	for (size_t i = 0; i < how->pairs->count; i++) {
		cb__pair *pair = &how->pairs->rows[i];
		if (pair->screen.count == 0 || !cb__pair_is_alive(pair))
			continue;
		pairs[count] = pair;
		prepare_hearing(&heard[count++], how, pair);
	}
	*ret_count = count;
	return cb__hear(heard, count, how->settings);
}

cb_status cb__pairs_choose(cb__pair **out, size_t *ret_count, const cb__pairs *all,
	const cb_rules *rules, cb__purpose purpose)
{
	const struct choosing choosing = {all, rules, cb__rules_settings(rules), purpose};
	const struct choosing *how = &choosing;
	cb__hearing *heard = calloc(how->pairs->count + 1, sizeof *heard);
	cb__pair **pairs = calloc(how->pairs->count + 1, sizeof *pairs);
	struct chosen *chosen = calloc(how->pairs->count + 1, sizeof *chosen);
	size_t count = 0;
	size_t wanted = 0;
	*ret_count = 0;
	cb_status status = heard != NULL && pairs != NULL && chosen != NULL ? CB_OK : CB_ENOMEM;
	if (status == CB_OK)
		status = choose_canary(how, out, ret_count);
	if (status == CB_OK)
		status = hear_all(how, heard, pairs, &count);
	for (size_t i = 0; i < count && status == CB_OK; i++)
		if (is_wanted(how, pairs[i], &heard[i]))
			chosen[wanted++] = (struct chosen){
				pairs[i], heard[i].wants_extension, heard[i].estimate.log_ratio};
	if (wanted > 0)
		qsort(chosen, wanted, sizeof *chosen, compare_chosen);
	for (size_t i = 0; i < wanted; i++)
		out[(*ret_count)++] = chosen[i].pair;
	free(chosen);
	free(pairs);
	free(heard);
	return status;
}
