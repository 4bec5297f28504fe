/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "private.h"
#include "scarcity.h"

#define RACERS 6
#define TURNS  200

static int is_there(const char *path)
{
	struct stat info;
	return lstat(path, &info) == 0;
}

static unsigned count_entries(const char *directory)
{
	unsigned count = 0;
	DIR *stream = opendir(directory);
	struct dirent *entry;
	assert_non_null(stream);
	while ((entry = readdir(stream)) != NULL)
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(stream);
	return count;
}

static cb__private make(const char *parent)
{
	cb__private made = CB__PRIVATE_INIT;
	cb_text why = CB_TEXT_INIT;
	if (cb__private_new(&made, parent, &why) != CB_OK)
		fail_msg("%s", cb__text_string(&why));
	return made;
}

static void sweep(const char *parent)
{
	cb__private made = make(parent);
	cb__private_done(&made);
}

static int put_file(const char *directory, const char *name)
{
	char path[3 * SCRATCH_MAX];
	snprintf(path, sizeof path, "%s/%s", directory, name);
	int fd = open(path, O_WRONLY | O_CREAT, 0600);
	return fd >= 0 ? close(fd) : -1;
}

/* Another process makes a directory with a file and a link to @p linked in it, tells where, and
 * waits. */
static pid_t own_elsewhere(char *out, size_t size, const char *parent, const char *linked)
{
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		cb__private made = CB__PRIVATE_INIT;
		cb_text why = CB_TEXT_INIT;
		char link[3 * SCRATCH_MAX];
		if (cb__private_new(&made, parent, &why) != CB_OK ||
			put_file(made.path, "copy") != 0)
			_exit(1);
		snprintf(link, sizeof link, "%s/lib.so", made.path);
		if (symlink(linked, link) != 0 || write(ends[1], made.path, strlen(made.path)) < 0)
			_exit(1);
		close(ends[1]);
		/* Not for ever, if the test fails. */
		sleep(60);
		_exit(1);
	}
	close(ends[1]);
	ssize_t len = read(ends[0], out, size - 1);
	assert_true(len > 0);
	out[len] = '\0';
	close(ends[0]);
	return child;
}

static void kill_owner(pid_t child)
{
	assert_int_equal(kill(child, SIGKILL), 0);
	assert_int_equal(waitpid(child, NULL, 0), child);
}

static void it_is_of_this_user_alone_and_absolute(void **state)
{
	scratch *in = *state;
	struct stat info;
	char before[SCRATCH_MAX];
	assert_non_null(getcwd(before, sizeof before));
	assert_int_equal(chdir(in->root), 0);
	cb__private made = make(".");
	assert_int_equal(chdir(before), 0);
	assert_int_equal(strncmp(made.path, in->root, strlen(in->root)), 0);
	assert_int_equal(stat(made.path, &info), 0);
	assert_int_equal(info.st_mode & 0777, 0700);
	assert_true(made.lock >= 0);
	assert_true((fcntl(made.lock, F_GETFD) & FD_CLOEXEC) != 0);
	cb__private_done(&made);
	assert_null(made.path);
	assert_int_equal(count_entries(in->root), 0);
	cb__private_done(&made);
}

static void what_a_killed_owner_left_is_removed_by_the_next(void **state)
{
	scratch *in = *state;
	char left[2 * SCRATCH_MAX];
	char parent[2 * SCRATCH_MAX];
	char outside[2 * SCRATCH_MAX];
	strcpy(parent, scratch_directory(in, "tmp"));
	strcpy(outside, scratch_file(in, "lib.so", 0644));
	pid_t child = own_elsewhere(left, sizeof left, parent, outside);
	kill_owner(child);
	assert_true(is_there(left));
	sweep(parent);
	assert_false(is_there(left));
	assert_int_equal(count_entries(parent), 0);
	assert_true(is_there(outside));
}

static void what_a_living_owner_has_stays(void **state)
{
	scratch *in = *state;
	char theirs[2 * SCRATCH_MAX];
	pid_t child = own_elsewhere(theirs, sizeof theirs, in->root, "/x");
	cb__private ours = make(in->root);
	assert_int_equal(put_file(ours.path, "copy"), 0);
	sweep(in->root);
	assert_int_equal(count_entries(theirs), 3);
	assert_int_equal(count_entries(ours.path), 2);
	cb__private_done(&ours);
	kill_owner(child);
	sweep(in->root);
	assert_int_equal(count_entries(in->root), 0);
}

/* A program that was started meanwhile is no owner, nor is a process with the same id. */
static void the_lock_ends_with_the_owner_and_not_with_what_it_started(void **state)
{
	scratch *in = *state;
	char left[2 * SCRATCH_MAX];
	int ends[2];
	assert_int_equal(pipe(ends), 0);
	pid_t child = fork();
	if (child == 0) {
		cb__private made = CB__PRIVATE_INIT;
		cb_text why = CB_TEXT_INIT;
		if (cb__private_new(&made, in->root, &why) != CB_OK ||
			write(ends[1], made.path, strlen(made.path)) < 0)
			_exit(1);
		execlp("sleep", "sleep", "60", (char *)NULL);
		_exit(1);
	}
	close(ends[1]);
	ssize_t len = read(ends[0], left, sizeof left - 1);
	assert_true(len > 0);
	left[len] = '\0';
	const struct timespec step = {0, 10000000};
	for (int i = 0; i < 1000 && is_there(left); i++) {
		nanosleep(&step, NULL);
		sweep(in->root);
	}
	assert_false(is_there(left));
	close(ends[0]);
	kill_owner(child);
}

/* As somebody may have it in a directory for temporary files: an unpacked archive, say. */
static void make_strangers(scratch *in)
{
	scratch_file(in, "tmp/libcb-master/README", 0644);
	chmod(scratch_path(in, "tmp/libcb-master"), 0700);
	scratch_file(in, "tmp/libcb-shared/.owner", 0600);
	chmod(scratch_path(in, "tmp/libcb-shared"), 0755);
	scratch_file(in, "tmp/libcb-longer0/.owner", 0600);
	chmod(scratch_path(in, "tmp/libcb-longer0"), 0700);
	scratch_file(in, "tmp/xxlibcb-abcd/.owner", 0600);
	chmod(scratch_path(in, "tmp/xxlibcb-abcd"), 0700);
	scratch_file(in, "tmp/libcb-abcdef", 0600);
	scratch_file(in, "elsewhere/.owner", 0600);
	chmod(scratch_path(in, "elsewhere"), 0700);
	char target[2 * SCRATCH_MAX];
	strcpy(target, scratch_path(in, "elsewhere"));
	assert_int_equal(symlink(target, scratch_path(in, "tmp/libcb-linked")), 0);
	scratch_directory(in, "tmp/libcb-inside");
	chmod(scratch_path(in, "tmp/libcb-inside"), 0700);
	strcpy(target, scratch_path(in, "elsewhere/.owner"));
	assert_int_equal(symlink(target, scratch_path(in, "tmp/libcb-inside/.owner")), 0);
	scratch_file(in, "tmp/libcb-others/.owner", 0600);
	chmod(scratch_path(in, "tmp/libcb-others"), 0700);
	if (geteuid() == 0)
		assert_int_equal(chown(scratch_path(in, "tmp/libcb-others"), 12345, 12345), 0);
	else
		chmod(scratch_path(in, "tmp/libcb-others"), 0710);
}

static void what_was_not_made_here_stays(void **state)
{
	scratch *in = *state;
	static const char *const kept[] = {"tmp/libcb-master/README", "tmp/libcb-shared/.owner",
		"tmp/libcb-longer0/.owner", "tmp/xxlibcb-abcd/.owner", "tmp/libcb-abcdef",
		"elsewhere/.owner", "tmp/libcb-linked", "tmp/libcb-inside/.owner",
		"tmp/libcb-others/.owner"};
	make_strangers(in);
	char parent[2 * SCRATCH_MAX];
	strcpy(parent, scratch_path(in, "tmp"));
	sweep(parent);
	for (size_t i = 0; i < ROWS(kept); i++)
		if (!is_there(scratch_path(in, kept[i])))
			fail_msg("%s is gone", kept[i]);
	assert_int_equal(count_entries(parent), 8);
}

static void a_directory_in_an_abandoned_one_stays(void **state)
{
	scratch *in = *state;
	scratch_file(in, "libcb-abcdef/.owner", 0600);
	scratch_file(in, "libcb-abcdef/copy", 0600);
	scratch_file(in, "libcb-abcdef/mine/text", 0600);
	chmod(scratch_path(in, "libcb-abcdef"), 0700);
	sweep(in->root);
	assert_true(is_there(scratch_path(in, "libcb-abcdef/mine/text")));
	assert_false(is_there(scratch_path(in, "libcb-abcdef/copy")));
}

static int race(const char *parent)
{
	for (int i = 0; i < TURNS; i++) {
		cb__private made = CB__PRIVATE_INIT;
		cb_text why = CB_TEXT_INIT;
		char copy[3 * SCRATCH_MAX];
		if (cb__private_new(&made, parent, &why) != CB_OK || made.lock < 0 ||
			put_file(made.path, "copy") != 0)
			return 1;
		if (i % 50 == 49)
			continue; /* left behind, and its lock held to the end */
		snprintf(copy, sizeof copy, "%s/copy", made.path);
		sched_yield();
		if (!is_there(copy))
			return 2;
		snprintf(copy, sizeof copy, "%s", made.path);
		cb__private_done(&made);
		if (is_there(copy))
			return 3;
	}
	return 0;
}

static void racing_owners_take_nothing_from_each_other(void **state)
{
	scratch *in = *state;
	pid_t children[RACERS];
	for (int i = 0; i < RACERS; i++) {
		children[i] = fork();
		if (children[i] == 0)
			_exit(race(in->root));
		assert_true(children[i] > 0);
	}
	for (int i = 0; i < RACERS; i++) {
		int status = -1;
		assert_int_equal(waitpid(children[i], &status, 0), children[i]);
		assert_int_equal(status, 0);
	}
	sweep(in->root);
	assert_int_equal(count_entries(in->root), 0);
}

static void expect_refusal(const char *parent, cb_status expected)
{
	cb__private made = CB__PRIVATE_INIT;
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__private_new(&made, parent, &why), expected);
	assert_null(made.path);
	assert_int_equal(made.lock, -1);
	assert_says(cb__text_string(&why), parent);
	assert_says(cb__text_string(&why), "TMPDIR");
	assert_is_message(cb__text_string(&why));
	cb__text_done(&why);
}

static void a_parent_that_will_not_do_is_refused_by_name(void **state)
{
	scratch *in = *state;
	char path[2 * SCRATCH_MAX];
	char *endless = malloc(9000);
	assert_non_null(endless);
	expect_refusal("/nowhere/at/all", CB_EIO);
	strcpy(path, scratch_file(in, "file", 0644));
	expect_refusal(path, CB_EIO);
	strcpy(path, scratch_directory(in, "two:parts"));
	expect_refusal(path, CB_EINVAL);
	assert_int_equal(count_entries(path), 0);
	memset(endless, 'x', 8999);
	endless[0] = '/';
	endless[8999] = '\0';
	expect_refusal(endless, CB_EIO);
	free(endless);
	strcpy(path, scratch_directory(in, "closed"));
	chmod(path, 0500);
	if (geteuid() != 0)
		expect_refusal(path, CB_EIO);
}

static cb_status make_one(void *payload)
{
	scratch *in = payload;
	cb__private made = CB__PRIVATE_INIT;
	cb_text why = CB_TEXT_INIT;
	cb_status status = cb__private_new(&made, in->root, &why);
	cb__private_done(&made);
	cb__text_done(&why);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	scratch *in = *state;
	scarcity_try(make_one, in);
	assert_int_equal(count_entries(in->root), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCRATCH_TEST(it_is_of_this_user_alone_and_absolute),
		SCRATCH_TEST(what_a_killed_owner_left_is_removed_by_the_next),
		SCRATCH_TEST(what_a_living_owner_has_stays),
		SCRATCH_TEST(the_lock_ends_with_the_owner_and_not_with_what_it_started),
		SCRATCH_TEST(what_was_not_made_here_stays),
		SCRATCH_TEST(a_directory_in_an_abandoned_one_stays),
		SCRATCH_TEST(racing_owners_take_nothing_from_each_other),
		SCRATCH_TEST(a_parent_that_will_not_do_is_refused_by_name),
		SCRATCH_TEST(running_out_of_memory_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
