/* SPDX-License-Identifier: Apache-2.0 */
/* A directory for one test, removed with all that is in it. */
#ifndef CB_TEST_SCRATCH_H
#define CB_TEST_SCRATCH_H

#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#define SCRATCH_MAX 1024

typedef struct scratch {
	char root[SCRATCH_MAX]; /* resolved */
	char path[2 * SCRATCH_MAX];
} scratch;

static inline int scratch_make(void **state)
{
	scratch *made = calloc(1, sizeof *made);
	char name[] = "/tmp/cb-unit-XXXXXX";
	assert_non_null(made);
	assert_non_null(mkdtemp(name));
	char *root = realpath(name, NULL);
	assert_non_null(root);
	assert_true(strlen(root) < sizeof made->root);
	strcpy(made->root, root);
	free(root);
	*state = made;
	return 0;
}

static inline int scratch_remove(
	const char *path, const struct stat *info, int type, struct FTW *where)
{
	(void)info;
	(void)type;
	(void)where;
	return remove(path);
}

static inline int scratch_drop(void **state)
{
	scratch *made = *state;
	int status = nftw(made->root, scratch_remove, 16, FTW_DEPTH | FTW_PHYS);
	free(made);
	return status;
}

/** The path of @p name in the directory; valid until the next call. */
static inline const char *scratch_path(scratch *in, const char *name)
{
	int len = snprintf(in->path, sizeof in->path, "%s/%s", in->root, name);
	assert_true(len > 0 && (size_t)len < sizeof in->path);
	return in->path;
}

/** Makes what lies above @p name, and returns its path. */
static inline const char *scratch_parents(scratch *in, const char *name)
{
	char *path = (char *)(uintptr_t)scratch_path(in, name);
	char *slash = path + strlen(in->root);
	while ((slash = strchr(slash + 1, '/')) != NULL) {
		*slash = '\0';
		mkdir(path, 0777);
		*slash = '/';
	}
	return path;
}

static inline const char *scratch_file(scratch *in, const char *name, mode_t mode)
{
	const char *path = scratch_parents(in, name);
	FILE *stream = fopen(path, "wb");
	assert_non_null(stream);
	assert_int_equal(fclose(stream), 0);
	assert_int_equal(chmod(path, mode), 0);
	return path;
}

static inline const char *scratch_directory(scratch *in, const char *name)
{
	const char *path = scratch_parents(in, name);
	assert_int_equal(mkdir(path, 0777), 0);
	return path;
}

#define SCRATCH_TEST(name) cmocka_unit_test_setup_teardown(name, scratch_make, scratch_drop)

#endif
