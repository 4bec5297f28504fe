/* SPDX-License-Identifier: Apache-2.0 */
#include "notes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure.h"
#include "markdown.h"
#include "seed.h"
#include "terminal.h"

#define SHOWN_IDS          6
#define SHOWN_OUTPUT_LINES 4

typedef struct writer {
	FILE *out; /* NULL: only count */
	const cb_results *results;
	const view *view;
	notes_form form;
	size_t lines;
} writer;

static void put(const writer *w, style look, const char *text)
{
	if (w->form == NOTES_MARKDOWN)
		markdown_text(w->out, text);
	else
		text_print(w->out, text, look, w->view->color);
}

static void begin(writer *w, style look, const char *text)
{
	w->lines++;
	if (w->out == NULL)
		return;
	if (w->form == NOTES_MARKDOWN)
		fputs("- ", w->out);
	put(w, look, text);
}

static void more(writer *w, const char *text)
{
	if (w->out != NULL)
		put(w, STYLE_PLAIN, text);
}

static void end(writer *w)
{
	if (w->out != NULL)
		fputc('\n', w->out);
}

static int is_same_reason(const cb_cell *a, const cb_cell *b)
{
	return a->outcome == b->outcome && strcmp(a->reason, b->reason) == 0;
}

static int is_first_of_reason(const writer *w, size_t index)
{
	const cb_cell *cell = cb_results_cell_at(w->results, index);

	for (size_t i = 0; i < index; i++)
		if (is_same_reason(cb_results_cell_at(w->results, i), cell))
			return 0;
	return 1;
}

static size_t count_reason(const writer *w, const cb_cell *cell)
{
	size_t count = cb_results_cell_count(w->results), same = 0;

	for (size_t i = 0; i < count; i++)
		same += (size_t)is_same_reason(cb_results_cell_at(w->results, i), cell);
	return same;
}

/* How much of an id is shown: all of it, or backend and algorithm of what a library lacks. */
static size_t shown_length(const cb_cell *cell)
{
	const char *end = strchr(cell->id, '/');

	if (cell->outcome != CB_OUTCOME_UNSUPPORTED || end == NULL)
		return strlen(cell->id);
	return (size_t)(end - cell->id) + 1 + strcspn(end + 1, "/");
}

static int is_shown_alike(const cb_cell *a, const cb_cell *b)
{
	size_t length = shown_length(a);

	return is_same_reason(a, b) && length == shown_length(b) &&
	       memcmp(a->id, b->id, length) == 0;
}

static int is_first_shown(const writer *w, size_t index)
{
	const cb_cell *cell = cb_results_cell_at(w->results, index);

	for (size_t i = 0; i < index; i++)
		if (is_shown_alike(cb_results_cell_at(w->results, i), cell))
			return 0;
	return 1;
}

/* "(first, second, third, ...)" */
static void write_ids(writer *w, const cb_cell *cell)
{
	size_t count = cb_results_cell_count(w->results), shown = 0;
	char text[256];

	for (size_t i = 0; i < count && shown <= SHOWN_IDS; i++) {
		const cb_cell *other = cb_results_cell_at(w->results, i);

		if (!is_same_reason(other, cell) || !is_first_shown(w, i))
			continue;
		snprintf(text, sizeof(text), "%.*s", (int)shown_length(other), other->id);
		more(w, shown == 0 ? " (" : ", ");
		more(w, shown == SHOWN_IDS ? "..." : text);
		shown++;
	}
	more(w, ")");
}

/* what the worker printed before it failed, cut */
static void write_output(writer *w, const char *output)
{
	for (size_t line = 0; line < SHOWN_OUTPUT_LINES && *output != '\0'; line++) {
		size_t length = strcspn(output, "\n");
		char text[160];

		snprintf(
			text, sizeof(text), "    | %.*s", length < 150 ? (int)length : 150, output);
		w->lines++;
		more(w, text);
		end(w);
		output += length + (output[length] == '\n');
	}
}

static void write_reason(writer *w, const cb_cell *cell)
{
	char text[64];
	size_t count = count_reason(w, cell);
	int quiet_kind =
		cell->outcome == CB_OUTCOME_UNSUPPORTED || cell->outcome == CB_OUTCOME_SKIPPED;

	begin(w, quiet_kind ? STYLE_FAINT : STYLE_BAD, cb_outcome_name(cell->outcome));
	snprintf(text, sizeof(text), ", %lu cell%s: ", (unsigned long)count, count == 1 ? "" : "s");
	more(w, text);
	more(w, cell->reason[0] != '\0' ? cell->reason : "no reason given");
	write_ids(w, cell);
	end(w);
	if (!quiet_kind)
		write_output(w, cell->output);
}

static void write_reasons(writer *w)
{
	size_t count = cb_results_cell_count(w->results);

	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = cb_results_cell_at(w->results, i);

		if (cell->outcome != CB_OUTCOME_MEASURED && is_first_of_reason(w, i))
			write_reason(w, cell);
	}
}

static void write_same(writer *w)
{
	size_t count = cb_results_subject_count(w->results);

	for (size_t i = 0; i < count; i++) {
		const cb_subject *subject = cb_results_subject_at(w->results, i);

		if (subject->same_as[0] == '\0')
			continue;
		begin(w, STYLE_PLAIN, subject->label);
		more(w, " does the same as ");
		more(w, subject->same_as);
		more(w, " by its mechanism, and is not shown");
		end(w);
	}
}

static void write_contended(writer *w)
{
	size_t count = cb_results_cell_count(w->results);

	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = cb_results_cell_at(w->results, i);

		if (cell->summary == NULL || !cell->summary->contended)
			continue;
		begin(w, STYLE_DOUBTFUL, "~");
		more(w, " something else had the CPU for part of the time (CPU time below 0.9 of"
			" wall time in more than a tenth of the samples)");
		end(w);
		return;
	}
}

static void write_warnings(writer *w)
{
	size_t count = cb_results_warning_count(w->results);

	for (size_t i = 0; i < count; i++) {
		begin(w, STYLE_DOUBTFUL, "warning: ");
		more(w, cb_results_warning_at(w->results, i)->text);
		end(w);
	}
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

typedef struct extent {
	size_t measured;
	size_t failed;
	uint32_t launches;
	double half_width; /* median; NaN if nothing was measured */
} extent;

static extent find_extent(const writer *w)
{
	size_t count = cb_results_cell_count(w->results), widths = 0;
	double *width = calloc(count + 1, sizeof(*width));
	extent e = {.half_width = (double)NAN};

	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = cb_results_cell_at(w->results, i);

		if (cell->outcome != CB_OUTCOME_MEASURED || cell->summary == NULL)
			continue;
		e.measured++;
		e.launches =
			cell->summary->launches > e.launches ? cell->summary->launches : e.launches;
		if (width != NULL && isfinite(figure_half_width(cell, w->view)))
			width[widths++] = figure_half_width(cell, w->view);
	}
	if (widths > 0) {
		qsort(width, widths, sizeof(*width), compare_doubles);
		e.half_width = width[widths / 2];
	}
	free(width);
	return e;
}

static void write_extent(writer *w)
{
	extent e = find_extent(w);
	char text[160], number[FIGURE_SIZE], seed[FIGURE_SIZE];

	snprintf(text, sizeof(text), "%lu cell%s measured", (unsigned long)e.measured,
		e.measured == 1 ? "" : "s");
	begin(w, STYLE_STRONG, text);
	snprintf(text, sizeof(text), " in %lu launch%s", (unsigned long)e.launches,
		e.launches == 1 ? "" : "es");
	more(w, text);
	figure_print(number, 100 * e.half_width);
	snprintf(text, sizeof(text), ", median half-width %s %%", number);
	more(w, isnan(e.half_width) ? "" : text);
	snprintf(text, sizeof(text), w->view->elapsed_s < 10 ? ", %.1f s" : ", %.0f s",
		w->view->elapsed_s);
	more(w, w->view->elapsed_s > 0 ? text : "");
	if (seed_of_results(seed, w->results)) {
		more(w, ", seed ");
		more(w, seed);
	}
	more(w, cb_results_complete(w->results) ? "" : ", NOT COMPLETE");
	end(w);
}

static void write_all(writer *w)
{
	if (!w->view->quiet) {
		write_reasons(w);
		write_same(w);
		write_contended(w);
		write_warnings(w);
	}
	write_extent(w);
}

void notes_write(FILE *out, const cb_results *results, const view *v, notes_form form)
{
	writer w = {out, results, v, form, 0};

	write_all(&w);
}

size_t notes_count(const cb_results *results, const view *v)
{
	writer w = {NULL, results, v, NOTES_PLAIN, 0};

	write_all(&w);
	return w.lines;
}
