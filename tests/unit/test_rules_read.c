/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdlib.h>

#include "context.h"
#include "rules.h"
#include "scratch.h"

static cb_context *ctx;
static cb_rules *rules;

static int set_up(void **state)
{
	(void)state;
	return cb_context_new(&ctx, NULL) != CB_OK || cb_rules_new(&rules, ctx) != CB_OK;
}

static int tear_down(void **state)
{
	(void)state;
	cb_rules_free(rules);
	cb_context_free(ctx);
	return 0;
}

static void parse(const char *text)
{
	if (cb_rules_parse(rules, "gate.cfg", text) != CB_OK)
		fail_msg("%s", cb_context_error(ctx));
}

/* Everything there is, as one text; free() it. */
static char *describe(void)
{
	json_t *json = cb__rules_to_json(rules);
	char *text = json_dumps(json, JSON_INDENT(1));
	json_decref(json);
	assert_non_null(text);
	return text;
}

static const char example[] =
	"# A comment, /* another, // and one more\n"
	"gate = {\n"
	"  mode = \"icount\";  limit = \"4%\";  tolerance = \"0.25%\";\n"
	"  min_delta = \"2ns\";  alpha = \"0.05\";  count_limit = \"0.75%\";  max_drift = "
	"\"12%\";\n"
	"  placement = \"fail\";  inconclusive = \"warn\";  screen_launches = 10;\n"
	"  confirm_launches = 50;  rounds = \"3\";  canary = \"off\";\n"
	"};\n"
	"rules = (\n"
	"  { cells = \"mbedtls/aes-*/**\"; limit = \"6%\"; },\n"
	"  { cells = \"**/on\"; tolerance = 1.5; min_delta = \"1us\"; count_limit = 2; }\n"
	");\n"
	"waivers = (\n"
	"  {\n"
	"    cells = \"openssl/aes-256-gcm/seal/64/on\"; up_to = \"8%\"; expires = "
	"\"2027-01-31\";\n"
	"    reason = \"the provider is fetched\"; owner = \"gr\xc3\xbc\xc3\x9f\";\n"
	"  }\n"
	");\n"
	"removed = [\n"
	"  \"openssl/rc4/**\",\n"
	"  \"openssl/rc2/**\"\n"
	"];\n";

static void every_setting_can_be_written(void **state)
{
	(void)state;
	parse(example);
	const cb__gate_settings *s = cb__rules_settings(rules);
	assert_string_equal(s->mode, "icount");
	assert_near(s->limit_percent, 4);
	assert_near(s->tolerance_percent, 0.25);
	assert_near(s->min_delta_ns, 2);
	assert_near(s->alpha, 0.05);
	assert_near(s->count_limit_percent, 0.75);
	assert_near(s->max_drift_percent, 12);
	assert_true(s->placement_fails);
	assert_false(s->inconclusive_fails);
	assert_int_equal(s->screen_launches, 10);
	assert_int_equal(s->confirm_launches, 50);
	assert_int_equal(s->rounds, 3);
	assert_false(s->has_canary);
	assert_string_equal(cb__rules_name(rules), "gate.cfg");
	assert_string_equal(cb__rules_waiver_at(rules, 0)->owner, "gr\xc3\xbc\xc3\x9f");
	assert_true(cb__rules_may_be_removed(rules, "openssl/rc2/encrypt/64/on"));
}

/* libconfig itself is a line off for the last text of an array. */
static void everything_has_the_line_where_it_was_written(void **state)
{
	(void)state;
	static const char *const ids[] = {"mbedtls/aes-128-cbc/encrypt/64/on",
		"openssl/aes-256-gcm/seal/64/on", "openssl/rc4/encrypt/64/on"};
	cb__limits limits;
	parse(example);
	cb__rules_limits(&limits, rules, ids[0]);
	assert_int_equal(limits.line, 9);
	assert_int_equal(limits.count_line, 10);
	assert_int_equal(cb__rules_waiver_at(rules, 0)->line, 13);
	assert_int_equal(cb__rules_check_matches(rules, ids, 3), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "gate.cfg:20: \"openssl/rc2/**\"");
	assert_int_equal(cb__rules_check_matches(rules, ids, 2), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "gate.cfg:19: \"openssl/rc4/**\"");
}

static void nothing_and_empty_groups_change_nothing(void **state)
{
	(void)state;
	char *before = describe();
	parse("");
	parse("\xef\xbb\xbf\n# only a comment");
	parse("gate = {}; rules = (); waivers = (); removed = []; ");
	parse("gate : { }\r\nrules : ( )\r\nremoved = ( )\r\n");
	char *after = describe();
	assert_says(after, "\"file\": \"gate.cfg\"");
	assert_string_equal(strchr(before, ','), strchr(after, ','));
	free(before);
	free(after);
}

static void what_is_read_later_replaces_or_is_appended(void **state)
{
	(void)state;
	parse(example);
	assert_int_equal(
		cb_rules_parse(rules, "more.cfg",
			"gate = { limit = 9; };\nrules = ( { cells = \"**\"; limit = 7; } );\n"
			"removed = [ \"x/**\" ];"),
		CB_OK);
	cb__limits limits;
	cb__rules_limits(&limits, rules, "mbedtls/aes-128-cbc/encrypt/64/on");
	assert_near(limits.limit_percent, 7);
	assert_near(limits.tolerance_percent, 1.5);
	assert_int_equal(limits.line, 2);
	assert_near(cb__rules_settings(rules)->limit_percent, 9);
	assert_near(cb__rules_settings(rules)->tolerance_percent, 0.25);
	assert_string_equal(cb__rules_name(rules), "more.cfg");
	/* Each still knows its own file. */
	assert_int_equal(cb__rules_check_matches(rules, NULL, 0), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "gate.cfg:9: ");
}

#define WAIVER "waivers = (\n{ cells = \"a\"; up_to = 8; expires = \"2027-01-31\"; reason = \"r\"; "

/* Each fault, and how the message begins and what it says. */
static const struct {
	const char *text, *position, *part;
} faults[] = {
	{"gate = {\n limit = \"400%\";\n};", "2", "a loss can never exceed 100 %"},
	{"gate = {\n limit = 100;\n};", "2", "limit: 100 is not a percentage"},
	{"gate = { limit = -1; };", "1", "limit: -1 is not"},
	{"gate = { limit = 1e999; };", "1", "limit: inf is not"},
	{"gate = { limit = \"5\n%\"; };", "1", "\"5?%\""},
	{"gate = { limit = true; };", "1", "limit is a truth value, not a percentage"},
	{"gate = { limit = [ 1 ]; };", "1", "limit is an array"},
	{"gate = { limit = ( ); };", "1", "limit is a list"},
	{"gate = { limit = { }; };", "1", "limit is a group"},
	{"gate = { limit = 5%; };", "1", "a percentage stands in quotes"},
	{"gate = { limit = 4294967301; };", "1", "\"4294967301\" is not a number that can be read"},
	{"gate = { min_delta = 1; };", "1", "a time in ns, us, ms or s"},
	{"gate = {\nmin_delta = 1ns; };", "2", "stand in quotes"},
	{"gate = { mode = 1; };", "1", "mode: 1 is not \"ab\" or \"icount\""},
	{"gate = { mode = \"file\"; };", "1", "\"ab\" or \"icount\""},
	{"gate = { canary = false; };", "1", "canary is a truth value, not \"off\" or \"on\""},
	{"gate = { rounds = 2.0; };", "1", "a whole number from 1 to 20"},
	{"gate = { screen_launches = 5; };", "1", "a whole number from 6 to 50"},
	{"gate = { alpha = 0; };", "1", "a number above 0 and up to 0.2"},
	{"gate = {\n limit = 5;\n\n limit = 6; };", "4", "duplicate"},
	{"gate = { };\ngate = { };", "2", "remove one of the two"},
	{"gate = {\n limt = 5; };", "2", "no setting \"limt\"; did you mean \"limit\"?"},
	{"gate = {\n colour = 5; };", "2", "no setting \"colour\"; known are mode, limit"},
	{"gate = ( );", "1", "gate is a list, not a group"},
	{"gate = 5;", "1", "gate is a number, not a group"},
	{"gate = { tolerance = \"6%\"; };", "1", "the tolerance, 6 %, is not below the limit, 4 %"},
	{"gate = {\nlimit = 3;\ntolerance = 3;\n};", "3", "is not below the limit, 3 %"},
	{"\nrule = ( );", "2", "no group \"rule\"; did you mean \"rules\"?"},
	{"limit = 5;", "1", "no group \"limit\"; known are gate, rules, waivers, removed"},
	{"rules = { };", "1", "rules is a group, not a list"},
	{"rules = ( { cells = \"a\"; limit = 5; },\n \"b\" );", "2", "this is a text, not a group"},
	{"rules = (\n{ limit = 5; } );", "2", "cells is missing"},
	{"rules = ( { cells = \"a\"; } );", "1", "the rule for \"a\" sets nothing"},
	{"rules = ( { cells = 5; limit = 5; } );", "1", "cells is a number, not a text"},
	{"rules = ( { cells = \"\"; limit = 5; } );", "1", "is empty"},
	{"rules = ( { cells = \"a,b\"; limit = 5; } );", "1", "has a comma or a blank"},
	{"rules = ( { cells = \"a\\xffb\"; limit = 5; } );", "1", "is not UTF-8"},
	{"rules = ( { cells = \"a\";\n limit = 100; } );", "2", "limit: 100 is not"},
	{"rules = ( { cells = \"a\"; alpha = 0.1; } );", "1",
		"a rule has no \"alpha\"; known are cells, limit, tolerance, min_delta, "
		"count_limit"},
	{"rules = ( { cells = \"a\"; limits = 5; } );", "1", "did you mean \"limit\"?"},
	{"rules = ( { cells = \"a\"; limit = 1; tolerance = 1; } );", "1",
		"is not below the limit"},
	{"rules = ( { cells = \"a\"; limit = 1; }, );", "1", "no comma follows the last"},
	{"waivers = [ ];", "1", "waivers is an array, not a list"},
	{"waivers = ( 5 );", "1", "this is a number, not a group"},
	{"waivers = (\n{ cells = \"a\"; expires = \"2027-01-31\"; reason = \"r\"; } );", "2",
		"up_to is missing, and a waiver is not a blindfold"},
	{"waivers = (\n{ cells = \"a\"; up_to = 8; reason = \"r\"; } );", "2",
		"expires is missing"},
	{"waivers = (\n{ cells = \"a\"; up_to = 8; expires = \"2027-01-31\"; } );", "2",
		"reason is missing"},
	{"waivers = (\n{ up_to = 8; expires = \"2027-01-31\"; reason = \"r\"; } );", "2",
		"cells is missing"},
	{WAIVER "until = \"x\"; } );", "2", "a waiver has no \"until\"; known are cells, up_to"},
	{WAIVER "ower = \"x\"; } );", "2", "did you mean \"owner\"?"},
	{WAIVER "owner = 5; } );", "2", "owner is a number, not a text"},
	{WAIVER "owner = \"a\\nb\"; } );", "2", "owner has a line break"},
	{"waivers = ( { cells = \"a\"; up_to = 8; expires = \"2027-01-31\"; reason = \"\"; } );",
		"1", "reason is empty"},
	{"waivers = ( { cells = \"a\"; up_to = \"0%\"; } );", "1", "up_to is not a percentage"},
	{"waivers = ( { cells = \"a\"; up_to = 100; } );", "1", "up_to is not a percentage"},
	{"waivers = ( {\ncells = \"a\"; expires = 2027-01-31; } );", "2", "dates stand in quotes"},
	{"removed = \"a\";", "1", "removed is a text, not an array"},
	{"removed = [ 5 ];", "1", "this is a number, not a glob"},
	{"removed = [\n\"a b\" ];", "2", "has a comma or a blank"},
	{"removed = [ \"a\",\n\"\"\n];", "2", "is empty"},
	{"# a\n@include \"/etc/hostname\"\n", "2", "@include is not followed"},
	{"gate = {\n  @include \"other\"\n};", "2", "@include is not followed"},
	{"gate = { };\n/* no end\n\n", "2", "comment that begins here has no end"},
	{"gate = {\nmode = \"ab;\n};\n", "2", "text that begins here has no end"},
	{"gate = {\nmode \"ab\"; };", "2", "a text without a name"},
	{"gate = { limit = 5, \"6\" };", "1", "a text without a name"},
	{"\"gate\"", "1", "a text without a name"},
	{"removed = [ 5, \"a\" ];", "1", "type"},
	{"removed = [ \"a\", 5 ];", "1", "type"},
	{"gate = {", "1", "syntax error"},
	{"gate = {\n} }", "2", "syntax error"},
	{"\n\x01", "2", "syntax error"},
	{"\n\n\"\xff\"", "3", "not UTF-8"},
};

static void faults_are_named_where_they_are(void **state)
{
	(void)state;
	parse(example);
	char *before = describe();
	for (size_t i = 0; i < ROWS(faults); i++) {
		char start[32];
		int len = snprintf(start, sizeof start, "gate.cfg:%s: ", faults[i].position);
		cb_status status = cb_rules_parse(rules, "gate.cfg", faults[i].text);
		const char *error = cb_context_error(ctx);
		if (status != CB_EFORMAT || strncmp(error, start, (size_t)len) != 0)
			fail_msg("%s\ngives %s: %s", faults[i].text, cb_status_name(status), error);
		assert_is_message(error);
		assert_says(error, faults[i].part);
	}
	char *after = describe();
	assert_string_equal(before, after);
	free(before);
	free(after);
}

/* What comes before a fault must not stay. */
static void a_fault_undoes_what_came_before_it(void **state)
{
	(void)state;
	char *before = describe();
	assert_int_equal(cb_rules_parse(rules, "gate.cfg",
				 "gate = { limit = 7; }; rules = ( { cells = \"a\"; limit = 5; } "
				 "); removed = [ \"b\" ]; waivers = 5;"),
		CB_EFORMAT);
	char *after = describe();
	assert_string_equal(before, after);
	free(before);
	free(after);
}

static void marks_of_comments_inside_texts_are_none(void **state)
{
	(void)state;
	parse("gate = { limit = \"4%\"; }; /* \" */ # \"\n// \" /*\n"
	      "removed = [ \"a/*b//#\", \"**/c\" ];\n" WAIVER
	      "owner = \"x\\\" /* @include\"; } );\n");
	assert_true(cb__rules_may_be_removed(rules, "a/xb//#"));
	assert_true(cb__rules_may_be_removed(rules, "x/c"));
	assert_string_equal(cb__rules_waiver_at(rules, 0)->owner, "x\" /* @include");
}

static char *repeat(const char *head, const char *part, size_t count)
{
	size_t len = strlen(part);
	char *text = malloc(strlen(head) + len * count + 1);
	assert_non_null(text);
	strcpy(text, head);
	for (size_t i = 0; i < count; i++)
		memcpy(text + strlen(head) + i * len, part, len + 1);
	return text;
}

/* What would exhaust a parser that goes down by recursion, or takes the square of the length. */
static void huge_texts_are_refused_at_once(void **state)
{
	(void)state;
	static const struct {
		const char *head, *part, *says;
		size_t count;
	} rows[] = {
		{"a = ", "(", "more than 16 groups in one another", 900000},
		{"a = ", "{ b = ", "more than 16 groups in one another", 100000},
		{"gate = { ", "x = 1; ", "more than 100 settings in one group", 100000},
		{"gate = { ", "mode", "syntax error", 200000},
		{"", "\"", "a text without a name", 1000000},
		{"removed = [ ", "\"", "syntax error", 1000000},
		{"", " ", "longer than the 1048576 bytes", 1048577},
		{"limit = ", "1", "is not a number", 1000000},
		{"", "]", "syntax error", 1000000},
		{"removed = [ \"a b\", ", "\"\\x61\", ", "syntax error", 9000},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		char *text = repeat(rows[i].head, rows[i].part, rows[i].count);
		assert_int_equal(cb_rules_parse(rules, "gate.cfg", text), CB_EFORMAT);
		assert_is_message(cb_context_error(ctx));
		assert_true(strlen(cb_context_error(ctx)) < 400);
		assert_says(cb_context_error(ctx), rows[i].says);
		free(text);
	}
}

static void a_thousand_rules_are_read(void **state)
{
	(void)state;
	char *text = repeat("rules = ( { cells = \"x\"; limit = 5; }",
		",\n{ cells = \"openssl/**\"; limit = \"6%\"; }", 1000);
	char *whole = repeat(text, " );", 1);
	parse(whole);
	cb__limits limits;
	cb__rules_limits(&limits, rules, "openssl/a");
	assert_int_equal(limits.line, 1001);
	free(whole);
	free(text);
}

static void names_have_to_be_utf8(void **state)
{
	(void)state;
	assert_int_equal(cb_rules_parse(rules, "gate\xff.cfg", ""), CB_EFORMAT);
	assert_is_message(cb_context_error(ctx));
	assert_int_equal(cb_rules_parse(rules, "", "gate = 5;"), CB_EFORMAT);
	assert_says(cb_context_error(ctx), "rules:1: gate is a number");
	assert_string_equal(cb__rules_name(rules), "");
}

static void write_file(const char *path, const char *bytes, size_t len)
{
	FILE *stream = fopen(path, "wb");
	assert_non_null(stream);
	assert_int_equal(fwrite(bytes, 1, len, stream), len);
	assert_int_equal(fclose(stream), 0);
}

static void files_are_read_and_named(void **state)
{
	scratch *in = *state;
	const char *path = scratch_path(in, "gate.cfg");
	write_file(path, example, strlen(example));
	assert_int_equal(set_up(state), 0);
	*state = in;
	assert_int_equal(cb_rules_load(rules, path), CB_OK);
	assert_string_equal(cb__rules_name(rules), path);
	assert_near(cb__rules_settings(rules)->limit_percent, 4);
	write_file(path, "gate = {\n};\0limit", 17);
	assert_int_equal(cb_rules_load(rules, path), CB_EFORMAT);
	assert_says(cb_context_error(ctx), "byte 0");
	assert_says(cb_context_error(ctx), path);
	assert_int_equal(cb_rules_load(rules, scratch_path(in, "none.cfg")), CB_EIO);
	assert_says(cb_context_error(ctx), "none.cfg");
	assert_int_equal(cb_rules_load(rules, in->root), CB_EIO);
	assert_is_message(cb_context_error(ctx));
	tear_down(state);
}

/* The first block of docs/gate-rules.md; free() it. */
static char *read_manual(void)
{
	char *text = calloc(1, 65536);
	FILE *stream = fopen(CB_TEST_FIXTURES "/../../docs/gate-rules.md", "rb");
	assert_non_null(text);
	assert_non_null(stream);
	assert_true(fread(text, 1, 65535, stream) > 0);
	assert_int_equal(fclose(stream), 0);
	char *begin = strstr(text, "```\n");
	assert_non_null(begin);
	char *end = strstr(begin + 4, "```\n");
	assert_non_null(end);
	*end = '\0';
	memmove(text, begin + 4, strlen(begin + 4) + 1);
	return text;
}

/* It also has all settings, at their defaults. */
static void the_example_of_the_manual_can_be_read(void **state)
{
	(void)state;
	char *text = read_manual();
	cb__gate_settings defaults = *cb__rules_settings(rules);
	parse(text);
	const cb__gate_settings *s = cb__rules_settings(rules);
	assert_memory_equal(&defaults, s, sizeof defaults);
	json_t *json = cb__rules_to_json(rules);
	assert_int_equal(json_array_size(json_object_get(json, "given")), cb_rules_key_count());
	assert_int_equal(json_array_size(json_object_get(json, "rules")), 2);
	assert_int_equal(json_array_size(json_object_get(json, "waivers")), 1);
	assert_int_equal(json_array_size(json_object_get(json, "removed")), 1);
	json_decref(json);
	free(text);
}

#define READ_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		READ_TEST(every_setting_can_be_written),
		READ_TEST(everything_has_the_line_where_it_was_written),
		READ_TEST(nothing_and_empty_groups_change_nothing),
		READ_TEST(what_is_read_later_replaces_or_is_appended),
		READ_TEST(faults_are_named_where_they_are),
		READ_TEST(a_fault_undoes_what_came_before_it),
		READ_TEST(marks_of_comments_inside_texts_are_none),
		READ_TEST(huge_texts_are_refused_at_once),
		READ_TEST(a_thousand_rules_are_read),
		READ_TEST(names_have_to_be_utf8),
		READ_TEST(the_example_of_the_manual_can_be_read),
		SCRATCH_TEST(files_are_read_and_named),
	};
	return cmocka_run_group_tests_name("rules_read", tests, NULL, NULL);
}
