/* SPDX-License-Identifier: Apache-2.0 */
/* Two cells that are counterparts: whether they can be compared, and how they do. */
#include "compare.h"

#include <math.h>
#include <string.h>

#include "shown.h"

/* Fewer have no 95 % interval. */
#define LAUNCHES_MIN 6
#define NONE         ((double)NAN)
#define WALL         "wall"
#define CPU          "cpu"

void cb__compare_quotient(double *ret_ratio, double *ret_low, double *ret_high,
	const cb__compare_time *base, const cb__compare_time *head)
{
	double value = log(base->ns) - log(head->ns);
	double below = hypot(log(base->ns / base->low), log(head->high / head->ns));
	double above = hypot(log(base->high / base->ns), log(head->ns / head->low));

	*ret_ratio = exp(value);
	*ret_low = exp(value - below);
	*ret_high = exp(value + above);
}

cb_change cb__compare_change(double speed, double low, double high)
{
	int is_even = low <= 1 && high >= 1, is_sure = !isnan(low) && !isnan(high);
	double least = is_sure ? CB_COMPARE_LEAST : CB_COMPARE_LEAST_UNSURE;

	if (is_even || fabs(log(speed)) < log1p(least))
		return CB_CHANGE_SAME;
	return speed > 1 ? CB_CHANGE_FASTER : CB_CHANGE_SLOWER;
}

static int is_time(double ns)
{
	return isfinite(ns) && ns > 0;
}

/* Time without CPU time may be a function's own, so that wall time decides there. */
static int is_by_cpu(const cb_cell *cell)
{
	return cb__shown_has_cpu(cell) && !(cell->summary->contended && cb__shown_may_wait(cell));
}

const char *cb__compare_clock(const cb_cell *base, const cb_cell *head, const char *asked)
{
	if (asked != NULL)
		return strcmp(asked, CPU) == 0 ? CPU : WALL;
	return is_by_cpu(base) && is_by_cpu(head) ? CPU : WALL;
}

/* A bound must be a time on its side of the estimate. */
static double bound(double ns, double estimate, int is_low)
{
	return is_time(ns) && (is_low ? ns <= estimate : ns >= estimate) ? ns : NONE;
}

static cb__compare_time time_of(const cb_cell *cell, const char *clock)
{
	const cb_summary *s = cell->summary;
	int is_cpu = strcmp(clock, CPU) == 0;
	cb__compare_time made = {NONE, NONE, NONE};

	if (s == NULL)
		return made;
	made.ns = is_cpu ? s->cpu_median_ns : s->median_ns;
	if (s->launches >= LAUNCHES_MIN) {
		made.low = bound(is_cpu ? s->cpu_ci95_low_ns : s->ci95_low_ns, made.ns, 1);
		made.high = bound(is_cpu ? s->cpu_ci95_high_ns : s->ci95_high_ns, made.ns, 0);
	}
	return made;
}

static const char *measured_as(const cb_cell *cell)
{
	return cell->same_as[0] != '\0' ? cell->same_as : cell->id;
}

static void take_ratio(cb_compared *row, const cb_ratio *ratio, int is_reversed)
{
	/* 0: a document that does not tell */
	int has_interval = ratio->launches == 0 || ratio->launches >= LAUNCHES_MIN;
	double low = has_interval ? ratio->ci95_low : NONE;
	double high = has_interval ? ratio->ci95_high : NONE;

	row->speed = is_reversed ? 1 / ratio->ratio : ratio->ratio;
	row->ci95_low = is_reversed ? 1 / high : low;
	row->ci95_high = is_reversed ? 1 / low : high;
	row->paired = 1;
}

/* A ratio is the time of a over that of b and stored once, in either order. */
static int find_ratio(
	const cb_results *results, cb_compared *row, const char *base, const char *head)
{
	const cb_ratio *ratio = cb_results_find_ratio(results, base, head);
	const cb_ratio *reversed =
		ratio == NULL ? cb_results_find_ratio(results, head, base) : NULL;

	if (ratio != NULL)
		take_ratio(row, ratio, 0);
	else if (reversed != NULL)
		take_ratio(row, reversed, 1);
	return ratio != NULL || reversed != NULL;
}

static int is_paired(const cb_comparison *c, cb_compared *row)
{
	const char *base = measured_as(row->base), *head = measured_as(row->head);

	if (c->base != c->head || strcmp(row->time, CPU) != 0)
		return 0;
	if (strcmp(base, head) == 0) {
		row->speed = row->ci95_low = row->ci95_high = row->paired = 1;
		return 1;
	}
	return find_ratio(c->base, row, row->base->id, row->head->id) ||
	       find_ratio(c->base, row, base, head);
}

/* "; " before all but the first. */
static void begin_part(cb_text *why)
{
	cb__text_add(why, why->len > 0 ? "; " : "");
}

static void add_difference(cb_text *why, const char *what, const char *base, const char *head)
{
	if (strcmp(base, head) == 0)
		return;
	begin_part(why);
	cb__text_format(why, "%s %s and %s", what, base, head);
}

/* How many there were an import may not tell, and then nothing is comparable. */
static void add_processes(cb_text *why, uint32_t base, uint32_t head)
{
	if (base == head && base != 0)
		return;
	begin_part(why);
	cb__text_add(why, "processes ");
	if (base == 0)
		cb__text_add(why, "unknown");
	else
		cb__text_format(why, "%u", (unsigned)base);
	if (head == 0)
		cb__text_add(why, " and unknown");
	else
		cb__text_format(why, " and %u", (unsigned)head);
}

static void add_number(cb_text *why, const char *what, uint64_t base, uint64_t head)
{
	if (base == head)
		return;
	begin_part(why);
	cb__text_format(
		why, "%s %llu and %llu", what, (unsigned long long)base, (unsigned long long)head);
}

/* "new is unsupported (the library lacks it)" */
static void add_outcome(cb_text *why, const char *name, const char *verb, const cb_cell *cell)
{
	begin_part(why);
	cb__text_format(why, "%s %s %s", name, verb, cb_outcome_name(cell->outcome));
	if (cell->reason[0] != '\0')
		cb__text_format(why, " (%s)", cell->reason);
}

static int is_measured(const cb_cell *cell)
{
	return cell->outcome == CB_OUTCOME_MEASURED && cell->summary != NULL;
}

static void add_outcomes(const cb_comparison *c, cb_text *why, const cb_compared *row)
{
	const cb_cell *base = row->base, *head = row->head;

	if (!is_measured(base) && !is_measured(head) && base->outcome == head->outcome &&
		strcmp(base->reason, head->reason) == 0) {
		add_outcome(why, "both", "are", base);
		return;
	}
	if (!is_measured(base))
		add_outcome(why, c->base_name, "is", base);
	if (!is_measured(head))
		add_outcome(why, c->head_name, "is", head);
}

/* Every difference is named, not the first alone. */
static void complain(const cb_comparison *c, cb_text *why, const cb_compared *row)
{
	const cb_cell *base = row->base, *head = row->head;

	add_outcomes(c, why, row);
	add_difference(why, "semantics", base->semantics, head->semantics);
	add_difference(why, "variant", base->variant, head->variant);
	add_number(why, "size", base->size, head->size);
	add_number(why, "threads", base->threads, head->threads);
	add_processes(why, base->processes, head->processes);
	add_number(why, "load", base->load, head->load);
}

static void add_invalid(cb_text *why, const char *name, const cb_compared *row, double ns)
{
	if (is_time(ns))
		return;
	begin_part(why);
	if (isnan(ns))
		cb__text_format(why, "%s: the %s time is not known", name, row->time);
	else
		cb__text_format(why, "%s: %g ns is no %s time", name, ns, row->time);
}

static void compare_times(cb_comparison *c, cb_text *why, cb_compared *row)
{
	cb__compare_time base = time_of(row->base, row->time);
	cb__compare_time head = time_of(row->head, row->time);

	row->base_ns = base.ns;
	row->head_ns = head.ns;
	add_invalid(why, c->base_name, row, base.ns);
	add_invalid(why, c->head_name, row, head.ns);
	row->change = CB_CHANGE_INVALID;
	if (why->len > 0)
		return;
	if (!is_paired(c, row))
		cb__compare_quotient(&row->speed, &row->ci95_low, &row->ci95_high, &base, &head);
	if (is_time(row->speed)) {
		row->change = cb__compare_change(row->speed, row->ci95_low, row->ci95_high);
		return;
	}
	row->speed = row->ci95_low = row->ci95_high = NONE;
	cb__text_format(why, "the quotient of %g ns and %g ns is no number", base.ns, head.ns);
}

/* What cannot be compared may still be seen. */
static void show_times(cb_compared *row)
{
	if (row->base != NULL && is_measured(row->base))
		row->base_ns = time_of(row->base, row->time).ns;
	if (row->head != NULL && is_measured(row->head))
		row->head_ns = time_of(row->head, row->time).ns;
}

void cb__compare_pair(cb_comparison *c, cb_compared *row, const char *asked)
{
	const cb_cell *base = row->base != NULL ? row->base : row->head;
	const cb_cell *head = row->head != NULL ? row->head : row->base;
	cb_text why = CB_TEXT_INIT;

	row->time = cb__compare_clock(base, head, asked);
	row->base_ns = row->head_ns = row->speed = row->ci95_low = row->ci95_high = NONE;
	row->change = row->base == NULL ? CB_CHANGE_NEW : CB_CHANGE_MISSING;
	if (row->base != NULL && row->head != NULL) {
		complain(c, &why, row);
		row->change = CB_CHANGE_INCOMPARABLE;
		if (why.len == 0)
			compare_times(c, &why, row);
	} else if (!is_measured(base)) {
		add_outcome(&why, row->base == NULL ? c->head_name : c->base_name, "is", base);
	}
	show_times(row);
	row->reason = cb__compare_keep(c, &why);
}
