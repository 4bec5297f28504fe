/* SPDX-License-Identifier: Apache-2.0 */
/* What a gate tolerates, as the gate asks for it. */
#ifndef CB_SRC_RULES_H
#define CB_SRC_RULES_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <cb/rules.h>

/** The settings that hold for all cells. */
typedef struct cb__gate_settings {
	const char *mode;         /* "ab" or "icount"; constant data */
	double limit_percent;     /* of throughput; exactly on it passes */
	double tolerance_percent; /* as it was set; cb__rules_limits() has the one that counts */
	double min_delta_ns;      /* per operation */
	double alpha;             /* of the whole gate */
	double count_limit_percent;
	double max_drift_percent;
	int placement_fails;
	int inconclusive_fails;
	uint32_t screen_launches;
	uint32_t confirm_launches;
	uint32_t rounds; /* of each launch */
	int has_canary;
} cb__gate_settings;

/** What holds for one cell: the settings, and over them each rule that matches, in their order. */
typedef struct cb__limits {
	double limit_percent;
	double tolerance_percent; /* at most the limit */
	double min_delta_ns;
	double count_limit_percent;
	const char
		*rule; /* glob of the last rule that set the limit, "" if it is the general one */
	uint32_t line; /* of that rule; 0 if it is in no file */
	const char *count_rule; /* likewise for the limit of counts */
	uint32_t count_line;
} cb__limits;

/** A loss that is known and accepted for a while. */
typedef struct cb__waiver {
	const char *cells; /* glob */
	double up_to_percent;
	const char *expires; /* "2027-01-31": the last day on which it counts */
	const char *reason;  /* one line */
	const char *owner;   /* "" if nobody is named */
	uint32_t line;
	const char *file; /* name of the text that it came from */
} cb__waiver;

/** Days between the day of a gate and the last day of a waiver, at most. */
#define CB__WAIVER_DAYS 180

/* Everything that is returned is borrowed and lives until the rules change. */

const cb__gate_settings *cb__rules_settings(const cb_rules *rules);

void cb__rules_limits(cb__limits *out, const cb_rules *rules, const char *id);

size_t cb__rules_waiver_count(const cb_rules *rules);
const cb__waiver *cb__rules_waiver_at(const cb_rules *rules, size_t index);

/** Whether the waiver's glob matches @p id. */
int cb__rules_waiver_covers(const cb__waiver *waiver, const char *id);

/** Whether the waiver counts on @p date (UTC), which begins as "2026-11-30" does; on a date that
 *  cannot be read none does. */
int cb__rules_waiver_in_force(const cb__waiver *waiver, const char *date);

/** Whether the cell may be missing on the new side. */
int cb__rules_may_be_removed(const cb_rules *rules, const char *id);

/**
 * Whether every glob of a rule, a waiver or of what may be removed matches one of @p ids, and no
 * cell has a tolerance that its limit does not exceed.
 *
 * @return CB_OK, CB_ENOTFOUND for a glob that matches none, CB_EINVAL for a tolerance; the context
 *         has file, line and glob
 */
cb_status cb__rules_check_matches(const cb_rules *rules, const char *const *ids, size_t id_count);

/** Whether no waiver ends more than CB__WAIVER_DAYS after @p date. CB_OK or CB_EINVAL, also for a
 *  date that cannot be read; the context has file and line. */
cb_status cb__rules_check_dates(const cb_rules *rules, const char *date);

/** All there is; NULL if out of memory. */
json_t *cb__rules_to_json(const cb_rules *rules);

/**
 * Makes rules from what cb__rules_to_json() made, which somebody may have edited.
 *
 * @param[out] out free with cb_rules_free()
 * @return CB_OK, CB_ENOMEM, or CB_EFORMAT as cb_rules_parse(), with the place in the document
 */
cb_status cb__rules_from_json(cb_rules **out, cb_context *ctx, const json_t *json);

/** Name of the last text that was read, or "". */
const char *cb__rules_name(const cb_rules *rules);

/** Makes rules that say the same. CB_OK or CB_ENOMEM. */
cb_status cb__rules_copy(cb_rules **out, const cb_rules *rules);

#endif
