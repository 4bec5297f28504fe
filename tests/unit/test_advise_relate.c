/* SPDX-License-Identifier: Apache-2.0 */
#include "advise_fixture.h"

#include "advise.h"

#define SSL    "openssl 3.0.19 on"
#define SODIUM "libsodium 1.0.18 on"

#define SEAL                                                                                       \
	"choices = ['aes-256-gcm'];\n"                                                             \
	"work = ({ algorithm = 'choice'; operation = 'seal'; size = 1000; });\n"

/* libsodium's time over OpenSSL's, in one panel. */
#define RATIO(size, low, value, high)                                                              \
	"{'panel': 'p', 'a': 'libsodium/aes-256-gcm/seal/" size "/on/subject=libsodium:on', 'b': " \
	"'openssl/aes-256-gcm/seal/" size "/on/subject=openssl:on', 'ratio': " value               \
	", 'ci95_low': " low ", 'ci95_high': " high ", 'launches': 6}"

static void a_quotient_has_the_bounds_of_its_sides(void **state)
{
	const cb_advice none = {0};
	cb__advice_term mine = {2, {30, 27, 33, CB_BASIS_MEASURED, NULL}};
	cb__advice_term first = {2, {10, 9, 12, CB_BASIS_MEASURED, NULL}};
	cb__advice_relation r = cb__advice_relate(&none, &mine, &first, 1);

	(void)state;
	assert_near(r.times, 3);
	assert_near(r.low, 27.0 / 12);
	assert_near(r.high, 33.0 / 9);
	assert_int_equal(r.is_paired, 0);
	first.time.low = (double)NAN;
	r = cb__advice_relate(&none, &mine, &first, 1);
	assert_near(r.times, 3);
	assert_true(isnan(r.low) && isnan(r.high));
}

/* The signature has no interval and is nine tenths of the time: of the ratio it is no doubt, for it
 * is the same on both sides. */
static void the_noise_of_what_both_have_is_none_of_their_ratio(void **state)
{
	const cb_advice none = {0};
	const cb_cell signature = {0};
	cb__advice_term mine[] = {
		{1, {900, (double)NAN, (double)NAN, CB_BASIS_MEASURED, &signature}},
		{1, {300, 297, 303, CB_BASIS_MEASURED, NULL}}};
	cb__advice_term first[] = {mine[0], {1, {100, 99, 101, CB_BASIS_MEASURED, NULL}}};
	cb__advice_relation r = cb__advice_relate(&none, mine, first, 2);

	(void)state;
	assert_near(r.times, 1.2);
	assert_near(r.low, 1197.0 / 1001);
	assert_near(r.high, 1203.0 / 999);
}

/* A quiet moment made OpenSSL's median smaller; in turn it was the slower one. */
static void who_is_faster_in_turn_comes_first(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 1000, 9, NULL},
		{SODIUM, "aes-256-gcm/seal/1000", 1010, 9, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f, "'ratios': [" RATIO("1000", "0.88", "0.9", "0.92") "], ", lines);
	r = advise(f, NULL);
	assert_int_equal(r->kind, CB_ADVICE_CLEAR);
	assert_string_equal(r->candidates[0].title, "libsodium 1.0.18");
	assert_near(r->candidates[1].times, 1 / 0.9);
	assert_int_equal(r->candidates[1].paired, 1);
}

/* Their intervals overlap at both sizes; in turn one was faster at one and the other at the other.
 */
static void who_is_faster_at_a_size_is_by_rounds_in_turn_too(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 200, 9, NULL},
		{SODIUM, "aes-256-gcm/seal/100", 210, 9, NULL},
		{SSL, "aes-256-gcm/seal/1000", 1000, 9, NULL},
		{SODIUM, "aes-256-gcm/seal/1000", 1010, 9, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f,
		"'ratios': [" RATIO("100", "1.08", "1.1", "1.12") ", " RATIO(
			"1000", "0.88", "0.9", "0.92") "], ",
		lines);
	r = advise(f, NULL);
	assert_int_equal(r->size_count, 2);
	assert_int_equal(r->sizes[0].is_either, 0);
	assert_near(r->sizes[0].times_max, 1.1);
	assert_string_equal(r->sizes[1].name, "libsodium 1.0.18 with AES-256-GCM");
	assert_int_equal(r->sizes[1].is_either, 0);
	assert_near(r->sizes[1].times_max, 1 / 0.9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_quotient_has_the_bounds_of_its_sides),
		cmocka_unit_test(the_noise_of_what_both_have_is_none_of_their_ratio),
		ADVISE_TEST(who_is_faster_in_turn_comes_first),
		ADVISE_TEST(who_is_faster_at_a_size_is_by_rounds_in_turn_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
