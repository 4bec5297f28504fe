/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "catalogue.h"
#include "hex.h"

static void every_algorithm_is_found_by_its_name_and_only_once(void **state)
{
	(void)state;
	assert_true(cb_algorithm_count() > 0);
	for (size_t i = 0; i < cb_algorithm_count(); i++) {
		const cb_algorithm *algorithm = cb_algorithm_at(i);
		assert_ptr_equal(cb_algorithm_find(algorithm->name), algorithm);
		assert_true(strlen(algorithm->name) > 0);
		assert_int_equal(strspn(algorithm->name, "abcdefghijklmnopqrstuvwxyz0123456789-"),
			strlen(algorithm->name));
	}
}

static void past_the_end_there_is_no_algorithm(void **state)
{
	(void)state;
	assert_null(cb_algorithm_at(cb_algorithm_count()));
	assert_null(cb_algorithm_at((size_t)-1));
}

static void a_name_is_found_only_if_spelled_exactly(void **state)
{
	(void)state;
	static const char *const names[] = {"", "aes", "AES-256-GCM", "aes-256-gcm ", "sha256*"};
	for (size_t i = 0; i < ROWS(names); i++)
		assert_null(cb_algorithm_find(names[i]));
}

static void lengths_are_the_published_ones(void **state)
{
	(void)state;
	static const cb_algorithm published[] = {
		{"md5", CB_KIND_HASH, 0, 0, 0, 16, 1, 1, {0}},
		{"sha1", CB_KIND_HASH, 0, 0, 0, 20, 1, 1, {0}},
		{"sha256", CB_KIND_HASH, 0, 0, 0, 32, 1, 1, {0}},
		{"sha512", CB_KIND_HASH, 0, 0, 0, 64, 1, 1, {0}},
		{"hmac-sha256", CB_KIND_MAC, 32, 0, 0, 32, 1, 1, {0}},
		{"rc4", CB_KIND_CIPHER, 16, 0, 0, 0, 1, 1, {0}},
		{"aes-128-cbc", CB_KIND_CIPHER, 16, 16, 0, 0, 16, 1, {0}},
		{"aes-256-cbc", CB_KIND_CIPHER, 32, 16, 0, 0, 16, 1, {0}},
		{"aes-128-gcm", CB_KIND_AEAD, 16, 12, 16, 0, 1, 1, {0}},
		{"aes-256-gcm", CB_KIND_AEAD, 32, 12, 16, 0, 1, 1, {0}},
		{"chacha20-poly1305", CB_KIND_AEAD, 32, 12, 16, 0, 1, 1, {0}},
		{"x25519", CB_KIND_KEX, 0, 0, 0, 32, 1, 1, {0}},
		{"ed25519", CB_KIND_SIGN, 0, 0, 0, 64, 1, 1, {0}},
		{"ecdsa-p256", CB_KIND_SIGN, 0, 0, 0, 72, 1, 1, {0}},
		{"rsa-2048", CB_KIND_SIGN, 0, 0, 0, 256, 1, 1, {0}},
		{"aes-256-xts", CB_KIND_CIPHER, 64, 16, 0, 0, 16, 0, {0}},
		{"xchacha20", CB_KIND_CIPHER, 32, 24, 0, 0, 1, 0, {0}},
		{"aes-256-ocb", CB_KIND_AEAD, 32, 12, 16, 0, 1, 0, {0}},
		{"aegis-256", CB_KIND_AEAD, 32, 32, 32, 0, 1, 0, {0}},
		{"pbkdf2-hmac-sha256", CB_KIND_KDF, 32, 16, 0, 32, 1, 0, {1000, 0, 0}},
		{"scrypt", CB_KIND_KDF, 32, 16, 0, 32, 1, 0, {16384, 8, 1}},
		{"argon2id", CB_KIND_KDF, 32, 16, 0, 32, 1, 0, {2, 65536, 1}},
		{"ecdh-p521", CB_KIND_KEX, 0, 0, 0, 66, 1, 0, {0}},
		{"ml-kem-768", CB_KIND_KEM, 0, 0, 0, 32, 1, 0, {0}},
		{"ml-dsa-87", CB_KIND_SIGN, 0, 0, 0, 4627, 1, 0, {0}},
		{"random", CB_KIND_RNG, 0, 0, 0, 0, 1, 0, {0}},
	};
	for (size_t i = 0; i < ROWS(published); i++) {
		const cb_algorithm *algorithm = cb_algorithm_find(published[i].name);
		assert_non_null(algorithm);
		assert_int_equal(algorithm->kind, published[i].kind);
		assert_int_equal(algorithm->key_len, published[i].key_len);
		assert_int_equal(algorithm->nonce_len, published[i].nonce_len);
		assert_int_equal(algorithm->tag_len, published[i].tag_len);
		assert_int_equal(algorithm->out_len, published[i].out_len);
		assert_int_equal(algorithm->block_len, published[i].block_len);
		assert_int_equal(algorithm->usual, published[i].usual);
		assert_memory_equal(algorithm->cost, published[i].cost, sizeof algorithm->cost);
	}
}

static void lengths_fit_the_kind(void **state)
{
	(void)state;
	for (size_t i = 0; i < cb_algorithm_count(); i++) {
		const cb_algorithm *a = cb_algorithm_at(i);
		int has_key = a->kind == CB_KIND_MAC || a->kind == CB_KIND_CIPHER ||
			      a->kind == CB_KIND_AEAD || a->kind == CB_KIND_KDF;
		int has_out = a->kind != CB_KIND_CIPHER && a->kind != CB_KIND_AEAD &&
			      a->kind != CB_KIND_RNG;
		assert_true(a->kind > CB_KIND_NONE && a->kind < CB_KIND_COUNT);
		assert_true((a->key_len > 0) == has_key);
		assert_true((a->out_len > 0) == has_out);
		assert_true((a->tag_len > 0) == (a->kind == CB_KIND_AEAD));
		assert_true(a->block_len > 0);
		assert_true(a->out_len <= CB_OUT_MAX && a->key_len <= CB_KEY_MAX);
	}
}

static void values_of_operations_never_change(void **state)
{
	(void)state;
	/* Backends are built with them. */
	static const char *const names[] = {NULL, "digest", "mac", "encrypt", "decrypt", "seal",
		"open", "reject", "keygen", "derive", "sign", "verify", "encaps", "decaps",
		"generate", "setkey"};
	assert_true(CB_OP_COUNT >= ROWS(names));
	for (size_t i = 1; i < ROWS(names); i++)
		assert_string_equal(cb_op_name((cb_op)i), names[i]);
}

static void operations_are_found_by_their_names(void **state)
{
	(void)state;
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
		assert_int_equal(cb_op_find(cb_op_name((cb_op)op)), op);
	assert_null(cb_op_name(CB_OP_NONE));
	assert_null(cb_op_name(CB_OP_COUNT));
	assert_null(cb_op_name((cb_op)-1));
	assert_int_equal(cb_op_find(""), CB_OP_NONE);
	assert_int_equal(cb_op_find("Seal"), CB_OP_NONE);
	assert_int_equal(cb_op_find("seal "), CB_OP_NONE);
}

static void modes_and_variants_are_found_by_their_names(void **state)
{
	(void)state;
	static const char *const modes[CB_ACCEL_COUNT] = {"on", "nocrypto", "off"};
	for (int accel = 0; accel < CB_ACCEL_COUNT; accel++) {
		assert_string_equal(cb_accel_name((cb_accel)accel), modes[accel]);
		assert_int_equal(cb_accel_find(modes[accel]), accel);
	}
	assert_int_equal(cb_accel_find(""), CB_ACCEL_COUNT);
	assert_int_equal(cb_accel_find("ON"), CB_ACCEL_COUNT);
	assert_null(cb_accel_name(CB_ACCEL_COUNT));
	assert_null(cb_accel_name((cb_accel)-1));
	assert_string_equal(cb_variant_name(CB_VARIANT_MESSAGE), "message");
	assert_int_equal(cb_variant_find("message"), CB_VARIANT_MESSAGE);
	static const char *const variants[CB_VARIANT_COUNT] = {
		"message", "stream", "rekey", "fresh", "fetch", "inplace", "misalign", "sharedkey"};
	for (int variant = 0; variant < CB_VARIANT_COUNT; variant++) {
		assert_string_equal(cb_variant_name((cb_variant)variant), variants[variant]);
		assert_int_equal(cb_variant_find(variants[variant]), variant);
	}
	assert_int_equal(cb_variant_find("Fresh"), CB_VARIANT_COUNT);
	assert_null(cb_variant_name(CB_VARIANT_COUNT));
}

static void kinds_have_their_own_names(void **state)
{
	(void)state;
	for (int kind = CB_KIND_NONE + 1; kind < CB_KIND_COUNT; kind++)
		for (int other = CB_KIND_NONE + 1; other < kind; other++)
			assert_string_not_equal(
				cb_kind_name((cb_kind)kind), cb_kind_name((cb_kind)other));
	assert_string_equal(cb_kind_name(CB_KIND_AEAD), "aead");
	assert_null(cb_kind_name(CB_KIND_NONE));
	assert_null(cb_kind_name(CB_KIND_COUNT));
	assert_null(cb_kind_name((cb_kind)-1));
}

static void every_kind_has_operations_and_every_operation_a_kind(void **state)
{
	(void)state;
	int op_kinds[CB_OP_COUNT] = {0};
	for (int kind = CB_KIND_NONE + 1; kind < CB_KIND_COUNT; kind++) {
		int count = 0;
		for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++) {
			int has = cb_kind_has_op((cb_kind)kind, (cb_op)op);
			count += has;
			op_kinds[op] += has;
		}
		assert_true(count > 0);
		assert_false(cb_kind_has_op((cb_kind)kind, CB_OP_NONE));
		assert_false(cb_kind_has_op((cb_kind)kind, CB_OP_COUNT));
	}
	for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++) {
		assert_true(op_kinds[op] > 0);
		assert_false(cb_kind_has_op(CB_KIND_NONE, (cb_op)op));
		assert_false(cb_kind_has_op(CB_KIND_COUNT, (cb_op)op));
	}
}

static void message_and_setting_the_key_are_told_apart(void **state)
{
	(void)state;
	static const struct {
		cb_kind kind;
		cb_op op;
		int expected;
	} rows[] = {
		{CB_KIND_HASH, CB_OP_DIGEST, 1},
		{CB_KIND_MAC, CB_OP_MAC, 1},
		{CB_KIND_MAC, CB_OP_SETKEY, 0},
		{CB_KIND_CIPHER, CB_OP_DECRYPT, 1},
		{CB_KIND_CIPHER, CB_OP_SETKEY, 0},
		{CB_KIND_AEAD, CB_OP_REJECT, 1},
		{CB_KIND_AEAD, CB_OP_SETKEY, 0},
		{CB_KIND_KDF, CB_OP_DERIVE, 0},
		{CB_KIND_KEX, CB_OP_DERIVE, 0},
		{CB_KIND_KEM, CB_OP_ENCAPS, 0},
		{CB_KIND_SIGN, CB_OP_REJECT, 0},
		{CB_KIND_RNG, CB_OP_GENERATE, 1},
		{CB_KIND_HASH, CB_OP_SEAL, 0},
		{CB_KIND_NONE, CB_OP_DIGEST, 0},
		{CB_KIND_COUNT, CB_OP_DIGEST, 0},
		{(cb_kind)-1, CB_OP_NONE, 0},
	};
	for (size_t i = 0; i < ROWS(rows); i++)
		assert_int_equal(cb_op_has_message(rows[i].kind, rows[i].op), rows[i].expected);
}

static void an_operation_is_prepared_by_one_of_its_kind(void **state)
{
	(void)state;
	for (int kind = CB_KIND_NONE; kind < CB_KIND_COUNT; kind++)
		for (int op = CB_OP_NONE; op < CB_OP_COUNT; op++) {
			cb_op maker = cb__op_prepared_by((cb_kind)kind, (cb_op)op);
			if (maker == CB_OP_NONE)
				continue;
			assert_true(cb_kind_has_op((cb_kind)kind, (cb_op)op));
			assert_true(cb_kind_has_op((cb_kind)kind, maker));
			assert_int_equal(cb__op_prepared_by((cb_kind)kind, maker), CB_OP_NONE);
		}
	assert_int_equal(cb__op_prepared_by(CB_KIND_CIPHER, CB_OP_DECRYPT), CB_OP_ENCRYPT);
	assert_int_equal(cb__op_prepared_by(CB_KIND_AEAD, CB_OP_OPEN), CB_OP_SEAL);
	assert_int_equal(cb__op_prepared_by(CB_KIND_AEAD, CB_OP_REJECT), CB_OP_SEAL);
	assert_int_equal(cb__op_prepared_by(CB_KIND_SIGN, CB_OP_VERIFY), CB_OP_SIGN);
	assert_int_equal(cb__op_prepared_by(CB_KIND_SIGN, CB_OP_REJECT), CB_OP_SIGN);
	assert_int_equal(cb__op_prepared_by(CB_KIND_KEX, CB_OP_DERIVE), CB_OP_NONE);
	assert_int_equal(cb__op_prepared_by(CB_KIND_KEM, CB_OP_DECAPS), CB_OP_ENCAPS);
	assert_int_equal(cb__op_prepared_by(CB_KIND_HASH, CB_OP_OPEN), CB_OP_NONE);
}

static void only_random_outputs_are_not_deterministic(void **state)
{
	(void)state;
	const cb_algorithm *ecdsa = cb_algorithm_find("ecdsa-p256");
	const cb_algorithm *rsa = cb_algorithm_find("rsa-2048");
	const cb_algorithm *gcm = cb_algorithm_find("aes-256-gcm");
	const cb_algorithm *x25519 = cb_algorithm_find("x25519");
	assert_false(cb__op_is_deterministic(ecdsa, CB_OP_SIGN));
	assert_true(cb__op_is_deterministic(ecdsa, CB_OP_VERIFY));
	assert_true(cb__op_is_deterministic(rsa, CB_OP_SIGN));
	assert_false(cb__op_is_deterministic(rsa, CB_OP_KEYGEN));
	assert_false(cb__op_is_deterministic(x25519, CB_OP_KEYGEN));
	assert_true(cb__op_is_deterministic(x25519, CB_OP_DERIVE));
	assert_true(cb__op_is_deterministic(gcm, CB_OP_OPEN));
	const cb_algorithm *kem = cb_algorithm_find("ml-kem-768");
	assert_false(cb__op_is_deterministic(kem, CB_OP_ENCAPS));
	assert_true(cb__op_is_deterministic(kem, CB_OP_DECAPS));
	assert_false(cb__op_is_deterministic(cb_algorithm_find("random"), CB_OP_GENERATE));
	assert_false(cb__op_is_deterministic(cb_algorithm_find("rsa-2048-pss"), CB_OP_SIGN));
	assert_false(cb__op_is_deterministic(cb_algorithm_find("ml-dsa-44"), CB_OP_SIGN));
	assert_true(cb__op_is_deterministic(cb_algorithm_find("ed448"), CB_OP_SIGN));
	/* What is checked must not have been made by chance either. */
	assert_false(cb__op_is_comparable(kem, CB_OP_DECAPS));
	assert_false(cb__op_is_comparable(ecdsa, CB_OP_VERIFY));
	assert_false(cb__op_is_comparable(ecdsa, CB_OP_SIGN));
	assert_true(cb__op_is_comparable(rsa, CB_OP_VERIFY));
	assert_true(cb__op_is_comparable(gcm, CB_OP_OPEN));
	assert_false(cb__op_is_comparable(x25519, CB_OP_KEYGEN));
}

static void rejecting_setting_keys_and_making_rsa_keys_must_be_asked_for(void **state)
{
	(void)state;
	for (size_t i = 0; i < cb_algorithm_count(); i++) {
		const cb_algorithm *algorithm = cb_algorithm_at(i);
		int is_rsa = strncmp(algorithm->name, "rsa-", 4) == 0;
		for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++) {
			int expected = op == CB_OP_REJECT || op == CB_OP_SETKEY ||
				       (is_rsa && op == CB_OP_KEYGEN);
			assert_int_equal(cb__op_is_opt_in(algorithm, (cb_op)op), expected);
		}
	}
	assert_false(cb_op_is_usual(CB_OP_REJECT));
	assert_false(cb_op_is_usual(CB_OP_SETKEY));
	assert_true(cb_op_is_usual(CB_OP_KEYGEN));
	assert_true(cb_op_is_usual(CB_OP_SEAL));
	assert_false(cb_op_is_usual(CB_OP_NONE));
	assert_false(cb_op_is_usual(CB_OP_COUNT));
	assert_false(cb_op_is_usual((cb_op)-1));
}

static size_t decoded_len(const char *hex)
{
	uint8_t bytes[CB_KEY_MAX];
	size_t len = 0;
	assert_non_null(hex);
	assert_int_equal(cb__hex_decode(bytes, sizeof bytes, &len, hex), CB_OK);
	return len;
}

static void asymmetric_algorithms_and_no_others_have_keys(void **state)
{
	(void)state;
	for (size_t i = 0; i < cb_algorithm_count(); i++) {
		const cb_algorithm *a = cb_algorithm_at(i);
		if (a->kind != CB_KIND_KEX && a->kind != CB_KIND_SIGN && a->kind != CB_KIND_KEM) {
			assert_null(cb__private_key(a->name));
			assert_null(cb__public_key(a->name));
			assert_null(cb__peer_key(a->name));
			continue;
		}
		assert_true(decoded_len(cb__private_key(a->name)) > 0);
		assert_true(decoded_len(cb__public_key(a->name)) > 0);
		if (a->kind != CB_KIND_KEX)
			assert_null(cb__peer_key(a->name));
		else
			assert_string_not_equal(cb__peer_key(a->name), cb__public_key(a->name));
	}
}

static void keys_are_encoded_as_backends_expect_them(void **state)
{
	(void)state;
	static const struct {
		const char *algorithm;
		size_t private_len;
		size_t public_len;
		const char *private_start;
		const char *public_start;
	} rows[] = {
		{"x25519", 32, 32, "77", "85"},
		{"ed25519", 32, 32, "9d", "d7"},
		{"ecdsa-p256", 32, 65, "c9", "04"},
		{"rsa-2048", 1191, 294, "308204a3020100", "30820122"},
		{"ecdh-p521", 66, 133, "", "04"},
		{"x448", 56, 56, "", ""},
		{"ed448", 57, 57, "", ""},
		{"ffdhe2048", 256, 256, "", ""},
		{"ml-kem-768", 2400, 1184, "", ""},
		{"ml-dsa-87", 4896, 2592, "", ""},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		const char *private_key = cb__private_key(rows[i].algorithm);
		const char *public_key = cb__public_key(rows[i].algorithm);
		assert_int_equal(decoded_len(private_key), rows[i].private_len);
		assert_int_equal(decoded_len(public_key), rows[i].public_len);
		assert_memory_equal(
			private_key, rows[i].private_start, strlen(rows[i].private_start));
		assert_memory_equal(public_key, rows[i].public_start, strlen(rows[i].public_start));
	}
	assert_int_equal(decoded_len(cb__peer_key("x25519")), 32);
}

static void globs_match_whole_names(void **state)
{
	(void)state;
	static const struct {
		const char *pattern;
		const char *text;
		int expected;
	} rows[] = {
		{"", "", 1},
		{"", "a", 0},
		{"a", "", 0},
		{"*", "", 1},
		{"**", "", 1},
		{"?", "", 0},
		{"*", "sha256", 1},
		{"sha256", "sha256", 1},
		{"sha25", "sha256", 0},
		{"sha256", "sha25", 0},
		{"sha256", "SHA256", 0},
		{"sha???", "sha256", 1},
		{"sha??", "sha256", 0},
		{"????", "md5", 0},
		{"?*", "a", 1},
		{"?*", "", 0},
		{"*?", "a", 1},
		{"a*", "a", 1},
		{"*a", "a", 1},
		{"aes-*-gcm", "aes-256-gcm", 1},
		{"aes-*-gcm", "aes-256-cbc", 0},
		{"aes-*-gcm", "aes-gcm", 0},
		{"*256*", "aes-256-gcm", 1},
		{"*256*", "aes-128-gcm", 0},
		{"a*b*c", "aXbXbXc", 1},
		{"a*bc", "abcbcbc", 1},
		{"a*bc", "abcbcbd", 0},
		{"*ab", "aab", 1},
		{"*aab", "aaaab", 1},
		{"*a?c*e", "xabcaddce", 1},
		{"a**b", "ab", 1},
		{"[ab]", "a", 0},
		{"[ab]", "[ab]", 1},
		{"a\\*", "a*", 0},
	};
	for (size_t i = 0; i < ROWS(rows); i++)
		if (cb__glob_match(rows[i].pattern, rows[i].text) != rows[i].expected)
			fail_msg("\"%s\" and \"%s\"", rows[i].pattern, rows[i].text);
}

static void a_glob_of_many_stars_is_decided_soon(void **state)
{
	(void)state;
	char pattern[202] = "";
	char text[401] = "";
	for (size_t i = 0; i < 100; i++)
		strcat(pattern, "a*");
	strcat(pattern, "b");
	memset(text, 'a', sizeof text - 1);
	assert_false(cb__glob_match(pattern, text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_algorithm_is_found_by_its_name_and_only_once),
		cmocka_unit_test(past_the_end_there_is_no_algorithm),
		cmocka_unit_test(a_name_is_found_only_if_spelled_exactly),
		cmocka_unit_test(lengths_are_the_published_ones),
		cmocka_unit_test(lengths_fit_the_kind),
		cmocka_unit_test(values_of_operations_never_change),
		cmocka_unit_test(operations_are_found_by_their_names),
		cmocka_unit_test(modes_and_variants_are_found_by_their_names),
		cmocka_unit_test(kinds_have_their_own_names),
		cmocka_unit_test(every_kind_has_operations_and_every_operation_a_kind),
		cmocka_unit_test(message_and_setting_the_key_are_told_apart),
		cmocka_unit_test(an_operation_is_prepared_by_one_of_its_kind),
		cmocka_unit_test(only_random_outputs_are_not_deterministic),
		cmocka_unit_test(rejecting_setting_keys_and_making_rsa_keys_must_be_asked_for),
		cmocka_unit_test(asymmetric_algorithms_and_no_others_have_keys),
		cmocka_unit_test(keys_are_encoded_as_backends_expect_them),
		cmocka_unit_test(globs_match_whole_names),
		cmocka_unit_test(a_glob_of_many_stars_is_decided_soon),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
