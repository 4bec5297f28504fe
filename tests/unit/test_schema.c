/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "schema.h"

static const char *const names[] = {"libcb.results/1", "libcb.gate/1", "libcb.baseline/1",
	"libcb.selftest/1", "libcb.proof/1", "libcb.advice/1", "libcb.comparison/1",
	"libcb.inventory/1", "libcb.info/1"};

static void another_kind_of_document_is_called_by_what_it_is(void **state)
{
	char text[CB__SCHEMA_TEXT];

	(void)state;
	for (size_t i = 0; i < ROWS(names); i++)
		for (size_t j = 0; j < ROWS(names); j++) {
			if (i == j)
				continue;
			cb__schema_refuse(text, names[i], names[j]);
			assert_says(text, cb__schema_kind(names[i]));
			assert_says(text, cb__schema_kind(names[j]));
			assert_null(strstr(text, "version"));
			assert_true(strlen(text) < CB__SCHEMA_TEXT - 1);
		}
	cb__schema_refuse(text, "libcb.gate/1", "libcb.results/1");
	assert_says(text, "--gate FILE");
}

static void another_version_is_a_matter_of_version(void **state)
{
	char text[CB__SCHEMA_TEXT];

	(void)state;
	cb__schema_refuse(text, "libcb.gate/2", "libcb.gate/1");
	assert_string_equal(
		text, "\"libcb.gate/2\" cannot be read by this version, only \"libcb.gate/1\"");
}

static void what_is_no_document_of_libcb_has_no_kind(void **state)
{
	char text[CB__SCHEMA_TEXT];

	(void)state;
	assert_null(cb__schema_kind("libcb.gates/1"));
	assert_null(cb__schema_kind("libcb.gate"));
	assert_null(cb__schema_kind(""));
	cb__schema_refuse(text, NULL, "libcb.gate/1");
	assert_says(text, "missing");
	cb__schema_refuse(text, "other/1", "libcb.gate/1");
	assert_says(text, "\"other/1\" cannot be read");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(another_kind_of_document_is_called_by_what_it_is),
		cmocka_unit_test(another_version_is_a_matter_of_version),
		cmocka_unit_test(what_is_no_document_of_libcb_has_no_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
