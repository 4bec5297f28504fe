/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "import.h"

static void each_encoding_becomes_plain_lines(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *text;
	} rows[] = {
		{"a\r\nb\rc\nd", 8, "a\nb\nc\nd"},
		{"\xef\xbb\xbf"
		 "a",
			4, "a"},
		{"\xff\xfe"
		 "a\0\n\0",
			6, "a\n"},
		{"\xfe\xff"
		 "\0a\0\n",
			6, "a\n"},
		{"a\0b\0c\0d\0", 8, "abcd"},
		{"\xff\xfe\x3d\xd8\x00\xde", 6, "\xf0\x9f\x98\x80"},
		{"\xff\xfe\x3d\xd8", 4, "?"},
		{"caf\xe9", 4, "caf\xc3\xa9"},
		{"1\xc2\xa0"
		 "2",
			4, "1 2"},
		{"\xe2\x88\x92"
		 "5",
			4, "-5"},
		{"\x1b[1;31mred\x1b[0m", 14, "red"},
		{"| a | b |", 9, "  a   b  "},
		{"a\tb\x01", 4, "a b "},
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		cb_text text = CB_TEXT_INIT;

		assert_int_equal(cb__import_decode(&text, rows[i].bytes, rows[i].len), CB_OK);
		assert_string_equal(cb__text_string(&text), rows[i].text);
		cb__text_done(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_encoding_becomes_plain_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
