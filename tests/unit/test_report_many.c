/* SPDX-License-Identifier: Apache-2.0 */
/* Documents of far more libraries than anybody measures: what is made of them must grow with them,
 * not with their square. The limit is of CPU time, and a hundred times what it takes. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cb/advise.h>
#include <cb/compare.h>
#include <cb/report.h>

#include "sanitized.h"
#include "text.h"

#define LIBRARIES (IS_SANITIZED ? 40 : 200)
#define LIMIT_S   90

static const char *const works[][3] = {{"aes-128-gcm", "seal", "aead"},
	{"aes-128-gcm", "open", "aead"}, {"aes-256-gcm", "seal", "aead"},
	{"aes-256-gcm", "open", "aead"}, {"chacha20-poly1305", "seal", "aead"},
	{"chacha20-poly1305", "open", "aead"}, {"sha256", "digest", "hash"},
	{"sha512", "digest", "hash"}};
static const unsigned sizes[] = {16, 64, 256, 1024, 1408, 4096, 16384};

typedef struct many_fixture {
	cb_context *ctx;
	cb_results *results;
} many_fixture;

static void add_cell(cb_text *text, unsigned library, size_t work, unsigned size)
{
	double ns = (200 + size * 0.3) * (1 + 0.01 * library);

	cb__text_format(text,
		"%s{\"id\": \"%u/%s/%s/%u\", \"panel\": \"p\", \"subject\": \"l%u\", "
		"\"algorithm\": "
		"\"%s\", \"operation\": \"%s\", \"size\": %u, \"processes\": 1, \"threads\": 1, "
		"\"variant\": \"message\", \"semantics\": \"%s.%s.message/1\", \"outcome\": "
		"\"measured\", \"summary\": {\"n\": 60, \"launches\": 6, \"median_ns\": %.17g, "
		"\"cpu_median_ns\": %.17g, \"ci95_low_ns\": %.17g, \"ci95_high_ns\": %.17g, "
		"\"mad_ns\": null, \"min_ns\": null, \"trimmed_mean_ns\": null, "
		"\"bytes_per_second\": 1, \"ops_per_second\": 1, \"contended\": false}}",
		text->data[text->len - 1] == '[' ? "" : ",", library, works[work][0],
		works[work][1], size, library, works[work][0], works[work][1], size, works[work][2],
		works[work][1], ns, ns, ns * 0.99, ns * 1.01);
}

static void write_document(cb_text *text)
{
	cb__text_add(text, "{\"schema\": \"libcb.results/1\", \"complete\": true, \"environment\": "
			   "{\"cpu\": {\"features\": {\"aes\": true}}}, \"subjects\": [");
	for (unsigned i = 0; i < LIBRARIES; i++)
		cb__text_format(text,
			"%s{\"label\": \"l%u\", \"backend\": \"openssl\", \"accel\": \"on\", "
			"\"library\": {\"version\": \"3.0.%u\", \"file\": \"/l%u.so\"}}",
			i > 0 ? "," : "", i, i, i);
	cb__text_add(text, "], \"cells\": [");
	for (unsigned i = 0; i < LIBRARIES; i++)
		for (size_t work = 0; work < ROWS(works); work++)
			for (size_t size = 0; size < ROWS(sizes); size++)
				add_cell(text, i, work, sizes[size]);
	cb__text_add(text, "]}");
}

static int set_up(void **state)
{
	many_fixture *f = calloc(1, sizeof *f);
	cb_text text = CB_TEXT_INIT;

	assert_non_null(f);
	assert_int_equal(cb_context_new(&f->ctx, NULL), CB_OK);
	write_document(&text);
	if (cb_results_from_json(&f->results, f->ctx, text.data, text.len) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	cb__text_done(&text);
	*state = f;
	return 0;
}

static int tear_down(void **state)
{
	many_fixture *f = *state;

	cb_results_free(f->results);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

static double now(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

static void a_report_of_many_libraries_does_not_hang(void **state)
{
	many_fixture *f = *state;
	const cb_results *results[] = {f->results};
	double start = now();
	char *page = NULL;
	char last[8];

	snprintf(last, sizeof last, "l%d", LIBRARIES - 1);
	assert_int_equal(cb_report(&page, f->ctx, results, 1, NULL), CB_OK);
	assert_true(now() - start < LIMIT_S);
	assert_non_null(strstr(page, last));
	cb_string_free(page);
}

static void advice_on_many_libraries_does_not_hang(void **state)
{
	many_fixture *f = *state;
	const cb_results *results[] = {f->results};
	double start = now();
	cb_profile *profile = NULL;
	cb_advice *advice = NULL;

	assert_int_equal(cb_profile_find(&profile, f->ctx, "bulk-transfer"), CB_OK);
	assert_int_equal(cb_advise(&advice, f->ctx, results, 1, profile, NULL), CB_OK);
	assert_true(now() - start < LIMIT_S);
	assert_int_equal(cb_advice_ranking_at(advice, 0)->ranked_count, 3 * LIBRARIES);
	cb_advice_free(advice);
	cb_profile_free(profile);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_report_of_many_libraries_does_not_hang, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			advice_on_many_libraries_does_not_hang, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
