/* SPDX-License-Identifier: Apache-2.0 */
/* Pipe tables as GitHub and GitLab render them. */
#include "format.h"

#include <string.h>

#include "layout.h"
#include "legend.h"
#include "markdown.h"
#include "notes.h"
#include "origin.h"
#include "scaling.h"

static void print_headings(FILE *out, const cb__layout *m, int message)
{
	fputs(message ? "| algorithm | operation | size |" : "| algorithm | operation |", out);
	for (size_t i = 0; i < m->column_count; i++) {
		fputc(' ', out);
		cb__markdown_text(out, m->libraries[m->columns[i].library].name);
		fputc(' ', out);
		cb__markdown_text(out, m->columns[i].title);
		fputs(" |", out);
	}
	fputs(message ? "\n|---|---|--:|" : "\n|---|---|", out);
	for (size_t i = 0; i < m->column_count; i++)
		fputs("--:|", out);
	fputc('\n', out);
}

static void print_row(FILE *out, const cb__layout *m, size_t row, int message)
{
	char text[FIGURE_SIZE], operation[96];

	cb__layout_operation(m->rows[row].any, operation, sizeof(operation));
	fputs("| ", out);
	cb__markdown_text(out, m->rows[row].any->algorithm);
	fputs(" | ", out);
	cb__markdown_text(out, operation);
	if (message)
		fprintf(out, " | %llu", (unsigned long long)m->rows[row].any->size);
	for (size_t i = 0; i < m->column_count; i++) {
		cb__layout_text(m, text, row, i);
		fputs(" | ", out);
		cb__markdown_text(out, text);
	}
	fputs(" |\n", out);
}

static void print_section(FILE *out, const cb__layout *m, int message)
{
	int begun = 0;

	for (size_t i = 0; i < m->row_count; i++) {
		if (cb_cell_has_message(m->rows[i].any) != message)
			continue;
		if (!begun) {
			fprintf(out, "**%s**\n\n", cb__figure_unit(m->view, message));
			print_headings(out, m, message);
		}
		begun = 1;
		print_row(out, m, i, message);
	}
	if (begun)
		fputc('\n', out);
}

/* -1 if memory ran out */
static int print_scaling(FILE *out, const cb__layout *m, int message)
{
	cb__scaling s;
	int status;

	cb__scaling_init(&s, m, message, 1, 0);
	status = s.texts.failed ? -1 : 0;
	if (status == 0 && cb__scaling_has_lines(&s)) {
		fprintf(out, "**%s**\n\n", s.heading);
		cb__markdown_grid(out, &s.texts, cb__scaling_names(&s));
		fputc('\n', out);
	}
	cb__scaling_done(&s);
	return status;
}

static void print_legend(FILE *out, const cb__layout *m)
{
	char text[LEGEND_SIZE];

	for (size_t i = 0; cb__legend_at(m, i, text); i++) {
		fputs("- ", out);
		cb__markdown_text(out, text);
		fputc('\n', out);
	}
}

static void print_known(FILE *out, const char *gap, const char *text)
{
	if (text[0] == '\0' || strcmp(text, "unknown") == 0)
		return;
	fputs(gap, out);
	cb__markdown_text(out, text);
}

/* "CPU, OS, libraries, libcb, date": an issue that quotes the tables has their context */
static void print_context(FILE *out, const cb__layout *m)
{
	char version[FIGURE_SIZE], date[FIGURE_SIZE];

	fputs("measured", out);
	print_known(out, " on ", cb_results_environment(m->results, "cpu.model"));
	print_known(out, ", ", cb_results_environment(m->results, "os.distribution"));
	print_known(out, ", kernel ", cb_results_environment(m->results, "os.kernel"));
	for (size_t i = 0; i < m->library_count; i++)
		if (!m->columns[m->libraries[i].first_column].is_pair)
			print_known(out, ", ", m->libraries[i].title);
	cb__origin_version(version, m->results);
	print_known(out, ", libcb ", version);
	cb__origin_date(date, m->results);
	print_known(out, ", ", date);
	fputs("\n\n", out);
}

static int print_figures(FILE *out, const cb__layout *m)
{
	print_section(out, m, 1);
	print_section(out, m, 0);
	if (print_scaling(out, m, 1) != 0 || print_scaling(out, m, 0) != 0)
		return -1;
	if (!m->view->quiet)
		print_legend(out, m);
	return 0;
}

/* The first has the context; each title is what its figures are by, "" for none. */
static int print_one(
	FILE *out, const cb_results *results, const cb_view *v, int is_first, const char *title)
{
	cb__layout m;
	int status;

	if (cb__layout_init(&m, results, v) != 0)
		return -1;
	if (is_first)
		print_context(out, &m);
	fputs(title, out);
	status = print_figures(out, &m);
	cb__layout_done(&m);
	return status;
}

/* One table by each clock. */
static int print_both(FILE *out, const cb_results *results, cb_view *v)
{
	int status;

	v->time = TIME_WALL;
	status = print_one(out, results, v, 1, "### By wall time\n\n");
	v->time = TIME_CPU;
	if (status == 0)
		status = print_one(out, results, v, 0, "\n### By CPU time\n\n");
	v->time = TIME_WALL; /* whose marks the notes explain */
	return status;
}

int cb__format_markdown(FILE *out, const cb_results *results, const cb_view *v)
{
	cb_view plain = *v;
	int status;

	plain.color = 0;
	if (v->time == TIME_BOTH && v->unit != UNIT_CYCLES)
		status = print_both(out, results, &plain);
	else
		status = print_one(out, results, &plain, 1, "");
	if (status == 0)
		status = cb__notes_write(out, results, &plain, NOTES_MARKDOWN);
	return status;
}
