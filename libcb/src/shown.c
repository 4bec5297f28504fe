/* SPDX-License-Identifier: Apache-2.0 */
/* Which of its times a cell is told by: every view, export, finding and page asks here. */
#include "shown.h"

#include <math.h>
#include <string.h>

#define WALL "wall"
#define CPU  "cpu"

static int is_time(double ns)
{
	return isfinite(ns) && ns > 0;
}

int cb_cell_has_message(const cb_cell *cell)
{
	const cb_algorithm *algorithm = cb_algorithm_find(cell->algorithm);
	cb_op op = cb_op_find(cell->operation);

	/* a backend may have algorithms that the catalogue lacks, and a function may be called as
	 * one is */
	return algorithm != NULL && cb_kind_has_op(algorithm->kind, op)
		       ? cb_op_has_message(algorithm->kind, op)
		       : cell->size != 0;
}

int cb__shown_has_cpu(const cb_cell *cell)
{
	return cell->threads == 1 && cell->processes == 1 && cell->summary != NULL &&
	       is_time(cell->summary->cpu_median_ns);
}

/* A function that sleeps or reads a file has little CPU time as well, and what it waits for is part
 * of what it does; an operation of a library waits for nothing. */
int cb__shown_may_wait(const cb_cell *cell)
{
	return strcmp(cell->subject->isolation, "none") == 0;
}

/* Who asked for busy threads beside the measurement wants to see what they take. */
const char *cb_cell_time(const cb_cell *cell, const char *asked)
{
	if (asked != NULL)
		return strcmp(asked, CPU) == 0 ? CPU : WALL;
	return cell->summary != NULL && cell->summary->contended && cb__shown_has_cpu(cell) &&
			       cell->load == 0 && !cb__shown_may_wait(cell)
		       ? CPU
		       : WALL;
}

double cb_cell_ns(const cb_cell *cell, const char *asked)
{
	const cb_summary *s = cell->summary;
	double ns;

	if (s == NULL || cell->outcome != CB_OUTCOME_MEASURED)
		return (double)NAN;
	ns = strcmp(cb_cell_time(cell, asked), CPU) == 0 ? s->cpu_median_ns : s->median_ns;
	return is_time(ns) ? ns : (double)NAN;
}

double cb_cell_rate(const cb_cell *cell, const char *asked)
{
	double amount = cb_cell_has_message(cell) ? (double)cell->size : 1.0;

	return amount * 1e9 / cb_cell_ns(cell, asked);
}

const char *cb_fit_time(const cb_fit *fit, const char *asked)
{
	if (asked != NULL)
		return strcmp(asked, CPU) == 0 ? CPU : WALL;
	return fit->contended && fit->load == 0 && is_time(fit->cpu_ns_per_byte) ? CPU : WALL;
}
