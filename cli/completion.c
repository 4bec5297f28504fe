/* SPDX-License-Identifier: Apache-2.0 */
/* Completions for shells, from the table of options. */
#include <stdio.h>
#include <string.h>

#include <cb/catalogue.h>

#include "commands.h"
#include "exits.h"
#include "message.h"

typedef int shell_fn(FILE *out);

/* Calls @p visit for each shown command with its options; -1 if memory ran out. */
typedef void visit_fn(FILE *out, const command *c, const option_table *table);

static int for_each_command(FILE *out, visit_fn *visit)
{
	const command *c;

	for (size_t i = 0; (c = command_at(i)) != NULL; i++) {
		option_table table;

		if (c->hidden)
			continue;
		if (options_init(&table, c->options) != 0)
			return -1;
		visit(out, c, &table);
		options_done(&table);
	}
	return 0;
}

static void print_commands(FILE *out)
{
	const command *c;

	for (size_t i = 0; (c = command_at(i)) != NULL; i++)
		if (!c->hidden)
			fprintf(out, "%s ", c->name);
}

static int takes_file(const option_row *row)
{
	return row->argument != NULL && strcmp(row->argument, "FILE") == 0;
}

static void print_algorithms(FILE *out)
{
	const cb_algorithm *algorithm;

	for (size_t i = 0; (algorithm = cb_algorithm_at(i)) != NULL; i++)
		fprintf(out, i == 0 ? "%s" : " %s", algorithm->name);
}

/* words that may follow an option, or nothing */
static void print_values(FILE *out, const option_row *row)
{
	if (row->words != NULL)
		fputs(row->words, out);
	else if (strcmp(row->name, "algorithms") == 0)
		print_algorithms(out);
}

static int has_values(const option_row *row)
{
	return row->words != NULL || strcmp(row->name, "algorithms") == 0;
}

static void bash_pattern(FILE *out, const command *c, const option_row *row)
{
	fprintf(out, "\t%s:--%s", c->name, row->name);
	if (row->letter != 0)
		fprintf(out, "|%s:-%c", c->name, row->letter);
}

static void bash_values(FILE *out, const command *c, const option_table *table)
{
	for (size_t i = 0; i < table->count; i++) {
		const option_row *row = &table->rows[i];

		if (row->argument == NULL)
			continue;
		bash_pattern(out, c, row);
		if (takes_file(row)) {
			fputs(") compopt -o default; COMPREPLY=(); return ;;\n", out);
			continue;
		}
		fputs(") words='", out);
		print_values(out, row);
		fputs("' ;;\n", out);
	}
}

static void bash_options(FILE *out, const command *c, const option_table *table)
{
	fprintf(out, "\t%s:*) words='", c->name);
	for (size_t i = 0; i < table->count; i++)
		fprintf(out, i == 0 ? "--%s" : " --%s", table->rows[i].name);
	fputs("' ;;\n", out);
}

static int print_bash(FILE *out)
{
	fputs("_cbench()\n{\n\tlocal words\n"
	      "\tCOMPREPLY=()\n"
	      "\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n\t\twords='",
		out);
	print_commands(out);
	fputs("--help --version'\n"
	      "\t\tCOMPREPLY=($(compgen -W \"$words\" -- \"$2\"))\n\t\treturn\n\tfi\n"
	      "\tcase \"${COMP_WORDS[1]}:$3\" in\n",
		out);
	if (for_each_command(out, bash_values) != 0 || for_each_command(out, bash_options) != 0)
		return -1;
	fputs("\tesac\n\tCOMPREPLY=($(compgen -W \"$words\" -- \"$2\"))\n}\n"
	      "complete -F _cbench cbench\n",
		out);
	return 0;
}

/* text inside single quotes and brackets of an argument of _arguments */
static void zsh_text(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			fputs("'\\''", out);
		else if (strchr("[]:\\", *text) != NULL)
			fprintf(out, "\\%c", *text);
		else
			fputc(*text, out);
	}
}

static void zsh_option(FILE *out, const option_row *row)
{
	fputs(" \\\n\t\t\t", out);
	if (row->letter != 0)
		fprintf(out, "'*'{-%c,--%s}'[", row->letter, row->name);
	else
		fprintf(out, "'*--%s[", row->name);
	zsh_text(out, row->help);
	fputc(']', out);
	if (row->argument != NULL) {
		fputc(':', out);
		zsh_text(out, row->argument);
		fputc(':', out);
		if (takes_file(row))
			fputs("_files", out);
		if (has_values(row)) {
			fputc('(', out);
			print_values(out, row);
			fputc(')', out);
		}
	}
	fputc('\'', out);
}

static void zsh_command(FILE *out, const command *c, const option_table *table)
{
	if (table->count == 0)
		return;
	fprintf(out, "\t%s)\n\t\t_arguments", c->name);
	for (size_t i = 0; i < table->count; i++)
		zsh_option(out, &table->rows[i]);
	fputs(" ;;\n", out);
}

static int print_zsh(FILE *out)
{
	fputs("#compdef cbench\n\nif (( CURRENT == 2 )); then\n\tcompadd -- ", out);
	print_commands(out);
	fputs("--help --version\nelse\n"
	      "\tlocal command=$words[2]\n\tshift words\n\t(( CURRENT-- ))\n\tcase $command in\n",
		out);
	if (for_each_command(out, zsh_command) != 0)
		return -1;
	fputs("\tesac\nfi\n", out);
	return 0;
}

static void fish_text(FILE *out, const char *text)
{
	fputc('\'', out);
	for (; *text != '\0'; text++) {
		if (*text == '\'' || *text == '\\')
			fputc('\\', out);
		fputc(*text, out);
	}
	fputc('\'', out);
}

static void fish_command(FILE *out, const command *c, const option_table *table)
{
	fprintf(out, "complete -c cbench -f -n __fish_use_subcommand -a %s -d ", c->name);
	fish_text(out, c->summary);
	fputc('\n', out);
	for (size_t i = 0; i < table->count; i++) {
		const option_row *row = &table->rows[i];

		fprintf(out, "complete -c cbench -n '__fish_seen_subcommand_from %s' -l %s",
			c->name, row->name);
		if (row->letter != 0)
			fprintf(out, " -s %c", row->letter);
		if (row->argument != NULL)
			fputs(takes_file(row) ? " -r -F" : " -x", out);
		if (has_values(row)) {
			fputs(" -a '", out);
			print_values(out, row);
			fputc('\'', out);
		}
		fputs(" -d ", out);
		fish_text(out, row->help);
		fputc('\n', out);
	}
}

static int print_fish(FILE *out)
{
	return for_each_command(out, fish_command);
}

static const struct {
	const char *name;
	shell_fn *print;
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

int command_completion(int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < sizeof(shells) / sizeof(shells[0]); i++) {
		if (strcmp(argv[1], shells[i].name) != 0)
			continue;
		if (shells[i].print(stdout) == 0)
			return EXIT_FINE;
		complain("out of memory");
		return EXIT_USAGE;
	}
	complain("usage: cbench completion bash|zsh|fish");
	return EXIT_USAGE;
}
