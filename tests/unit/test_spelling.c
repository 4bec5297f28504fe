/* SPDX-License-Identifier: Apache-2.0 */
#include "spelling.h"

#include "unit.h"

static void assert_spelled(
	void (*spell)(cb_text *out, const char *name), const char *name, const char *written)
{
	cb_text text = CB_TEXT_INIT;

	spell(&text, name);
	assert_string_equal(cb__text_string(&text), written);
	cb__text_done(&text);
}

static void algorithms_are_written_as_people_write_them(void **state)
{
	(void)state;
	assert_spelled(cb__spell_algorithm, "chacha20-poly1305", "ChaCha20-Poly1305");
	assert_spelled(cb__spell_algorithm, "aes-256-gcm", "AES-256-GCM");
	assert_spelled(cb__spell_algorithm, "ecdsa-p256", "ECDSA P-256");
}

static void what_the_catalogue_lacks_is_called_as_its_backend_calls_it(void **state)
{
	(void)state;
	assert_spelled(cb__spell_algorithm, "kmac256", "kmac256");
	assert_spelled(cb__spell_backend, "mine", "mine");
}

static void libraries_have_one_name(void **state)
{
	(void)state;
	assert_spelled(cb__spell_backend, "openssl", "OpenSSL");
	assert_spelled(cb__spell_backend, "mbedtls", "mbedTLS");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(algorithms_are_written_as_people_write_them),
		cmocka_unit_test(what_the_catalogue_lacks_is_called_as_its_backend_calls_it),
		cmocka_unit_test(libraries_have_one_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
