/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* S_ISREG */

#include "loading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cb/import.h>

#include "message.h"

#define FIRST          ((size_t)4096)
#define MOST           ((size_t)1 << 30) /* as of a document that is read from a file */

#define STANDARD_INPUT "/dev/stdin"

/* A document begins with a brace, in whatever encoding; what does not was printed by somebody. */
static int is_document(const char *text, size_t len)
{
	static const char skipped[] = " \t\r\n\xef\xbb\xbf\xff\xfe"; /* and a zero */
	size_t at = 0;

	while (at < len && memchr(skipped, text[at], sizeof skipped) != NULL)
		at++;
	return at == len || text[at] == '{';
}

/* Up to @p most bytes, the caller's; NULL if it cannot be opened, or for want of memory. */
static char *read_stream(FILE *stream, size_t *ret_len, size_t most)
{
	size_t room = 0, count = 1;
	char *text = NULL, *grown;

	for (*ret_len = 0; count > 0 && *ret_len < most; *ret_len += count) {
		if (*ret_len == room) {
			room = room == 0 ? FIRST : 2 * room;
			grown = realloc(text, room);
			if (grown == NULL) {
				free(text);
				return NULL;
			}
			text = grown;
		}
		count = fread(text + *ret_len, 1, room - *ret_len, stream);
	}
	return text;
}

/* By its first bytes; who cannot read it says so afterwards. */
static int is_document_file(const char *file)
{
	FILE *stream = fopen(file, "rb");
	char text[FIRST];
	size_t len;

	if (stream == NULL)
		return 1;
	len = fread(text, 1, sizeof text, stream);
	fclose(stream);
	return is_document(text, len);
}

static cb_status import_bytes(
	cb_results **out, cb_context *ctx, const char *name, const char *text, size_t len)
{
	cb_import *import;
	cb_status status = cb_import_new(&import, ctx);

	if (status != CB_OK)
		return status;
	status = cb_import_add(import, name, text, len);
	if (status == CB_OK)
		status = cb_import_finish(import, out);
	cb_import_free(import);
	return status;
}

/* What can be read but once is read first, and looked at then. */
static cb_status load_stream(cb_results **out, cb_context *ctx, const char *name, FILE *stream)
{
	size_t len;
	char *text = read_stream(stream, &len, MOST);
	cb_status status;

	if (text == NULL)
		return CB_ENOMEM;
	if (ferror(stream)) {
		free(text);
		return cb_results_load(out, ctx, stream == stdin ? STANDARD_INPUT : name);
	}
	status = is_document(text, len) ? cb_results_from_json(out, ctx, text, len)
					: import_bytes(out, ctx, name, text, len);
	free(text);
	return status;
}

static int can_be_read_again(const char *file)
{
	struct stat info;

	return stat(file, &info) != 0 || !S_ISFIFO(info.st_mode);
}

cb_status loading_load(cb_results **out, cb_context *ctx, const char *file)
{
	cb_status status;
	FILE *stream;

	if (strcmp(file, "-") == 0)
		return load_stream(out, ctx, file, stdin);
	if (can_be_read_again(file))
		return is_document_file(file) ? cb_results_load(out, ctx, file)
					      : cb_import_load(out, ctx, file);
	stream = fopen(file, "rb");
	if (stream == NULL)
		return cb_results_load(out, ctx, file);
	status = load_stream(out, ctx, file, stream);
	fclose(stream);
	return status;
}

void loading_complain(cb_context *ctx, const char *file, cb_status status)
{
	int is_standard = strcmp(file, "-") == 0;
	const char *name = is_standard ? "standard input" : file;
	const char *quote = is_standard ? "" : "\"";

	if (status == CB_EFORMAT && strstr(cb_context_error(ctx), name) == NULL)
		complain("%s%s%s: %s", quote, name, quote, cb_context_error(ctx));
	else
		complain_status(ctx, status);
}
