/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

#include <cb/backend.h>

#include "catalogue.h"
#include "plan_fixture.h"
#include "scarcity.h"

#define ALL_MODES                                                                                  \
	(CB_ACCEL_BIT(CB_ACCEL_ON) | CB_ACCEL_BIT(CB_ACCEL_NOCRYPTO) | CB_ACCEL_BIT(CB_ACCEL_OFF))

static void assert_sizes(const cb__settings *settings, const uint64_t *sizes, size_t count)
{
	assert_int_equal(settings->size_count, count);
	assert_memory_equal(settings->sizes, sizes, count * sizeof *sizes);
}

/* Every setting as text. */
static char *describe(const cb_plan *plan)
{
	const cb__settings *s = &plan->settings;
	cb_text text = CB_TEXT_INIT;
	cb__text_format(&text, "%u|%s|%s|%u|%u|%llu|%.17g|%.17g|%d|%.17g|%s|%d", s->accel,
		s->algorithms != NULL ? s->algorithms : "-", s->ops != NULL ? s->ops : "-",
		s->launches, s->samples, (unsigned long long)s->seed, s->precision_percent,
		s->budget_s, s->is_budget_given, s->limit_s, s->machine != NULL ? s->machine : "-",
		s->no_samples);
	for (size_t i = 0; i < s->size_count; i++)
		cb__text_format(&text, "|%llu", (unsigned long long)s->sizes[i]);
	cb__text_format(&text, "|%u|%u|%zu", s->variants, s->load, s->process_count);
	for (size_t i = 0; i < s->process_count; i++)
		cb__text_format(&text, "|%llu", (unsigned long long)s->processes[i]);
	for (size_t i = 0; i < s->thread_count; i++)
		cb__text_format(&text, "|%llu", (unsigned long long)s->threads[i]);
	cb__text_format(&text, "|%d|%s", s->no_shortcut, s->inject != NULL ? s->inject : "-");
	char *taken = NULL;
	assert_int_equal(cb__text_take(&text, &taken), CB_OK);
	return taken;
}

static void every_option_is_described(void **state)
{
	(void)state;
	assert_true(cb_option_count() > 0);
	for (size_t i = 0; i < cb_option_count(); i++) {
		const cb_option *option = cb_option_at(i);
		assert_int_equal(
			strspn(option->name, "abcdefghijklmnopqrstuvwxyz-"), strlen(option->name));
		assert_is_message(option->help);
		if (option->argument == NULL)
			assert_string_equal(option->fallback, "0");
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(option->name, cb_option_at(j)->name);
	}
	assert_null(cb_option_at(cb_option_count()));
	assert_null(cb_option_at((size_t)-1));
}

static void defaults_are_what_the_table_says(void **state)
{
	const cb_plan *plan = *state;
	const cb__settings *settings = &plan->settings;
	static const uint64_t sizes[] = {16, 64, 256, 1024, 8192, 16384};
	assert_int_equal(settings->accel, ALL_MODES);
	assert_null(settings->algorithms);
	assert_null(settings->ops);
	assert_sizes(settings, sizes, ROWS(sizes));
	assert_int_equal(settings->launches, 0);
	assert_int_equal(settings->samples, 0);
	assert_int_equal(settings->seed, 1);
	assert_true(settings->precision_percent == 1);
	assert_true(settings->budget_s == 120);
	assert_int_equal(settings->is_budget_given, 0);
	assert_true(settings->limit_s == 30);
	assert_null(settings->machine);
	assert_int_equal(settings->no_samples, 0);
	assert_int_equal(settings->is_accel_given, 0);
	assert_int_equal(settings->variants, CB_VARIANT_BIT(CB_VARIANT_MESSAGE));
	assert_int_equal(settings->thread_count, 1);
	assert_int_equal(settings->threads[0], 1);
	assert_int_equal(settings->process_count, 1);
	assert_int_equal(settings->processes[0], 1);
	assert_int_equal(settings->load, 0);
	assert_int_equal(plan->subjects.count, 0);
}

static void every_default_can_be_set_again(void **state)
{
	cb_plan *plan = *state;
	for (size_t i = 0; i < cb_option_count(); i++)
		if (cb_option_at(i)->fallback[0] != '\0')
			set(plan, cb_option_at(i)->name, cb_option_at(i)->fallback);
	assert_int_equal(plan->settings.is_budget_given, 1);
}

static void each_option_says_which_calls_heed_it(void **state)
{
	(void)state;
	static const struct {
		const char *name;
		unsigned uses;
	} rows[] = {
		{"accel", CB_USED_BY_RUN | CB_USED_BY_PROVE | CB_USED_BY_GATE},
		{"budget", CB_USED_BY_RUN | CB_USED_BY_PROVE | CB_USED_BY_GATE |
				   CB_USED_BY_MEASURE | CB_USED_BY_ADVISE},
		{"samples", CB_USED_BY_RUN | CB_USED_BY_MEASURE | CB_USED_BY_ADVISE},
		{"threads", CB_USED_BY_RUN | CB_USED_BY_GATE},
		{"no-shortcut", CB_USED_BY_GATE},
		{"inject", CB_USED_BY_GATE},
	};
	for (size_t i = 0; i < cb_option_count(); i++) {
		const cb_option *option = cb_option_at(i);
		assert_int_not_equal(option->uses, 0);
		for (size_t j = 0; j < ROWS(rows); j++)
			if (strcmp(rows[j].name, option->name) == 0)
				assert_int_equal(option->uses, rows[j].uses);
	}
}

static void what_was_set_for_another_call_is_known(void **state)
{
	cb_plan *plan = *state;
	assert_int_not_equal(cb_plan_set(plan, "threads", "none"), CB_OK);
	set(plan, "launches", "3");
	assert_null(cb__plan_misses(plan, CB_USED_BY_MEASURE));
	set(plan, "threads", "1");
	assert_string_equal(cb__plan_misses(plan, CB_USED_BY_MEASURE), "threads");
	assert_null(cb__plan_misses(plan, CB_USED_BY_RUN));
}

static void slowdowns_and_shortcuts_are_for_the_gate(void **state)
{
	cb_plan *plan = *state;
	assert_null(plan->settings.inject);
	assert_int_equal(plan->settings.no_shortcut, 0);
	set(plan, "inject", "openssl/**=5,control:**=2.5");
	assert_string_equal(plan->settings.inject, "openssl/**=5,control:**=2.5");
	set(plan, "inject", "**=1");
	assert_string_equal(plan->settings.inject, "**=1");
	set(plan, "no-shortcut", "1");
	assert_int_equal(plan->settings.no_shortcut, 1);
	set(plan, "no-shortcut", "0");
	assert_int_equal(plan->settings.no_shortcut, 0);
}

static void modes_are_a_list(void **state)
{
	cb_plan *plan = *state;
	set(plan, "accel", "off");
	assert_int_equal(plan->settings.accel, CB_ACCEL_BIT(CB_ACCEL_OFF));
	set(plan, "accel", "nocrypto,on,nocrypto");
	assert_int_equal(
		plan->settings.accel, CB_ACCEL_BIT(CB_ACCEL_ON) | CB_ACCEL_BIT(CB_ACCEL_NOCRYPTO));
}

static void sizes_are_sorted_and_none_is_there_twice(void **state)
{
	cb_plan *plan = *state;
	static const uint64_t sizes[] = {1, 16, 1400, 67108864};
	set(plan, "sizes", "1400,16,67108864,1,16,0016,1400");
	assert_sizes(&plan->settings, sizes, ROWS(sizes));
	set(plan, "sizes", "16");
	assert_sizes(&plan->settings, &sizes[1], 1);
}

static void variants_are_a_list(void **state)
{
	cb_plan *plan = *state;
	set(plan, "variant", "stream");
	assert_int_equal(plan->settings.variants, CB_VARIANT_BIT(CB_VARIANT_STREAM));
	set(plan, "variant", "sharedkey,message,sharedkey");
	assert_int_equal(plan->settings.variants,
		CB_VARIANT_BIT(CB_VARIANT_MESSAGE) | CB_VARIANT_BIT(CB_VARIANT_SHAREDKEY));
	for (int i = 0; i < CB_VARIANT_COUNT; i++) {
		set(plan, "variant", cb_variant_name((cb_variant)i));
		assert_int_equal(plan->settings.variants, CB_VARIANT_BIT(i));
	}
}

/* A subject without a mode was asked for by name if modes were. */
static void modes_that_were_given_are_asked_for(void **state)
{
	cb_plan *plan = *state;
	assert_int_equal(cb_plan_add_subject(plan, "null"), CB_OK);
	for (size_t i = 0; i < plan->subjects.count; i++)
		assert_int_equal(plan->subjects.rows[i].is_asked, 0);
	size_t before = plan->subjects.count;
	set(plan, "accel", "on,off");
	assert_int_equal(cb_plan_add_subject(plan, "again@null"), CB_OK);
	assert_int_equal(plan->subjects.count, before + 2);
	for (size_t i = before; i < plan->subjects.count; i++)
		assert_int_equal(plan->subjects.rows[i].is_asked, 1);
}

static void a_new_value_replaces_the_old_one(void **state)
{
	cb_plan *plan = *state;
	set(plan, "algorithms", "aes-*,sha256");
	set(plan, "algorithms", "md?");
	assert_string_equal(plan->settings.algorithms, "md?");
	set(plan, "ops", "seal,open");
	set(plan, "ops", "*");
	assert_string_equal(plan->settings.ops, "*");
	set(plan, "machine", "first");
	set(plan, "machine", "build-3 (Haus Öst)");
	assert_string_equal(plan->settings.machine, "build-3 (Haus Öst)");
	set(plan, "no-samples", "1");
	assert_int_equal(plan->settings.no_samples, 1);
	set(plan, "no-samples", "0");
	assert_int_equal(plan->settings.no_samples, 0);
}

static const struct {
	const char *option;
	const char *value;
	cb_status status;
	const char *said; /* what the message quotes */
} refused[] = {
	{"accel", "", CB_EINVAL, "\"\""},
	{"accel", "ON", CB_EINVAL, "\"ON\""},
	{"accel", "on,fast", CB_EINVAL, "\"fast\""},
	{"accel", "on,", CB_EINVAL, "\"on,\""},
	{"accel", ",on", CB_EINVAL, "\",on\""},
	{"accel", "on,,off", CB_EINVAL, "\"on,,off\""},
	{"accel", "on off", CB_EINVAL, "\"on off\""},
	{"algorithms", "", CB_EINVAL, "\"\""},
	{"algorithms", "sha256,", CB_EINVAL, "\"sha256,\""},
	{"algorithms", ",", CB_EINVAL, "\",\""},
	{"ops", "", CB_EINVAL, "\"\""},
	{"ops", "seal,,open", CB_EINVAL, "\"seal,,open\""},
	{"ops", "seal,hash", CB_ENOTFOUND, "\"hash\""},
	{"ops", "x*", CB_ENOTFOUND, "\"x*\""},
	{"sizes", "", CB_EINVAL, "\"\""},
	{"sizes", "0", CB_EINVAL, "\"0\""},
	{"sizes", "-16", CB_EINVAL, "\"-16\""},
	{"sizes", "16,", CB_EINVAL, "\"16,\""},
	{"sizes", "16,,64", CB_EINVAL, "\"16,,64\""},
	{"sizes", "16,1k", CB_EINVAL, "\"1k\""},
	{"sizes", "16 64", CB_EINVAL, "\"16 64\""},
	{"sizes", "67108865", CB_EINVAL, "\"67108865\""},
	{"sizes", "4294967297", CB_EINVAL, "\"4294967297\""},
	{"sizes", "18446744073709551617", CB_EINVAL, "\"18446744073709551617\""},
	{"sizes", "1.5", CB_EINVAL, "\"1.5\""},
	{"launches", "", CB_EINVAL, "\"\""},
	{"launches", "0", CB_EINVAL, "\"0\""},
	{"launches", "-1", CB_EINVAL, "\"-1\""},
	{"launches", "+1", CB_EINVAL, "\"+1\""},
	{"launches", " 1", CB_EINVAL, "\" 1\""},
	{"launches", "1 ", CB_EINVAL, "\"1 \""},
	{"launches", "0x10", CB_EINVAL, "\"0x10\""},
	{"launches", "1001", CB_EINVAL, "from 1 to 1000"},
	{"launches", "2147483648", CB_EINVAL, "\"2147483648\""},
	{"launches", "4294967298", CB_EINVAL, "\"4294967298\""},
	{"launches", "1e9", CB_EINVAL, "\"1e9\""},
	{"samples", "", CB_EINVAL, "\"\""},
	{"samples", "0", CB_EINVAL, "\"0\""},
	{"samples", "10001", CB_EINVAL, "\"10001\""},
	{"samples", "-1", CB_EINVAL, "\"-1\""},
	{"samples", "2147483648", CB_EINVAL, "\"2147483648\""},
	{"samples", "many", CB_EINVAL, "\"many\""},
	{"precision", "", CB_EINVAL, "\"\""},
	{"precision", ".", CB_EINVAL, "\".\""},
	{"precision", "0", CB_EINVAL, "\"0\""},
	{"precision", "0.009", CB_EINVAL, "\"0.009\""},
	{"precision", "100.01", CB_EINVAL, "from 0.01 to 100"},
	{"precision", "1e9", CB_EINVAL, "\"1e9\""},
	{"precision", "1,5", CB_EINVAL, "\"1,5\""},
	{"precision", "1..5", CB_EINVAL, "\"1..5\""},
	{"precision", "1.5.", CB_EINVAL, "\"1.5.\""},
	{"precision", "-1", CB_EINVAL, "\"-1\""},
	{"precision", "+1", CB_EINVAL, "\"+1\""},
	{"precision", "nan", CB_EINVAL, "\"nan\""},
	{"precision", "inf", CB_EINVAL, "\"inf\""},
	{"precision", "1%", CB_EINVAL, "\"1%\""},
	{"precision", "1 ", CB_EINVAL, "\"1 \""},
	{"budget", "", CB_EINVAL, "\"\""},
	{"budget", "0", CB_EINVAL, "\"0\""},
	{"budget", "0.09", CB_EINVAL, "\"0.09\""},
	{"budget", "1000001", CB_EINVAL, "\"1000001\""},
	{"budget", "2147483648", CB_EINVAL, "\"2147483648\""},
	{"budget", "99999999999999999999999999", CB_EINVAL, "\"99999999999999999999999999\""},
	{"budget", "-1", CB_EINVAL, "\"-1\""},
	{"budget", "1e9", CB_EINVAL, "\"1e9\""},
	{"budget", "2m", CB_EINVAL, "\"2m\""},
	{"seed", "", CB_EINVAL, "\"\""},
	{"seed", "-1", CB_EINVAL, "\"-1\""},
	{"seed", "576460752303423488", CB_EINVAL, "\"576460752303423488\""},
	{"seed", "18446744073709551616", CB_EINVAL, "\"18446744073709551616\""},
	{"seed", "1.0", CB_EINVAL, "\"1.0\""},
	{"time-limit", "", CB_EINVAL, "\"\""},
	{"time-limit", "0", CB_EINVAL, "\"0\""},
	{"time-limit", "86400.1", CB_EINVAL, "\"86400.1\""},
	{"time-limit", "2147483648", CB_EINVAL, "\"2147483648\""},
	{"time-limit", "-1", CB_EINVAL, "\"-1\""},
	{"machine", "", CB_EINVAL, "\"\""},
	{"no-samples", "", CB_EINVAL, "\"\""},
	{"no-samples", "2", CB_EINVAL, "\"2\""},
	{"no-samples", "yes", CB_EINVAL, "\"yes\""},
	{"threads", "", CB_EINVAL, "\"\""},
	{"threads", "0", CB_EINVAL, "\"0\""},
	{"threads", "1,0", CB_EINVAL, "\"0\""},
	{"threads", "1,", CB_EINVAL, "\"1,\""},
	{"threads", "-1", CB_EINVAL, "\"-1\""},
	{"threads", "1025", CB_EINVAL, "from 1 to 1024"},
	{"threads", "4294967297", CB_EINVAL, "\"4294967297\""},
	{"threads", "18446744073709551617", CB_EINVAL, "\"18446744073709551617\""},
	{"threads", "2x", CB_EINVAL, "\"2x\""},
	{"processes", "", CB_EINVAL, "\"\""},
	{"processes", "0", CB_EINVAL, "\"0\""},
	{"processes", "1,,2", CB_EINVAL, "\"1,,2\""},
	{"processes", "1,0", CB_EINVAL, "\"0\""},
	{"processes", "1025", CB_EINVAL, "from 1 to 1024"},
	{"processes", "4294967297", CB_EINVAL, "\"4294967297\""},
	{"load", "", CB_EINVAL, "\"\""},
	{"load", "-1", CB_EINVAL, "\"-1\""},
	{"load", "1025", CB_EINVAL, "from 0 to 1024"},
	{"load", "4294967297", CB_EINVAL, "\"4294967297\""},
	{"load", "half", CB_EINVAL, "\"half\""},
	{"variant", "", CB_EINVAL, "\"\""},
	{"variant", "Fresh", CB_EINVAL, "\"Fresh\""},
	{"variant", "message,", CB_EINVAL, "\"message,\""},
	{"variant", "message,warm", CB_EINVAL, "\"warm\""},
	{"variant", "*", CB_EINVAL, "\"*\""},
	{"prove", "2", CB_EINVAL, "from 0 to 1"},
	{"no-shortcut", "", CB_EINVAL, "\"\""},
	{"no-shortcut", "2", CB_EINVAL, "from 0 to 1"},
	{"inject", "", CB_EINVAL, "GLOB=PERCENT"},
	{"inject", "**", CB_EINVAL, "\"**\""},
	{"inject", "**=5,", CB_EINVAL, "\"**=5,\""},
	{"inject", "**=1001", CB_EINVAL, "0 to 1000"},
	{"steps", "0", CB_EINVAL, "from 1 to 4000000000"},
	{"steps", "many", CB_EINVAL, "\"many\""},
};

static void a_refused_value_is_named_and_leaves_the_old_one(void **state)
{
	cb_plan *plan = *state;
	set(plan, "algorithms", "aes-*");
	set(plan, "ops", "seal");
	set(plan, "machine", "here");
	set(plan, "sizes", "64,16");
	set(plan, "accel", "off");
	set(plan, "threads", "3,1");
	set(plan, "processes", "2");
	set(plan, "load", "5");
	set(plan, "variant", "rekey,fresh");
	set(plan, "no-shortcut", "1");
	set(plan, "inject", "**=3");
	char *before = describe(plan);
	for (size_t i = 0; i < ROWS(refused); i++) {
		cb_status status = cb_plan_set(plan, refused[i].option, refused[i].value);
		if (status != refused[i].status)
			fail_msg("%s=%s: %s", refused[i].option, refused[i].value,
				cb_status_name(status));
		char named[64];
		snprintf(named, sizeof named, "option %s: ", refused[i].option);
		assert_says(cb_context_error(ctx), named);
		assert_says(cb_context_error(ctx), refused[i].said);
		assert_is_message(cb_context_error(ctx));
		char *after = describe(plan);
		assert_string_equal(after, before);
		free(after);
	}
	free(before);
}

static void an_unknown_option_is_named(void **state)
{
	static const char *const names[] = {"", "launch", "Launches", "launches ", "--launches"};
	for (size_t i = 0; i < ROWS(names); i++) {
		assert_int_equal(cb_plan_set(*state, names[i], "1"), CB_ENOTFOUND);
		char quoted[32];
		snprintf(quoted, sizeof quoted, "\"%s\"", names[i]);
		assert_says(cb_context_error(ctx), quoted);
		assert_is_message(cb_context_error(ctx));
	}
}

static void a_machine_may_have_a_name_of_200_bytes(void **state)
{
	cb_plan *plan = *state;
	char name[202];
	memset(name, 'x', sizeof name - 1);
	name[201] = '\0';
	assert_int_equal(cb_plan_set(plan, "machine", name), CB_EINVAL);
	assert_null(plan->settings.machine);
	name[200] = '\0';
	set(plan, "machine", name);
	assert_string_equal(plan->settings.machine, name);
}

static void an_operation_can_be_asked_for_by_any_glob_that_means_one(void **state)
{
	static const char *const values[] = {"*", "s*", "?eal", "seal,open,reject", "*gen"};
	for (size_t i = 0; i < ROWS(values); i++)
		set(*state, "ops", values[i]);
}

static void a_list_matches_if_one_of_its_globs_does(void **state)
{
	(void)state;
	char with_long_part[300];
	memset(with_long_part, '*', sizeof with_long_part);
	strcpy(with_long_part + 200, ",md5");
	assert_true(cb__list_matches("md5", "md5"));
	assert_true(cb__list_matches("sha*,md5", "md5"));
	assert_true(cb__list_matches("sha*,md5", "sha1"));
	assert_true(cb__list_matches("a,b,*", "c"));
	assert_false(cb__list_matches("sha*,md5", "md4"));
	assert_false(cb__list_matches("md5,sha1", "md5,sha1"));
	assert_false(cb__list_matches("md", "md5"));
	assert_false(cb__list_matches("", "md5"));
	assert_true(cb__list_matches(with_long_part, "md5"));
}

static void subjects_take_the_modes_that_are_set_when_they_are_added(void **state)
{
	cb_plan *plan = *state;
	set(plan, "accel", "on,off");
	assert_int_equal(cb_plan_add_subject(plan, "null"), CB_OK);
	set(plan, "accel", "nocrypto");
	assert_int_equal(plan->subjects.count, 2);
	assert_int_equal(plan->subjects.rows[0].accel, CB_ACCEL_ON);
	assert_int_equal(plan->subjects.rows[1].accel, CB_ACCEL_OFF);
	assert_int_equal(cb_plan_add_subject(plan, "x@null"), CB_OK);
	assert_int_equal(plan->subjects.rows[2].accel, CB_ACCEL_NOCRYPTO);
	assert_int_equal(cb_plan_add_subject(plan, "missing"), CB_ENOTFOUND);
	assert_int_equal(plan->subjects.count, 3);
}

static void freeing_no_plan_is_harmless(void **state)
{
	(void)state;
	cb_plan_free(NULL);
}

static cb_status use_plan(void *payload)
{
	(void)payload;
	static const struct {
		const char *option;
		const char *value;
	} rows[] = {{"algorithms", "aes-*"}, {"ops", "seal"}, {"machine", "m"}, {"accel", "on"},
		{"sizes", "3,2,1"}};
	cb_plan *plan = NULL;
	cb_status status = cb_plan_new(&plan, ctx);
	for (size_t i = 0; i < ROWS(rows) && status == CB_OK; i++)
		status = cb_plan_set(plan, rows[i].option, rows[i].value);
	if (status == CB_OK)
		status = cb_plan_add_subject(plan, "null:on");
	cb_plan_free(plan);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	(void)state;
	scarcity_try(use_plan, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_option_is_described),
		PLAN_TEST(defaults_are_what_the_table_says),
		PLAN_TEST(every_default_can_be_set_again),
		PLAN_TEST(each_option_says_which_calls_heed_it),
		PLAN_TEST(what_was_set_for_another_call_is_known),
		PLAN_TEST(slowdowns_and_shortcuts_are_for_the_gate),
		PLAN_TEST(modes_are_a_list),
		PLAN_TEST(sizes_are_sorted_and_none_is_there_twice),
		PLAN_TEST(variants_are_a_list),
		PLAN_TEST(modes_that_were_given_are_asked_for),
		PLAN_TEST(a_new_value_replaces_the_old_one),
		PLAN_TEST(a_refused_value_is_named_and_leaves_the_old_one),
		PLAN_TEST(an_unknown_option_is_named),
		PLAN_TEST(a_machine_may_have_a_name_of_200_bytes),
		PLAN_TEST(an_operation_can_be_asked_for_by_any_glob_that_means_one),
		cmocka_unit_test(a_list_matches_if_one_of_its_globs_does),
		PLAN_TEST(subjects_take_the_modes_that_are_set_when_they_are_added),
		cmocka_unit_test(freeing_no_plan_is_harmless),
		cmocka_unit_test(running_out_of_memory_is_reported),
	};
	return cmocka_run_group_tests(tests, make_context, drop_context);
}
