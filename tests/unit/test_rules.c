/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <locale.h>
#include <stdio.h>

#include "context.h"
#include "rules.h"
#include "scarcity.h"

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

static int make_rules(void **state)
{
	cb_rules *rules = NULL;
	cb_status status = cb_rules_new(&rules, ctx);
	*state = rules;
	return status != CB_OK;
}

static int drop_rules(void **state)
{
	cb_rules_free(*state);
	return 0;
}

static void parse(cb_rules *rules, const char *text)
{
	if (cb_rules_parse(rules, "gate.cfg", text) != CB_OK)
		fail_msg("%s", cb_context_error(ctx));
}

static void set(cb_rules *rules, const char *key, const char *value)
{
	if (cb_rules_set(rules, key, value) != CB_OK)
		fail_msg("%s", cb_context_error(ctx));
}

static void assert_same(double value, double expected)
{
	assert_true(value <= expected && value >= expected);
}

static void every_setting_is_described(void **state)
{
	(void)state;
	assert_int_equal(cb_rules_key_count(), 13);
	for (size_t i = 0; i < cb_rules_key_count(); i++) {
		const cb_rules_key *key = cb_rules_key_at(i);
		assert_int_equal(
			strspn(key->name, "abcdefghijklmnopqrstuvwxyz_"), strlen(key->name));
		assert_is_message(key->help);
		assert_true(key->argument[0] != '\0');
		assert_true(key->fallback[0] != '\0');
	}
	assert_null(cb_rules_key_at(cb_rules_key_count()));
}

static void defaults_are_what_the_table_says(void **state)
{
	const cb__gate_settings *s = cb__rules_settings(*state);
	assert_string_equal(s->mode, "ab");
	assert_same(s->limit_percent, 5);
	assert_same(s->tolerance_percent, 0.5);
	assert_same(s->min_delta_ns, 1);
	assert_same(s->alpha, 0.01);
	assert_same(s->count_limit_percent, 0.5);
	assert_same(s->max_drift_percent, 5);
	assert_true(s->placement_fails);
	assert_true(s->inconclusive_fails);
	assert_int_equal(s->screen_launches, 8);
	assert_int_equal(s->confirm_launches, 48);
	assert_int_equal(s->rounds, 4);
	assert_true(s->has_canary);
	assert_string_equal(cb__rules_name(*state), "");
	assert_int_equal(cb__rules_waiver_count(*state), 0);
	assert_null(cb__rules_waiver_at(*state, 0));
	assert_false(cb__rules_may_be_removed(*state, "openssl/rc4/encrypt/64/on"));
}

static void every_default_can_be_set_again(void **state)
{
	for (size_t i = 0; i < cb_rules_key_count(); i++)
		set(*state, cb_rules_key_at(i)->name, cb_rules_key_at(i)->fallback);
	defaults_are_what_the_table_says(state);
}

/* Each setting at its boundaries; NULL: it is refused. */
static void values_are_taken_up_to_their_bounds(void **state)
{
	static const struct {
		const char *key, *good, *bad;
	} rows[] = {
		{"mode", "icount", "file"},
		{"mode", "ab", "AB"},
		{"limit", "0%", "-1%"},
		{"limit", "99.99%", "100%"},
		{"limit", "5 %", "5%%"},
		{"limit", "2.5", "2,5"},
		{"limit", ".5%", "."},
		{"limit", "5%", ""},
		{"limit", "5%", "5e0"},
		{"limit", "5%", "+5"},
		{"limit", "5%", "nan"},
		{"limit", "5%", "inf"},
		{"limit", "5%", "0x5"},
		{"limit", "1.00000000000001%", "1.000000000000000001%"},
		{"tolerance", "0", "100"},
		{"min_delta", "0ns", "1"},
		{"min_delta", "1000s", "1001s"},
		{"min_delta", "1.5 us", "1m"},
		{"min_delta", "2ms", "-2ms"},
		{"min_delta", "3\xc2\xb5s", "3\xb5s"},
		{"alpha", "0.2", "0.21"},
		{"alpha", "0.000001", "0"},
		{"alpha", "0.01", "1%"},
		{"count_limit", "0", "400%"},
		{"max_drift", "50%", "100%"},
		{"placement", "fail", "yes"},
		{"placement", "warn", "1"},
		{"inconclusive", "warn", "pass"},
		{"screen_launches", "6", "5"},
		{"screen_launches", "50", "51"},
		{"confirm_launches", "16", "15"},
		{"confirm_launches", "200", "201"},
		{"rounds", "1", "0"},
		{"rounds", "20", "21"},
		{"rounds", "2", "2.0"},
		{"rounds", "2", "99999999999999999999"},
		{"canary", "off", "false"},
		{"canary", "on", "ON"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		cb__gate_settings before;
		set(*state, rows[i].key, rows[i].good);
		memcpy(&before, cb__rules_settings(*state), sizeof before);
		assert_int_equal(cb_rules_set(*state, rows[i].key, rows[i].bad), CB_EINVAL);
		assert_is_message(cb_context_error(ctx));
		assert_says(cb_context_error(ctx), rows[i].key);
		assert_memory_equal(&before, cb__rules_settings(*state), sizeof before);
	}
}

static void values_mean_what_they_say(void **state)
{
	const cb__gate_settings *s = cb__rules_settings(*state);
	set(*state, "limit", "2.5 %");
	assert_same(s->limit_percent, 2.5);
	set(*state, "limit", "3");
	assert_same(s->limit_percent, 3);
	set(*state, "min_delta", "1.5us");
	assert_same(s->min_delta_ns, 1500);
	set(*state, "min_delta", "2 ms");
	assert_same(s->min_delta_ns, 2e6);
	set(*state, "mode", "icount");
	assert_string_equal(s->mode, "icount");
	set(*state, "placement", "warn");
	assert_false(s->placement_fails);
	set(*state, "inconclusive", "warn");
	assert_false(s->inconclusive_fails);
	set(*state, "canary", "off");
	assert_false(s->has_canary);
	set(*state, "confirm_launches", "16");
	assert_int_equal(s->confirm_launches, 16);
}

static void a_loss_of_all_is_no_limit(void **state)
{
	assert_int_equal(cb_rules_set(*state, "limit", "400%"), CB_EINVAL);
	assert_says(cb_context_error(ctx), "a loss can never exceed 100 %");
	assert_int_equal(cb_rules_set(*state, "limit", "-1%"), CB_EINVAL);
	assert_null(strstr(cb_context_error(ctx), "exceed"));
}

static void unknown_settings_are_named_with_what_was_meant(void **state)
{
	assert_int_equal(cb_rules_set(*state, "limt", "5%"), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "\"limt\"; did you mean \"limit\"?");
	assert_int_equal(cb_rules_set(*state, "min-delta", "1ns"), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "did you mean \"min_delta\"?");
	assert_int_equal(cb_rules_set(*state, "colour", "red"), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "known are mode, limit, tolerance,");
	assert_int_equal(cb_rules_set(*state, "", ""), CB_ENOTFOUND);
	assert_is_message(cb_context_error(ctx));
}

/* What a user wrote may be anything, and of any length. */
static void messages_stay_one_line_of_utf8(void **state)
{
	char name[5001];
	memset(name, 'x', sizeof name - 1);
	name[sizeof name - 1] = '\0';
	assert_int_equal(cb_rules_set(*state, name, "1"), CB_ENOTFOUND);
	assert_true(strlen(cb_context_error(ctx)) < 400);
	assert_int_equal(cb_rules_set(*state, "limit", "a\nb\xff"), CB_EINVAL);
	assert_is_message(cb_context_error(ctx));
	assert_says(cb_context_error(ctx), "\"a?b?\"");
	for (size_t i = 0; i < 200; i += 2)
		memcpy(name + i, "\xc2\xb5", 2);
	assert_int_equal(cb_rules_set(*state, "limit", name), CB_EINVAL);
	assert_says(cb_context_error(ctx), "\xc2\xb5...\"");
}

static void expect_limits(cb_rules *rules, const char *id, double limit, double tolerance,
	double min_delta, const char *rule, uint32_t line)
{
	cb__limits limits;
	cb__rules_limits(&limits, rules, id);
	assert_same(limits.limit_percent, limit);
	assert_same(limits.tolerance_percent, tolerance);
	assert_same(limits.min_delta_ns, min_delta);
	assert_string_equal(limits.rule, rule);
	assert_int_equal(limits.line, line);
}

static void later_rules_win_key_by_key(void **state)
{
	parse(*state, "gate = { limit = \"4%\"; };\n"
		      "rules = (\n"
		      "  { cells = \"mbedtls/**\"; limit = \"6%\"; min_delta = \"3ns\"; },\n"
		      "  { cells = \"mbedtls/aes-*/**\"; limit = \"8%\"; tolerance = 1; },\n"
		      "  { cells = \"mbedtls/aes-128-gcm/*/64/on\"; count_limit = 2.5; }\n"
		      ");\n");
	expect_limits(*state, "openssl/aes-128-gcm/seal/64/on", 4, 0.5, 1, "", 0);
	expect_limits(*state, "mbedtls/sha256/digest/64/on", 6, 0.5, 3, "mbedtls/**", 3);
	expect_limits(*state, "mbedtls/aes-128-gcm/seal/64/on", 8, 1, 3, "mbedtls/aes-*/**", 4);

	cb__limits limits;
	cb__rules_limits(&limits, *state, "mbedtls/aes-128-gcm/seal/64/on");
	assert_same(limits.count_limit_percent, 2.5);
	assert_string_equal(limits.count_rule, "mbedtls/aes-128-gcm/*/64/on");
	assert_int_equal(limits.count_line, 5);

	parse(*state, "rules = ( { cells = \"**\"; limit = \"1%\"; } );");
	expect_limits(*state, "mbedtls/sha256/digest/64/on", 1, 0.5, 3, "**", 1);
}

static void tolerance_that_nobody_set_follows_the_limit(void **state)
{
	set(*state, "limit", "0.3%");
	expect_limits(*state, "a/b", 0.3, 0.3, 1, "", 0);
	set(*state, "limit", "0%");
	expect_limits(*state, "a/b", 0, 0, 1, "", 0);
	assert_int_equal(cb__rules_check_matches(*state, (const char *[]){"a/b"}, 1), CB_OK);
}

static void tolerance_that_was_set_has_to_be_below_the_limit(void **state)
{
	static const char *const ids[] = {"a/b", "a/c"};
	set(*state, "tolerance", "2%");
	set(*state, "limit", "2%");
	assert_int_equal(cb__rules_check_matches(*state, ids, 2), CB_EINVAL);
	assert_says(cb_context_error(ctx), "the tolerance, 2 %, is not below the limit, 2 %");
	set(*state, "limit", "2.1%");
	assert_int_equal(cb__rules_check_matches(*state, ids, 2), CB_OK);
	parse(*state, "rules = (\n { cells = \"a/*\"; limit = \"1%\"; },\n"
		      " { cells = \"a/b\"; tolerance = \"0.1%\"; } );");
	assert_int_equal(cb__rules_check_matches(*state, ids, 1), CB_OK);
	assert_int_equal(cb__rules_check_matches(*state, ids, 2), CB_EINVAL);
	assert_says(cb_context_error(ctx), "gate.cfg:2: the tolerance, 2 %, is not below");
}

static void globs_that_match_nothing_are_dead(void **state)
{
	static const char *const ids[] = {"openssl/rc4/encrypt/64/on", "openssl/sha1/digest/64/on"};
	parse(*state, "rules = ( { cells = \"openssl/**\"; limit = \"6%\"; } );\n"
		      "waivers = ( { cells = \"openssl/sha1/**\"; up_to = \"8%\";\n"
		      "expires = \"2027-01-31\"; reason = \"known\"; } );\n"
		      "removed = [ \"openssl/rc4/**\" ];");
	assert_int_equal(cb__rules_check_matches(*state, ids, 2), CB_OK);
	assert_int_equal(cb__rules_check_matches(*state, ids, 1), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "gate.cfg:2: \"openssl/sha1/**\" matches no cell");
	assert_int_equal(cb__rules_check_matches(*state, ids + 1, 1), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "gate.cfg:4: \"openssl/rc4/**\" matches no cell");
	assert_int_equal(cb__rules_check_matches(*state, ids, 0), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "gate.cfg:1: \"openssl/**\" matches no cell");
}

static void cells_may_be_removed_by_name(void **state)
{
	static const char *const ids[] = {"openssl/rc4/encrypt/64/on"};
	assert_int_equal(cb_rules_allow_removed(*state, "openssl/rc4/**,null/*/**"), CB_OK);
	assert_true(cb__rules_may_be_removed(*state, "openssl/rc4/encrypt/64/on"));
	assert_true(cb__rules_may_be_removed(*state, "null/xor/encrypt/64/on"));
	assert_false(cb__rules_may_be_removed(*state, "openssl/rc2/encrypt/64/on"));
	assert_int_equal(cb__rules_check_matches(*state, ids, 1), CB_ENOTFOUND);
	assert_string_equal(cb_context_error(ctx),
		"\"null/*/**\" matches no cell; correct the glob, or remove it");
	assert_int_equal(cb_rules_allow_removed(*state, "a/**,,b/**"), CB_EINVAL);
	assert_is_message(cb_context_error(ctx));
	assert_int_equal(cb_rules_allow_removed(*state, ""), CB_EINVAL);
	assert_int_equal(cb_rules_allow_removed(*state, "a b"), CB_EINVAL);
	assert_int_equal(cb_rules_allow_removed(*state, "a\xff"), CB_EINVAL);
	assert_false(cb__rules_may_be_removed(*state, "a/b"));
}

static const cb__waiver *waive(cb_rules *rules, const char *expires)
{
	char text[300];
	snprintf(text, sizeof text,
		"waivers = (\n{ cells = \"a/*/on\"; up_to = \"8%%\"; expires = \"%s\";\n"
		"reason = \"known\"; owner = \"team\"; } );",
		expires);
	parse(rules, text);
	return cb__rules_waiver_at(rules, cb__rules_waiver_count(rules) - 1);
}

static void waivers_count_through_their_last_day(void **state)
{
	const cb__waiver *waiver = waive(*state, "2027-01-31");
	assert_string_equal(waiver->cells, "a/*/on");
	assert_same(waiver->up_to_percent, 8);
	assert_string_equal(waiver->reason, "known");
	assert_string_equal(waiver->owner, "team");
	assert_int_equal(waiver->line, 2);
	assert_true(cb__rules_waiver_covers(waiver, "a/b/on"));
	assert_false(cb__rules_waiver_covers(waiver, "a/b/off"));
	assert_true(cb__rules_waiver_in_force(waiver, "2026-11-30"));
	assert_true(cb__rules_waiver_in_force(waiver, "2027-01-31"));
	assert_true(cb__rules_waiver_in_force(waiver, "2027-01-31T23:59:59Z"));
	assert_false(cb__rules_waiver_in_force(waiver, "2027-02-01T00:00:00Z"));
	assert_false(cb__rules_waiver_in_force(waiver, "unknown"));
	assert_false(cb__rules_waiver_in_force(waiver, ""));
	assert_false(cb__rules_waiver_in_force(waiver, "2026-02-30"));
}

static void waivers_last_half_a_year_at_most(void **state)
{
	waive(*state, "2027-01-31");
	assert_int_equal(cb__rules_check_dates(*state, "2026-08-04"), CB_OK);
	assert_int_equal(cb__rules_check_dates(*state, "2026-08-04T12:00:00Z"), CB_OK);
	assert_int_equal(cb__rules_check_dates(*state, "2027-06-01"), CB_OK);
	assert_int_equal(cb__rules_check_dates(*state, "2026-08-03"), CB_EINVAL);
	assert_says(cb_context_error(ctx),
		"gate.cfg:2: the waiver lasts until 2027-01-31, more than 180 days");
	assert_int_equal(cb__rules_check_dates(*state, "unknown"), CB_EINVAL);
	assert_is_message(cb_context_error(ctx));
}

static void leap_days_count(void **state)
{
	waive(*state, "2028-02-29");
	/* Over the leap day it is a day more than a year before or after. */
	waive(*state, "2028-03-01");
	assert_int_equal(cb__rules_check_dates(*state, "2027-09-03"), CB_OK);
	assert_int_equal(cb__rules_check_dates(*state, "2027-09-02"), CB_EINVAL);
	waive(*state, "2000-02-29");
	waive(*state, "2400-02-29");
}

static void days_that_are_none_are_refused(void **state)
{
	static const char *const days[] = {"2027-02-30", "2027-02-29", "2100-02-29", "2027-13-01",
		"2027-00-10", "2027-04-31", "2027-01-00", "2027-01-32", "2027-1-31", "27-01-31",
		"2027/01/31", "2027-01-31T00:00:00Z", "20270131", "", "0000-01-01", "2027-01-3x",
		"tomorrow", " 2027-01-31"};
	for (size_t i = 0; i < ROWS(days); i++) {
		char text[200];
		snprintf(text, sizeof text,
			"waivers = ( { cells = \"a\"; up_to = 8; reason = \"r\"; expires = \"%s\"; "
			"} );",
			days[i]);
		assert_int_equal(cb_rules_parse(*state, "gate.cfg", text), CB_EFORMAT);
		assert_says(cb_context_error(ctx), "gate.cfg:1: expires: ");
	}
	assert_int_equal(cb__rules_waiver_count(*state), 0);
}

/* Whichever locale there is that writes numbers with a comma. */
static void numbers_do_not_follow_the_locale(void **state)
{
	static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"};
	const char *found = NULL;
	for (size_t i = 0; i < ROWS(names) && found == NULL; i++)
		found = setlocale(LC_ALL, names[i]);
	if (found == NULL)
		skip();
	cb_rules *copy = NULL;
	parse(*state, "gate = { limit = \"2.5%\"; tolerance = 0.25; alpha = 0.015; };");
	cb_status status = cb__rules_copy(&copy, *state);
	setlocale(LC_ALL, "C");
	assert_int_equal(status, CB_OK);
	assert_same(cb__rules_settings(copy)->limit_percent, 2.5);
	assert_same(cb__rules_settings(copy)->tolerance_percent, 0.25);
	assert_same(cb__rules_settings(copy)->alpha, 0.015);
	cb_rules_free(copy);
}

static void freeing_no_rules_is_harmless(void **state)
{
	(void)state;
	cb_rules_free(NULL);
}

static cb_status use_rules(void *payload)
{
	cb_context *own = payload;
	cb_rules *rules = NULL;
	cb_rules *copy = NULL;
	cb_status status = cb_rules_new(&rules, own);
	if (status == CB_OK)
		status = cb_rules_set(rules, "limit", "6%");
	if (status == CB_OK)
		status = cb_rules_allow_removed(rules, "a,b");
	if (status == CB_OK)
		status = cb_rules_parse(rules, "gate.cfg",
			"gate = { mode = \"ab\"; };"
			"rules = ( { cells = \"a\"; limit = 5; } );"
			"waivers = ( { cells = \"a\"; up_to = 8; expires = \"2027-01-31\"; "
			"reason = \"r\"; } ); removed = [ \"c\" ];");
	if (status == CB_OK)
		status = cb__rules_copy(&copy, rules);
	cb_rules_free(copy);
	cb_rules_free(rules);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	(void)state;
	scarcity_try(use_rules, ctx);
}

#define RULES_TEST(name) cmocka_unit_test_setup_teardown(name, make_rules, drop_rules)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_setting_is_described),
		RULES_TEST(defaults_are_what_the_table_says),
		RULES_TEST(every_default_can_be_set_again),
		RULES_TEST(values_are_taken_up_to_their_bounds),
		RULES_TEST(values_mean_what_they_say),
		RULES_TEST(a_loss_of_all_is_no_limit),
		RULES_TEST(unknown_settings_are_named_with_what_was_meant),
		RULES_TEST(messages_stay_one_line_of_utf8),
		RULES_TEST(later_rules_win_key_by_key),
		RULES_TEST(tolerance_that_nobody_set_follows_the_limit),
		RULES_TEST(tolerance_that_was_set_has_to_be_below_the_limit),
		RULES_TEST(globs_that_match_nothing_are_dead),
		RULES_TEST(cells_may_be_removed_by_name),
		RULES_TEST(waivers_count_through_their_last_day),
		RULES_TEST(waivers_last_half_a_year_at_most),
		RULES_TEST(leap_days_count),
		RULES_TEST(days_that_are_none_are_refused),
		RULES_TEST(numbers_do_not_follow_the_locale),
		cmocka_unit_test(freeing_no_rules_is_harmless),
		cmocka_unit_test(running_out_of_memory_is_reported),
	};
	return cmocka_run_group_tests_name("rules", tests, make_context, drop_context);
}
