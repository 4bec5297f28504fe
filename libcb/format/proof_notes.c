/* SPDX-License-Identifier: Apache-2.0 */
#include "proof_format.h"

#include <string.h>

#include "markdown.h"
#include "proof_text.h"
#include "wrap.h"

#define SHOWN_NAMES        6
#define SHOWN_OUTPUT_LINES 4
#define INDENT             2

typedef struct writer {
	FILE *out;
	const cb__proof_set *set;
	const cb_view *view;
	int markdown;
	cb__wrap line;
	size_t names; /* in the brackets at the end of the note */
} writer;

/* every finding: whether it is a fault of the mode */
static const struct {
	const char *id;
	int is_fault;
} known[] = {
#define FINDING(id, fault, meaning) {id, fault},
	CB_FINDING_MAP(FINDING)
#undef FINDING
};

static void put(writer *w, cb__style look, const char *text)
{
	if (w->markdown)
		cb__markdown_text(w->out, text);
	else
		cb__wrap_text(&w->line, text, look);
}

static void begin(writer *w, cb__style look, const char *text)
{
	w->names = 0;
	if (w->markdown)
		fputs("- ", w->out);
	else
		cb__wrap_begin(&w->line, w->out, w->view->columns, INDENT, w->view->color);
	put(w, look, text);
}

static void more(writer *w, const char *text)
{
	put(w, STYLE_PLAIN, text);
}

/* one more of "(first, second, third, ...)" */
static void add_name(writer *w, const char *text)
{
	if (w->names < SHOWN_NAMES) {
		more(w, w->names == 0 ? " (" : ", ");
		more(w, text);
	} else if (w->names == SHOWN_NAMES) {
		more(w, ", ...");
	}
	w->names++;
}

static void end(writer *w)
{
	more(w, w->names > 0 ? ")" : "");
	if (w->markdown)
		fputc('\n', w->out);
	else
		cb__wrap_end(&w->line);
}

static int is_same_finding(const cb_finding *a, const cb_finding *b)
{
	return strcmp(a->id, b->id) == 0 && strcmp(a->text, b->text) == 0;
}

static cb__style look_of(const char *id)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(known[i].id, id) == 0 && known[i].is_fault)
			return STYLE_BAD;
	return STYLE_DOUBTFUL;
}

/* "openssl:on aes-256-gcm seal" */
static void name_of(char text[PROOF_TEXT_SIZE], const cb_subject *subject, const char *algorithm,
	const char *operation)
{
	const char *label = subject != NULL ? subject->label : "";
	size_t used = cb__proof_append(text, PROOF_TEXT_SIZE, 0, "%s", label);

	if (algorithm != NULL && algorithm[0] != '\0')
		used = cb__proof_append(
			text, PROOF_TEXT_SIZE, used, "%s%s", used > 0 ? " " : "", algorithm);
	if (operation != NULL && operation[0] != '\0')
		cb__proof_append(
			text, PROOF_TEXT_SIZE, used, "%s%s", used > 0 ? " " : "", operation);
}

/* their texts say what they are about */
static void write_findings(writer *w)
{
	for (size_t i = 0; i < w->set->finding_count; i++) {
		const cb_finding *finding = w->set->findings[i];
		size_t j = 0;

		while (!is_same_finding(w->set->findings[j], finding))
			j++;
		if (j < i)
			continue;
		begin(w, look_of(finding->id), finding->id);
		more(w, ": ");
		more(w, finding->text);
		end(w);
	}
}

static int is_same_reason(const cb_proof *a, const cb_proof *b)
{
	return a->outcome == b->outcome && strcmp(a->reason, b->reason) == 0;
}

/* cells of one reason, whatever their sizes, under one name */
static int is_named(const cb__proof_set *set, size_t first, size_t index)
{
	const cb_proof *cell = set->cells[index];

	for (size_t i = first; i < index; i++)
		if (is_same_reason(set->cells[i], cell) &&
			set->cells[i]->subject == cell->subject &&
			strcmp(set->cells[i]->algorithm, cell->algorithm) == 0 &&
			strcmp(set->cells[i]->operation, cell->operation) == 0)
			return 1;
	return 0;
}

/* what the worker printed before it failed, cut */
static void write_output(writer *w, const char *output)
{
	for (size_t line = 0; line < SHOWN_OUTPUT_LINES && *output != '\0'; line++) {
		size_t length = strcspn(output, "\n");
		char text[PROOF_TEXT_SIZE];

		cb__proof_append(text, sizeof(text), 0, "%.*s",
			(int)(length < sizeof(text) ? length : sizeof(text)), output);
		fputs(w->markdown ? "    \\| " : "    | ", w->out);
		if (w->markdown)
			cb__markdown_text(w->out, text);
		else
			cb__style_print(w->out, text, STYLE_PLAIN, 0);
		fputc('\n', w->out);
		output += length + (output[length] == '\n');
	}
}

static void write_reason(writer *w, size_t index)
{
	const cb_proof *cell = w->set->cells[index];
	cb__style look = cb__proof_is_trouble(cell->outcome) ? STYLE_BAD : STYLE_FAINT;
	char name[PROOF_TEXT_SIZE];

	begin(w, look, cb_outcome_name(cell->outcome));
	more(w, ": ");
	more(w, cell->reason[0] != '\0' ? cell->reason : "no reason given");
	for (size_t i = index; i < w->set->cell_count; i++) {
		const cb_proof *other = w->set->cells[i];

		if (!is_same_reason(other, cell) || is_named(w->set, index, i))
			continue;
		name_of(name, other->subject, other->algorithm, other->operation);
		add_name(w, name);
	}
	end(w);
	if (look == STYLE_BAD)
		write_output(w, cell->output);
}

/* whether a finding says it, of this cell or of all */
static int is_said(const cb__proof_set *set, const cb_proof *cell)
{
	int is_refused = cb__proof_set_is_refused(set) && cell->outcome == CB_OUTCOME_UNSUPPORTED;

	for (size_t i = 0; i < set->finding_count; i++) {
		const cb_finding *finding = set->findings[i];

		if (strstr(finding->text, cell->reason) != NULL &&
			(is_refused || cb__proof_is_found(finding, cell)))
			return 1;
	}
	return 0;
}

static void write_reasons(writer *w)
{
	for (size_t i = 0; i < w->set->cell_count; i++) {
		size_t j = 0;

		while (!is_same_reason(w->set->cells[j], w->set->cells[i]))
			j++;
		if (j == i && w->set->cells[i]->outcome != CB_OUTCOME_MEASURED &&
			!is_said(w->set, w->set->cells[i]))
			write_reason(w, i);
	}
}

/* how each mode was proven */
static void write_subjects(writer *w)
{
	for (size_t i = 0; i < w->set->subject_count; i++) {
		const cb_subject *s = w->set->subjects[i];
		char text[PROOF_TEXT_SIZE];

		begin(w, STYLE_PLAIN, s->label);
		cb__proof_append(text, sizeof(text), 0, " (%s %s) ", s->backend, s->version);
		more(w, text);
		put(w, s->achieved ? STYLE_GOOD : STYLE_BAD, s->achieved ? "proven" : "not proven");
		cb__proof_append(text, sizeof(text), 0, " by %s%s%s", s->level,
			s->detail[0] != '\0' ? ": " : "", s->detail);
		more(w, text);
		end(w);
	}
}

static int has_cut(const cb__proof_set *set)
{
	for (size_t i = 0; i < set->cell_count; i++)
		if (cb__proof_is_followed(set->cells[i]) && !set->cells[i]->complete)
			return 1;
	return 0;
}

static void write_legend(writer *w)
{
	if (cb__proof_set_followed(w->set) == 0)
		return;
	begin(w, STYLE_FAINT,
		"instructions of one operation: of the library and its providers; outside: of all"
		" else; executed: those inside by class, but for the scalar ones; per byte and per"
		" message: the line through the smallest and the largest size");
	end(w);
	if (!has_cut(w->set))
		return;
	begin(w, STYLE_DOUBTFUL, ">");
	more(w, " cut by the limit of steps: what was seen until then is counted; more with"
		" --steps N");
	end(w);
}

static void write_extent(writer *w)
{
	size_t followed = cb__proof_set_followed(w->set), rest = w->set->cell_count - followed;
	double elapsed = w->view->elapsed_s;
	char text[PROOF_TEXT_SIZE];

	cb__proof_append(text, sizeof(text), 0, "%lu cell%s followed", (unsigned long)followed,
		followed == 1 ? "" : "s");
	begin(w, STYLE_STRONG, text);
	cb__proof_append(text, sizeof(text), 0, ", %lu not", (unsigned long)rest);
	more(w, rest > 0 ? text : "");
	cb__proof_append(text, sizeof(text), 0, elapsed < 10 ? ", %.1f s" : ", %.0f s", elapsed);
	more(w, elapsed > 0 ? text : "");
	more(w, w->set->complete ? "" : ", NOT COMPLETE");
	end(w);
}

void cb__proof_notes(FILE *out, const cb__proof_set *set, const cb_view *v, int markdown)
{
	writer w = {.out = out, .set = set, .view = v, .markdown = markdown};

	if (!v->quiet) {
		write_findings(&w);
		write_reasons(&w);
		write_subjects(&w);
		write_legend(&w);
	}
	write_extent(&w);
}
