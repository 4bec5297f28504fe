/* SPDX-License-Identifier: Apache-2.0 */
#include "notes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "clocks.h"
#include "extent.h"
#include "figure.h"
#include "findings.h"
#include "markdown.h"
#include "origin.h"
#include "style.h"
#include "subjects.h"
#include "wrap.h"

#define SHOWN_IDS          6
#define WIDE               0.05 /* half-width of intervals that hide a lot */
#define SHOWN_OUTPUT_LINES 4
#define OUTPUT_WIDTH       150
#define INDENT             2

/* whether two cells belong to one note */
typedef int same_fn(const cb_cell *a, const cb_cell *b);

typedef struct writer {
	FILE *out; /* NULL: only count */
	const cb_results *results;
	const cb_view *view;
	cb__notes_form form;
	size_t lines;
	int failed; /* out of memory */
	cb__wrap line;
	same_fn *same;
	size_t id_from; /* ids are cut to the parts from this one ... */
	size_t id_end;  /* ... to before this one */
} writer;

static void put(writer *w, cb__style look, const char *text)
{
	if (w->form != NOTES_MARKDOWN)
		cb__wrap_text(&w->line, text, look);
	else if (w->out != NULL)
		cb__markdown_text(w->out, text);
}

static void begin(writer *w, cb__style look, const char *text)
{
	if (w->form != NOTES_MARKDOWN)
		cb__wrap_begin(&w->line, w->out, w->view->columns, INDENT, w->view->color);
	else if (w->out != NULL)
		fputs("- ", w->out);
	put(w, look, text);
}

static void more(writer *w, const char *text)
{
	put(w, STYLE_PLAIN, text);
}

static void end(writer *w)
{
	if (w->form != NOTES_MARKDOWN)
		w->lines += cb__wrap_end(&w->line);
	else if (w->out != NULL)
		fputc('\n', w->out);
}

static int is_same_reason(const cb_cell *a, const cb_cell *b)
{
	return a->outcome == b->outcome && strcmp(a->reason, b->reason) == 0;
}

/* a cell that another stands for is shown nowhere */
static int is_unsupported(const cb_cell *cell)
{
	return cell->outcome == CB_OUTCOME_UNSUPPORTED && cell->same_as[0] == '\0';
}

static int is_same_lack(const cb_cell *a, const cb_cell *b)
{
	return is_unsupported(a) && is_unsupported(b) &&
	       cb__subject_is_same_library(a->subject, b->subject);
}

static int is_same_lack_and_reason(const cb_cell *a, const cb_cell *b)
{
	return is_same_lack(a, b) && strcmp(a->reason, b->reason) == 0;
}

/* a cell that another stands for is not counted twice */
static int is_same_miss(const cb_cell *a, const cb_cell *b)
{
	return a->missed[0] != '\0' && a->same_as[0] == '\0' && b->same_as[0] == '\0' &&
	       strcmp(a->missed, b->missed) == 0;
}

static int is_first(const writer *w, size_t index)
{
	const cb_cell *cell = cb_results_cell_at(w->results, index);

	for (size_t i = 0; i < index; i++)
		if (w->same(cb_results_cell_at(w->results, i), cell))
			return 0;
	return 1;
}

static size_t count_same(const writer *w, const cb_cell *cell)
{
	size_t count = cb_results_cell_count(w->results), same = 0;

	for (size_t i = 0; i < count; i++)
		same += (size_t)w->same(cb_results_cell_at(w->results, i), cell);
	return same;
}

/* The parts of an id that are shown, without slashes around them. */
static void shown_id(const writer *w, const cb_cell *cell, const char **begin, size_t *length)
{
	const char *at = cell->id, *end;

	for (size_t part = 0; part < w->id_from && strchr(at, '/') != NULL; part++)
		at = strchr(at, '/') + 1;
	end = at;
	for (size_t part = w->id_from; part < w->id_end && *end != '\0'; part++)
		end += strcspn(end + (part > w->id_from), "/") + (part > w->id_from);
	*begin = at;
	*length = (size_t)(end - at);
}

static int is_shown_alike(const writer *w, const cb_cell *a, const cb_cell *b)
{
	const char *a_id, *b_id;
	size_t a_length, b_length;

	shown_id(w, a, &a_id, &a_length);
	shown_id(w, b, &b_id, &b_length);
	return w->same(a, b) && a_length == b_length && memcmp(a_id, b_id, a_length) == 0;
}

static int is_first_shown(const writer *w, size_t index)
{
	const cb_cell *cell = cb_results_cell_at(w->results, index);

	for (size_t i = 0; i < index; i++)
		if (is_shown_alike(w, cb_results_cell_at(w->results, i), cell))
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
		const char *id;
		size_t length;

		if (!w->same(other, cell) || !is_first_shown(w, i))
			continue;
		shown_id(w, other, &id, &length);
		snprintf(text, sizeof(text), "%.*s", (int)length, id);
		more(w, shown == 0 ? " (" : ", ");
		more(w, shown == SHOWN_IDS ? "..." : text);
		shown++;
	}
	more(w, ")");
}

/* what the worker printed before it failed, cut */
static void write_output(writer *w, const char *output)
{
	size_t columns = w->view->columns, widest = columns > 40 ? columns - 6 : OUTPUT_WIDTH;

	for (size_t line = 0; line < SHOWN_OUTPUT_LINES && *output != '\0'; line++) {
		size_t length = strcspn(output, "\n"), shown = length < widest ? length : widest;
		char text[OUTPUT_WIDTH + 1];

		snprintf(text, sizeof(text), "%.*s", (int)shown, output);
		w->lines++;
		if (w->out != NULL) {
			fputs(w->form == NOTES_MARKDOWN ? "    \\| " : "    | ", w->out);
			if (w->form == NOTES_MARKDOWN)
				cb__markdown_text(w->out, text);
			else
				cb__style_print(w->out, text, STYLE_PLAIN, 0);
			fputc('\n', w->out);
		}
		output += length + (output[length] == '\n');
	}
}

/* ", N cells: " */
static void write_count(writer *w, const cb_cell *cell)
{
	size_t count = count_same(w, cell);
	char text[64];

	snprintf(text, sizeof(text), ", %lu cell%s: ", (unsigned long)count, count == 1 ? "" : "s");
	more(w, text);
}

/* "LEAD, N cells: REASON (ID, ...)" for all that are the same as @p cell */
static void write_group(
	writer *w, const cb_cell *cell, cb__style look, const char *lead, const char *reason)
{
	int is_short =
		count_same(w, cell) > SHOWN_IDS &&
		(cell->outcome == CB_OUTCOME_SKIPPED || cell->outcome == CB_OUTCOME_MEASURED);

	w->id_from = 0;
	w->id_end = is_short ? 2 : SIZE_MAX;
	begin(w, look, lead);
	write_count(w, cell);
	more(w, reason[0] != '\0' ? reason : "no reason given");
	write_ids(w, cell);
	end(w);
}

static void write_reason(writer *w, const cb_cell *cell)
{
	int is_skipped = cell->outcome == CB_OUTCOME_SKIPPED;

	write_group(w, cell, is_skipped ? STYLE_FAINT : STYLE_BAD, cb_outcome_name(cell->outcome),
		cell->reason);
	if (!is_skipped)
		write_output(w, cell->output);
}

static void write_reasons(writer *w)
{
	size_t count = cb_results_cell_count(w->results);

	w->same = is_same_reason;
	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = cb_results_cell_at(w->results, i);

		if (cell->outcome != CB_OUTCOME_MEASURED &&
			cell->outcome != CB_OUTCOME_UNSUPPORTED && is_first(w, i))
			write_reason(w, cell);
	}
}

/* "REASON (ALGORITHM, ...); REASON (ALGORITHM, ...)" of the library of @p cell */
static void write_lacks(writer *w, const cb_cell *cell)
{
	size_t count = cb_results_cell_count(w->results);
	const char *gap = "";

	w->same = is_same_lack_and_reason;
	w->id_from = 1;
	w->id_end = 2;
	for (size_t i = 0; i < count; i++) {
		const cb_cell *other = cb_results_cell_at(w->results, i);

		if (!is_same_lack(other, cell) || !is_first(w, i))
			continue;
		more(w, gap);
		more(w, other->reason[0] != '\0' ? other->reason : "no reason given");
		write_ids(w, other);
		gap = "; ";
	}
}

/* one paragraph for each library; it explains the dash, too */
static void write_unsupported(writer *w)
{
	size_t count = cb_results_cell_count(w->results);
	char library[128];

	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = cb_results_cell_at(w->results, i);

		w->same = is_same_lack;
		if (!is_unsupported(cell) || !is_first(w, i))
			continue;
		snprintf(library, sizeof(library), "%.*s", (int)cb__subject_stem(cell->subject),
			cell->subject->label);
		begin(w, STYLE_FAINT,
			w->form != NOTES_UNMARKED ? "unsupported (-)" : "unsupported");
		more(w, " by ");
		more(w, library);
		write_count(w, cell);
		write_lacks(w, cell);
		end(w);
	}
}

/* who gives the number of launches aims at no precision */
static void write_missed(writer *w)
{
	size_t count = cb_results_cell_count(w->results);

	w->same = is_same_miss;
	if (w->view->fixed_launches || cb__origin_fixed_launches(w->results))
		return;
	for (size_t i = 0; i < count; i++) {
		const cb_cell *cell = cb_results_cell_at(w->results, i);

		if (cell->outcome == CB_OUTCOME_MEASURED && is_same_miss(cell, cell) &&
			is_first(w, i))
			write_group(
				w, cell, STYLE_DOUBTFUL, "less precise than asked", cell->missed);
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

/* The pages of other looks have no marks, so that there the number is told. */
static void write_contended(writer *w)
{
	char text[CLOCKS_SIZE], number[64];
	size_t count = cb__clocks_text(text, w->results, w->view);

	if (count == 0)
		return;
	snprintf(number, sizeof(number), "%lu cell%s: ", (unsigned long)count,
		count == 1 ? "" : "s");
	begin(w, STYLE_DOUBTFUL, w->form == NOTES_UNMARKED ? number : "~ ");
	more(w, text);
	end(w);
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

static void write_findings(writer *w)
{
	cb_findings *findings;

	if (cb__findings_new(&findings, w->results) != CB_OK) {
		w->failed = 1;
		return;
	}
	for (size_t i = 0; i < cb_findings_count(findings); i++) {
		begin(w, STYLE_DOUBTFUL, "finding: ");
		more(w, cb_findings_at(findings, i)->text);
		end(w);
	}
	cb_findings_free(findings);
}

static void more_known(writer *w, const char *before, const char *text)
{
	if (text[0] == '\0' || strcmp(text, "unknown") == 0)
		return;
	more(w, before);
	more(w, text);
}

/* whether a subject before it is of the same library and file */
static int is_file_told(const writer *w, size_t index)
{
	const cb_subject *subject = cb_results_subject_at(w->results, index);

	for (size_t i = 0; i < index; i++) {
		const cb_subject *other = cb_results_subject_at(w->results, i);

		if (cb__subject_is_same_library(other, subject) &&
			strcmp(other->file, subject->file) == 0 &&
			strcmp(other->build_id, subject->build_id) == 0)
			return 1;
	}
	return 0;
}

/* "mine: openssl 3.0.22, FILE, build-id ID" where somebody gave a label or a library */
static void write_files(writer *w)
{
	size_t count = cb_results_subject_count(w->results);

	for (size_t i = 0; i < count; i++) {
		const cb_subject *subject = cb_results_subject_at(w->results, i);
		char name[128];

		if ((!w->view->show_files && !cb__subject_is_labelled(subject)) ||
			is_file_told(w, i) || strcmp(subject->file, "unknown") == 0)
			continue;
		snprintf(
			name, sizeof(name), "%.*s", (int)cb__subject_stem(subject), subject->label);
		begin(w, STYLE_PLAIN, name);
		more(w, ": ");
		more(w, subject->backend);
		more_known(w, " ", subject->version);
		more_known(w, ", ", subject->file);
		more_known(w, ", build-id ", subject->build_id);
		end(w);
	}
}

static int is_renaming_told(const writer *w, size_t index)
{
	const char *backend = cb_results_subject_at(w->results, index)->backend;

	for (size_t i = 0; i < index; i++)
		if (strcmp(cb_results_subject_at(w->results, i)->backend, backend) == 0)
			return 1;
	return 0;
}

/* "theirs calls itself mine": its file was renamed, or it was built once more */
static void write_renamed(writer *w)
{
	size_t count = cb_results_subject_count(w->results);

	for (size_t i = 0; i < count; i++) {
		const cb_subject *subject = cb_results_subject_at(w->results, i);

		if (strcmp(subject->built_as, subject->backend) == 0 ||
			strcmp(subject->built_as, "unknown") == 0 || is_renaming_told(w, i))
			continue;
		begin(w, STYLE_PLAIN, subject->backend);
		more(w, " calls itself ");
		more(w, subject->built_as);
		more(w, ": a build of that backend under another name");
		end(w);
	}
}

/* "no difference within the interval in 5 of 6 cells" */
static void write_verdict(writer *w, const cb__comparison *c)
{
	char text[128];

	snprintf(text, sizeof(text), ": speed between %+.1f and %+.1f %%", 100 * (c->least - 1),
		100 * (c->most - 1));
	if (c->cells == 1)
		snprintf(text, sizeof(text), ": speed %+.1f %%", 100 * (c->least - 1));
	more(w, text);
	if (c->bounded == 0)
		snprintf(text, sizeof(text), "; no intervals: fewer than six launches");
	else
		snprintf(text, sizeof(text),
			", no difference within the interval in %lu of %lu cells",
			(unsigned long)c->even, (unsigned long)c->bounded);
	more(w, text);
}

/* "mine against distro: ..." for two libraries of one backend in one mode */
static void write_pairs(writer *w)
{
	cb__subject_pair pair;

	for (size_t i = 0; cb__subject_pair_at(w->results, i, &pair); i++) {
		cb__comparison c = cb__comparison_of(w->results, &pair);

		if (c.cells == 0)
			continue;
		begin(w, STYLE_STRONG, pair.other->label);
		more(w, " against ");
		more(w, pair.base->label);
		write_verdict(w, &c);
		end(w);
	}
}

/* "61 cells measured in 6 to 9 launches per subject" */
static void write_launches(writer *w, const cb__extent *e)
{
	char text[96];

	snprintf(text, sizeof(text), "%lu cell%s measured", (unsigned long)e->measured,
		e->measured == 1 ? "" : "s");
	begin(w, STYLE_STRONG, text);
	if (e->measured == 0)
		return;
	snprintf(text, sizeof(text), "%lu to ", (unsigned long)e->least);
	more(w, " in ");
	more(w, e->least < e->most ? text : "");
	snprintf(text, sizeof(text), "%lu launch%s per subject", (unsigned long)e->most,
		e->most == 1 ? "" : "es");
	more(w, text);
}

static void write_width(writer *w, const cb__extent *e)
{
	char text[96], number[FIGURE_SIZE];

	if (e->measured > 0 && isnan(e->half_width))
		more(w, ", no interval: fewer than six launches");
	if (isnan(e->half_width))
		return;
	cb__figure_print(number, 100 * e->half_width);
	more(w, ", half-width of the 95 % intervals ");
	more(w, e->half_width < 0.0001 ? "below 0.01" : number);
	more(w, " % (median over cells");
	snprintf(text, sizeof(text), "; %lu had fewer than six launches, so none",
		(unsigned long)e->unbounded);
	more(w, e->unbounded > 0 ? text : "");
	more(w, ")");
	if (e->half_width > WIDE)
		put(w, STYLE_DOUBTFUL,
			", which is wide: rates closer than that were not told apart");
}

static void write_extent(writer *w)
{
	char text[64], seed[FIGURE_SIZE];
	cb__extent e;

	w->failed |= cb__extent_of(&e, w->results, w->view);
	write_launches(w, &e);
	write_width(w, &e);
	snprintf(text, sizeof(text), w->view->elapsed_s < 10 ? ", %.1f s" : ", %.0f s",
		w->view->elapsed_s);
	more(w, w->view->elapsed_s > 0 ? text : "");
	if (cb__origin_seed(seed, w->results)) {
		more(w, ", seed ");
		more(w, seed);
	}
	more(w, cb_results_complete(w->results) ? "" : ", NOT COMPLETE");
	end(w);
}

static void write_all(writer *w)
{
	if (w->view->quiet)
		return;
	write_files(w);
	write_renamed(w);
	write_reasons(w);
	write_unsupported(w);
	write_missed(w);
	write_same(w);
	write_contended(w);
	write_warnings(w);
	write_findings(w);
	write_pairs(w);
	write_extent(w);
}

int cb__notes_write(FILE *out, const cb_results *results, const cb_view *v, cb__notes_form form)
{
	writer w = {.out = out, .results = results, .view = v, .form = form};

	write_all(&w);
	return w.failed;
}

int cb__notes_count(size_t *ret_lines, const cb_results *results, const cb_view *v)
{
	writer w = {.results = results, .view = v, .form = NOTES_PLAIN};

	write_all(&w);
	*ret_lines = w.lines;
	return w.failed;
}
