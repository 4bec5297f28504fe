/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_fixture.h"

#include <jansson.h>

#include "scarcity.h"

#define S16   "openssl/aes-256-gcm/seal/16/on"
#define S1024 "openssl/aes-256-gcm/seal/1024/on"

static void counterparts_are_found_in_any_order(void **state)
{
	const line base[] = {{"openssl:on", "aes-256-gcm/seal/16", 100, 1, NULL},
		{"openssl:on", "aes-256-gcm/seal/1024", 400, 1, NULL}};
	const line head[] = {{"openssl:on", "aes-256-gcm/seal/1024", 200, 1, NULL},
		{"openssl:on", "aes-256-gcm/seal/16", 110, 1, NULL}};
	compare_fixture *f = *state;
	cb_comparison *c = compare_documents(f, DOCUMENT(f, "", base), DOCUMENT(f, "", head));

	assert_int_equal(cb_comparison_count(c), 2);
	assert_change(c, S16, CB_CHANGE_SLOWER);
	assert_change(c, S1024, CB_CHANGE_FASTER);
	assert_near(find_row(c, S1024)->speed, 2);
	assert_string_equal(find_row(c, S1024)->time, "cpu");
	assert_false(find_row(c, S1024)->paired);
	assert_string_equal(cb_comparison_base_name(c), "old");
	assert_string_equal(cb_comparison_head_name(c), "new");
	assert_int_equal(cb_comparison_changes(c, CB_CHANGE_FASTER), 1);
	assert_null(cb_comparison_at(c, 2));
	assert_null(cb_comparison_find(c, "nothing"));
}

static void a_label_does_not_keep_documents_apart(void **state)
{
	const line base[] = {{"old@openssl:on", "aes-256-gcm/seal/16", 100, 1, NULL}};
	const line head[] = {{"new@openssl:on", "aes-256-gcm/seal/16", 50, 1, NULL}};
	compare_fixture *f = *state;

	assert_change(compare_documents(f, DOCUMENT(f, "", base), DOCUMENT(f, "", head)), S16,
		CB_CHANGE_FASTER);
}

static void what_one_side_lacks_is_new_or_missing(void **state)
{
	const line base[] = {{"openssl:on", "md5/digest/16", 100, 1, NULL},
		{"openssl:on", "sha256/digest/16", 100, 1, NULL}};
	const line head[] = {{"openssl:on", "sha256/digest/16", 100, 1, NULL},
		{"openssl:off", "sha256/digest/16", 900, 1, NULL}};
	compare_fixture *f = *state;
	cb_comparison *c = compare_documents(f, DOCUMENT(f, "", base), DOCUMENT(f, "", head));

	assert_change(c, "openssl/md5/digest/16/on", CB_CHANGE_MISSING);
	assert_null(find_row(c, "openssl/md5/digest/16/on")->head);
	assert_change(c, "openssl/sha256/digest/16/off", CB_CHANGE_NEW);
	assert_near(find_row(c, "openssl/sha256/digest/16/off")->head_ns, 900);
	assert_change(c, "openssl/sha256/digest/16/on", CB_CHANGE_SAME);
	/* as in the base, then what is new */
	assert_string_equal(cb_comparison_at(c, 0)->id, "openssl/md5/digest/16/on");
	assert_string_equal(cb_comparison_at(c, 2)->id, "openssl/sha256/digest/16/off");
	assert_string_equal(cb_comparison_conclusion_at(c, 0)->title, "openssl:on md5");
	assert_string_equal(cb_comparison_conclusion_at(c, 0)->text, "only old has it");
}

static void rows_of_one_operation_stand_together_by_size(void **state)
{
	const line base[] = {{"openssl:on", "aes-256-gcm/seal/1024", 100, 1, NULL},
		{"openssl:on", "sha256/digest/16", 100, 1, NULL},
		{"openssl:on", "aes-256-gcm/seal/16", 100, 1, NULL}};
	const line head[] = {{"openssl:on", "aes-256-gcm/seal/64", 100, 1, NULL}};
	compare_fixture *f = *state;
	cb_comparison *c = compare_documents(f, DOCUMENT(f, "", base), DOCUMENT(f, "", head));
	const cb_conclusion *seal = cb_comparison_conclusion_at(c, 0);

	assert_int_equal(cb_comparison_conclusion_count(c), 2);
	assert_string_equal(seal->title, "aes-256-gcm seal");
	assert_string_equal(seal->text, "only new has 64 B; only old has 16 and 1024 B");
	assert_int_equal(seal->first, 0);
	assert_int_equal(seal->count, 3);
	assert_string_equal(cb_comparison_at(c, 0)->id, S16);
	assert_string_equal(cb_comparison_at(c, 2)->id, S1024);
	assert_string_equal(cb_comparison_at(c, 3)->id, "openssl/sha256/digest/16/on");
}

static void libraries_are_compared_if_each_side_has_one(void **state)
{
	const line base[] = {{"openssl:on", "sha256/digest/16", 100, 1, NULL},
		{"openssl:off", "sha256/digest/16", 300, 1, NULL}};
	const line head[] = {{"mbedtls:on", "sha256/digest/16", 200, 1, NULL},
		{"mbedtls:off", "sha256/digest/16", 300, 1, NULL}};
	compare_fixture *f = *state;
	cb_comparison *c = compare_documents(f, DOCUMENT(f, "", base), DOCUMENT(f, "", head));

	assert_int_equal(cb_comparison_count(c), 2);
	assert_change(c, "sha256/digest/16/on", CB_CHANGE_SLOWER);
	assert_change(c, "sha256/digest/16/off", CB_CHANGE_SAME);
	assert_string_equal(cb_comparison_conclusion_at(c, 0)->backend, "");
	assert_string_equal(cb_comparison_conclusion_at(c, 0)->accel, "on");
}

static cb_status compare_labels(compare_fixture *f, const cb_results *results, const char *base,
	const char *head, const char *time)
{
	const char *base_labels[] = {base, NULL}, *head_labels[] = {head, NULL};
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;

	config.base = config.head = results;
	config.base_labels = base_labels;
	config.head_labels = head_labels;
	config.base_name = base;
	config.head_name = head;
	config.time = time;
	cb_comparison_free(f->comparison);
	f->comparison = NULL;
	return cb_compare(&f->comparison, f->ctx, &config);
}

static void modes_are_compared_if_each_side_has_one(void **state)
{
	const line lines[] = {{"openssl:on", "sha256/digest/16", 100, 1, NULL},
		{"openssl:off", "sha256/digest/16", 300, 1, NULL},
		{"mbedtls:off", "sha256/digest/16", 300, 1, NULL}};
	compare_fixture *f = *state;
	const cb_results *results = DOCUMENT(f, "", lines);

	assert_int_equal(compare_labels(f, results, "openssl:on", "openssl:off", NULL), CB_OK);
	assert_change(f->comparison, "openssl/sha256/digest/16", CB_CHANGE_SLOWER);
	assert_int_equal(compare_labels(f, results, "openssl:on", "mbedtls:off", NULL), CB_OK);
	assert_change(f->comparison, "sha256/digest/16", CB_CHANGE_SLOWER);
	assert_int_equal(compare_labels(f, results, "openssl", "mbedtls", NULL), CB_OK);
	assert_change(f->comparison, "sha256/digest/16/on", CB_CHANGE_MISSING);
	assert_change(f->comparison, "sha256/digest/16/off", CB_CHANGE_SAME);
}

#define RATIOS                                                                                     \
	"'ratios': [{'panel': 'p', 'a': 'openssl/aes-256-gcm/seal/16/on/subject=%s', 'b': "        \
	"'openssl/aes-256-gcm/seal/16/on/subject=%s', 'ratio': %s, 'ci95_low': %s, 'ci95_high': "  \
	"%s, 'launches': %d}], "

static void the_ratio_of_paired_rounds_counts_in_either_order(void **state)
{
	const line lines[] = {{"old@openssl:on", "aes-256-gcm/seal/16", 100, 20, NULL},
		{"new@openssl:on", "aes-256-gcm/seal/16", 101, 20, NULL}};
	compare_fixture *f = *state;
	char more[512];

	snprintf(more, sizeof more, RATIOS, "old", "new", "1.25", "1.2", "1.3", 6);
	assert_int_equal(compare_labels(f, DOCUMENT(f, more, lines), "old", "new", NULL), CB_OK);
	assert_change(f->comparison, S16, CB_CHANGE_FASTER);
	assert_true(find_row(f->comparison, S16)->paired);
	assert_near(find_row(f->comparison, S16)->speed, 1.25);
	assert_near(find_row(f->comparison, S16)->ci95_low, 1.2);

	snprintf(more, sizeof more, RATIOS, "new", "old", "1.25", "1.2", "1.3", 6);
	assert_int_equal(compare_labels(f, DOCUMENT(f, more, lines), "old", "new", NULL), CB_OK);
	assert_near(find_row(f->comparison, S16)->speed, 0.8);
	assert_near(find_row(f->comparison, S16)->ci95_low, 1 / 1.3);
	assert_near(find_row(f->comparison, S16)->ci95_high, 1 / 1.2);

	snprintf(more, sizeof more, RATIOS, "old", "new", "1.25", "1.2", "1.3", 5);
	assert_int_equal(compare_labels(f, DOCUMENT(f, more, lines), "old", "new", NULL), CB_OK);
	assert_true(isnan(find_row(f->comparison, S16)->ci95_low));

	/* it is of CPU time */
	assert_int_equal(compare_labels(f, f->documents[0], "old", "new", "wall"), CB_OK);
	assert_false(find_row(f->comparison, S16)->paired);
	assert_change(f->comparison, S16, CB_CHANGE_SAME);
}

static void one_measurement_is_as_fast_as_itself(void **state)
{
	const line lines[] = {{"mbedtls:off", "md5/digest/16", 100, 20, NULL},
		{"mbedtls:nocrypto", "md5/digest/16", 100, 20,
			"'same_as': 'mbedtls/md5/digest/16/off/subject=mbedtls:off'"}};
	compare_fixture *f = *state;

	assert_int_equal(
		compare_labels(f, DOCUMENT(f, "", lines), "mbedtls:off", "mbedtls:nocrypto", NULL),
		CB_OK);
	assert_near(find_row(f->comparison, "mbedtls/md5/digest/16")->ci95_high, 1);
	assert_change(f->comparison, "mbedtls/md5/digest/16", CB_CHANGE_SAME);
}

static void two_cells_of_one_kind_are_an_error_that_names_both(void **state)
{
	const line base[] = {{"old@openssl:on", "md5/digest/16", 100, 1, NULL},
		{"new@openssl:on", "md5/digest/16", 100, 1, NULL}};
	compare_fixture *f = *state;
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;
	cb_comparison *c = NULL;

	config.base = DOCUMENT(f, "", base);
	config.head = DOCUMENT(f, "", base);
	assert_int_equal(cb_compare(&c, f->ctx, &config), CB_EFORMAT);
	assert_null(c);
	assert_non_null(strstr(cb_context_error(f->ctx), "openssl/md5/digest/16/on/subject=old"));
	assert_non_null(strstr(cb_context_error(f->ctx), "openssl/md5/digest/16/on/subject=new"));
}

static void what_only_differs_in_threads_is_told_as_one(void **state)
{
	const line base[] = {{"openssl:on", "md5/digest/16", 100, 1, NULL},
		{"openssl:on", "md5/digest/64", 100, 1, NULL}};
	const line head[] = {{"openssl:on", "md5/digest/16", 50, 1, "'threads': 2"},
		{"openssl:on", "md5/digest/64", 100, 1, NULL},
		{"openssl:on", "md5/digest/64", 50, 1, "'threads': 2"}};
	compare_fixture *f = *state;
	cb_comparison *c = compare_documents(f, DOCUMENT(f, "", base), DOCUMENT(f, "", head));

	assert_int_equal(cb_comparison_count(c), 3);
	assert_change(c, "openssl/md5/digest/16/on", CB_CHANGE_INCOMPARABLE);
	assert_string_equal(find_row(c, "openssl/md5/digest/16/on")->reason, "threads 1 and 2");
	assert_change(c, "openssl/md5/digest/64/on", CB_CHANGE_SAME);
	assert_change(c, "openssl/md5/digest/64/on/threads=2", CB_CHANGE_NEW);
}

static void only_what_was_asked_for_is_compared(void **state)
{
	const line lines[] = {{"openssl:on", "md5/digest/16", 100, 1, NULL},
		{"openssl:on", "sha256/digest/16", 100, 1, NULL},
		{"openssl:on", "sha256/digest/64", 100, 1, NULL},
		{"openssl:on", "x25519/derive/0", 100, 1, NULL}};
	compare_fixture *f = *state;
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;

	config.base = DOCUMENT(f, "", lines);
	config.head = DOCUMENT(f, "", lines);
	config.algorithms = "sha*,x*";
	config.ops = "digest";
	config.sizes = "64,1024";
	assert_int_equal(cb_compare(&f->comparison, f->ctx, &config), CB_OK);
	assert_int_equal(cb_comparison_count(f->comparison), 1);
	assert_change(f->comparison, "openssl/sha256/digest/64/on", CB_CHANGE_SAME);
	assert_string_equal(cb_comparison_base_name(f->comparison), "base");
}

static void assert_refused(
	compare_fixture *f, const cb_compare_config *config, cb_status status, const char *text)
{
	cb_comparison *c = NULL;

	assert_int_equal(cb_compare(&c, f->ctx, config), status);
	assert_null(c);
	if (strstr(cb_context_error(f->ctx), text) == NULL)
		fail_msg("\"%s\" does not say \"%s\"", cb_context_error(f->ctx), text);
}

static void what_cannot_be_understood_is_refused(void **state)
{
	const line lines[] = {{"openssl:on", "md5/digest/16", 100, 1, NULL}};
	const char *nobody[] = {"nobody", NULL};
	compare_fixture *f = *state;
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;

	config.base = DOCUMENT(f, "", lines);
	config.head = config.base;
	assert_refused(f, &config, CB_EINVAL, "label");
	config.head = DOCUMENT(f, "", lines);
	config.sizes = "16,,64";
	assert_refused(f, &config, CB_EINVAL, "16,,64");
	config.sizes = "";
	assert_refused(f, &config, CB_EINVAL, "sizes");
	config.sizes = NULL;
	config.time = "moon";
	assert_refused(f, &config, CB_EINVAL, "moon");
	config.time = NULL;
	config.head_labels = nobody;
	assert_refused(f, &config, CB_ENOTFOUND, "openssl:on");
	config.head_labels = NULL;
	config.algorithms = "sha1";
	assert_refused(f, &config, CB_EEMPTY, "no cell");
	config.struct_size = 1;
	assert_refused(f, &config, CB_EINVAL, "version");
}

static void a_side_may_have_no_cell_at_all(void **state)
{
	const line lines[] = {{"openssl:on", "md5/digest/16", 100, 1, NULL}};
	compare_fixture *f = *state;
	cb_results *empty = make_document(f, "", lines, 0);

	assert_change(compare_documents(f, empty, DOCUMENT(f, "", lines)),
		"openssl/md5/digest/16/on", CB_CHANGE_NEW);
}

static void a_name_is_one_line_of_utf8(void **state)
{
	const line lines[] = {{"openssl:on", "md5/digest/16", 100, 1, NULL}};
	compare_fixture *f = *state;
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;

	config.base = DOCUMENT(f, "", lines);
	config.head = DOCUMENT(f, "", lines);
	config.base_name = "gr\xc3\xbcn\n";
	config.head_name = "\xff";
	assert_int_equal(cb_compare(&f->comparison, f->ctx, &config), CB_OK);
	assert_string_equal(cb_comparison_base_name(f->comparison), "gr\xc3\xbcn?");
	assert_string_equal(cb_comparison_head_name(f->comparison), "?");
}

static void the_document_holds_every_comparison(void **state)
{
	const line base[] = {{"openssl:on", "md5/digest/16", 100, 1, NULL},
		{"openssl:on", "sha256/digest/16", 0, 1, NULL}};
	const line head[] = {{"openssl:on", "md5/digest/16", 50, -1, NULL}};
	compare_fixture *f = *state;
	const cb_comparison *c = compare_documents(f, DOCUMENT(f, "", base), DOCUMENT(f, "", head));
	const cb_comparison *both[] = {c, c};
	json_t *document, *one, *row;
	char *text;

	assert_int_equal(cb_comparisons_to_json(&text, both, 2, CB_JSON_COMPACT), CB_OK);
	document = json_loads(text, 0, NULL);
	cb_string_free(text);
	assert_string_equal(
		json_string_value(json_object_get(document, "schema")), "libcb.comparison/1");
	assert_int_equal(json_array_size(json_object_get(document, "comparisons")), 2);
	one = json_array_get(json_object_get(document, "comparisons"), 1);
	assert_string_equal(json_string_value(json_object_get(one, "head")), "new");
	assert_int_equal(
		json_integer_value(json_object_get(json_object_get(one, "changes"), "faster")), 1);
	row = json_array_get(json_object_get(one, "rows"), 0);
	assert_near(json_real_value(json_object_get(row, "speed")), 2);
	assert_true(json_is_null(json_object_get(row, "ci95_low")));
	row = json_array_get(json_object_get(one, "rows"), 1);
	assert_true(json_is_null(json_object_get(row, "head")));
	assert_string_equal(json_string_value(json_object_get(row, "change")), "missing");
	assert_int_equal(json_array_size(json_object_get(one, "conclusions")), 2);
	assert_true(json_array_size(json_object_get(one, "notes")) > 0);
	json_decref(document);
}

static void changes_have_names(void **state)
{
	(void)state;
	assert_string_equal(cb_change_name(CB_CHANGE_INCOMPARABLE), "incomparable");
	assert_string_equal(cb_change_name(CB_CHANGE_COUNT), "unknown");
	assert_string_equal(cb_change_meaning(CB_CHANGE_FASTER), "the head is faster");
	assert_string_equal(cb_change_meaning((cb_change)-1), "unknown");
	cb_comparison_free(NULL);
}

static cb_status compare_and_write(void *payload)
{
	compare_fixture *f = payload;
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;
	cb_comparison *c = NULL;
	char *text = NULL;
	cb_status status;

	config.base = f->documents[0];
	config.head = f->documents[1];
	status = cb_compare(&c, f->ctx, &config);
	if (status == CB_OK)
		status = cb_comparisons_to_json(
			&text, (const cb_comparison *const *)(const void *)&c, 1, 0);
	cb_string_free(text);
	cb_comparison_free(c);
	return status;
}

static void without_memory_there_is_no_comparison(void **state)
{
	const line base[] = {{"openssl:on", "md5/digest/16", 100, 1, NULL},
		{"openssl:on", "sha256/digest/16", 100, 1, NULL}};
	const line head[] = {{"openssl:on", "md5/digest/16", 50, 1, NULL},
		{"mbedtls:on", "sha256/digest/16", 100, 1, NULL}};
	compare_fixture *f = *state;

	DOCUMENT(f, "'tool': {'version': '1'}, ", base);
	DOCUMENT(f, "'tool': {'version': '2'}, ", head);
	assert_true(scarcity_try(compare_and_write, f) > 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		COMPARE_TEST(counterparts_are_found_in_any_order),
		COMPARE_TEST(a_label_does_not_keep_documents_apart),
		COMPARE_TEST(what_one_side_lacks_is_new_or_missing),
		COMPARE_TEST(rows_of_one_operation_stand_together_by_size),
		COMPARE_TEST(libraries_are_compared_if_each_side_has_one),
		COMPARE_TEST(modes_are_compared_if_each_side_has_one),
		COMPARE_TEST(the_ratio_of_paired_rounds_counts_in_either_order),
		COMPARE_TEST(one_measurement_is_as_fast_as_itself),
		COMPARE_TEST(two_cells_of_one_kind_are_an_error_that_names_both),
		COMPARE_TEST(what_only_differs_in_threads_is_told_as_one),
		COMPARE_TEST(only_what_was_asked_for_is_compared),
		COMPARE_TEST(what_cannot_be_understood_is_refused),
		COMPARE_TEST(a_side_may_have_no_cell_at_all),
		COMPARE_TEST(a_name_is_one_line_of_utf8),
		COMPARE_TEST(the_document_holds_every_comparison),
		cmocka_unit_test(changes_have_names),
		COMPARE_TEST(without_memory_there_is_no_comparison),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
