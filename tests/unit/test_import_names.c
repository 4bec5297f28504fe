/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "import.h"

static void one_algorithm_has_one_name(void **state)
{
	static const struct {
		const char *printed;
		cb__import_table table;
		const char *algorithm;
		const char *kind;
	} rows[] = {
		{"aes-128 cbc", CB__IMPORT_BULK, "aes-128-cbc", "cipher"},
		{"AES-128-CBC", CB__IMPORT_BULK, "aes-128-cbc", "cipher"},
		{"AES 128 CBC", CB__IMPORT_BULK, "aes-128-cbc", "cipher"},
		{"des ede3", CB__IMPORT_BULK, "des-ede3-cbc", "cipher"},
		{"rc5-32/12 cbc", CB__IMPORT_BULK, "rc5-32-12-cbc", "cipher"},
		{"hmac(sha256)", CB__IMPORT_BULK, "hmac-sha256", "mac"},
		{"ChaCha20-Poly1305", CB__IMPORT_BULK, "chacha20-poly1305", "aead"},
		{"rand", CB__IMPORT_BULK, "random", "rng"},
		{"AES-256-SIV", CB__IMPORT_BULK, "aes-256-siv", "aead"},
		{"something", CB__IMPORT_BULK, "something", "unknown"},
		{"rsa 2048 bits", CB__IMPORT_KEYS, "rsa-2048", "sign"},
		{"rsa2048", CB__IMPORT_KEYS, "rsa-2048", "sign"},
		{"256 bits ecdsa (nistp256)", CB__IMPORT_KEYS, "ecdsa-p256", "sign"},
		{"256 bit ecdsa (brainpoolP256r1)", CB__IMPORT_KEYS, "ecdsa-brainpoolp256r1",
			"sign"},
		{"253 bits ecdh (X25519)", CB__IMPORT_KEYS, "x25519", "kex"},
		{"253 bits EdDSA (Ed25519)", CB__IMPORT_KEYS, "ed25519", "sign"},
		{"256 bits SM2 (CurveSM2)", CB__IMPORT_KEYS, "sm2", "sign"},
		{"2048 bits ffdh", CB__IMPORT_KEYS, "ffdhe2048", "kex"},
		{"mlkem768", CB__IMPORT_KEM, "ml-kem-768", "kem"},
		{"ML-KEM-768", CB__IMPORT_KEM, "ml-kem-768", "kem"},
		{"X25519", CB__IMPORT_KEM, "x25519-kem", "kem"},
		{"SecP256r1MLKEM768", CB__IMPORT_KEM, "secp256r1mlkem768", "kem"},
		{"rsa512", CB__IMPORT_SIGNATURES, "rsa512-sig", "sign"},
		{"mldsa65", CB__IMPORT_SIGNATURES, "ml-dsa-65", "sign"},
	};

	(void)state;
	for (size_t i = 0; i < ROWS(rows); i++) {
		cb__import_name name;

		cb__import_name_read(&name, rows[i].printed, rows[i].table);
		assert_string_equal(name.algorithm, rows[i].algorithm);
		assert_string_equal(name.kind, rows[i].kind);
	}
}

static void nothing_in_a_name_parts_an_id(void **state)
{
	cb__import_name name;

	(void)state;
	cb__import_name_read(&name, "a/b=c,d e", CB__IMPORT_BULK);
	assert_string_equal(name.algorithm, "a-b-c-d-e");
	cb__import_name_read(&name, "", CB__IMPORT_KEYS);
	assert_string_equal(name.algorithm, "");
}

static void a_curve_is_told_by_place_and_bits(void **state)
{
	(void)state;
	assert_string_equal(cb__import_curve(3, 256), "nistp256");
	assert_null(cb__import_curve(3, 384));
	assert_null(cb__import_curve(99, 256));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_algorithm_has_one_name),
		cmocka_unit_test(nothing_in_a_name_parts_an_id),
		cmocka_unit_test(a_curve_is_told_by_place_and_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
