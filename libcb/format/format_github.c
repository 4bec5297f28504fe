/* SPDX-License-Identifier: Apache-2.0 */
/* What github-action-benchmark reads as "customSmallerIsBetter": times. It knows no failed cell, so
 * these are left out. */
#include "format.h"

#include "export.h"
#include "figure.h"
#include "json_member.h"

#define TEXT_SIZE 256

static void print_interval(char *range, char *extra, const cb_cell *cell, const cb__export_time *t)
{
	char half[FIGURE_SIZE], low[FIGURE_SIZE], high[FIGURE_SIZE];

	cb__figure_print(half, (t->high_ns - t->low_ns) / 2);
	cb__figure_print(low, t->low_ns);
	cb__figure_print(high, t->high_ns);
	snprintf(range, TEXT_SIZE, "\xc2\xb1 %s", half);
	snprintf(extra, TEXT_SIZE, "95 %% interval %s to %s ns, %u launches, %s %s", low, high,
		(unsigned)cell->summary->launches, cell->subject->backend, cell->subject->version);
}

static json_t *new_entry(
	int *ret_failed, const cb_cell *cell, const cb__export_time *t, const cb_view *v)
{
	json_t *entry = json_object();
	char range[TEXT_SIZE], extra[TEXT_SIZE];
	int failed = cb__json_member_text(entry, "name", cell->id);

	failed |= cb__json_member_text(
		entry, "unit", cb__figure_is_cpu(cell, v) ? "ns/op CPU" : "ns/op");
	failed |= cb__json_member_number(entry, "value", t->ns);
	if (cb__export_has_interval(t)) {
		print_interval(range, extra, cell, t);
		failed |= cb__json_member_text(entry, "range", range);
		failed |= cb__json_member_text(entry, "extra", extra);
	} else {
		snprintf(extra, sizeof(extra), "no interval, %u launches, %s %s",
			(unsigned)cell->summary->launches, cell->subject->backend,
			cell->subject->version);
		failed |= cb__json_member_text(entry, "extra", extra);
	}
	*ret_failed = failed;
	return entry;
}

int cb__format_github(FILE *out, const cb_results *results, const cb_view *v)
{
	size_t count = cb_results_cell_count(results);
	json_t *root = json_array();
	int failed = 0, entry_failed;

	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = cb_results_cell_at(results, i);
		cb__export_time t = cb__export_shown(cell, v);
		json_t *entry;

		if (!cb__export_is_known(&t))
			continue;
		entry = new_entry(&entry_failed, cell, &t, v);
		failed |= cb__json_member_append(root, entry, entry_failed);
	}
	return cb__json_member_write(out, root, failed);
}
