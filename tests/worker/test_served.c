/* SPDX-License-Identifier: Apache-2.0 */
/* A library that is given as a file is the one that is measured, with what belongs to it. */
#include "scene.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>

#define PATH_SIZE 4096

static void copy_file(const char *to, const char *from)
{
	static char bytes[1 << 16];
	FILE *in = fopen(from, "rb");
	FILE *out = fopen(to, "wb");
	size_t got;
	if (in == NULL || out == NULL)
		fail_msg("\"%s\" cannot be copied to \"%s\"", from, to);
	while ((got = fread(bytes, 1, sizeof bytes, in)) > 0)
		assert_int_equal(fwrite(bytes, 1, got, out), got);
	fclose(in);
	assert_int_equal(fclose(out), 0);
}

/* A private copy of the system's libcrypto. */
typedef struct copied {
	char original[PATH_SIZE];
	char build_id[160];
	char directory[64];
	char file[PATH_SIZE];
	char modules[128];
} copied;

static int find_system_library(copied *out)
{
	scene s;
	if (!scene_has("openssl"))
		return 0;
	scene_open(&s, "openssl:on", "sha256");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	snprintf(out->original, sizeof out->original, "%s", scene_subject(&s, "openssl:on")->file);
	snprintf(out->build_id, sizeof out->build_id, "%s",
		scene_subject(&s, "openssl:on")->build_id);
	scene_close(&s);
	return 1;
}

static int copy_library(void **state)
{
	copied *out = calloc(1, sizeof *out);
	if (out == NULL)
		return -1;
	*state = out;
	if (!find_system_library(out))
		return 0;
	strcpy(out->directory, "/tmp/libcb-test-XXXXXX");
	assert_non_null(mkdtemp(out->directory));
	snprintf(out->file, sizeof out->file, "%s/%s", out->directory,
		strrchr(out->original, '/') + 1);
	snprintf(out->modules, sizeof out->modules, "%s/ossl-modules", out->directory);
	copy_file(out->file, out->original);
	return 0;
}

static int remove_copy(void **state)
{
	copied *copy = *state;
	char path[PATH_SIZE + 16];
	if (copy->directory[0] != '\0') {
		snprintf(path, sizeof path, "%s/legacy.so", copy->modules);
		unlink(path);
		rmdir(copy->modules);
		unlink(copy->file);
		rmdir(copy->directory);
	}
	free(copy);
	return 0;
}

static void open_scene(scene *out, const copied *copy, const char *algorithms)
{
	char subject[PATH_SIZE + 16];
	scene_open(out, "", algorithms);
	snprintf(subject, sizeof subject, "openssl:on=%s", copy->file);
	assert_int_equal(cb_plan_add_subject(out->plan, subject), CB_OK);
}

/* What the document says of the provider module, or "". */
static void find_provider_file(char *out, size_t size, const scene *s, const char *name)
{
	char *text = NULL;
	assert_int_equal(cb_results_to_json(s->results, &text, 0), CB_OK);
	json_t *document = json_loads(text, 0, NULL);
	cb_string_free(text);
	json_t *providers = json_object_get(
		json_object_get(
			json_array_get(json_object_get(document, "subjects"), 0), "library"),
		"providers");
	out[0] = '\0';
	for (size_t i = 0; i < json_array_size(providers); i++) {
		json_t *provider = json_array_get(providers, i);
		const char *called = json_string_value(json_object_get(provider, "name"));
		if (called != NULL && strcmp(called, name) == 0)
			snprintf(out, size, "%s",
				json_string_value(json_object_get(provider, "file")));
	}
	json_decref(document);
}

static void file_that_is_asked_for_is_loaded(void **state)
{
	const copied *copy = *state;
	scene s;
	if (copy->file[0] == '\0')
		skip();
	open_scene(&s, copy, "sha256");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	assert_string_equal(scene_subject(&s, "openssl:on")->file, copy->file);
	assert_string_equal(scene_subject(&s, "openssl:on")->build_id, copy->build_id);
	scene_expect(&s, "openssl/sha256/digest/64/on", CB_OUTCOME_MEASURED);
	scene_close(&s);
}

static void copy_and_original_are_measured_side_by_side(void **state)
{
	const copied *copy = *state;
	scene s;
	if (copy->file[0] == '\0')
		skip();
	char subject[PATH_SIZE + 16];
	scene_open(&s, "system@openssl:on", "sha256,ecdsa-p256");
	snprintf(subject, sizeof subject, "copy@openssl:on=%s", copy->file);
	assert_int_equal(cb_plan_add_subject(s.plan, subject), CB_OK);
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	assert_string_equal(scene_subject(&s, "system")->file, copy->original);
	assert_string_equal(scene_subject(&s, "copy")->file, copy->file);
	scene_expect(&s, "openssl/sha256/digest/64/on/subject=copy", CB_OUTCOME_MEASURED);
	scene_expect(&s, "openssl/ecdsa-p256/sign/0/on/subject=copy", CB_OUTCOME_MEASURED);
	scene_expect(&s, "openssl/ecdsa-p256/sign/0/on/subject=system", CB_OUTCOME_MEASURED);
	scene_close(&s);
}

static void provider_of_another_build_is_not_borrowed(void **state)
{
	const copied *copy = *state;
	scene s;
	if (copy->file[0] == '\0')
		skip();
	open_scene(&s, copy, "rc4,sha256");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "openssl/sha256/digest/64/on", CB_OUTCOME_MEASURED);
	char file[PATH_SIZE];
	find_provider_file(file, sizeof file, &s, "legacy");
	assert_string_equal(file, "");
	scene_expect(&s, "openssl/rc4/encrypt/64/on", CB_OUTCOME_UNSUPPORTED);
	assert_int_equal(cb_results_failed(s.results), 0);
	scene_close(&s);
}

static void provider_beside_the_file_is_taken(void **state)
{
	const copied *copy = *state;
	char original[PATH_SIZE + 32];
	char copied_module[PATH_SIZE];
	char found[PATH_SIZE];
	scene s;
	if (copy->file[0] == '\0')
		skip();
	snprintf(original, sizeof original, "%.*s/ossl-modules/legacy.so",
		(int)(strrchr(copy->original, '/') - copy->original), copy->original);
	if (access(original, R_OK) != 0)
		skip();
	snprintf(copied_module, sizeof copied_module, "%s/legacy.so", copy->modules);
	assert_int_equal(mkdir(copy->modules, 0700), 0);
	copy_file(copied_module, original);

	open_scene(&s, copy, "rc4");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "openssl/rc4/encrypt/64/on", CB_OUTCOME_MEASURED);
	assert_string_equal(scene_subject(&s, "openssl:on")->file, copy->file);
	find_provider_file(found, sizeof found, &s, "legacy");
	assert_string_equal(found, copied_module);
	scene_close(&s);
}

static void file_that_is_not_there_is_named(void **state)
{
	const copied *copy = *state;
	scene s;
	if (copy->file[0] == '\0')
		skip();
	scene_open(&s, "null", "null-hash");
	assert_int_equal(cb_plan_add_subject(s.plan, "openssl:on=/nonexistent/libcrypto.so.3"),
		CB_ENOTFOUND);
	expect_part(cb_context_error(s.ctx), "/nonexistent/libcrypto.so.3");
	scene_close(&s);
}

static void file_that_is_no_library_fails_its_cells(void **state)
{
	const copied *copy = *state;
	scene s;
	if (copy->file[0] == '\0')
		skip();
	scene_open(&s, "null", "sha256,null-hash");
	assert_int_equal(
		cb_plan_add_subject(s.plan, "openssl:on=" CB_TEST_BACKENDS "/right_size.so"),
		CB_OK);
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	const cb_cell *cell = scene_cell(&s, "openssl/sha256/digest/64/on");
	assert_true(cell->outcome == CB_OUTCOME_FAILED || cell->outcome == CB_OUTCOME_CRASHED);
	scene_expect(&s, "null/null-hash/digest/64/on", CB_OUTCOME_MEASURED);
	assert_int_equal(cb_results_failed(s.results), 1);
	scene_close(&s);
}

static void backend_without_a_library_cannot_be_given_one(void **state)
{
	(void)state;
	scene s;
	scene_open(&s, "right_size:on x@right_size:on=" CB_TEST_BACKENDS "/right_size.so",
		"fixture-hash");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	scene_expect(&s, "right_size/fixture-hash/digest/64/on/subject=x", CB_OUTCOME_FAILED);
	expect_part(scene_cell(&s, "right_size/fixture-hash/digest/64/on/subject=x")->reason,
		"loads no library");
	scene_close(&s);
}

static unsigned count_private_directories(const char *directory)
{
	unsigned count = 0;
	DIR *stream = opendir(directory);
	struct dirent *entry;
	assert_non_null(stream);
	while ((entry = readdir(stream)) != NULL)
		count += entry->d_name[0] != '.';
	closedir(stream);
	return count;
}

static void links_are_removed_after_the_run(void **state)
{
	const copied *copy = *state;
	char temporary[] = "/tmp/libcb-test-XXXXXX";
	scene s;
	if (copy->file[0] == '\0')
		skip();
	assert_non_null(mkdtemp(temporary));
	const char *before = getenv("TMPDIR");
	char *saved = before != NULL ? strdup(before) : NULL;
	setenv("TMPDIR", temporary, 1);
	open_scene(&s, copy, "sha256");
	scene_run(&s, NULL, NULL);
	if (saved != NULL)
		setenv("TMPDIR", saved, 1);
	else
		unsetenv("TMPDIR");
	free(saved);
	assert_int_equal(s.status, CB_OK);
	assert_int_equal(count_private_directories(temporary), 0);
	rmdir(temporary);
	scene_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(file_that_is_asked_for_is_loaded),
		cmocka_unit_test(copy_and_original_are_measured_side_by_side),
		cmocka_unit_test(provider_of_another_build_is_not_borrowed),
		cmocka_unit_test(provider_beside_the_file_is_taken),
		cmocka_unit_test(file_that_is_not_there_is_named),
		cmocka_unit_test(file_that_is_no_library_fails_its_cells),
		cmocka_unit_test(backend_without_a_library_cannot_be_given_one),
		cmocka_unit_test(links_are_removed_after_the_run),
	};
	return cmocka_run_group_tests(tests, copy_library, remove_copy);
}
