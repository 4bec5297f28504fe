/* SPDX-License-Identifier: Apache-2.0 */
#include "profile.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "unit.h"

static int set_up(void **state)
{
	cb_context *ctx;

	assert_int_equal(cb_context_new(&ctx, NULL), CB_OK);
	*state = ctx;
	return 0;
}

static int tear_down(void **state)
{
	cb_context_free(*state);
	return 0;
}

/* The texts have ' for ". */
static cb_status parse(cb_profile **out, cb_context *ctx, const char *text)
{
	char copy[4096];

	assert_true(strlen(text) < sizeof copy);
	memcpy(copy, text, strlen(text) + 1);
	for (char *at = copy; *at != '\0'; at++)
		if (*at == '\'')
			*at = '"';
	return cb_profile_parse(out, ctx, "dir/gateway.cfg", copy);
}

static void all_settings_are_read(void **state)
{
	cb_profile *p = NULL;

	assert_int_equal(
		parse(&p, *state,
			"# a gateway\n"
			"summary = 'requests of 2 KiB';\n"
			"unit = 'request';\n"
			"needs = 'tls13';\n"
			"accel = 'nocrypto';\n"
			"bytes = 2048;\n"
			"choices = [ 'aes-256-gcm', 'chacha20-poly1305' ];\n"
			"sizes = [ 1024, 64 ];\n"
			"work = (\n"
			"  { algorithm = 'choice'; operation = 'seal'; size = 2048; count = "
			"0.5; },\n"
			"  { algorithm = 'x25519'; operation = 'derive'; }\n"
			");\n"),
		CB_OK);
	assert_string_equal(cb_profile_name(p), "gateway");
	assert_string_equal(cb_profile_summary(p), "requests of 2 KiB");
	assert_string_equal(cb_profile_unit(p), "request");
	assert_string_equal(p->needs, "tls13");
	assert_int_equal(cb_profile_accel(p), CB_ACCEL_NOCRYPTO);
	assert_int_equal(p->bytes, 2048);
	assert_int_equal(p->choice_count, 2);
	assert_int_equal(p->sizes[0], 64);
	assert_int_equal(p->work_count, 2);
	assert_null(p->work[0].algorithm);
	assert_near(p->work[0].count, 0.5);
	assert_string_equal(p->work[1].algorithm->name, "x25519");
	assert_near(p->work[1].count, 1);
	cb_profile_free(p);
}

#define WORK "work = ({ algorithm = 'sha256'; operation = 'digest'; size = 64; });\n"

static void faults_are_named_with_file_and_line(void **state)
{
	static const struct {
		const char *text;
		const char *where;
		const char *what;
	} rows[] = {
		{"choices = [ 'aes-128-gcm', 'aes-128-gcm' ];",
			"gateway.cfg:1: ", "choices has aes-128-gcm twice"},
		{"", "gateway.cfg:1: ", "no work"},
		{"\nspeed = 1;\n" WORK, "gateway.cfg:2: ", "no setting \"speed\""},
		{"unit = 7;\n" WORK, "gateway.cfg:1: ", "unit is not a text"},
		{WORK "accel = 'fast';\n", "gateway.cfg:2: ", "accel is not one of"},
		{WORK "needs = 'quic';\n", "gateway.cfg:2: ", "\"quic\" is not known"},
		{WORK "\n\nbytes = -1;\n", "gateway.cfg:4: ", "bytes is not a number from 0"},
		{WORK "bytes = 1.5;\n", "gateway.cfg:2: ", "whole"},
		{WORK "sizes = [ 0 ];\n", "gateway.cfg:2: ", "sizes has a 0"},
		{WORK "sizes = 5;\n", "gateway.cfg:2: ", "sizes is not a list"},
		{WORK "choices = [ 'aes-128-gcn' ];\n",
			"gateway.cfg:2: ", "did you mean \"aes-128-gcm\"?"},
		{WORK "choices = [ 'aes-128-gcm', 'sha256' ];\n",
			"gateway.cfg:2: ", "different kinds"},
		{WORK "choices = [ 'sha512' ];\n", "gateway.cfg:1: ", "no work of algorithm"},
		{"work = 5;\n", "gateway.cfg:1: ", "work is not a list"},
		{"work = (\n7 );\n", "gateway.cfg:2: ", "no group"},
		{"work = (\n{ algorithm = 'sha256'; } );\n",
			"gateway.cfg:2: ", "without algorithm and operation"},
		{"work = ({ algorithm = 'sha256';\n operation = 'seal'; size = 64; });\n",
			"gateway.cfg:1: ", "sha256 has no operation \"seal\""},
		{"work = ({ algorithm = 'sha256';\n operation = 'hash'; size = 64; });\n",
			"gateway.cfg:2: ", "no operation \"hash\""},
		{"work = ({ algorithm = 'sha256'; operation = 'digest'; });\n",
			"gateway.cfg:1: ", "give its size"},
		{"work = ({ algorithm = 'x25519'; operation = 'derive'; size = 64; });\n",
			"gateway.cfg:1: ", "no message, so no size"},
		{"work = ({ algorithm = 'aes-128-xts'; operation = 'encrypt'; size = 100; });\n",
			"gateway.cfg:1: ", "no multiple of the 16 bytes"},
		{"work = ({ algorithm = 'choice'; operation = 'seal'; size = 64; });\n",
			"gateway.cfg:1: ", "there are no choices"},
		{"work = ({ algorithm = 'sha256'; operation = 'digest'; size = 64; count = 0; "
		 "});\n",
			"gateway.cfg:1: ", "count is not a number from"},
		{"work = ({ algorithm = 'sha256'; operation = 'digest'; size = 64; weight = 2; "
		 "});\n",
			"gateway.cfg:1: ", "no setting \"weight\""},
		{WORK WORK, "gateway.cfg:2: ", "duplicate"},
		{WORK "@include 'x'\n", "gateway.cfg:2: ", "@include"},
		{WORK "unit = 'a;\n", "gateway.cfg:2: ", "has no end"},
	};

	for (size_t i = 0; i < ROWS(rows); i++) {
		cb_profile *profile = NULL;

		if (parse(&profile, *state, rows[i].text) != CB_EFORMAT)
			fail_msg("taken: %s", rows[i].text);
		assert_null(profile);
		assert_says(cb_context_error(*state), rows[i].where);
		assert_says(cb_context_error(*state), rows[i].what);
	}
}

static void a_name_with_a_dot_is_a_file(void **state)
{
	static const char text[] =
		"work = ({ algorithm = \"sha256\"; operation = \"digest\"; size = 64; });";
	char file[] = "/tmp/cb-profile.XXXXXX";
	cb_profile *profile = NULL;
	FILE *stream = fdopen(mkstemp(file), "wb");

	assert_non_null(stream);
	assert_true(fputs(text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
	assert_int_equal(cb_profile_find(&profile, *state, file), CB_OK);
	assert_string_equal(cb_profile_name(profile), "cb-profile");
	cb_profile_free(profile);
	unlink(file);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(all_settings_are_read),
		TEST(faults_are_named_with_file_and_line),
		TEST(a_name_with_a_dot_is_a_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
