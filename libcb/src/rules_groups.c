/* SPDX-License-Identifier: Apache-2.0 */
/* What may stand in the groups of a rules file, and in those of a document. */
#include <stdlib.h>
#include <string.h>

#include "nearest.h"
#include "rules_parts.h"

#define GLOB_MAX 500
#define TEXT_MAX 1000

cb_status cb__rules_refuse_name(
	const cb__rules_place *place, const char *what, const char *name, const char *const *known)
{
	char shown[CB__RULES_SHOWN];
	cb_text list = CB_TEXT_INIT;
	const char *nearest = cb__nearest(name, known);
	cb__rules_show(shown, name);
	if (nearest != NULL)
		return cb__rules_refuse(
			place, "%s \"%s\"; did you mean \"%s\"?", what, shown, nearest);
	for (; *known != NULL; known++)
		cb__text_format(&list, "%s%s", list.len > 0 ? ", " : "", *known);
	cb_status status = cb__rules_refuse(
		place, "%s \"%s\"; known are %s", what, shown, cb__text_string(&list));
	cb__text_done(&list);
	return status;
}

static cb_status refuse_setting(const cb__rules_place *place, const char *what, const char *name,
	int is_of_rule, const char *const *more)
{
	const char *known[40];
	size_t count = 0;
	for (; more != NULL && *more != NULL; more++)
		known[count++] = *more;
	for (size_t i = 0; i < cb_rules_key_count(); i++) {
		const cb__rules_row *row = cb__rules_row_at(i);
		if (row->is_of_rule || !is_of_rule)
			known[count++] = place->is_document ? row->member : row->key.name;
	}
	known[count] = NULL;
	return cb__rules_refuse_name(place, what, name, known);
}

static cb_status take_text(const char **out, const cb__rules_place *place, const char *name,
	const cb__rules_value *value)
{
	if (value->text == NULL)
		return cb__rules_refuse(
			place, "%s is %s, not a text; write %s = \"...\"", name, value->sort, name);
	*out = value->text;
	return CB_OK;
}

cb_status cb__rules_check_tolerance(
	const cb__gate_settings *values, unsigned given, const cb__rules_place *place)
{
	int is_set = cb__rules_is_given(given, offsetof(cb__gate_settings, tolerance_percent));
	if (!is_set || values->tolerance_percent <= 0 ||
		values->tolerance_percent < values->limit_percent)
		return CB_OK;
	return cb__rules_refuse(place,
		"the tolerance, %g %%, is not below the limit, %g %%; lower it, or raise the limit",
		values->tolerance_percent, values->limit_percent);
}

cb_status cb__rules_take_setting(cb_rules *rules, const cb__rules_place *place, const char *name,
	const cb__rules_value *value)
{
	size_t index = cb__rules_find(place, name, 0);
	if (index == cb_rules_key_count())
		return refuse_setting(place, "no setting", name, 0, NULL);
	return cb__rules_take(&rules->settings, &rules->given, place, index, value);
}

cb_status cb__rules_take_rule(cb__rule *rule, const cb__rules_place *place, const char *name,
	const cb__rules_value *value)
{
	static const char *const others[] = {"cells", NULL};
	size_t index = cb__rules_find(place, name, 1);
	if (strcmp(name, "cells") == 0)
		return take_text(&rule->cells, place, name, value);
	if (index == cb_rules_key_count())
		return refuse_setting(place, "a rule has no", name, 1, others);
	return cb__rules_take(&rule->values, &rule->given, place, index, value);
}

/* A cap is a percentage as the limit is, and has its rules. */
static cb_status take_cap(
	cb__waiver *waiver, const cb__rules_place *place, const cb__rules_value *value)
{
	cb__rules_place quiet = *place;
	cb__gate_settings cap = {0};
	unsigned given = 0;
	quiet.is_document = 0;
	cb_status status =
		cb__rules_take(&cap, &given, &quiet, cb__rules_find(&quiet, "limit", 1), value);
	if (status == CB_ENOMEM)
		return status;
	if (status != CB_OK || cap.limit_percent <= 0)
		return cb__rules_refuse(place,
			"up_to is not a percentage above 0 and below 100; write up_to = \"8%%\", "
			"the largest loss that is accepted");
	waiver->up_to_percent = cap.limit_percent;
	return CB_OK;
}

cb_status cb__rules_take_waiver(cb__waiver *waiver, const cb__rules_place *place, const char *name,
	const cb__rules_value *value)
{
	const char *cap = place->is_document ? "up_to_percent" : "up_to";
	const char *const known[] = {"cells", cap, "expires", "reason", "owner", NULL};
	if (strcmp(name, cap) == 0)
		return take_cap(waiver, place, value);
	if (strcmp(name, "cells") == 0)
		return take_text(&waiver->cells, place, name, value);
	if (strcmp(name, "expires") == 0)
		return take_text(&waiver->expires, place, name, value);
	if (strcmp(name, "reason") == 0)
		return take_text(&waiver->reason, place, name, value);
	if (strcmp(name, "owner") == 0)
		return take_text(&waiver->owner, place, name, value);
	return cb__rules_refuse_name(place, "a waiver has no", name, known);
}

/* One line of UTF-8 that can be shown, not empty. NULL, or the complaint. */
static const char *complain_line(const char *text)
{
	size_t left = strlen(text);
	if (left == 0)
		return "is empty";
	if (left > TEXT_MAX)
		return "is longer than 1000 bytes";
	while (left > 0) {
		uint32_t code = 0;
		size_t step = cb__text_step(text, left, &code);
		if (step == 0)
			return "is not UTF-8";
		if (code < ' ' || (code >= 0x7f && code < 0xa0))
			return "has a line break or another control character";
		text += step;
		left -= step;
	}
	return NULL;
}

static cb_status check_line(const cb__rules_place *place, const char *name, const char *text)
{
	const char *complaint = complain_line(text);
	return complaint == NULL
		       ? CB_OK
		       : cb__rules_refuse(place, "%s %s; write one line of text", name, complaint);
}

static cb_status check_glob(const cb__rules_place *place, const char *glob)
{
	char shown[CB__RULES_SHOWN];
	if (glob == NULL)
		return cb__rules_refuse(
			place, "cells is missing; write cells = \"GLOB\", such as \"openssl/**\"");
	const char *complaint = complain_line(glob);
	if (complaint == NULL && strlen(glob) > GLOB_MAX)
		complaint = "is longer than 500 bytes";
	if (complaint == NULL && glob[strcspn(glob, ", ")] != '\0')
		complaint = "has a comma or a blank, which no cell has";
	if (complaint == NULL)
		return CB_OK;
	return cb__rules_refuse(place, "the glob \"%s\" %s; write one glob, such as \"openssl/**\"",
		cb__rules_show(shown, glob), complaint);
}

cb_status cb__rules_add_rule(cb_rules *rules, const cb__rules_place *place, const cb__rule *rule)
{
	char shown[CB__RULES_SHOWN];
	cb_status status = check_glob(place, rule->cells);
	if (status != CB_OK)
		return status;
	if (rule->given == 0)
		return cb__rules_refuse(place,
			"the rule for \"%s\" sets nothing; give it a limit, or remove it",
			cb__rules_show(shown, rule->cells));
	if (cb__rules_is_given(rule->given, offsetof(cb__gate_settings, limit_percent)))
		status = cb__rules_check_tolerance(&rule->values, rule->given, place);
	if (status != CB_OK)
		return status;
	cb__rule *rows = realloc(rules->rules, (rules->rule_count + 1) * sizeof *rows);
	if (rows == NULL)
		return CB_ENOMEM;
	rules->rules = rows;
	rows += rules->rule_count;
	*rows = *rule;
	rows->cells = cb__rules_keep(rules, rule->cells);
	rows->file = cb__rules_keep(rules, rule->file);
	if (rows->cells == NULL || rows->file == NULL)
		return CB_ENOMEM;
	rules->rule_count++;
	return CB_OK;
}

static cb_status check_expiry(const cb__rules_place *place, const char *date)
{
	char shown[CB__RULES_SHOWN];
	if (strlen(date) == 10 && cb__rules_days(date) >= 0)
		return CB_OK;
	return cb__rules_refuse(place,
		"expires: \"%s\" is not a day of the calendar; write the last day as in "
		"expires = \"2027-01-31\"",
		cb__rules_show(shown, date));
}

static cb_status check_waiver(const cb__rules_place *place, const cb__waiver *waiver)
{
	cb_status status = check_glob(place, waiver->cells);
	if (status == CB_OK && !(waiver->up_to_percent > 0))
		status = cb__rules_refuse(place,
			"up_to is missing, and a waiver is not a blindfold; write up_to = \"8%%\", "
			"the largest loss that is accepted");
	if (status == CB_OK && waiver->expires == NULL)
		status = cb__rules_refuse(place,
			"expires is missing; write the last day as in expires = \"2027-01-31\", at "
			"most %d days ahead",
			CB__WAIVER_DAYS);
	if (status == CB_OK && waiver->reason == NULL)
		status = cb__rules_refuse(
			place, "reason is missing; write in one line why the loss is accepted");
	if (status == CB_OK)
		status = check_expiry(place, waiver->expires);
	if (status == CB_OK)
		status = check_line(place, "reason", waiver->reason);
	if (status == CB_OK && waiver->owner != NULL && waiver->owner[0] != '\0')
		status = check_line(place, "owner", waiver->owner);
	return status;
}

cb_status cb__rules_add_waiver(
	cb_rules *rules, const cb__rules_place *place, const cb__waiver *waiver)
{
	cb_status status = check_waiver(place, waiver);
	if (status != CB_OK)
		return status;
	cb__waiver *rows = realloc(rules->waivers, (rules->waiver_count + 1) * sizeof *rows);
	if (rows == NULL)
		return CB_ENOMEM;
	rules->waivers = rows;
	rows += rules->waiver_count;
	*rows = *waiver;
	rows->cells = cb__rules_keep(rules, waiver->cells);
	rows->expires = cb__rules_keep(rules, waiver->expires);
	rows->reason = cb__rules_keep(rules, waiver->reason);
	rows->owner = cb__rules_keep(rules, waiver->owner != NULL ? waiver->owner : "");
	rows->file = cb__rules_keep(rules, waiver->file);
	if (rows->cells == NULL || rows->expires == NULL || rows->reason == NULL ||
		rows->owner == NULL || rows->file == NULL)
		return CB_ENOMEM;
	rules->waiver_count++;
	return CB_OK;
}

cb_status cb__rules_add_removed(
	cb_rules *rules, const cb__rules_place *place, const cb__removed *removed)
{
	cb_status status = check_glob(place, removed->cells);
	if (status != CB_OK)
		return status;
	cb__removed *rows = realloc(rules->removed, (rules->removed_count + 1) * sizeof *rows);
	if (rows == NULL)
		return CB_ENOMEM;
	rules->removed = rows;
	rows += rules->removed_count;
	*rows = *removed;
	rows->cells = cb__rules_keep(rules, removed->cells);
	rows->file = cb__rules_keep(rules, removed->file);
	if (rows->cells == NULL || rows->file == NULL)
		return CB_ENOMEM;
	rules->removed_count++;
	return CB_OK;
}
