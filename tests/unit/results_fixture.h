/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of results share: the text of valid.json, a context, an empty directory. */
#ifndef CB_RESULTS_FIXTURE_H
#define CB_RESULTS_FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "results.h"

#define FILE_MAX 16384
#define ON       "openssl/aes-256-gcm/seal/16384/on"
#define OFF      "mbedtls/aes-256-gcm/seal/16384/off"

typedef struct fixture {
	cb_context *ctx;
	char text[FILE_MAX]; /* valid.json */
	char directory[32];
	char file[64]; /* in it */
} fixture;

static inline void read_file(char *text, const char *file)
{
	FILE *stream = fopen(file, "rb");
	size_t len;

	assert_non_null(stream);
	len = fread(text, 1, FILE_MAX - 1, stream);
	assert_true(len > 0 && len < FILE_MAX - 1);
	text[len] = '\0';
	fclose(stream);
}

static inline void write_file(const char *file, const char *text)
{
	FILE *stream = fopen(file, "wb");

	assert_non_null(stream);
	assert_int_equal(fputs(text, stream) < 0, 0);
	assert_int_equal(fclose(stream), 0);
}

static inline int set_up(void **state)
{
	fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	assert_int_equal(cb_context_new(&f->ctx, NULL), CB_OK);
	read_file(f->text, CB_FIXTURE_DIR "/json/valid.json");
	strcpy(f->directory, "/tmp/cb-results-XXXXXX");
	assert_non_null(mkdtemp(f->directory));
	snprintf(f->file, sizeof f->file, "%s/r.json", f->directory);
	*state = f;
	return 0;
}

static inline int tear_down(void **state)
{
	fixture *f = *state;

	unlink(f->file);
	assert_int_equal(rmdir(f->directory), 0); /* so nothing else was left behind */
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

static inline char *replace(const char *text, const char *from, const char *to)
{
	const char *at = strstr(text, from);
	size_t size = strlen(text) + strlen(to) + 1;
	char *edited = malloc(size);

	if (at == NULL)
		fail_msg("the fixture has no %s", from);
	assert_non_null(edited);
	snprintf(edited, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
	return edited;
}

static inline cb_results *read_text(fixture *f, const char *text)
{
	cb_results *results = NULL;
	cb_status status = cb_results_from_json(&results, f->ctx, text, strlen(text));

	if (status != CB_OK)
		fail_msg("%s: %s", cb_status_name(status), cb_context_error(f->ctx));
	return results;
}

static inline cb_results *read_edited(fixture *f, const char *from, const char *to)
{
	char *edited = replace(f->text, from, to);
	cb_results *results = read_text(f, edited);

	free(edited);
	return results;
}

static inline void assert_number(double value, double expected)
{
	if (fabs(value - expected) > 1e-12 * fabs(expected))
		fail_msg("%.17g is not %.17g", value, expected);
}

static inline void assert_same_json(const char *a, const char *b)
{
	json_t *value_a = json_loads(a, 0, NULL);
	json_t *value_b = json_loads(b, 0, NULL);

	assert_non_null(value_a);
	assert_int_equal(json_equal(value_a, value_b), 1);
	json_decref(value_a);
	json_decref(value_b);
}

/** How many more times allocate_or_fail() succeeds. */
static inline int *allocations_left(void)
{
	static int left;

	return &left;
}

static inline void *allocate_or_fail(size_t size)
{
	return (*allocations_left())-- > 0 ? malloc(size) : NULL;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
