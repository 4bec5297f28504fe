/* SPDX-License-Identifier: Apache-2.0 */
/* Fits of a document: read, checked, written again, and what is computed from them. */
#define _XOPEN_SOURCE 700 /* mkdtemp */

#include "results_fixture.h"

/* Member names and values, so that single ones can be replaced. */
#define FIT                                                                                        \
	"{\"subject\": \"openssl:on\", \"algorithm\": \"aes-256-gcm\", \"operation\": \"seal\", "  \
	"\"variant\": \"message\", \"threads\": 1, \"processes\": 1, \"load\": 0, "                \
	"\"launches\": 6, "                                                                        \
	"\"size_min\": 16, \"size_max\": 16384, \"fixed_ns\": 180.5, "                             \
	"\"fixed_ci95_low_ns\": 179, \"fixed_ci95_high_ns\": 182, \"ns_per_byte\": 0.25, "         \
	"\"ns_per_byte_ci95_low\": 0.24, \"ns_per_byte_ci95_high\": 0.26, "                        \
	"\"ci95_level\": 0.96875, \"bytes_per_second\": 4e9, "                                     \
	"\"largest_residual_percent\": 12.5, \"x_more\": \"kept\", \"steps\": "                    \
	"[{\"size\": 64, \"percent\": -12.5}, {\"size\": 256, \"percent\": 6}]}"
#define OTHER                                                                                      \
	"{\"subject\": \"mbedtls:off\", \"algorithm\": \"aes-256-gcm\", \"operation\": \"seal\", " \
	"\"variant\": \"rekey\", \"threads\": 1, \"processes\": 1, \"launches\": 6, "              \
	"\"size_min\": 16, \"size_max\": 16384, \"fixed_ns\": 90, "                                \
	"\"fixed_ci95_low_ns\": null, \"fixed_ci95_high_ns\": null, \"ns_per_byte\": 0, "          \
	"\"ns_per_byte_ci95_low\": null, \"ns_per_byte_ci95_high\": null, "                        \
	"\"bytes_per_second\": null}"

static char *with_fits(const fixture *f, const char *list)
{
	size_t size = strlen(list) + 64;
	char *text = malloc(size), *edited;

	assert_non_null(text);
	snprintf(text, size, "\"fits\": %s, \"ratios\": [", list);
	edited = replace(f->text, "\"ratios\": [", text);
	free(text);
	return edited;
}

static cb_results *read_fits(fixture *f)
{
	char *text = with_fits(f, "[" OTHER ", " FIT "]");
	cb_results *results = read_text(f, text);

	free(text);
	return results;
}

static void fits_are_read(void **state)
{
	cb_results *results = read_fits(*state);
	const cb_fit *fit = cb_results_fit_at(results, 1);

	assert_int_equal(cb_results_fit_count(results), 2);
	assert_null(cb_results_fit_at(results, 2));
	assert_ptr_equal(fit->subject, cb_results_subject_at(results, 0));
	assert_string_equal(fit->algorithm, "aes-256-gcm");
	assert_string_equal(fit->operation, "seal");
	assert_string_equal(fit->variant, "message");
	assert_int_equal(fit->threads, 1);
	assert_int_equal(fit->processes, 1);
	assert_int_equal(fit->launches, 6);
	assert_int_equal(fit->size_min, 16);
	assert_int_equal(fit->size_max, 16384);
	assert_number(fit->fixed_ns, 180.5);
	assert_number(fit->fixed_ci95_low_ns, 179);
	assert_number(fit->fixed_ci95_high_ns, 182);
	assert_number(fit->ns_per_byte, 0.25);
	assert_number(fit->ns_per_byte_ci95_low, 0.24);
	assert_number(fit->ns_per_byte_ci95_high, 0.26);
	assert_number(fit->ci95_level, 0.96875);
	assert_number(fit->bytes_per_second, 4e9);
	assert_number(fit->largest_residual_percent, 12.5);
	assert_int_equal(fit->step_count, 2);
	assert_int_equal(fit->steps[0].size, 64);
	assert_number(fit->steps[0].percent, -12.5);
	assert_int_equal(fit->steps[1].size, 256);
	assert_number(fit->steps[1].percent, 6);
	cb_results_free(results);
}

static void what_is_unknown_is_nan(void **state)
{
	cb_results *results = read_fits(*state);
	const cb_fit *fit = cb_results_fit_at(results, 0);

	assert_true(isnan(fit->fixed_ci95_low_ns) && isnan(fit->ns_per_byte_ci95_high));
	assert_true(isnan(fit->ci95_level) && isnan(fit->bytes_per_second));
	assert_int_equal(fit->step_count, 0);
	cb_results_free(results);
}

static void a_document_may_lack_fits(void **state)
{
	fixture *f = *state;
	cb_results *results = read_text(f, f->text);

	assert_int_equal(cb_results_fit_count(results), 0);
	assert_null(cb_results_fit_at(results, 0));
	assert_null(cb_results_find_fit(results, "openssl:on", "aes-256-gcm", "seal"));
	cb_results_free(results);
}

static void a_fit_is_found_by_its_names(void **state)
{
	cb_results *results = read_fits(*state);

	assert_ptr_equal(cb_results_find_fit(results, "openssl:on", "aes-256-gcm", "seal"),
		cb_results_fit_at(results, 1));
	assert_null(cb_results_find_fit(results, "openssl:on", "aes-256-gcm", "open"));
	assert_null(cb_results_find_fit(results, "openssl:on", "aes-128-gcm", "seal"));
	assert_null(cb_results_find_fit(results, "nobody", "aes-256-gcm", "seal"));
	/* Its only one is of another variant. */
	assert_null(cb_results_find_fit(results, "mbedtls:off", "aes-256-gcm", "seal"));
	cb_results_free(results);
}

static void only_a_fit_without_load_is_found_by_its_names(void **state)
{
	fixture *f = *state;
	char *list = replace("[" FIT "]", "\"load\": 0", "\"load\": 2");
	char *text = with_fits(f, list);
	cb_results *results = read_text(f, text);

	assert_int_equal(cb_results_fit_at(results, 0)->load, 2);
	assert_null(cb_results_find_fit(results, "openssl:on", "aes-256-gcm", "seal"));
	cb_results_free(results);
	free(text);
	free(list);
}

static void fits_are_written_again_with_and_without_samples(void **state)
{
	fixture *f = *state;
	char *text = with_fits(f, "[" FIT "]"), *written;
	cb_results *results = read_text(f, text);

	assert_int_equal(cb_results_to_json(results, &written, 0), CB_OK);
	assert_same_json(written, text);
	cb_string_free(written);
	assert_int_equal(
		cb_results_to_json(results, &written, CB_JSON_NO_SAMPLES | CB_JSON_COMPACT), CB_OK);
	assert_non_null(strstr(written, "\"fixed_ns\":180.5"));
	cb_string_free(written);
	free(text);
	cb_results_free(results);
}

static void malformed_fits_are_refused_with_the_place(void **state)
{
	static const char *const rows[][3] = {
		{"\"openssl:on\"", "\"openssl\"", "fits[0].subject: no subject \"openssl\""},
		{"\"subject\"", "\"who\"", "fits[0].subject: missing or not a text"},
		{"\"seal\"", "\"\"", "fits[0].operation: empty"},
		{"\"threads\": 1", "\"threads\": 0", "fits[0].threads: zero"},
		{"\"size_min\": 16,", "\"size_min\": 16385,", "fits[0].size_min: above size_max"},
		{"180.5", "-1", "fits[0].fixed_ns: negative"},
		{"180.5", "178", "fits[0].fixed_ns: outside its own interval"},
		{"180.5", "183", "fits[0].fixed_ns: outside its own interval"},
		{"0.25", "0.2", "fits[0].ns_per_byte: outside its own interval"},
		{"0.25", "0.3", "fits[0].ns_per_byte: outside its own interval"},
		{"0.25", "null", "fits[0].ns_per_byte: not a number"},
		{"0.96875", "1.5", "fits[0].ci95_level: not between 0 and 1"},
		{"4e9", "1e19", "fits[0].bytes_per_second: too large"},
		{"s\": [", "s\": 7, \"x\": [", "fits[0].steps: not a list"},
		{"s\": [", "s\": [7, ", "fits[0].steps[0]: not an object"},
		{"-12.5", "\"a\"", "fits[0].steps[0].percent: not a number"},
		{"-12.5", "-1e19", "fits[0].steps[0].percent: too large"},
		{"\"size\": 256", "\"size\": -1", "fits[0].steps[1].size: negative"},
	};
	fixture *f = *state;
	cb_results *results = NULL;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char *list = replace("[" FIT "]", rows[i][0], rows[i][1]);
		char *text = with_fits(f, list);

		assert_int_equal(
			cb_results_from_json(&results, f->ctx, text, strlen(text)), CB_EFORMAT);
		assert_string_equal(cb_context_error(f->ctx), rows[i][2]);
		free(text);
		free(list);
	}
}

static void the_list_itself_is_checked(void **state)
{
	static const char *const rows[][2] = {
		{"{}", "fits: not a list"}, {"[1]", "fits[0]: not an object"}};
	fixture *f = *state;
	cb_results *results = NULL;

	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char *text = with_fits(f, rows[i][0]);

		assert_int_equal(
			cb_results_from_json(&results, f->ctx, text, strlen(text)), CB_EFORMAT);
		assert_string_equal(cb_context_error(f->ctx), rows[i][1]);
		free(text);
	}
}

static void a_time_is_predicted_for_any_size(void **state)
{
	const cb_fit fit = {.fixed_ns = 180, .ns_per_byte = 0.25};

	(void)state;
	assert_number(cb_fit_predict_ns(&fit, 0), 180);
	assert_number(cb_fit_predict_ns(&fit, 4096), 1204);
	assert_number(cb_fit_predict_ns(&fit, UINT64_C(1) << 40), 180 + 0.25 * 1099511627776.0);
}

static void b_overtakes_a_where_the_lines_cross(void **state)
{
	const cb_fit slow = {.fixed_ns = 100, .ns_per_byte = 2};
	const cb_fit fast = {.fixed_ns = 180, .ns_per_byte = 0.4};
	double size = -1;

	(void)state;
	assert_int_equal(cb_fit_crossover(&slow, &fast, &size), 1);
	assert_number(size, 50);
	assert_true(cb_fit_predict_ns(&fast, 49) > cb_fit_predict_ns(&slow, 49));
	assert_true(cb_fit_predict_ns(&fast, 51) < cb_fit_predict_ns(&slow, 51));
}

static void there_is_no_crossover_where_none_can_be_used(void **state)
{
	static const double lines[][4] = {
		{180, 0.4, 100, 2}, /* b is the slower one on long messages */
		{100, 2, 90, 1},    /* faster at every size */
		{100, 2, 100, 1},   /* at no bytes at all */
		{100, 2, 100.5, 1}, /* below one byte */
		{100, 2, 110, 2},   /* parallel */
		{100, 2, 100, 2},   /* the same */
		{100, 2, 1e9, 1.9}, /* beyond 64 MiB */
	};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		const cb_fit a = {.fixed_ns = lines[i][0], .ns_per_byte = lines[i][1]};
		const cb_fit b = {.fixed_ns = lines[i][2], .ns_per_byte = lines[i][3]};
		double size = -1;

		if (cb_fit_crossover(&a, &b, &size) || size > 0)
			fail_msg("row %zu: crossover at %g", i, size);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(fits_are_read),
		TEST(what_is_unknown_is_nan),
		TEST(a_document_may_lack_fits),
		TEST(a_fit_is_found_by_its_names),
		TEST(only_a_fit_without_load_is_found_by_its_names),
		TEST(fits_are_written_again_with_and_without_samples),
		TEST(malformed_fits_are_refused_with_the_place),
		TEST(the_list_itself_is_checked),
		cmocka_unit_test(a_time_is_predicted_for_any_size),
		cmocka_unit_test(b_overtakes_a_where_the_lines_cross),
		cmocka_unit_test(there_is_no_crossover_where_none_can_be_used),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
