/* SPDX-License-Identifier: Apache-2.0 */
#include "format.h"

#include <math.h>
#include <string.h>

#include "csv.h"
#include "figure.h"
#include "subjects.h"

static const char *accel_text(cb_accel accel)
{
	const char *name = cb_accel_name(accel);

	return name != NULL ? name : "";
}

/* How much faster @p cell is than its library in a slower mode, by paired rounds. */
static double gain_over(
	const cb_results *results, const cb_cell *cell, cb_accel fast, cb_accel slow)
{
	size_t count = cb_results_cell_count(results);

	for (size_t i = 0; cell->subject->accel == fast && i < count; i++) {
		const cb_cell *other = cb_results_cell_at(results, i);

		if (other->subject->accel == slow && strcmp(other->panel, cell->panel) == 0 &&
			cb__subject_is_same_library(other->subject, cell->subject))
			return cb__figure_paired_gain(results, cell, other).value;
	}
	return (double)NAN;
}

static void print_headings(FILE *out)
{
	static const char *const headings[] = {
#define CELL_TEXT(heading, value)   heading,
#define CELL_COUNT(heading, value)  heading,
#define CELL_FIGURE(heading, value) heading,
#include "cell_fields.def"
#undef CELL_TEXT
#undef CELL_COUNT
#undef CELL_FIGURE
	};

	for (size_t i = 0; i < sizeof(headings) / sizeof(headings[0]); i++)
		cb__csv_text(out, i == 0, headings[i]);
	cb__csv_end(out);
}

static void print_cell(FILE *out, const cb_results *results, const cb_cell *c)
{
	const cb_subject *s = c->subject;
	const cb_summary *m = c->outcome == CB_OUTCOME_MEASURED ? c->summary : NULL;
	int first = 1;

#define CELL_TEXT(heading, value)  cb__csv_text(out, first, value), first = 0;
#define CELL_COUNT(heading, value) cb__csv_number(out, first, (double)(value)), first = 0;
#define CELL_FIGURE(heading, value)                                                                \
	cb__csv_number(out, first, m != NULL ? (double)(value) : (double)NAN), first = 0;
#include "cell_fields.def"
#undef CELL_TEXT
#undef CELL_COUNT
#undef CELL_FIGURE
	cb__csv_end(out);
}

int cb__format_csv(FILE *out, const cb_results *results, const cb_view *v)
{
	size_t count = cb_results_cell_count(results);

	(void)v;
	print_headings(out);
	for (size_t i = 0; i < count; i++)
		print_cell(out, results, cb_results_cell_at(results, i));
	return 0;
}
