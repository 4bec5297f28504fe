/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_format.h"
#include "csv.h"

static const char *const headings[] = {"base", "head", "id", "algorithm", "operation", "size",
	"change", "speed", "ci95_low", "ci95_high", "paired", "time", "base_ns", "head_ns",
	"base_cell", "head_cell", "reason"};

static void print_row(FILE *out, const cb_comparison *c, const cb_compared *row)
{
	const cb_cell *any = row->base != NULL ? row->base : row->head;

	csv_text(out, 1, cb_comparison_base_name(c));
	csv_text(out, 0, cb_comparison_head_name(c));
	csv_text(out, 0, row->id);
	csv_text(out, 0, any->algorithm);
	csv_text(out, 0, any->operation);
	csv_number(out, 0, (double)any->size);
	csv_text(out, 0, cb_change_name(row->change));
	csv_number(out, 0, row->speed);
	csv_number(out, 0, row->ci95_low);
	csv_number(out, 0, row->ci95_high);
	csv_number(out, 0, row->paired);
	csv_text(out, 0, row->time);
	csv_number(out, 0, row->base_ns);
	csv_number(out, 0, row->head_ns);
	csv_text(out, 0, row->base != NULL ? row->base->id : "");
	csv_text(out, 0, row->head != NULL ? row->head->id : "");
	csv_text(out, 0, row->reason);
	csv_end(out);
}

int compare_csv(FILE *out, const compare_set *set, const view *v)
{
	(void)v;
	for (size_t i = 0; i < sizeof(headings) / sizeof(headings[0]); i++)
		csv_text(out, i == 0, headings[i]);
	csv_end(out);
	for (size_t i = 0; i < set->count; i++)
		for (size_t j = 0; j < cb_comparison_count(set->comparisons[i]); j++)
			print_row(
				out, set->comparisons[i], cb_comparison_at(set->comparisons[i], j));
	return 0;
}
