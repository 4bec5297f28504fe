/* SPDX-License-Identifier: Apache-2.0 */
/* Advice for a person: the answer first, then why, then the rest. */
#include "advise_format.h"

#include "advise_page.h"
#include "wrap.h"

#define INDENT 2

static void print_sentence(FILE *out, const cb_view *v, size_t margin, const char *text,
	cb__style look, const char *end)
{
	cb__wrap w;

	cb__wrap_begin(&w, out, v->columns, margin > 0 ? 2 * margin : 0, v->color);
	for (size_t i = 0; i < margin; i++)
		cb__wrap_text(&w, " ", STYLE_PLAIN);
	cb__wrap_text(&w, text, look);
	cb__wrap_text(&w, end, look);
	cb__wrap_end(&w);
}

static void print_heading(FILE *out, const cb_view *v, const char *text)
{
	fputc('\n', out);
	cb__style_print(out, text, STYLE_STRONG, v->color);
	fputc('\n', out);
}

#define GAP 2

/* Names to the left, figures to the right. */
static int print_grid(FILE *out, const cb_view *v, cb__grid *g, size_t names)
{
	int status = g->failed ? -1 : 0;
	size_t rows = cb__grid_rows(g); /* one is but headings */

	for (size_t row = 0; status == 0 && rows > 1 && row < rows; row++) {
		if (row == 0)
			fputc('\n', out);
		for (size_t i = 0; i < g->columns; i++) {
			cb__style_repeat(out, " ", i == 0 ? 0 : GAP);
			cb__grid_print(out, g, row, i, cb__grid_width(g, i), i >= names, v->color);
		}
		fputc('\n', out);
	}
	cb__grid_done(g);
	return status;
}

static void print_notes(FILE *out, const cb_view *v, const cb_ranking *r,
	cb__advise_section section, const char *heading)
{
	int is_first = 1;

	for (size_t i = 0; i < r->note_count; i++) {
		if (cb__advise_section_of(&r->notes[i]) != section)
			continue;
		if (is_first)
			print_heading(out, v, heading);
		is_first = 0;
		print_sentence(out, v, INDENT, r->notes[i].text, STYLE_PLAIN, ".");
	}
}

static void print_unranked(
	FILE *out, const cb_view *v, const cb_advice *advice, const cb_ranking *r)
{
	const char *all = cb__advise_measure_all(advice, r);
	char text[ADVISE_LINE_SIZE];

	for (size_t i = 0; cb__advise_unranked(text, r, i); i++) {
		if (i == 0)
			print_heading(out, v, "Not ranked");
		print_sentence(out, v, INDENT, text, STYLE_PLAIN, ".");
		if (all == NULL && cb__advise_measure(r, i)[0] != '\0')
			fprintf(out, "    measure first with: %s\n", cb__advise_measure(r, i));
	}
	if (all != NULL)
		fprintf(out, "    measure first with: cbench advise -p %s\n", all);
}

static int print_parts(FILE *out, const cb_view *v, const cb_advice *advice, const cb_ranking *r)
{
	char text[ADVISE_LINE_SIZE];
	cb__grid g;

	cb__advise_parts(&g, r);
	if (cb__grid_rows(&g) > 1) {
		snprintf(text, sizeof(text), "What a %s takes with %s",
			cb_profile_unit(cb_advice_profile(advice)), r->candidates[0].name);
		print_heading(out, v, text);
	}
	return print_grid(out, v, &g, 1);
}

static int print_ranking(FILE *out, const cb_advice *advice, const cb_ranking *r, const cb_view *v)
{
	int status;
	cb__grid g;

	print_sentence(out, v, 0, r->headline, STYLE_STRONG, ".");
	if (r->because[0] != '\0' && !v->quiet)
		print_sentence(out, v, 0, r->because, STYLE_PLAIN, ".");
	cb__advise_ranking(&g, advice, r);
	status = print_grid(out, v, &g, ADVISE_NAME_COLUMNS);
	if (status != 0 || v->quiet)
		return status;
	print_notes(out, v, r, ADVISE_FLIPS, "Where it changes");
	status = print_parts(out, v, advice, r);
	print_notes(out, v, r, ADVISE_FACTS, "This processor");
	print_unranked(out, v, advice, r);
	print_notes(out, v, r, ADVISE_DOUBTS, "How far this goes");
	return status;
}

static int print_one(FILE *out, const cb_advice *advice, const cb_view *v)
{
	char text[ADVISE_LINE_SIZE];
	const cb_ranking *r;
	int status = 0;

	for (size_t i = 0; status == 0 && (r = cb__advise_main(advice, i)) != NULL; i++) {
		if (i > 0)
			fputc('\n', out);
		status = print_ranking(out, advice, r, v);
	}
	if (v->quiet)
		return status;
	cb__advise_profile(text, advice);
	fputc('\n', out);
	print_sentence(out, v, 0, text, STYLE_FAINT, ".");
	return status;
}

static void print_answer(FILE *out, const cb_advice *advice, const cb_ranking *r, const cb_view *v)
{
	char text[ADVISE_LINE_SIZE];
	cb__wrap w;

	if (!cb__advise_answer(text, advice, r))
		return;
	cb__wrap_begin(&w, out, v->columns, 2 * INDENT, v->color);
	cb__wrap_text(&w, "  ", STYLE_PLAIN);
	cb__wrap_text(&w, cb_profile_name(cb_advice_profile(advice)), STYLE_STRONG);
	cb__wrap_text(&w, ": ", STYLE_PLAIN);
	cb__wrap_text(&w, text, STYLE_PLAIN);
	cb__wrap_text(&w, ".", STYLE_PLAIN);
	cb__wrap_end(&w);
}

static void print_overview(FILE *out, const cb__advise_set *set, const cb_view *v)
{
	const cb_ranking *r = cb__advise_main(set->advices[0], 0);
	char text[ADVISE_LINE_SIZE];

	if (cb__advise_main(set->advices[0], 1) == NULL) {
		snprintf(text, sizeof(text), "What to take on %s", r->machine);
		print_sentence(out, v, 0, text, STYLE_STRONG, ":");
	}
	for (size_t i = 0; i < set->count; i++)
		for (size_t j = 0; (r = cb__advise_main(set->advices[i], j)) != NULL; j++)
			print_answer(out, set->advices[i], r, v);
	for (size_t i = 0; cb__advise_main(set->advices[0], i) != NULL; i++)
		if (cb__advise_open(text, set->advices, set->count, i))
			print_sentence(out, v, 0, text, STYLE_PLAIN, ".");
	for (size_t i = 0; cb__advise_main(set->advices[0], i) != NULL; i++)
		if (cb__advise_cipher(text, set->advices, set->count, i))
			print_sentence(out, v, 0, text, STYLE_PLAIN, ".");
	if (!v->quiet)
		print_sentence(out, v, 0,
			"The reasons, and how far they go: cbench advise -p PROFILE FILE",
			STYLE_FAINT, "");
}

int cb__advise_text(FILE *out, const cb__advise_set *set, const cb_view *v)
{
	if (set->count == 1)
		return print_one(out, set->advices[0], v);
	print_overview(out, set, v);
	return 0;
}
