/* SPDX-License-Identifier: Apache-2.0 */
#include "clocks.h"

#include <stdio.h>
#include <string.h>

#include "figure.h"
#include "results.h"
#include "subjects.h"

typedef struct clocks {
	const cb_results *results;
	const cb_view *view;
} clocks;

static int is_loaded(const cb_cell *cell)
{
	return cell->load > 0;
}

static int is_several(const cb_cell *cell)
{
	return cell->threads != 1 || cell->processes != 1;
}

static int is_function(const cb_cell *cell)
{
	return cb__subject_is_function(cell->subject);
}

static int is_any(const cb_cell *cell)
{
	(void)cell;
	return 1;
}

/* Why a cell whose processor other work had is shown by wall time all the same. */
static const struct {
	const char *text;
	int (*applies)(const cb_cell *cell);
} wall_reasons[] = {
	{"under load, which was asked for", is_loaded},
	{"of several threads or processes", is_several},
	{"of functions, which may have waited", is_function},
	{"where CPU time is not known", is_any},
};

#define WALL_REASON_COUNT (sizeof(wall_reasons) / sizeof(wall_reasons[0]))

static int is_marked(const clocks *c, const cb_cell *cell)
{
	return cell->outcome == CB_OUTCOME_MEASURED && cell->same_as[0] == '\0' &&
	       cb__figure_is_marked(cell, c->view);
}

static size_t count_marked(const clocks *c, int is_cpu)
{
	size_t count = 0;
	const cb_cell *cell;

	for (size_t i = 0; (cell = cb_results_cell_at(c->results, i)) != NULL; i++)
		count += is_marked(c, cell) && cb__figure_is_cpu(cell, c->view) == is_cpu;
	return count;
}

static int has_wall_reason(const clocks *c, size_t reason)
{
	const cb_cell *cell;

	for (size_t i = 0; (cell = cb_results_cell_at(c->results, i)) != NULL; i++) {
		size_t first = 0;

		if (!is_marked(c, cell) || cb__figure_is_cpu(cell, c->view))
			continue;
		while (!wall_reasons[first].applies(cell))
			first++;
		if (first == reason)
			return 1;
	}
	return 0;
}

static size_t append(char text[CLOCKS_SIZE], size_t used, const char *more)
{
	int written = snprintf(text + used, CLOCKS_SIZE - used, "%s", more);

	return written < 0 ? used : used + (size_t)written;
}

/* " of several threads or processes", or nothing */
static size_t append_reasons(char text[CLOCKS_SIZE], size_t used, const clocks *c, int has_cpu)
{
	int is_first = 1;

	for (size_t i = 0; i < WALL_REASON_COUNT; i++) {
		if (!has_wall_reason(c, i))
			continue;
		used = append(text, used, !is_first ? " or " : has_cpu ? "; by wall time " : " ");
		used = append(text, used, wall_reasons[i].text);
		is_first = 0;
	}
	return used;
}

size_t cb__clocks_text(char text[CLOCKS_SIZE], const cb_results *results, const cb_view *v)
{
	const clocks c = {results, v};
	size_t cpu = count_marked(&c, 1), wall = count_marked(&c, 0), used = 0;

	if (cb__results_is_import(results)) {
		append(text, 0,
			"less than 0.9 of the time that was asked for was reported: something else"
			" had the CPU, or did the work");
		return cpu + wall;
	}
	used = append(text, used, "other work had the processor");
	used = append(text, used, cpu > 0 ? ": by CPU time" : ": by wall time");
	if (v->time == TIME_WALL)
		used = append(text, used, ", as asked");
	else
		used = append_reasons(text, used, &c, cpu > 0);
	append(text, used,
		" (CPU time below 0.9 of wall time in more than a tenth of the samples)");
	return cpu + wall;
}
