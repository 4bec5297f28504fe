/* SPDX-License-Identifier: Apache-2.0 */
#include "help.h"

#include <string.h>

#include "commands.h"
#include "exits.h"
#include "message.h"
#include "proof_classes.h"

#define SPELLING_COLUMNS 26
#define LINE_COLUMNS     80

void help_general(FILE *out)
{
	const command *c;

	fputs("usage: cbench COMMAND [OPTION]...\n"
	      "       cbench --version\n\n"
	      "Measures crypto libraries side by side, with and without the crypto instructions\n"
	      "of this machine.\n\n",
		out);
	for (size_t i = 0; (c = command_at(i)) != NULL; i++)
		if (!c->hidden)
			fprintf(out, "  %-8s %s\n", c->name, c->summary);
	fputs("\n'cbench COMMAND --help' shows the options of a command.\n", out);
}

/* "  -s, --subject SUBJECT" */
static size_t print_spelling(FILE *out, const option_row *row)
{
	int printed;

	if (row->letter != 0)
		printed = fprintf(out, "  -%c, --%s", row->letter, row->name);
	else
		printed = fprintf(out, "      --%s", row->name);
	if (row->argument != NULL)
		printed += fprintf(out, " %s", row->argument);
	return printed > 0 ? (size_t)printed : 0;
}

/* one more word of a paragraph; returns the column after it */
static size_t print_word(FILE *out, size_t column, const char *word, size_t length)
{
	if (column > SPELLING_COLUMNS && column + 1 + length > LINE_COLUMNS) {
		fprintf(out, "\n%*s", SPELLING_COLUMNS, "");
		column = SPELLING_COLUMNS;
	}
	if (column > SPELLING_COLUMNS) {
		fputc(' ', out);
		column++;
	}
	fwrite(word, 1, length, out);
	return column + length;
}

static size_t print_words(FILE *out, size_t column, const char *text)
{
	while (*text != '\0') {
		size_t length = strcspn(text, " ");

		column = print_word(out, column, text, length);
		text += length + strspn(text + length, " ");
	}
	return column;
}

static void print_option(FILE *out, const option_row *row)
{
	size_t column = print_spelling(out, row);
	char fallback[128];

	if (column >= SPELLING_COLUMNS)
		fprintf(out, "\n%*s", SPELLING_COLUMNS, "");
	else
		fprintf(out, "%*s", (int)(SPELLING_COLUMNS - column), "");
	column = print_words(out, SPELLING_COLUMNS, row->help);
	if (row->fallback[0] != '\0') {
		snprintf(fallback, sizeof(fallback), "(default: %s)", row->fallback);
		print_words(out, column, fallback);
	}
	fputc('\n', out);
}

void help_command(FILE *out, const char *name, const option_table *table)
{
	const command *c = command_find(name);

	fprintf(out, "usage: cbench %s%s%s\n\n", name, table->count > 0 ? " [OPTION]..." : "",
		table->needs_files   ? " FILE..."
		: table->takes_files ? " [FILE]..."
				     : "");
	if (c != NULL && c->summary[0] != '\0')
		fprintf(out, "%s: %s\n\n", name, c->summary);
	for (size_t i = 0; i < table->count; i++)
		print_option(out, &table->rows[i]);
	if (c != NULL && c->options == COMMAND_PROVE)
		proof_classes_help(out);
}

int command_help(int argc, char **argv)
{
	const command *c = argc > 1 ? command_find(argv[1]) : NULL;
	option_table table;

	if (argc > 2 || (argc == 2 && c == NULL && strcmp(argv[1], "-h") != 0 &&
				strcmp(argv[1], "--help") != 0)) {
		complain("no help on \"%s\"; see 'cbench help'", argv[argc - 1]);
		return EXIT_USAGE;
	}
	if (c == NULL || c->run == command_help) {
		help_general(stdout);
		return EXIT_FINE;
	}
	if (options_init(&table, c->options) != 0) {
		complain("out of memory");
		return EXIT_USAGE;
	}
	help_command(stdout, c->name, &table);
	options_done(&table);
	return EXIT_FINE;
}
