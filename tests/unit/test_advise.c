/* SPDX-License-Identifier: Apache-2.0 */
#include "advise_fixture.h"

#include <cb/import.h>
#include <jansson.h>

#include "scarcity.h"

#define SSL    "openssl 3.0.19 on"
#define MBED   "mbedtls 2.28.3 on"
#define SODIUM "libsodium 1.0.18 on"

/* One message sealed with whatever is chosen. */
#define SEAL                                                                                       \
	"unit = 'message'; bytes = 1000; choices = ['aes-256-gcm', 'chacha20-poly1305'];\n"        \
	"work = ({ algorithm = 'choice'; operation = 'seal'; size = 1000; });\n"

static void the_fastest_is_first_with_its_rate_and_interval(void **state)
{
	static const line lines[] = {
		{MBED, "aes-256-gcm/seal/1000", 4000, 1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 500, 1, NULL},
		{SSL, "chacha20-poly1305/seal/1000", 1000, 1, NULL},
		{MBED, "chacha20-poly1305/seal/1000", 2000, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(r->kind, CB_ADVICE_CLEAR);
	assert_int_equal(r->ranked_count, 4);
	assert_string_equal(r->candidates[0].name, "OpenSSL 3.0.19 with AES-256-GCM");
	assert_near(r->candidates[0].bytes_per_second, 2e9);
	assert_near(r->candidates[0].low_ns, 495);
	assert_near(r->candidates[1].times, 2);
	assert_near(r->candidates[1].times_low, 990.0 / 505);
	assert_near(r->candidates[3].times, 8);
	assert_says(r->headline, "OpenSSL 3.0.19 with AES-256-GCM, 2.00 GB/s (1.98 to 2.02)");
	assert_says(r->because, "mbedTLS 2.28.3 with ChaCha20-Poly1305, takes 4.0 times as long");
	assert_true(cb_advice_is_given(f->advice));
}

/* 900 of 1000 and 1000 of 1000 by 15 % each: 10 % apart, but the intervals overlap. */
static void those_within_each_others_noise_are_either(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 900, 15, NULL},
		{MBED, "aes-256-gcm/seal/1000", 1000, 15, NULL},
		{SODIUM, "aes-256-gcm/seal/1000", 2000, 15, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(r->kind, CB_ADVICE_EITHER);
	assert_int_equal(r->either_count, 2);
	assert_true(r->candidates[1].is_either);
	assert_false(r->candidates[2].is_either);
	assert_says(r->headline, "either OpenSSL 3.0.19 with AES-256-GCM or mbedTLS 2.28.3 with "
				 "AES-256-GCM");
	assert_says(r->headline, "within the noise");
}

static void a_difference_below_five_percent_is_either_whatever_its_interval(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 1000, 0.01, NULL},
		{MBED, "aes-256-gcm/seal/1000", 1049, 0.01, NULL},
		{SODIUM, "aes-256-gcm/seal/1000", 1051, 0.01, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(r->either_count, 2);
	assert_string_equal(r->candidates[1].title, "mbedTLS 2.28.3");
	assert_says(r->headline, "the difference is too small to count");
}

static void without_intervals_a_difference_must_be_ten_percent(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 1000, -1, NULL},
		{MBED, "aes-256-gcm/seal/1000", 1099, -1, NULL},
		{SODIUM, "aes-256-gcm/seal/1000", 1101, -1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(r->either_count, 2);
	assert_true(isnan(r->candidates[0].low_ns));
	assert_non_null(find_note(r, "no-interval"));
	assert_says(r->headline, "too small to count without intervals");
}

/* The medians' intervals overlap widely; rounds side by side know better. */
static void paired_rounds_tell_apart_what_intervals_do_not(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 1000, 20, NULL},
		{MBED, "aes-256-gcm/seal/1000", 1100, 20, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f,
		"'ratios': [{'panel': 'aes-256-gcm/seal/1000', 'a': "
		"'mbedtls/aes-256-gcm/seal/1000/on/subject=mbedtls:on', 'b': "
		"'openssl/aes-256-gcm/seal/1000/on/subject=openssl:on', 'ratio': 1.12, "
		"'ci95_low': 1.11, 'ci95_high': 1.13}], ",
		lines);
	r = advise(f, NULL);
	assert_int_equal(r->kind, CB_ADVICE_CLEAR);
	assert_true(r->candidates[1].paired);
	assert_near(r->candidates[1].times, 1.12);
	assert_near(r->candidates[1].times_low, 1.11);
}

static void what_was_not_measured_is_named_with_the_command_for_it(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 1000, 1, NULL},
		{MBED, "chacha20-poly1305/seal/1000", 1000, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;
	const cb_candidate *c;

	r = ADVISE(f, SEAL, lines);
	c = find_candidate(r, "mbedTLS 2.28.3 with AES-256-GCM");
	assert_int_equal(c->standing, CB_STANDING_UNMEASURED);
	assert_string_equal(c->reason, "AES-256-GCM seal of 1000 B was not measured");
	assert_string_equal(
		c->measure, "cbench run -s mbedtls:on -a aes-256-gcm --ops seal --sizes 1000");
	assert_true(isnan(c->unit_ns));
}

/* Commands are there to be copied, and documents may be anybody's. */
static void no_command_is_made_of_a_name_that_a_shell_would_run(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 1000, 1, NULL},
		{"$(reboot) 1.0 on", "chacha20-poly1305/seal/1000", 1000, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_string_equal(find_candidate(r, "$(reboot) 1.0 with AES-256-GCM")->measure, "");
}

/* A page of several machines is one document. */
static void machines_of_one_document_have_rankings_of_their_own(void **state)
{
	static const char text[] =
		"## Core i7-2600K 3.40 GHz\nOpenSSL 1.0.1e 11 Feb 2013\ntype 16 bytes 8192 bytes\n"
		"aes-256-cbc 400000.00k 500000.00k\n"
		"## Core i3-2100 3.10 GHz\nOpenSSL 1.0.1e 11 Feb 2013\ntype 16 bytes 8192 bytes\n"
		"aes-256-cbc 60000.00k 70000.00k\n";
	advise_fixture *f = *state;
	const cb_ranking *r;

	assert_int_equal(cb_import_text(&f->owned[0], f->ctx, text, sizeof text - 1), CB_OK);
	f->documents[0] = f->owned[0];
	f->count = 1;
	use_text(f,
		"work = ( { algorithm = 'aes-256-cbc'; operation = 'encrypt'; size = 8192; } );");
	r = advise(f, NULL);
	assert_int_equal(cb_advice_ranking_count(f->advice), 2);
	assert_int_equal(r->ranked_count, 1);
	assert_says(r->machine, "i7-2600K");
	assert_near(r->candidates[0].unit_ns, 16384);
	r = cb_advice_ranking_at(f->advice, 1);
	assert_says(r->machine, "i3-2100");
	assert_near(r->candidates[0].unit_ns, 8192e9 / 70e6);
}

static void a_time_that_no_rate_can_be_told_of_is_none(void **state)
{
	static const line lines[] = {{SSL, "aes-256-gcm/seal/1000", 1e-308, -1, NULL},
		{MBED, "aes-256-gcm/seal/1000", 1000, 1, NULL}};
	advise_fixture *f = *state;

	use_text(f, SEAL);
	DOCUMENT(f, "", lines);
	assert_int_equal(advise(f, NULL)->ranked_count, 1);
}

static void without_data_the_answer_is_to_measure_first(void **state)
{
	static const line lines[] = {{SSL, "sha256/digest/1000", 1000, 1, NULL}};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(r->kind, CB_ADVICE_NONE);
	assert_says(r->headline, "measure first");
	assert_false(cb_advice_is_given(f->advice));
	assert_int_equal(
		cb_advise(&f->advice, f->ctx, f->documents, 0, f->profile, NULL), CB_EEMPTY);
	assert_is_message(cb_context_error(f->ctx));
}

/* Also if the size that failed is another. */
static void what_failed_is_never_recommended(void **state)
{
	static const char *const outcomes[] = {
		"failed", "crashed", "mismatch", "timed-out", "unproven"};
	advise_fixture *f = *state;

	use_text(f, SEAL);
	for (size_t i = 0; i < ROWS(outcomes); i++) {
		const line lines[] = {
			{SSL, "aes-256-gcm/seal/1000", 100, 1, NULL},
			{SSL, "aes-256-gcm/seal/16", 0, 1, outcomes[i]},
			{MBED, "aes-256-gcm/seal/1000", 1000, 1, NULL},
		};
		const cb_ranking *r;

		DOCUMENT(f, "", lines);
		r = advise(f, NULL);
		assert_string_equal(r->candidates[0].title, "mbedTLS 2.28.3");
		assert_int_equal(find_candidate(r, "OpenSSL 3.0.19 with AES-256-GCM")->standing,
			CB_STANDING_FAILED);
		cb_advice_free(f->advice);
		f->advice = NULL;
		cb_results_free(f->owned[--f->count]);
	}
}

static const line tls_lines[] = {
	{SSL, "x25519/keygen/0", 30000, 1, NULL},
	{SSL, "x25519/derive/0", 30000, 1, NULL},
	{SSL, "ecdsa-p256/sign/0", 20000, 1, NULL},
	{SSL, "ecdsa-p256/verify/0", 60000, 1, NULL},
	{SSL, "sha256/digest/1024", 1000, 1, NULL},
	{SSL, "hmac-sha256/mac/64", 500, 1, NULL},
	{SSL, "aes-128-gcm/seal/16384", 4000, 1, NULL},
	{SSL, "aes-128-gcm/seal/1024", 400, 1, NULL},
	{SSL, "aes-128-gcm/open/16384", 4000, 1, NULL},
	{SSL, "aes-128-gcm/open/1024", 400, 1, NULL},
	{MBED, "aes-128-gcm/seal/1024", 40, 1, NULL},
	{SODIUM, "aes-128-gcm/seal/1024", 4, 1, NULL},
};

/* 30000 + 30000 + 20000 + 4 * 1000 + 32 * 500 + 4 * 4000 + 3 * 400 + 3 * 400 */
static void a_tls_profile_adds_up_and_names_no_library_without_tls13(void **state)
{
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_profile(f, "tls13-server");
	DOCUMENT(f, "", tls_lines);
	r = advise(f, NULL);
	assert_int_equal(r->kind, CB_ADVICE_ONLY);
	assert_near(r->candidates[0].unit_ns, 118400);
	assert_near(r->candidates[0].parts[0].share, 30000.0 / 118400);
	assert_says(r->headline, "(8362 to 8531), predicted from primitives");
	assert_int_equal(find_candidate(r, "mbedTLS 2.28.3")->standing, CB_STANDING_UNFIT);
	assert_says(find_candidate(r, "mbedTLS 2.28.3")->reason, "from version 3.6.0 on");
	assert_says(find_candidate(r, "libsodium 1.0.18")->reason, "no TLS");
	assert_says(find_note(r, "primitives"), "Predicted from primitives");
	/* a client checks three signatures instead of making one */
	use_profile(f, "tls13-client");
	r = advise(f, NULL);
	assert_near(r->candidates[0].unit_ns, 118400 - 20000 + 3 * 60000);
}

static void a_library_that_nobody_knows_is_not_trusted_with_tls(void **state)
{
	static const line lines[] = {
		{"other 9.9 on", "x25519/keygen/0", 1, 1, NULL},
		{"mbedtls 3.6.0 on", "x25519/keygen/0", 1, 1, NULL},
		{"old@openssl 1.1.0 on", "x25519/keygen/0", 1, 1, NULL},
		{"openssl 1.1.1w on", "x25519/keygen/0", 1, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, "needs = 'tls13'; work = ({ algorithm = 'x25519'; operation = 'keygen'; });",
		lines);
	assert_int_equal(r->ranked_count, 2);
	assert_int_equal(find_candidate(r, "mbedTLS 3.6.0")->standing, CB_STANDING_RANKED);
	assert_int_equal(find_candidate(r, "OpenSSL 1.1.1w")->standing, CB_STANDING_RANKED);
	assert_says(find_candidate(r, "other 9.9")->reason, "not known");
	assert_says(find_candidate(r, "OpenSSL 1.1.0")->reason, "1.1.1");
	assert_says(find_note(r, "left-out"), "libsodium");
}

static void every_machine_has_a_ranking_of_its_own_unless_asked(void **state)
{
	static const line fast[] = {{SSL, "aes-256-gcm/seal/1000", 100, 1, NULL}};
	static const line slow[] = {{MBED, "aes-256-gcm/seal/1000", 1000, 1, NULL}};
	cb_advise_config config = CB_ADVISE_CONFIG_INIT;
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f, MACHINE("Fast", "true"), fast);
	DOCUMENT(f, MACHINE("Slow", "true"), slow);
	r = advise(f, NULL);
	assert_int_equal(cb_advice_ranking_count(f->advice), 2);
	assert_string_equal(r->machine, "Fast");
	assert_int_equal(r->ranked_count, 1);
	r = cb_advice_ranking_at(f->advice, 1);
	assert_string_equal(r->machine, "Slow");
	assert_string_equal(r->candidates[0].title, "mbedTLS 2.28.3");

	cb_advice_free(f->advice);
	config.across_machines = 1;
	assert_int_equal(
		cb_advise(&f->advice, f->ctx, f->documents, 2, f->profile, &config), CB_OK);
	assert_int_equal(cb_advice_ranking_count(f->advice), 1);
	r = cb_advice_ranking_at(f->advice, 0);
	assert_int_equal(r->ranked_count, 2);
	assert_string_equal(r->candidates[0].title, "OpenSSL 3.0.19 on Fast");
	assert_string_equal(r->candidates[1].title, "mbedTLS 2.28.3 on Slow");
}

/* A run for the cipher and one for the rest; what was measured again counts. */
static void documents_of_one_machine_complete_each_other(void **state)
{
	static const line first[] = {{SSL, "aes-256-gcm/seal/1000", 100, 1, NULL}};
	static const line second[] = {
		{SSL, "chacha20-poly1305/seal/1000", 300, 1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 200, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f, MACHINE("One", "true"), first);
	DOCUMENT(f, MACHINE("One", "true"), second);
	r = advise(f, NULL);
	assert_int_equal(cb_advice_ranking_count(f->advice), 1);
	assert_int_equal(r->ranked_count, 2);
	assert_near(r->candidates[0].unit_ns, 200);
}

static void a_later_run_that_did_not_get_there_takes_nothing_back(void **state)
{
	static const line first[] = {{SSL, "aes-256-gcm/seal/1000", 100, 1, NULL}};
	static const line second[] = {{SSL, "aes-256-gcm/seal/1000", 0, 1, "skipped"}};
	advise_fixture *f = *state;

	use_text(f, SEAL);
	DOCUMENT(f, MACHINE("One", "true"), first);
	DOCUMENT(f, MACHINE("One", "true"), second);
	assert_near(advise(f, NULL)->candidates[0].unit_ns, 100);
}

static void two_builds_of_a_version_are_told_apart_by_label(void **state)
{
	static const line lines[] = {
		{"old@openssl 3.0.19 on", "aes-256-gcm/seal/1000", 200, 1, NULL},
		{"new@openssl 3.0.19 on", "aes-256-gcm/seal/1000", 100, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_string_equal(r->candidates[0].title, "OpenSSL 3.0.19 (new)");
	assert_string_equal(r->candidates[1].title, "OpenSSL 3.0.19 (old)");
}

static void another_mode_can_be_asked_for_but_must_be_one(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 100, 1, NULL},
		{"openssl 3.0.19 nocrypto", "aes-256-gcm/seal/1000", 900, 1, NULL},
	};
	cb_advise_config config = CB_ADVISE_CONFIG_INIT;
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f, "", lines);
	r = advise(f, "nocrypto");
	assert_int_equal(r->accel, CB_ACCEL_NOCRYPTO);
	assert_near(r->candidates[0].unit_ns, 900);
	assert_says(r->headline, "without crypto instructions");
	config.accel = "fast";
	assert_int_equal(
		cb_advise(&f->advice, f->ctx, f->documents, 1, f->profile, &config), CB_EINVAL);
	assert_says(cb_context_error(f->ctx), "fast");
}

static void the_document_has_what_the_getters_have(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 500, 1, NULL},
		{MBED, "aes-256-gcm/seal/1000", 0, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;
	json_t *document, *ranking, *rows;
	char *text;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(
		cb_advices_to_json(&text, (const cb_advice *const *)&f->advice, 1, 0), CB_OK);
	document = json_loads(text, 0, NULL);
	cb_string_free(text);
	assert_string_equal(
		json_string_value(json_object_get(document, "schema")), "libcb.advice/1");
	ranking = json_array_get(
		json_object_get(
			json_array_get(json_object_get(document, "advices"), 0), "rankings"),
		0);
	assert_string_equal(json_string_value(json_object_get(ranking, "headline")), r->headline);
	rows = json_object_get(ranking, "candidates");
	assert_int_equal(json_array_size(rows), r->candidate_count);
	assert_near(json_real_value(json_object_get(json_array_get(rows, 0), "unit_ns")), 500);
	assert_true(json_is_null(json_object_get(json_array_get(rows, 1), "unit_ns")));
	assert_string_equal(
		json_string_value(json_object_get(
			json_array_get(json_object_get(json_array_get(rows, 0), "parts"), 0),
			"basis")),
		"measured");
	json_decref(document);
}

static cb_status advise_and_write(void *payload)
{
	advise_fixture *f = payload;
	cb_advice *advice = NULL;
	char *text = NULL;
	cb_status status = cb_advise(&advice, f->ctx, f->documents, 1, f->profile, NULL);

	if (status == CB_OK)
		status = cb_advices_to_json(&text, (const cb_advice *const *)&advice, 1, 0);
	cb_string_free(text);
	cb_advice_free(advice);
	return status;
}

static void running_out_of_memory_is_said_and_leaves_nothing(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1000", 500, 1, NULL},
		{SSL, "aes-256-gcm/seal/16", 50, 1, NULL},
		{SSL, "chacha20-poly1305/seal/1000", 600, 1, NULL},
		{"openssl 3.0.19 nocrypto", "aes-256-gcm/seal/1000", 5000, 1, NULL},
		{MBED, "aes-256-gcm/seal/16", 10, 1, NULL},
	};
	advise_fixture *f = *state;

	use_text(f, SEAL);
	DOCUMENT(f, MACHINE("One", "true"), lines);
	assert_true(scarcity_try(advise_and_write, f) > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ADVISE_TEST(the_fastest_is_first_with_its_rate_and_interval),
		ADVISE_TEST(those_within_each_others_noise_are_either),
		ADVISE_TEST(a_difference_below_five_percent_is_either_whatever_its_interval),
		ADVISE_TEST(without_intervals_a_difference_must_be_ten_percent),
		ADVISE_TEST(paired_rounds_tell_apart_what_intervals_do_not),
		ADVISE_TEST(what_was_not_measured_is_named_with_the_command_for_it),
		ADVISE_TEST(no_command_is_made_of_a_name_that_a_shell_would_run),
		ADVISE_TEST(machines_of_one_document_have_rankings_of_their_own),
		ADVISE_TEST(a_time_that_no_rate_can_be_told_of_is_none),
		ADVISE_TEST(without_data_the_answer_is_to_measure_first),
		ADVISE_TEST(what_failed_is_never_recommended),
		ADVISE_TEST(a_tls_profile_adds_up_and_names_no_library_without_tls13),
		ADVISE_TEST(a_library_that_nobody_knows_is_not_trusted_with_tls),
		ADVISE_TEST(every_machine_has_a_ranking_of_its_own_unless_asked),
		ADVISE_TEST(documents_of_one_machine_complete_each_other),
		ADVISE_TEST(a_later_run_that_did_not_get_there_takes_nothing_back),
		ADVISE_TEST(two_builds_of_a_version_are_told_apart_by_label),
		ADVISE_TEST(another_mode_can_be_asked_for_but_must_be_one),
		ADVISE_TEST(the_document_has_what_the_getters_have),
		ADVISE_TEST(running_out_of_memory_is_said_and_leaves_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
