/* SPDX-License-Identifier: Apache-2.0 */
#include "advise_format.h"

#include "advise_page.h"
#include "markdown.h"

static void print_item(FILE *out, const char *text)
{
	fputs("- ", out);
	cb__markdown_text(out, text);
	fputs(".\n", out);
}

static void print_title(FILE *out, int *is_first, const char *title)
{
	if (*is_first)
		fprintf(out, "\n%s:\n\n", title);
	*is_first = 0;
}

static void print_notes(
	FILE *out, const cb_ranking *r, cb__advise_section section, const char *title)
{
	int is_first = 1;

	for (size_t i = 0; i < r->note_count; i++) {
		if (cb__advise_section_of(&r->notes[i]) != section)
			continue;
		print_title(out, &is_first, title);
		print_item(out, r->notes[i].text);
	}
}

static void print_unranked(FILE *out, const cb_advice *advice, const cb_ranking *r)
{
	const char *all = cb__advise_measure_all(advice, r);
	char text[ADVISE_LINE_SIZE];
	int is_first = 1;

	for (size_t i = 0; cb__advise_unranked(text, r, i); i++) {
		print_title(out, &is_first, "Not ranked");
		print_item(out, text);
		if (all == NULL && cb__advise_measure(r, i)[0] != '\0')
			fprintf(out, "  Measure first with `%s`.\n", cb__advise_measure(r, i));
	}
	if (all != NULL)
		fprintf(out, "  Measure first with `cbench advise -p %s`.\n", all);
}

static int print_grid(FILE *out, cb__grid *g, size_t left)
{
	int status = g->failed ? -1 : 0;

	if (status == 0 && cb__grid_rows(g) > 1) {
		fputc('\n', out);
		cb__markdown_grid(out, g, left);
	}
	cb__grid_done(g);
	return status;
}

static int print_ranking(FILE *out, const cb_advice *advice, const cb_ranking *r, const cb_view *v)
{
	int status;
	cb__grid g;

	fputs("**", out);
	cb__markdown_text(out, r->headline);
	fputs(".**\n", out);
	if (r->because[0] != '\0' && !v->quiet) {
		fputc('\n', out);
		cb__markdown_text(out, r->because);
		fputs(".\n", out);
	}
	cb__advise_ranking(&g, advice, r);
	status = print_grid(out, &g, ADVISE_NAME_COLUMNS);
	if (status != 0 || v->quiet)
		return status;
	print_notes(out, r, ADVISE_FLIPS, "Where it changes");
	cb__advise_parts(&g, r);
	status = print_grid(out, &g, 1);
	print_notes(out, r, ADVISE_FACTS, "This processor");
	print_unranked(out, advice, r);
	print_notes(out, r, ADVISE_DOUBTS, "How far this goes");
	return status;
}

static int print_one(FILE *out, const cb_advice *advice, const cb_view *v)
{
	const cb_ranking *r;
	int status = 0;

	for (size_t i = 0; status == 0 && (r = cb__advise_main(advice, i)) != NULL; i++) {
		if (i > 0)
			fputc('\n', out);
		status = print_ranking(out, advice, r, v);
	}
	return status;
}

static void print_answers(FILE *out, const cb_advice *advice)
{
	char text[ADVISE_LINE_SIZE];
	const cb_ranking *r;

	for (size_t i = 0; (r = cb__advise_main(advice, i)) != NULL; i++) {
		if (!cb__advise_answer(text, advice, r))
			continue;
		fputs("- **", out);
		cb__markdown_text(out, cb_profile_name(cb_advice_profile(advice)));
		fputs("**: ", out);
		cb__markdown_text(out, text);
		fputs(".\n", out);
	}
}

static void print_paragraph(FILE *out, const char *text)
{
	fputc('\n', out);
	cb__markdown_text(out, text);
	fputs(".\n", out);
}

int cb__advise_markdown(FILE *out, const cb__advise_set *set, const cb_view *v)
{
	char text[ADVISE_LINE_SIZE];

	if (set->count == 1)
		return print_one(out, set->advices[0], v);
	for (size_t i = 0; i < set->count; i++)
		print_answers(out, set->advices[i]);
	for (size_t i = 0; cb__advise_main(set->advices[0], i) != NULL; i++)
		if (cb__advise_open(text, set->advices, set->count, i))
			print_paragraph(out, text);
	for (size_t i = 0; cb__advise_main(set->advices[0], i) != NULL; i++)
		if (cb__advise_cipher(text, set->advices, set->count, i))
			print_paragraph(out, text);
	return 0;
}
