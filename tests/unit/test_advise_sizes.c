/* SPDX-License-Identifier: Apache-2.0 */
#include "advise_fixture.h"

#define SSL    "openssl 3.0.19 on"
#define SODIUM "libsodium 1.0.18 on"

#define SEAL                                                                                       \
	"choices = ['aes-256-gcm', 'chacha20-poly1305'];\n"                                        \
	"work = ({ algorithm = 'choice'; operation = 'seal'; size = 1000; });\n"

/* At 100: 200 against 150; at 1000: 300 against 500. The difference goes from 50 to -200, and is 0
 * after a fifth of the way: 280 bytes. */
static void two_lines_cross_where_their_difference_is_nothing(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 200, 1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 300, 1, NULL},
		{SODIUM, "chacha20-poly1305/seal/100", 150, 1, NULL},
		{SODIUM, "chacha20-poly1305/seal/1000", 500, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(r->size_count, 2);
	assert_string_equal(r->sizes[0].name, "libsodium 1.0.18 with ChaCha20-Poly1305");
	assert_int_equal(r->sizes[0].size_max, 100);
	assert_true(isnan(r->sizes[0].from));
	assert_near(r->sizes[0].times_max, 200.0 / 150);
	assert_string_equal(r->sizes[1].name, "OpenSSL 3.0.19 with AES-256-GCM");
	assert_int_equal(r->sizes[1].size_min, 1000);
	assert_near(r->sizes[1].from, 280);
	assert_int_equal(r->cipher_count, 2);
	assert_string_equal(r->ciphers[0].name, "ChaCha20-Poly1305");
	assert_string_equal(r->ciphers[1].name, "AES-GCM");
	assert_near(r->ciphers[1].from, 280);
	assert_says(find_note(r, "cipher"), "ChaCha20-Poly1305 up to 100 B");
	assert_says(find_note(r, "cipher"), "AES-GCM from 1000 B on, they meet at about 280 B");
}

/* As a processor without AES instructions has it. */
static void one_cipher_may_lead_at_all_sizes(void **state)
{
	static const line lines[] = {
		{"openssl 3.0.19 nocrypto", "aes-256-gcm/seal/100", 1000, 1, NULL},
		{"openssl 3.0.19 nocrypto", "aes-256-gcm/seal/1000", 4000, 1, NULL},
		{"openssl 3.0.19 nocrypto", "chacha20-poly1305/seal/100", 500, 1, NULL},
		{"openssl 3.0.19 nocrypto", "chacha20-poly1305/seal/1000", 800, 1, NULL},
		{"libsodium 1.0.18 nocrypto", "aes-256-gcm/seal/100", 0, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	use_text(f, SEAL);
	DOCUMENT(f, "", lines);
	r = advise(f, "nocrypto");
	assert_string_equal(r->candidates[0].choice, "chacha20-poly1305");
	assert_int_equal(r->cipher_count, 1);
	assert_string_equal(r->ciphers[0].name, "ChaCha20-Poly1305");
	assert_near(r->ciphers[0].times_min, 2);
	assert_near(r->ciphers[0].times_max, 5);
	assert_says(find_note(r, "cipher"),
		"ChaCha20-Poly1305 at all sizes from 100 B to 1000 B (2.0 to 5.0 times as fast)");
	assert_int_equal(find_candidate(r, "libsodium 1.0.18 with AES-256-GCM")->standing,
		CB_STANDING_UNSUPPORTED);
}

/* 3 % faster at the larger size is no reason to change. */
static void a_lead_within_the_noise_does_not_change_who_leads(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 100, 1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 1000, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/100", 120, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/1000", 970, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(r->kind, CB_ADVICE_EITHER);
	assert_int_equal(r->size_count, 2);
	assert_string_equal(r->sizes[1].name, r->sizes[0].name);
	assert_int_equal(r->sizes[0].is_either, 0);
	assert_int_equal(r->sizes[1].is_either, 1);
	assert_string_equal(find_note(r, "size"),
		"By size of the message: OpenSSL 3.0.19 with AES-256-GCM up to 100 B (1.20 times "
		"as fast); no difference that counts from 1000 B on");
	assert_int_equal(r->cipher_count, 0);
}

/* Two launches have no interval: neither an order that changes nor where lines meet is told. */
static void without_intervals_no_flip_is_told(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 200, -1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 300, -1, NULL},
		{SODIUM, "chacha20-poly1305/seal/100", 150, -1, NULL},
		{SODIUM, "chacha20-poly1305/seal/1000", 500, -1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(r->size_count, 0);
	assert_int_equal(r->cipher_count, 0);
	assert_says(find_note(r, "cipher"), "within the noise of times without intervals");
	assert_says(find_note(r, "size"), "6 launches");
}

static void without_intervals_who_leads_everywhere_is_told(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 100, -1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 300, -1, NULL},
		{SODIUM, "chacha20-poly1305/seal/100", 150, -1, NULL},
		{SODIUM, "chacha20-poly1305/seal/1000", 500, -1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(r->size_count, 1);
	assert_says(find_note(r, "cipher"), "AES-GCM at all sizes");
}

/* At 100 their intervals overlap: who was the faster one there, and so where they met, is not
 * known. */
static void lines_that_overlap_before_meet_nowhere(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 155, 20, NULL},
		{SSL, "aes-256-gcm/seal/1000", 300, 1, NULL},
		{SODIUM, "chacha20-poly1305/seal/100", 150, 20, NULL},
		{SODIUM, "chacha20-poly1305/seal/1000", 500, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	for (size_t i = 0; i < r->size_count; i++)
		assert_true(isnan(r->sizes[i].from));
	for (size_t i = 0; i < r->cipher_count; i++)
		assert_true(isnan(r->ciphers[i].from));
}

/* 280 + 0.8 a byte against 360 + 0.4: they meet at 200 bytes, but at 256 it is 4 % only. */
static void lines_may_have_met_before_it_counts(void **state)
{
	static const line lines[] = {
		{SODIUM, "aes-256-gcm/seal/16", 292.8, 1, NULL},
		{SSL, "aes-256-gcm/seal/16", 366.4, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/256", 484.8, 1, NULL},
		{SSL, "aes-256-gcm/seal/256", 462.4, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/1000", 1080, 1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 760, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_int_equal(r->size_count, 3);
	assert_int_equal(r->sizes[0].size_max, 16);
	assert_int_equal(r->sizes[1].size_max, 256);
	assert_int_equal(r->sizes[1].is_either, 1);
	assert_true(isnan(r->sizes[1].from));
	assert_int_equal(r->sizes[2].size_min, 1000);
	assert_near(r->sizes[2].from, 200);
}

/* The cell at 100 was skipped for one of them, and is no reason for the other to lead there. */
static void nobody_leads_where_others_were_not_measured(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 0, 1, "skipped"},
		{SSL, "aes-256-gcm/seal/1000", 300, 1, NULL},
		{SSL, "aes-256-gcm/seal/2000", 400, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/100", 150, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/1000", 250, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/2000", 900, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, SEAL, lines);
	assert_string_equal(r->candidates[0].title, "libsodium 1.0.18");
	assert_int_equal(r->size_count, 2);
	assert_int_equal(r->sizes[0].size_min, 1000);
	assert_int_equal(r->sizes[1].size_min, 2000);
}

static void a_size_in_the_middle_is_named_by_both_ends(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 100, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/100", 200, 1, NULL},
		{SSL, "aes-256-gcm/seal/200", 400, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/200", 300, 1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 500, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/1000", 1000, 1, NULL},
	};
	advise_fixture *f = *state;
	const char *note;

	use_text(f, SEAL);
	DOCUMENT(f, "", lines);
	note = find_note(advise(f, NULL), "size");
	assert_says(note, "OpenSSL 3.0.19 with AES-256-GCM up to 100 B (2.0 times as fast); ");
	assert_says(note, "libsodium 1.0.18 with AES-256-GCM at 200 B, they meet at about 150 B");
	assert_says(note, "from 1000 B on, they meet at about 333 B");
}

/* At 64 bytes one cannot tell, at 1000 one can. */
static void where_ciphers_cannot_be_told_apart_none_of_them_is_named(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/64", 100, 2, NULL},
		{SSL, "chacha20-poly1305/seal/64", 103, 2, NULL},
		{SSL, "aes-256-gcm/seal/1000", 300, 1, NULL},
		{SSL, "chacha20-poly1305/seal/1000", 600, 1, NULL},
	};
	advise_fixture *f = *state;

	use_text(f, "choices = ['aes-256-gcm', 'chacha20-poly1305'];\n"
		    "work = ({ algorithm = 'choice'; operation = 'seal'; size = 64; });\n");
	DOCUMENT(f, "", lines);
	assert_int_equal(advise(f, NULL)->kind, CB_ADVICE_EITHER);
	assert_string_equal(find_note(advise(f, NULL), "cipher"),
		"AES-GCM or ChaCha20-Poly1305: either up to 64 B (no difference that counts); "
		"AES-GCM from 1000 B on (2.0 times as fast)");
}

/* At 64 bytes the ranking has OpenSSL first, as far as can be told, mbedTLS at 16. */
static void where_none_can_be_told_apart_none_is_named(void **state)
{
	static const line lines[] = {
		{"mbedtls 2.28.3 on", "chacha20-poly1305/seal/16", 80, 1, NULL},
		{SSL, "chacha20-poly1305/seal/16", 100, 1, NULL},
		{"mbedtls 2.28.3 on", "chacha20-poly1305/seal/64", 102, 2, NULL},
		{SSL, "chacha20-poly1305/seal/64", 100, 2, NULL},
		{"mbedtls 2.28.3 on", "chacha20-poly1305/seal/256", 400, 1, NULL},
		{SSL, "chacha20-poly1305/seal/256", 300, 1, NULL},
	};
	advise_fixture *f = *state;

	use_text(f, "choices = ['chacha20-poly1305'];\n"
		    "work = ({ algorithm = 'choice'; operation = 'seal'; size = 64; });\n");
	DOCUMENT(f, "", lines);
	assert_string_equal(find_note(advise(f, NULL), "size"),
		"By size of the message: mbedTLS 2.28.3 with ChaCha20-Poly1305 up to 16 B (1.25 "
		"times as fast); no difference that counts at 64 B; OpenSSL 3.0.19 with "
		"ChaCha20-Poly1305 from 256 B on (1.33 times as fast)");
}

static void one_size_is_no_range(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/1400", 300, 1, NULL},
		{SSL, "chacha20-poly1305/seal/1400", 600, 1, NULL},
	};
	advise_fixture *f = *state;

	use_text(f, "choices = ['aes-256-gcm', 'chacha20-poly1305'];\n"
		    "work = ({ algorithm = 'choice'; operation = 'seal'; size = 1400; });\n");
	DOCUMENT(f, "", lines);
	assert_string_equal(find_note(advise(f, NULL), "cipher"),
		"AES-GCM or ChaCha20-Poly1305: AES-GCM at 1400 B (2.0 times as fast)");
}

#define CONNECTION                                                                                 \
	"unit = 'connection'; choices = ['aes-256-gcm', 'chacha20-poly1305'];\n"                   \
	"work = ({ algorithm = 'choice'; operation = 'seal'; size = 1000; },\n"                    \
	"{ algorithm = 'rsa-2048'; operation = 'sign'; });"

/* Twice as fast a cipher is nothing beside a signature, and both sentences say so. */
static void what_outweighs_the_cipher_is_told_with_it(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 100, 1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 300, 1, NULL},
		{SSL, "chacha20-poly1305/seal/100", 200, 1, NULL},
		{SSL, "chacha20-poly1305/seal/1000", 600, 1, NULL},
		{SSL, "rsa-2048/sign/0", 100000, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, CONNECTION, lines);
	assert_int_equal(r->kind, CB_ADVICE_EITHER);
	assert_says(r->answer,
		"the difference is too small to count, as the cipher takes 1 % of the "
		"time of a connection");
	assert_says(find_note(r, "cipher"),
		"AES-GCM at all sizes from 100 B to 1000 B (2.0 times as "
		"fast); over a whole connection no difference that "
		"counts");
}

/* libsodium's cipher is the faster one, and OpenSSL's signature decides. */
static void a_library_that_outweighs_its_cipher_is_told_with_it(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 300, 1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 3000, 1, NULL},
		{SSL, "rsa-2048/sign/0", 10000, 1, NULL},
		{SODIUM, "chacha20-poly1305/seal/100", 100, 1, NULL},
		{SODIUM, "chacha20-poly1305/seal/1000", 1000, 1, NULL},
		{SODIUM, "rsa-2048/sign/0", 90000, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f, CONNECTION, lines);
	assert_int_equal(r->kind, CB_ADVICE_CLEAR);
	assert_says(find_note(r, "cipher"),
		"ChaCha20-Poly1305 at all sizes from 100 B to 1000 B (3.0 "
		"times as fast); over a whole connection OpenSSL 3.0.19 "
		"with AES-256-GCM comes first, for what else it takes");
}

/* A tenth of all times, and intervals from none to wide: what is said of the unit and what is said
 * of its size may never be two things. */
static void ranking_and_cipher_never_contradict_each_other(void **state)
{
	static const char *const names[] = {SSL, SODIUM};
	static const double times[] = {100, 103, 108, 120}, halves[] = {-1, 1, 4, 9};
	advise_fixture *f = *state;

	use_text(f, SEAL);
	for (unsigned i = 0; i < 4 * 4 * 4 * 4; i++) {
		line lines[] = {
			{names[i % 2], "aes-256-gcm/seal/1000", times[i / 4 % 4], halves[i % 4],
				NULL},
			{names[i % 3 % 2], "chacha20-poly1305/seal/1000", times[i / 16 % 4],
				halves[i / 64 % 4], NULL},
		};
		const cb_ranking *r;

		DOCUMENT(f, "", lines);
		r = advise(f, NULL);
		assert_int_equal(r->cipher_count, 1);
		assert_int_equal(r->ciphers[0].is_either, r->kind == CB_ADVICE_EITHER);
		if (r->kind == CB_ADVICE_CLEAR)
			assert_string_equal(r->ciphers[0].name, r->candidates[0].choice[0] == 'a'
									? "AES-GCM"
									: "ChaCha20-Poly1305");
		assert_null(strstr(find_note(r, "cipher"), "over a whole"));
		cb_advice_free(f->advice);
		f->advice = NULL;
		cb_results_free(f->owned[--f->count]);
	}
}

static void seal_and_open_count_by_their_share(void **state)
{
	static const line lines[] = {
		{SSL, "aes-256-gcm/seal/100", 100, 1, NULL},
		{SSL, "aes-256-gcm/seal/1000", 1000, 1, NULL},
		{SSL, "aes-256-gcm/open/100", 500, 1, NULL},
		{SSL, "aes-256-gcm/open/1000", 2000, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/100", 400, 1, NULL},
		{SODIUM, "aes-256-gcm/seal/1000", 3000, 1, NULL},
		{SODIUM, "aes-256-gcm/open/100", 400, 1, NULL},
		{SODIUM, "aes-256-gcm/open/1000", 3000, 1, NULL},
	};
	advise_fixture *f = *state;
	const cb_ranking *r;

	/* of four messages three are sealed: 200 against 400, and 1250 against 3000 */
	r = ADVISE(f,
		"choices = ['aes-256-gcm']; work = (\n"
		"{ algorithm = 'choice'; operation = 'seal'; size = 1000; count = 3; },\n"
		"{ algorithm = 'choice'; operation = 'open'; size = 1000; count = 1; } );",
		lines);
	assert_int_equal(r->size_count, 1);
	assert_near(r->sizes[0].times_min, 2);
	assert_near(r->sizes[0].times_max, 2.4);
}

static void operations_without_messages_have_no_sizes(void **state)
{
	static const line lines[] = {
		{SSL, "ed25519/verify/0", 100, 1, NULL}, {SSL, "rsa-2048/verify/0", 20, 1, NULL}};
	advise_fixture *f = *state;
	const cb_ranking *r;

	r = ADVISE(f,
		"choices = ['ed25519', 'rsa-2048'];"
		"work = ({ algorithm = 'choice'; operation = 'verify'; });",
		lines);
	assert_string_equal(r->candidates[0].choice, "rsa-2048");
	assert_int_equal(r->size_count, 0);
	assert_null(find_note(r, "size"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		ADVISE_TEST(two_lines_cross_where_their_difference_is_nothing),
		ADVISE_TEST(one_cipher_may_lead_at_all_sizes),
		ADVISE_TEST(a_lead_within_the_noise_does_not_change_who_leads),
		ADVISE_TEST(without_intervals_no_flip_is_told),
		ADVISE_TEST(without_intervals_who_leads_everywhere_is_told),
		ADVISE_TEST(lines_that_overlap_before_meet_nowhere),
		ADVISE_TEST(lines_may_have_met_before_it_counts),
		ADVISE_TEST(nobody_leads_where_others_were_not_measured),
		ADVISE_TEST(a_size_in_the_middle_is_named_by_both_ends),
		ADVISE_TEST(where_none_can_be_told_apart_none_is_named),
		ADVISE_TEST(one_size_is_no_range),
		ADVISE_TEST(where_ciphers_cannot_be_told_apart_none_of_them_is_named),
		ADVISE_TEST(what_outweighs_the_cipher_is_told_with_it),
		ADVISE_TEST(a_library_that_outweighs_its_cipher_is_told_with_it),
		ADVISE_TEST(ranking_and_cipher_never_contradict_each_other),
		ADVISE_TEST(seal_and_open_count_by_their_share),
		ADVISE_TEST(operations_without_messages_have_no_sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
