/* SPDX-License-Identifier: Apache-2.0 */
#include "json_text.h"

#include <string.h>

#include "context.h"
#include "text.h"

#define INDENT    "  "
#define NAME_SIZE 64 /* longer than any member of our documents */

static cb_status refuse(cb_context *ctx, const char *name, json_error_t *error)
{
	const char *quote = name == NULL ? "" : cb__file_quote(name);
	const char *colon = name == NULL ? "" : ": ";

	/* Some failed allocations leave no text, and then no code either: it is not even set. */
	if (error->text[0] == '\0' || json_error_code(error) == json_error_out_of_memory)
		return cb__context_fail(ctx, CB_ENOMEM, "out of memory while reading a document");
	/* The text quotes the document, which may hold anything. */
	for (char *c = error->text; *c != '\0'; c++)
		if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
			*c = '?';
	return cb__context_fail(ctx, CB_EFORMAT, "%s%s%s%sline %d, column %d: %s", quote,
		name == NULL ? "" : cb__file_shown(name), quote, colon, error->line, error->column,
		error->text);
}

/* How texts begin that are given instead of documents. */
static const struct {
	const char *start;
	const char *what;
} strangers[] = {
	{"<", "HTML or XML, not the JSON document that it was made of"},
#define SPEED(start)                                                                               \
	{                                                                                          \
		start, "output of openssl speed, as it seems: cbench import makes results of it"   \
	}
	SPEED("version:"),
	SPEED("built on:"),
	SPEED("options:"),
	SPEED("Doing "),
	SPEED("You have chosen"),
	SPEED("The 'numbers'"),
	SPEED("type   "),
	SPEED("OpenSSL "),
	SPEED("+DT:"),
	SPEED("+DP:"),
	SPEED("+R:"),
	SPEED("+H:"),
	SPEED("+F:"),
#undef SPEED
};

static const char *find_stranger(const char *text, size_t len)
{
	for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
		size_t start_len = strlen(strangers[i].start);

		if (len >= start_len && memcmp(text, strangers[i].start, start_len) == 0)
			return strangers[i].what;
	}
	return NULL;
}

/* What an editor or a shell makes of a document, or what was meant for others, in words that help;
 * NULL if it may be one. */
static const char *find_mishap(const char *text, size_t len)
{
	size_t blank = 0;

	if (len >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
		return "UTF-16, as some shells redirect: convert it to UTF-8";
	while (blank < len && strchr(" \t\r\n", text[blank]) != NULL && text[blank] != '\0')
		blank++;
	return blank == len ? "empty" : find_stranger(text + blank, len - blank);
}

cb_status cb__json_parse(
	json_t **out, cb_context *ctx, const char *name, const char *text, size_t text_len)
{
	int has_mark = text_len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
	size_t skip = has_mark ? 3 : 0;
	const char *mishap = find_mishap(text + skip, text_len - skip);
	json_error_t error;
	json_t *value;

	if (mishap != NULL && name != NULL)
		return cb__context_fail(ctx, CB_EFORMAT, "%s%s%s is %s", cb__file_quote(name),
			cb__file_shown(name), cb__file_quote(name), mishap);
	if (mishap != NULL)
		return cb__context_fail(ctx, CB_EFORMAT, "the document is %s", mishap);
	value = json_loadb(text + skip, text_len - skip, JSON_REJECT_DUPLICATES, &error);
	if (value == NULL)
		return refuse(ctx, name, &error);
	*out = value;
	return CB_OK;
}

static int append(const char *bytes, size_t len, void *payload)
{
	cb_text *text = payload;

	cb__text_append(text, bytes, len);
	return text->failed ? -1 : 0;
}

static void add_flat(cb_text *text, const json_t *value)
{
	size_t flags = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17);

	if (json_dump_callback(value, append, text, flags) != 0)
		text->failed = 1;
}

static void add_key(cb_text *text, const char *key)
{
	json_t *string = json_string(key);

	add_flat(text, string);
	cb__text_add(text, ": ");
	json_decref(string);
}

static void add_line(cb_text *text, size_t depth)
{
	cb__text_add(text, "\n");
	while (depth-- > 0)
		cb__text_add(text, INDENT);
}

static int is_flat(const json_t *value)
{
	size_t index;
	const json_t *element;

	if (json_is_object(value))
		return json_object_size(value) == 0;
	json_array_foreach(value, index,
		element) if (json_is_object(element) || json_is_array(element)) return 0;
	return 1;
}

static void add_value(cb_text *text, json_t *value, size_t depth);

static void add_object(cb_text *text, json_t *object, size_t depth)
{
	const char *key, *separator = "{";
	json_t *value;

	json_object_foreach(object, key, value)
	{
		cb__text_add(text, separator);
		add_line(text, depth + 1);
		add_key(text, key);
		add_value(text, value, depth + 1);
		separator = ",";
	}
	add_line(text, depth);
	cb__text_add(text, "}");
}

static void add_array(cb_text *text, const json_t *array, size_t depth)
{
	const char *separator = "[";
	size_t index;
	json_t *value;

	json_array_foreach(array, index, value)
	{
		cb__text_add(text, separator);
		add_line(text, depth + 1);
		add_value(text, value, depth + 1);
		separator = ",";
	}
	add_line(text, depth);
	cb__text_add(text, "]");
}

/* As deep as the document: its parser stops at a depth of 2048. */
static void add_value(cb_text *text, json_t *value, size_t depth)
{
	if (is_flat(value))
		add_flat(text, value);
	else if (json_is_object(value))
		add_object(text, value, depth);
	else
		add_array(text, value, depth);
}

cb_status cb__json_format(char **out, size_t *ret_len, json_t *value, int compact)
{
	cb_text text = CB_TEXT_INIT;
	cb_status status;
	size_t len;

	if (compact)
		add_flat(&text, value);
	else
		add_value(&text, value, 0);
	len = text.len;
	status = cb__text_take(&text, out);
	if (status == CB_OK)
		*ret_len = len;
	return status;
}

const json_t *cb__json_at(const json_t *document, const char *path)
{
	char name[NAME_SIZE];
	for (size_t len; (len = strcspn(path, ".")) < sizeof name; path += len + 1) {
		memcpy(name, path, len);
		name[len] = '\0';
		document = json_object_get(document, name);
		if (path[len] == '\0')
			return document;
	}
	return NULL;
}

const char *cb__json_text_at(const json_t *document, const char *path)
{
	const char *text = json_string_value(cb__json_at(document, path));
	return text != NULL ? text : "";
}
