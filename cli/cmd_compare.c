/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cb/compare.h>

#include "commands.h"
#include "exits.h"
#include "loading.h"
#include "look.h"
#include "message.h"
#include "output.h"
#include "setup.h"

#define NAME_SIZE 256

/* Subjects of one document, or documents: the first is the base. */
typedef struct comparing {
	const request *req;
	cb_context *ctx;
	cb_results **documents;
	size_t document_count;
	const char **labels; /* of one document: what is compared */
	size_t label_count;
	size_t shared_len; /* of the label that stands for both: what sentences leave out */
	cb_comparison **comparisons;
	size_t comparison_count;
} comparing;

static int complain_memory(void)
{
	complain("out of memory");
	return EXIT_USAGE;
}

static int load(comparing *c)
{
	const text_list *files = &c->req->files;

	if (files->count == 0) {
		complain("name one result document and two of its subjects (-s), or several"
			 " documents; see 'cbench compare --help'");
		return EXIT_USAGE;
	}
	c->documents = calloc(files->count, sizeof(*c->documents));
	if (c->documents == NULL)
		return complain_memory();
	for (size_t i = 0; i < files->count; i++) {
		cb_status status = loading_load(&c->documents[i], c->ctx, files->items[i]);

		if (status != CB_OK) {
			loading_complain(c->ctx, files->items[i], status);
			return EXIT_USAGE;
		}
		c->document_count++;
	}
	return 0;
}

/* "openssl:on, openssl:off" */
static void list_subjects(char *text, size_t text_size, const cb_results *results)
{
	const cb_subject *subject;
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; (subject = cb_results_subject_at(results, i)) != NULL; i++) {
		size_t room = text_size - used;
		int len = snprintf(text + used, room, "%s%s", i > 0 ? ", " : "", subject->label);

		used += len > 0 && (size_t)len < room ? (size_t)len : 0;
	}
}

/* "old" means "old:on" and "old:off", too, as in the library */
static int is_label(const cb_subject *subject, const char *label)
{
	size_t len = strlen(label);

	return strncmp(subject->label, label, len) == 0 &&
	       (subject->label[len] == '\0' || subject->label[len] == ':');
}

/* The subjects that @p label stands for (NULL: all), if there are two of them. */
static int take_two(comparing *c, const char *label)
{
	const cb_subject *subject, *found[2] = {NULL, NULL};
	size_t count = 0;

	for (size_t i = 0; (subject = cb_results_subject_at(c->documents[0], i)) != NULL; i++) {
		if (label != NULL && !is_label(subject, label))
			continue;
		if (count < 2)
			found[count] = subject;
		count++;
	}
	if (count != 2)
		return 0;
	c->labels[0] = found[0]->label;
	c->labels[1] = found[1]->label;
	c->label_count = 2;
	c->shared_len = label != NULL && found[0]->label[strlen(label)] == ':' &&
					found[1]->label[strlen(label)] == ':'
				? strlen(label) + 1
				: 0;
	return 1;
}

/* Two subjects are compared unasked; more must be chosen from. */
static int choose_subjects(comparing *c)
{
	const cb_results *results = c->documents[0];
	char subjects[1024];

	c->labels = calloc(c->req->subjects.count + 2, sizeof(*c->labels));
	if (c->labels == NULL)
		return complain_memory();
	for (; c->label_count < c->req->subjects.count; c->label_count++)
		c->labels[c->label_count] = c->req->subjects.items[c->label_count];
	if (c->label_count >= 2 || take_two(c, c->label_count == 1 ? c->labels[0] : NULL))
		return 0;
	list_subjects(subjects, sizeof(subjects), results);
	complain("within one document two subjects are compared: choose them with -s from %s, or"
		 " name another document",
		subjects);
	return EXIT_USAGE;
}

static cb_compare_config config_of(const comparing *c)
{
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;

	config.algorithms = c->req->algorithms;
	config.ops = c->req->ops;
	config.sizes = c->req->sizes;
	config.time = c->req->time;
	config.base = config.head = c->documents[0];
	return config;
}

static int compare(comparing *c, const cb_compare_config *config)
{
	cb_comparison *made;
	cb_status status = cb_compare(&made, c->ctx, config);

	if (status == CB_OK) {
		c->comparisons[c->comparison_count++] = made;
		return 0;
	}
	complain_status(c->ctx, status);
	return EXIT_USAGE;
}

static int compare_subjects(comparing *c)
{
	int code = choose_subjects(c);

	c->comparisons = calloc(c->label_count + 1, sizeof(cb_comparison *));
	if (code == 0 && c->comparisons == NULL)
		return complain_memory();
	for (size_t i = 1; code == 0 && i < c->label_count; i++) {
		const char *base[] = {c->labels[0], NULL}, *head[] = {c->labels[i], NULL};
		cb_compare_config config = config_of(c);

		config.base_name = base[0] + c->shared_len;
		config.head_name = head[0] + c->shared_len;
		config.base_labels = base;
		config.head_labels = head;
		code = compare(c, &config);
	}
	return code;
}

/* "old" of "runs/old.json" */
static void write_stem(char name[NAME_SIZE], const char *file)
{
	const char *slash = strrchr(file, '/'), *ending;
	const char *start = slash != NULL ? slash + 1 : file;
	size_t len = strlen(start);

	ending = output_ending(file);
	if ((strcmp(ending, ".json") == 0 || strcmp(ending, ".txt") == 0) && len > strlen(ending))
		len -= strlen(ending);
	if (strcmp(file, "-") == 0) {
		snprintf(name, NAME_SIZE, "standard input");
		return;
	}
	snprintf(name, NAME_SIZE, "%.*s", (int)len, start);
}

/* Files are called as short as they can be told apart. */
static void write_names(
	char base[NAME_SIZE], char head[NAME_SIZE], const text_list *files, size_t i)
{
	write_stem(base, files->items[0]);
	write_stem(head, files->items[i]);
	if (strcmp(base, head) != 0)
		return;
	snprintf(base, NAME_SIZE, "%s", files->items[0]);
	snprintf(head, NAME_SIZE, "%s", files->items[i]);
	if (strcmp(base, head) != 0)
		return;
	snprintf(base, NAME_SIZE, "base");
	snprintf(head, NAME_SIZE, "head");
}

static int has_label(const cb_results *results, const char *label)
{
	const cb_subject *subject;

	for (size_t i = 0; (subject = cb_results_subject_at(results, i)) != NULL; i++)
		if (is_label(subject, label))
			return 1;
	return 0;
}

/* Of what was asked for, what this document has; NULL-terminated. Returns how many. */
static size_t choose_labels(const char **labels, const text_list *asked, const cb_results *results)
{
	size_t count = 0;

	for (size_t i = 0; i < asked->count; i++)
		if (has_label(results, asked->items[i]))
			labels[count++] = asked->items[i];
	labels[count] = NULL;
	return count;
}

/* A document of which nothing was chosen has no side to be. */
static int check_chosen(const comparing *c, const char **labels)
{
	const text_list *asked = &c->req->subjects;
	char subjects[1024];

	for (size_t i = 0; i < c->document_count && asked->count > 0; i++) {
		if (choose_labels(labels, asked, c->documents[i]) > 0)
			continue;
		list_subjects(subjects, sizeof(subjects), c->documents[i]);
		complain("\"%s\" has no subject \"%s\": choose one of its own with another -s,"
			 " from %s",
			c->req->files.items[i], asked->items[0], subjects);
		return EXIT_USAGE;
	}
	return 0;
}

static int check_labels(const comparing *c)
{
	const text_list *asked = &c->req->subjects;

	for (size_t i = 0; i < asked->count; i++) {
		int found = 0;

		for (size_t j = 0; j < c->document_count; j++)
			found |= has_label(c->documents[j], asked->items[i]);
		if (found)
			continue;
		complain("no document has a subject \"%s\"", asked->items[i]);
		return EXIT_USAGE;
	}
	return 0;
}

static int compare_documents(comparing *c)
{
	const text_list *asked = &c->req->subjects;
	const char **base = calloc(asked->count + 1, sizeof(*base));
	const char **head = calloc(asked->count + 1, sizeof(*head));
	int code = check_labels(c);

	c->comparisons = calloc(c->document_count, sizeof(cb_comparison *));
	if (base == NULL || head == NULL || c->comparisons == NULL)
		code = complain_memory();
	if (code == 0)
		code = check_chosen(c, base);
	for (size_t i = 1; code == 0 && i < c->document_count; i++) {
		char base_name[NAME_SIZE], head_name[NAME_SIZE];
		cb_compare_config config = config_of(c);

		choose_labels(base, asked, c->documents[0]);
		choose_labels(head, asked, c->documents[i]);
		write_names(base_name, head_name, &c->req->files, i);
		config.base_name = base_name;
		config.head_name = head_name;
		config.head = c->documents[i];
		config.base_labels = asked->count > 0 ? base : NULL;
		config.head_labels = asked->count > 0 ? head : NULL;
		code = compare(c, &config);
	}
	free(base);
	free(head);
	return code;
}

static int show(const comparing *c, const char *format, const char *file)
{
	const cb_comparison *const *comparisons =
		(const cb_comparison *const *)(void *)c->comparisons;
	cb_view *view = look_new(c->ctx, c->req, file);
	cb_status status = CB_ENOMEM;
	char *text = NULL;

	if (view != NULL)
		status = cb_comparisons_format(
			&text, comparisons, c->comparison_count, format, view);
	cb_view_free(view);
	return look_write(c->ctx, status, text, file);
}

static int show_all(const comparing *c)
{
	const request *req = c->req;
	const char *file = output_is_standard(req->output) ? NULL : req->output;
	const char *name = req->file_format != NULL ? req->file_format : req->format;
	int status = show(c, name != NULL ? name : "table", file);

	if (status == 0 && file != NULL && req->format == NULL)
		status = show(c, "table", NULL);
	return status == 0 ? EXIT_FINE : EXIT_USAGE;
}

static void end(comparing *c)
{
	for (size_t i = 0; i < c->comparison_count; i++)
		cb_comparison_free(c->comparisons[i]);
	for (size_t i = 0; i < c->document_count; i++)
		cb_results_free(c->documents[i]);
	free(c->comparisons);
	free(c->documents);
	free(c->labels);
}

static int describe(cb_context *ctx, const request *req)
{
	comparing c = {.req = req, .ctx = ctx};
	int code = load(&c);

	if (code == 0)
		code = c.document_count == 1 ? compare_subjects(&c) : compare_documents(&c);
	if (code == 0)
		code = show_all(&c);
	end(&c);
	return code;
}

int command_compare(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_COMPARE, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (output_check(req.output) == 0 && setup_context(&ctx, &req) == 0) {
			code = describe(ctx, &req);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
