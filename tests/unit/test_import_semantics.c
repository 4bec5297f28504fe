/* SPDX-License-Identifier: Apache-2.0 */
#include "import_fixture.h"

/* The semantics of the first cell of one row below a banner. */
static void assert_semantics(
	import_fixture *f, const char *head, const char *row, const char *semantics)
{
	char text[600];

	snprintf(text, sizeof text, "%s" SIZES "%s 1000.00k 2000.00k 3000.00k 4000.00k 5000.00k\n",
		head, row);
	assert_string_equal(cb_results_cell_at(import_text(f, text), 0)->semantics, semantics);
}

static void each_kind_has_its_semantics(void **state)
{
	assert_semantics(*state, BANNER, "md5", "openssl-speed.digest/1");
	assert_semantics(*state, BANNER, "hmac(md5)", "openssl-speed.mac/1");
	assert_semantics(*state, BANNER, "aes-128 cbc", "openssl-speed.cipher/1");
	assert_semantics(*state, BANNER, "rand", "openssl-speed.generate/1");
	assert_semantics(*state, BANNER, "aes-128-cbc-hmac-sha1", "openssl-speed.multiblock/1");
	assert_semantics(*state, BANNER, "new-thing", "openssl-speed.unknown/1");
}

/* The benchmark changed in the patch releases of February 2025, the library did not. */
static void gcm_means_another_thing_in_later_releases(void **state)
{
	static const struct {
		const char *version;
		const char *semantics;
	} rows[] = {{"1.0.2h", "openssl-speed.aead.update/1"},
		{"3.0.15", "openssl-speed.aead.update/1"}, {"3.0.16", "openssl-speed.aead.rekey/1"},
		{"3.1.7", "openssl-speed.aead.update/1"}, {"3.1.8", "openssl-speed.aead.rekey/1"},
		{"3.2.4", "openssl-speed.aead.rekey/1"}, {"3.3.2", "openssl-speed.aead.update/1"},
		{"3.3.3", "openssl-speed.aead.rekey/1"}, {"3.4.0", "openssl-speed.aead.update/1"},
		{"3.4.1", "openssl-speed.aead.rekey/1"}, {"3.5.0", "openssl-speed.aead.rekey/1"},
		{"4.0.1", "openssl-speed.aead.rekey/1"}};
	char head[60];

	for (size_t i = 0; i < ROWS(rows); i++) {
		snprintf(head, sizeof head, "version: %s\n", rows[i].version);
		assert_semantics(*state, head, "AES-128-GCM", rows[i].semantics);
		assert_semantics(*state, head, "ChaCha20-Poly1305", "openssl-speed.aead.update/1");
	}
	assert_semantics(*state, "", "AES-128-GCM", "openssl-speed.aead.unknown/1");
}

static void a_command_line_tells_of_aead_and_decrypt(void **state)
{
	import_fixture *f = *state;

	assert_semantics(f, "$ openssl speed -evp aes-128-gcm -aead\nversion: 3.0.2\n",
		"AES-128-GCM", "openssl-speed.aead.message/1");
	assert_semantics(f, "$ openssl speed -evp aes-128-gcm -aead\nversion: 3.5.0\n",
		"AES-128-GCM", "openssl-speed.aead.rekey-aad/1");
	assert_semantics(f, "$ openssl speed -decrypt -evp aes-128-cbc\nversion: 3.5.0\n",
		"AES-128-CBC", "openssl-speed.cipher/1");
	assert_string_equal(cb_results_cell_at(f->results, 0)->operation, "decrypt");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_kind_has_its_semantics),
		TEST(gcm_means_another_thing_in_later_releases),
		TEST(a_command_line_tells_of_aead_and_decrypt),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
