/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "nearest.h"

static const char *const known[] = {
	"aes-256-cmac", "aes-128-gcm", "aes-256-gcm", "sha256", "x", NULL};

static void a_name_one_or_two_letters_off_is_meant(void **state)
{
	(void)state;
	assert_string_equal(cb__nearest("aes-256-gmc", known), "aes-256-gcm");
	assert_string_equal(cb__nearest("aes256-gcm", known), "aes-256-gcm");
	assert_string_equal(cb__nearest("sha-256", known), "sha256");
}

static void what_is_far_off_is_not_guessed(void **state)
{
	(void)state;
	assert_null(cb__nearest("sha3-512", known));
	assert_null(cb__nearest("y", known));
	assert_null(cb__nearest("", known));
	assert_null(cb__nearest("aes-256-gcm-aes-256-gcm-aes-256-gcm", known));
}

static void a_name_that_only_one_begins_with_is_meant(void **state)
{
	static const char *const profiles[] = {
		"tls13-server", "tls13-client", "vpn-1420", "small-messages", NULL};
	(void)state;
	assert_string_equal(cb__nearest("vpn", profiles), "vpn-1420");
	assert_string_equal(cb__nearest("tls13-s", profiles), "tls13-server");
	assert_null(cb__nearest("tls13", profiles));
	assert_null(cb__nearest("vp", profiles));
	assert_null(cb__nearest("vpn-1420-of-old", profiles));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_one_or_two_letters_off_is_meant),
		cmocka_unit_test(a_name_that_only_one_begins_with_is_meant),
		cmocka_unit_test(what_is_far_off_is_not_guessed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
