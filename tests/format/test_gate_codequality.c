/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include "gate_shown.h"

#include <jansson.h>

static json_t *report(const char *name)
{
	char *text = gate_shown(cb__gate_codequality, name, NULL);
	json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);

	free(text);
	assert_true(json_is_array(root));
	return root;
}

static const char *text_of(const json_t *root, size_t index, const char *name)
{
	return json_string_value(json_object_get(json_array_get(root, index), name));
}

static void findings_are_what_is_not_as_it_should_be(void **state)
{
	json_t *root = report("regressed");

	(void)state;
	assert_int_equal(json_array_size(root), 9);
	assert_string_equal(text_of(root, 0, "severity"), "major");
	assert_string_equal(text_of(root, 0, "check_name"), "libcb-gate-regressed");
	assert_string_equal(text_of(root, 2, "severity"), "critical");
	assert_string_equal(text_of(root, 8, "severity"), "info");
	assert_says(text_of(root, 0, "description"), "openssl/aes-256-gcm/seal/16384/on regressed");
	json_decref(root);
}

static void a_finding_is_at_the_line_of_its_rule(void **state)
{
	json_t *root = report("regressed");
	const json_t *location = json_object_get(json_array_get(root, 0), "location");

	(void)state;
	assert_string_equal(json_string_value(json_object_get(location, "path")), "ci/gate.rules");
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(location, "lines"), "begin")),
		12);
	json_decref(root);
}

static void a_pass_has_no_finding(void **state)
{
	json_t *root = report("ok");

	(void)state;
	assert_int_equal(json_array_size(root), 0);
	json_decref(root);
}

static void an_invalid_judgement_is_a_finding(void **state)
{
	json_t *root = report("empty");

	(void)state;
	assert_int_equal(json_array_size(root), 1);
	assert_string_equal(text_of(root, 0, "severity"), "blocker");
	json_decref(root);
}

static void fingerprints_are_of_the_cell_and_not_of_its_value(void **state)
{
	json_t *many = report("many"), *longer = report("long"), *seen = json_object();

	(void)state;
	for (size_t i = 0; i < GATE_CASE_MANY; i++) {
		const char *fingerprint = text_of(many, i, "fingerprint");

		assert_int_equal(strlen(fingerprint), 16);
		assert_string_equal(fingerprint, text_of(longer, i, "fingerprint"));
		json_object_set_new(seen, fingerprint, json_true());
	}
	assert_int_equal(json_object_size(seen), GATE_CASE_MANY);
	json_decref(many);
	json_decref(longer);
	json_decref(seen);
}

static void hostile_texts_are_read_back(void **state)
{
	json_t *root = report("hostile");

	(void)state;
	assert_int_equal(json_array_size(root), 6);
	assert_says(text_of(root, 1, "description"), "\n::error::x\r\t\x1b[31m%0A,:\\ ]]>");
	json_decref(root);
}

static void a_cell_that_may_be_missing_is_told_for_information(void **state)
{
	char *text = gate_shown(cb__gate_codequality, "removed", NULL);

	(void)state;
	assert_says(text, "\"libcb-gate-missing\"");
	assert_says(text, "\"severity\": \"info\"");
	assert_null(strstr(text, "\"major\""));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(findings_are_what_is_not_as_it_should_be),
		cmocka_unit_test(a_finding_is_at_the_line_of_its_rule),
		cmocka_unit_test(a_pass_has_no_finding),
		cmocka_unit_test(an_invalid_judgement_is_a_finding),
		cmocka_unit_test(fingerprints_are_of_the_cell_and_not_of_its_value),
		cmocka_unit_test(hostile_texts_are_read_back),
		cmocka_unit_test(a_cell_that_may_be_missing_is_told_for_information),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
