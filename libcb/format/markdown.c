/* SPDX-License-Identifier: Apache-2.0 */
#include "markdown.h"

#include "escape.h"

void cb__markdown_text(FILE *out, const char *text)
{
	static const cb__escape_row table[] = {
		{'|', "\\|"},
		{'\\', "\\\\"},
		{'`', "\\`"},
		{'*', "\\*"},
		{'_', "\\_"},
		{'<', "\\<"},
		{'>', "\\>"},
		{'[', "\\["},
		{']', "\\]"},
		{'~', "\\~"},
		{'&', "\\&"},
		{'$', "\\$"},
		{0},
	};

	cb__escape_write(out, text, table, " ");
}

void cb__markdown_grid(FILE *out, const cb__grid *g, size_t left)
{
	for (size_t row = 0; row < cb__grid_rows(g); row++) {
		for (size_t column = 0; column < g->columns; column++) {
			fputs("| ", out);
			cb__markdown_text(out, g->cells[row * g->columns + column].text);
			fputc(' ', out);
		}
		fputs("|\n", out);
		for (size_t column = 0; row == 0 && column < g->columns; column++)
			fputs(column < left ? "|---" : "|--:", out);
		if (row == 0)
			fputs("|\n", out);
	}
}
