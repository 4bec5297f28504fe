/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_format.h"
#include "compare_page.h"
#include "markdown.h"

static void print_item(FILE *out, const char *text)
{
	fputs("- ", out);
	cb__markdown_text(out, text);
	fputc('\n', out);
}

/* what the rates are of is a line, since a table of Markdown has no titles above its headings */
static void print_rates(FILE *out, const cb__compare_section *s)
{
	if (!s->message)
		fputs("Operations per second", out);
	else if (s->largest != 0)
		fprintf(out, "MB/s at %llu B", (unsigned long long)s->largest);
	else
		fputs("MB/s at the largest size", out);
	fputs(", and the speed of ", out);
	cb__markdown_text(out, cb_comparison_head_name(s->comparison));
	fputs(" against ", out);
	cb__markdown_text(out, cb_comparison_base_name(s->comparison));
	fputs(s->message ? " by size:\n\n" : ":\n\n", out);
}

static int run_section(FILE *out, const cb_comparison *comparison, int message)
{
	cb__compare_section s;
	int status = cb__compare_section_init(&s, comparison, message);

	if (status == 0 && cb__grid_rows(&s.texts) > 1) {
		print_rates(out, &s);
		cb__markdown_grid(out, &s.texts, COMPARE_NAME_COLUMNS);
		fputc('\n', out);
	}
	cb__compare_section_done(&s);
	return status;
}

static void print_conclusion(FILE *out, const cb_comparison *comparison, size_t index)
{
	const char *title;

	fputs("- ", out);
	for (size_t i = 0; (title = cb__compare_title(comparison, index, i)) != NULL; i++) {
		fputs(i > 0 ? ", **" : "**", out);
		cb__markdown_text(out, title);
		fputs("**", out);
	}
	fputs(": ", out);
	cb__markdown_text(out, cb_comparison_conclusion_at(comparison, index)->text);
	fputc('\n', out);
}

static void print_kind(FILE *out, const cb_conclusion *c, int is_first)
{
	char text[COMPARE_LINE_SIZE];

	cb__compare_kind(text, c);
	fputs(is_first ? "" : "\n", out);
	cb__markdown_text(out, text);
	fputs(":\n\n", out);
}

static void print_conclusions(FILE *out, const cb_comparison *comparison)
{
	int has_kinds = cb__compare_has_kinds(comparison);
	const cb_conclusion *before = NULL, *c;
	char text[COMPARE_LINE_SIZE];
	size_t i = cb__compare_next_conclusion(comparison, 0);

	cb__compare_count(text, comparison);
	cb__markdown_text(out, text);
	fputs("\n\n", out);
	for (; (c = cb_comparison_conclusion_at(comparison, i)) != NULL;
		i = cb__compare_next_conclusion(comparison, i + 1)) {
		if (has_kinds && (before == NULL || !cb__compare_is_kind(before, c)))
			print_kind(out, c, before == NULL);
		print_conclusion(out, comparison, i);
		before = c;
	}
}

static void print_notes(FILE *out, const cb_comparison *comparison)
{
	const cb_compare_note *note;
	char text[COMPARE_LINE_SIZE];

	fputs("\nNotes:\n\n", out);
	for (size_t i = 0; (note = cb_comparison_note_at(comparison, i)) != NULL; i++)
		print_item(out, note->text);
	for (size_t i = 0; cb__compare_legend(comparison, i, text); i++)
		print_item(out, text);
}

static int print_comparison(FILE *out, const cb_comparison *comparison, const cb_view *v)
{
	if (run_section(out, comparison, 1) != 0 || run_section(out, comparison, 0) != 0)
		return -1;
	print_conclusions(out, comparison);
	if (!v->quiet)
		print_notes(out, comparison);
	return 0;
}

int cb__compare_markdown(FILE *out, const cb__compare_set *set, const cb_view *v)
{
	int status = 0;

	for (size_t i = 0; status == 0 && i < set->count; i++) {
		if (i > 0)
			fputc('\n', out);
		status = print_comparison(out, set->comparisons[i], v);
	}
	return status;
}
