/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strdup */
#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cb/format.h>

#include "exits.h"
#include "help.h"
#include "message.h"
#include "output.h"

/* Splits @p text, which is changed, at blanks; NULL if memory ran out. */
static const char **split_words(char *text)
{
	const char **words = calloc(strlen(text) / 2 + 2, sizeof(*words));
	size_t count = 0;

	while (words != NULL && *(text += strspn(text, " \t")) != '\0') {
		words[count++] = text;
		text += strcspn(text, " \t");
		if (*text != '\0')
			*text++ = '\0';
	}
	return words;
}

static cb_status new_context(cb_context **out, const request *req)
{
	cb_config config = CB_CONFIG_INIT;
	char *text = strdup(req->launcher != NULL ? req->launcher : "");
	const char **words = text != NULL ? split_words(text) : NULL;
	cb_status status = CB_ENOMEM;

	config.worker_path = req->worker;
	if (words != NULL && words[0] != NULL)
		config.launcher = words;
	if (words != NULL)
		status = cb_context_new(out, &config);
	free(words);
	free(text);
	return status;
}

int setup_context(cb_context **out, const request *req)
{
	cb_context *ctx;
	cb_status status = new_context(&ctx, req);

	if (status != CB_OK) {
		complain_status(NULL, status);
		return EXIT_USAGE;
	}
	for (size_t i = 0; status == CB_OK && i < req->backends.count; i++)
		status = cb_context_add_backend(ctx, req->backends.items[i]);
	if (status != CB_OK) {
		complain_status(ctx, status);
		cb_context_free(ctx);
		return EXIT_USAGE;
	}
	*out = ctx;
	return 0;
}

/* What a command writes: format @p index, NULL past the end; and which of them, NULL for all. */
typedef struct offer {
	const cb_format *(*at)(size_t index);
	const char *words;
} offer;

static int is_offered(const offer *o, const cb_format *f)
{
	return o->words == NULL || options_have_word(o->words, f->name);
}

/* ".txt, .json" */
static void list_endings(char *text, size_t text_size, const offer *o)
{
	const cb_format *f;
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; (f = o->at(i)) != NULL; i++)
		if (f->ending != NULL && is_offered(o, f))
			used += (size_t)snprintf(text + used, text_size - used, "%s%s",
				used > 0 ? ", " : "", f->ending);
}

/* The format for files with the ending of @p file; the table without one; NULL if it is unknown. */
static const cb_format *format_of_file(const char *file, const offer *o)
{
	const char *ending = output_ending(file);
	const cb_format *f;

	if (ending[0] == '\0')
		return o->at(0);
	for (size_t i = 0; (f = o->at(i)) != NULL; i++)
		if (f->ending != NULL && strcmp(f->ending, ending) == 0)
			return f;
	return NULL;
}

/* Judgements have options of their own instead of --format. */
static offer offer_of(const option_table *table, unsigned command)
{
	offer o = {cb_results_format_at, NULL};

	if (command & (COMMAND_GATE | COMMAND_SELFTEST)) {
		o.at = command & COMMAND_GATE ? cb_gate_format_at : cb_selftest_format_at;
		return o;
	}
	for (size_t i = 0; i < table->count; i++)
		if (strcmp(table->rows[i].name, "format") == 0)
			o.words = table->rows[i].words;
	if (o.words == NULL)
		o.at = NULL;
	return o;
}

/* The format of the file, if its ending decides; EXIT_USAGE after a complaint. */
static int choose_format(const option_table *table, request *req, unsigned command)
{
	offer o = offer_of(table, command);
	const cb_format *f;
	char endings[64];

	if (req->format != NULL || output_is_standard(req->output) || o.at == NULL)
		return 0;
	f = format_of_file(req->output, &o);
	if (f != NULL && is_offered(&o, f)) {
		req->file_format = f->name;
		return 0;
	}
	list_endings(endings, sizeof(endings), &o);
	complain("no format goes by the ending of \"%s\": %send with one of %s", req->output,
		o.words != NULL ? "name it with --format, or " : "", endings);
	return EXIT_USAGE;
}

int setup_request(request *req, int *ret_status, unsigned command, int argc, char **argv)
{
	option_table table;
	int help;

	*req = (request){0};
	if (options_init(&table, command) != 0) {
		complain("out of memory");
		*ret_status = EXIT_USAGE;
		return -1;
	}
	*ret_status = options_parse(&table, req, argv[0], argc, argv);
	help = *ret_status == 0 && req->help;
	if (help)
		help_command(stdout, argv[0], &table);
	if (*ret_status == 0 && !help)
		*ret_status = choose_format(&table, req, command);
	options_done(&table);
	return *ret_status != 0 || help ? -1 : 0;
}
