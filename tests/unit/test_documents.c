/* SPDX-License-Identifier: Apache-2.0 */
#include "rewriting.h"

#define RESULTS                                                                                    \
	"{\"schema\": \"libcb.results/1\", \"complete\": true, \"subjects\": [], \"cells\": []}"

static int set_up(void **state)
{
	cb_context *ctx = NULL;

	assert_int_equal(cb_context_new(&ctx, NULL), CB_OK);
	*state = ctx;
	return 0;
}

static int tear_down(void **state)
{
	cb_context_free(*state);
	return 0;
}

static void a_document_says_what_it_is(void **state)
{
	cb_context *ctx = *state;
	cb_document *document = NULL;

	assert_int_equal(cb_document_from_json(&document, ctx, RESULTS, sizeof RESULTS - 1), CB_OK);
	assert_int_equal(cb_document_kind_of(document), CB_DOCUMENT_RESULTS);
	assert_non_null(cb_document_results(document));
	assert_null(cb_document_gate(document));
	assert_int_equal(cb_document_exit(document), CB_GATE_FINE);
	cb_document_free(document);
}

static void what_is_taken_outlives_the_document(void **state)
{
	cb_context *ctx = *state;
	cb_document *document = NULL;
	cb_results *results;

	assert_int_equal(cb_document_from_json(&document, ctx, RESULTS, sizeof RESULTS - 1), CB_OK);
	results = cb_document_take_results(document);
	assert_null(cb_document_results(document));
	cb_document_free(document);
	assert_true(cb_results_complete(results));
	cb_results_free(results);
}

static void a_gate_is_read_with_its_own_complaints(void **state)
{
	assert_refused(*state, "{\"schema\": \"libcb.gate/1\"}", "document: complete: missing");
	assert_refused(*state, "{\"schema\": \"libcb.gate/3\"}", "\"libcb.gate/3\" cannot be read");
}

static void what_is_none_of_them_is_refused_with_those_there_are(void **state)
{
	static const char kinds[] = "results, gate, proof, comparison, selftest or advice";

	assert_refused(*state, "{\"schema\": \"libcb.inventory/1\"}", "as cbench list writes it");
	assert_refused(*state, "{\"schema\": \"libcb.baseline/1\"}", "--baseline FILE");
	assert_refused(*state, "version: 3.0.19", "cbench import");
	assert_refused(*state, "<html>", "HTML");
	assert_refused(*state, "{\"schema\": \"libcb.resultsx/1\"}", kinds);
	assert_refused(*state, "{\"schema\": \"results/1\"}", kinds);
	assert_refused(*state, "{}", kinds);
	assert_refused(*state, "{\"schema\": 3}", kinds);
	assert_refused(*state, "[]", "not an object");
	assert_refused(*state, "", "empty");
}

static void every_kind_has_a_name_a_meaning_and_formats(void **state)
{
	(void)state;
	for (int i = 0; i < CB_DOCUMENT_COUNT; i++) {
		assert_string_not_equal(cb_document_kind_name((cb_document_kind)i), "unknown");
		assert_is_message(cb_document_kind_meaning((cb_document_kind)i));
		assert_string_equal(cb_document_format_at((cb_document_kind)i, 0)->name, "table");
	}
	assert_string_equal(cb_document_kind_name(CB_DOCUMENT_COUNT), "unknown");
	assert_null(cb_document_format_at(CB_DOCUMENT_COUNT, 0));
}

static void a_file_that_is_not_there_is_named(void **state)
{
	cb_document *document = NULL;

	assert_int_equal(cb_document_load(&document, *state, "/no/such.json"), CB_EIO);
	assert_says(cb_context_error(*state), "/no/such.json");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(a_document_says_what_it_is),
		TEST(what_is_taken_outlives_the_document),
		TEST(a_gate_is_read_with_its_own_complaints),
		TEST(what_is_none_of_them_is_refused_with_those_there_are),
		TEST(every_kind_has_a_name_a_meaning_and_formats),
		TEST(a_file_that_is_not_there_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
