/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include "glob.h"

static void star_stays_within_a_part(void **state)
{
	(void)state;
	const char *id = "openssl/aes-256-gcm/seal/1024/on";
	assert_true(cb__id_matches("openssl/aes-256-gcm/**/on", id));
	assert_true(cb__id_matches("openssl/aes-*-gcm/*/*/on", id));
	assert_true(cb__id_matches("**", id));
	assert_true(cb__id_matches("**/on", id));
	assert_true(cb__id_matches("openssl/aes-?56-gcm/seal/1?24/on", id));
	assert_false(cb__id_matches("openssl/*/on", id));
	assert_false(cb__id_matches("openssl/aes-256-gcm/*/on", id));
	assert_false(cb__id_matches("openssl?aes-256-gcm/**", id));
	assert_false(cb__id_matches("*", id));
	assert_false(cb__id_matches("openssl/aes-256-gcm/seal/1024/o", id));
	assert_false(cb__id_matches("", id));
}

static void a_star_may_stand_for_nothing(void **state)
{
	(void)state;
	assert_true(cb__id_matches("*", ""));
	assert_true(cb__id_matches("**", ""));
	assert_true(cb__id_matches("a*", "a"));
	assert_true(cb__id_matches("*a*/**", "a/"));
	assert_true(cb__id_matches("***", "a/b"));
	assert_false(cb__id_matches("?", ""));
	assert_false(cb__id_matches("a/**", "a"));
}

/* The plain definition, which may take time that doubles with every star. */
static int is_match(const char *glob, const char *id)
{
	int is_deep = glob[0] == '*' && glob[1] == '*';
	if (*glob == '\0')
		return *id == '\0';
	if (*glob != '*')
		return *id != '\0' && (*glob == *id || (*glob == '?' && *id != '/')) &&
		       is_match(glob + 1, id + 1);
	if (is_match(glob + 1 + is_deep, id))
		return 1;
	return *id != '\0' && (*id != '/' || is_deep) && is_match(glob, id + 1);
}

/* The text that comes as number @p number if those of @p letters are sorted by length. */
static void spell(char *out, unsigned number, const char *letters)
{
	unsigned count = (unsigned)strlen(letters);
	for (; number > 0; number = (number - 1) / count)
		*out++ = letters[(number - 1) % count];
	*out = '\0';
}

/* All globs and ids of up to five letters: every way in which stars can meet. */
static void short_globs_match_what_the_definition_says(void **state)
{
	(void)state;
	for (unsigned i = 0; i <= 3905; i++) {
		for (unsigned j = 0; j <= 363; j++) {
			char glob[16];
			char id[16];
			spell(glob, i, "*a/?b");
			spell(id, j, "/ab");
			if (cb__id_matches(glob, id) != is_match(glob, id))
				fail_msg("glob \"%s\", id \"%s\"", glob, id);
		}
	}
}

/* One that tries every way to share the letters out would not come back from this. */
static void many_stars_take_no_longer(void **state)
{
	(void)state;
	char glob[201];
	char id[201];
	for (size_t i = 0; i < 200; i++) {
		glob[i] = i % 2 == 0 ? '*' : 'a';
		id[i] = 'a';
	}
	glob[200] = '\0';
	id[200] = '\0';
	assert_true(cb__id_matches(glob, id));
	glob[199] = 'b';
	assert_false(cb__id_matches(glob, id));
	glob[1] = '*';
	assert_false(cb__id_matches(glob, id));
	for (size_t i = 0; i + 2 < 200; i += 3)
		glob[i] = '*', glob[i + 1] = '*', glob[i + 2] = 'a';
	assert_false(cb__id_matches(glob, id));
}

static void a_star_that_should_have_been_two_is_told(void **state)
{
	(void)state;
	static const char *const ids[] = {"a/sha256/digest/64/on", "a/aes-128-gcm/seal/64/on"};
	static const char *const shallow[] = {"a/aes-*-gcm/*", "a/*", "*", "*/on", "a/aes-**/64*"};
	static const char *const others[] = {"a/rc4/**", "b/*", "a/sha256", "a/sha-*/*/*/*", ""};
	for (size_t i = 0; i < ROWS(shallow); i++)
		assert_non_null(
			strstr(cb__glob_hint(shallow[i], ids, ROWS(ids)), "\"**\" crosses"));
	for (size_t i = 0; i < ROWS(others); i++)
		assert_string_equal(cb__glob_hint(others[i], ids, ROWS(ids)), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(star_stays_within_a_part),
		cmocka_unit_test(a_star_may_stand_for_nothing),
		cmocka_unit_test(short_globs_match_what_the_definition_says),
		cmocka_unit_test(many_stars_take_no_longer),
		cmocka_unit_test(a_star_that_should_have_been_two_is_told),
	};
	return cmocka_run_group_tests_name("glob", tests, NULL, NULL);
}
