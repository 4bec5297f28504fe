/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "hex.h"

static void bytes_survive_a_round_trip(void **state)
{
	(void)state;
	uint8_t bytes[256];
	uint8_t back[256];
	char text[513];
	size_t len = 0;
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)i;
	cb__hex_encode(text, bytes, sizeof bytes);
	assert_int_equal(strlen(text), 512);
	assert_memory_equal(text, "000102", 6);
	assert_string_equal(text + 506, "fdfeff");
	assert_int_equal(cb__hex_decode(back, sizeof back, &len, text), CB_OK);
	assert_int_equal(len, sizeof bytes);
	assert_memory_equal(back, bytes, sizeof bytes);
}

static void upper_case_is_read(void **state)
{
	(void)state;
	uint8_t bytes[2];
	size_t len = 0;
	assert_int_equal(cb__hex_decode(bytes, sizeof bytes, &len, "aBCd"), CB_OK);
	assert_int_equal(bytes[0], 0xab);
	assert_int_equal(bytes[1], 0xcd);
}

static void empty_text_is_no_bytes(void **state)
{
	(void)state;
	uint8_t byte = 7;
	char text[1] = {'x'};
	size_t len = 9;
	assert_int_equal(cb__hex_decode(&byte, 0, &len, ""), CB_OK);
	assert_int_equal(len, 0);
	assert_int_equal(byte, 7);
	cb__hex_encode(text, &byte, 0);
	assert_int_equal(text[0], '\0');
}

static void what_is_no_hexadecimal_is_refused(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"0", "012", "0g", "g0", " 0", "0x", "0/", "0:", "@0", "`0"};
	uint8_t bytes[8];
	size_t len = 99;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		assert_int_equal(cb__hex_decode(bytes, sizeof bytes, &len, texts[i]), CB_EINVAL);
	assert_int_equal(len, 99);
}

static void what_does_not_fit_is_refused(void **state)
{
	(void)state;
	uint8_t bytes[3] = {1, 2, 3};
	size_t len = 99;
	assert_int_equal(cb__hex_decode(bytes, 2, &len, "aabbcc"), CB_EINVAL);
	assert_int_equal(bytes[0], 1);
	assert_int_equal(len, 99);
	assert_int_equal(cb__hex_decode(bytes, 3, &len, "aabbcc"), CB_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_survive_a_round_trip),
		cmocka_unit_test(upper_case_is_read),
		cmocka_unit_test(empty_text_is_no_bytes),
		cmocka_unit_test(what_is_no_hexadecimal_is_refused),
		cmocka_unit_test(what_does_not_fit_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
