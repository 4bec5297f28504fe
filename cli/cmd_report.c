/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* open_memstream */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cb/report.h>
#include <jansson.h>

#include "commands.h"
#include "exits.h"
#include "loading.h"
#include "message.h"
#include "output.h"
#include "setup.h"

#define NAME_SIZE 256
#define ENDING    ".html"

typedef struct reporting {
	const request *req;
	cb_context *ctx;
	cb_results **documents;
	size_t count;
	char (*names)[NAME_SIZE];
	cb_gate *gate;
	char *command;
	size_t command_len;
	char *page;
} reporting;

static int complain_memory(void)
{
	complain("out of memory");
	return EXIT_USAGE;
}

static int load(reporting *r)
{
	const text_list *files = &r->req->files;
	cb_status status = CB_OK;

	if (files->count == 0) {
		complain("name one result document or several; see 'cbench report --help'");
		return EXIT_USAGE;
	}
	r->documents = calloc(files->count, sizeof(*r->documents));
	r->names = calloc(files->count, sizeof(*r->names));
	if (r->documents == NULL || r->names == NULL)
		return complain_memory();
	for (size_t i = 0; status == CB_OK && i < files->count; i++) {
		status = loading_load(&r->documents[i], r->ctx, files->items[i]);
		if (status != CB_OK) {
			loading_complain(r->ctx, files->items[i], status);
			return EXIT_USAGE;
		}
		r->count++;
	}
	if (status == CB_OK && r->req->gate != NULL)
		status = cb_gate_load(&r->gate, r->ctx, r->req->gate, NULL);
	if (status == CB_OK)
		return 0;
	complain_status(r->ctx, status);
	return EXIT_USAGE;
}

/* How long "runs/old" of "runs/old.json" is. */
static size_t stem_length(const char *file)
{
	size_t len = strlen(file);

	return strcmp(output_ending(file), ".json") == 0 && len > 5 ? len - 5 : len;
}

/* "old" of "runs/old.json" */
static void write_stem(char name[NAME_SIZE], const char *file)
{
	const char *slash = strrchr(file, '/');
	const char *start = slash != NULL ? slash + 1 : file;

	snprintf(name, NAME_SIZE, "%.*s", (int)(stem_length(file) - (size_t)(start - file)), start);
}

/* The name that the user gave the machine of a run, or "". */
static void write_machine(char name[NAME_SIZE], const cb_results *results)
{
	char *text = NULL;
	json_t *root = NULL;
	const char *machine;

	name[0] = '\0';
	if (cb_results_to_json(results, &text, CB_JSON_COMPACT | CB_JSON_NO_SAMPLES) == CB_OK)
		root = json_loads(text, 0, NULL);
	cb_string_free(text);
	machine = json_string_value(json_object_get(json_object_get(root, "tool"), "machine"));
	if (machine != NULL && strcmp(machine, "unknown") != 0)
		snprintf(name, NAME_SIZE, "%s", machine);
	json_decref(root);
}

static int is_taken(const reporting *r, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (strcmp(r->names[i], r->names[index]) == 0)
			return 1;
	return 0;
}

/* Of several documents each has a name: its machine's, else as much of its file's as tells it from
 * the others. */
static void write_names(reporting *r)
{
	for (size_t i = 0; i < r->count; i++) {
		const char *file = r->req->files.items[i];

		write_machine(r->names[i], r->documents[i]);
		if (r->names[i][0] == '\0' || is_taken(r, i))
			write_stem(r->names[i], file);
		if (is_taken(r, i))
			snprintf(r->names[i], NAME_SIZE, "%s", file);
		if (is_taken(r, i))
			snprintf(r->names[i], NAME_SIZE, "%.*s (%zu)", NAME_SIZE - 24, file, i + 1);
	}
}

/* What follows "HOME/", or NULL if it is elsewhere. */
static const char *below_home(const char *word)
{
	const char *home = getenv("HOME");
	size_t len = home != NULL ? strlen(home) : 0;

	if (len < 2 || strncmp(word, home, len) != 0 || word[len] != '/')
		return NULL;
	return word + len + 1;
}

/* In quotes if a shell would take it apart. Who the user is, is left out of a page that is there
 * to be sent to others. */
static void put_word(FILE *out, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-+=./,:@%";
	const char *below = below_home(word);

	if (below != NULL && strspn(below, plain) == strlen(below)) {
		fprintf(out, " ~/%s", below);
		return;
	}
	if (word[0] != '\0' && strspn(word, plain) == strlen(word)) {
		fprintf(out, " %s", word);
		return;
	}
	fputs(" '", out);
	for (; *word != '\0'; word++)
		if (*word == '\'')
			fputs("'\\''", out);
		else
			fputc(*word, out);
	fputc('\'', out);
}

static void put_option(FILE *out, const char *name, const char *value)
{
	if (value == NULL)
		return;
	fprintf(out, " --%s", name);
	put_word(out, value);
}

/* What was typed, or does the same. */
static int write_command(reporting *r)
{
	FILE *out = open_memstream(&r->command, &r->command_len);
	int failed;

	if (out == NULL)
		return complain_memory();
	fputs("cbench report", out);
	for (size_t i = 0; i < r->req->files.count; i++)
		put_word(out, r->req->files.items[i]);
	put_option(out, "gate", r->req->gate);
	put_option(out, "title", r->req->title);
	failed = ferror(out);
	return fclose(out) != 0 || failed ? complain_memory() : 0;
}

/* Whether the document says which machine it is of. */
static int is_known(const cb_results *results)
{
	const char *model = cb_results_environment(results, "cpu.model");

	return model[0] != '\0' && strcmp(model, "unknown") != 0;
}

static int make_page(reporting *r)
{
	cb_report_config config = CB_REPORT_CONFIG_INIT;
	const char **names = calloc(r->count, sizeof(*names));
	cb_status status;

	if (names == NULL)
		return complain_memory();
	for (size_t i = 0; i < r->count; i++)
		names[i] = r->names[i];
	config.title = r->req->title;
	config.names = r->count > 1 || !is_known(r->documents[0]) ? names : NULL;
	config.command = r->command;
	config.gate = r->gate;
	status = cb_report(&r->page, r->ctx, (const cb_results *const *)(void *)r->documents,
		r->count, &config);
	free(names);
	if (status == CB_OK)
		return 0;
	complain_status(r->ctx, status);
	return EXIT_USAGE;
}

/* Beside the first document, unless it is named; standard input is followed by standard output. */
static char *output_name(const reporting *r)
{
	const char *file = r->req->output != NULL ? r->req->output : r->req->files.items[0];
	size_t len = strlen(file), stem = stem_length(file);
	char *name = malloc(len + sizeof(ENDING));

	if (name != NULL && (r->req->output != NULL || strcmp(file, "-") == 0))
		memcpy(name, file, len + 1);
	else if (name != NULL)
		snprintf(name, len + sizeof(ENDING), "%.*s" ENDING, (int)stem, file);
	return name;
}

static int write_page(const reporting *r)
{
	char *name = output_name(r);
	int status;

	if (name == NULL)
		return complain_memory();
	status = output_write(name, r->page);
	if (status == 0 && !output_is_standard(name))
		printf("%s\n", name);
	free(name);
	return status == 0 ? EXIT_FINE : EXIT_USAGE;
}

static void end(reporting *r)
{
	for (size_t i = 0; i < r->count; i++)
		cb_results_free(r->documents[i]);
	free(r->documents);
	free(r->names);
	cb_gate_free(r->gate);
	free(r->command);
	cb_string_free(r->page);
}

static int report(cb_context *ctx, const request *req)
{
	reporting r = {.req = req, .ctx = ctx};
	int code = load(&r);

	if (code == 0) {
		write_names(&r);
		code = write_command(&r);
	}
	if (code == 0)
		code = make_page(&r);
	if (code == 0)
		code = write_page(&r);
	end(&r);
	return code;
}

int command_report(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_REPORT, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (output_check(req.output) == 0 && setup_context(&ctx, &req) == 0) {
			code = report(ctx, &req);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
