/* SPDX-License-Identifier: Apache-2.0 */
#include "baseline_fixture.h"

#define LIBRARY "from here/lib name.so.3"
#define MODULE  "from here/mod ules/legacy.so"

static void write_text(const char *path, const char *text)
{
	FILE *stream = fopen(path, "wb");
	assert_non_null(stream);
	assert_true(fputs(text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
}

static void expect_text(const char *path, const char *text)
{
	char got[64] = "";
	FILE *stream = fopen(path, "rb");
	assert_non_null(stream);
	got[fread(got, 1, sizeof got - 1, stream)] = '\0';
	fclose(stream);
	assert_string_equal(got, text);
}

static void make_library(fixture *f, const char *library, const char *module)
{
	write_text(scratch_parents(f->in, LIBRARY), library);
	write_text(scratch_parents(f->in, MODULE), module);
}

/* Results of a library with a module beside it, one elsewhere and one that is built in. */
static json_t *measured(fixture *f)
{
	json_t *subject = json_pack("{s:s, s:s, s:s, s:{}}", "label", "openssl:on", "backend",
		"openssl", "accel", "on", "library");
	json_t *providers = json_array();
	put(subject, "library.file", json_string(scratch_path(f->in, LIBRARY)));
	json_array_append_new(providers,
		json_pack("{s:s, s:s}", "name", "default", "file",
			json_string_value(
				json_object_get(json_object_get(subject, "library"), "file"))));
	json_array_append_new(providers,
		json_pack("{s:s, s:s}", "name", "legacy", "file", scratch_path(f->in, MODULE)));
	json_array_append_new(
		providers, json_pack("{s:s, s:s}", "name", "other", "file", "/elsewhere/other.so"));
	json_array_append_new(providers, json_pack("{s:s, s:s}", "name", "inner", "file", ""));
	json_array_append_new(providers, json_pack("{s:s}", "name", "none"));
	put(subject, "library.providers", providers);
	return json_pack("{s:[o]}", "subjects", subject);
}

static cb_status keep(fixture *f)
{
	json_t *results = measured(f);
	cb_status status = cb__baseline_keep(f->baseline, f->ctx, f->file, results);
	json_decref(results);
	return status;
}

/* Where the library or a module lies now. */
static const char *kept_path(fixture *f, size_t index)
{
	const json_t *library = json_array_get(json_object_get(f->baseline, "libraries"), 0);
	const json_t *row = json_array_get(json_object_get(library, "files"), index);
	char name[128];
	snprintf(name, sizeof name, "b.json.libs/openssl/%s",
		json_string_value(json_object_get(row, "file")));
	return scratch_path(f->in, name);
}

static void expect_kept(fixture *f, const char *library, const char *module)
{
	char *path = NULL;
	assert_int_equal(
		cb__baseline_library(&path, f->baseline, f->ctx, f->file, "openssl"), CB_OK);
	assert_string_equal(path, kept_path(f, 0));
	assert_says(path, "/lib name.so.3");
	expect_text(path, library);
	assert_says(kept_path(f, 1), "/mod ules/legacy.so");
	expect_text(kept_path(f, 1), module);
	free(path);
}

static void library_is_kept_with_what_lies_beside_it(void **state)
{
	fixture *f = *state;
	make_library(f, "library one", "module one");
	assert_int_equal(keep(f), CB_OK);
	expect_kept(f, "library one", "module one");
	const json_t *libraries = json_object_get(f->baseline, "libraries");
	assert_int_equal(json_array_size(libraries), 1);
	const json_t *files = json_object_get(json_array_get(libraries, 0), "files");
	assert_int_equal(json_array_size(files), 2);
	for (size_t i = 0; i < 2; i++)
		assert_int_equal(
			json_string_length(json_object_get(json_array_get(files, i), "checksum")),
			16);
}

static void newer_library_takes_the_place_of_the_older(void **state)
{
	fixture *f = *state;
	make_library(f, "library one", "module one");
	assert_int_equal(keep(f), CB_OK);
	make_library(f, "library two", "module two");
	assert_int_equal(keep(f), CB_OK);
	expect_kept(f, "library two", "module two");
	assert_int_equal(json_array_size(json_object_get(f->baseline, "libraries")), 1);
}

static void library_in_the_home_directory_is_found(void **state)
{
	fixture *f = *state;
	json_t *results = measured(f);
	json_t *subject = json_array_get(json_object_get(results, "subjects"), 0);
	const char *home = getenv("HOME");
	char *before = home != NULL ? strdup(home) : NULL;
	make_library(f, "library one", "module one");
	put(subject, "library.file", json_string("~/" LIBRARY));
	setenv("HOME", f->in->root, 1);
	assert_int_equal(cb__baseline_keep(f->baseline, f->ctx, f->file, results), CB_OK);
	if (before != NULL)
		setenv("HOME", before, 1);
	else
		unsetenv("HOME");
	expect_kept(f, "library one", "module one");
	free(before);
	json_decref(results);
}

static void library_without_a_file_is_not_kept(void **state)
{
	static const char *const files[] = {"none", "unknown", ""};
	fixture *f = *state;
	char *path = NULL;
	for (size_t i = 0; i < ROWS(files); i++) {
		json_t *results = measured(f);
		put(json_array_get(json_object_get(results, "subjects"), 0), "library.file",
			json_string(files[i]));
		assert_int_equal(cb__baseline_keep(f->baseline, f->ctx, f->file, results), CB_OK);
		assert_int_equal(json_array_size(json_object_get(f->baseline, "libraries")), 0);
		json_decref(results);
	}
	assert_int_equal(
		cb__baseline_library(&path, f->baseline, f->ctx, f->file, "openssl"), CB_OK);
	assert_null(path);
}

static void modes_of_one_library_share_a_copy(void **state)
{
	fixture *f = *state;
	json_t *results = measured(f);
	json_t *subjects = json_object_get(results, "subjects");
	make_library(f, "library one", "module one");
	json_array_append(subjects, json_array_get(subjects, 0));
	assert_int_equal(cb__baseline_keep(f->baseline, f->ctx, f->file, results), CB_OK);
	assert_int_equal(json_array_size(json_object_get(f->baseline, "libraries")), 1);
	json_decref(results);
}

static void expect_damaged(fixture *f, const char *part)
{
	char *path = NULL;
	assert_int_equal(
		cb__baseline_library(&path, f->baseline, f->ctx, f->file, "openssl"), CB_EFORMAT);
	assert_null(path);
	assert_is_message(cb_context_error(f->ctx));
	assert_says(cb_context_error(f->ctx), "damaged");
	assert_says(cb_context_error(f->ctx), part);
}

static void changed_byte_of_library_or_module_is_damage(void **state)
{
	fixture *f = *state;
	make_library(f, "library one", "module one");
	assert_int_equal(keep(f), CB_OK);
	write_text(kept_path(f, 0), "library onf");
	expect_damaged(f, "lib name.so.3");
	assert_int_equal(keep(f), CB_OK);
	write_text(kept_path(f, 1), "module on");
	expect_damaged(f, "legacy.so");
}

static void removed_library_or_module_is_damage(void **state)
{
	fixture *f = *state;
	make_library(f, "library one", "module one");
	assert_int_equal(keep(f), CB_OK);
	unlink(kept_path(f, 1));
	expect_damaged(f, "legacy.so");
	assert_int_equal(keep(f), CB_OK);
	unlink(kept_path(f, 0));
	expect_damaged(f, "lib name.so.3");
}

static void entry_without_name_or_checksum_is_damage(void **state)
{
	fixture *f = *state;
	make_library(f, "library one", "module one");
	assert_int_equal(keep(f), CB_OK);
	json_t *files = json_object_get(
		json_array_get(json_object_get(f->baseline, "libraries"), 0), "files");
	json_object_del(json_array_get(files, 1), "checksum");
	expect_damaged(f, "legacy.so");
	json_object_del(json_array_get(files, 1), "file");
	expect_damaged(f, "openssl");
	json_array_clear(files);
	expect_damaged(f, "openssl");
}

static void place_that_cannot_be_made_is_said(void **state)
{
	fixture *f = *state;
	make_library(f, "library one", "module one");
	scratch_file(f->in, "b.json.libs", 0600);
	assert_int_equal(keep(f), CB_EIO);
	assert_is_message(cb_context_error(f->ctx));
	assert_says(cb_context_error(f->ctx), "b.json.libs/openssl");
	assert_int_equal(json_array_size(json_object_get(f->baseline, "libraries")), 0);
}

/* The library could be copied, the module could not: both stay as they were. */
static void older_copies_stay_if_one_new_one_cannot_be_made(void **state)
{
	fixture *f = *state;
	make_library(f, "library one", "module one");
	assert_int_equal(keep(f), CB_OK);
	make_library(f, "library two", "module two");
	unlink(scratch_path(f->in, MODULE));
	assert_int_equal(keep(f), CB_EIO);
	assert_is_message(cb_context_error(f->ctx));
	assert_says(cb_context_error(f->ctx), "legacy.so");
	expect_kept(f, "library one", "module one");
}

/* Until the document is written, the older one still counts. */
static void older_copies_stay_until_they_are_swept(void **state)
{
	fixture *f = *state;
	make_library(f, "library one", "module one");
	assert_int_equal(keep(f), CB_OK);
	json_t *before = json_deep_copy(json_object_get(f->baseline, "libraries"));
	make_library(f, "library two", "module two");
	assert_int_equal(keep(f), CB_OK);
	json_t *after = json_incref(json_object_get(f->baseline, "libraries"));
	json_object_set(f->baseline, "libraries", before);
	expect_kept(f, "library one", "module one");
	json_object_set(f->baseline, "libraries", after);
	cb__baseline_sweep(f->baseline, f->file);
	expect_kept(f, "library two", "module two");
	json_object_set(f->baseline, "libraries", before);
	assert_int_not_equal(access(kept_path(f, 0), F_OK), 0);
	json_decref(before);
	json_decref(after);
}

static void sweep_leaves_what_no_baseline_made(void **state)
{
	static const char *const others[] = {"b.json.libs/openssl/notes.txt",
		"b.json.libs/openssl/0123/libssl.so", "b.json.libs/0123456789abcdef"};
	static const char gone[] = "b.json.libs/openssl/0123456789abcdef/mod ules/old.so";
	fixture *f = *state;
	for (size_t i = 0; i < ROWS(others); i++)
		write_text(scratch_parents(f->in, others[i]), "other");
	write_text(scratch_parents(f->in, gone), "old");
	cb__baseline_sweep(f->baseline, f->file);
	for (size_t i = 0; i < ROWS(others); i++)
		expect_text(scratch_path(f->in, others[i]), "other");
	assert_int_not_equal(
		access(scratch_path(f->in, "b.json.libs/openssl/0123456789abcdef"), F_OK), 0);
}

static void module_by_a_way_round_is_not_kept(void **state)
{
	fixture *f = *state;
	json_t *results = measured(f);
	json_t *library =
		json_object_get(json_array_get(json_object_get(results, "subjects"), 0), "library");
	json_t *row = json_array_get(json_object_get(library, "providers"), 1);
	make_library(f, "library one", "module one");
	put(row, "file", json_string(scratch_path(f->in, "from here/../" MODULE)));
	assert_int_equal(cb__baseline_keep(f->baseline, f->ctx, f->file, results), CB_OK);
	const json_t *kept = json_array_get(json_object_get(f->baseline, "libraries"), 0);
	assert_int_equal(json_array_size(json_object_get(kept, "files")), 1);
	json_decref(results);
}

static void changed_module_changes_the_checksum(void **state)
{
	fixture *f = *state;
	json_t *results = measured(f);
	const json_t *subject = json_array_get(json_object_get(results, "subjects"), 0);
	char one[CB__BASELINE_SUM];
	char two[CB__BASELINE_SUM];
	make_library(f, "library one", "module one");
	assert_int_equal(cb__baseline_checksum(one, subject), CB_OK);
	assert_int_equal(strlen(one), 16);
	make_library(f, "library one", "module two");
	assert_int_equal(cb__baseline_checksum(two, subject), CB_OK);
	assert_string_not_equal(one, two);
	unlink(scratch_path(f->in, LIBRARY));
	assert_int_equal(cb__baseline_checksum(two, subject), CB_OK);
	assert_string_equal(two, "");
	json_decref(results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		BASELINE_TEST(library_is_kept_with_what_lies_beside_it),
		BASELINE_TEST(newer_library_takes_the_place_of_the_older),
		BASELINE_TEST(library_in_the_home_directory_is_found),
		BASELINE_TEST(library_without_a_file_is_not_kept),
		BASELINE_TEST(modes_of_one_library_share_a_copy),
		BASELINE_TEST(changed_byte_of_library_or_module_is_damage),
		BASELINE_TEST(removed_library_or_module_is_damage),
		BASELINE_TEST(entry_without_name_or_checksum_is_damage),
		BASELINE_TEST(place_that_cannot_be_made_is_said),
		BASELINE_TEST(older_copies_stay_if_one_new_one_cannot_be_made),
		BASELINE_TEST(older_copies_stay_until_they_are_swept),
		BASELINE_TEST(sweep_leaves_what_no_baseline_made),
		BASELINE_TEST(module_by_a_way_round_is_not_kept),
		BASELINE_TEST(changed_module_changes_the_checksum),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
