/* SPDX-License-Identifier: Apache-2.0 */
/* From figures to cells: repetitions are joined, duplicates and times that fall are told. */
#include "import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sort.h"
#include "stats.h"

/* A longer message cannot take less time where it is worked on block by block, and this much is no
 * noise either. Modes that work on many blocks at once may have wider code for longer messages:
 * AES-GCM of 64 bytes took 1.5 times as long as of 256 on a processor with AVX-512. */
#define FALL_MOST      0.2
#define FALL_MOST_WIDE 0.5

static int order_keys(const cb__import_record *a, const cb__import_record *b)
{
	int order = cb__order_numbers(a->subject, b->subject);

	if (order == 0)
		order = strcmp(a->algorithm, b->algorithm);
	if (order == 0)
		order = strcmp(a->operation, b->operation);
	if (order == 0)
		order = cb__order_numbers(a->processes, b->processes);
	if (order == 0)
		order = cb__order_numbers(a->size, b->size);
	return order != 0 ? order : cb__order_numbers(a->column, b->column);
}

static int order_records(const void *left, const void *right)
{
	const cb__import_record *a = *(cb__import_record *const *)left;
	const cb__import_record *b = *(cb__import_record *const *)right;
	int order = order_keys(a, b);

	if (order == 0)
		order = cb__order_numbers(a->repeat, b->repeat);
	return order != 0 ? order : cb__order_numbers(a->line, b->line);
}

/* Cells as they stand in the text, so that tables look as they did. */
static int order_lines(const void *left, const void *right)
{
	const cb__import_cell *a = left, *b = right;

	return (a->first > b->first) - (a->first < b->first);
}

/* Numbered rows are one cell, unless a number comes twice. */
static size_t cell_length(cb__import_record *const *records, size_t count)
{
	size_t length = 1;

	while (length < count && order_keys(records[0], records[length]) == 0 &&
		records[length]->repeat != records[length - 1]->repeat)
		length++;
	return length;
}

static double ns_of(const cb__import_record *record)
{
	return record->has_message ? 1e9 * (double)record->size / record->rate : 1e9 / record->rate;
}

static double median_of(cb_import *import, const cb__import_cell *cell)
{
	double *values = calloc(2 * cell->count, sizeof *values), median = (double)NAN;
	size_t n = 0;

	for (size_t i = 0; values != NULL && i < cell->count; i++)
		if (cell->records[i]->outcome == CB_OUTCOME_MEASURED)
			values[n++] = ns_of(cell->records[i]);
	import->failed |= values == NULL;
	if (n > 0)
		median = cb__stats_median(values, n, values + cell->count);
	free(values);
	return median;
}

static void tell_duplicate(cb_import *import, cb__import_cell *a, cb__import_cell *b)
{
	cb__import_cell *both[] = {a, b};
	size_t lines[] = {a->first->line, b->first->line};

	b->copy = a->copy + 1;
	for (size_t i = 0; i < 2; i++)
		for (size_t j = 0; j < both[i]->count; j++)
			cb__import_doubt(import, both[i]->records[j], CB_OUTCOME_FAILED,
				"ambiguous: two rows are called \"%.60s\", in lines %zu and %zu",
				a->first->row[0] != '\0' ? a->first->row : a->first->printed,
				lines[0], lines[1]);
}

static void find_duplicates(cb_import *import, cb__import_cell *cells, size_t count)
{
	for (size_t i = 1; i < count; i++)
		if (order_keys(cells[i - 1].first, cells[i].first) == 0)
			tell_duplicate(import, &cells[i - 1], &cells[i]);
}

static int is_row(const cb__import_record *a, const cb__import_record *b)
{
	return a->subject == b->subject && strcmp(a->algorithm, b->algorithm) == 0 &&
	       strcmp(a->operation, b->operation) == 0 && a->processes == b->processes &&
	       a->has_message && a->size > 0 && b->size > a->size;
}

static double most_of(const cb__import_record *record)
{
	size_t len = strlen(record->algorithm);

	if (strcmp(record->kind, "hash") == 0 || strcmp(record->kind, "mac") == 0)
		return FALL_MOST;
	return len > 4 && strcmp(record->algorithm + len - 4, "-cbc") == 0 &&
			       strcmp(record->operation, "encrypt") == 0
		       ? FALL_MOST
		       : FALL_MOST_WIDE;
}

static void doubt_fall(cb_import *import, cb__import_cell *cell, const cb__import_cell *small,
	const cb__import_cell *large)
{
	for (size_t i = 0; i < cell->count; i++)
		if (cell->records[i]->outcome == CB_OUTCOME_MEASURED)
			cb__import_doubt(import, cell->records[i], CB_OUTCOME_FAILED,
				"implausible: the time per message falls from %.*f to %.*f ns as"
				" the message grows from %llu to %llu bytes",
				small->ns < 100, small->ns, large->ns < 100, large->ns,
				(unsigned long long)small->first->size,
				(unsigned long long)large->first->size);
}

/* Which of the two is wrong is not told, so neither is trusted. */
static void find_falls(cb_import *import, cb__import_cell *cells, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		cb__import_cell *small = &cells[i - 1], *large = &cells[i];

		if (!is_row(small->first, large->first) ||
			!(large->ns < small->ns * (1 - most_of(small->first))))
			continue;
		doubt_fall(import, small, small, large);
		doubt_fall(import, large, small, large);
	}
}

static size_t make(cb_import *import, cb__import_cell *cells, cb__import_record **order)
{
	size_t count = 0;

	for (size_t i = 0; i < import->record_count; i++)
		order[i] = &import->records[i];
	qsort(order, import->record_count, sizeof(*order), order_records);
	for (size_t i = 0; i < import->record_count; i += cells[count++].count)
		cells[count] = (cb__import_cell){.first = order[i],
			.records = order + i,
			.count = cell_length(order + i, import->record_count - i)};
	for (size_t i = 0; i < count; i++)
		cells[i].ns = median_of(import, &cells[i]);
	find_duplicates(import, cells, count);
	find_falls(import, cells, count);
	qsort(cells, count, sizeof *cells, order_lines);
	return count;
}

cb__import_cell *cb__import_cells_new(cb_import *import, size_t *ret_count)
{
	cb__import_cell *cells = calloc(import->record_count + 1, sizeof *cells);
	cb__import_record **order = calloc(import->record_count + 1, sizeof(*order));

	if (cells == NULL || order == NULL) {
		free(cells);
		free(order);
		return NULL;
	}
	free(import->order);
	import->order = order;
	*ret_count = make(import, cells, order);
	return cells;
}
