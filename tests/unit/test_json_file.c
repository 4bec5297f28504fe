/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700 /* mkdtemp, symlink, setrlimit */

#include "results_fixture.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "json_file.h"
#include "json_text.h"

static size_t count_files(const char *directory)
{
	DIR *stream = opendir(directory);
	size_t count = 0;

	assert_non_null(stream);
	for (const struct dirent *entry; (entry = readdir(stream)) != NULL;)
		count += entry->d_name[0] != '.';
	closedir(stream);
	return count;
}

static void saved_file_is_loaded_again(void **state)
{
	fixture *f = *state;
	cb_results *results = read_text(f, f->text), *again = NULL;
	char text[FILE_MAX];

	assert_int_equal(cb_results_save(results, f->ctx, f->file, 0), CB_OK);
	assert_int_equal(cb_results_load(&again, f->ctx, f->file), CB_OK);
	assert_int_equal(
		json_equal(results->document, (json_t *)(uintptr_t)cb__results_document(again)), 1);
	read_file(text, f->file);
	assert_int_equal(text[strlen(text) - 1], '\n');
	cb_results_free(again);
	cb_results_free(results);
}

static void saving_keeps_permissions_and_links(void **state)
{
	fixture *f = *state;
	cb_results *results = read_text(f, f->text);
	struct stat info;
	char name[80];

	snprintf(name, sizeof name, "%s/link", f->directory);
	write_file(f->file, "old");
	assert_int_equal(chmod(f->file, 0640), 0);
	assert_int_equal(symlink("r.json", name), 0);
	assert_int_equal(cb_results_save(results, f->ctx, name, 0), CB_OK);
	assert_int_equal(lstat(name, &info), 0);
	assert_true(S_ISLNK(info.st_mode));
	assert_int_equal(stat(f->file, &info), 0);
	assert_int_equal(info.st_mode & 0777, 0640);
	assert_true(info.st_size > 1000);
	unlink(name);
	cb_results_free(results);
}

/* A limit on the size of files stands for a full disk. */
static void old_file_stays_if_the_new_one_cannot_be_written(void **state)
{
	fixture *f = *state;
	cb_results *results = read_text(f, f->text);
	struct rlimit old, small;
	char text[FILE_MAX];
	cb_status status;

	write_file(f->file, "old");
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
	small = old;
	small.rlim_cur = 1000;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	status = cb_results_save(results, f->ctx, f->file, 0);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
	assert_int_equal(status, CB_EIO);
	assert_non_null(strstr(cb_context_error(f->ctx), f->file));
	assert_non_null(strstr(cb_context_error(f->ctx), "the old file is unchanged"));
	read_file(text, f->file);
	assert_string_equal(text, "old");
	assert_int_equal(count_files(f->directory), 1);
	cb_results_free(results);
}

/* Only where a broken program could not replace the device for the whole machine. */
static void full_device_is_an_error(void **state)
{
	fixture *f = *state;
	struct stat info;

	if (access("/dev", W_OK) == 0 || stat("/dev/full", &info) != 0 || !S_ISCHR(info.st_mode))
		skip();
	cb_results *results = read_text(f, f->text);
	assert_int_equal(cb_results_save(results, f->ctx, "/dev/full", 0), CB_EIO);
	assert_non_null(strstr(cb_context_error(f->ctx), "\"/dev/full\": "));
	assert_null(strstr(cb_context_error(f->ctx), "unchanged"));
	cb_results_free(results);
}

/* A pipe stands for all that is no regular file: its name must stay, and get the text. */
static void pipe_is_written_to_directly(void **state)
{
	fixture *f = *state;
	cb_results *results = read_text(f, f->text);
	char text[FILE_MAX];
	struct stat info;
	ssize_t len;
	int fd;

	assert_int_equal(mkfifo(f->file, 0600), 0);
	fd = open(f->file, O_RDONLY | O_NONBLOCK);
	assert_true(fd >= 0);
	assert_int_equal(cb_results_save(results, f->ctx, f->file, 0), CB_OK);
	assert_int_equal(lstat(f->file, &info), 0);
	assert_true(S_ISFIFO(info.st_mode));
	len = read(fd, text, sizeof text - 1);
	assert_true(len > 0);
	text[len] = '\0';
	assert_same_json(text, f->text);
	close(fd);
	cb_results_free(results);
}

static void a_text_is_saved_as_it_is(void **state)
{
	fixture *f = *state;
	char text[FILE_MAX] = "";
	FILE *file;

	assert_int_equal(cb_string_save("old", f->ctx, f->file), CB_OK);
	assert_int_equal(cb_string_save("a,b\n1,2\n", f->ctx, f->file), CB_OK);
	file = fopen(f->file, "r");
	assert_non_null(file);
	assert_int_equal(fread(text, 1, sizeof text - 1, file), 8);
	assert_string_equal(text, "a,b\n1,2\n");
	fclose(file);
	assert_int_equal(cb_string_save("x", f->ctx, "/nonexistent-directory/x.csv"), CB_EIO);
	assert_non_null(strstr(cb_context_error(f->ctx), "\"/nonexistent-directory/x.csv\": "));
}

static void missing_directory_is_an_error(void **state)
{
	fixture *f = *state;
	cb_results *results = read_text(f, f->text);

	assert_int_equal(
		cb_results_save(results, f->ctx, "/nonexistent-directory/r.json", 0), CB_EIO);
	assert_non_null(strstr(cb_context_error(f->ctx), "\"/nonexistent-directory/r.json\": "));
	assert_int_equal(cb_results_save(results, f->ctx, f->directory, 0), CB_EIO);
	cb_results_free(results);
}

static void unreadable_files_are_errors_with_their_name(void **state)
{
	fixture *f = *state;
	cb_results *results = NULL;

	assert_int_equal(cb_results_load(&results, f->ctx, f->file), CB_EIO);
	assert_non_null(strstr(cb_context_error(f->ctx), f->file));
	assert_int_equal(cb_results_load(&results, f->ctx, f->directory), CB_EIO);
	write_file(f->file, "{\n  x");
	assert_int_equal(cb_results_load(&results, f->ctx, f->file), CB_EFORMAT);
	assert_non_null(strstr(cb_context_error(f->ctx), "r.json\": line 2, column 3: "));
	write_file(f->file, "{}");
	assert_int_equal(cb_results_load(&results, f->ctx, f->file), CB_EFORMAT);
	assert_non_null(strstr(cb_context_error(f->ctx), "r.json\": schema: missing"));
	assert_null(results);
}

static void longer_files_than_allowed_are_refused(void **state)
{
	fixture *f = *state;
	json_t *value = NULL;

	write_file(f->file, "[1,2,3]");
	assert_int_equal(cb__json_file_read(&value, f->ctx, f->file, 7), CB_OK);
	json_decref(value);
	value = NULL;
	assert_int_equal(cb__json_file_read(&value, f->ctx, f->file, 6), CB_EFORMAT);
	assert_null(value);
	assert_non_null(strstr(cb_context_error(f->ctx), "longer than the 6 bytes"));
	assert_int_equal(cb__json_file_read(&value, f->ctx, "/dev/zero", 100000), CB_EFORMAT);
}

static void values_are_found_by_their_path(void **state)
{
	json_t *document = json_pack("{s:{s:{s:s, s:i}}}", "a", "b", "text", "yes", "number", 7);

	(void)state;
	assert_string_equal(cb__json_text_at(document, "a.b.text"), "yes");
	assert_int_equal(json_integer_value(cb__json_at(document, "a.b.number")), 7);
	assert_string_equal(cb__json_text_at(document, "a.b.number"), "");
	assert_string_equal(cb__json_text_at(document, "a.b"), "");
	assert_null(cb__json_at(document, "a.b.text.more"));
	assert_null(cb__json_at(document, "a..text"));
	assert_null(cb__json_at(document, ""));
	assert_null(cb__json_at(NULL, "a"));
	json_decref(document);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_found_by_their_path),
		TEST(saved_file_is_loaded_again),
		TEST(saving_keeps_permissions_and_links),
		TEST(old_file_stays_if_the_new_one_cannot_be_written),
		TEST(full_device_is_an_error),
		TEST(pipe_is_written_to_directly),
		TEST(a_text_is_saved_as_it_is),
		TEST(missing_directory_is_an_error),
		TEST(unreadable_files_are_errors_with_their_name),
		TEST(longer_files_than_allowed_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
