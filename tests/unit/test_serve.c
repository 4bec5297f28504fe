/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* dladdr */
#endif
#include "scratch.h"

#include <signal.h>
#ifdef __linux__
#include <dlfcn.h>
#endif
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "file.h"
#include "scarcity.h"
#include "serve.h"

#define LOADER  "usr/lib/xyz-linux-gnu/ld-linux-xyz.so.2"
#define NAME    "libcrypto.so.3"
#define ANOTHER "libcrypto.so.1.1"

static const char *const names[] = {NAME, ANOTHER};

static int is_there(const char *path)
{
	struct stat info;
	return lstat(path, &info) == 0;
}

static void temporary_directory(const char *path)
{
	assert_int_equal(setenv("TMPDIR", path, 1), 0);
}

static void a_file_is_served_by_links_under_each_name(void **state)
{
	scratch *in = *state;
	char file[2 * SCRATCH_MAX];
	strcpy(file, scratch_file(in, "mine.so", 0644));
	temporary_directory(scratch_directory(in, "tmp"));
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_file(&served, file, names, ROWS(names), &why), CB_OK);
	assert_string_equal(served.library_path, served.links);
	assert_null(served.loader);
	assert_int_equal(strncmp(served.links, scratch_path(in, "tmp/"), strlen(in->path)), 0);
	for (size_t i = 0; i < ROWS(names); i++) {
		char link[3 * SCRATCH_MAX];
		char target[2 * SCRATCH_MAX] = "";
		snprintf(link, sizeof link, "%s/%s", served.links, names[i]);
		assert_true(readlink(link, target, sizeof target - 1) > 0);
		assert_string_equal(target, file);
	}
	assert_int_equal(why.len, 0);
	cb__served_done(&served);
}

static void only_the_owner_sees_the_links(void **state)
{
	scratch *in = *state;
	temporary_directory(in->root);
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	struct stat info;
	assert_int_equal(cb__serve_file(&served, "/x", names, 1, &why), CB_OK);
	assert_int_equal(stat(served.links, &info), 0);
	assert_int_equal(info.st_mode & 0777, 0700);
	cb__served_done(&served);
}

static void links_are_removed_when_done_and_the_file_stays(void **state)
{
	scratch *in = *state;
	char file[2 * SCRATCH_MAX];
	char links[3 * SCRATCH_MAX];
	strcpy(file, scratch_file(in, "mine.so", 0644));
	temporary_directory(in->root);
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_file(&served, file, names, ROWS(names), &why), CB_OK);
	strcpy(links, served.links);
	assert_true(is_there(links));
	cb__served_done(&served);
	assert_false(is_there(links));
	assert_true(is_there(file));
	assert_null(served.links);
	assert_null(served.library_path);
	cb__served_done(&served);
}

static void without_tmpdir_links_are_made_in_tmp(void **state)
{
	(void)state;
	static const char *const values[] = {NULL, ""};
	for (size_t i = 0; i < ROWS(values); i++) {
		unsetenv("TMPDIR");
		if (values[i] != NULL)
			temporary_directory(values[i]);
		cb__served served = CB__SERVED_INIT;
		cb_text why = CB_TEXT_INIT;
		assert_int_equal(cb__serve_file(&served, "/x", names, 1, &why), CB_OK);
		assert_int_equal(strncmp(served.links, "/tmp/libcb-", 11), 0);
		cb__served_done(&served);
	}
}

static void a_tmpdir_that_cannot_be_written_is_named(void **state)
{
	scratch *in = *state;
	const char *path = scratch_file(in, "file", 0644);
	temporary_directory(path);
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_file(&served, "/x", names, 1, &why), CB_EIO);
	assert_says(cb__text_string(&why), path);
	assert_is_message(cb__text_string(&why));
	assert_null(served.links);
	cb__text_clear(&why);
	temporary_directory("/nowhere/at/all");
	assert_int_equal(cb__serve_file(&served, "/x", names, 1, &why), CB_EIO);
	assert_says(cb__text_string(&why), "\"/nowhere/at/all\"");
	cb__text_done(&why);
}

static void a_link_that_cannot_be_made_leaves_nothing_behind(void **state)
{
	scratch *in = *state;
	static const char *const twice[] = {NAME, NAME};
	temporary_directory(scratch_directory(in, "tmp"));
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_file(&served, "/x", twice, 2, &why), CB_EIO);
	assert_says(cb__text_string(&why), NAME);
	assert_is_message(cb__text_string(&why));
	assert_null(served.links);
	assert_int_equal(rmdir(scratch_path(in, "tmp")), 0);
	cb__text_done(&why);
}

static void write_text(const char *path, const char *text)
{
	FILE *stream = fopen(path, "wb");
	assert_non_null(stream);
	assert_true(fputs(text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
}

/* What the link @p name of @p served points to. */
static void read_link(char *out, size_t size, const cb__served *served, const char *name)
{
	char link[3 * SCRATCH_MAX];
	snprintf(link, sizeof link, "%s/%s", served->links, name);
	ssize_t len = readlink(link, out, size - 1);
	assert_true(len > 0);
	out[len] = '\0';
}

static void a_copy_is_served_under_each_name(void **state)
{
	scratch *in = *state;
	char file[2 * SCRATCH_MAX];
	struct stat original;
	struct stat copy;
	strcpy(file, scratch_file(in, "mine.so", 0444));
	chmod(file, 0644);
	write_text(file, "library");
	temporary_directory(scratch_directory(in, "tmp"));
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_copy(&served, file, names, ROWS(names), &why), CB_OK);
	assert_int_equal(why.len, 0);
	assert_string_equal(served.library_path, served.links);
	assert_null(served.loader);
	assert_int_equal(strncmp(served.copy, served.links, strlen(served.links)), 0);
	assert_true(cb__files_are_equal(file, served.copy));
	assert_int_equal(stat(file, &original), 0);
	assert_int_equal(lstat(served.copy, &copy), 0);
	assert_true(S_ISREG(copy.st_mode));
	assert_true(original.st_ino != copy.st_ino);
	for (size_t i = 0; i < ROWS(names); i++) {
		char target[2 * SCRATCH_MAX];
		read_link(target, sizeof target, &served, names[i]);
		assert_string_equal(target, served.copy);
	}
	cb__served_done(&served);
	assert_null(served.copy);
	assert_int_equal(rmdir(scratch_path(in, "tmp")), 0);
	assert_true(is_there(file));
}

/* A library that keeps modules beside it has to find them beside its copy. */
static void modules_beside_the_original_are_beside_the_copy(void **state)
{
	scratch *in = *state;
	char file[2 * SCRATCH_MAX];
	char module[2 * SCRATCH_MAX];
	char target[2 * SCRATCH_MAX];
	strcpy(file, scratch_file(in, "lib/mine.so", 0644));
	strcpy(module, scratch_file(in, "lib/ossl-modules/legacy.so", 0644));
	temporary_directory(scratch_directory(in, "tmp"));
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_copy(&served, file, names, 1, &why), CB_OK);
	read_link(target, sizeof target, &served, "ossl-modules");
	assert_string_equal(target, scratch_path(in, "lib/ossl-modules"));
	char providers[3 * SCRATCH_MAX];
	snprintf(providers, sizeof providers, "%s/providers", served.links);
	assert_false(is_there(providers));
	cb__served_done(&served);
	/* The link is removed, and nothing behind it. */
	assert_int_equal(rmdir(scratch_path(in, "tmp")), 0);
	assert_true(is_there(module));
}

static void a_file_that_cannot_be_copied_leaves_nothing_behind(void **state)
{
	scratch *in = *state;
	char path[2 * SCRATCH_MAX];
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	temporary_directory(scratch_directory(in, "tmp"));
	assert_int_equal(cb__serve_copy(&served, "/nowhere/at/all", names, 1, &why), CB_EIO);
	assert_says(cb__text_string(&why), "\"/nowhere/at/all\"");
	assert_is_message(cb__text_string(&why));
	assert_null(served.links);
	assert_null(served.copy);
	cb__text_clear(&why);
	/* The copy is begun and cannot be ended. */
	strcpy(path, scratch_directory(in, "directory"));
	assert_int_equal(cb__serve_copy(&served, path, names, 1, &why), CB_EIO);
	assert_says(cb__text_string(&why), path);
	assert_int_equal(rmdir(scratch_path(in, "tmp")), 0);
	cb__text_clear(&why);
	temporary_directory("/nowhere/at/all");
	assert_int_equal(cb__serve_copy(&served, "/x", names, 1, &why), CB_EIO);
	assert_says(cb__text_string(&why), "\"/nowhere/at/all\"");
	cb__text_done(&why);
}

/* A file system that is full, as a limit of the process's own. */
static void a_copy_for_which_there_is_no_room_leaves_nothing_behind(void **state)
{
	scratch *in = *state;
	char file[2 * SCRATCH_MAX];
	struct rlimit before;
	strcpy(file, scratch_file(in, "mine.so", 0644));
	write_text(file, "a library that is longer than the limit");
	temporary_directory(scratch_directory(in, "tmp"));
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	const struct rlimit small = {8, before.rlim_max};
	void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	cb_status status = cb__serve_copy(&served, file, names, 1, &why);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	signal(SIGXFSZ, handler);
	assert_int_equal(status, CB_EIO);
	assert_says(cb__text_string(&why), file);
	assert_says(cb__text_string(&why), "TMPDIR");
	assert_is_message(cb__text_string(&why));
	assert_int_equal(rmdir(scratch_path(in, "tmp")), 0);
	cb__text_done(&why);
}

#ifdef ST_NOEXEC
/* As containers have it; elsewhere there may be none that can be written. */
static void a_copy_where_no_code_may_lie_is_refused(void **state)
{
	scratch *in = *state;
	char file[2 * SCRATCH_MAX];
	struct statvfs info;
	if (statvfs("/dev/shm", &info) != 0 || !(info.f_flag & ST_NOEXEC) ||
		access("/dev/shm", W_OK) != 0)
		skip();
	strcpy(file, scratch_file(in, "mine.so", 0644));
	temporary_directory("/dev/shm");
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_copy(&served, file, names, 1, &why), CB_EIO);
	assert_says(cb__text_string(&why), "noexec");
	assert_says(cb__text_string(&why), "TMPDIR");
	assert_is_message(cb__text_string(&why));
	cb__text_done(&why);
	/* A link leads to where the code is. */
	assert_int_equal(cb__serve_file(&served, file, names, 1, &why), CB_OK);
	cb__served_done(&served);
}
#endif

static void a_directory_without_a_loader_is_refused(void **state)
{
	scratch *in = *state;
	scratch_file(in, "usr/lib/xyz-linux-gnu/libcrypto.so.3", 0644);
	scratch_file(in, "usr/lib/xyz-linux-gnu/ld-linux-xyz.so.2", 0644); /* not executable */
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_directory(&served, in->root, &why), CB_ENOTFOUND);
	assert_says(cb__text_string(&why), in->root);
	assert_says(cb__text_string(&why), "loader");
	assert_is_message(cb__text_string(&why));
	assert_null(served.loader);
	assert_null(served.library_path);
	cb__text_done(&why);
}

static void a_loader_is_found_where_distributions_have_it(void **state)
{
	scratch *in = *state;
	static const char *const places[] = {
		"lib64/ld-linux-x86-64.so.2",
		"lib/ld-linux-aarch64.so.1",
		"lib/ld64.so.1",
		"lib/ld.so.1",
		"lib/ld-musl-x86_64.so.1",
		"usr/lib64/ld-linux-x86-64.so.2",
		"usr/lib/ld-linux.so.2",
		"usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2",
		"lib/arm-linux-gnueabihf/ld-linux-armhf.so.3",
	};
	for (size_t i = 0; i < ROWS(places); i++) {
		char root[2 * SCRATCH_MAX];
		char name[128];
		snprintf(name, sizeof name, "r%u", (unsigned)i);
		strcpy(root, scratch_path(in, name));
		snprintf(name, sizeof name, "r%u/%s", (unsigned)i, places[i]);
		const char *loader = scratch_file(in, name, 0755);
		cb__served served = CB__SERVED_INIT;
		cb_text why = CB_TEXT_INIT;
		if (cb__serve_directory(&served, root, &why) != CB_OK)
			fail_msg("%s: %s", places[i], cb__text_string(&why));
		assert_string_equal(served.loader, loader);
		assert_null(served.links);
		cb__served_done(&served);
	}
}

/* Position of a whole element of a path, or -1. */
static int position(const char *path, const char *element)
{
	size_t len = strlen(element);
	int index = 0;
	for (const char *at = path; at != NULL; index++) {
		if (strncmp(at, element, len) == 0 && (at[len] == ':' || at[len] == '\0'))
			return index;
		at = strchr(at, ':');
		at = at != NULL ? at + 1 : NULL;
	}
	return -1;
}

static void the_directorys_libraries_come_first(void **state)
{
	scratch *in = *state;
	static const char *const ordered[] = {
		"usr/lib/xyz-linux-gnu", "lib/xyz-linux-gnu", "usr/lib", "lib"};
	scratch_file(in, LOADER, 0755);
	scratch_file(in, "lib/xyz-linux-gnu/libc.so.6", 0644);
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_directory(&served, in->root, &why), CB_OK);
	for (size_t i = 0; i < ROWS(ordered); i++)
		assert_int_equal(position(served.library_path, scratch_path(in, ordered[i])), i);
	assert_int_equal(position(served.library_path, scratch_path(in, "lib64")), -1);
	cb__served_done(&served);
	cb__text_done(&why);
}

static void a_loader_that_points_out_of_the_directory_is_not_its_own(void **state)
{
	scratch *in = *state;
	/* Packages link to the place where the loader will be once they are installed. */
	scratch_file(in, "host/ld-linux-xyz.so.2", 0755);
	char target[2 * SCRATCH_MAX];
	strcpy(target, in->path);
	char root[2 * SCRATCH_MAX];
	strcpy(root, scratch_path(in, "root"));
	assert_int_equal(symlink(target, scratch_parents(in, "root/lib64/ld-linux-xyz.so.2")), 0);
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_directory(&served, root, &why), CB_ENOTFOUND);
	const char *loader = scratch_file(in, "root/" LOADER, 0755);
	assert_int_equal(cb__serve_directory(&served, root, &why), CB_OK);
	assert_string_equal(served.loader, loader);
	cb__served_done(&served);
	cb__text_done(&why);
}

static void a_directory_may_have_any_name(void **state)
{
	scratch *in = *state;
	char root[2 * SCRATCH_MAX];
	strcpy(root, scratch_directory(in, "[a]*?\\ b"));
	scratch_file(in, "[a]*?\\ b/" LOADER, 0755);
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_directory(&served, root, &why), CB_OK);
	assert_string_equal(served.loader, scratch_path(in, "[a]*?\\ b/" LOADER));
	assert_int_equal(
		position(served.library_path, scratch_path(in, "[a]*?\\ b/usr/lib/xyz-linux-gnu")),
		0);
	cb__served_done(&served);
	cb__text_done(&why);
}

#ifdef __linux__

/* The worker needs libraries of the host that the directory may lack. */
static void the_hosts_libraries_come_last_even_if_the_directory_looks_alike(void **state)
{
	scratch *in = *state;
	Dl_info info;
	char host[SCRATCH_MAX];
	char alike[2 * SCRATCH_MAX];
	union {
		void (*function)(const char *const format, ...);
		const void *address;
	} symbol = {.function = print_message}; /* of CMocka, a library of the host */
	assert_true(dladdr(symbol.address, &info) != 0);
	const char *slash = strrchr(info.dli_fname, '/');
	if (slash == NULL || slash == info.dli_fname)
		skip();
	snprintf(host, sizeof host, "%.*s", (int)(slash - info.dli_fname), info.dli_fname);
	snprintf(alike, sizeof alike, "%s/ld.so", host + 1);
	scratch_file(in, alike, 0644);
	scratch_file(in, LOADER, 0755);
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__serve_directory(&served, in->root, &why), CB_OK);
	assert_true(position(served.library_path, host) > 0);
	cb__served_done(&served);
	cb__text_done(&why);
}

#endif

static cb_status serve_both(void *payload)
{
	scratch *in = payload;
	cb__served served = CB__SERVED_INIT;
	cb_text why = CB_TEXT_INIT;
	cb_status status = cb__serve_file(&served, "/x", names, ROWS(names), &why);
	cb__served_done(&served);
	char file[2 * SCRATCH_MAX];
	strcpy(file, scratch_path(in, "mine.so"));
	if (status == CB_OK)
		status = cb__serve_copy(&served, file, names, ROWS(names), &why);
	cb__served_done(&served);
	if (status == CB_OK)
		status = cb__serve_directory(&served, in->root, &why);
	cb__served_done(&served);
	cb__text_done(&why);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	scratch *in = *state;
	scratch_file(in, LOADER, 0755);
	scratch_file(in, "mine.so", 0644);
	scratch_file(in, "ossl-modules/legacy.so", 0644);
	temporary_directory(scratch_directory(in, "tmp"));
	scarcity_try(serve_both, in);
	assert_int_equal(rmdir(scratch_path(in, "tmp")), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCRATCH_TEST(a_file_is_served_by_links_under_each_name),
		SCRATCH_TEST(only_the_owner_sees_the_links),
		SCRATCH_TEST(links_are_removed_when_done_and_the_file_stays),
		cmocka_unit_test(without_tmpdir_links_are_made_in_tmp),
		SCRATCH_TEST(a_tmpdir_that_cannot_be_written_is_named),
		SCRATCH_TEST(a_link_that_cannot_be_made_leaves_nothing_behind),
		SCRATCH_TEST(a_copy_is_served_under_each_name),
		SCRATCH_TEST(modules_beside_the_original_are_beside_the_copy),
		SCRATCH_TEST(a_file_that_cannot_be_copied_leaves_nothing_behind),
		SCRATCH_TEST(a_copy_for_which_there_is_no_room_leaves_nothing_behind),
#ifdef ST_NOEXEC
		SCRATCH_TEST(a_copy_where_no_code_may_lie_is_refused),
#endif
		SCRATCH_TEST(a_directory_without_a_loader_is_refused),
		SCRATCH_TEST(a_loader_is_found_where_distributions_have_it),
		SCRATCH_TEST(the_directorys_libraries_come_first),
		SCRATCH_TEST(a_loader_that_points_out_of_the_directory_is_not_its_own),
		SCRATCH_TEST(a_directory_may_have_any_name),
#ifdef __linux__
		SCRATCH_TEST(the_hosts_libraries_come_last_even_if_the_directory_looks_alike),
#endif
		SCRATCH_TEST(running_out_of_memory_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
