/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * Results as one page for people: an HTML file that needs nothing else, neither a network nor
 * scripts.
 *
 * It begins with the answer in a sentence; then come charts, every figure in a table, differences,
 * the machine, and the figures as data. docs/report.md says what is in it.
 */
#ifndef CB_REPORT_H
#define CB_REPORT_H

#include <stddef.h>

#include <cb/context.h>
#include <cb/gate.h>
#include <cb/results.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What the page says beside the results; start from CB_REPORT_CONFIG_INIT. Texts may have any
 *  characters: they are shown as they are and are never markup. */
typedef struct cb_report_config {
	size_t struct_size; /* set by CB_REPORT_CONFIG_INIT */
	const char *title;  /* NULL: "Crypto benchmark", and the machine */
	/** What each of the results is called, as many as there are; NULL, or one that is NULL: the
	 *  name that the user gave the machine, else the model of its CPU. */
	const char *const *names;
	const char *headline; /* the sentence it begins with; NULL: one that the results give */
	const char *command;  /* that made this page; NULL: not told */
	const cb_gate *gate;  /* its verdicts are shown as well; may be NULL */
} cb_report_config;

#ifdef __cplusplus
#define CB_REPORT_CONFIG_INIT                                                                      \
	{                                                                                          \
		sizeof(cb_report_config), NULL, NULL, NULL, NULL, NULL                             \
	}
#else
#define CB_REPORT_CONFIG_INIT                                                                      \
	{                                                                                          \
		.struct_size = sizeof(cb_report_config)                                            \
	}
#endif

/**
 * Writes the page.
 *
 * Of several results, the others are compared with the first. The figures inside the page are those
 * of the results without samples, rounded to five digits.
 *
 * @param[out] out free with cb_string_free()
 * @param ctx gets the reason on failure
 * @param results at least one
 * @param config NULL: the defaults
 * @return CB_OK whatever the results are, also without a measured cell; CB_ENOMEM; CB_EEMPTY
 *         without results
 */
CB_API cb_status cb_report(char **out, cb_context *ctx, const cb_results *const *results,
	size_t count, const cb_report_config *config) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
