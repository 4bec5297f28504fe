/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strndup */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cb/inventory.h>

#include "commands.h"
#include "exits.h"
#include "listing.h"
#include "message.h"
#include "output.h"
#include "setup.h"
#include "terminal.h"

#define PLAIN_COLUMNS 100

/* whether one of the patterns, separated by commas, matches; no patterns match everything */
static int is_match(const char *patterns, const char *name)
{
	int match = patterns == NULL;

	while (!match && *patterns != '\0') {
		size_t length = strcspn(patterns, ",");
		char *pattern = strndup(patterns, length);

		match = pattern != NULL && fnmatch(pattern, name, 0) == 0;
		free(pattern);
		patterns += length + (patterns[length] == ',');
	}
	return match;
}

/* 0, or EXIT_USAGE after a complaint */
static int select_algorithms(listing *l, const char *patterns)
{
	size_t count = cb_inventory_algorithm_count(l->inventory);
	const cb_algorithm **chosen = calloc(count + 1, sizeof(const cb_algorithm *));

	l->algorithms = chosen;
	if (chosen == NULL) {
		complain("out of memory");
		return EXIT_USAGE;
	}
	for (size_t i = 0; i < count; i++) {
		const cb_algorithm *algorithm = cb_inventory_algorithm_at(l->inventory, i);

		if (is_match(patterns, algorithm->name))
			chosen[l->algorithm_count++] = algorithm;
	}
	if (l->algorithm_count > 0)
		return 0;
	complain("no algorithm matches \"%s\"; see 'cbench list'",
		patterns != NULL ? patterns : "*");
	return EXIT_USAGE;
}

static int write_list(const listing *l, const char *name, const char *file)
{
	const listing_format *f = listing_format_find(name);
	output o;

	if (output_begin(&o) != 0)
		return EXIT_USAGE;
	return output_finish(&o, file, f->write(o.stream, l) != 0) != 0 ? EXIT_USAGE : EXIT_FINE;
}

static const char *format_of(const request *req)
{
	const char *name = req->format != NULL ? req->format : req->file_format;

	return name != NULL ? name : "table";
}

/* as asked for, else a terminal's own; elsewhere as wide as is still easy to read */
static size_t columns_of(const request *req)
{
	size_t columns = 0, rows;

	if (req->width != NULL)
		return strtoul(req->width, NULL, 10);
	if (output_is_standard(req->output))
		terminal_size(STDOUT_FILENO, &columns, &rows);
	return columns > 0 ? columns : PLAIN_COLUMNS;
}

static int list(cb_context *ctx, const request *req)
{
	listing l = {0};
	cb_status status = cb_inventory_new(&l.inventory, ctx);
	int code;

	if (status != CB_OK) {
		complain_status(ctx, status);
		return EXIT_USAGE;
	}
	code = select_algorithms(&l, req->algorithms);
	if (code == 0) {
		l.columns = columns_of(req);
		l.color = output_is_standard(req->output) &&
			  terminal_color(req->color, STDOUT_FILENO);
		code = write_list(&l, format_of(req), req->output);
	}
	free(l.algorithms);
	cb_inventory_free(l.inventory);
	return code;
}

int command_list(int argc, char **argv)
{
	cb_context *ctx;
	request req;
	int code;

	if (setup_request(&req, &code, COMMAND_LIST, argc, argv) == 0) {
		code = EXIT_USAGE;
		if (output_check(req.output) == 0 && setup_context(&ctx, &req) == 0) {
			code = list(ctx, &req);
			cb_context_free(ctx);
		}
	}
	request_done(&req);
	return code;
}
