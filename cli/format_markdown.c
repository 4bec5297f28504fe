/* SPDX-License-Identifier: Apache-2.0 */
/* Pipe tables as GitHub and GitLab render them. */
#include "format.h"

#include "markdown.h"
#include "matrix.h"
#include "notes.h"

static void print_headings(FILE *out, const matrix *m, int message)
{
	fputs(message ? "| algorithm | operation | size |" : "| algorithm | operation |", out);
	for (size_t i = 0; i < m->column_count; i++) {
		fputc(' ', out);
		markdown_text(out, m->libraries[m->columns[i].library].title);
		fputc(' ', out);
		markdown_text(out, m->columns[i].title);
		fputs(" |", out);
	}
	fputs(message ? "\n|---|---|--:|" : "\n|---|---|", out);
	for (size_t i = 0; i < m->column_count; i++)
		fputs("--:|", out);
	fputc('\n', out);
}

static void print_row(FILE *out, const matrix *m, size_t row, int message)
{
	char text[FIGURE_SIZE], operation[96];

	matrix_operation(&m->rows[row], operation, sizeof(operation));
	fputs("| ", out);
	markdown_text(out, m->rows[row].any->algorithm);
	fputs(" | ", out);
	markdown_text(out, operation);
	if (message)
		fprintf(out, " | %llu", (unsigned long long)m->rows[row].any->size);
	for (size_t i = 0; i < m->column_count; i++) {
		matrix_text(m, text, row, i);
		fputs(" | ", out);
		markdown_text(out, text);
	}
	fputs(" |\n", out);
}

static void print_section(FILE *out, const matrix *m, int message)
{
	int begun = 0;

	for (size_t i = 0; i < m->row_count; i++) {
		if (figure_has_message(m->rows[i].any) != message)
			continue;
		if (!begun) {
			fputs(message ? "**MB/s**\n\n" : "**per second**\n\n", out);
			print_headings(out, m, message);
		}
		begun = 1;
		print_row(out, m, i, message);
	}
	if (begun)
		fputc('\n', out);
}

int format_markdown(FILE *out, const cb_results *results, const view *v)
{
	view plain = *v;
	matrix m;

	plain.color = 0;
	if (matrix_init(&m, results, &plain) != 0)
		return -1;
	print_section(out, &m, 1);
	print_section(out, &m, 0);
	matrix_done(&m);
	notes_write(out, results, &plain, NOTES_MARKDOWN);
	return 0;
}
