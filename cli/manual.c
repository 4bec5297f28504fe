/* SPDX-License-Identifier: Apache-2.0 */
/* The manual page, from the same tables as everything else. */
#include <stdio.h>
#include <string.h>

#include <cb/status.h>

#include "commands.h"
#include "exits.h"
#include "format.h"
#include "message.h"

static const struct {
	const char *name;
	const char *meaning;
} variables[] = {
#define VARIABLE(name, meaning) {name, meaning},
#include "environment.def"
#undef VARIABLE
};

static const char head[] =
	".Dd November 30, 2026\n"
	".Dt CBENCH 1\n"
	".Os\n"
	".Sh NAME\n"
	".Nm cbench\n"
	".Nd measure crypto libraries side by side\n"
	".Sh SYNOPSIS\n"
	".Nm\n"
	".Ar command\n"
	".Op Ar option ...\n"
	".Sh DESCRIPTION\n"
	".Nm\n"
	"measures how fast crypto libraries are on this machine, with and without the crypto\n"
	"instructions of its processor, in one matrix.\n"
	"Each library runs in processes of its own, one for each acceleration mode:\n"
	".Bl -tag -width nocrypto\n"
	".It Cm on\n"
	"as the library ships;\n"
	".It Cm nocrypto\n"
	"without AES, carry-less multiply and SHA instructions, vector units stay;\n"
	".It Cm off\n"
	"only what every processor of the architecture has.\n"
	".El\n"
	".Pp\n"
	"A mode is measured only if it was proven.\n"
	"What is compared is sampled in turn, and every answer is checked before it is timed.\n";

static const char tail[] =
	".Sh EXAMPLES\n"
	"Everything that is here, in about two minutes:\n"
	".Pp\n"
	".Dl cbench run\n"
	".Pp\n"
	"Two algorithms, with every sample kept:\n"
	".Pp\n"
	".Dl cbench run -a aes-256-gcm,sha256 --sizes 64,16384 -o r.json\n"
	".Pp\n"
	"An OpenSSL of one's own next to the system's:\n"
	".Pp\n"
	".Dl cbench run -s openssl:on -s new@openssl:on=/opt/x/lib/libcrypto.so.3\n";

/* An argument or text of a macro line; roff must not see macros, escapes or quotes in it. */
static void print_text(FILE *out, const char *text)
{
	if (*text == '.' || *text == '\'')
		fputs("\\&", out);
	for (; *text != '\0'; text++) {
		if (*text == '\\')
			fputs("\\e", out);
		else if (*text == '"')
			fputs("\\(dq", out);
		else if (*text == '-')
			fputs("\\-", out);
		else
			fputc(*text, out);
	}
}

static void print_option(FILE *out, const option_row *row)
{
	fputs(".It", out);
	if (row->letter != 0)
		fprintf(out, " Fl %c ,", row->letter);
	fputs(" Fl \\-", out);
	print_text(out, row->name);
	if (row->argument != NULL) {
		fputs(" Ar \"", out);
		print_text(out, row->argument);
		fputc('"', out);
	}
	fputc('\n', out);
	print_text(out, row->help);
	fputs(".\n", out);
	if (row->fallback[0] != '\0') {
		fputs("Default: ", out);
		print_text(out, row->fallback);
		fputs(".\n", out);
	}
}

static int print_command(FILE *out, const command *c)
{
	option_table table;

	if (options_init(&table, c->options) != 0)
		return -1;
	fprintf(out, ".Ss cbench %s\n", c->name);
	print_text(out, c->summary);
	fputs(".\n", out);
	if (table.count > 0) {
		fputs(".Bl -tag -width indent\n", out);
		for (size_t i = 0; i < table.count; i++)
			print_option(out, &table.rows[i]);
		fputs(".El\n", out);
	}
	options_done(&table);
	return 0;
}

static void print_formats(FILE *out)
{
	const format *f;

	fputs(".Sh FORMATS\n.Bl -tag -width markdown\n", out);
	for (size_t i = 0; (f = format_at(i)) != NULL; i++) {
		fprintf(out, ".It Cm %s\n", f->name);
		print_text(out, f->help);
		fputs(".\n", out);
	}
	fputs(".El\n", out);
}

static void print_variables(FILE *out)
{
	fputs(".Sh ENVIRONMENT\n.Bl -tag -width CB_BACKEND_PATH\n", out);
	for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
		fprintf(out, ".It Ev %s\n", variables[i].name);
		print_text(out, variables[i].meaning);
		fputc('\n', out);
	}
	fputs(".El\n", out);
}

static void print_exits(FILE *out)
{
	const exit_row *row;

	fputs(".Sh EXIT STATUS\nThe first of these that applies:\n.Bl -tag -width 130\n", out);
	for (size_t i = 0; (row = exits_at(i)) != NULL; i++) {
		fprintf(out, ".It %d\n", row->value);
		print_text(out, row->meaning);
		fputc('\n', out);
	}
	fputs(".El\n", out);
}

int command_manual(int argc, char **argv)
{
	const command *c;
	int status = 0;

	(void)argc;
	(void)argv;
	fputs(head, stdout);
	fputs(".Sh COMMANDS\n", stdout);
	for (size_t i = 0; status == 0 && (c = command_at(i)) != NULL; i++)
		if (!c->hidden)
			status = print_command(stdout, c);
	print_formats(stdout);
	print_variables(stdout);
	print_exits(stdout);
	fputs(tail, stdout);
	if (status == 0)
		return EXIT_FINE;
	complain("out of memory");
	return EXIT_USAGE;
}
