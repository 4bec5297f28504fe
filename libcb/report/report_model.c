/* SPDX-License-Identifier: Apache-2.0 */
/* The cells of all results in rows and columns. */
#include "report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"

static const cb__report_gain unknown = {(double)NAN, (double)NAN, (double)NAN};

static size_t count_all(const cb__report *r, size_t (*count)(const cb_results *results))
{
	size_t sum = 0;

	for (size_t i = 0; i < r->count; i++)
		sum += count(r->results[i]);
	return sum;
}

static int is_same_library(
	cb__report *r, const cb__report_library *library, size_t document, const cb_subject *s)
{
	cb__report_library other = {.any = s};
	cb_text a = CB_TEXT_INIT, b = CB_TEXT_INIT;
	int same = library->document == document && strcmp(library->any->backend, s->backend) == 0;

	if (same) {
		cb__report_label(&a, library);
		cb__report_label(&b, &other);
		same = strcmp(cb__text_string(&a), cb__text_string(&b)) == 0;
	}
	cb__report_drop(r, &a);
	cb__report_drop(r, &b);
	return same;
}

static cb__report_library *find_library(cb__report *r, size_t document, const cb_subject *s)
{
	cb__report_library *made;

	for (size_t i = 0; i < r->library_count; i++)
		if (is_same_library(r, &r->libraries[i], document, s) &&
			r->libraries[i].series[s->accel] == CB__REPORT_NONE)
			return &r->libraries[i];
	made = &r->libraries[r->library_count++];
	*made = (cb__report_library){.any = s, .document = document};
	for (size_t i = 0; i < CB_ACCEL_COUNT; i++)
		made->series[i] = CB__REPORT_NONE;
	return made;
}

/* Whether others' measurements stand for all it has. */
static int is_stood_for(const cb_results *results, const cb_subject *subject)
{
	size_t own = 0, others = 0;
	const cb_cell *cell;

	for (size_t i = 0; (cell = cb_results_cell_at(results, i)) != NULL; i++) {
		if (cell->subject != subject)
			continue;
		own += cell->same_as[0] == '\0';
		others += cell->same_as[0] != '\0';
	}
	return subject->same_as[0] != '\0' || (own == 0 && others > 0);
}

static void add_subjects(cb__report *r, size_t document)
{
	const cb_subject *subject;

	for (size_t i = 0; (subject = cb_results_subject_at(r->results[document], i)) != NULL;
		i++) {
		cb__report_library *library;

		if ((unsigned)subject->accel >= CB_ACCEL_COUNT ||
			is_stood_for(r->results[document], subject))
			continue;
		library = find_library(r, document, subject);
		library->series[subject->accel] = r->series_count;
		r->series[r->series_count++] =
			(cb__report_series){subject, (size_t)(library - r->libraries)};
	}
}

static int is_same_work(const cb_cell *a, const cb_cell *b)
{
	return a->threads == b->threads && a->processes == b->processes && a->load == b->load &&
	       strcmp(a->algorithm, b->algorithm) == 0 && strcmp(a->operation, b->operation) == 0 &&
	       strcmp(a->variant, b->variant) == 0 && strcmp(a->semantics, b->semantics) == 0;
}

/* Where the first group of the same algorithm stands. */
static size_t place_of(const cb__report *r, const cb_cell *cell)
{
	for (size_t i = 0; i < r->group_count; i++)
		if (strcmp(r->groups[i].any->algorithm, cell->algorithm) == 0)
			return i;
	return r->group_count;
}

static size_t find_group(cb__report *r, const cb_cell *cell)
{
	for (size_t i = r->group_count; i-- > 0;)
		if (is_same_work(r->groups[i].any, cell))
			return i;
	r->groups[r->group_count] = (cb__report_group){.any = cell,
		.algorithm_place = place_of(r, cell),
		.has_message = cb_cell_has_message(cell)};
	return r->group_count++;
}

/* Cells of one row tend to be near each other: looked for backwards. */
static cb__report_row *find_row(cb__report *r, size_t group, uint64_t size)
{
	cb__report_row *row;

	for (size_t i = r->row_count; i-- > 0;)
		if (r->rows[i].group == group && r->rows[i].size == size)
			return &r->rows[i];
	row = &r->rows[r->row_count];
	*row = (cb__report_row){group, size, r->cells + r->row_count * r->series_count};
	r->row_count++;
	return row;
}

static size_t find_series(const cb__report *r, const cb_subject *subject)
{
	for (size_t i = 0; i < r->series_count; i++)
		if (r->series[i].subject == subject)
			return i;
	return CB__REPORT_NONE;
}

static void add_cells(cb__report *r, const cb_results *results)
{
	const cb_cell *cell;

	for (size_t i = 0; (cell = cb_results_cell_at(results, i)) != NULL; i++) {
		size_t series = find_series(r, cell->subject);

		if (series == CB__REPORT_NONE)
			continue;
		find_row(r, find_group(r, cell), cell->size)->cells[series] = cell;
		r->measured += cell->outcome == CB_OUTCOME_MEASURED;
	}
}

/* Algorithms in the order of the documents, sizes ascending. */
static int compare_groups(const void *a, const void *b)
{
	const cb__report_group *x = a, *y = b;

	if (x->algorithm_place != y->algorithm_place)
		return x->algorithm_place < y->algorithm_place ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

static int compare_rows(const void *a, const void *b)
{
	const cb__report_row *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x->size < y->size ? -1 : x->size > y->size;
}

/* Groups move, so rows follow; @c first holds the place a group had before. */
static cb_status sort_all(cb__report *r)
{
	size_t *places = malloc((r->group_count + 1) * sizeof *places);

	if (places == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < r->group_count; i++)
		r->groups[i].first = i;
	qsort(r->groups, r->group_count, sizeof *r->groups, compare_groups);
	for (size_t i = 0; i < r->group_count; i++)
		places[r->groups[i].first] = i;
	for (size_t i = 0; i < r->row_count; i++)
		r->rows[i].group = places[r->rows[i].group];
	qsort(r->rows, r->row_count, sizeof *r->rows, compare_rows);
	for (size_t i = r->row_count; i-- > 0;) {
		r->groups[r->rows[i].group].first = i;
		r->groups[r->rows[i].group].count++;
	}
	free(places);
	return CB_OK;
}

cb_status cb__report_arrange(cb__report *r)
{
	size_t subjects = count_all(r, cb_results_subject_count);
	size_t cells = count_all(r, cb_results_cell_count);

	r->series = calloc(subjects + 1, sizeof *r->series);
	r->libraries = calloc(subjects + 1, sizeof *r->libraries);
	r->groups = calloc(cells + 1, sizeof *r->groups);
	r->rows = calloc(cells + 1, sizeof *r->rows);
	r->cells = calloc(cells + 1, (subjects + 1) * sizeof *r->cells);
	if (!r->series || !r->libraries || !r->groups || !r->rows || !r->cells)
		return CB_ENOMEM;
	for (size_t i = 0; i < r->count; i++)
		add_subjects(r, i);
	for (size_t i = 0; i < r->count; i++)
		add_cells(r, r->results[i]);
	return sort_all(r);
}

void cb__report_done(cb__report *r)
{
	cb__text_done(&r->out);
	free(r->series);
	free(r->libraries);
	free(r->groups);
	free(r->rows);
	free(r->cells);
}

/* One of the two times of a measured cell, with its interval. */
static cb__report_gain time_by(const cb_cell *cell, int is_cpu)
{
	const cb_summary *s = cell != NULL ? cell->summary : NULL;
	cb__report_gain made = unknown;
	double low, high;

	if (s == NULL || cell->outcome != CB_OUTCOME_MEASURED)
		return unknown;
	made.value = is_cpu ? s->cpu_median_ns : s->median_ns;
	low = is_cpu ? s->cpu_ci95_low_ns : s->ci95_low_ns;
	high = is_cpu ? s->cpu_ci95_high_ns : s->ci95_high_ns;
	if (!(made.value > 0) || !isfinite(made.value))
		return unknown;
	if (low > 0 && isfinite(high)) {
		made.low = low;
		made.high = high;
	}
	return made;
}

/* Whether two cells, or one with itself, are told by CPU time: as in comparisons and advice. */
static int is_by_cpu(const cb_cell *a, const cb_cell *b)
{
	return strcmp(cb__compare_clock(a, b, NULL), "cpu") == 0;
}

int cb__report_is_cpu(const cb_cell *cell)
{
	return cell != NULL && strcmp(cb_cell_time(cell, NULL), "cpu") == 0;
}

int cb__report_is_marked(const cb_cell *cell)
{
	return cell != NULL && cell->outcome == CB_OUTCOME_MEASURED && cell->summary != NULL &&
	       cell->summary->contended;
}

cb__report_gain cb__report_time(const cb_cell *cell)
{
	return time_by(cell, cb__report_is_cpu(cell));
}

cb__report_gain cb__report_rate(const cb_cell *cell)
{
	cb__report_gain time = cb__report_time(cell);
	double amount = cell != NULL && cb_cell_has_message(cell) ? (double)cell->size : 1;

	if (isnan(time.value) || amount == 0)
		return unknown;
	return (cb__report_gain){
		amount * 1e9 / time.value, amount * 1e9 / time.high, amount * 1e9 / time.low};
}

static cb__report_gain find_paired(const cb_results *results, const cb_cell *a, const cb_cell *b)
{
	const char *fast = a->same_as[0] != '\0' ? a->same_as : a->id;
	const char *slow = b->same_as[0] != '\0' ? b->same_as : b->id;
	const cb_ratio *ratio = cb_results_find_ratio(results, slow, fast);

	if (ratio != NULL)
		return (cb__report_gain){ratio->ratio, ratio->ci95_low, ratio->ci95_high};
	ratio = cb_results_find_ratio(results, fast, slow);
	if (ratio != NULL)
		return (cb__report_gain){
			1 / ratio->ratio, 1 / ratio->ci95_high, 1 / ratio->ci95_low};
	return unknown;
}

/* Ratios of paired rounds are of CPU time, which is not what those take that work at once, nor
 * those that are shown by a wall time that other work, a load or waiting lengthened. */
static int is_near_paired(const cb_cell *cell)
{
	return cell->threads == 1 && cell->processes == 1 &&
	       (cb__report_is_cpu(cell) || !cell->summary->contended);
}

/* The interval of a quotient is at most as wide as that of its sides together. */
cb__report_gain cb__report_faster(
	const cb__report *r, const cb__report_row *row, size_t fast, size_t slow)
{
	const cb_cell *a = row->cells[fast], *b = row->cells[slow];
	size_t document = r->libraries[r->series[fast].library].document;
	cb__report_gain x = cb__report_time(a), y = cb__report_time(b), made = unknown;
	int is_cpu;

	if (isnan(x.value) || isnan(y.value))
		return unknown;
	if (document == r->libraries[r->series[slow].library].document && is_near_paired(a) &&
		is_near_paired(b))
		made = find_paired(r->results[document], a, b);
	if (!isnan(made.value))
		return made;
	is_cpu = is_near_paired(a) && is_near_paired(b) && is_by_cpu(a, b);
	if (is_cpu) {
		x = time_by(a, 1);
		y = time_by(b, 1);
	}
	return (cb__report_gain){y.value / x.value, y.low / x.high, y.high / x.low};
}

int cb__report_is_gain(const cb__report_gain *gain)
{
	if (isfinite(gain->low))
		return gain->low > 1;
	return gain->value > 1 + CB_COMPARE_LEAST_UNSURE;
}

const cb__report_row *cb__report_largest(const cb__report *r, const cb__report_group *group)
{
	for (size_t i = group->count; i-- > 0;) {
		const cb__report_row *row = &r->rows[group->first + i];

		if (cb__report_fastest(r, row, CB__REPORT_NONE, CB__REPORT_NONE) != CB__REPORT_NONE)
			return row;
	}
	return NULL;
}

/* As a library ships, if that was measured: other modes are there to be compared with. */
static int may_win(const cb__report *r, size_t series, size_t document, size_t but)
{
	const cb__report_library *library = &r->libraries[r->series[series].library];
	size_t on = library->series[CB_ACCEL_ON];

	if (on != CB__REPORT_NONE && on != series)
		return 0;
	if (document != CB__REPORT_NONE && library->document != document)
		return 0;
	return but == CB__REPORT_NONE || r->series[series].library != but;
}

/* By what is said of two of them, so that no gain is below 1. */
size_t cb__report_fastest(
	const cb__report *r, const cb__report_row *row, size_t document, size_t but)
{
	size_t best = CB__REPORT_NONE;

	for (size_t i = 0; i < r->series_count; i++) {
		if (!may_win(r, i, document, but) || isnan(cb__report_time(row->cells[i]).value))
			continue;
		if (best == CB__REPORT_NONE || cb__report_faster(r, row, i, best).value > 1)
			best = i;
	}
	return best;
}

size_t cb__report_without(const cb__report *r, size_t series)
{
	const size_t *modes = r->libraries[r->series[series].library].series;
	size_t without = modes[CB_ACCEL_NOCRYPTO];

	if (r->series[series].subject->accel != CB_ACCEL_ON)
		return CB__REPORT_NONE;
	return without != CB__REPORT_NONE ? without : modes[CB_ACCEL_OFF];
}

int cb__report_has_modes(const cb__report *r)
{
	for (size_t i = 0; i < r->series_count; i++)
		if (r->series[i].subject->accel != CB_ACCEL_ON)
			return 1;
	return 0;
}
