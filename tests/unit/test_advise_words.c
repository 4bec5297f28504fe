/* SPDX-License-Identifier: Apache-2.0 */
#include "advise.h"
#include "advise_fixture.h"

#define SSL  "openssl 3.0.19 on"
#define NONE "openssl 3.0.19 nocrypto"
#define MBED "mbedtls 2.28.3 on"

#define SEAL                                                                                       \
	"unit = 'message'; choices = ['aes-128-gcm', 'aes-256-gcm', 'chacha20-poly1305'];\n"       \
	"work = ({ algorithm = 'choice'; operation = 'seal'; size = 1000; });\n"

static const char *digits(char text[32], double value)
{
	cb_text made = CB_TEXT_INIT;

	cb__advice_digits(&made, value);
	snprintf(text, 32, "%s", cb__text_string(&made));
	cb__text_done(&made);
	return text;
}

static void figures_have_three_digits(void **state)
{
	char text[32];

	(void)state;
	assert_string_equal(digits(text, 9.2149), "9.21");
	assert_string_equal(digits(text, 9.996), "10.0");
	assert_string_equal(digits(text, 99.96), "100");
	assert_string_equal(digits(text, 5120.4), "5120");
}

static const char *rate(char text[64], const char *profile_text, advise_fixture *f, double ns)
{
	cb_candidate c = {.unit_ns = ns, .low_ns = (double)NAN, .high_ns = (double)NAN};
	cb_text made = CB_TEXT_INIT;

	use_text(f, profile_text);
	c.units_per_second = 1e9 / ns;
	c.bytes_per_second = c.units_per_second * (double)f->profile->bytes;
	cb__advice_rate(&made, f->profile, &c);
	snprintf(text, 64, "%s", cb__text_string(&made));
	cb__text_done(&made);
	return text;
}

static void rates_are_in_the_unit_that_reads_best(void **state)
{
	static const char plain[] =
		"unit = 'token'; work = ({ algorithm = 'ed25519'; operation = 'verify'; });";
	static const char bytes[] = "bytes = 1000; work = ({ algorithm = 'sha256'; operation = "
				    "'digest'; size = 1000; });";
	advise_fixture *f = *state;
	char text[64];

	assert_string_equal(rate(text, plain, f, 195000), "5128 tokens per second");
	assert_string_equal(rate(text, plain, f, 3200), "312 thousand tokens per second");
	assert_string_equal(rate(text, plain, f, 320), "3.12 million tokens per second");
	assert_string_equal(rate(text, bytes, f, 500), "2.00 GB/s");
	assert_string_equal(rate(text, bytes, f, 50000), "20.0 MB/s");
}

static void a_note_says_what_instructions_give_and_who_ignores_them(void **state)
{
	static const line lines[] = {
		{SSL, "aes-128-gcm/seal/1000", 100, 1, NULL},
		{NONE, "aes-128-gcm/seal/1000", 1500, 1, NULL},
		{MBED, "aes-128-gcm/seal/1000", 3000, 1, NULL},
		{"mbedtls 2.28.3 nocrypto", "aes-128-gcm/seal/1000", 3090, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f, MACHINE("One", "true"), lines);
	r = advise(f, NULL);
	assert_says(find_note(r, "acceleration-gain"), "OpenSSL 3.0.19 15 times as fast");
	assert_says(find_note(r, "acceleration-unused"),
		"mbedTLS 2.28.3 does not use this processor's AES instructions for AES-128-GCM: "
		"1.03 times");
	assert_null(find_note(r, "acceleration-absent"));
}

/* Whatever the flags say: it is the measurement that ranks. */
static void measured_data_overrule_flags(void **state)
{
	static const line lines[] = {
		{SSL, "aes-128-gcm/seal/1000", 5000, 1, NULL},
		{SSL, "chacha20-poly1305/seal/1000", 800, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f, MACHINE("Flags", "true"), lines);
	DOCUMENT(f, MACHINE("No flags", "false"), lines);
	r = advise(f, NULL);
	assert_string_equal(r->candidates[0].choice, "chacha20-poly1305");
	assert_null(find_note(r, "acceleration-absent"));
	r = cb_advice_ranking_at(f->advice, 1);
	assert_string_equal(r->candidates[0].choice, "chacha20-poly1305");
	assert_says(find_note(r, "acceleration-absent"), "shows no AES instructions");
	assert_says(find_note(r, "acceleration-absent"), "hypervisor may hide them");
}

/* MB/s as a user of gocryptfs reported them from a guest (rfjakob/gocryptfs issue 822), where a
 * choice by flags took the slowest of the four. */
static void a_guest_whose_flags_misled_is_advised_by_its_numbers(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/4096", 4096e3 / 474.69, -1, NULL},
		{"go 1.22 on", "aes-256-gcm/seal/4096", 4096e3 / 197.24, -1, NULL},
		{SSL, "xchacha20-poly1305/seal/4096", 4096e3 / 798.38, -1, NULL},
		{"go 1.22 on", "xchacha20-poly1305/seal/4096", 4096e3 / 1294.73, -1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, "bytes = 4096; choices = ['aes-256-gcm', 'xchacha20-poly1305'];"
		    "work = ({ algorithm = 'choice'; operation = 'seal'; size = 4096; });");
	DOCUMENT(f, MACHINE("Guest", "true"), lines);
	r = advise(f, NULL);
	assert_int_equal(r->kind, CB_ADVICE_CLEAR);
	assert_says(r->headline, "go 1.22 with XChaCha20-Poly1305, 1.29 GB/s");
	assert_says(r->because, "OpenSSL 3.0.19 with XChaCha20-Poly1305, takes 1.62 times");
	assert_near(r->candidates[3].bytes_per_second, 197.24e6);
}

/* Ranked, but apart, and it is said by whose rules. */
static void figures_of_another_tool_are_called_so(void **state)
{
	static const char text[] =
		"{\"schema\": \"libcb.results/1\", \"complete\": true, \"subjects\": [{\"label\": "
		"\"openssl\", \"backend\": \"openssl\", \"accel\": \"on\"}], \"cells\": [{\"id\": "
		"\"a\", \"panel\": \"p\", \"subject\": \"openssl\", \"algorithm\": "
		"\"aes-128-gcm\", \"operation\": \"seal\", \"size\": 1000, \"threads\": 1, "
		"\"processes\": 1, \"variant\": \"message\", \"semantics\": "
		"\"openssl-speed.aead.update/1\", \"outcome\": \"measured\", \"summary\": {\"n\": "
		"1, "
		"\"launches\": 1, \"median_ns\": 50, \"ci95_low_ns\": null, \"ci95_high_ns\": "
		"null, "
		"\"mad_ns\": null, \"min_ns\": null, \"trimmed_mean_ns\": null, \"cpu_median_ns\": "
		"null, \"bytes_per_second\": 1, \"ops_per_second\": 1, \"contended\": false}}]}";
	static const line lines[] = {{SSL, "aes-128-gcm/seal/1000", 100, 1, NULL}};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f, "", lines);
	assert_int_equal(cb_results_from_json(&f->owned[1], f->ctx, text, sizeof text - 1), CB_OK);
	f->documents[f->count] = f->owned[f->count];
	f->count++;
	r = advise(f, NULL);
	assert_near(r->candidates[0].unit_ns, 100);
	assert_null(find_note(r, "semantics"));
	r = cb_advice_ranking_at(f->advice, 1);
	assert_near(r->candidates[0].unit_ns, 50);
	assert_says(r->machine, "as openssl-speed measures");
	assert_says(find_note(r, "semantics"), "by the rules of openssl-speed");
}

static void another_mode_that_changes_the_answer_is_told(void **state)
{
	static const line lines[] = {
		{SSL, "aes-128-gcm/seal/1000", 100, 1, NULL},
		{SSL, "chacha20-poly1305/seal/1000", 400, 1, NULL},
		{NONE, "aes-128-gcm/seal/1000", 1500, 1, NULL},
		{NONE, "chacha20-poly1305/seal/1000", 401, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_says(find_note(r, "accel"), "In mode nocrypto, without crypto instructions: OpenSSL "
					   "3.0.19 with ChaCha20-Poly1305");
	assert_int_equal(cb_advice_ranking_count(f->advice), 2);
	assert_false(cb_advice_ranking_at(f->advice, 1)->is_main);
}

/* 100 or 200, and 9900 for the signature. */
static void a_choice_that_matters_little_is_called_so(void **state)
{
	static const line lines[] = {
		{SSL, "aes-128-gcm/seal/1000", 100, 1, NULL},
		{SSL, "chacha20-poly1305/seal/1000", 200, 1, NULL},
		{SSL, "ed25519/sign/0", 9900, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f,
		"unit = 'call'; choices = ['aes-128-gcm', 'chacha20-poly1305'];\n"
		"work = ({ algorithm = 'choice'; operation = 'seal'; size = 1000; },\n"
		"{ algorithm = 'ed25519'; operation = 'sign'; });",
		lines);
	assert_int_equal(r->kind, CB_ADVICE_EITHER);
	assert_says(r->because, "99 % of the time of a call is the same with all of them");
}

static void what_a_longer_key_costs_is_told(void **state)
{
	static const line lines[] = {
		{SSL, "aes-128-gcm/seal/1000", 100, 1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 120, 1, NULL},
	};
	advise_fixture *f = *state;

	use_text(f, SEAL);
	DOCUMENT(f, "", lines);
	assert_says(find_note(advise(f, NULL), "strength"), "A key of 256 bits costs 20 %");
}

static void estimates_and_warnings_are_told(void **state)
{
	static const line lines[] = {
		{SSL, "aes-128-gcm/seal/500", 100, 1, NULL},
		{SSL, "aes-128-gcm/seal/2000", 200, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f,
		"'environment': {'warnings': [{'id': 'load', 'text': 'the machine was busy'}]}, ",
		lines);
	r = advise(f, NULL);
	assert_int_equal(r->kind, CB_ADVICE_ONLY);
	assert_says(r->headline, "nothing to compare it with");
	assert_says(r->answer, ", about ");
	assert_says(r->answer, "estimated from other sizes: measure with --sizes 1000");
	assert_says(find_note(r, "estimated"),
		"1 of 1 times are estimated from other sizes (~); to measure them: cbench run -s "
		"openssl:on -a aes-128-gcm --ops seal --sizes 1000");
	assert_true(r->candidates[0].is_estimated);
	assert_says(r->candidates[0].measure, "--sizes 1000");
	assert_says(find_note(r, "warning"), "the machine was busy");
}

/* 7 % apart on the line, which parts of blocks may turn. */
static void estimates_that_could_swap_are_not_told_apart(void **state)
{
	static const line lines[] = {
		{SSL, "aes-128-gcm/seal/500", 100, 1, NULL},
		{SSL, "aes-128-gcm/seal/2000", 200, 1, NULL},
		{SSL, "aes-256-gcm/seal/500", 107, 1, NULL},
		{SSL, "aes-256-gcm/seal/2000", 214, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f, "", lines);
	r = advise(f, NULL);
	assert_int_equal(r->kind, CB_ADVICE_EITHER);
	assert_says(
		r->answer, "they cannot be told apart by these sizes: measure with --sizes 1000");
}

static void measured_figures_are_not_called_estimates(void **state)
{
	static const line lines[] = {
		{SSL, "aes-128-gcm/seal/500", 100, 1, NULL},
		{SSL, "aes-128-gcm/seal/1000", 150, 1, NULL},
		{SSL, "aes-128-gcm/seal/2000", 200, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f, "", lines);
	r = advise(f, NULL);
	assert_null(strstr(r->answer, "about"));
	assert_null(strstr(r->answer, "estimated"));
	assert_false(r->candidates[0].is_estimated);
	assert_string_equal(r->candidates[0].measure, "");
}

static void figures_of_a_busy_machine_name_their_clock(void **state)
{
	static const line lines[] = {{SSL, "aes-128-gcm/seal/1000", 100, 1, "contended"},
		{SSL, "aes-256-gcm/seal/1000", 200, 1, "contended"}};
	advise_fixture *f = *state;

	use_text(f, SEAL);
	DOCUMENT(f,
		"'environment': {'warnings': [{'id': 'contended', 'text': 'rates are too low'}]}, ",
		lines);
	assert_says(find_note(advise(f, NULL), "contended"), "are of CPU time");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ADVISE_TEST(figures_of_a_busy_machine_name_their_clock),
		cmocka_unit_test(figures_have_three_digits),
		ADVISE_TEST(rates_are_in_the_unit_that_reads_best),
		ADVISE_TEST(a_note_says_what_instructions_give_and_who_ignores_them),
		ADVISE_TEST(measured_data_overrule_flags),
		ADVISE_TEST(a_guest_whose_flags_misled_is_advised_by_its_numbers),
		ADVISE_TEST(figures_of_another_tool_are_called_so),
		ADVISE_TEST(another_mode_that_changes_the_answer_is_told),
		ADVISE_TEST(a_choice_that_matters_little_is_called_so),
		ADVISE_TEST(what_a_longer_key_costs_is_told),
		ADVISE_TEST(estimates_and_warnings_are_told),
		ADVISE_TEST(estimates_that_could_swap_are_not_told_apart),
		ADVISE_TEST(measured_figures_are_not_called_estimates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
