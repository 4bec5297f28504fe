/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"

/* From here on people count times, below they count percent. */
#define TIMES_LEAST 1.5

static const cb_cell *any_cell(const cb_compared *row)
{
	return row->base != NULL ? row->base : row->head;
}

static int is_measured(const cb_cell *cell)
{
	return cell->outcome == CB_OUTCOME_MEASURED;
}

static cb__style incomparable_text(char text[FIGURE_SIZE], const cb_compared *row)
{
	const cb_cell *cell = is_measured(row->base) ? row->head : row->base;

	if (is_measured(cell)) {
		snprintf(text, FIGURE_SIZE, "differs");
		return STYLE_DOUBTFUL;
	}
	if (cell->outcome == CB_OUTCOME_UNSUPPORTED) {
		snprintf(text, FIGURE_SIZE, "-");
		return STYLE_FAINT;
	}
	snprintf(text, FIGURE_SIZE, "%s", cb_outcome_name(cell->outcome));
	return STYLE_BAD;
}

static int is_times(double speed)
{
	return speed >= TIMES_LEAST || speed <= 1 / TIMES_LEAST;
}

/* A line has one unit: 1.22x where another size of it has 2.1x. */
static int has_times(const cb_comparison *comparison, const cb_conclusion *c)
{
	for (size_t i = 0; i < c->count; i++) {
		const cb_compared *row = cb_comparison_at(comparison, c->first + i);

		if (row->change < CB_CHANGE_SAME && is_times(row->speed))
			return 1;
	}
	return 0;
}

/* Near 1 a factor needs a digit more. */
static void print_times(char text[FIGURE_SIZE], double speed)
{
	if (is_times(speed))
		cb__figure_print_gain(text, speed);
	else
		snprintf(text, FIGURE_SIZE, "%.2fx", speed);
}

static void speed_text(char text[FIGURE_SIZE], const cb_compared *row, int in_times)
{
	const char *doubt = isnan(row->ci95_low) ? "?" : "";
	double speed = row->speed, percent = (speed - 1) * 100;
	char number[FIGURE_SIZE];

	if (row->change == CB_CHANGE_SAME) {
		snprintf(text, FIGURE_SIZE, "=%s", doubt);
	} else if (in_times) {
		print_times(number, speed);
		snprintf(text, FIGURE_SIZE, "%.20s%s", number, doubt);
	} else {
		snprintf(text, FIGURE_SIZE, "%+.*f %%%s", fabs(percent) < 9.95 ? 1 : 0, percent,
			doubt);
	}
}

/* How a row reads in a column: "+4.1 %", "2.1x", "=". */
static cb__style compared_text(char text[FIGURE_SIZE], const cb_compared *row, int in_times)
{
	static const cb__style looks[CB_CHANGE_COUNT] = {[CB_CHANGE_FASTER] = STYLE_GOOD,
		[CB_CHANGE_SLOWER] = STYLE_BAD,
		[CB_CHANGE_SAME] = STYLE_FAINT,
		[CB_CHANGE_NEW] = STYLE_FAINT,
		[CB_CHANGE_MISSING] = STYLE_DOUBTFUL,
		[CB_CHANGE_INVALID] = STYLE_BAD};

	if (row->change == CB_CHANGE_INCOMPARABLE)
		return incomparable_text(text, row);
	if (row->change <= CB_CHANGE_SAME)
		speed_text(text, row, in_times);
	else
		snprintf(text, FIGURE_SIZE, "%s", cb_change_name(row->change));
	return looks[row->change];
}

static const cb_compared *first_row(const cb__compare_section *s, const cb_conclusion *c)
{
	return cb_comparison_at(s->comparison, c->first);
}

static int is_in(const cb__compare_section *s, const cb_conclusion *c)
{
	return cb_cell_has_message(any_cell(first_row(s, c))) == s->message;
}

static int order_sizes(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return (left > right) - (left < right);
}

static int collect_sizes(cb__compare_section *s)
{
	size_t count = cb_comparison_count(s->comparison), kept = 0;

	s->sizes = calloc(count + 1, sizeof(*s->sizes));
	if (s->sizes == NULL)
		return -1;
	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = any_cell(cb_comparison_at(s->comparison, i));

		if (cb_cell_has_message(cell) == s->message)
			s->sizes[s->size_count++] = cell->size;
	}
	qsort(s->sizes, s->size_count, sizeof(*s->sizes), order_sizes);
	for (size_t i = 0; i < s->size_count; i++)
		if (i == 0 || s->sizes[i] != s->sizes[kept - 1])
			s->sizes[kept++] = s->sizes[i];
	s->size_count = kept;
	return 0;
}

static int has_figure(const cb_compared *row)
{
	return !isnan(row->base_ns) || !isnan(row->head_ns);
}

/* The largest size with a figure, by which rates are shown; NULL if there is none. */
static const cb_compared *rated_row(const cb__compare_section *s, const cb_conclusion *c)
{
	const cb_compared *found = NULL;

	for (size_t i = 0; i < c->count; i++) {
		const cb_compared *row = cb_comparison_at(s->comparison, c->first + i);
		int is_better = found == NULL || any_cell(row)->size > any_cell(found)->size;

		/* one that both have tells more */
		if (found != NULL && found->change <= CB_CHANGE_SAME &&
			row->change > CB_CHANGE_SAME)
			continue;
		if (has_figure(row) && is_better)
			found = row;
	}
	return found;
}

static void find_largest(cb__compare_section *s)
{
	const cb_conclusion *c;
	int has_several = 0;

	for (size_t i = 0; (c = cb_comparison_conclusion_at(s->comparison, i)) != NULL; i++) {
		const cb_compared *row = is_in(s, c) ? rated_row(s, c) : NULL;

		if (row == NULL)
			continue;
		has_several |= s->largest != 0 && s->largest != any_cell(row)->size;
		s->largest = any_cell(row)->size;
	}
	if (has_several)
		s->largest = 0;
}

static void add_rate(cb__compare_section *s, const cb_compared *row, double ns)
{
	char text[FIGURE_SIZE] = "";

	if (row != NULL && s->message)
		cb__figure_print(text, (double)any_cell(row)->size * 1e3 / ns);
	else if (row != NULL)
		cb__figure_print(text, 1e9 / ns);
	cb__grid_add(&s->texts, text, STYLE_PLAIN);
}

static const cb_compared *row_at(
	const cb__compare_section *s, const cb_conclusion *c, uint64_t size)
{
	for (size_t i = 0; i < c->count; i++) {
		const cb_compared *row = cb_comparison_at(s->comparison, c->first + i);

		if (any_cell(row)->size == size)
			return row;
	}
	return NULL;
}

static void add_line(cb__compare_section *s, const cb_conclusion *c)
{
	const cb_compared *rated = rated_row(s, c);
	int in_times = has_times(s->comparison, c);
	char text[FIGURE_SIZE], operation[96];

	cb__layout_operation(any_cell(first_row(s, c)), operation, sizeof(operation));
	cb__grid_add(&s->texts, c->algorithm, STYLE_PLAIN);
	cb__grid_add(&s->texts, operation, STYLE_PLAIN);
	add_rate(s, rated, rated != NULL ? rated->base_ns : (double)NAN);
	add_rate(s, rated, rated != NULL ? rated->head_ns : (double)NAN);
	for (size_t i = 0; i < s->size_count; i++) {
		const cb_compared *row = row_at(s, c, s->sizes[i]);
		cb__style look = STYLE_PLAIN;

		text[0] = '\0';
		if (row != NULL)
			look = compared_text(text, row, in_times);
		cb__grid_add(&s->texts, text, look);
	}
}

static void add_headings(cb__compare_section *s)
{
	char text[FIGURE_SIZE];

	cb__grid_init(&s->texts, COMPARE_NAME_COLUMNS + COMPARE_RATE_COLUMNS + s->size_count);
	cb__grid_add(&s->texts, "algorithm", STYLE_STRONG);
	cb__grid_add(&s->texts, "operation", STYLE_STRONG);
	cb__grid_add(&s->texts, cb_comparison_base_name(s->comparison), STYLE_STRONG);
	cb__grid_add(&s->texts, cb_comparison_head_name(s->comparison), STYLE_STRONG);
	for (size_t i = 0; i < s->size_count; i++) {
		snprintf(text, sizeof(text), s->message ? "%llu B" : "speed",
			(unsigned long long)s->sizes[i]);
		cb__grid_add(&s->texts, text, STYLE_STRONG);
	}
}

int cb__compare_is_kind(const cb_conclusion *a, const cb_conclusion *b)
{
	return strcmp(a->backend, b->backend) == 0 && strcmp(a->accel, b->accel) == 0;
}

int cb__compare_has_kinds(const cb_comparison *comparison)
{
	const cb_conclusion *first = cb_comparison_conclusion_at(comparison, 0), *c;

	for (size_t i = 1; (c = cb_comparison_conclusion_at(comparison, i)) != NULL; i++)
		if (!cb__compare_is_kind(first, c))
			return 1;
	return 0;
}

void cb__compare_kind(char text[COMPARE_LINE_SIZE], const cb_conclusion *c)
{
	if (c->backend[0] == '\0')
		snprintf(text, COMPARE_LINE_SIZE, "mode %s", c->accel);
	else
		snprintf(text, COMPARE_LINE_SIZE, "%s%s%s", c->backend,
			c->accel[0] != '\0' ? ":" : "", c->accel);
}

int cb__compare_is_stand_in(const cb_comparison *comparison, const cb_conclusion *c)
{
	for (size_t i = 0; i < c->count; i++) {
		const cb_compared *row = cb_comparison_at(comparison, c->first + i);

		if ((row->base != NULL && row->base->subject->same_as[0] == '\0') ||
			(row->head != NULL && row->head->subject->same_as[0] == '\0'))
			return 0;
	}
	return 1;
}

static void add_title(cb__compare_section *s, const cb_conclusion *c)
{
	char text[COMPARE_LINE_SIZE];

	cb__compare_kind(text, c);
	for (size_t i = 0; i < s->texts.columns; i++)
		cb__grid_add(&s->texts, i == 0 ? text : "", STYLE_STRONG);
}

int cb__compare_section_init(cb__compare_section *s, const cb_comparison *comparison, int message)
{
	const cb_conclusion *c, *before = NULL;
	int with_titles = cb__compare_has_kinds(comparison);

	*s = (cb__compare_section){.comparison = comparison, .message = message};
	if (collect_sizes(s) != 0)
		return -1;
	find_largest(s);
	add_headings(s);
	for (size_t i = 0; (c = cb_comparison_conclusion_at(comparison, i)) != NULL; i++) {
		if (!is_in(s, c) || cb__compare_is_stand_in(comparison, c))
			continue;
		if (with_titles && (before == NULL || !cb__compare_is_kind(before, c)))
			add_title(s, c);
		add_line(s, c);
		before = c;
	}
	return s->texts.failed ? -1 : 0;
}

void cb__compare_section_done(cb__compare_section *s)
{
	cb__grid_done(&s->texts);
	free(s->sizes);
}

void cb__compare_count(char text[COMPARE_LINE_SIZE], const cb_comparison *comparison)
{
	static const char *const words[CB_CHANGE_COUNT] = {
		"faster", "slower", "the same", "new", "missing", "not comparable", "invalid"};
	size_t used, count = cb_comparison_count(comparison);
	int said = 0;

	used = (size_t)snprintf(
		text, COMPARE_LINE_SIZE, "%zu cell%s", count, count == 1 ? "" : "s");
	for (int i = 0; i < CB_CHANGE_COUNT; i++) {
		size_t some = cb_comparison_changes(comparison, (cb_change)i);

		if (some == 0)
			continue;
		used += (size_t)snprintf(text + used, COMPARE_LINE_SIZE - used, "%s%zu %s",
			said++ == 0 ? ": " : ", ", some, words[i]);
	}
}

/* What the rows have that must be explained. */
typedef struct traits {
	size_t compared;
	int paired, quotient, cpu, wall, without, unsupported, differs;
	int more, less, times, part, same; /* "+5 %", "-5 %", "2x", "0.5x", "=" */
} traits;

/* What a line shows, which has one unit. */
static void add_figures(traits *t, const cb_comparison *comparison, const cb_conclusion *c)
{
	int in_times = has_times(comparison, c);

	for (size_t i = 0; i < c->count; i++) {
		const cb_compared *row = cb_comparison_at(comparison, c->first + i);

		if (row->change == CB_CHANGE_SAME)
			t->same = 1;
		else if (row->change < CB_CHANGE_SAME)
			*(in_times ? (row->speed > 1 ? &t->times : &t->part)
				   : (row->speed > 1 ? &t->more : &t->less)) = 1;
	}
}

static traits traits_of(const cb_comparison *comparison)
{
	const cb_compared *row;
	const cb_conclusion *c;
	traits t = {0};

	for (size_t i = 0; (c = cb_comparison_conclusion_at(comparison, i)) != NULL; i++)
		add_figures(&t, comparison, c);
	for (size_t i = 0; (row = cb_comparison_at(comparison, i)) != NULL; i++) {
		char text[FIGURE_SIZE];

		compared_text(text, row, 0);
		t.unsupported |= strcmp(text, "-") == 0;
		t.differs |= strcmp(text, "differs") == 0;
		if (row->change > CB_CHANGE_SAME)
			continue;
		t.compared++;
		t.paired |= row->paired;
		t.quotient |= !row->paired;
		t.cpu |= strcmp(row->time, "cpu") == 0;
		t.wall |= strcmp(row->time, "wall") == 0;
		t.without |= isnan(row->ci95_low);
	}
	return t;
}

/* Names of 80 bytes and all that can be said of figures fit. */
#define FIGURES_SIZE 320

/* What the figures mean that are there. */
static void print_figures(
	char text[FIGURES_SIZE], const traits *t, const char *base, const char *head)
{
	const char *figure = t->more ? "+5 %" : t->less ? "-5 %" : t->times ? "2x" : "0.5x";
	const char *amount = t->more    ? "5 % more than"
			     : t->less  ? "5 % less than"
			     : t->times ? "twice as much as"
					: "half as much as";
	int has_percent = t->more || t->less, in_times = t->times || t->part;

	if (!has_percent && !in_times)
		snprintf(text, FIGURES_SIZE,
			"=: %.80s and %.80s differ by nothing beyond the 95 %% interval, or by less"
			" than 1 %%",
			head, base);
	else
		snprintf(text, FIGURES_SIZE, "%s: %.80s does %s %.80s in the same time%s%s", figure,
			head, amount, base,
			!has_percent || !in_times ? ""
			: t->times                ? "; 2x: twice as much"
						  : "; 0.5x: half as much",
			t->same ? "; =: no difference beyond the 95 % interval, or one below 1 %"
				: "");
}

int cb__compare_legend(const cb_comparison *comparison, size_t index, char text[COMPARE_LINE_SIZE])
{
	traits t = traits_of(comparison);
	const char *base = cb_comparison_base_name(comparison);
	const char *head = cb_comparison_head_name(comparison);

	char figures[FIGURES_SIZE];

	print_figures(figures, &t, base, head);
	if (index == 0 && t.compared > 0)
		snprintf(text, COMPARE_LINE_SIZE, "%s%s%s%s; all by %s%s", figures,
			!t.without ? ""
			: t.same   ? "; ?: no interval, so = is anything below 5 %"
				   : "; ?: no interval",
			t.unsupported ? "; -: unsupported on one side or both" : "",
			t.differs ? "; differs: not the same work" : "",
			t.cpu && t.wall ? "CPU or wall time"
			: t.wall        ? "wall time"
					: "CPU time",
			t.paired && !t.quotient ? ", the ratios of paired rounds" : "");
	else if (index == 1 && t.compared >= 20 && !t.without)
		snprintf(text, COMPARE_LINE_SIZE,
			"of %zu intervals of 95 %% about %zu miss the true ratio, by chance alone",
			t.compared, (t.compared + 10) / 20);
	else
		return 0;
	return 1;
}

static int says_same(const cb_comparison *comparison, size_t a, size_t b)
{
	const cb_conclusion *left = cb_comparison_conclusion_at(comparison, a);
	const cb_conclusion *right = cb_comparison_conclusion_at(comparison, b);

	return cb__compare_is_kind(left, right) && strcmp(left->text, right->text) == 0;
}

static int is_said_before(const cb_comparison *comparison, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (says_same(comparison, i, index))
			return 1;
	return 0;
}

size_t cb__compare_next_conclusion(const cb_comparison *comparison, size_t index)
{
	const cb_conclusion *c;

	while ((c = cb_comparison_conclusion_at(comparison, index)) != NULL &&
		(cb__compare_is_stand_in(comparison, c) || is_said_before(comparison, index)))
		index++;
	return index;
}

/* The kind stands above. */
static const char *without_kind(const cb_comparison *comparison, const cb_conclusion *c)
{
	const char *blank = strchr(c->title, ' ');

	return cb__compare_has_kinds(comparison) && blank != NULL ? blank + 1 : c->title;
}

const char *cb__compare_title(const cb_comparison *comparison, size_t index, size_t part)
{
	size_t count = cb_comparison_conclusion_count(comparison);

	for (size_t i = index; i < count; i++)
		if (says_same(comparison, index, i) && part-- == 0)
			return without_kind(comparison, cb_comparison_conclusion_at(comparison, i));
	return NULL;
}
