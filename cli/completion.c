/* SPDX-License-Identifier: Apache-2.0 */
/* Completions for shells, from the table of options. */
#include <stdio.h>
#include <string.h>

#include <cb/advise.h>
#include <cb/catalogue.h>
#include <cb/context.h>

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

static void print_ops(FILE *out)
{
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		fprintf(out, op == CB_OP_NONE + 1 ? "%s" : " %s", cb_op_name((cb_op)op));
}

static void print_modes(FILE *out)
{
	for (int accel = 0; accel < CB_ACCEL_COUNT; accel++)
		fprintf(out, accel == 0 ? "%s" : " %s", cb_accel_name((cb_accel)accel));
}

static void print_variants(FILE *out)
{
	for (int variant = 0; variant < CB_VARIANT_COUNT; variant++)
		fprintf(out, variant == 0 ? "%s" : " %s", cb_variant_name((cb_variant)variant));
}

static void print_profiles(FILE *out)
{
	const char *name;

	for (size_t i = 0; (name = cb_profile_name_at(i)) != NULL; i++)
		fprintf(out, "%s ", name);
	fputs("all", out);
}

/* words of the library's tables that options take */
static const struct {
	const char *option;
	int is_list;
	void (*print)(FILE *out);
} catalogue[] = {
	{"algorithms", 1, print_algorithms},
	{"ops", 1, print_ops},
	{"accel", 1, print_modes},
	{"variant", 1, print_variants},
	{"profile", 0, print_profiles},
};

#define CATALOGUE_COUNT (sizeof(catalogue) / sizeof(catalogue[0]))

static size_t find_catalogue(const option_row *row)
{
	size_t i = 0;

	while (i < CATALOGUE_COUNT && strcmp(catalogue[i].option, row->name) != 0)
		i++;
	return i;
}

/* words that may follow an option, or nothing */
static void print_values(FILE *out, const option_row *row)
{
	size_t i = find_catalogue(row);

	if (row->words != NULL)
		fputs(row->words, out);
	else if (i < CATALOGUE_COUNT)
		catalogue[i].print(out);
}

static int has_values(const option_row *row)
{
	return row->words != NULL || find_catalogue(row) < CATALOGUE_COUNT;
}

/* several of them, separated by commas */
static int takes_list(const option_row *row)
{
	return has_values(row) && row->words == NULL && catalogue[find_catalogue(row)].is_list;
}

/* asked for when it is needed: only then is it known which backends there are */
static int takes_subject(const option_row *row)
{
	return row->argument != NULL && strcmp(row->argument, "SUBJECT") == 0;
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
			fputs(") _cbench_files \"$cur\"; return ;;\n", out);
		} else if (takes_subject(row)) {
			fputs(") _cbench_subject; return ;;\n", out);
		} else {
			fputs(") words='", out);
			print_values(out, row);
			fputs(takes_list(row) ? "' list=1 ;;\n" : "' ;;\n", out);
		}
	}
}

static void bash_options(FILE *out, const command *c, const option_table *table)
{
	fprintf(out, "\t%s:*) ", c->name);
	if (table->takes_files)
		fputs("case $cur in -*) ;; *) _cbench_files \"$cur\"; return ;; esac\n\t\t", out);
	fputs("words='", out);
	if (c->options == COMMAND_NONE)
		print_commands(out);
	for (size_t i = 0; i < table->count; i++)
		fprintf(out, i == 0 ? "--%s" : " --%s", table->rows[i].name);
	fputs("' ;;\n", out);
}

/* The words that bash has cut may end at colons and other characters of COMP_WORDBREAKS, so they
 * are taken from the line, and of a reply is kept what comes after the last such character. */
static const char bash_head[] =
	"# The word at the cursor, the one before it, and what bash will leave of the first.\n"
	"_cbench_words()\n{\n"
	"\tlocal line=${COMP_LINE:0:COMP_POINT} breaks=${COMP_WORDBREAKS//[!@=:]/}\n"
	"\tcur=${line##*[[:space:]]}\n"
	"\tline=${line%\"$cur\"}\n"
	"\tline=${line%\"${line##*[![:space:]]}\"}\n"
	"\tprev=${line##*[[:space:]]}\n"
	"\tkept=\n"
	"\tif [ -n \"$breaks\" ]; then kept=${cur%\"${cur##*[$breaks]}\"}; fi\n"
	"\tcase $cur in\n"
	"\t--*=*) prev=${cur%%=*} whole=${cur%%=*}= cur=${cur#*=} ;;\n"
	"\tesac\n}\n\n"
	"# _cbench_reply BEFORE WORD...: those that continue what is typed after BEFORE\n"
	"_cbench_reply()\n{\n"
	"\tlocal before=$1 word\n"
	"\tshift\n"
	"\tfor word; do\n"
	"\t\tcase $before$word in\n"
	"\t\t\"$cur\"*) word=$whole$before$word; COMPREPLY+=(\"${word#\"$kept\"}\") ;;\n"
	"\t\tesac\n"
	"\tdone\n}\n\n"
	"_cbench_files()\n{\n"
	"\tlocal IFS=$'\\n'\n"
	"\tcompopt -o filenames\n"
	"\tCOMPREPLY=($(compgen -f -- \"$1\"))\n}\n\n"
	"# [LABEL@]BACKEND[/IMPLEMENTATION][:ACCEL][=LIBRARY]\n"
	"_cbench_subject()\n{\n"
	"\tlocal before= file\n"
	"\tcase $cur in\n"
	"\t*=*)\n"
	"\t\tfile=${cur#*=}\n"
	"\t\tcase $COMP_WORDBREAKS in\n"
	"\t\t*=*) _cbench_files \"$file\" ;;\n"
	"\t\tesac\n"
	"\t\treturn ;;\n"
	"\t*@*) before=${cur%%@*}@ ;;\n"
	"\tesac\n"
	"\tcompopt -o nospace\n"
	"\t_cbench_reply \"$before\" $(\"${COMP_WORDS[0]}\" completion subjects 2>/dev/null)\n"
	"}\n\n";

static const char bash_tail[] = "\tesac\n"
				"\tif [ \"$list\" ]; then\n"
				"\t\tcase $cur in *,*) before=${cur%,*}, ;; esac\n"
				"\t\tcompopt -o nospace\n"
				"\tfi\n"
				"\t_cbench_reply \"$before\" $words\n}\n"
				"complete -F _cbench cbench\n";

static int print_bash(FILE *out)
{
	fputs(bash_head, out);
	fputs("_cbench()\n{\n\tlocal cur prev kept whole= words= list= before=\n"
	      "\tCOMPREPLY=()\n"
	      "\t_cbench_words\n"
	      "\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n\t\t_cbench_reply '' ",
		out);
	print_commands(out);
	fputs("--help --version\n"
	      "\t\treturn\n\tfi\n"
	      "\tcase ${COMP_WORDS[1]}:$prev in\n",
		out);
	if (for_each_command(out, bash_values) != 0 || for_each_command(out, bash_options) != 0)
		return -1;
	fputs(bash_tail, out);
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
		fprintf(out, "'*'{-%c%s,--%s%s}'[", row->letter, row->argument != NULL ? "+" : "",
			row->name, row->argument != NULL ? "=" : "");
	else
		fprintf(out, "'*--%s%s[", row->name, row->argument != NULL ? "=" : "");
	zsh_text(out, row->help);
	fputc(']', out);
	if (row->argument != NULL) {
		fputc(':', out);
		zsh_text(out, row->argument);
		fputc(':', out);
		if (takes_file(row))
			fputs("_files", out);
		if (takes_subject(row))
			fputs("_cbench_subjects", out);
		if (takes_list(row)) {
			fputs("_sequence compadd - ", out);
			print_values(out, row);
		} else if (has_values(row)) {
			fputc('(', out);
			print_values(out, row);
			fputc(')', out);
		}
	}
	fputc('\'', out);
}

static void zsh_command(FILE *out, const command *c, const option_table *table)
{
	if (table->count == 0) {
		fprintf(out, "\t%s) compadd -- ", c->name);
		print_commands(out);
		fputs(";;\n", out);
		return;
	}
	fprintf(out, "\t%s)\n\t\t_arguments", c->name);
	for (size_t i = 0; i < table->count; i++)
		zsh_option(out, &table->rows[i]);
	fputs(table->takes_files ? " \\\n\t\t\t'*:FILE:_files' ;;\n" : " ;;\n", out);
}

static int print_zsh(FILE *out)
{
	fputs("#compdef cbench\n\n"
	      "_cbench_subjects()\n{\n"
	      "\tcompset -P '*@'\n"
	      "\tif compset -P '*='; then _files; return; fi\n"
	      "\tcompadd -S '' -- $(cbench completion subjects 2>/dev/null)\n}\n\n"
	      "if (( CURRENT == 2 )); then\n\tcompadd -- ",
		out);
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
	if (c->options == COMMAND_NONE) {
		fprintf(out, "complete -c cbench -f -n '__fish_seen_subcommand_from %s' -a '",
			c->name);
		print_commands(out);
		fputs("'\n", out);
	}
	for (size_t i = 0; i < table->count; i++) {
		const option_row *row = &table->rows[i];

		fprintf(out, "complete -c cbench -n '__fish_seen_subcommand_from %s' -l %s",
			c->name, row->name);
		if (row->letter != 0)
			fprintf(out, " -s %c", row->letter);
		if (row->argument != NULL)
			fputs(takes_file(row) ? " -r -F" : " -x", out);
		if (takes_subject(row))
			fputs(" -a '(cbench completion subjects 2>/dev/null)'", out);
		if (has_values(row)) {
			fputs(takes_list(row) ? " -a '(__fish_append , " : " -a '", out);
			print_values(out, row);
			fputs(takes_list(row) ? ")'" : "'", out);
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

/* "openssl openssl:on openssl:off ...": what a subject may begin with, for the shells */
static int print_subjects(FILE *out)
{
	cb_context *ctx;

	if (cb_context_new(&ctx, NULL) != CB_OK)
		return -1;
	for (size_t i = 0; i < cb_context_backend_count(ctx); i++) {
		const char *name = cb_context_backend_name(ctx, i);

		fprintf(out, "%s\n", name);
		for (int accel = 0; accel < CB_ACCEL_COUNT; accel++)
			fprintf(out, "%s:%s\n", name, cb_accel_name((cb_accel)accel));
	}
	cb_context_free(ctx);
	return 0;
}

int command_completion(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "subjects") == 0)
		return print_subjects(stdout) == 0 ? EXIT_FINE : EXIT_USAGE;
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
