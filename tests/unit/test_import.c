/* SPDX-License-Identifier: Apache-2.0 */
/* Options, refusals, and text of strangers. */
#include "import_fixture.h"

#include "scarcity.h"

static const char aes_row[] = "aes-128 cbc      52170.21k    89064.66k   108961.88k   113282.73k"
			      "   112762.88k\n";

static void every_option_takes_a_value_and_is_described(void **state)
{
	import_fixture *f = *state;
	const cb_option *option;

	for (size_t i = 0; (option = cb_import_option_at(i)) != NULL; i++) {
		assert_true(option->help[0] != '\0');
		if (option->argument == NULL)
			import_set(f, option->name, "1");
	}
	assert_int_equal(cb_import_option_count(), 13);
	assert_int_equal(cb_import_set(f->import, "nothing", "1"), CB_ENOTFOUND);
	assert_is_message(cb_context_error(f->ctx));
}

static void values_out_of_range_are_refused(void **state)
{
	static const char *const wrong[][2] = {{"processes", "0"}, {"processes", "4097"},
		{"processes", "four"}, {"sizes", ""}, {"sizes", "16,"}, {"sizes", "16,x"},
		{"sizes", "0"}, {"timer", "wall"}, {"aead", "yes"}, {"machine", ""},
		{"algorithm", ""}};
	import_fixture *f = *state;

	for (size_t i = 0; i < ROWS(wrong); i++) {
		assert_int_equal(cb_import_set(f->import, wrong[i][0], wrong[i][1]), CB_EINVAL);
		assert_is_message(cb_context_error(f->ctx));
		assert_says(cb_context_error(f->ctx), wrong[i][0]);
	}
	assert_int_equal(cb_import_set(f->import, "cpuinfo", "/nowhere"), CB_EIO);
	assert_int_equal(cb_import_set(f->import, "cpuinfo", SPEED_DIR "EXPECTED.tsv"), CB_EFORMAT);
}

static void what_supplies_nothing_is_refused(void **state)
{
	static const char *const unused[][2] = {{"processes", "4"}, {"algorithm", "aes-128-cbc"},
		{"sizes", "16,64"}, {"contended", "1"}};
	import_fixture *f = *state;
	char text[600];

	snprintf(text, sizeof text, BANNER SIZES "%s", aes_row);
	for (size_t i = 0; i < ROWS(unused); i++) {
		cb_import *import;
		cb_results *results = NULL;

		assert_int_equal(cb_import_new(&import, f->ctx), CB_OK);
		assert_int_equal(cb_import_set(import, unused[i][0], unused[i][1]), CB_OK);
		assert_int_equal(cb_import_add(import, "t", text, strlen(text)), CB_OK);
		assert_int_equal(cb_import_finish(import, &results), CB_EINVAL);
		assert_says(cb_context_error(f->ctx), unused[i][0]);
		assert_null(results);
		cb_import_free(import);
	}
}

static void an_import_without_texts_is_empty(void **state)
{
	import_fixture *f = *state;

	assert_int_equal(cb_import_finish(f->import, &f->results), CB_EEMPTY);
	assert_int_equal(cb_import_add_file(f->import, SPEED_DIR "nowhere.txt"), CB_EIO);
}

static void other_programs_are_refused_by_name(void **state)
{
	static const char *const texts[][2] = {
		{"Did 1760 RSA 2048 signing operations in 1042487us (1688.3 ops/sec)\n",
			"bssl speed"},
		{"wolfCrypt Benchmark (block bytes 1048576, min 1.0 sec each)\n", "wolfCrypt"},
		{"# Tests are approximate using memory only (no storage IO).\n", "cryptsetup"},
		{"{\"schema\": \"libcb.results/1\"}", "libcb document (results)"},
		{"{\"schema\": \"libcb.gate/1\"}", "libcb document (the document of a gate)"},
		{"OpenSSL 1.0.2h  3 May 2016\nbuilt on: today\n", "without any figure"},
		{"{\"schema\": \"libcb.gate/1\"}", "the document of a gate"},
		{"\x1f\x8b\x08\x08", "packed (gzip): unpack it first"},
		{"PK\x03\x04", "packed (zip)"}, {"a shopping list\n", "no table"},
		{"\n\n", "no table"}, {"", "\"text\" is empty"}};

	for (size_t i = 0; i < ROWS(texts); i++)
		assert_refused(*state, texts[i][0], strlen(texts[i][0]), texts[i][1]);
}

static void a_text_that_is_refused_leaves_the_others(void **state)
{
	import_fixture *f = *state;
	char text[600];

	snprintf(text, sizeof text, BANNER SIZES "%s", aes_row);
	assert_int_equal(cb_import_add(f->import, "one", text, strlen(text)), CB_OK);
	assert_refused(f, "nothing", 7, "no table");
	assert_int_equal(cb_results_cell_count(import_finish(f)), 5);
}

static void several_texts_are_called_by_their_names(void **state)
{
	import_fixture *f = *state;
	const cb_results *results;
	char text[600];

	snprintf(text, sizeof text, BANNER SIZES "%s", aes_row);
	assert_int_equal(cb_import_add(f->import, "runs/old.txt", text, strlen(text)), CB_OK);
	assert_int_equal(cb_import_add(f->import, "runs/new.txt", text, strlen(text)), CB_OK);
	results = import_finish(f);
	assert_string_equal(cb_results_subject_at(results, 0)->label, "old");
	assert_string_equal(cb_results_subject_at(results, 1)->label, "new");
}

static void repeated_runs_are_launches_if_asked_for(void **state)
{
	import_fixture *f = *state;
	const cb_results *results;
	char text[6000] = "";

	for (int i = 0; i < 6; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text),
			BANNER SIZES "aes-128-cbc  5217%d.21k 89064.66k 108961.88k 113282.73k"
				     " 112762.88k\n",
			i);
	results = import_text(f, text);
	assert_int_equal(cb_results_subject_count(results), 6);
	assert_string_equal(cb_results_subject_at(results, 1)->label, "openssl:run 2");
	import_set(f, "repeats", "1");
	results = import_text(f, text);
	assert_int_equal(cb_results_cell_at(results, 0)->summary->launches, 6);
	assert_true(isfinite(cb_results_cell_at(results, 0)->summary->ci95_low_ns));
}

static void decimal_commas_and_utf16_say_the_same(void **state)
{
	static const char comma[] = BANNER SIZES
		"sha256           11873,65k    27703,10k    45966,76k    56730,97k    61287,08k\n";
	import_fixture *f = *state;
	char wide[2 * sizeof comma + 2] = "\xff\xfe";
	size_t len = strlen(comma);

	for (size_t i = 0; i < len; i++) {
		wide[2 + 2 * i] = comma[i];
		wide[3 + 2 * i] = '\0';
	}
	assert_int_equal(cb_import_add(f->import, "wide", wide, 2 * len + 2), CB_OK);
	assert_near(import_rate(import_finish(f), "openssl/sha256/digest/16/on"), 11873650);
}

static void an_impossible_rate_is_not_trusted(void **state)
{
	const cb_results *results = import_text(*state,
		BANNER SIZES "sha256  1.00k 4.00k 999999999999.00k 16.00k 32.00k\n"
			     "md5 99999999.99k 399999999.96k 0.00 0.00 0.00\n");

	assert_says(
		import_cell(results, "openssl/sha256/digest/256/on")->reason, "impossible rate");
	assert_says(import_cell(results, "openssl/md5/digest/16/on")->reason, "impossible rate");
}

/* Each of these is refused or imported; nothing crashes, nothing is endless. */
static void hostile_text_is_refused_or_imported(void **state)
{
	static const struct {
		const char *text;
		size_t len;
	} texts[] = {
		{"\0\0\0\0", 4},
		{"\xff\xfe", 2},
		{"\xff\xfe\x00\xd8", 4},
		{"\xc3\x28\xa0\xa1", 4},
		{SIZES "sha256 \0 1.00k", sizeof SIZES + 14},
		{"\x1b[31m\x1b[", 7},
		{"+F:", 3},
		{"+H:::::::\n+F:::::::\n", 21},
		{"Got: \nGot: from\nGot: +F from 99999999999999999999\n", 50},
		{"Doing \nDoing : Doing : \n", 24},
		{"[99999999999999999999] aes-128 cbc 1.00k\n", 41},
	};
	import_fixture *f = *state;

	for (size_t i = 0; i < ROWS(texts); i++) {
		cb_results *results = NULL;

		cb_status status = cb_import_text(&results, f->ctx, texts[i].text, texts[i].len);

		assert_true(status == CB_OK || status == CB_EFORMAT || status == CB_EEMPTY);
		cb_results_free(results);
	}
}

static void fill(char *out, size_t size, const char *line)
{
	size_t len = strlen(line);

	for (size_t at = 0; at + len < size; at += len)
		memcpy(out + at, line, len + 1);
}

static void a_million_lines_are_read_and_too_many_figures_refused(void **state)
{
	static const char *const lines[] = {"x\n", "Doing ", "## a\n", "\n", "Error x\n"};
	import_fixture *f = *state;
	size_t size = (size_t)6 << 20;
	char *text = calloc(size + 1, 1);

	assert_non_null(text);
	for (size_t i = 0; i < ROWS(lines); i++) {
		cb_results *results = NULL;

		fill(text, (size_t)2 << 20, lines[i]);
		assert_true(cb_import_text(&results, f->ctx, text, strlen(text)) != CB_OK);
		cb_results_free(results);
	}
	fill(text, size, "sha256 1.00k 2.00k 3.00k 4.00k 5.00k 6.00k\n");
	assert_refused(f, text, strlen(text), "more than 20000 figures");
	free(text);
}

static void overlong_numbers_are_numbers(void **state)
{
	char text[2000];
	const cb_results *results;

	snprintf(text, sizeof text, BANNER SIZES "sha256 %0300d.00k 1.00k 1.00k 1.00k 1.00k\n", 7);
	results = import_text(*state, text);
	assert_near(import_rate(results, "openssl/sha256/digest/16/on"), 7000);
}

static cb_status import_once(void *payload)
{
	static const char text[] = "## A, -multi 2\n" BANNER SIZES
				   "Doing md5 for 3s on 16 size blocks: 3000 md5's in 2.50s\n"
				   "[1] md5 1.00k 2.00k 3.00k 4.00k 5.00k\n"
				   "[2] md5 1.10k 2.00k 3.00k 4.00k 5.00k\n"
				   "sha1 9.00k 3.00k 99.00k -1.00 5.00k\n";
	import_fixture *f = payload;
	cb_results *results = NULL;
	cb_status status = cb_import_text(&results, f->ctx, text, sizeof text - 1);

	cb_results_free(results);
	return status;
}

static void an_import_is_whole_or_none(void **state)
{
	assert_true(scarcity_try(import_once, *state) > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_option_takes_a_value_and_is_described),
		TEST(values_out_of_range_are_refused),
		TEST(what_supplies_nothing_is_refused),
		TEST(an_import_without_texts_is_empty),
		TEST(other_programs_are_refused_by_name),
		TEST(a_text_that_is_refused_leaves_the_others),
		TEST(several_texts_are_called_by_their_names),
		TEST(repeated_runs_are_launches_if_asked_for),
		TEST(decimal_commas_and_utf16_say_the_same),
		TEST(an_impossible_rate_is_not_trusted),
		TEST(hostile_text_is_refused_or_imported),
		TEST(a_million_lines_are_read_and_too_many_figures_refused),
		TEST(overlong_numbers_are_numbers),
		TEST(an_import_is_whole_or_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
