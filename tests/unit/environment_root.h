/* SPDX-License-Identifier: Apache-2.0 */
/* Machines written file by file into a temporary root, so that a test shows its input. Whoever
 * includes this defines _XOPEN_SOURCE first, for mkdtemp and nftw. */
#ifndef CB_ENVIRONMENT_ROOT_H
#define CB_ENVIRONMENT_ROOT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "environment.h"

#define ROOT_TEST(function) cmocka_unit_test_setup_teardown(function, make_root, remove_root)

#define INTEL_CPU                                                                                  \
	"processor : %u\nvendor_id : GenuineIntel\ncpu family : 6\nmodel : 154\n"                  \
	"model name : Intel Core i7-1260P\nstepping : 3\nmicrocode : 0x42c\n"                      \
	"physical id : 0\nsiblings : 6\ncore id : %u\ncpu cores : 4\nflags : lm sse2 aes "         \
	"avx2%s\n\n"

static inline int make_root(void **state)
{
	char *root = strdup("/tmp/cb-environment-XXXXXX");

	if (!root || !mkdtemp(root))
		return -1;
	*state = root;
	return 0;
}

static inline int remove_entry(
	const char *path, const struct stat *info, int type, struct FTW *walk)
{
	(void)info;
	(void)type;
	(void)walk;
	return remove(path);
}

static inline int remove_root(void **state)
{
	int result = nftw(*state, remove_entry, 16, FTW_DEPTH | FTW_PHYS);

	free(*state);
	return result;
}

static inline void put_bytes(const char *root, const char *path, const char *bytes, size_t len)
{
	char name[1024];
	FILE *file;

	(void)snprintf(name, sizeof(name), "%s%s", root, path);
	for (char *slash = name + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		(void)mkdir(name, 0700);
		*slash = '/';
	}
	file = fopen(name, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

static inline void put(const char *root, const char *path, const char *text)
{
	put_bytes(root, path, text, strlen(text));
}

static inline void put_cpu(const char *root, unsigned cpu, const char *name, const char *text)
{
	char path[256];

	(void)snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/%s", cpu, name);
	put(root, path, text);
}

/* CPUs 0-3 are two cores of two threads, 4 and 5 are small. */
static inline void put_intel(const char *root, const char *more_flags)
{
	char text[6 * 512] = "";

	for (unsigned cpu = 0; cpu < 6; cpu++) {
		size_t len = strlen(text);

		(void)snprintf(text + len, sizeof(text) - len, INTEL_CPU, cpu,
			cpu < 4 ? cpu / 2 : cpu, more_flags);
		put_cpu(root, cpu, "topology/thread_siblings_list",
			cpu < 2   ? "0-1\n"
			: cpu < 4 ? "2-3\n"
			: cpu < 5 ? "4\n"
				  : "5\n");
	}
	put(root, "/proc/cpuinfo", text);
	put(root, "/sys/devices/system/cpu/online", "0-5\n");
}

static inline json_t *collect(const char *root)
{
	json_t *environment = NULL;

	assert_int_equal(cb__environment_collect(&environment, root), CB_OK);
	assert_non_null(environment);
	return environment;
}

/* "cpu.kinds.0.name" */
static inline json_t *at(json_t *value, const char *path)
{
	char copy[128];

	(void)snprintf(copy, sizeof(copy), "%s", path);
	for (char *part = copy, *next; part; part = next) {
		next = strchr(part, '.');
		if (next)
			*next++ = '\0';
		value = json_is_array(value) ? json_array_get(value, (size_t)atoi(part))
					     : json_object_get(value, part);
		assert_non_null(value);
	}
	return value;
}

static inline void expect_text(json_t *environment, const char *path, const char *wanted)
{
	const char *text = json_string_value(at(environment, path));

	assert_non_null(text);
	assert_string_equal(text, wanted);
}

static inline void expect_number(json_t *environment, const char *path, double wanted)
{
	assert_true(json_is_number(at(environment, path)));
	assert_float_equal(json_number_value(at(environment, path)), wanted, 1e-6);
}

/* What is warned of; NULL if it is not. */
static inline const char *warning_text(json_t *environment, const char *id)
{
	json_t *warnings = at(environment, "warnings");
	json_t *warning;
	size_t index;

	json_array_foreach(warnings, index, warning)
	{
		if (strcmp(json_string_value(json_object_get(warning, "id")), id) == 0)
			return json_string_value(json_object_get(warning, "text"));
	}
	return NULL;
}

static inline int is_warned(json_t *environment, const char *id)
{
	return warning_text(environment, id) != NULL;
}

#endif
