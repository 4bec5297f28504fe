/* SPDX-License-Identifier: Apache-2.0 */
/* Which time a page tells, and who is before whom by it. */
#include "report.h"

#include "page_fixture.h"

/* A cell during which other work had the processor: wall and CPU time of their own. */
#define BUSY(wall, cpu)                                                                            \
	"'outcome': 'measured', 'summary': {'n': 60, 'launches': 2, 'median_ns': " #wall           \
	", 'cpu_median_ns': " #cpu ", 'ci95_low_ns': null, 'ci95_high_ns': null, "                 \
	"'cpu_ci95_low_ns': null, 'cpu_ci95_high_ns': null, 'mad_ns': null, 'min_ns': null, "      \
	"'trimmed_mean_ns': null, 'bytes_per_second': 1, 'ops_per_second': 1, "                    \
	"'contended': true}"

/* By wall time libsodium would be before OpenSSL. */
static const line busy[] = {
	{"openssl:on", "aes-256-gcm/seal/16384", 0, 0, BUSY(20000, 4000)},
	{"openssl:nocrypto", "aes-256-gcm/seal/16384", 0, 0, BUSY(40000, 80000)},
	{"libsodium:on", "aes-256-gcm/seal/16384", 0, 0, BUSY(11000, 10000)},
};

static void other_work_does_not_change_who_is_fastest(void **state)
{
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "", busy);
	page = make_page(f, NULL);
	assert_has(page, "is fastest in OpenSSL 1.0: 4.10 GB/s of CPU time for messages of 16 KiB");
	assert_has(page, "<td class=\"n\">~4.10 GB/s</td><td class=\"n\">20x</td>"
			 "<td>libsodium, 2.5x</td>");
	assert_has(page, "<b>~</b>: other work had the processor: by CPU time.");
	cb_string_free(page);
}

/* The bars tell the pair that the headline and the tables tell. */
static void all_gains_of_a_page_are_of_one_pair(void **state)
{
	static const line modes[] = {{"openssl:on", "aes-256-gcm/seal/16384", 4000, 1, NULL},
		{"openssl:nocrypto", "aes-256-gcm/seal/16384", 64000, 1, NULL},
		{"openssl:off", "aes-256-gcm/seal/16384", 160000, 1, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "", modes);
	page = make_page(f, NULL);
	assert_has(page, ">16x</text>");
	assert_has(page, "<td class=\"n\">16x</td>");
	assert_null(strstr(page, ">40x</text>"));
	cb_string_free(page);
}

static void documents_are_ranked_by_cpu_time_too(void **state)
{
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "'tool': {'machine': 'a'}, ", busy);
	DOCUMENT(f, "'tool': {'machine': 'b'}, ", busy);
	page = make_page(f, NULL);
	assert_has(page, "16 KiB in OpenSSL 1.0; b reaches 4.10 GB/s of CPU time in OpenSSL 1.0.");
	cb_string_free(page);
}

static void as_fast_as_another_library_is_said_of_each_machine(void **state)
{
	static const line near[] = {{"openssl:on", "sha256/digest/64", 100, 5, NULL},
		{"mbedtls:on", "sha256/digest/64", 102, 5, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "'tool': {'machine': 'a'}, ", near);
	DOCUMENT(f, "'tool': {'machine': 'b'}, ", near);
	page = make_page(f, NULL);
	assert_has(page, " in OpenSSL 1.0, or as fast as far as can be told in mbedTLS 1.0;");
	cb_string_free(page);
}

static void what_had_its_processor_is_told_by_wall_time(void **state)
{
	static const line calm[] = {{"openssl:on", "sha256/digest/64", 100, 1, NULL}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "", calm);
	page = make_page(f, NULL);
	assert_has(page, "reaches 640 MB/s for messages");
	assert_null(strstr(page, "<b>~</b>"));
	cb_string_free(page);
}

/* CPU time of several is no time in which they are done. */
static void several_threads_are_told_by_wall_time(void **state)
{
	static const line many[] = {
		{"openssl:on", "sha256/digest/64000", 0, 0, "'threads': 2, " BUSY(64000, 32000)}};
	compare_fixture *f = *state;
	char *page;

	DOCUMENT(f, "", many);
	page = make_page(f, NULL);
	assert_has(page, "reaches 1.00 GB/s for messages");
	cb_string_free(page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		COMPARE_TEST(other_work_does_not_change_who_is_fastest),
		COMPARE_TEST(all_gains_of_a_page_are_of_one_pair),
		COMPARE_TEST(documents_are_ranked_by_cpu_time_too),
		COMPARE_TEST(as_fast_as_another_library_is_said_of_each_machine),
		COMPARE_TEST(what_had_its_processor_is_told_by_wall_time),
		COMPARE_TEST(several_threads_are_told_by_wall_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
