/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "file.h"

/* A chunk and a bit, so that it is read in more than one piece. */
#define LONG_LEN 70000u

static void write_bytes(const char *path, size_t len, size_t odd_at)
{
	FILE *stream = fopen(path, "wb");
	assert_non_null(stream);
	for (size_t i = 0; i < len; i++)
		assert_true(fputc((int)(i * 7 % 251 + (i == odd_at)), stream) != EOF);
	assert_int_equal(fclose(stream), 0);
}

/* A file of @p len bytes, of which the one at @p odd_at is another. */
static void make_file(char *out, scratch *in, const char *name, size_t len, size_t odd_at)
{
	strcpy(out, scratch_path(in, name));
	write_bytes(out, len, odd_at);
}

static void copies_hold_the_same_bytes_in_another_file(void **state)
{
	static const size_t lens[] = {0, 1, 65536, LONG_LEN};
	for (size_t i = 0; i < ROWS(lens); i++) {
		char from[2 * SCRATCH_MAX];
		char to[2 * SCRATCH_MAX];
		cb_text why = CB_TEXT_INIT;
		struct stat a;
		struct stat b;
		make_file(from, *state, "from", lens[i], SIZE_MAX);
		strcpy(to, scratch_path(*state, "to"));
		assert_int_equal(cb__file_copy(from, to, &why), CB_OK);
		assert_int_equal(why.len, 0);
		assert_int_equal(stat(from, &a), 0);
		assert_int_equal(stat(to, &b), 0);
		assert_int_equal(b.st_size, lens[i]);
		assert_true(a.st_ino != b.st_ino);
		assert_true(cb__files_are_equal(from, to));
		assert_int_equal(unlink(to), 0);
	}
}

static void copies_are_for_their_owner_only(void **state)
{
	char from[2 * SCRATCH_MAX];
	char to[2 * SCRATCH_MAX];
	cb_text why = CB_TEXT_INIT;
	struct stat info;
	make_file(from, *state, "from", 3, SIZE_MAX);
	assert_int_equal(chmod(from, 0666), 0);
	strcpy(to, scratch_path(*state, "to"));
	assert_int_equal(cb__file_copy(from, to, &why), CB_OK);
	assert_int_equal(stat(to, &info), 0);
	assert_int_equal(info.st_mode & 077, 0);
}

static void expect_no_copy(const char *from, const char *to, const char *part)
{
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__file_copy(from, to, &why), CB_EIO);
	assert_says(cb__text_string(&why), part);
	assert_is_message(cb__text_string(&why));
	cb__text_done(&why);
}

static void what_cannot_be_copied_is_named(void **state)
{
	char from[2 * SCRATCH_MAX];
	char to[2 * SCRATCH_MAX];
	make_file(from, *state, "from", 3, SIZE_MAX);
	expect_no_copy("/nowhere/at/all", scratch_path(*state, "to"), "\"/nowhere/at/all\"");
	expect_no_copy(from, "/nowhere/at/all", "\"/nowhere/at/all\"");
	/* A directory can be opened, but not read. */
	strcpy(to, scratch_path(*state, "to"));
	expect_no_copy(scratch_directory(*state, "directory"), to, "directory");
	if (access("/dev/full", W_OK) == 0)
		expect_no_copy(from, "/dev/full", "/dev/full");
}

static void a_file_that_is_there_is_not_overwritten(void **state)
{
	char from[2 * SCRATCH_MAX];
	char to[2 * SCRATCH_MAX];
	struct stat info;
	make_file(from, *state, "from", 3, SIZE_MAX);
	make_file(to, *state, "to", 5, SIZE_MAX);
	expect_no_copy(from, to, to);
	assert_int_equal(stat(to, &info), 0);
	assert_int_equal(info.st_size, 5);
}

static void files_are_equal_if_all_their_bytes_are(void **state)
{
	static const struct {
		size_t len;
		size_t odd_at;
		int is_equal;
	} rows[] = {
		{LONG_LEN, SIZE_MAX, 1},
		{LONG_LEN, 0, 0},
		{LONG_LEN, 65535, 0},
		{LONG_LEN, 65536, 0},
		{LONG_LEN, LONG_LEN - 1, 0},
		{LONG_LEN - 1, SIZE_MAX, 0},
		{LONG_LEN + 1, SIZE_MAX, 0},
		{65536, SIZE_MAX, 0},
		{0, SIZE_MAX, 0},
	};
	char one[2 * SCRATCH_MAX];
	make_file(one, *state, "one", LONG_LEN, SIZE_MAX);
	for (size_t i = 0; i < ROWS(rows); i++) {
		char other[2 * SCRATCH_MAX];
		make_file(other, *state, "other", rows[i].len, rows[i].odd_at);
		assert_int_equal(cb__files_are_equal(one, other), rows[i].is_equal);
		assert_int_equal(cb__files_are_equal(other, one), rows[i].is_equal);
	}
	assert_true(cb__files_are_equal(one, one));
}

static void what_cannot_be_read_equals_nothing(void **state)
{
	char one[2 * SCRATCH_MAX];
	char directory[2 * SCRATCH_MAX];
	make_file(one, *state, "one", 0, SIZE_MAX);
	strcpy(directory, scratch_directory(*state, "directory"));
	assert_false(cb__files_are_equal(one, "/nowhere/at/all"));
	assert_false(cb__files_are_equal("/nowhere/at/all", "/nowhere/at/all"));
	assert_false(cb__files_are_equal(directory, directory));
	assert_false(cb__files_are_equal(one, directory));
}

static void checksums_tell_files_apart(void **state)
{
	char one[2 * SCRATCH_MAX];
	char other[2 * SCRATCH_MAX];
	cb_text why = CB_TEXT_INIT;
	uint64_t sum = 0;
	uint64_t again = 0;
	make_file(one, *state, "one", LONG_LEN, SIZE_MAX);
	make_file(other, *state, "other", LONG_LEN, LONG_LEN - 1);
	assert_int_equal(cb__file_checksum(&sum, one, &why), CB_OK);
	assert_int_equal(cb__file_checksum(&again, one, &why), CB_OK);
	assert_true(sum == again);
	assert_int_equal(cb__file_checksum(&again, other, &why), CB_OK);
	assert_true(sum != again);
}

/* Known values of FNV-1a, so that stored ones stay comparable. */
static void checksums_are_always_the_same(void **state)
{
	char path[2 * SCRATCH_MAX];
	cb_text why = CB_TEXT_INIT;
	uint64_t sum = 0;
	make_file(path, *state, "empty", 0, SIZE_MAX);
	assert_int_equal(cb__file_checksum(&sum, path, &why), CB_OK);
	assert_true(sum == 0xcbf29ce484222325u);
	FILE *stream = fopen(path, "wb");
	assert_non_null(stream);
	assert_true(fputs("foobar", stream) >= 0);
	assert_int_equal(fclose(stream), 0);
	assert_int_equal(cb__file_checksum(&sum, path, &why), CB_OK);
	assert_true(sum == 0x85944171f73967e8u);
}

static void what_has_no_checksum_is_named(void **state)
{
	static const char *const names[] = {"missing", "directory"};
	scratch_directory(*state, "directory");
	for (size_t i = 0; i < ROWS(names); i++) {
		cb_text why = CB_TEXT_INIT;
		uint64_t sum = 42;
		assert_int_equal(
			cb__file_checksum(&sum, scratch_path(*state, names[i]), &why), CB_EIO);
		assert_says(cb__text_string(&why), names[i]);
		assert_is_message(cb__text_string(&why));
		assert_int_equal(sum, 42);
		cb__text_done(&why);
	}
}

static int open_twice(int fds[2], scratch *in)
{
	const char *path = scratch_file(in, "lock", 0644);
	fds[0] = open(path, O_RDWR | O_CLOEXEC);
	fds[1] = open(path, O_RDWR | O_CLOEXEC);
	return fds[0] >= 0 && fds[1] >= 0 ? 0 : -1;
}

static void a_lock_keeps_out_everybody_until_it_is_given_back(void **state)
{
	int fds[2];
	assert_int_equal(open_twice(fds, *state), 0);
	assert_int_equal(cb__file_lock(fds[0]), 0);
	assert_int_equal(cb__file_lock(fds[1]), -1);
	assert_int_equal(errno, EWOULDBLOCK);
	cb__file_unlock(fds[0]);
	assert_int_equal(cb__file_lock(fds[1]), 0);
	close(fds[1]);
	assert_int_equal(cb__file_lock(fds[0]), 0);
	close(fds[0]);
}

/* A child of fork(), as of Python's multiprocessing, has all files of its parent. */
static void a_lock_that_was_given_back_is_not_held_by_a_child(void **state)
{
	int fds[2];
	assert_int_equal(open_twice(fds, *state), 0);
	assert_int_equal(cb__file_lock(fds[0]), 0);
	pid_t child = fork();
	if (child == 0) {
		sleep(60);
		_exit(1);
	}
	cb__file_unlock(fds[0]);
	close(fds[0]);
	assert_int_equal(cb__file_lock(fds[1]), 0);
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
	close(fds[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCRATCH_TEST(copies_hold_the_same_bytes_in_another_file),
		SCRATCH_TEST(copies_are_for_their_owner_only),
		SCRATCH_TEST(what_cannot_be_copied_is_named),
		SCRATCH_TEST(a_file_that_is_there_is_not_overwritten),
		SCRATCH_TEST(files_are_equal_if_all_their_bytes_are),
		SCRATCH_TEST(what_cannot_be_read_equals_nothing),
		SCRATCH_TEST(checksums_tell_files_apart),
		SCRATCH_TEST(checksums_are_always_the_same),
		SCRATCH_TEST(what_has_no_checksum_is_named),
		SCRATCH_TEST(a_lock_keeps_out_everybody_until_it_is_given_back),
		SCRATCH_TEST(a_lock_that_was_given_back_is_not_held_by_a_child),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
