/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include <cb/backend.h>

#include "plan.h"
#include "unit.h"

static int set_up(void **state)
{
	cb_context *ctx;

	assert_int_equal(cb_context_new(&ctx, NULL), CB_OK);
	*state = ctx;
	return 0;
}

static int tear_down(void **state)
{
	cb_context_free(*state);
	return 0;
}

static cb_profile *find(cb_context *ctx, const char *name)
{
	cb_profile *profile = NULL;

	if (cb_profile_find(&profile, ctx, name) != CB_OK)
		fail_msg("%s: %s", name, cb_context_error(ctx));
	return profile;
}

/* A table has no reader that would complain. */
static void every_built_in_profile_is_sound(void **state)
{
	const char *name;

	for (size_t i = 0; (name = cb_profile_name_at(i)) != NULL; i++) {
		cb_profile *profile = find(*state, name);

		assert_string_equal(cb_profile_name(profile), name);
		assert_true(strlen(cb_profile_summary(profile)) > 10);
		assert_true(profile->work_count > 0);
		for (size_t j = 0; j < profile->choice_count; j++)
			assert_non_null(profile->choices[j]);
		for (size_t j = 0; j < profile->work_count; j++)
			for (size_t k = 0; k < cb__profile_choice_count(profile); k++) {
				const cb__work *work = &profile->work[j];
				const cb_algorithm *a = cb__work_algorithm(profile, work, k);

				assert_true(cb_kind_has_op(a->kind, work->op));
				assert_int_equal(
					cb_op_has_message(a->kind, work->op), work->size > 0);
				assert_true(work->count > 0);
			}
		cb_profile_free(profile);
	}
}

static void only_constrained_devices_are_without_acceleration(void **state)
{
	const char *name;

	for (size_t i = 0; (name = cb_profile_name_at(i)) != NULL; i++) {
		cb_profile *profile = find(*state, name);
		int is_off = cb_profile_accel(profile) == CB_ACCEL_OFF;

		assert_int_equal(is_off, strcmp(name, "constrained") == 0);
		cb_profile_free(profile);
	}
}

static void an_unknown_profile_is_refused_with_the_known_ones(void **state)
{
	cb_profile *profile = NULL;

	assert_int_equal(cb_profile_find(&profile, *state, "web"), CB_ENOTFOUND);
	assert_says(cb_context_error(*state), "tls13-server");
	assert_is_message(cb_context_error(*state));
	assert_int_equal(cb_profile_find(&profile, *state, "/no/such.cfg"), CB_EIO);
	assert_is_message(cb_context_error(*state));
}

static void a_plan_measures_what_the_profile_weighs(void **state)
{
	cb_profile *profile = find(*state, "vpn-1420");
	cb_plan *plan;

	assert_int_equal(cb_plan_new(&plan, *state), CB_OK);
	assert_int_equal(cb_profile_plan(profile, plan), CB_OK);
	assert_string_equal(plan->settings.algorithms, "aes-128-gcm,aes-256-gcm,chacha20-poly1305");
	assert_string_equal(plan->settings.ops, "seal,open");
	assert_int_equal(plan->settings.size_count, 4);
	assert_int_equal(plan->settings.sizes[2], 1420);
	/* the modes are libcb's idea, so that one which cannot be proven is no failure */
	assert_int_equal(
		plan->settings.accel, CB_ACCEL_BIT(CB_ACCEL_ON) | CB_ACCEL_BIT(CB_ACCEL_NOCRYPTO));
	assert_false(plan->settings.is_accel_given);
	cb_plan_free(plan);
	cb_profile_free(profile);
}

static void modes_that_were_asked_for_stay(void **state)
{
	cb_profile *profile = find(*state, "bulk-transfer");
	cb_plan *plan;

	assert_int_equal(cb_plan_new(&plan, *state), CB_OK);
	assert_int_equal(cb_plan_set(plan, "accel", "off"), CB_OK);
	assert_int_equal(cb_profile_plan(profile, plan), CB_OK);
	assert_int_equal(plan->settings.accel, CB_ACCEL_BIT(CB_ACCEL_OFF));
	cb_plan_free(plan);
	cb_profile_free(profile);
}

static void capabilities_begin_with_a_version(void **state)
{
	const char *since;

	(void)state;
	assert_int_equal(cb__capability_of(&since, "tls13", "mbedtls", "3.5.9"), CB__ABILITY_OLD);
	assert_string_equal(since, "3.6.0");
	assert_int_equal(cb__capability_of(&since, "tls13", "mbedtls", "3.6.0"), CB__ABILITY_HAS);
	assert_int_equal(cb__capability_of(&since, "tls13", "mbedtls", "4.0"), CB__ABILITY_HAS);
	assert_int_equal(cb__capability_of(&since, "tls13", "openssl", "1.1.1w"), CB__ABILITY_HAS);
	assert_int_equal(cb__capability_of(&since, "tls13", "openssl", "1.0.2u"), CB__ABILITY_OLD);
	assert_int_equal(
		cb__capability_of(&since, "tls13", "openssl", "unknown"), CB__ABILITY_UNKNOWN);
	assert_int_equal(
		cb__capability_of(&since, "tls13", "libsodium", "1.0.20"), CB__ABILITY_NEVER);
	assert_int_equal(cb__capability_of(&since, "tls13", "else", "9"), CB__ABILITY_UNKNOWN);
	assert_int_equal(cb__capability_of(&since, "", "else", "9"), CB__ABILITY_HAS);
	assert_string_equal(cb__capability_never("tls13", 0), "libsodium");
	assert_null(cb__capability_never("tls13", 1));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_built_in_profile_is_sound),
		TEST(only_constrained_devices_are_without_acceleration),
		TEST(an_unknown_profile_is_refused_with_the_known_ones),
		TEST(a_plan_measures_what_the_profile_weighs),
		TEST(modes_that_were_asked_for_stay),
		TEST(capabilities_begin_with_a_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
