/* SPDX-License-Identifier: Apache-2.0 */
#include "compare_fixture.h"

#define assert_near unit_assert_near /* each has its own */
#include "rewriting.h"
#undef assert_near

/* Faster, slower, the same, new, missing, not supported, with another amount of threads. */
static const line base_lines[] = {
	{"openssl:on", "aes-256-gcm/seal/16", 100, 1, NULL},
	{"openssl:on", "aes-256-gcm/seal/1024", 1000, 1, NULL},
	{"openssl:on", "sha256/digest/1024", 1000, -1, NULL},
	{"openssl:on", "sha512/digest/64", 1000, 1, NULL},
	{"openssl:on", "x25519/derive/0", 1000, 1, NULL},
	{"openssl:on", "md5/digest/64", 0, 1, NULL},
};
static const line head_lines[] = {
	{"openssl:on", "aes-256-gcm/seal/16", 50, 1, NULL},
	{"openssl:on", "aes-256-gcm/seal/1024", 1300, 1, NULL},
	{"openssl:on", "sha256/digest/1024", 1001, -1, NULL},
	{"openssl:on", "sha1/digest/64", 1000, 1, NULL},
	{"openssl:on", "x25519/derive/0", 1000, 1, NULL},
	{"openssl:on", "md5/digest/64", 70, 1, NULL},
};

static char *shown(const cb_comparison *const *list, size_t count, const char *format)
{
	char *text = NULL;

	assert_int_equal(cb_comparisons_format(&text, list, count, format, NULL), CB_OK);
	return text;
}

static char *compared(compare_fixture *f)
{
	const cb_comparison *one =
		compare_documents(f, DOCUMENT(f, "", base_lines), DOCUMENT(f, "", head_lines));
	char *text = NULL;

	assert_int_equal(cb_comparisons_to_json(&text, &one, 1, CB_JSON_COMPACT), CB_OK);
	return text;
}

static cb_comparisons *read_again(const compare_fixture *f, const char *text)
{
	cb_comparisons *again = NULL;

	if (cb_comparisons_from_json(&again, f->ctx, text, strlen(text)) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return again;
}

static void what_is_read_is_shown_and_written_as_before(void **state)
{
	compare_fixture *f = *state;
	char *text = compared(f);
	cb_comparisons *again = read_again(f, text);
	const cb_comparison *original = f->comparison;
	const cb_format *format;
	size_t count = 0;
	const cb_comparison *const *list = cb_comparisons_all(again, &count);

	assert_int_equal(count, 1);
	for (size_t i = 0; (format = cb_comparisons_format_at(i)) != NULL; i++) {
		char *one = shown(&original, 1, format->name);
		char *two = shown(list, count, format->name);

		assert_string_equal(one, two);
		cb_string_free(one);
		cb_string_free(two);
	}
	cb_comparisons_free(again);
	cb_string_free(text);
}

static void several_are_read_that_share_a_document(void **state)
{
	compare_fixture *f = *state;
	cb_string_free(compared(f));
	const cb_comparison *both[] = {f->comparison, f->comparison};
	char *text = NULL;
	size_t count = 0;

	assert_int_equal(cb_comparisons_to_json(&text, both, 2, 0), CB_OK);
	cb_comparisons *again = read_again(f, text);
	const cb_comparison *const *list = cb_comparisons_all(again, &count);
	assert_int_equal(count, 2);
	assert_ptr_equal(cb_comparison_at(list[0], 0)->base, cb_comparison_at(list[1], 0)->base);
	cb_comparisons_free(again);
	cb_string_free(text);
}

static void cells_are_whole_but_for_their_samples(void **state)
{
	compare_fixture *f = *state;
	char *text = compared(f);
	cb_comparisons *again = read_again(f, text);
	size_t count = 0;
	const cb_comparison *c = cb_comparisons_all(again, &count)[0];
	const cb_compared *row = cb_comparison_find(c, "openssl/aes-256-gcm/seal/16/on");

	assert_non_null(row);
	assert_string_equal(row->base->subject->version, "1.0");
	assert_near(row->base->summary->median_ns, 100);
	assert_near(row->speed, 2);
	assert_int_equal(row->change, CB_CHANGE_FASTER);
	assert_null(strstr(text, "\"samples\""));
	cb_comparisons_free(again);
	cb_string_free(text);
}

static void only_cells_that_were_compared_are_written(void **state)
{
	compare_fixture *f = *state;
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;
	char *text = NULL;

	config.base = DOCUMENT(f, "", base_lines);
	config.head = DOCUMENT(f, "", head_lines);
	config.algorithms = "sha256";
	assert_int_equal(cb_compare(&f->comparison, f->ctx, &config), CB_OK);
	const cb_comparison *one = f->comparison;
	assert_int_equal(cb_comparisons_to_json(&text, &one, 1, 0), CB_OK);
	assert_non_null(strstr(text, "sha256"));
	assert_null(strstr(text, "sha512"));
	cb_string_free(text);
}

/* Whoever stands for a cell must exist wherever the cell is read. */
static void cells_that_stand_for_compared_ones_are_written_too(void **state)
{
	static const line lines[] = {
		{"openssl:on", "sha256/digest/64", 100, 1, NULL},
		{"openssl:off", "sha256/digest/64", 100, 1,
			"'same_as': 'openssl/sha256/digest/64/on/subject=openssl:on'"},
	};
	static const char *const labels[] = {"openssl:off", NULL};
	compare_fixture *f = *state;
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;
	char *text = NULL;
	size_t count = 0;

	config.base = DOCUMENT(f, "", lines);
	config.head = DOCUMENT(f, "", lines);
	config.base_labels = config.head_labels = labels;
	assert_int_equal(cb_compare(&f->comparison, f->ctx, &config), CB_OK);
	const cb_comparison *one = f->comparison;
	assert_int_equal(cb_comparisons_to_json(&text, &one, 1, 0), CB_OK);
	cb_comparisons *again = read_again(f, text);
	const cb_comparison *c = cb_comparisons_all(again, &count)[0];
	assert_int_equal(cb_comparison_count(c), 1);
	assert_string_equal(cb_comparison_at(c, 0)->base->same_as,
		"openssl/sha256/digest/64/on/subject=openssl:on");
	cb_comparisons_free(again);
	cb_string_free(text);
}

static void a_file_is_written_whole_and_read(void **state)
{
	compare_fixture *f = *state;
	char *text = compared(f), file[] = "/tmp/cb-compare-XXXXXX", *again = NULL;
	const cb_comparison *one = f->comparison;
	cb_comparisons *read = NULL;
	size_t count = 0;

	assert_true(mkstemp(file) >= 0);
	assert_int_equal(cb_comparisons_save(&one, 1, f->ctx, file, 0), CB_OK);
	assert_int_equal(cb_comparisons_load(&read, f->ctx, file), CB_OK);
	const cb_comparison *const *list = cb_comparisons_all(read, &count);
	assert_int_equal(cb_comparisons_to_json(&again, list, count, CB_JSON_COMPACT), CB_OK);
	assert_string_equal(text, again);
	cb_string_free(text);
	cb_string_free(again);
	cb_comparisons_free(read);
	remove(file);
	assert_int_equal(cb_comparisons_load(&read, f->ctx, file), CB_EIO);
}

static const wrong_edit wrong[] = {
	{"'libcb.comparison/1'", "'libcb.comparison/9'", "schema: \"libcb.comparison/9\" cannot"},
	{"'documents'", "'document'", "documents: missing, or not a list"},
	{"'comparisons'", "'comparison'", "comparisons: missing, or not a list"},
	{"'comparisons':[{", "'comparisons':[],'x':[{", "comparisons: empty"},
	{"'comparisons':[{", "'comparisons':[7,{", "comparisons[0]: not an object"},
	{"'documents':[{'schema':'libcb.results/1'", "'documents':[{'schema':'libcb.gate/1'",
		"documents[0].schema: \"libcb.gate/1\" is the document of a gate"},
	{"'summary':{'n':60", "'summary':{'n':'60'", "documents[0].cells[0].summary.n: not an"},
	{"'base':'old'", "'base':3", "comparisons[0].base: missing or not a text"},
	{"'base_document':0", "'base_document':2", "comparisons[0].base_document: there are 2"},
	{"'base_document':0", "'base_document':-1", "comparisons[0].base_document: there are 2"},
	{"'base_document':0", "'base_document':'0'", "comparisons[0].base_document: missing"},
	{"'rows':[{", "'rows':{},'x':[{", "comparisons[0].rows: missing, or not a list"},
	{"'rows':[{'id':'", "'rows':[{'id':null,'x':'", "comparisons[0].rows[0].id: not a text"},
	{"'change':'faster'", "'change':'better'", "comparisons[0].rows[0].change: no change"},
	{"'change':'faster'", "'change':null", "comparisons[0].rows[0].change: no change"},
	{"'time':'cpu'", "'tame':'cpu'", "comparisons[0].rows[0].time: missing"},
	{"'base':'openssl/aes-256-gcm/seal/16/on/subject=openssl:on'", "'base':'x'",
		"comparisons[0].rows[0].base: no cell \"x\" in the document"},
	{"'base':'openssl/aes-256-gcm/seal/16/on/subject=openssl:on'", "'base':null",
		"comparisons[0].rows[0].base: null, though the change is \"faster\""},
	{"'head':'openssl/aes-256-gcm/seal/16/on/subject=openssl:on'", "'head':null",
		"comparisons[0].rows[0].head: null, though the change is \"faster\""},
	{"'speed':", "'speed':null,'x':", "comparisons[0].rows[0].speed: null, though"},
	{"'speed':", "'speed':0,'x':", "comparisons[0].rows[0].speed: zero"},
	{"'speed':", "'speed':-2,'x':", "comparisons[0].rows[0].speed: negative"},
	{"'speed':", "'speed':NaN,'x':", "line 1"},
	{"'speed':", "'speed':1e19,'x':", "comparisons[0].rows[0].speed: too large"},
	{"'paired':false", "'paired':0", "comparisons[0].rows[0].paired: neither true nor false"},
	{"'conclusions'", "'conclusion'", "comparisons[0].conclusions: missing, or not a list"},
	{"'first':0", "'first':100", "comparisons[0].conclusions[0].first, .count: there are"},
	{"'count':2", "'count':0", "comparisons[0].conclusions[0].first, .count: there are"},
	{"'count':2", "'count':9223372036854775807", "conclusions[0].first, .count: there are"},
	{"'title':'", "'title':1,'x':'", "comparisons[0].conclusions[0].title: not a text"},
	{"'notes':[{'id':", "'notes':[{'di':", "comparisons[0].notes[0].id: missing"},
};

static void wrong_members_are_refused_with_their_place(void **state)
{
	compare_fixture *f = *state;
	char *text = compared(f);

	assert_all_refused(f->ctx, text, wrong, ROWS(wrong));
	cb_string_free(text);
}

static cb_status read_and_free(json_t *document)
{
	cb__fault fault = {0};
	cb_comparisons *read = NULL;
	cb_status status = cb__comparisons_read(&read, document, &fault);

	cb_comparisons_free(read);
	return status;
}

static void broken_texts_do_no_harm(void **state)
{
	compare_fixture *f = *state;
	char *text = compared(f);

	assert_cut_is_refused(f->ctx, text);
	assert_edits_do_no_harm(f->ctx, text);
	assert_reads_whole_or_not(read_and_free, text);
	cb_string_free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		COMPARE_TEST(what_is_read_is_shown_and_written_as_before),
		COMPARE_TEST(several_are_read_that_share_a_document),
		COMPARE_TEST(cells_are_whole_but_for_their_samples),
		COMPARE_TEST(only_cells_that_were_compared_are_written),
		COMPARE_TEST(cells_that_stand_for_compared_ones_are_written_too),
		COMPARE_TEST(a_file_is_written_whole_and_read),
		COMPARE_TEST(wrong_members_are_refused_with_their_place),
		COMPARE_TEST(broken_texts_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
