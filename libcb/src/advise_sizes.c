/* SPDX-License-Identifier: Apache-2.0 */
/* Who is the fastest at which size: of all candidates, and of AES-GCM and ChaCha20-Poly1305. */
#include "advise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIZES_MAX 64

/* What all candidates take at each size, operation by operation. */
struct grid {
	const cb_advice *a;
	size_t count; /* of candidates */
	size_t op_count;
	cb_op ops[CB_OP_COUNT];
	double weights[CB_OP_COUNT];
	size_t size_count;
	uint64_t sizes[SIZES_MAX];
	cb__advice_term *terms; /* size by size, of each candidate its operations */
};

/* Who is compared at each size: all candidates, or the best one of each cipher. */
struct table {
	const struct grid *g;
	size_t count;  /* of contenders */
	size_t *picks; /* size by size, of each contender the candidate it is; NOBODY */
	const char **names;
};

#define NOBODY ((size_t)-1)

static cb__advice_term *terms_at(const struct grid *g, size_t size, size_t candidate)
{
	return &g->terms[(size * g->count + candidate) * g->op_count];
}

static size_t pick_at(const struct table *t, size_t size, size_t contender)
{
	return t->picks[size * t->count + contender];
}

static int is_there(const struct table *t, size_t size, size_t contender)
{
	return pick_at(t, size, contender) != NOBODY;
}

static cb__advice_relation relate_candidates(
	const struct grid *g, size_t size, size_t mine, size_t first)
{
	return cb__advice_relate(
		g->a, terms_at(g, size, mine), terms_at(g, size, first), g->op_count);
}

/* Time of one contender over that of another; both are there. */
static cb__advice_relation relate(const struct table *t, size_t size, size_t mine, size_t first)
{
	return relate_candidates(t->g, size, pick_at(t, size, mine), pick_at(t, size, first));
}

static double ns_at(const struct table *t, size_t size, size_t contender)
{
	const cb__advice_term *terms = terms_at(t->g, size, pick_at(t, size, contender));
	double sum = 0;

	for (size_t i = 0; i < t->g->op_count; i++)
		sum += terms[i].count * terms[i].time.ns;
	return sum;
}

/* The operations of the choice that work on messages, in their proportion. */
static double weight_of(const cb_profile *profile, cb_op op)
{
	double all = 0, own = 0;

	for (size_t i = 0; i < profile->work_count; i++) {
		const cb__work *work = &profile->work[i];

		if (!cb__work_is_sized(profile, work))
			continue;
		all += work->count;
		own += work->op == op ? work->count : 0;
	}
	return all > 0 ? own / all : 0;
}

static void find_ops(struct grid *g, const cb_profile *profile)
{
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++) {
		double weight = weight_of(profile, (cb_op)op);

		if (!(weight > 0))
			continue;
		g->ops[g->op_count] = (cb_op)op;
		g->weights[g->op_count++] = weight;
	}
}

/* One message of that size, not from beyond the last that was measured; 0 if that is not known. */
static int read_terms(cb__advice_term *terms, const struct grid *g, cb_advice *a,
	const cb__advice_rank *rank, size_t candidate, uint64_t size)
{
	const char *choice = a->profile->choices[rank->choices[candidate]]->name;

	for (size_t i = 0; i < g->op_count; i++) {
		cb__advice_points points = cb__advice_points_of(
			a, rank->libraries[candidate], choice, cb_op_name(g->ops[i]));
		cb__advice_time time = cb__advice_time_at(&points, size);

		if (time.basis != CB_BASIS_MEASURED && time.basis != CB_BASIS_BETWEEN)
			return 0;
		terms[i] = (cb__advice_term){g->weights[i], time};
	}
	return 1;
}

static cb_op first_op(const cb_profile *profile)
{
	for (size_t i = 0; i < profile->work_count; i++)
		if (cb__work_is_sized(profile, &profile->work[i]))
			return profile->work[i].op;
	return CB_OP_NONE;
}

/* Adds a size if all are known there: nobody leads because others were not measured. */
static void add_size(struct grid *g, cb_advice *a, const cb__advice_rank *rank, uint64_t size)
{
	for (size_t i = 0; i < g->count; i++)
		if (!read_terms(terms_at(g, g->size_count, i), g, a, rank, i, size))
			return;
	g->sizes[g->size_count++] = size;
}

/* The sizes that the first candidate has. */
static size_t find_sizes(uint64_t sizes[SIZES_MAX], cb_advice *a, const cb__advice_rank *rank)
{
	cb_op op = first_op(a->profile);
	cb__advice_points points;
	size_t count = 0;

	if (op == CB_OP_NONE || rank->view.ranked_count == 0)
		return 0;
	points = cb__advice_points_of(
		a, rank->libraries[0], a->profile->choices[rank->choices[0]]->name, cb_op_name(op));
	for (size_t i = 0; i < points.count && count < SIZES_MAX; i++)
		if (points.cells[i]->outcome == CB_OUTCOME_MEASURED)
			sizes[count++] = points.cells[i]->size;
	return count;
}

static cb_status make_grid(struct grid *g, cb_advice *a, const cb__advice_rank *rank)
{
	uint64_t sizes[SIZES_MAX];
	size_t count = find_sizes(sizes, a, rank);

	*g = (struct grid){.a = a, .count = rank->view.ranked_count};
	find_ops(g, a->profile);
	g->terms = calloc(count * g->count * g->op_count + 1, sizeof *g->terms);
	if (g->terms == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < count; i++)
		add_size(g, a, rank, sizes[i]);
	return CB_OK;
}

static cb_status table_begin(struct table *t, const struct grid *g, size_t count)
{
	*t = (struct table){.g = g, .count = count};
	t->picks = calloc(g->size_count * count + 1, sizeof *t->picks);
	t->names = calloc(count + 1, sizeof(*t->names));
	return t->picks == NULL || t->names == NULL ? CB_ENOMEM : CB_OK;
}

static void table_done(struct table *t)
{
	free(t->picks);
	free(t->names);
}

static cb_status make_all(struct table *t, const struct grid *g, const cb__advice_rank *rank)
{
	if (table_begin(t, g, g->count) != CB_OK)
		return CB_ENOMEM;
	for (size_t i = 0; i < g->count; i++)
		t->names[i] = rank->candidates[i].name;
	for (size_t i = 0; i < g->size_count * g->count; i++)
		t->picks[i] = i % g->count;
	return CB_OK;
}

cb__advice_cipher cb__advice_cipher_of(const char *choice)
{
	if (strcmp(choice, "chacha20-poly1305") == 0)
		return CB__ADVICE_CHACHA;
	return strncmp(choice, "aes-", 4) == 0 && strstr(choice, "-gcm") != NULL
		       ? CB__ADVICE_AES_GCM
		       : CB__ADVICE_NO_CIPHER;
}

/* Of AES-GCM and ChaCha20-Poly1305 the fastest at each size, in whatever library. */
static cb_status make_ciphers(struct table *t, const struct grid *g, const cb__advice_rank *rank)
{
	if (table_begin(t, g, CB__ADVICE_NO_CIPHER) != CB_OK)
		return CB_ENOMEM;
	t->names[CB__ADVICE_AES_GCM] = "AES-GCM";
	t->names[CB__ADVICE_CHACHA] = "ChaCha20-Poly1305";
	for (size_t i = 0; i < g->size_count * t->count; i++)
		t->picks[i] = NOBODY;
	for (size_t i = 0; i < g->size_count; i++)
		for (size_t j = 0; j < g->count; j++) {
			cb__advice_cipher cipher = cb__advice_cipher_of(rank->candidates[j].choice);
			size_t *best = t->picks + i * t->count;

			if (cipher == CB__ADVICE_NO_CIPHER)
				continue;
			best += cipher;
			if (*best == NOBODY || relate_candidates(g, i, j, *best).times < 1)
				*best = j;
		}
	return CB_OK;
}

/* Index of the fastest at a size but for @p without; t->count if there is none. */
static size_t fastest(const struct table *t, size_t size, size_t without)
{
	size_t best = t->count;

	for (size_t i = 0; i < t->count; i++) {
		if (i == without || !is_there(t, size, i))
			continue;
		if (best == t->count || relate(t, size, i, best).times < 1)
			best = i;
	}
	return best;
}

static int is_ahead(const struct table *t, size_t size, size_t fast, size_t slow)
{
	cb__advice_relation r = relate(t, size, slow, fast);

	return cb__advice_is_behind(&r);
}

/* By intervals: what a few launches say may be the moment's. */
static int is_surely_ahead(const struct table *t, size_t size, size_t fast, size_t slow)
{
	cb__advice_relation r = relate(t, size, slow, fast);

	return !isnan(r.low) && cb__advice_is_behind(&r);
}

/* Who leads at a size: whoever led before, until another is faster by more than the noise; of those
 * that then cannot be told apart the first in the ranking. That another may be, but without
 * intervals, makes the order @p ret_unsure. */
static size_t leader(const struct table *t, size_t size, size_t before, int *ret_unsure)
{
	size_t best = fastest(t, size, t->count);
	size_t first = 0;

	if (best == t->count)
		return best;
	if (before != t->count && is_there(t, size, before)) {
		if (!is_ahead(t, size, best, before))
			return before;
		*ret_unsure |= !is_surely_ahead(t, size, best, before);
	}
	while (first < best && (!is_there(t, size, first) || is_ahead(t, size, best, first)))
		first++;
	return first;
}

static int led_surely(const struct table *t, size_t size, size_t before, size_t now)
{
	for (size_t i = 0; i < size; i++)
		if (is_surely_ahead(t, i, before, now))
			return 1;
	return 0;
}

/* Where the lines of two from size to size meet, seen from @p size down; NaN if they do not, or if
 * the noise hides which of them was the faster one before. */
static double crossing(const struct table *t, size_t size, size_t before, size_t now)
{
	if (!led_surely(t, size, before, now) || !is_surely_ahead(t, size, now, before))
		return (double)NAN;
	for (; size > 0; size--) {
		double d0 = ns_at(t, size - 1, now) - ns_at(t, size - 1, before);
		double d1 = ns_at(t, size, now) - ns_at(t, size, before);
		double s0 = (double)t->g->sizes[size - 1], s1 = (double)t->g->sizes[size];

		if (!(d1 < 0))
			break;
		if (d0 > 0)
			return s0 + (s1 - s0) * d0 / (d0 - d1);
	}
	return (double)NAN;
}

/* Whether the leader is ahead of everybody else. */
static int is_even(const struct table *t, size_t size, size_t lead)
{
	size_t next = fastest(t, size, lead);

	return next != t->count && !is_ahead(t, size, lead, next);
}

static void extend(cb_size_range *range, const struct table *t, size_t size, size_t lead)
{
	size_t next = fastest(t, size, lead);
	double times;

	range->size_max = t->g->sizes[size];
	if (next == t->count)
		return;
	times = relate(t, size, next, lead).times;
	range->times_min = isnan(range->times_min) ? times : fmin(range->times_min, times);
	range->times_max = isnan(range->times_max) ? times : fmax(range->times_max, times);
}

static cb_size_range begin(const struct table *t, size_t size, size_t before, size_t lead)
{
	int is_change = before != t->count && before != lead;

	return (cb_size_range){.name = t->names[lead],
		.size_min = t->g->sizes[size],
		.size_max = t->g->sizes[size],
		.from = is_change ? crossing(t, size, before, lead) : (double)NAN,
		.times_min = (double)NAN,
		.times_max = (double)NAN,
		.is_either = is_even(t, size, lead)};
}

/* A range has one leader, and either all of its sizes tell that it is the fastest or none does. An
 * order that is not sure has no ranges. */
static cb_status find_ranges(
	cb_size_range **out, size_t *ret_count, int *ret_unsure, const struct table *t)
{
	size_t lead = t->count, count = 0;
	cb_size_range *ranges = calloc(t->g->size_count + 1, sizeof *ranges);

	if (ranges == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < t->g->size_count; i++) {
		size_t now = leader(t, i, lead, ret_unsure);

		if (now == t->count)
			continue;
		if (count == 0 || now != lead || ranges[count - 1].is_either != is_even(t, i, now))
			ranges[count++] = begin(t, i, lead, now);
		extend(&ranges[count - 1], t, i, now);
		lead = now;
	}
	*out = ranges;
	*ret_count = *ret_unsure ? 0 : count;
	return CB_OK;
}

static int has_both(const struct table *t)
{
	for (size_t i = 0; i < t->g->size_count; i++)
		if (is_there(t, i, 0) && is_there(t, i, 1))
			return 1;
	return 0;
}

static cb_status find_ciphers(cb__advice_rank *rank, const struct grid *g)
{
	struct table t;
	cb_status status = make_ciphers(&t, g, rank);

	if (status == CB_OK && has_both(&t))
		status = find_ranges(
			&rank->ciphers, &rank->view.cipher_count, &rank->ciphers_unsure, &t);
	table_done(&t);
	return status;
}

static cb_status find_leaders(cb__advice_rank *rank, const struct grid *g)
{
	struct table t;
	cb_status status = make_all(&t, g, rank);

	if (status == CB_OK && g->size_count > 1)
		status = find_ranges(&rank->sizes, &rank->view.size_count, &rank->sizes_unsure, &t);
	table_done(&t);
	return status;
}

cb_status cb__advice_sizes(cb_advice *a, cb__advice_rank *rank)
{
	struct grid g;
	cb_status status = make_grid(&g, a, rank);

	if (status == CB_OK)
		status = find_leaders(rank, &g);
	if (status == CB_OK)
		status = find_ciphers(rank, &g);
	free(g.terms);
	rank->view.sizes = rank->sizes;
	rank->view.ciphers = rank->ciphers;
	return status;
}
