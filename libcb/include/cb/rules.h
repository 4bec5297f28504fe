/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file
 * What a gate tolerates: limits for all cells, limits by glob, waivers. docs/gate-rules.md has the
 * grammar of the file and of values.
 */
#ifndef CB_RULES_H
#define CB_RULES_H

#include <stddef.h>

#include <cb/context.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cb_rules cb_rules;

/** One setting of the group "gate" of a rules file, which cb_rules_set() takes as well. */
typedef struct cb_rules_key {
	const char *name;     /* "limit" */
	const char *argument; /* "PERCENT" */
	const char *fallback; /* default as text */
	const char *help;     /* one line */
} cb_rules_key;

/** Number of settings, and one of them (NULL past the end). Constant data. */
CB_API size_t cb_rules_key_count(void);
CB_API const cb_rules_key *cb_rules_key_at(size_t index);

/**
 * Creates rules with every setting at its default and no globs.
 *
 * @param[out] out free with cb_rules_free(), before @p ctx
 * @return CB_OK or CB_ENOMEM
 */
CB_API cb_status cb_rules_new(cb_rules **out, cb_context *ctx) CB_MUST_CHECK;

/** NULL is ignored. */
CB_API void cb_rules_free(cb_rules *rules);

/**
 * Reads the text of a rules file, at most 1 MiB. What it sets replaces what was set before; its
 * rules and waivers are appended. On failure nothing is changed.
 *
 * @param name what messages call the text, in UTF-8
 * @return CB_OK, CB_ENOMEM, CB_EFORMAT for a text that cannot be read, an unknown setting, a value
 *         out of range or a waiver without cap, date or reason; the context has name and line
 */
CB_API cb_status cb_rules_parse(cb_rules *rules, const char *name, const char *text) CB_MUST_CHECK;

/** Reads a file. CB_EIO if it cannot be read, else as cb_rules_parse(). */
CB_API cb_status cb_rules_load(cb_rules *rules, const char *file) CB_MUST_CHECK;

/**
 * Sets one setting from text: "limit" to "5%", "min_delta" to "1ns". Settings that go together are
 * set one after the other, so whether the tolerance is below the limit is seen when a gate begins.
 *
 * @return CB_OK, CB_ENOMEM, CB_ENOTFOUND for an unknown setting, CB_EINVAL for a value that is out
 *         of range; the context says what
 */
CB_API cb_status cb_rules_set(cb_rules *rules, const char *key, const char *value) CB_MUST_CHECK;

/**
 * Names cells (a glob, or several with commas) that may be missing on the new side.
 *
 * @return CB_OK, CB_ENOMEM, or CB_EINVAL for one that is no glob; then none is added
 */
CB_API cb_status cb_rules_allow_removed(cb_rules *rules, const char *globs) CB_MUST_CHECK;

#ifdef __cplusplus
}
#endif

#endif
