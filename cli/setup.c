/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* strdup */
#include "setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exits.h"
#include "help.h"
#include "message.h"

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
	options_done(&table);
	return *ret_status != 0 || help ? -1 : 0;
}
