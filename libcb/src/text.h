/* SPDX-License-Identifier: Apache-2.0 */
/* The growing string. An allocation that fails is remembered, so callers check once, at the end. */
#ifndef CB_TEXT_H
#define CB_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cb/status.h>

/** All zero is an empty text. */
typedef struct cb_text {
	char *data; /* NUL-terminated, or NULL while empty */
	size_t len;
	size_t size; /* capacity */
	int failed;  /* out of memory: later appends do nothing */
} cb_text;

#define CB_TEXT_INIT                                                                               \
	{                                                                                          \
		NULL, 0, 0, 0                                                                      \
	}

void cb__text_done(cb_text *text);
void cb__text_clear(cb_text *text);
void cb__text_append(cb_text *text, const char *bytes, size_t len);
void cb__text_add(cb_text *text, const char *string);
/** Numbers have a point, whatever the locale of the program is. */
void cb__text_format(cb_text *text, const char *format, ...) CB_PRINTF(2, 3);
void cb__text_vformat(cb_text *text, const char *format, va_list arguments) CB_PRINTF(2, 0);

/** As snprintf(), likewise with a point. */
void cb__text_print(char *out, size_t out_size, const char *format, ...) CB_PRINTF(3, 4);

/** Removes the first @p len bytes. */
void cb__text_drop(cb_text *text, size_t len);

/** The content, "" while empty. Borrowed. */
const char *cb__text_string(const cb_text *text);

/** Hands the content over (free with cb_string_free()) and leaves @p text empty. */
cb_status cb__text_take(cb_text *text, char **out);

/** Appends @p name so that glob() takes it for what it is called, not for a pattern. */
void cb__text_add_escaped(cb_text *text, const char *name);

/** Length of the UTF-8 sequence that @p bytes begin with, and its code point; 0 if there is none
 * that is valid in @p len bytes. */
size_t cb__text_step(const char *bytes, size_t len, uint32_t *ret_code);

/** A copy of @p string, or NULL if out of memory. Freed with free(). */
char *cb__string_copy(const char *string);

/** What sentences call @p file: itself, or "standard input". Borrowed. */
const char *cb__file_shown(const char *file);

/** What stands before and after that: quotes around a name, nothing around "standard input". */
const char *cb__file_quote(const char *file);

/** "@p directory/@p name", or NULL if out of memory. Freed with free(). */
char *cb__path_join(const char *directory, const char *name);

#endif
