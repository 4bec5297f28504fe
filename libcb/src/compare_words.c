/* SPDX-License-Identifier: Apache-2.0 */
/* What a person would say of the sizes of one operation. */
#include "compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

/* From here on people count times, below they count percent. */
#define TIMES_LEAST 1.5
/* What noise of so many percent hides should not be called nothing. */
#define NOISE_MOST 5.0

/* What the words are chosen by; from the rows of one operation. */
struct speech {
	cb_text *text;
	const cb__compare_row *rows;
	size_t count;
	const char *base_name;
	const char *head_name;
	size_t counts[CB_CHANGE_COUNT];
	size_t compared; /* faster, slower, same */
	int has_interval;
	int takes; /* the verb before was "takes" */
};

static int is_compared(cb_change change)
{
	return change <= CB_CHANGE_SAME;
}

static void count_rows(struct speech *s)
{
	for (size_t i = 0; i < s->count; i++) {
		const cb_compared *row = &s->rows[i].view;

		s->counts[row->change]++;
		s->compared += (size_t)is_compared(row->change);
		s->has_interval |= is_compared(row->change) && isfinite(row->ci95_low);
	}
}

static uint64_t size_of(const cb_compared *row)
{
	return row->base != NULL ? row->base->size : row->head->size;
}

/* The sizes of one change, as places among those that are told apart. */
struct places {
	size_t first;
	size_t last;
	size_t count; /* of this change */
	size_t all;
};

/* Among the sizes that were compared, or for other changes among all. */
static struct places find_places(const struct speech *s, cb_change change)
{
	struct places made = {0, 0, 0, 0};

	for (size_t i = 0; i < s->count; i++) {
		cb_change other = s->rows[i].view.change;

		if (is_compared(change) && !is_compared(other))
			continue;
		if (other == change) {
			made.first = made.count == 0 ? made.all : made.first;
			made.last = made.all;
			made.count++;
		}
		made.all++;
	}
	return made;
}

/* "16, 256 and 1024 B" */
static void list_sizes(struct speech *s, cb_change change, size_t count)
{
	size_t said = 0;

	for (size_t i = 0; i < s->count; i++) {
		if (s->rows[i].view.change != change)
			continue;
		if (said > 0)
			cb__text_add(s->text, said + 1 == count ? " and " : ", ");
		cb__text_format(s->text, "%llu", (unsigned long long)size_of(&s->rows[i].view));
		said++;
	}
	cb__text_add(s->text, " B");
}

/* The size of the first or the last row of a change. */
static unsigned long long edge(const struct speech *s, cb_change change, int is_last)
{
	unsigned long long found = 0;
	int has = 0;

	for (size_t i = 0; i < s->count; i++)
		if (s->rows[i].view.change == change && (is_last || !has)) {
			found = (unsigned long long)size_of(&s->rows[i].view);
			has = 1;
		}
	return found;
}

/* The one size that was compared and is of another change. */
static unsigned long long exception(const struct speech *s, cb_change change)
{
	size_t i = 0;

	while (i + 1 < s->count &&
		(s->rows[i].view.change == change || !is_compared(s->rows[i].view.change)))
		i++;
	return (unsigned long long)size_of(&s->rows[i].view);
}

/* " at 256 B and above" for sizes that are neighbours; 0 if they are not. */
static int say_run(struct speech *s, cb_change change, const struct places *p)
{
	if (p->last - p->first + 1 != p->count || p->count < 2)
		return 0;
	if (p->last + 1 == p->all)
		cb__text_format(s->text, " at %llu B and above", edge(s, change, 0));
	else if (p->first == 0)
		cb__text_format(s->text, " up to %llu B", edge(s, change, 1));
	else if (p->count > 2)
		cb__text_format(
			s->text, " from %llu to %llu B", edge(s, change, 0), edge(s, change, 1));
	else
		return 0;
	return 1;
}

/* Nothing where there is but one size. */
static void say_where(struct speech *s, cb_change change)
{
	struct places p = find_places(s, change);

	if (s->count == 1)
		return;
	if (p.count == p.all && p.count > 1)
		cb__text_add(s->text, s->compared == s->count ? " at every size"
							      : " at every size that both have");
	else if (say_run(s, change, &p))
		return;
	else if (change < CB_CHANGE_SAME && p.count > 2 && p.count + 1 == p.all)
		cb__text_format(s->text, " at every size but %llu B", exception(s, change));
	else if (change == CB_CHANGE_SAME && p.count > 2)
		cb__text_add(s->text, " at the other sizes");
	else {
		cb__text_add(s->text, " at ");
		list_sizes(s, change, p.count);
	}
}

static void drop_zero(char text[32])
{
	size_t len = strlen(text);

	if (len > 2 && strcmp(text + len - 2, ".0") == 0)
		text[len - 2] = '\0';
}

/* As many digits as mean something. */
static void print_percent(char text[32], double percent)
{
	cb__text_print(text, 32, "%.*f", percent < 2.95 ? 1 : 0, percent);
	drop_zero(text);
}

static void print_times(char text[32], double times)
{
	int digits = times < 9.95 ? 1 : 0;

	if (times < 1.095)
		digits = 2;
	if (times > 1e6)
		cb__text_print(text, 32, "%.2g", times);
	else
		cb__text_print(text, 32, "%.*f", digits, times);
	drop_zero(text);
}

/* "4 to 7", or "4" if both are printed alike. */
static void say_range(
	struct speech *s, void print(char text[32], double value), double low, double high)
{
	char from[32], to[32];

	print(from, low);
	print(to, high);
	cb__text_add(s->text, from);
	if (strcmp(from, to) != 0)
		cb__text_format(s->text, " to %s", to);
}

/* The least and the greatest speed of a change. */
static void find_range(const struct speech *s, cb_change change, double *ret_low, double *ret_high)
{
	*ret_low = (double)INFINITY;
	*ret_high = 0;
	for (size_t i = 0; i < s->count; i++) {
		const cb_compared *row = &s->rows[i].view;

		if (row->change != change)
			continue;
		*ret_low = fmin(*ret_low, row->speed);
		*ret_high = fmax(*ret_high, row->speed);
	}
}

/* Before what is told: the name the first time, the verb if it is another one. */
static void say_verb(struct speech *s, int is_first, int takes)
{
	if (is_first)
		cb__text_format(s->text, "%s ", s->head_name);
	else
		cb__text_add(s->text, ", ");
	if (takes)
		cb__text_add(s->text, "takes ");
	else if (is_first || s->takes)
		cb__text_add(s->text, "is ");
	s->takes = takes;
}

static void say_faster(struct speech *s, int is_first)
{
	double low, high;

	find_range(s, CB_CHANGE_FASTER, &low, &high);
	say_verb(s, is_first, 0);
	if (high >= TIMES_LEAST) {
		say_range(s, print_times, low, high);
		cb__text_add(s->text, " times as fast");
	} else {
		say_range(s, print_percent, (low - 1) * 100, (high - 1) * 100);
		cb__text_add(s->text, " % faster");
	}
	say_where(s, CB_CHANGE_FASTER);
}

static void say_slower(struct speech *s, int is_first)
{
	double low, high;

	find_range(s, CB_CHANGE_SLOWER, &low, &high);
	say_verb(s, is_first, low <= 1 / TIMES_LEAST);
	if (low <= 1 / TIMES_LEAST) {
		say_range(s, print_times, 1 / high, 1 / low);
		cb__text_add(s->text, " times as long");
	} else {
		say_range(s, print_percent, (1 - high) * 100, (1 - low) * 100);
		cb__text_add(s->text, " % slower");
	}
	say_where(s, CB_CHANGE_SLOWER);
}

/* How large a difference may still be, in percent: by the intervals, or by what was seen. */
static double find_noise(const struct speech *s)
{
	double most = 0;

	for (size_t i = 0; i < s->count; i++) {
		const cb_compared *row = &s->rows[i].view;

		if (row->change != CB_CHANGE_SAME)
			continue;
		most = fmax(most, fabs(row->speed - 1));
		most = fmax(most, fmax(fabs(row->ci95_low - 1), fabs(row->ci95_high - 1)));
	}
	return most * 100;
}

static void say_nothing_differs(struct speech *s)
{
	double noise = find_noise(s);
	char text[32];

	print_percent(text, noise);
	if (!s->has_interval)
		cb__text_add(s->text, "no difference of 5 % or more");
	else if (noise < NOISE_MOST)
		cb__text_format(s->text, "no difference beyond the noise (within %s %%)", text);
	else
		cb__text_format(s->text,
			"no difference found, but the noise would hide one of up to %s %%", text);
	if (s->compared != s->count)
		say_where(s, CB_CHANGE_SAME);
}

/* What is true of most sizes comes first; what is the same last. */
static void say_compared(struct speech *s)
{
	size_t faster = s->counts[CB_CHANGE_FASTER], slower = s->counts[CB_CHANGE_SLOWER];
	int is_faster_first = faster >= slower;

	if (s->compared == 0)
		return;
	if (faster + slower == 0) {
		say_nothing_differs(s);
	} else {
		if (faster > 0 && is_faster_first)
			say_faster(s, 1);
		if (slower > 0)
			say_slower(s, !is_faster_first || faster == 0);
		if (faster > 0 && !is_faster_first)
			say_faster(s, 0);
		if (s->counts[CB_CHANGE_SAME] > 0) {
			cb__text_add(s->text, ", no difference");
			say_where(s, CB_CHANGE_SAME);
		}
	}
	if (!s->has_interval)
		cb__text_add(s->text, " (no intervals)");
}

static void begin_clause(struct speech *s)
{
	cb__text_add(s->text, s->text->len > 0 ? "; " : "");
}

/* The reason that all rows of a change share, or NULL. */
static const char *shared_reason(const struct speech *s, cb_change change)
{
	const char *reason = NULL;

	for (size_t i = 0; i < s->count; i++) {
		const cb_compared *row = &s->rows[i].view;

		if (row->change != change)
			continue;
		if (reason != NULL && strcmp(reason, row->reason) != 0)
			return NULL;
		reason = row->reason;
	}
	return reason;
}

/* "only new has it", "only new has 64 and 256 B" */
static void say_only(struct speech *s, cb_change change, const char *name)
{
	const char *reason = shared_reason(s, change);
	size_t count = s->counts[change];

	if (count == 0)
		return;
	begin_clause(s);
	cb__text_format(s->text, "only %s has ", name);
	if (count == s->count)
		cb__text_add(s->text, "it");
	else
		list_sizes(s, change, count);
	if (reason != NULL && reason[0] != '\0')
		cb__text_format(s->text, ", and %s", reason);
}

static void say_not(struct speech *s, cb_change change, const char *words)
{
	const char *reason = shared_reason(s, change);

	if (s->counts[change] == 0)
		return;
	begin_clause(s);
	cb__text_add(s->text, words);
	if (s->counts[change] != s->count)
		say_where(s, change);
	if (reason != NULL)
		cb__text_format(s->text, ": %s", reason);
	else
		cb__text_add(s->text, ", for a reason at each size");
}

static int has_each(const cb_compared *row)
{
	return row->change == CB_CHANGE_INCOMPARABLE && row->base->processes > 0 &&
	       row->head->processes > 0 && row->base->processes != row->head->processes &&
	       strcmp(row->base->semantics, row->head->semantics) == 0 && isfinite(row->base_ns) &&
	       isfinite(row->head_ns);
}

/* Bytes, or operations without a message, of one process in a second. */
static double each(const cb_cell *cell, double ns)
{
	double rate = 1e9 / ns / cell->processes / cell->threads;

	return cell->size > 0 ? rate * (double)cell->size / 1e6 : rate;
}

/* Totals of different numbers of processes have no ratio, and a reader wants to know all the same.
 */
static void say_each(struct speech *s)
{
	for (size_t i = s->count; i-- > 0;) {
		const cb_compared *row = &s->rows[i].view;
		unsigned long long size = size_of(row);

		if (!has_each(row))
			continue;
		cb__text_add(s->text, "; each process does");
		cb__text_format(s->text, " %.3g %s by %s", each(row->base, row->base_ns),
			size > 0 ? "MB/s" : "in a second", s->base_name);
		cb__text_format(
			s->text, " and %.3g by %s", each(row->head, row->head_ns), s->head_name);
		if (size > 0)
			cb__text_format(s->text, ", at %llu B", size);
		return;
	}
}

void cb__compare_say(cb_text *text, const cb__compare_row *rows, size_t count,
	const char *base_name, const char *head_name)
{
	struct speech s = {.text = text,
		.rows = rows,
		.count = count,
		.base_name = base_name,
		.head_name = head_name};

	count_rows(&s);
	say_compared(&s);
	say_only(&s, CB_CHANGE_NEW, head_name);
	say_only(&s, CB_CHANGE_MISSING, base_name);
	say_not(&s, CB_CHANGE_INCOMPARABLE, "not comparable");
	say_each(&s);
	say_not(&s, CB_CHANGE_INVALID, "no valid figures");
}
