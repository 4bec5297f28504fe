/* SPDX-License-Identifier: Apache-2.0 */
#include "rules.h"

#include <stdlib.h>
#include <string.h>

#include "glob.h"
#include "rules_parts.h"

const char *cb__rules_keep(cb_rules *rules, const char *string)
{
	char *copy = cb__string_copy(string);
	char **strings = realloc(rules->strings, (rules->string_count + 1) * sizeof *strings);
	if (strings != NULL)
		rules->strings = strings;
	if (strings == NULL || copy == NULL) {
		free(copy);
		return NULL;
	}
	strings[rules->string_count++] = copy;
	return copy;
}

void cb__rules_swap(cb_rules *rules, cb_rules *other)
{
	cb_rules before = *rules;
	*rules = *other;
	*other = before;
}

/* Defaults come from the table, as their text. */
static cb_status set_defaults(cb_rules *rules)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < cb_rules_key_count() && status == CB_OK; i++) {
		const cb_rules_key *key = cb_rules_key_at(i);
		status = cb_rules_set(rules, key->name, key->fallback);
	}
	rules->given = 0;
	return status;
}

cb_status cb_rules_new(cb_rules **out, cb_context *ctx)
{
	cb_rules *rules = calloc(1, sizeof *rules);
	if (rules == NULL)
		return CB_ENOMEM;
	rules->ctx = ctx;
	rules->name = "";
	cb_status status = set_defaults(rules);
	if (status == CB_OK)
		*out = rules;
	else
		cb_rules_free(rules);
	return status;
}

void cb_rules_free(cb_rules *rules)
{
	if (rules == NULL)
		return;
	for (size_t i = 0; i < rules->string_count; i++)
		free(rules->strings[i]);
	free(rules->strings);
	free(rules->rules);
	free(rules->waivers);
	free(rules->removed);
	free(rules);
}

/* The name is checked first, since an unknown one is another status than a bad value. */
cb_status cb_rules_set(cb_rules *rules, const char *key, const char *value)
{
	cb__rules_place place = {rules->ctx, CB_EINVAL, NULL, 0, 0};
	cb__rules_value taken = {.text = value, .sort = "nothing"};
	if (cb__rules_find(&place, key, 0) == cb_rules_key_count())
		place.status = CB_ENOTFOUND;
	return cb__rules_take_setting(rules, &place, key, &taken);
}

static cb_status allow_each(cb_rules *rules, char *globs)
{
	cb__rules_place place = {rules->ctx, CB_EINVAL, NULL, 0, 0};
	cb_status status = CB_OK;
	while (globs != NULL && status == CB_OK) {
		char *comma = strchr(globs, ',');
		if (comma != NULL)
			*comma = '\0';
		cb__removed removed = {.cells = globs, .file = ""};
		status = cb__rules_add_removed(rules, &place, &removed);
		globs = comma != NULL ? comma + 1 : NULL;
	}
	return status;
}

cb_status cb_rules_allow_removed(cb_rules *rules, const char *globs)
{
	size_t before = rules->removed_count;
	char *copy = cb__string_copy(globs);
	cb_status status = copy != NULL ? allow_each(rules, copy) : CB_ENOMEM;
	if (status != CB_OK)
		rules->removed_count = before;
	free(copy);
	return status;
}

const cb__gate_settings *cb__rules_settings(const cb_rules *rules)
{
	return &rules->settings;
}

const char *cb__rules_name(const cb_rules *rules)
{
	return rules->name;
}

#define LIMIT       offsetof(cb__gate_settings, limit_percent)
#define COUNT_LIMIT offsetof(cb__gate_settings, count_limit_percent)

/* The settings of one cell, and which of them somebody set; *limit and *count become the last rule
 * that set them, or stay. */
static void merge(cb__gate_settings *out, unsigned *given, const cb__rule **limit,
	const cb__rule **count, const cb_rules *rules, const char *id)
{
	*out = rules->settings;
	*given = rules->given;
	for (size_t i = 0; i < rules->rule_count; i++) {
		const cb__rule *rule = &rules->rules[i];
		if (!cb__id_matches(rule->cells, id))
			continue;
		cb__rules_overlay(out, &rule->values, rule->given);
		*given |= rule->given;
		*limit = cb__rules_is_given(rule->given, LIMIT) ? rule : *limit;
		*count = cb__rules_is_given(rule->given, COUNT_LIMIT) ? rule : *count;
	}
}

void cb__rules_limits(cb__limits *out, const cb_rules *rules, const char *id)
{
	static const cb__rule none = {.cells = ""};
	const cb__rule *limit = &none;
	const cb__rule *count = &none;
	cb__gate_settings merged;
	unsigned given;
	merge(&merged, &given, &limit, &count, rules, id);
	out->limit_percent = merged.limit_percent;
	out->tolerance_percent = merged.tolerance_percent < merged.limit_percent
					 ? merged.tolerance_percent
					 : merged.limit_percent;
	out->min_delta_ns = merged.min_delta_ns;
	out->count_limit_percent = merged.count_limit_percent;
	out->rule = limit->cells;
	out->line = limit->line;
	out->count_rule = count->cells;
	out->count_line = count->line;
}

size_t cb__rules_waiver_count(const cb_rules *rules)
{
	return rules->waiver_count;
}

const cb__waiver *cb__rules_waiver_at(const cb_rules *rules, size_t index)
{
	return index < rules->waiver_count ? &rules->waivers[index] : NULL;
}

int cb__rules_waiver_covers(const cb__waiver *waiver, const char *id)
{
	return cb__id_matches(waiver->cells, id);
}

int cb__rules_waiver_in_force(const cb__waiver *waiver, const char *date)
{
	long today = cb__rules_days(date);
	return today >= 0 && today <= cb__rules_days(waiver->expires);
}

int cb__rules_may_be_removed(const cb_rules *rules, const char *id)
{
	for (size_t i = 0; i < rules->removed_count; i++)
		if (cb__id_matches(rules->removed[i].cells, id))
			return 1;
	return 0;
}

/* Where a rule stands that is complained about when the gate is there. */
static cb__rules_place place_of(
	const cb_rules *rules, cb_status status, const char *file, uint32_t line)
{
	return (cb__rules_place){rules->ctx, status, file[0] != '\0' ? file : NULL, line, 0};
}

static cb_status check_alive(const cb_rules *rules, const char *const *ids, size_t id_count,
	const char *glob, const char *file, uint32_t line)
{
	char shown[CB__RULES_SHOWN];
	cb__rules_place place = place_of(rules, CB_ENOTFOUND, file, line);
	for (size_t i = 0; i < id_count; i++)
		if (cb__id_matches(glob, ids[i]))
			return CB_OK;
	return cb__rules_refuse(&place, "\"%s\" matches no cell%s; correct the glob, or remove it",
		cb__rules_show(shown, glob), cb__glob_hint(glob, ids, id_count));
}

static cb_status check_cell(const cb_rules *rules, const char *id)
{
	static const cb__rule none = {.file = ""};
	const cb__rule *limit = &none;
	const cb__rule *count = &none;
	cb__gate_settings merged;
	unsigned given;
	merge(&merged, &given, &limit, &count, rules, id);
	cb__rules_place place = place_of(rules, CB_EINVAL, limit->file, limit->line);
	return cb__rules_check_tolerance(&merged, given, &place);
}

cb_status cb__rules_check_matches(const cb_rules *rules, const char *const *ids, size_t id_count)
{
	cb_status status = CB_OK;
	for (size_t i = 0; i < rules->rule_count && status == CB_OK; i++)
		status = check_alive(rules, ids, id_count, rules->rules[i].cells,
			rules->rules[i].file, rules->rules[i].line);
	for (size_t i = 0; i < rules->waiver_count && status == CB_OK; i++)
		status = check_alive(rules, ids, id_count, rules->waivers[i].cells,
			rules->waivers[i].file, rules->waivers[i].line);
	for (size_t i = 0; i < rules->removed_count && status == CB_OK; i++)
		status = check_alive(rules, ids, id_count, rules->removed[i].cells,
			rules->removed[i].file, rules->removed[i].line);
	for (size_t i = 0; i < id_count && status == CB_OK; i++)
		status = check_cell(rules, ids[i]);
	return status;
}

cb_status cb__rules_check_dates(const cb_rules *rules, const char *date)
{
	char shown[CB__RULES_SHOWN];
	long today = cb__rules_days(date);
	if (today < 0)
		return cb__context_fail(rules->ctx, CB_EINVAL,
			"\"%s\" is not a day of the calendar, so no waiver can be judged by it",
			cb__rules_show(shown, date));
	for (size_t i = 0; i < rules->waiver_count; i++) {
		const cb__waiver *waiver = &rules->waivers[i];
		cb__rules_place place = place_of(rules, CB_EINVAL, waiver->file, waiver->line);
		if (cb__rules_days(waiver->expires) - today > CB__WAIVER_DAYS)
			return cb__rules_refuse(&place,
				"the waiver lasts until %s, more than %d days from %.10s; choose "
				"an earlier day",
				waiver->expires, CB__WAIVER_DAYS, date);
	}
	return CB_OK;
}
