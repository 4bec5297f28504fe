/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdlib.h>

#include "context.h"
#include "rules.h"

static cb_context *ctx;

static int make_context(void **state)
{
	(void)state;
	return cb_context_new(&ctx, NULL) != CB_OK;
}

static int drop_context(void **state)
{
	(void)state;
	cb_context_free(ctx);
	return 0;
}

static const char example[] =
	"gate = { mode = \"icount\"; limit = 4.1; tolerance = \"0.25%\"; min_delta = \"2.5us\";\n"
	"alpha = 0.05; placement = \"fail\"; canary = \"off\"; rounds = 3; };\n"
	"rules = ( { cells = \"a/**\"; limit = \"6%\"; },\n"
	"{ cells = \"b/**\"; min_delta = \"1us\"; } );\n"
	"waivers = ( { cells = \"a/b\"; up_to = \"8%\"; expires = \"2027-01-31\";\n"
	"reason = \"it \\\"is\\\" known\"; owner = \"\xc3\xbc\"; } );\n"
	"removed = [ \"c/**\" ];\n";

static cb_rules *make_example(void)
{
	cb_rules *rules = NULL;
	assert_int_equal(cb_rules_new(&rules, ctx), CB_OK);
	assert_int_equal(cb_rules_parse(rules, "old.cfg", "removed = [ \"d/**\" ];"), CB_OK);
	assert_int_equal(cb_rules_parse(rules, "gate.cfg", example), CB_OK);
	assert_int_equal(cb_rules_allow_removed(rules, "e/**"), CB_OK);
	return rules;
}

static void a_document_has_all_of_it(void **state)
{
	(void)state;
	cb_rules *rules = make_example();
	cb_rules *again = NULL;
	json_t *first = cb__rules_to_json(rules);
	/* Through text, as a document goes. */
	char *text = json_dumps(first, JSON_REAL_PRECISION(17));
	json_t *read = json_loads(text, 0, NULL);
	assert_non_null(read);
	assert_int_equal(cb__rules_from_json(&again, ctx, read), CB_OK);
	json_t *second = cb__rules_to_json(again);
	assert_true(json_equal(first, second));
	assert_int_equal(json_object_size(json_object_get(first, "gate")), cb_rules_key_count());
	assert_int_equal(json_array_size(json_object_get(first, "given")), 8);
	assert_memory_equal(cb__rules_settings(rules)->mode, "icount", 7);
	assert_near(cb__rules_settings(again)->min_delta_ns, 2500);
	assert_string_equal(cb__rules_name(again), "gate.cfg");
	assert_int_equal(cb__rules_waiver_at(again, 0)->line, 5);
	assert_true(cb__rules_may_be_removed(again, "d/x"));
	json_decref(first);
	json_decref(second);
	json_decref(read);
	free(text);
	cb_rules_free(again);
	cb_rules_free(rules);
}

static void complaints_stay_the_same(void **state)
{
	(void)state;
	static const char *const ids[][3] = {
		{"a/b", "b/b", "c/c"},
		{"a/b", "b/b", "d/d"},
		{"a/c", "b/b", "d/d"},
	};
	static const char *const says[] = {
		"old.cfg:1: \"d/**\"", "gate.cfg:7: \"c/**\"", "gate.cfg:5: \"a/b\""};
	cb_rules *rules = make_example();
	cb_rules *copy = NULL;
	assert_int_equal(cb__rules_copy(&copy, rules), CB_OK);
	cb_rules_free(rules);
	for (size_t i = 0; i < ROWS(says); i++) {
		assert_int_equal(cb__rules_check_matches(copy, ids[i], 3), CB_ENOTFOUND);
		assert_says(cb_context_error(ctx), says[i]);
	}
	cb_rules_free(copy);
}

static cb_status read(const char *text)
{
	json_t *json = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
	cb_rules *rules = NULL;
	assert_non_null(json);
	cb_status status = cb__rules_from_json(&rules, ctx, json);
	assert_true((rules != NULL) == (status == CB_OK));
	cb_rules_free(rules);
	json_decref(json);
	return status;
}

static void members_may_be_left_out(void **state)
{
	(void)state;
	assert_int_equal(read("{}"), CB_OK);
	assert_int_equal(read("{\"gate\": {\"limit_percent\": 3}, \"rules\": []}"), CB_OK);
	assert_int_equal(read("{\"removed\": [{\"cells\": \"a\"}]}"), CB_OK);
}

#define CAPPED "\"cells\": \"a\", \"up_to_percent\": 8, \"reason\": \"r\""

static void edited_documents_are_checked_as_files_are(void **state)
{
	(void)state;
	static const struct {
		const char *text, *says;
	} rows[] = {
		{"5", "rules: not an object"},
		{"{\"gaet\": {}}", "rules: no member \"gaet\"; did you mean \"gate\"?"},
		{"{\"file\": 5}", "rules: file is a number"},
		{"{\"gate\": []}", "rules.gate: an array, not an object"},
		{"{\"gate\": {\"limit\": 5}}", "rules.gate: no setting \"limit\""},
		{"{\"gate\": {\"limit_percent\": 100}}", "can never exceed 100 %"},
		{"{\"gate\": {\"limit_percent\": null}}", "limit_percent is null"},
		{"{\"gate\": {\"min_delta_ns\": \"1ns\"}}", "a number of nanoseconds"},
		{"{\"gate\": {\"rounds\": 2.5}}", "a whole number from 1 to 20"},
		{"{\"gate\": {\"rounds\": -1}}", "a whole number from 1 to 20"},
		{"{\"gate\": {\"mode\": \"bundle\"}}", "\"ab\" or \"icount\""},
		{"{\"gate\": {\"canary\": true}}", "canary is a truth value"},
		{"{\"given\": {}}", "rules.given: an object, not an array"},
		{"{\"given\": [5]}", "rules.given: [0] is no setting"},
		{"{\"given\": [\"limit\"]}", "rules.given: [0] is no setting"},
		{"{\"gate\": {\"tolerance_percent\": 6}, \"given\": [\"tolerance_percent\"]}",
			"rules.gate: the tolerance, 6 %, is not below"},
		{"{\"rules\": {}}", "rules.rules: an object, not an array"},
		{"{\"rules\": [5]}", "rules.rules[0]: a number, not an object"},
		{"{\"rules\": [{\"cells\": \"a\"}]}", "rules.rules[0]: the rule for \"a\""},
		{"{\"rules\": [{\"limit_percent\": 5}]}", "rules.rules[0]: cells is missing"},
		{"{\"rules\": [{\"cells\": \"a\", \"alpha\": 0.1}]}", "a rule has no \"alpha\""},
		{"{\"rules\": [{\"cells\": \"a\", \"line\": -1}]}", "line is not the number"},
		{"{\"rules\": [{\"cells\": \"a\", \"file\": 1}]}", "file is a number"},
		{"{\"rules\": [{\"cells\": \"a\\u0000b\"}]}", "cells is cut by a byte 0"},
		{"{\"waivers\": [{" CAPPED "}]}", "rules.waivers[0]: expires is missing"},
		{"{\"waivers\": [{" CAPPED ", \"expires\": \"2027-02-30\"}]}",
			"rules.waivers[0]: expires: \"2027-02-30\""},
		{"{\"waivers\": [{\"up_to_percent\": 100}]}", "up_to is not a percentage"},
		{"{\"waivers\": [{\"up_to\": 8}]}", "did you mean \"up_to_percent\"?"},
		{"{\"waivers\": [{\"most\": 8}]}", "known are cells, up_to_percent"},
		{"{\"removed\": [\"a\"]}", "rules.removed[0]: a text, not an object"},
		{"{\"removed\": [{\"cell\": \"a\"}]}",
			"no member \"cell\"; did you mean \"cells\"?"},
		{"{\"removed\": [{\"cells\": \"a,b\"}]}", "has a comma"},
		{"{\"removed\": [{}]}", "cells is missing"},
		{"{\"removed\": [{\"cells\": 5}]}", "cells is a number, not a text"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		if (read(rows[i].text) != CB_EFORMAT)
			fail_msg("%s is taken", rows[i].text);
		assert_is_message(cb_context_error(ctx));
		assert_says(cb_context_error(ctx), rows[i].says);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_document_has_all_of_it),
		cmocka_unit_test(complaints_stay_the_same),
		cmocka_unit_test(members_may_be_left_out),
		cmocka_unit_test(edited_documents_are_checked_as_files_are),
	};
	return cmocka_run_group_tests_name("rules_json", tests, make_context, drop_context);
}
