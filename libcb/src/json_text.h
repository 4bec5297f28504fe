/* SPDX-License-Identifier: Apache-2.0 */
/* Text to JSON and back. */
#ifndef CB_JSON_TEXT_H
#define CB_JSON_TEXT_H

#include <stddef.h>

#include <jansson.h>

#include <cb/context.h>
#include <cb/status.h>

/**
 * Parses a document. Members that occur twice are refused: which of them counts would be a guess.
 *
 * @param[out] out the caller's; json_decref() it
 * @param name what messages call the text, or NULL
 * @return CB_OK, CB_ENOMEM, or CB_EFORMAT with line and column in the context's error
 */
cb_status cb__json_parse(
	json_t **out, cb_context *ctx, const char *name, const char *text, size_t text_len);

/**
 * Writes a document in its order of members, without a newline at the end. Numbers keep all their
 * digits and do not depend on the locale. Not compact means indented, with each list of plain
 * values on one line: a list of a hundred samples is a line, not a page.
 *
 * @param[out] out free with cb_string_free()
 * @param value is not changed; Jansson iterates through a pointer that is not const
 * @return CB_OK or CB_ENOMEM
 */
cb_status cb__json_format(char **out, size_t *ret_len, json_t *value, int compact);

/** The value at @p path, names of members with dots between, such as "cpu.model"; NULL if there is
 *  none. Borrowed. */
const json_t *cb__json_at(const json_t *document, const char *path);

/** The same, of a text; "" if it is none or not there. */
const char *cb__json_text_at(const json_t *document, const char *path);

#endif
