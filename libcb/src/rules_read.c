/* SPDX-License-Identifier: Apache-2.0 */
/* The text of a rules file, which libconfig takes apart. */
#include <string.h>

#include <libconfig.h>

#include "json_file.h"
#include "rules_parts.h"

#define TEXT_MAX ((size_t)1 << 20)

static const char *const sorts[] = {
	[CONFIG_TYPE_NONE] = "nothing",
	[CONFIG_TYPE_GROUP] = "a group",
	[CONFIG_TYPE_INT] = "a number",
	[CONFIG_TYPE_INT64] = "a number",
	[CONFIG_TYPE_FLOAT] = "a number",
	[CONFIG_TYPE_STRING] = "a text",
	[CONFIG_TYPE_BOOL] = "a truth value",
	[CONFIG_TYPE_ARRAY] = "an array",
	[CONFIG_TYPE_LIST] = "a list",
};

static const char *sort_of(const config_setting_t *setting)
{
	int type = config_setting_type(setting);
	return type >= 0 && (size_t)type < sizeof sorts / sizeof sorts[0] ? sorts[type] : sorts[0];
}

static cb__rules_value value_of(const config_setting_t *setting)
{
	cb__rules_value value = {.sort = sort_of(setting)};
	int type = config_setting_type(setting);
	if (type == CONFIG_TYPE_STRING)
		value.text = config_setting_get_string(setting);
	value.is_whole = type == CONFIG_TYPE_INT || type == CONFIG_TYPE_INT64;
	value.is_number = value.is_whole || type == CONFIG_TYPE_FLOAT;
	if (type == CONFIG_TYPE_INT)
		value.number = config_setting_get_int(setting);
	else if (type == CONFIG_TYPE_INT64)
		value.number = (double)config_setting_get_int64(setting);
	else if (type == CONFIG_TYPE_FLOAT)
		value.number = config_setting_get_float(setting);
	return value;
}

static config_setting_t *element(const config_setting_t *setting, int index)
{
	return config_setting_get_elem(setting, (unsigned)index);
}

static cb_status expect(
	const config_setting_t *setting, int type, const cb__rules_place *place, const char *wanted)
{
	const char *name = config_setting_name(setting);
	if (config_setting_type(setting) == type)
		return CB_OK;
	return cb__rules_refuse(
		place, "%s is %s, not %s", name != NULL ? name : "this", sort_of(setting), wanted);
}

/* Complains about the tolerance where it, or else the limit, was written. */
static cb_status check_gate(
	const cb_rules *rules, cb__rules_place *place, const config_setting_t *group)
{
	const config_setting_t *at = config_setting_get_member(group, "tolerance");
	if (at == NULL)
		at = config_setting_get_member(group, "limit");
	if (at != NULL)
		place->line = config_setting_source_line(at);
	return cb__rules_check_tolerance(&rules->settings, rules->given, place);
}

static cb_status read_gate(
	cb_rules *rules, cb__rules_place *place, const config_setting_t *group, const char *text)
{
	(void)text;
	cb_status status =
		expect(group, CONFIG_TYPE_GROUP, place, "a group; write gate = { ... };");
	int count = status == CB_OK ? config_setting_length(group) : 0;
	for (int i = 0; i < count && status == CB_OK; i++) {
		const config_setting_t *setting = element(group, i);
		cb__rules_value value = value_of(setting);
		place->line = config_setting_source_line(setting);
		status = cb__rules_take_setting(rules, place, config_setting_name(setting), &value);
	}
	return status == CB_OK ? check_gate(rules, place, group) : status;
}

static cb_status read_rule(cb_rules *rules, cb__rules_place *place, const config_setting_t *group)
{
	cb__rule rule = {.line = config_setting_source_line(group), .file = place->name};
	cb_status status = expect(group, CONFIG_TYPE_GROUP, place,
		"a group; write { cells = \"GLOB\"; limit = \"5%\"; }");
	int count = status == CB_OK ? config_setting_length(group) : 0;
	for (int i = 0; i < count && status == CB_OK; i++) {
		const config_setting_t *setting = element(group, i);
		cb__rules_value value = value_of(setting);
		place->line = config_setting_source_line(setting);
		status = cb__rules_take_rule(&rule, place, config_setting_name(setting), &value);
	}
	place->line = rule.line;
	return status == CB_OK ? cb__rules_add_rule(rules, place, &rule) : status;
}

static cb_status read_waiver(cb_rules *rules, cb__rules_place *place, const config_setting_t *group)
{
	cb__waiver waiver = {.line = config_setting_source_line(group), .file = place->name};
	cb_status status = expect(group, CONFIG_TYPE_GROUP, place,
		"a group; write { cells = \"GLOB\"; up_to = \"8%\"; ... }");
	int count = status == CB_OK ? config_setting_length(group) : 0;
	for (int i = 0; i < count && status == CB_OK; i++) {
		const config_setting_t *setting = element(group, i);
		cb__rules_value value = value_of(setting);
		place->line = config_setting_source_line(setting);
		status =
			cb__rules_take_waiver(&waiver, place, config_setting_name(setting), &value);
	}
	place->line = waiver.line;
	return status == CB_OK ? cb__rules_add_waiver(rules, place, &waiver) : status;
}

static cb_status read_list(cb_rules *rules, cb__rules_place *place, const config_setting_t *list,
	const char *wanted,
	cb_status (*read)(cb_rules *rules, cb__rules_place *place, const config_setting_t *group))
{
	cb_status status = expect(list, CONFIG_TYPE_LIST, place, wanted);
	int count = status == CB_OK ? config_setting_length(list) : 0;
	for (int i = 0; i < count && status == CB_OK; i++) {
		place->line = config_setting_source_line(element(list, i));
		status = read(rules, place, element(list, i));
	}
	return status;
}

static cb_status read_rules(
	cb_rules *rules, cb__rules_place *place, const config_setting_t *list, const char *text)
{
	(void)text;
	return read_list(
		rules, place, list, "a list; write rules = ( { ... }, { ... } );", read_rule);
}

static cb_status read_waivers(
	cb_rules *rules, cb__rules_place *place, const config_setting_t *list, const char *text)
{
	(void)text;
	return read_list(
		rules, place, list, "a list; write waivers = ( { ... }, { ... } );", read_waiver);
}

/* How far the texts of an array were looked for. */
struct cursor {
	const char *at;
	uint32_t line;
};

/* The line of the next @p string in quotes, up to line @p last; @p last if there is none. libconfig
 * has the line of what follows a string in an array, for another string there would have belonged
 * to it. */
static uint32_t find_line(struct cursor *cursor, const char *string, uint32_t last)
{
	uint32_t line = cursor->line;
	size_t len = strlen(string);
	for (const char *at = cursor->at; *at != '\0' && line <= last; at++) {
		line += *at == '\n';
		if (*at == '"' && strncmp(at + 1, string, len) == 0 && at[len + 1] == '"') {
			*cursor = (struct cursor){at + len + 2, line};
			return line;
		}
	}
	return last;
}

static struct cursor find_array(const char *text, uint32_t line)
{
	struct cursor cursor = {text, 1};
	for (; *cursor.at != '\0' && cursor.line < line; cursor.at++)
		cursor.line += *cursor.at == '\n';
	return cursor;
}

static cb_status read_removed(
	cb_rules *rules, cb__rules_place *place, const config_setting_t *array, const char *text)
{
	static const char wanted[] = "an array of globs; write removed = [ \"GLOB\", ... ];";
	int is_list = config_setting_is_list(array);
	cb_status status = is_list ? CB_OK : expect(array, CONFIG_TYPE_ARRAY, place, wanted);
	int count = status == CB_OK ? config_setting_length(array) : 0;
	struct cursor cursor = find_array(text, place->line);
	for (int i = 0; i < count && status == CB_OK; i++) {
		const config_setting_t *setting = element(array, i);
		uint32_t last = config_setting_source_line(setting);
		cb__removed removed = {.file = place->name};
		status = expect(setting, CONFIG_TYPE_STRING, place, "a glob; write \"openssl/**\"");
		if (status != CB_OK)
			break;
		removed.cells = config_setting_get_string(setting);
		place->line = find_line(&cursor, removed.cells, last);
		removed.line = place->line;
		status = cb__rules_add_removed(rules, place, &removed);
	}
	return status;
}

typedef cb_status read_fn(
	cb_rules *rules, cb__rules_place *place, const config_setting_t *group, const char *text);

static cb_status read_group(
	cb_rules *rules, cb__rules_place *place, const config_setting_t *group, const char *text)
{
	static const char *const names[] = {"gate", "rules", "waivers", "removed", NULL};
	static read_fn *const readers[] = {read_gate, read_rules, read_waivers, read_removed};
	const char *name = config_setting_name(group);
	place->line = config_setting_source_line(group);
	for (size_t i = 0; names[i] != NULL; i++)
		if (strcmp(names[i], name) == 0)
			return readers[i](rules, place, group, text);
	return cb__rules_refuse_name(place, "no group", name, names);
}

/* Never behind the last line, @p last, which the parser may have been given a newline after. */
static cb_status refuse_syntax(cb__rules_place *place, const config_t *config, uint32_t last)
{
	const char *what = config_error_text(config);
	uint32_t line = (uint32_t)config_error_line(config);
	int is_twice = strstr(what, "duplicate") != NULL;
	place->line = line < last ? line : last;
	return cb__rules_refuse(place, "%s; %s", what,
		is_twice ? "remove one of the two"
			 : "percentages, times and dates stand in quotes, a setting ends with a "
			   "semicolon, and no comma follows the last of a list");
}

static cb_status read_config(
	cb_rules *rules, cb__rules_place *place, config_t *config, const char *text)
{
	cb_status status = CB_OK;
	uint32_t last = place->line;
	if (!config_read_string(config, text))
		return refuse_syntax(place, config, last);
	const config_setting_t *root = config_root_setting(config);
	for (int i = 0; i < config_setting_length(root) && status == CB_OK; i++)
		status = read_group(rules, place, element(root, i), text);
	return status;
}

static cb_status check_text(cb__rules_place *place, const char *text)
{
	size_t left = strlen(text);
	if (left > TEXT_MAX)
		return cb__rules_refuse(place, "longer than the %zu bytes that are read", TEXT_MAX);
	place->line = 1;
	while (left > 0) {
		uint32_t code = 0;
		size_t step = cb__text_step(text, left, &code);
		if (step == 0)
			return cb__rules_refuse(
				place, "not UTF-8; save the file with that encoding");
		place->line += code == '\n';
		text += step;
		left -= step;
	}
	return CB_OK;
}

static cb_status parse_checked(cb_rules *rules, cb__rules_place *place, const char *text)
{
	config_t config;
	config_init(&config);
	cb_status status = read_config(rules, place, &config, text);
	config_destroy(&config);
	return status;
}

/* libconfig 1.5 knows a comment by the newline behind it, also that of the last line. */
static cb_status parse(cb_rules *rules, cb__rules_place *place, const char *text)
{
	cb_text whole = CB_TEXT_INIT;
	cb_status status = check_text(place, text);
	/* Editors of some systems put a mark in front. */
	if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3;
	if (status == CB_OK)
		status = cb__rules_scan(place, text);
	if (status == CB_OK) {
		cb__text_format(&whole, "%s\n", text);
		status = whole.failed ? CB_ENOMEM
				      : parse_checked(rules, place, cb__text_string(&whole));
	}
	cb__text_done(&whole);
	return status;
}

static int is_utf8(const char *text)
{
	size_t left = strlen(text);
	size_t step = 1;
	for (uint32_t code = 0; left > 0 && step > 0; left -= step, text += step)
		step = cb__text_step(text, left, &code);
	return step > 0;
}

cb_status cb_rules_parse(cb_rules *rules, const char *name, const char *text)
{
	cb_rules *next = NULL;
	cb__rules_place place = {rules->ctx, CB_EFORMAT, name[0] != '\0' ? name : "rules", 0, 0};
	if (!is_utf8(name))
		return cb__context_fail(rules->ctx, CB_EFORMAT,
			"the name of a rules file is not UTF-8; give it another one");
	cb_status status = cb__rules_copy(&next, rules);
	if (status == CB_OK)
		status = parse(next, &place, text);
	if (status == CB_OK) {
		next->name = cb__rules_keep(next, name);
		status = next->name != NULL ? CB_OK : CB_ENOMEM;
	}
	if (status == CB_OK)
		cb__rules_swap(rules, next);
	cb_rules_free(next);
	return status;
}

cb_status cb_rules_load(cb_rules *rules, const char *file)
{
	cb_text text = CB_TEXT_INIT;
	cb__rules_place place = {rules->ctx, CB_EFORMAT, file, 0, 0};
	cb_status status = cb__json_file_text(&text, rules->ctx, file, TEXT_MAX);
	if (status == CB_OK && strlen(cb__text_string(&text)) < text.len)
		status = cb__rules_refuse(&place, "has a byte 0; save the file as UTF-8");
	if (status == CB_OK)
		status = cb_rules_parse(rules, file, cb__text_string(&text));
	cb__text_done(&text);
	return status;
}
