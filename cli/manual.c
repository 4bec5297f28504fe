/* SPDX-License-Identifier: Apache-2.0 */
/* The manual page, from the same tables as everything else. */
#include <stdio.h>
#include <string.h>

#include <cb/catalogue.h>
#include <cb/format.h>
#include <cb/status.h>

#include "commands.h"
#include "exits.h"
#include "message.h"
#include "proof_classes.h"

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
	"What is compared is sampled in turn, and every answer is checked before it is timed.\n"
	".Pp\n"
	"Several threads or processes are told by what they did together, by the wall clock.\n"
	"Below them stands what each did, and the efficiency: the share of what as many would do,\n"
	"each as fast as one alone, which is known where one alone was measured too.\n"
	"Under load the wall rate falls as far as the processor is shared; the rate by CPU time\n"
	"shows the code.\n";

static const char reading[] =
	".Sh READING THE TABLE\n"
	".Bl -tag -width unsupported\n"
	".It Cm crypto\n"
	"What the crypto instructions gain: how many times faster\n"
	".Cm on\n"
	"is than\n"
	".Cm nocrypto .\n"
	".It Cm vector\n"
	"What the vector units gain on top of the floor of the architecture:\n"
	".Cm nocrypto\n"
	"over\n"
	".Cm off .\n"
	".It Cm gain\n"
	"The two together,\n"
	".Cm on\n"
	"over\n"
	".Cm off ,\n"
	"where there is no\n"
	".Cm nocrypto\n"
	"of its own.\n"
	".It Ar A Ns / Ns Ar B\n"
	"Where exactly two subjects are of one backend in one mode: the speed of the second over "
	"that\n"
	"of the first, and half the width of the 95 % interval of that ratio.\n"
	"If 1 lies within it, no difference was found.\n"
	".El\n"
	".Pp\n"
	"All of these come from the CPU time of paired rounds, whatever\n"
	".Fl \\-time\n"
	"and\n"
	".Fl \\-statistic\n"
	"show, so they are not the quotients of two columns.\n"
	".Bl -tag -width unsupported\n"
	".It Cm ~\n"
	"Something else had the processor for part of the time: CPU time was below 0.9 of wall "
	"time in\n"
	"more than a tenth of the samples.\n"
	".It Cm \\-\n"
	"Unsupported; a line below says why.\n"
	".It Cm \\&?\n"
	"Not known.\n"
	".It skipped, crashed, ...\n"
	"What became of a cell that has no figure; a line below says why.\n"
	".El\n"
	".Pp\n"
	"The last line gives the half-width of the 95 % intervals, in percent of the figure, as "
	"the\n"
	"median over all cells.\n"
	"An interval is over launches, of which it needs six.\n"
	"With\n"
	".Fl \\-quiet\n"
	"there are neither lines below the table nor marks at figures.\n";

static const struct {
	const char *what;
	const char *command;
} examples[] = {
	{"The default matrix, in about two minutes:", "cbench run"},
	{"One algorithm with and without crypto instructions, as data:",
		"cbench run -a aes-256-gcm --accel on,nocrypto -o r.json"},
	{"How it scales, and what a caller pays who keeps neither keys nor contexts:",
		"cbench run -a aes-256-gcm --threads 1,2,4 --variant message,fresh"},
	{"Cycles per byte:", "cbench run -a 'aes-*-gcm' --unit cycles"},
	{"What a message costs and what a byte costs, and where one overtakes another:",
		"cbench run -a 'aes-*-gcm,chacha*' --format slope"},
	{"An OpenSSL of one's own next to the system's:",
		"cbench run -s sys@openssl:on -s new@openssl:on=/opt/x/lib/libcrypto.so.3"},
	{"How these two differ, algorithm by algorithm, from the document of that run:",
		"cbench compare r.json -s sys -s new"},
	{"How this week's run differs from last week's:", "cbench compare old.json new.json"},
	{"Which library and cipher to take for packets of a VPN, measured in a minute:",
		"cbench advise -p vpn-1420"},
	{"And for every kind of work that a run has the numbers for:", "cbench advise r.json"},
	{"What others published, side by side, with what cannot be trusted:",
		"cbench import page.txt -o page.json"},
	{"How this machine's openssl speed compares with it:",
		"openssl speed -evp aes-256-cbc | cbench compare page.txt - -s evp -s openssl"},
	{"Which instructions they execute, and a failure where OpenSSL no longer uses those of"
	 " AES:",
		"cbench prove --require 'openssl/aes-256-gcm/**/on=aes,clmul'"},
};

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
	fprintf(out, ".Ss cbench %s%s\n", c->name,
		table.needs_files   ? " FILE ..."
		: table.takes_files ? " [FILE ...]"
				    : "");
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
	const cb_format *f;

	fputs(".Sh FORMATS\n.Bl -tag -width markdown\n", out);
	for (size_t i = 0; (f = cb_results_format_at(i)) != NULL; i++) {
		fprintf(out, ".It Cm %s\n", f->name);
		print_text(out, f->help);
		fputs(".\n", out);
	}
	fputs(".El\n", out);
}

static void print_variants(FILE *out)
{
	static const struct {
		const char *name;
		const char *meaning;
	} variants[] = {
#define VARIANT(name, text, meaning) {text, meaning},
		CB_VARIANT_MAP(VARIANT)
#undef VARIANT
	};

	fputs(".Sh VARIANTS\nWhat one operation includes:\n.Bl -tag -width sharedkey\n", out);
	for (size_t i = 0; i < sizeof(variants) / sizeof(variants[0]); i++) {
		fprintf(out, ".It Cm %s\n", variants[i].name);
		print_text(out, variants[i].meaning);
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

/* as they are typed: a line that is broken cannot be copied */
static void print_examples(FILE *out)
{
	fputs(".Sh EXAMPLES\n", out);
	for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
		print_text(out, examples[i].what);
		fputs("\n.Bd -literal -offset indent\n", out);
		print_text(out, examples[i].command);
		fputs("\n.Ed\n", out);
	}
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
	fputs(reading, stdout);
	print_formats(stdout);
	print_variants(stdout);
	proof_classes_manual(stdout);
	print_variables(stdout);
	print_exits(stdout);
	print_examples(stdout);
	if (status == 0)
		return EXIT_FINE;
	complain("out of memory");
	return EXIT_USAGE;
}
