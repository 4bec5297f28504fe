/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_format.h"
#include "csv.h"

static const char *const headings[] = {"base", "head", "id", "algorithm", "operation", "size",
	"change", "speed", "ci95_low", "ci95_high", "paired", "time", "base_ns", "head_ns",
	"base_cell", "head_cell", "reason"};

static void print_row(FILE *out, const cb_comparison *c, const cb_compared *row)
{
	const cb_cell *any = row->base != NULL ? row->base : row->head;

	cb__csv_text(out, 1, cb_comparison_base_name(c));
	cb__csv_text(out, 0, cb_comparison_head_name(c));
	cb__csv_text(out, 0, row->id);
	cb__csv_text(out, 0, any->algorithm);
	cb__csv_text(out, 0, any->operation);
	cb__csv_number(out, 0, (double)any->size);
	cb__csv_text(out, 0, cb_change_name(row->change));
	cb__csv_number(out, 0, row->speed);
	cb__csv_number(out, 0, row->ci95_low);
	cb__csv_number(out, 0, row->ci95_high);
	cb__csv_number(out, 0, row->paired);
	cb__csv_text(out, 0, row->time);
	cb__csv_number(out, 0, row->base_ns);
	cb__csv_number(out, 0, row->head_ns);
	cb__csv_text(out, 0, row->base != NULL ? row->base->id : "");
	cb__csv_text(out, 0, row->head != NULL ? row->head->id : "");
	cb__csv_text(out, 0, row->reason);
	cb__csv_end(out);
}

int cb__compare_csv(FILE *out, const cb__compare_set *set, const cb_view *v)
{
	(void)v;
	for (size_t i = 0; i < sizeof(headings) / sizeof(headings[0]); i++)
		cb__csv_text(out, i == 0, headings[i]);
	cb__csv_end(out);
	for (size_t i = 0; i < set->count; i++)
		for (size_t j = 0; j < cb_comparison_count(set->comparisons[i]); j++)
			print_row(
				out, set->comparisons[i], cb_comparison_at(set->comparisons[i], j));
	return 0;
}
