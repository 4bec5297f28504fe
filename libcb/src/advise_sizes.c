/* SPDX-License-Identifier: Apache-2.0 */
/* Who is the fastest at which size: of all candidates, and of AES-GCM and ChaCha20-Poly1305. */
#include "advise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIZES_MAX   64
#define CIPHERS     2
#define AES_GCM     "AES-GCM"
#define CHACHA      "ChaCha20-Poly1305"
#define CHACHA_NAME "chacha20-poly1305"

/* What is compared at each size. */
struct table {
	size_t count; /* of contenders */
	size_t size_count;
	uint64_t sizes[SIZES_MAX];
	cb__advice_time *times; /* size by size, of each contender one; ns is NaN if not measured */
	const char **names;
};

static cb__advice_time *time_at(const struct table *t, size_t size, size_t contender)
{
	return &t->times[size * t->count + contender];
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

static const cb__advice_time unknown = {
	(double)NAN, (double)NAN, (double)NAN, CB_BASIS_MISSING, NULL};

/* One message of that size, not from beyond the last that was measured. */
static cb__advice_time message(cb_advice *a, const cb__advice_rank *rank, size_t i, uint64_t size)
{
	cb__advice_time sum = {0, 0, 0, CB_BASIS_MEASURED, NULL};
	const char *choice = a->profile->choices[rank->choices[i]]->name;

	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++) {
		double weight = weight_of(a->profile, (cb_op)op);
		cb__advice_points points;
		cb__advice_time time;

		if (!(weight > 0))
			continue;
		points = cb__advice_points_of(a, rank->libraries[i], choice, cb_op_name((cb_op)op));
		time = cb__advice_time_at(&points, size);
		if (time.basis != CB_BASIS_MEASURED && time.basis != CB_BASIS_BETWEEN)
			return unknown;
		sum.ns += weight * time.ns;
		sum.low += weight * time.low;
		sum.high += weight * time.high;
	}
	return sum;
}

static cb_op first_op(const cb_profile *profile)
{
	for (size_t i = 0; i < profile->work_count; i++)
		if (cb__work_is_sized(profile, &profile->work[i]))
			return profile->work[i].op;
	return CB_OP_NONE;
}

/* Adds a size if all are known there: nobody leads because others were not measured. */
static void add_size(struct table *t, cb_advice *a, const cb__advice_rank *rank, uint64_t size)
{
	for (size_t i = 0; i < t->count; i++) {
		cb__advice_time time = message(a, rank, i, size);

		if (isnan(time.ns))
			return;
		*time_at(t, t->size_count, i) = time;
	}
	t->sizes[t->size_count++] = size;
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

static cb_status make_table(struct table *t, cb_advice *a, const cb__advice_rank *rank)
{
	uint64_t sizes[SIZES_MAX];
	size_t count = find_sizes(sizes, a, rank);

	*t = (struct table){.count = rank->view.ranked_count};
	t->times = calloc(count * t->count + 1, sizeof *t->times);
	t->names = calloc(t->count + 1, sizeof *t->names);
	if (t->times == NULL || t->names == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < t->count; i++)
		t->names[i] = rank->candidates[i].name;
	for (size_t i = 0; i < count; i++)
		add_size(t, a, rank, sizes[i]);
	return CB_OK;
}

static void table_done(struct table *t)
{
	free(t->times);
	free(t->names);
}

/* Of AES-GCM and ChaCha20-Poly1305 the fastest at each size, in whatever library. */
static cb_status make_ciphers(struct table *out, const struct table *t, const cb__advice_rank *rank)
{
	*out = *t;
	out->count = CIPHERS;
	out->times = calloc(t->size_count * CIPHERS + 1, sizeof *out->times);
	out->names = calloc(CIPHERS, sizeof *out->names);
	if (out->times == NULL || out->names == NULL)
		return CB_ENOMEM;
	out->names[0] = AES_GCM;
	out->names[1] = CHACHA;
	for (size_t i = 0; i < t->size_count * CIPHERS; i++)
		out->times[i] = unknown;
	for (size_t i = 0; i < t->count; i++) {
		const char *choice = rank->candidates[i].choice;
		int is_chacha = strcmp(choice, CHACHA_NAME) == 0;

		if (!is_chacha &&
			(strncmp(choice, "aes-", 4) != 0 || strstr(choice, "-gcm") == NULL))
			continue;
		for (size_t j = 0; j < t->size_count; j++) {
			cb__advice_time *best = time_at(out, j, (size_t)is_chacha);

			if (!(best->ns <= time_at(t, j, i)->ns))
				*best = *time_at(t, j, i);
		}
	}
	return CB_OK;
}

/* Index of the fastest at a size but for @p without; t->count if there is none. */
static size_t fastest(const struct table *t, size_t size, size_t without)
{
	size_t best = t->count;

	for (size_t i = 0; i < t->count; i++) {
		if (i == without || isnan(time_at(t, size, i)->ns))
			continue;
		if (best == t->count || time_at(t, size, i)->ns < time_at(t, size, best)->ns)
			best = i;
	}
	return best;
}

static int is_ahead(const cb__advice_time *fast, const cb__advice_time *slow)
{
	return !cb__advice_is_either(slow->ns / fast->ns, slow->low / fast->high);
}

/* By intervals: what a few launches say may be the moment's. */
static int is_surely_ahead(const cb__advice_time *fast, const cb__advice_time *slow)
{
	return !isnan(fast->high) && !isnan(slow->low) && is_ahead(fast, slow);
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
	if (before != t->count && !isnan(time_at(t, size, before)->ns) &&
		!is_ahead(time_at(t, size, best), time_at(t, size, before)))
		return before;
	if (before != t->count &&
		!is_surely_ahead(time_at(t, size, best), time_at(t, size, before)))
		*ret_unsure = 1;
	while (first < best && (isnan(time_at(t, size, first)->ns) ||
				       is_ahead(time_at(t, size, best), time_at(t, size, first))))
		first++;
	return first;
}

static int led_surely(const struct table *t, size_t size, size_t before, size_t now)
{
	for (size_t i = 0; i < size; i++)
		if (is_surely_ahead(time_at(t, i, before), time_at(t, i, now)))
			return 1;
	return 0;
}

/* Where the lines of two from size to size meet, seen from @p size down; NaN if they do not, or if
 * the noise hides which of them was the faster one before. */
static double crossing(const struct table *t, size_t size, size_t before, size_t now)
{
	if (!led_surely(t, size, before, now) ||
		!is_surely_ahead(time_at(t, size, now), time_at(t, size, before)))
		return (double)NAN;
	for (; size > 0; size--) {
		double d0 = time_at(t, size - 1, now)->ns - time_at(t, size - 1, before)->ns;
		double d1 = time_at(t, size, now)->ns - time_at(t, size, before)->ns;
		double s0 = (double)t->sizes[size - 1], s1 = (double)t->sizes[size];

		if (!(d1 < 0))
			break;
		if (d0 > 0)
			return s0 + (s1 - s0) * d0 / (d0 - d1);
	}
	return (double)NAN;
}

static void extend(cb_size_range *range, const struct table *t, size_t size, size_t lead)
{
	size_t next = fastest(t, size, lead);
	double times;

	range->size_max = t->sizes[size];
	if (next == t->count)
		return;
	times = time_at(t, size, next)->ns / time_at(t, size, lead)->ns;
	range->times_min = isnan(range->times_min) ? times : fmin(range->times_min, times);
	range->times_max = isnan(range->times_max) ? times : fmax(range->times_max, times);
	if (is_ahead(time_at(t, size, lead), time_at(t, size, next)))
		range->is_either = 0;
}

static cb_size_range begin(const struct table *t, size_t size, size_t before, size_t lead)
{
	return (cb_size_range){.name = t->names[lead],
		.size_min = t->sizes[size],
		.size_max = t->sizes[size],
		.from = before == t->count ? (double)NAN : crossing(t, size, before, lead),
		.times_min = (double)NAN,
		.times_max = (double)NAN,
		.is_either = fastest(t, size, lead) != t->count};
}

/* An order that is not sure has no ranges. */
static cb_status find_ranges(
	cb_size_range **out, size_t *ret_count, int *ret_unsure, const struct table *t)
{
	size_t lead = t->count, count = 0;
	cb_size_range *ranges = calloc(t->size_count + 1, sizeof *ranges);

	if (ranges == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < t->size_count; i++) {
		size_t now = leader(t, i, lead, ret_unsure);

		if (now == t->count)
			continue;
		if (count == 0 || now != lead)
			ranges[count++] = begin(t, i, i > 0 ? lead : t->count, now);
		extend(&ranges[count - 1], t, i, now);
		lead = now;
	}
	*out = ranges;
	*ret_count = *ret_unsure ? 0 : count;
	return CB_OK;
}

static int has_both(const struct table *t)
{
	for (size_t i = 0; i < t->size_count; i++)
		if (!isnan(time_at(t, i, 0)->ns) && !isnan(time_at(t, i, 1)->ns))
			return 1;
	return 0;
}

static cb_status find_ciphers(cb__advice_rank *rank, const struct table *t)
{
	struct table ciphers = {0};
	cb_status status = make_ciphers(&ciphers, t, rank);

	if (status == CB_OK && has_both(&ciphers))
		status = find_ranges(
			&rank->ciphers, &rank->view.cipher_count, &rank->ciphers_unsure, &ciphers);
	table_done(&ciphers);
	return status;
}

cb_status cb__advice_sizes(cb_advice *a, cb__advice_rank *rank)
{
	struct table t;
	cb_status status = make_table(&t, a, rank);

	if (status == CB_OK && t.size_count > 1)
		status = find_ranges(&rank->sizes, &rank->view.size_count, &rank->sizes_unsure, &t);
	if (status == CB_OK)
		status = find_ciphers(rank, &t);
	table_done(&t);
	rank->view.sizes = rank->sizes;
	rank->view.ciphers = rank->ciphers;
	return status;
}
