/* SPDX-License-Identifier: Apache-2.0 */
/* Records made from recorded texts of /proc/cpuinfo, and looking into them. */
#ifndef CB_ENVIRONMENT_CASE_H
#define CB_ENVIRONMENT_CASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "environment.h"

enum { TEXT_SIZE = 4096 };

static inline size_t read_fixture(char *text, const char *name)
{
	char path[1024];
	FILE *file;
	size_t len;

	(void)snprintf(path, sizeof(path), "%s/environment/%s", CB_TEST_FIXTURES, name);
	file = fopen(path, "rb");
	assert_non_null(file);
	len = fread(text, 1, TEXT_SIZE, file);
	(void)fclose(file);
	assert_in_range(len, 1, TEXT_SIZE - 1);
	return len;
}

/* {"cpu": ...}, as has_feature() wants it. */
static inline json_t *wrap_text(const char *text, size_t len, const char *arch)
{
	json_t *environment = json_object();
	json_t *cpu = NULL;

	assert_int_equal(cb__environment_cpu_from_text(&cpu, text, len, arch), CB_OK);
	assert_int_equal(json_object_set_new(environment, "cpu", cpu), 0);
	return environment;
}

static inline const json_t *member(const json_t *environment, const char *name)
{
	const json_t *value = json_object_get(json_object_get(environment, "cpu"), name);

	assert_non_null(value);
	return value;
}

static inline void expect_text(const json_t *environment, const char *name, const char *wanted)
{
	const char *text = json_string_value(member(environment, name));

	assert_non_null(text);
	assert_string_equal(text, wanted);
}

static inline void expect_count(const json_t *environment, const char *name, json_int_t wanted)
{
	assert_true(json_is_integer(member(environment, name)));
	assert_int_equal(json_integer_value(member(environment, name)), wanted);
}

static inline void expect_feature(const json_t *environment, const char *name, int wanted)
{
	assert_int_equal(cb__environment_has_feature(environment, name), wanted);
}

/* Every text is there, is not empty and has no control character. */
static inline void check_value(json_t *value)
{
	const char *key;
	json_t *item;
	size_t index;

	assert_non_null(value);
	assert_false(json_is_null(value));
	if (json_is_string(value)) {
		const char *text = json_string_value(value);

		assert_true(text[0] != '\0');
		for (; *text; text++)
			assert_true((unsigned char)*text >= ' ' && *text != 0x7f);
	}
	json_object_foreach(value, key, item)
	{
		check_value(item);
	}
	json_array_foreach(value, index, item)
	{
		check_value(item);
	}
}

static inline char *dump_checked(json_t *environment)
{
	char *text = json_dumps(environment, JSON_COMPACT);

	check_value(environment);
	assert_non_null(text);
	return text;
}

#endif
