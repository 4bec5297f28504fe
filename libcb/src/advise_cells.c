/* SPDX-License-Identifier: Apache-2.0 */
/* The cells of each library, whichever documents they are in, so that looking one up does not go
 * through all of them. */
#include "advise.h"

#include <stdlib.h>
#include <string.h>

#include "sort.h"

static int is_plain(const cb_cell *cell)
{
	return cell->threads == 1 && cell->processes == 1 && cell->load == 0 &&
	       strcmp(cell->variant, cb_variant_name(CB_VARIANT_MESSAGE)) == 0;
}

static int order_work(const cb__advice_cell *a, const cb__advice_cell *b)
{
	int order = cb__order_numbers(a->library, b->library);

	if (order == 0)
		order = strcmp(a->cell->algorithm, b->cell->algorithm);
	return order != 0 ? order : strcmp(a->cell->operation, b->cell->operation);
}

static int order_cells(const void *left, const void *right)
{
	const cb__advice_cell *a = left, *b = right;
	int order = order_work(a, b);

	if (order == 0)
		order = cb__order_numbers(a->cell->size, b->cell->size);
	return order != 0 ? order : cb__order_numbers(a->place, b->place);
}

static void add_cells(cb_advice *a, size_t document, const size_t *libraries)
{
	const cb_results *results = a->documents[document].results;
	const cb_subject *first = cb_results_subject_at(results, 0);
	const cb_cell *cell;

	for (size_t i = 0; (cell = cb_results_cell_at(results, i)) != NULL; i++) {
		size_t library = libraries[cell->subject - first];

		if (library == a->library_count || !is_plain(cell))
			continue;
		a->cells[a->cell_count] = (cb__advice_cell){cell, library, a->cell_count};
		a->cell_count++;
	}
}

static cb_status add_document(cb_advice *a, size_t document)
{
	const cb_results *results = a->documents[document].results;
	size_t count = cb_results_subject_count(results);
	size_t *libraries = calloc(count + 1, sizeof *libraries);

	if (libraries == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < count; i++)
		libraries[i] = cb__advice_library_of(
			a, cb_results_subject_at(results, i), a->documents[document].machines[i]);
	add_cells(a, document, libraries);
	free(libraries);
	return CB_OK;
}

cb_status cb__advice_index(cb_advice *a)
{
	cb_status status = CB_OK;
	size_t count = 0;

	for (size_t i = 0; i < a->document_count; i++)
		count += cb_results_cell_count(a->documents[i].results);
	a->cells = calloc(count + 1, sizeof *a->cells);
	a->scratch = calloc(count + 1, sizeof(*a->scratch));
	if (a->cells == NULL || a->scratch == NULL)
		return CB_ENOMEM;
	for (size_t i = 0; i < a->document_count && status == CB_OK; i++)
		status = add_document(a, i);
	qsort(a->cells, a->cell_count, sizeof *a->cells, order_cells);
	return status;
}

/* Later documents count more: who measured again had a reason. */
static void add_point(cb__advice_points *points, const cb_cell *cell)
{
	size_t last = points->count - 1;

	if (points->count == 0 || points->cells[last]->size != cell->size)
		points->cells[points->count++] = cell;
	else if (cell->outcome != CB_OUTCOME_SKIPPED)
		points->cells[last] = cell;
}

cb__advice_points cb__advice_points_of(
	cb_advice *a, size_t library, const char *algorithm, const char *op)
{
	const cb_cell work = {.algorithm = algorithm, .operation = op};
	const cb__advice_cell wanted = {&work, library, 0};
	cb__advice_points points = {a->scratch, 0};
	size_t low = 0, high = a->cell_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (order_work(&a->cells[middle], &wanted) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < a->cell_count && order_work(&a->cells[low], &wanted) == 0; low++)
		add_point(&points, a->cells[low].cell);
	return points;
}
