/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What others published, as results: the output of `openssl speed`, of every age, as it is found in
 * files and on pages.
 *
 * Imported cells have semantics of their own ("openssl-speed.cipher/1"), so that they are compared
 * with each other and never taken for what libcb measures. A figure that cannot be trusted is kept
 * with its reason (cb_cell.doubtful) and is never compared. What the text does not tell is not
 * guessed: options supply it. docs/import.md has the grammar and the identifiers.
 */
#ifndef CB_IMPORT_H
#define CB_IMPORT_H

#include <stddef.h>

#include <cb/context.h>
#include <cb/plan.h>
#include <cb/results.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_import cb_import;

/** Longest text that is read, in bytes. */
#define CB_IMPORT_TEXT_MAX ((size_t)64 << 20)

/** Number of options of cb_import_set(), and one of them (NULL past the end). Constant data; the
 *  member `uses` is 0. */
CB_API size_t cb_import_option_count(void);
CB_API const cb_option *cb_import_option_at(size_t index);

/**
 * Creates an import without texts.
 *
 * @param[out] out free with cb_import_free(), before @p ctx
 * @return CB_OK or CB_ENOMEM
 */
CB_API cb_status cb_import_new(cb_import **out, cb_context *ctx) CB_MUST_CHECK;

/** NULL is ignored; results made from it live on. */
CB_API void cb_import_free(cb_import *import);

/**
 * Sets an option from text. Options are about the whole import and are set before texts are added.
 *
 * @return CB_OK, CB_ENOMEM, CB_ENOTFOUND for an unknown option, CB_EINVAL for a value out of range,
 *         CB_EIO or CB_EFORMAT for a "cpuinfo" that cannot be read or is none
 */
CB_API cb_status cb_import_set(
	cb_import *import, const char *option, const char *value) CB_MUST_CHECK;

/**
 * Reads a text: UTF-8, UTF-16 or Latin-1, with any line ends, with whatever stands around the
 * output of `openssl speed`.
 *
 * @param name what messages and labels call the text
 * @return CB_OK, CB_ENOMEM, or CB_EFORMAT for a text that is something else, which the context
 *         names if it is known; then nothing is added
 */
CB_API cb_status cb_import_add(
	cb_import *import, const char *name, const char *text, size_t text_len) CB_MUST_CHECK;

/** Reads a file, "-" being standard input. CB_EIO if it cannot be read, else as cb_import_add(). */
CB_API cb_status cb_import_add_file(cb_import *import, const char *file) CB_MUST_CHECK;

/**
 * Makes results of all that was added, after which, also on failure, the import has no texts.
 *
 * @param[out] out free with cb_results_free()
 * @return CB_OK, CB_ENOMEM, CB_EEMPTY if no text was added, CB_EINVAL if an option was to supply
 *         what nothing lacked
 */
CB_API cb_status cb_import_finish(cb_import *import, cb_results **out) CB_MUST_CHECK;

/** One text, without options. */
CB_API cb_status cb_import_text(
	cb_results **out, cb_context *ctx, const char *text, size_t text_len) CB_MUST_CHECK;

/** One file, without options. */
CB_API cb_status cb_import_load(cb_results **out, cb_context *ctx, const char *file) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
