/* SPDX-License-Identifier: Apache-2.0 */
/* Documents that are read, written and read again, whole and broken. */
#ifndef CB_TEST_REWRITING_H
#define CB_TEST_REWRITING_H

#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

#include <cb/format.h>

#include "random.h"
#include "reading.h"
#include "scarcity.h"

/** A document that is wrong: what stands for the first @c before, where ' is ", and what is said.
 */
typedef struct wrong_edit {
	const char *before;
	const char *now;
	const char *says;
} wrong_edit;

static inline void quote(char *out, size_t out_size, const char *text)
{
	assert_true(strlen(text) < out_size);
	strcpy(out, text);
	for (char *c = out; *c != '\0'; c++)
		*c = *c == '\'' ? '"' : *c;
}

/** @p text with @p now in the place of the first @p before; free with free(). */
static inline char *edited(const char *text, const char *before, const char *now)
{
	char old[256], new[256];

	quote(old, sizeof old, before);
	quote(new, sizeof new, now);
	const char *at = strstr(text, old);
	if (at == NULL)
		fail_msg("no %s in %s", old, text);
	size_t size = strlen(text) + strlen(new) + 1;
	char *made = malloc(size);
	assert_non_null(made);
	snprintf(made, size, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
	return made;
}

static inline void assert_refused(cb_context *ctx, const char *text, const char *says)
{
	cb_document *document = NULL;

	if (cb_document_from_json(&document, ctx, text, strlen(text)) != CB_EFORMAT)
		fail_msg("it was read where \"%s\" was to be said: %s", says, text);
	assert_null(document);
	assert_is_message(cb_context_error(ctx));
	assert_says(cb_context_error(ctx), says);
}

/** Each edit of @p text is refused, with what it says. */
static inline void assert_all_refused(
	cb_context *ctx, const char *text, const wrong_edit *edits, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		char *broken = edited(text, edits[i].before, edits[i].now);

		assert_refused(ctx, broken, edits[i].says);
		free(broken);
	}
}

static inline void assert_cut_is_refused(cb_context *ctx, const char *text)
{
	size_t len = strlen(text);
	cb_document *document = NULL;

	while (len > 0 && strchr(" \n", text[len - 1]) != NULL)
		len--;
	for (size_t i = 0; i < len; i += i < 200 ? 1 : 97) {
		assert_int_equal(cb_document_from_json(&document, ctx, text, i), CB_EFORMAT);
		assert_is_message(cb_context_error(ctx));
	}
}

static inline char *shown_as(const cb_document *document, const char *format)
{
	char *text = NULL;

	assert_int_equal(cb_document_format(document, &text, format, NULL), CB_OK);
	return text;
}

/** What can be read can be shown, and written, and read again. */
static inline void assert_survives(cb_context *ctx, const cb_document *document)
{
	cb_document *again = NULL;
	const cb_format *format;
	char *text = shown_as(document, "json"), *twice;

	for (size_t i = 0;
		(format = cb_document_format_at(cb_document_kind_of(document), i)) != NULL; i++)
		cb_string_free(shown_as(document, format->name));
	if (cb_document_from_json(&again, ctx, text, strlen(text)) != CB_OK)
		fail_msg("%s: %s", cb_context_error(ctx), text);
	twice = shown_as(again, "json");
	assert_string_equal(text, twice);
	cb_string_free(text);
	cb_string_free(twice);
	cb_document_free(again);
}

/** Bytes of @p text are changed at random, again and again. */
static inline void assert_edits_do_no_harm(cb_context *ctx, const char *text)
{
	static const char bytes[] = "0123456789-.eE,:[]{}\"tfn \\u\xff\xc3";
	size_t len = strlen(text), read = 0;
	cb__random random = {99};
	char *copy = malloc(len + 1);

	assert_non_null(copy);
	for (size_t i = 0; i < 1500; i++) {
		cb_document *document = NULL;

		memcpy(copy, text, len + 1);
		for (size_t j = 0; j <= i % 3; j++)
			copy[cb__random_below(&random, len)] =
				bytes[cb__random_below(&random, sizeof bytes - 1)];
		cb_status status = cb_document_from_json(&document, ctx, copy, len);
		assert_true(status == CB_OK || status == CB_EFORMAT);
		if (status == CB_OK)
			assert_survives(ctx, document);
		read += status == CB_OK;
		cb_document_free(document);
	}
	assert_true(read > 10);
	free(copy);
}

/** A reader, and what it reads: the parser of JSON tells no lack of memory. */
typedef struct reading_attempt {
	cb_status (*read)(json_t *document);
	json_t *document;
} reading_attempt;

static inline cb_status read_once(void *payload)
{
	const reading_attempt *a = payload;

	return a->read(json_incref(a->document));
}

/** Each allocation of @p read, which takes a document and frees what it made of it, fails once. */
static inline void assert_reads_whole_or_not(cb_status (*read)(json_t *document), const char *text)
{
	reading_attempt attempt = {read, json_loads(text, 0, NULL)};

	assert_non_null(attempt.document);
	assert_true(scarcity_try(read_once, &attempt) > 1);
	json_decref(attempt.document);
}

#endif
