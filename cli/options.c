/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* getopt_long */
#include "options.h"

#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cb/advise.h>
#include <cb/import.h>
#include <cb/plan.h>

#include "exits.h"
#include "message.h"
#include "nearest.h"

/* getopt's value of the option in row 0; above every letter */
#define FIRST_VALUE 256

/* of one command */
#define OPTIONS_MAX 128

static const option_row own_rows[] = {
#define OPTION(name, letter, argument, words, fallback, store, member, commands, help)             \
	{name, argument, words, fallback, help, offsetof(request, member), store, commands, letter},
#include "options.def"
#undef OPTION
};

/* the first rows say what to measure */
#define SIDES_COUNT 6

#define OWN_COUNT   (sizeof(own_rows) / sizeof(own_rows[0]))

/* letters of options that are passed on */
static void add_letter(option_row *row)
{
	if (strcmp(row->name, "algorithms") == 0)
		row->letter = 'a';
}

/* an option that cbench has itself hides the plan's */
static int is_own(const char *name, unsigned command)
{
	for (size_t i = 0; i < OWN_COUNT; i++)
		if ((own_rows[i].commands & command) && strcmp(own_rows[i].name, name) == 0)
			return 1;
	return 0;
}

/* where the default of a command is another than the plan's, or is worked out, in words */
static const struct {
	const char *name;
	unsigned command;
	const char *fallback;
} defaults[] = {
#define DEFAULT(name, command, fallback) {name, command, fallback},
#include "defaults.def"
#undef DEFAULT
};

/* what the plan takes and a command would be misled by */
static const struct {
	unsigned command;
	const char *command_name;
	const char *name;
	const char *reason;
} refused[] = {
	{COMMAND_SELFTEST, "selftest", "inject",
		"goes with 'cbench gate': a self-test holds a library against itself, and injects "
		"slowdowns of its own into what it measured; --real says how often while "
		"measuring"},
};

static int is_refused(const char *name, unsigned command)
{
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if ((refused[i].command & command) && strcmp(refused[i].name, name) == 0)
			return 1;
	return 0;
}

static unsigned uses_of(unsigned command)
{
	return (command & COMMAND_RUN ? CB_USED_BY_RUN : 0) |
	       (command & COMMAND_ADVISE ? CB_USED_BY_ADVISE : 0) |
	       (command & COMMAND_PROVE ? CB_USED_BY_PROVE : 0) |
	       (command & (COMMAND_GATE | COMMAND_SELFTEST) ? CB_USED_BY_GATE : 0);
}

/* What the library takes for @p command. */
static const cb_option *passed_at(size_t index, unsigned command)
{
	return command & COMMAND_IMPORT ? cb_import_option_at(index) : cb_option_at(index);
}

/* NULL if @p command does not take the option */
static const char *fallback_for(const cb_option *option, unsigned command)
{
	if (command & COMMAND_IMPORT)
		return option->fallback;
	if ((option->uses & uses_of(command)) == 0)
		return NULL;
	for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
		if ((defaults[i].command & command) && strcmp(defaults[i].name, option->name) == 0)
			return defaults[i].fallback;
	return option->fallback;
}

static void add_passed(option_table *table, unsigned command)
{
	const cb_option *option;

	for (size_t i = 0; (option = passed_at(i, command)) != NULL; i++) {
		const char *fallback = fallback_for(option, command);

		if (fallback == NULL || is_own(option->name, command) ||
			is_refused(option->name, command))
			continue;
		table->rows[table->count] = (option_row){
			.name = option->name,
			.argument = option->argument,
			.fallback = option->argument != NULL ? fallback : "",
			.store = STORE_PASS,
			.commands = command,
			.help = option->help,
		};
		add_letter(&table->rows[table->count++]);
	}
}

/* what to measure comes first, then the plan's options, then the rest */
int options_init(option_table *table, unsigned command)
{
	*table = (option_table){.takes_files = (command & COMMANDS_WITH_FILES) != 0,
		.needs_files = (command & COMMANDS_WITH_FILES & ~COMMANDS_WITHOUT_FILES) != 0};
	table->rows = calloc(
		OWN_COUNT + cb_option_count() + cb_import_option_count(), sizeof(*table->rows));
	if (table->rows == NULL)
		return -1;
	for (size_t i = 0; i < OWN_COUNT; i++) {
		if (i == SIDES_COUNT)
			add_passed(table, command);
		if (own_rows[i].commands & command)
			table->rows[table->count++] = own_rows[i];
	}
	return 0;
}

void options_done(option_table *table)
{
	free(table->rows);
	*table = (option_table){0};
}

int text_list_add(text_list *list, const char *text)
{
	const char **items = realloc(list->items, (list->count + 1) * sizeof(*items));

	if (items == NULL)
		return -1;
	list->items = items;
	list->items[list->count++] = text;
	return 0;
}

void request_done(request *req)
{
	free(req->subjects.items);
	free(req->backends.items);
	free(req->requirements.items);
	free(req->names.items);
	free(req->values.items);
	free(req->files.items);
	*req = (request){0};
}

const char *request_passed(const request *req, const char *name)
{
	for (size_t i = req->names.count; i-- > 0;)
		if (strcmp(req->names.items[i], name) == 0)
			return req->values.items[i];
	return NULL;
}

int options_have_word(const char *words, const char *value)
{
	size_t length = strlen(value);

	while (*words != '\0') {
		size_t word = strcspn(words, " ");

		if (word == length && memcmp(words, value, length) == 0)
			return 1;
		words += word + strspn(words + word, " ");
	}
	return 0;
}

static int store(request *req, const option_row *row, const char *value)
{
	char *member = (char *)req + row->offset;

	switch (row->store) {
	case STORE_TEXT:
	case STORE_NUMBER:
		memcpy(member, &value, sizeof(value));
		return 0;
	case STORE_TEXTS:
		return text_list_add((text_list *)(void *)member, value);
	case STORE_SWITCH:
		*(int *)(void *)member = 1;
		return 0;
	case STORE_PASS:
	default:
		if (text_list_add(&req->names, row->name) != 0)
			return -1;
		return text_list_add(&req->values, value != NULL ? value : "1");
	}
}

static int is_number(const char *value)
{
	size_t length = strlen(value);

	return length > 0 && length < 7 && strspn(value, "0123456789") == length;
}

static int take(request *req, const option_row *row, const char *value)
{
	if (row->store == STORE_NUMBER && !is_number(value)) {
		complain("--%s is a whole number; not \"%s\"", row->name, value);
		return EXIT_USAGE;
	}
	if (row->words != NULL && !options_have_word(row->words, value)) {
		complain("--%s is one of: %s; not \"%s\"", row->name, row->words, value);
		return EXIT_USAGE;
	}
	if (store(req, row, value) == 0)
		return 0;
	complain("out of memory");
	return EXIT_USAGE;
}

/* getopt's two descriptions of the table */
typedef struct spelling {
	struct option *longs;
	char *shorts;
} spelling;

static int spelling_init(spelling *s, const option_table *table)
{
	char *next;

	s->longs = calloc(table->count + 1, sizeof(*s->longs));
	s->shorts = malloc(2 * table->count + 2);
	if (s->longs == NULL || s->shorts == NULL)
		return -1;
	next = s->shorts;
	*next++ = ':'; /* tells a missing argument from an unknown option */
	for (size_t i = 0; i < table->count; i++) {
		const option_row *row = &table->rows[i];

		s->longs[i] = (struct option){
			row->name, row->argument != NULL, NULL, FIRST_VALUE + (int)i};
		if (row->letter == 0)
			continue;
		*next++ = (char)row->letter;
		if (row->argument != NULL)
			*next++ = ':';
	}
	*next = '\0';
	return 0;
}

static const option_row *row_of(const option_table *table, int value)
{
	if (value >= FIRST_VALUE)
		return &table->rows[value - FIRST_VALUE];
	for (size_t i = 0; i < table->count; i++)
		if (table->rows[i].letter == value)
			return &table->rows[i];
	return NULL;
}

/* The long option that was meant by "--name" or "--name=value"; NULL if none is near. */
static const char *find_meant(const char *word, const struct option *longs)
{
	const char *known[OPTIONS_MAX + 1];
	char name[32];
	size_t count = 0;

	if (strncmp(word, "--", 2) != 0)
		return NULL;
	snprintf(name, sizeof(name), "%.*s", (int)strcspn(word + 2, "="), word + 2);
	for (; count < OPTIONS_MAX && longs[count].name != NULL; count++)
		known[count] = longs[count].name;
	known[count] = NULL;
	return cb__nearest(name, known);
}

/* Why the command called @p name does not take "--option" or "--option=value"; NULL if there is
 * nothing to tell. */
static const char *reason_of(const char *name, const char *word)
{
	size_t length = strcspn(word, "=");

	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++)
		if (strcmp(refused[i].command_name, name) == 0 &&
			length == strlen(refused[i].name) + 2 &&
			strncmp(word + 2, refused[i].name, length - 2) == 0)
			return refused[i].reason;
	return NULL;
}

static int refuse_option(const char *name, int value, char **argv, const struct option *longs)
{
	const char *meant;
	const char *word = argv[optind - 1];
	char letter[3] = {'-', (char)optopt, '\0'};

	if (optopt > 0 && optopt < FIRST_VALUE)
		word = letter;
	if (word != letter && reason_of(name, word) != NULL) {
		complain("%.*s %s", (int)strcspn(word, "="), word, reason_of(name, word));
		return EXIT_USAGE;
	}
	meant = value == ':' || word == letter ? NULL : find_meant(word, longs);
	if (meant != NULL && strncmp(meant, word + 2, strcspn(word + 2, "=")) != 0) {
		complain("\"%s\" is no option here; did you mean \"--%s\"?", word, meant);
		return EXIT_USAGE;
	}
	complain(value == ':'
			 ? "option \"%s\" needs an argument; see 'cbench %s --help'"
			 : "\"%s\" is no option here, or takes no argument; see 'cbench %s --help'",
		word, name);
	return EXIT_USAGE;
}

static int take_files(request *req, int argc, char **argv)
{
	for (; optind < argc; optind++) {
		if (text_list_add(&req->files, argv[optind]) == 0)
			continue;
		complain("out of memory");
		return EXIT_USAGE;
	}
	return 0;
}

static int parse(const option_table *table, request *req, const char *name, int argc, char **argv,
	const spelling *s)
{
	int value, status = 0;

	opterr = 0;
	while (status == 0 && (value = getopt_long(argc, argv, s->shorts, s->longs, NULL)) != -1) {
		const option_row *row = row_of(table, value);

		if (row == NULL)
			status = refuse_option(name, value, argv, s->longs);
		else
			status = take(req, row, optarg);
	}
	if (status == 0 && table->takes_files)
		return take_files(req, argc, argv);
	if (status == 0 && optind < argc && !req->help) {
		complain("\"%s\" is not expected; see 'cbench %s --help'", argv[optind], name);
		status = EXIT_USAGE;
	}
	return status;
}

int options_parse(const option_table *table, request *req, const char *name, int argc, char **argv)
{
	spelling s = {0};
	int status = EXIT_USAGE;

	*req = (request){0};
	if (spelling_init(&s, table) == 0)
		status = parse(table, req, name, argc, argv, &s);
	else
		complain("out of memory");
	free(s.longs);
	free(s.shorts);
	return status;
}
