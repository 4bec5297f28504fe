/* SPDX-License-Identifier: Apache-2.0 */
#include "import_fixture.h"

#include "json_text.h"

static const char frame[] =
	"{\"schema\": \"libcb.results/1\", \"complete\": true, \"environment\": {\"cpu\": "
	"{\"features\":"
	" {\"aes\": %s}}}, \"subjects\": [{\"label\": \"openssl:on\", \"backend\": \"openssl\","
	" \"accel\": \"on\"}, {\"label\": \"openssl:%s\", \"backend\": \"openssl\","
	" \"accel\": \"%s\"}], \"cells\": [%s, %s]}";
static const char cell_text[] =
	"{\"id\": \"openssl/aes-128-cbc/encrypt/16384/%s\", \"panel\": \"p\", \"subject\":"
	" \"openssl:%s\", \"algorithm\": \"aes-128-cbc\", \"operation\": \"encrypt\", \"size\":"
	" 16384, \"threads\": 1, \"processes\": 1, \"variant\": \"message\", \"semantics\":"
	" \"cipher.encrypt.message/1\", \"outcome\": \"measured\", \"summary\": {\"n\": 1,"
	" \"launches\": 1, \"median_ns\": %.1f, \"ci95_low_ns\": null, \"ci95_high_ns\": null,"
	" \"mad_ns\": null, \"min_ns\": null, \"trimmed_mean_ns\": null, \"cpu_median_ns\": null,"
	" \"bytes_per_second\": 1.0, \"ops_per_second\": 1.0, \"contended\": false}}";

#define SHA_CELL(label)                                                                            \
	"{\"id\": \"" label "\", \"panel\": \"p\", \"subject\": \"" label                          \
	"\", \"algorithm\": \"sha256\", \"operation\": \"digest\", \"size\": 16384, \"threads\":"  \
	" 1, \"processes\": 1, \"variant\": \"message\", \"semantics\":"                           \
	" \"openssl-speed.digest/1\", \"outcome\": \"measured\", \"summary\": {\"n\": 1,"          \
	" \"launches\": 1, \"median_ns\": 9000.0, \"ci95_low_ns\": null, \"ci95_high_ns\": null,"  \
	" \"mad_ns\": null, \"min_ns\": null, \"trimmed_mean_ns\": null, \"cpu_median_ns\": null," \
	" \"bytes_per_second\": 1.0, \"ops_per_second\": 1.0, \"contended\": false}}"

/* Findings of a run whose cells take so long as the library ships and in @p mode. */
static size_t count_beside(
	import_fixture *f, const char *aes, double on, const char *mode, double other)
{
	char text[4000], cells[2][1000];
	cb_findings *findings;
	size_t count;

	snprintf(cells[0], sizeof cells[0], cell_text, "on", "on", on);
	snprintf(cells[1], sizeof cells[1], cell_text, mode, mode, other);
	snprintf(text, sizeof text, frame, aes, mode, mode, cells[0], cells[1]);
	cb_results_free(f->results);
	f->results = NULL;
	if (cb_results_from_json(&f->results, f->ctx, text, strlen(text)) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	assert_int_equal(cb_findings_new(&findings, f->ctx, f->results), CB_OK);
	count = cb_findings_count(findings);
	if (count > 0)
		assert_string_equal(cb_findings_at(findings, 0)->id, "acceleration-not-used");
	assert_null(cb_findings_at(findings, count));
	cb_findings_free(findings);
	return count;
}

/* By the wall one has half the speed of the other, by CPU time, which decides, both the same. */
static void a_finding_tells_the_figures_that_decided(void **state)
{
	import_fixture *f = *state;
	char text[4000], cells[2][1000], busy[2][1000];
	cb_findings *findings;

	snprintf(cells[0], sizeof cells[0], cell_text, "on", "on", 160000.0);
	snprintf(cells[1], sizeof cells[1], cell_text, "nocrypto", "nocrypto", 80000.0);
	for (int i = 0; i < 2; i++) {
		char *cpu = strstr(cells[i], "\"cpu_median_ns\": null");
		char *contended = strstr(cells[i], "false");

		assert_non_null(cpu);
		assert_non_null(contended);
		snprintf(busy[i], sizeof busy[i], "%.*s\"cpu_median_ns\": 40960.0%.*strue}}",
			(int)(cpu - cells[i]), cells[i],
			(int)(contended - cpu - (long)strlen("\"cpu_median_ns\": null")),
			cpu + strlen("\"cpu_median_ns\": null"));
	}
	snprintf(text, sizeof text, frame, "true", "nocrypto", "nocrypto", busy[0], busy[1]);
	cb_results_free(f->results);
	f->results = NULL;
	if (cb_results_from_json(&f->results, f->ctx, text, strlen(text)) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	assert_int_equal(cb_findings_new(&findings, f->ctx, f->results), CB_OK);
	assert_int_equal(cb_findings_count(findings), 1);
	assert_non_null(strstr(cb_findings_at(findings, 0)->text,
		"does 400 MB/s at 16384 B, and openssl:nocrypto, which has none of them, 400 MB/s"
		" (by CPU time)"));
	cb_findings_free(findings);
}

static size_t count_findings(import_fixture *f, const char *aes, double on, double nocrypto)
{
	return count_beside(f, aes, on, "nocrypto", nocrypto);
}

/* 16384 bytes at 105130 and 203730 thousand bytes per second: slower with than without. */
static void a_mode_that_gains_nothing_is_found(void **state)
{
	assert_int_equal(count_findings(*state, "true", 155845, 80420), 1);
	assert_int_equal(count_findings(*state, "true", 100, 119), 1);
}

static void a_mode_that_gains_is_no_finding(void **state)
{
	assert_int_equal(count_findings(*state, "true", 100, 121), 0);
	assert_int_equal(count_findings(*state, "true", 100, 1500), 0);
}

/* 15 cycles for each byte at 3 GHz, but 2.5 times as fast as without. */
static void a_gain_over_off_is_no_finding(void **state)
{
	assert_int_equal(count_beside(*state, "true", 81920, "off", 204800), 0);
	assert_int_equal(count_beside(*state, "true", 81920, "off", 81920), 1);
}

static void a_processor_without_the_instructions_is_no_finding(void **state)
{
	assert_int_equal(count_findings(*state, "false", 100, 100), 0);
	assert_int_equal(count_findings(*state, "\"unknown\"", 100, 100), 0);
}

/* SHA-256 is the same by either interface; only that of AES has none. */
static void sha256_by_the_low_level_interface_is_no_sha256_without(void **state)
{
	import_fixture *f = *state;
	static const char text[] =
		"{\"schema\": \"libcb.results/1\", \"complete\": true, \"environment\": {\"cpu\":"
		" {\"features\": {\"sha2\": true}}}, \"subjects\": [{\"label\": \"evp\","
		" \"backend\": \"openssl\", \"accel\": \"on\", \"api\": \"evp\"}, {\"label\":"
		" \"low\", \"backend\": \"openssl\", \"accel\": \"on\", \"api\": \"low-level\"}],"
		" \"cells\": [";
	char document[4000];
	cb_findings *findings;

	snprintf(document, sizeof document, "%s" SHA_CELL("evp") ", " SHA_CELL("low") "]}", text);
	cb_results_free(f->results);
	f->results = NULL;
	if (cb_results_from_json(&f->results, f->ctx, document, strlen(document)) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	assert_int_equal(cb_findings_new(&findings, f->ctx, f->results), CB_OK);
	assert_int_equal(cb_findings_count(findings), 0);
	cb_findings_free(findings);
}

/* Two processes may share a core; then each byte takes twice as many cycles of it. */
static void cycles_of_several_processes_are_no_finding(void **state)
{
	import_fixture *f = *state;
	cb_findings *findings;
	const cb_results *results =
		import_text(f, "## Core i7-4770 3.40 GHz, -multi 8\n" BANNER SIZES
			       "aes-256-cbc 80000.00k 81000.00k 82000.00k 83000.00k 84000.00k\n");

	assert_int_equal(cb_results_cell_at(results, 0)->processes, 8);
	assert_int_equal(cb_findings_new(&findings, f->ctx, results), CB_OK);
	assert_int_equal(cb_findings_count(findings), 0);
	cb_findings_free(findings);
}

/* The finding for rows of one machine, whose name is the heading. */
static size_t count_of_machine(import_fixture *f, const char *name, const char *api_name)
{
	char text[600];
	cb_findings *findings;
	cb_results *results;
	size_t count;

	snprintf(text, sizeof text,
		"## %s\n" BANNER SIZES "%s 80000.00k 81000.00k 82000.00k"
		" 83000.00k 84000.00k\n",
		name, api_name);
	assert_int_equal(cb_import_text(&results, f->ctx, text, strlen(text)), CB_OK);
	assert_int_equal(cb_findings_new(&findings, f->ctx, results), CB_OK);
	count = cb_findings_count(findings);
	if (count > 0)
		assert_string_equal(cb_findings_at(findings, 0)->evidence, "cpu-name");
	cb_findings_free(findings);
	cb_results_free(results);
	return count;
}

static void a_clock_and_a_name_are_enough(void **state)
{
	assert_int_equal(count_of_machine(*state, "Core i7-4770 3.40 GHz", "aes-256-cbc"), 1);
	assert_int_equal(count_of_machine(*state, "Core i3-2100 3.10 GHz", "aes-256-cbc"), 0);
	assert_int_equal(count_of_machine(*state, "Core i7-4770", "aes-256-cbc"), 0);
	assert_int_equal(count_of_machine(*state, "Something 3.40 GHz", "aes-256-cbc"), 0);
	/* what takes so long may be authentication */
	assert_int_equal(count_of_machine(*state, "Core i7-4770 3.40 GHz", "aes-256-gcm"), 0);
	assert_int_equal(count_of_machine(*state, "MIPS 74Kc 0.7 GHz", "aes-256-cbc"), 0);
}

/* The low-level interface never used them; that is said, and nothing of the library. */
static void the_low_level_interface_is_told(void **state)
{
	import_fixture *f = *state;
	cb_findings *findings;
	const cb_results *results =
		import_text(f, "## Core i7-4770 3.40 GHz\n" BANNER SIZES
			       "aes-256 cbc 80000.00k 81000.00k 82000.00k 83000.00k 84000.00k\n");

	assert_int_equal(cb_findings_new(&findings, f->ctx, results), CB_OK);
	assert_int_equal(cb_findings_count(findings), 1);
	assert_string_equal(cb_findings_at(findings, 0)->id, "low-level-interface");
	cb_findings_free(findings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_finding_tells_the_figures_that_decided),
		TEST(a_mode_that_gains_nothing_is_found),
		TEST(a_mode_that_gains_is_no_finding),
		TEST(a_gain_over_off_is_no_finding),
		TEST(a_processor_without_the_instructions_is_no_finding),
		TEST(a_clock_and_a_name_are_enough),
		TEST(sha256_by_the_low_level_interface_is_no_sha256_without),
		TEST(cycles_of_several_processes_are_no_finding),
		TEST(the_low_level_interface_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
