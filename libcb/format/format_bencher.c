/* SPDX-License-Identifier: Apache-2.0 */
/* Bencher's metric format: of each cell latency in ns and throughput in operations per second. It
 * knows no failed cell, so these are left out. */
#include "format.h"

#include <math.h>

#include "escape.h"
#include "export.h"
#include "json_member.h"

static int add_measure(
	json_t *measures, const char *name, double value, double lower_value, double upper_value)
{
	json_t *measure = json_object();
	int failed = cb__json_member_number(measure, "value", value);

	failed |= cb__json_member_number(measure, "lower_value", lower_value);
	failed |= cb__json_member_number(measure, "upper_value", upper_value);
	failed |= json_object_set_new(measures, name, measure);
	return failed;
}

static int add_cell(json_t *root, const cb_cell *cell, const cb_view *v)
{
	cb__export_time t = cb__export_shown(cell, v);
	json_t *name, *measures;
	int failed;

	if (!cb__export_is_known(&t))
		return 0;
	if (!cb__export_has_interval(&t))
		t.low_ns = t.high_ns = (double)NAN;
	name = cb__escape_json(cell->id);
	measures = json_object();
	failed = add_measure(measures, "latency", t.ns, t.low_ns, t.high_ns);
	/* the slowest end of the one is the lower end of the other */
	failed |= add_measure(measures, "throughput", 1e9 / t.ns, 1e9 / t.high_ns, 1e9 / t.low_ns);
	failed |= name == NULL ? -1 : 0;
	failed |= json_object_set_new(root, name != NULL ? json_string_value(name) : "", measures);
	json_decref(name);
	return failed;
}

int cb__format_bencher(FILE *out, const cb_results *results, const cb_view *v)
{
	size_t count = cb_results_cell_count(results);
	json_t *root = json_object();
	int failed = 0;

	for (size_t i = 0; i < count; i++)
		failed |= add_cell(root, cb_results_cell_at(results, i), v);
	return cb__json_member_write(out, root, failed);
}
