/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * The texts that cbench shows of each document: tables, CSV, Markdown, formats of other programs.
 *
 * What is shown, and on what, is a view; without one (NULL) a text is what cbench writes into a
 * file. Texts are UTF-8 if the view says so or the document has some, else ASCII. Numbers have a
 * point whatever the locale of the program is. Several threads may format the same document, each
 * with a view on a context of its own, or with none.
 */
#ifndef CB_FORMAT_H
#define CB_FORMAT_H

#include <stddef.h>

#include <cb/advise.h>
#include <cb/compare.h>
#include <cb/context.h>
#include <cb/document.h>
#include <cb/gate.h>
#include <cb/inventory.h>
#include <cb/prove.h>
#include <cb/results.h>
#include <cb/selftest.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What is shown of a document, and on what. */
typedef struct cb_view cb_view;

/** One option of cb_view_set(), for programs that show or pass on all of them. */
typedef struct cb_view_option {
	const char *name;     /* "unit", the spelling of cbench where it has one */
	const char *argument; /* "UNIT"; NULL for a switch, which takes "1" or "0" */
	const char *words;    /* the values it may have, separated by blanks; NULL for any */
	const char *fallback; /* default as text; "" if it is worked out */
	const char *help;     /* one line */
} cb_view_option;

/** Number of options, and one of them (NULL past the end). Constant data. */
CB_API size_t cb_view_option_count(void);
CB_API const cb_view_option *cb_view_option_at(size_t index);

/**
 * Creates a view with every option at its default: plain text of any width.
 *
 * @param[out] out free with cb_view_free(), before @p ctx
 * @return CB_OK or CB_ENOMEM
 */
CB_API cb_status cb_view_new(cb_view **out, cb_context *ctx) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_view_free(cb_view *view);

/**
 * Sets an option from text. A format heeds the options that mean something to it.
 *
 * @return CB_OK, CB_ENOMEM, CB_ENOTFOUND for an unknown option, CB_EINVAL for a value out of
 *         range; the context says what. On failure nothing is changed.
 */
CB_API cb_status cb_view_set(cb_view *view, const char *option, const char *value) CB_MUST_CHECK;

/** One format of a kind of document. */
typedef struct cb_format {
	const char *name;   /* "markdown", the spelling of cbench */
	const char *ending; /* of files that get this format unasked, ".md"; NULL if none */
	const char *help;   /* one line */
} cb_format;

/** Formats of each kind of document; the first is the one for people. NULL past the end. Constant
 *  data. */
CB_API const cb_format *cb_results_format_at(size_t index);
CB_API const cb_format *cb_proofs_format_at(size_t index);
CB_API const cb_format *cb_comparisons_format_at(size_t index);
CB_API const cb_format *cb_gate_format_at(size_t index);
CB_API const cb_format *cb_selftest_format_at(size_t index);
CB_API const cb_format *cb_inventory_format_at(size_t index);
CB_API const cb_format *cb_info_format_at(size_t index);
CB_API const cb_format *cb_advices_format_at(size_t index);

/**
 * Writes @p results in the format called @p format.
 *
 * @param[out] out free with cb_string_free(); ends with a line end unless it is empty
 * @param view NULL for every option at its default
 * @return CB_OK, CB_ENOMEM, or CB_ENOTFOUND if there is no such format: the context of @p view
 *         names those that there are
 */
CB_API cb_status cb_results_format(const cb_results *results, char **out, const char *format,
	const cb_view *view) CB_MUST_CHECK;

/** The same of proofs. */
CB_API cb_status cb_proofs_format(
	const cb_proofs *proofs, char **out, const char *format, const cb_view *view) CB_MUST_CHECK;

/** What cb_proofs_require() found lacking in @p proofs, one line for each, and a last line for
 *  programs. Its exit status is CB_GATE_REGRESSED if anything lacks, CB_GATE_INVALID if not all
 *  could be judged, else CB_GATE_FINE; or what the option "exit" says. CB_OK or CB_ENOMEM. */
CB_API cb_status cb_proofs_format_lacks(const cb_proofs *proofs, char **out, const cb_lack *lacks,
	size_t lack_count, const cb_view *view) CB_MUST_CHECK;

/** The same of comparisons with one base, as cb_comparisons_to_json() takes them. */
CB_API cb_status cb_comparisons_format(char **out, const cb_comparison *const *comparisons,
	size_t count, const char *format, const cb_view *view) CB_MUST_CHECK;

/** The same of a judgement. The last line of the table is for programs, and has the exit status:
 *  cb_gate_exit(), or what the option "exit" says. */
CB_API cb_status cb_gate_format(
	const cb_gate *gate, char **out, const char *format, const cb_view *view) CB_MUST_CHECK;

/** The same of a self-test, whose exit status is cb_selftest_exit(). */
CB_API cb_status cb_selftest_format(const cb_selftest *selftest, char **out, const char *format,
	const cb_view *view) CB_MUST_CHECK;

/** The same of what libraries offer; CB_EEMPTY if the option "algorithms" matches none. */
CB_API cb_status cb_inventory_format(const cb_inventory *inventory, char **out, const char *format,
	const cb_view *view) CB_MUST_CHECK;

/** The same of advice for one profile, or of several on the same documents: a line for each. */
CB_API cb_status cb_advices_format(char **out, const cb_advice *const *advices, size_t count,
	const char *format, const cb_view *view) CB_MUST_CHECK;

/** Formats of the documents of a kind, as above. */
CB_API const cb_format *cb_document_format_at(cb_document_kind kind, size_t index);

/** The same of a document of whatever kind, of which nothing was taken. */
CB_API cb_status cb_document_format(const cb_document *document, char **out, const char *format,
	const cb_view *view) CB_MUST_CHECK;

/** The same of this machine as @p ctx sees it: version, backends, environment. Errors are those of
 *  cb_environment_to_json(), too. */
CB_API cb_status cb_info_format(
	cb_context *ctx, char **out, const char *format, const cb_view *view) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
