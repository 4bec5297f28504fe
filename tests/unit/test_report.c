/* SPDX-License-Identifier: Apache-2.0 */
#include "report.h"

#include <locale.h>

#include "page_fixture.h"

#include <jansson.h>

#include "scarcity.h"

#define LIMIT 500000

static const line lines[] = {
	{"openssl:on", "aes-256-gcm/seal/16", 100, 1, NULL},
	{"openssl:on", "aes-256-gcm/seal/16384", 4000, 1, NULL},
	{"openssl:nocrypto", "aes-256-gcm/seal/16", 200, 1, NULL},
	{"openssl:nocrypto", "aes-256-gcm/seal/16384", 64000, 1, NULL},
	{"mbedtls:on", "aes-256-gcm/seal/16", 300, 5, NULL},
	{"mbedtls:on", "aes-256-gcm/seal/16384", 16000, 1, NULL},
	{"openssl:on", "ed25519/sign/0", 40000, 1, NULL},
	{"mbedtls:on", "ed25519/sign/0", 0, 0, NULL},
};

#define MACHINE                                                                                    \
	"'environment': {'cpu': {'model': 'Any(R) CPU', 'logical_cpus': 2, 'features': {'aes': "   \
	"true}}, 'warnings': [{'id': 'load', 'text': 'other work competes'}]}, "

/* The data of a page, the caller's. */
static json_t *data_of(const char *page)
{
	static const char opening[] = "<script type=\"application/json\" id=\"data\">";
	const char *begin = strstr(page, opening), *end;
	json_error_t error;
	json_t *data;

	assert_non_null(begin);
	begin += sizeof opening - 1;
	end = strstr(begin, "</script>");
	assert_non_null(end);
	data = json_loadb(begin, (size_t)(end - begin), 0, &error);
	if (data == NULL)
		fail_msg("the data are no JSON: %s", error.text);
	return data;
}

static json_t *results_of(json_t *data, size_t document)
{
	return json_object_get(
		json_array_get(json_object_get(data, "documents"), document), "results");
}

static void the_headline_is_the_answer(void **state)
{
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, MACHINE, lines);
	page = make_page(f, NULL);
	assert_has(page, "<p class=\"answer\">On this machine (Any CPU, 2 CPUs), ");
	assert_has(page,
		"AES-256-GCM </span>is fastest in OpenSSL 1.0: 4.10 GB/s for messages of"
		" 16 KiB with the CPU&#39;s AES instructions, 16 times as fast as without.");
	assert_has(page, "other work competes");
	cb_string_free(page);
}

static void libraries_that_cannot_be_told_apart_are_equal(void **state)
{
	static const line near[] = {{"openssl:on", "sha256/digest/64", 100, 5, NULL},
		{"mbedtls:on", "sha256/digest/64", 102, 5, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "", near);
	page = make_page(f, NULL);
	assert_has(page, "is equally fast, as far as can be told, in OpenSSL 1.0 and mbedTLS 1.0");
	cb_string_free(page);
}

static void a_gain_that_is_none_is_not_claimed(void **state)
{
	static const line even[] = {{"openssl:on", "md5/digest/64", 100, 1, NULL},
		{"openssl:nocrypto", "md5/digest/64", 101, 3, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "", even);
	page = make_page(f, NULL);
	assert_has(page, "MD5 in OpenSSL 1.0 reaches 640 MB/s for messages of 64 B; the CPU&#39;s"
			 " crypto instructions make no difference to it.");
	cb_string_free(page);
}

/* Mode "off" takes vector units away, too: that is no gain by crypto instructions. */
static void a_gain_over_off_is_none_of_crypto_instructions(void **state)
{
	static const line vector[] = {{"openssl:on", "chacha20-poly1305/seal/64", 100, 1, NULL},
		{"openssl:off", "chacha20-poly1305/seal/64", 600, 1, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, MACHINE, vector);
	page = make_page(f, NULL);
	assert_has(page, "with acceleration, 6.0 times as fast as without");
	assert_lacks(page, "with the CPU&#39;s");
	assert_has(page, "6.0x (off)");
	cb_string_free(page);
}

static void a_gain_that_the_noise_hides_is_neither_claimed_nor_denied(void **state)
{
	static const line noisy[] = {{"openssl:on", "md5/digest/64", 100, 30, NULL},
		{"openssl:nocrypto", "md5/digest/64", 120, 30, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "", noisy);
	page = make_page(f, NULL);
	assert_has(page, "make no difference to it that can be told");
	cb_string_free(page);
}

static void instructions_that_slow_down_make_nothing_faster(void **state)
{
	static const line slower[] = {{"openssl:on", "md5/digest/64", 200, 1, NULL},
		{"openssl:nocrypto", "md5/digest/64", 100, 1, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "", slower);
	page = make_page(f, NULL);
	assert_has(page, "crypto instructions make it no faster");
	cb_string_free(page);
}

static void nothing_measured_is_said(void **state)
{
	static const line none[] = {{"openssl:on", "md5/digest/64", 0, 0, NULL},
		{"openssl:on", "md5/digest/16", 0, 0, "'outcome': 'crashed', 'reason': 'SIGILL'"}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "'complete': false, ", none);
	page = make_page(f, NULL);
	assert_has(page, "Nothing was measured");
	assert_has(page, "not everything that was planned was reached");
	assert_has(page, "1 cell ended as &quot;crashed&quot;");
	assert_has(page, "SIGILL");
	assert_lacks(page, "<svg");
	cb_string_free(page);
}

static void a_document_without_cells_has_a_page(void **state)
{
	compare_fixture *f = *state;
	char *page;

	make_document(f, "", NULL, 0);
	page = make_page(f, NULL);
	assert_has(page, "Nothing was measured");
	assert_has(page, "</html>");
	cb_string_free(page);
}

static void no_results_are_refused(void **state)
{
	compare_fixture *f = *state;
	char *page = NULL;

	assert_int_equal(cb_report(&page, f->ctx, NULL, 0, NULL), CB_EEMPTY);
	assert_null(page);
	assert_non_null(strstr(cb_context_error(f->ctx), "at least one"));
}

#define EVIL "</script><img src=x onerror=alert(1)>\\\" onload=x <!-- & "

static void hostile_texts_are_inert(void **state)
{
	static const line evil[] = {{"x@openssl:on", "<b>evil/<i>op/64", 100, 1, NULL},
		{"y@mbedtls:on", "<b>evil/<i>op/64", 0, 0,
			"'outcome': 'failed', 'reason': '" EVIL "'"}};
	const char *names[] = {"<script>alert(1)</script>"};
	cb_report_config config = CB_REPORT_CONFIG_INIT;
	compare_fixture *f = *state;
	char *page;

	config.title = "</title><script>alert(2)</script>\xff\x1b[2J\xe2\x80\xae";
	config.names = names;
	config.command = "cbench '</code><img src=x>'";
	DOCUMENT(f,
		"'tool': {'machine': '" EVIL "'}, 'environment': {'cpu': {'model': '" EVIL "'}, "
		"'warnings': [{'id': 'x', 'text': '" EVIL "'}]}, ",
		evil);
	page = make_page(f, &config);
	assert_lacks(page, "<img");
	assert_lacks(page, "<b>evil");
	assert_lacks(page, "<i>op");
	assert_lacks(page, "<script>alert");
	assert_lacks(page, "<!-- &");
	assert_lacks(page, "\xff");
	assert_lacks(page, "\x1b");
	assert_lacks(page, "\xe2\x80\xae");
	assert_has(page, "&lt;img src=x onerror=alert(1)&gt;&quot; onload=x &lt;!-- &amp; ");
	assert_has(page, "\\u003c/script>");
	cb_string_free(page);
}

static void the_headline_can_be_given(void **state)
{
	cb_report_config config = CB_REPORT_CONFIG_INIT;
	compare_fixture *f = *state;
	char *page;

	config.headline = "Take <this>.";
	config.command = "cbench report x.json";
	DOCUMENT(f, "", lines);
	page = make_page(f, &config);
	assert_has(page, "<p class=\"answer\">Take &lt;this&gt;.</p>");
	assert_has(page, "<code>cbench report x.json</code>");
	cb_string_free(page);
}

/* What an older program passes ends before the members it does not know. */
static void a_shorter_config_has_defaults_for_the_rest(void **state)
{
	cb_report_config config = CB_REPORT_CONFIG_INIT;
	compare_fixture *f = *state;
	char *page;

	config.struct_size = offsetof(cb_report_config, names);
	config.title = "Mine";
	config.headline = "never";
	DOCUMENT(f, "", lines);
	page = make_page(f, &config);
	assert_has(page, "<title>Mine</title>");
	assert_lacks(page, ">never<");
	cb_string_free(page);
}

static double column_at(json_t *columns, const char *name, size_t i)
{
	json_t *column = json_object_get(columns, name);

	if (json_object_get(column, "all") != NULL)
		return json_number_value(json_object_get(column, "all"));
	return json_number_value(json_array_get(column, i));
}

static void the_figures_are_inside_as_columns(void **state)
{
	compare_fixture *f = *state;
	json_t *data, *cells, *columns;
	char *page;

	DOCUMENT(f, MACHINE, lines);
	page = make_page(f, NULL);
	data = data_of(page);
	cells = json_object_get(results_of(data, 0), "cells");
	columns = json_object_get(cells, "columns");
	assert_int_equal(json_integer_value(json_object_get(cells, "count")), 8);
	for (size_t i = 0; i < 7; i++)
		assert_near(column_at(columns, "summary.median_ns", i), lines[i].ns);
	assert_true(json_is_null(json_array_get(json_object_get(columns, "summary.median_ns"), 7)));
	assert_string_equal(json_string_value(json_object_get(results_of(data, 0), "schema")),
		"libcb.results/1");
	json_decref(data);
	cb_string_free(page);
}

static void samples_stay_outside(void **state)
{
	static const line one[] = {{"openssl:on", "md5/digest/64", 100, 1,
		"'samples': {'launch': [0], 'round': [0], 'ops': [7], 'wall_ns': [123456.5], "
		"'cpu_ns': [1], 'switches': [0], 'clock_hz': [1]}"}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "", one);
	page = make_page(f, NULL);
	assert_lacks(page, "samples.");
	assert_lacks(page, "123456");
	cb_string_free(page);
}

static void machines_stand_side_by_side(void **state)
{
	static const line fast[] = {{"openssl:on", "md5/digest/64", 100, 1, NULL}};
	static const line slow[] = {{"openssl:on", "md5/digest/64", 300, 1, NULL}};
	const char *names[] = {"new", NULL};
	cb_report_config config = CB_REPORT_CONFIG_INIT;
	compare_fixture *f = *state;
	json_t *data;
	char *page;

	config.names = names;
	DOCUMENT(f, "", fast);
	DOCUMENT(f, "'tool': {'machine': 'attic'}, ", slow);
	page = make_page(f, &config);
	assert_has(page, "MD5 is fastest on new: 640 MB/s for messages of 64 B in OpenSSL 1.0;"
			 " attic reaches 213 MB/s in OpenSSL 1.0.");
	assert_has(page, "<h3>attic against new</h3>");
	assert_has(page, "attic takes 3 times as long");
	assert_has(page, "data-c=\"0 1.0\"");
	data = data_of(page);
	assert_non_null(results_of(data, 1));
	json_decref(data);
	cb_string_free(page);
}

static void machines_that_are_as_fast_are_equal(void **state)
{
	static const line a[] = {{"openssl:on", "md5/digest/64", 100, 5, NULL}};
	static const line b[] = {{"openssl:on", "md5/digest/64", 102, 5, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "'tool': {'machine': 'cellar'}, ", a);
	DOCUMENT(f, "'tool': {'machine': 'attic'}, ", b);
	page = make_page(f, NULL);
	assert_has(page, "MD5 is equally fast, as far as can be told, on cellar and attic: 640");
	cb_string_free(page);
}

static void who_alone_has_a_figure_is_not_the_fastest(void **state)
{
	static const line a[] = {{"openssl:on", "md5/digest/64", 100, 5, NULL}};
	static const line b[] = {{"openssl:on", "sha256/digest/64", 102, 5, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "'tool': {'machine': 'cellar'}, ", a);
	DOCUMENT(f, "'tool': {'machine': 'attic'}, ", b);
	page = make_page(f, NULL);
	assert_lacks(page, "is fastest on");
	assert_has(page, "SHA-256 </span>was measured on attic: ");
	assert_has(page, "cellar has no figure for the same work.");
	cb_string_free(page);
}

static void what_others_published_was_not_measured_in_turn_on_this_machine(void **state)
{
	static const line both[] = {{"openssl:on", "md5/digest/64", 100, 5, NULL},
		{"mbedtls:on", "md5/digest/64", 200, 5, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "'import': {'source': 'openssl speed'}, " MACHINE, both);
	page = make_page(f, NULL);
	assert_has(page, "<p class=\"answer\">On Any CPU, ");
	assert_lacks(page, "On this machine");
	assert_lacks(page, "milliseconds");
	/* nor can it be measured again, and what nobody knows is not listed */
	assert_lacks(page, "The same again");
	assert_has(page, "<dt>Measured by</dt><dd>others, with openssl speed");
	assert_lacks(page, "<dt>Finished</dt>");
	cb_string_free(page);
}

/* Cut after a few letters they would be two of one name. */
static void long_names_stand_above_their_bars(void **state)
{
	static const line both[] = {
		{"a machine of mine: low@openssl:on", "md5/digest/64", 100, 5, NULL},
		{"a machine of mine: evp@openssl:on", "md5/digest/64", 200, 5, NULL},
		{"short@mbedtls:on", "md5/digest/64", 200, 5, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, MACHINE, both);
	page = make_page(f, NULL);
	assert_has(page, "<text class=\"t\" x=\"0\" y=\"12\">a machine of mine: low</text>\n"
			 "<g class=\"h0 m0 s0\"><text class=\"e\" x=\"112\" y=\"29\">on</text>");
	assert_has(page, ">a machine of mine: evp</text>");
	assert_has(page, "viewBox=\"0 0 360 99\"");
	assert_has(page, "<h2 id=\"bars\">Side by side</h2>");
	assert_lacks(page, ">Crypto</th>");
	cb_string_free(page);
}

/* Of imported results hardly a figure is known. */
static void figures_that_are_not_known_are_no_figures(void **state)
{
	static const char text[] =
		"{'schema': 'libcb.results/1', 'complete': true, 'subjects': [{'label': 'a', "
		"'backend': 'openssl', 'accel': 'on'}], 'cells': [{'id': 'a', 'panel': 'a', "
		"'subject': 'a', 'algorithm': 'md5', 'operation': 'digest', 'size': 64, 'threads': "
		"1, 'processes': 1, 'variant': 'message', 'semantics': 'openssl-speed.hash/1', "
		"'outcome': 'measured', 'summary': {'n': 1, 'launches': 1, 'median_ns': 100, "
		"'ci95_low_ns': null, 'ci95_high_ns': null, 'mad_ns': null, 'min_ns': null, "
		"'trimmed_mean_ns': null, 'cpu_median_ns': null, 'bytes_per_second': 640000000, "
		"'ops_per_second': 10000000, 'contended': false}}]}";
	compare_fixture *f = *state;
	char *json = strdup(text), *page;

	for (char *c = json; *c != '\0'; c++)
		*c = *c == '\'' ? '"' : *c;
	assert_int_equal(cb_results_from_json(&f->documents[0], f->ctx, json, strlen(json)), CB_OK);
	f->count = 1;
	page = make_page(f, NULL);
	assert_has(page, "640 MB/s for messages of 64 B");
	assert_lacks(page, "nan");
	assert_lacks(page, "NaN.");
	assert_lacks(page, "inf\"");
	cb_string_free(page);
	free(json);
}

static void other_semantics_stand_apart(void **state)
{
	static const line two[] = {{"openssl:on", "md5/digest/64", 100, 1, NULL},
		{"mbedtls:on", "md5/digest/64", 50, 1, "'semantics': 'other/1'"}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "", two);
	page = make_page(f, NULL);
	assert_has(page, "digest (a/1)");
	assert_has(page, "digest (other/1)");
	cb_string_free(page);
}

/* As many cells as a default run has, with every figure and interval. */
static void a_default_run_weighs_less_than_the_limit(void **state)
{
	static const char *const subjects[] = {"openssl:on", "openssl:nocrypto", "openssl:off",
		"mbedtls:on", "mbedtls:nocrypto", "mbedtls:off", "libsodium:on",
		"libsodium:nocrypto", "libsodium:off"};
	static const char *const sizes[] = {"16", "64", "256", "1024", "8192", "16384"};
	line *all = calloc(1008, sizeof *all);
	char(*what)[48] = calloc(1008, sizeof *what);
	compare_fixture *f = *state;
	char *page;

	assert_non_null(all);
	assert_non_null(what);
	for (size_t i = 0; i < 1008; i++) {
		const cb_algorithm *algorithm = cb_algorithm_at(i / 54);

		snprintf(what[i], sizeof *what, "%s/seal/%s", algorithm->name, sizes[i / 9 % 6]);
		all[i] = (line){
			subjects[i % 9], what[i], 123.456789 * (double)(i + 1), 1.2345, NULL};
	}
	make_document(f, MACHINE, all, 1008);
	page = make_page(f, NULL);
	if (strlen(page) >= LIMIT)
		fail_msg("%zu bytes", strlen(page));
	cb_string_free(page);
	free(all);
	free(what);
}

static void assert_number(double value, const char *expected)
{
	cb_text text = CB_TEXT_INIT;

	cb__report_number(&text, value);
	assert_string_equal(cb__text_string(&text), expected);
	cb__text_done(&text);
}

static void numbers_have_three_digits_in_any_locale(void **state)
{
	(void)state;
	setlocale(LC_ALL, "de_DE.UTF-8");
	assert_number(0, "0");
	assert_number(0.0123456, "0.0123");
	assert_number(1.2345, "1.23");
	assert_number(9.999, "10.0");
	assert_number(12.345, "12.3");
	assert_number(99.96, "100");
	assert_number(4342.4, "4342");
	assert_number(-1, "?");
	assert_number((double)NAN, "?");
	assert_number((double)INFINITY, "?");
	setlocale(LC_ALL, "C");
}

static void coordinates_have_at_most_one_decimal(void **state)
{
	cb_text text = CB_TEXT_INIT;

	(void)state;
	cb__report_tenths(&text, 12.34);
	cb__text_add(&text, " ");
	cb__report_tenths(&text, 7.04);
	cb__text_add(&text, " ");
	cb__report_tenths(&text, -0.25);
	assert_string_equal(cb__text_string(&text), "12.3 7 -0.3");
	cb__text_done(&text);
}

static void the_command_measures_the_same_again(void **state)
{
	static const line usual[] = {{"openssl:on", "md5/digest/64", 100, 1, NULL},
		{"openssl:nocrypto", "md5/digest/64", 100, 1, NULL},
		{"openssl:off", "md5/digest/64", 100, 1, NULL}};
	static const line own[] = {{"mine@openssl:on", "md5/digest/64", 100, 1, NULL}};
	static const char tool[] =
		"'tool': {'seed': 7, 'machine': 'my box', 'options': {'algorithms': 'md5,sha*', "
		"'sizes': [64], 'variant': ['message'], 'threads': [1, 2], 'launches': null, "
		"'precision': 0.5, 'budget': 120.0, 'time_limit': 30.0, 'cpu': 1}}, ";
	compare_fixture *f = *state;
	cb_text command = CB_TEXT_INIT;

	cb__report_command(&command, DOCUMENT(f, tool, usual));
	assert_string_equal(cb__text_string(&command),
		"cbench run --algorithms 'md5,sha*' --sizes 64 --precision 0.5 --seed 7 --machine "
		"'my box' --threads 1,2");
	cb__text_clear(&command);
	cb__report_command(&command, DOCUMENT(f, "'tool': {'options': {}}, ", own));
	assert_string_equal(
		cb__text_string(&command), "cbench run -s mine@openssl:on=/lib/mine.so");
	cb__text_clear(&command);
	cb__report_command(&command, DOCUMENT(f, "", own));
	assert_int_equal(command.len, 0);
	cb__text_done(&command);
}

static cb_status write_page(void *payload)
{
	compare_fixture *f = payload;
	char *page = NULL;
	cb_status status = cb_report(
		&page, f->ctx, (const cb_results *const *)(void *)f->documents, f->count, NULL);

	assert_int_equal(page != NULL, status == CB_OK);
	cb_string_free(page);
	return status;
}

static void every_allocation_may_fail(void **state)
{
	static const line few[] = {{"openssl:on", "md5/digest/64", 100, 1, NULL},
		{"openssl:off", "md5/digest/64", 200, 1, NULL},
		{"mbedtls:on", "md5/digest/64", 0, 0, NULL}};
	compare_fixture *f = *state;

	DOCUMENT(f, MACHINE "'tool': {'options': {'precision': 0.5}}, ", few);
	assert_true(scarcity_try(write_page, f) > 20);
	DOCUMENT(f, MACHINE, few);
	assert_true(scarcity_try(write_page, f) > 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		COMPARE_TEST(the_headline_is_the_answer),
		COMPARE_TEST(libraries_that_cannot_be_told_apart_are_equal),
		COMPARE_TEST(a_gain_that_is_none_is_not_claimed),
		COMPARE_TEST(a_gain_over_off_is_none_of_crypto_instructions),
		COMPARE_TEST(a_gain_that_the_noise_hides_is_neither_claimed_nor_denied),
		COMPARE_TEST(instructions_that_slow_down_make_nothing_faster),
		COMPARE_TEST(machines_that_are_as_fast_are_equal),
		COMPARE_TEST(who_alone_has_a_figure_is_not_the_fastest),
		COMPARE_TEST(what_others_published_was_not_measured_in_turn_on_this_machine),
		COMPARE_TEST(long_names_stand_above_their_bars),
		COMPARE_TEST(nothing_measured_is_said),
		COMPARE_TEST(a_document_without_cells_has_a_page),
		COMPARE_TEST(no_results_are_refused),
		COMPARE_TEST(hostile_texts_are_inert),
		COMPARE_TEST(the_headline_can_be_given),
		COMPARE_TEST(a_shorter_config_has_defaults_for_the_rest),
		COMPARE_TEST(the_figures_are_inside_as_columns),
		COMPARE_TEST(samples_stay_outside),
		COMPARE_TEST(machines_stand_side_by_side),
		COMPARE_TEST(figures_that_are_not_known_are_no_figures),
		COMPARE_TEST(other_semantics_stand_apart),
		COMPARE_TEST(a_default_run_weighs_less_than_the_limit),
		cmocka_unit_test(numbers_have_three_digits_in_any_locale),
		cmocka_unit_test(coordinates_have_at_most_one_decimal),
		COMPARE_TEST(the_command_measures_the_same_again),
		COMPARE_TEST(every_allocation_may_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
