/* SPDX-License-Identifier: Apache-2.0 */
#include "scaling.h"

#include <math.h>
#include <string.h>

/* More cannot be: one of the two figures was disturbed by more than it says. */
#define EFFICIENCY_MAX  1.1

#define NEEDS_THREADS   1u
#define NEEDS_PROCESSES 2u
#define NEEDS_LOADS     4u /* that differ */
#define NEEDS_ANY_LOAD  8u
#define NEEDS_ONE       16u /* thread of one process in every line */

typedef void text_fn(char text[FIGURE_SIZE], const cb__scaling *s, const cb_cell *cell);

static int is_several(const cb_cell *cell)
{
	return cell->threads > 1 || cell->processes != 1;
}

static void put_count(char text[FIGURE_SIZE], uint32_t count)
{
	snprintf(text, FIGURE_SIZE, "%lu", (unsigned long)count);
}

static void put_figure(char text[FIGURE_SIZE], double value)
{
	if (isfinite(value))
		cb__figure_print(text, value);
	else
		snprintf(text, FIGURE_SIZE, "?");
}

static void threads_text(char text[FIGURE_SIZE], const cb__scaling *s, const cb_cell *cell)
{
	(void)s;
	put_count(text, cell->threads);
}

static void processes_text(char text[FIGURE_SIZE], const cb__scaling *s, const cb_cell *cell)
{
	(void)s;
	if (cell->processes == 0)
		snprintf(text, FIGURE_SIZE, "?");
	else
		put_count(text, cell->processes);
}

static void load_text(char text[FIGURE_SIZE], const cb__scaling *s, const cb_cell *cell)
{
	(void)s;
	put_count(text, cell->load);
}

static void total_text(char text[FIGURE_SIZE], const cb__scaling *s, const cb_cell *cell)
{
	put_figure(text, cb__figure_shown(cell, &s->wall));
}

static void each_text(char text[FIGURE_SIZE], const cb__scaling *s, const cb_cell *cell)
{
	put_figure(text, cb__figure_shown(cell, &s->wall) / cb__figure_at_once(cell));
}

static void efficiency_text(char text[FIGURE_SIZE], const cb__scaling *s, const cb_cell *cell)
{
	double share = cell->summary->efficiency;

	(void)s;
	if (!is_several(cell))
		text[0] = '\0';
	else if (isfinite(share) && share <= EFFICIENCY_MAX)
		snprintf(text, FIGURE_SIZE, "%s%.0f %%",
			cell->summary->contended && cell->load == 0 ? "~" : "", 100 * share);
	else
		snprintf(text, FIGURE_SIZE, "?");
}

static void cpu_rate_text(char text[FIGURE_SIZE], const cb__scaling *s, const cb_cell *cell)
{
	put_figure(text, cb__figure_shown(cell, &s->cpu) * cb__figure_at_once(cell));
}

static void cpu_time_text(char text[FIGURE_SIZE], const cb__scaling *s, const cb_cell *cell)
{
	double amount = s->message ? (double)cell->size : 1.0;

	put_figure(text, cb__figure_ns(cell, &s->cpu) / amount);
}

static const struct {
	const char *title;
	const char *title_plain; /* without a message */
	text_fn *write;
	unsigned needs; /* any of them; 0 for always */
} columns[] = {
	{"threads", "threads", threads_text, NEEDS_THREADS},
	{"processes", "processes", processes_text, NEEDS_PROCESSES},
	{"load", "load", load_text, NEEDS_LOADS},
	{"total", "total", total_text, NEEDS_THREADS | NEEDS_PROCESSES},
	{"wall", "wall", total_text, NEEDS_ONE},
	{"by CPU", "by CPU", cpu_rate_text, NEEDS_ANY_LOAD},
	{"each", "each", each_text, NEEDS_THREADS | NEEDS_PROCESSES},
	{"efficiency", "efficiency", efficiency_text, NEEDS_THREADS | NEEDS_PROCESSES},
	{"CPU ns/byte", "CPU ns/op", cpu_time_text, 0},
};

#define COLUMN_COUNT (sizeof(columns) / sizeof(columns[0]))

static int has_column(const cb__scaling *s, size_t index)
{
	unsigned has = s->has_load ? NEEDS_ANY_LOAD : 0;

	has |= s->has_threads ? NEEDS_THREADS : 0;
	has |= s->has_processes ? NEEDS_PROCESSES : 0;
	has |= s->has_loads ? NEEDS_LOADS : 0;
	if (!s->has_threads && !s->has_processes)
		has |= NEEDS_ONE;
	return columns[index].needs == 0 || (columns[index].needs & has) != 0;
}

/* the same but for threads, processes and load */
static int is_same_group(const cb_cell *a, const cb_cell *b)
{
	return a->size == b->size && strcmp(a->algorithm, b->algorithm) == 0 &&
	       strcmp(a->operation, b->operation) == 0 && strcmp(a->variant, b->variant) == 0;
}

static int is_larger(const cb_cell *a, const cb_cell *b)
{
	return a->size > b->size && strcmp(a->algorithm, b->algorithm) == 0 &&
	       strcmp(a->operation, b->operation) == 0 && strcmp(a->variant, b->variant) == 0;
}

static int is_unusual(const cb_cell *cell)
{
	return is_several(cell) || cell->load > 0;
}

static int is_measured(const cb_cell *cell)
{
	return cell != NULL && cell->outcome == CB_OUTCOME_MEASURED && cell->summary != NULL;
}

/* whether @p row is the first of a group that has something to show */
static int begins_group(const cb__scaling *s, size_t row)
{
	const cb__layout_row *rows = s->m->rows;
	int unusual = 0;

	if (cb_cell_has_message(rows[row].any) != s->message)
		return 0;
	for (size_t i = 0; i < s->m->row_count; i++) {
		if (s->largest_only && is_larger(rows[i].any, rows[row].any))
			return 0;
		if (!is_same_group(rows[i].any, rows[row].any))
			continue;
		if (i < row)
			return 0;
		unusual |= is_unusual(rows[i].any);
	}
	return unusual;
}

static void add_figures(cb__scaling *s, const cb_cell *cell)
{
	char text[FIGURE_SIZE];

	for (size_t i = 0; i < COLUMN_COUNT; i++) {
		if (!has_column(s, i))
			continue;
		columns[i].write(text, s, cell);
		cb__grid_add(&s->texts, text, STYLE_PLAIN);
	}
}

static void add_names(cb__scaling *s, const cb_cell *cell)
{
	char text[96];

	cb__grid_add(&s->texts, cell->algorithm, STYLE_PLAIN);
	cb__layout_work(cell, text, sizeof(text));
	cb__grid_add(&s->texts, text, STYLE_PLAIN);
	if (!s->message)
		return;
	snprintf(text, sizeof(text), "%llu", (unsigned long long)cell->size);
	cb__grid_add(&s->texts, text, STYLE_PLAIN);
}

/* the lines of one subject; its name stands in the first of them */
static void add_subject(cb__scaling *s, size_t first_row, size_t subject)
{
	int begun = 0;
	char text[128];

	for (size_t i = first_row; i < s->m->row_count; i++) {
		const cb_cell *cell = s->m->rows[i].cells[subject];

		if (!is_measured(cell) || !is_same_group(cell, s->m->rows[first_row].any))
			continue;
		if (s->is_flat)
			add_names(s, cell);
		snprintf(text, sizeof(text), "%s%.120s", s->is_flat ? "" : "  ",
			begun && !s->is_flat ? "" : cell->subject->label);
		cb__grid_add(&s->texts, text, STYLE_PLAIN);
		add_figures(s, cell);
		begun = 1;
	}
}

static void add_title(cb__scaling *s, const cb_cell *cell)
{
	char text[192], work[96], size[FIGURE_SIZE] = "";

	cb__layout_work(cell, work, sizeof(work));
	if (s->message)
		snprintf(size, sizeof(size), " %llu B", (unsigned long long)cell->size);
	snprintf(text, sizeof(text), "%.64s %s%s", cell->algorithm, work, size);
	cb__grid_add(&s->texts, text, STYLE_STRONG);
	for (size_t i = 1; i < s->texts.columns; i++)
		cb__grid_add(&s->texts, "", STYLE_PLAIN);
}

static void add_groups(cb__scaling *s)
{
	for (size_t row = 0; row < s->m->row_count; row++) {
		if (!begins_group(s, row))
			continue;
		if (!s->is_flat)
			add_title(s, s->m->rows[row].any);
		for (size_t i = 0; i < s->m->column_count; i++)
			if (s->m->columns[i].over == LAYOUT_NONE)
				add_subject(s, row, s->m->columns[i].subject);
	}
}

static void add_headings(cb__scaling *s)
{
	static const char *const names[] = {"algorithm", "operation", "size"};

	for (size_t i = 0; s->is_flat && i < (s->message ? 3 : 2); i++)
		cb__grid_add(&s->texts, names[i], STYLE_STRONG);
	cb__grid_add(&s->texts, s->is_flat ? "subject" : s->heading, STYLE_STRONG);
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		if (has_column(s, i))
			cb__grid_add(&s->texts,
				s->message ? columns[i].title : columns[i].title_plain,
				STYLE_STRONG);
}

/* returns the largest load */
static uint32_t find_settings(cb__scaling *s)
{
	uint32_t least = UINT32_MAX, most = 0;

	for (size_t i = 0; i < s->m->row_count; i++) {
		const cb_cell *cell = s->m->rows[i].any;

		if (cb_cell_has_message(cell) != s->message)
			continue;
		s->has_threads |= cell->threads > 1;
		s->has_processes |= cell->processes != 1;
		least = cell->load < least ? cell->load : least;
		most = cell->load > most ? cell->load : most;
	}
	s->has_load = most > 0;
	s->has_loads = least < most;
	return most;
}

/* "scaling, MB/s", "under load=2, MB/s", or "under load, MB/s" if the lines say which */
static void write_heading(cb__scaling *s, uint32_t load)
{
	const char *unit = cb__figure_unit(&s->wall, s->message);

	if (!s->has_load)
		snprintf(s->heading, sizeof(s->heading), "scaling, %s", unit);
	else if (s->has_loads)
		snprintf(s->heading, sizeof(s->heading), "under load, %s", unit);
	else
		snprintf(s->heading, sizeof(s->heading), "under load=%lu, %s", (unsigned long)load,
			unit);
}

void cb__scaling_init(
	cb__scaling *s, const cb__layout *m, int message, int is_flat, int largest_only)
{
	*s = (cb__scaling){.m = m, .message = message, .is_flat = is_flat, .wall = *m->view};
	s->largest_only = largest_only;
	s->wall.unit = UNIT_RATE;
	s->wall.time = TIME_WALL;
	s->cpu = s->wall;
	s->cpu.time = TIME_CPU;
	write_heading(s, find_settings(s));
	cb__grid_init(&s->texts, cb__scaling_names(s));
	for (size_t i = 0; i < COLUMN_COUNT; i++)
		s->texts.columns += (size_t)has_column(s, i);
	add_headings(s);
	add_groups(s);
}

void cb__scaling_done(cb__scaling *s)
{
	cb__grid_done(&s->texts);
}

int cb__scaling_has_lines(const cb__scaling *s)
{
	return cb__grid_rows(&s->texts) > 1;
}

size_t cb__scaling_names(const cb__scaling *s)
{
	if (!s->is_flat)
		return 1;
	return s->message ? 4 : 3;
}
