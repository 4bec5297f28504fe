/* SPDX-License-Identifier: Apache-2.0 */
#include "unit.h"

#include <stdlib.h>

#include "recipe.h"
#include "scarcity.h"

#ifdef __APPLE__
#define LIBRARY_PATH "DYLD_LIBRARY_PATH"
#else
#define LIBRARY_PATH "LD_LIBRARY_PATH"
#endif

extern char **environ;

static char **environment_before;

/* Each test begins with no variables. */
static int hide_environment(void **state)
{
	static char *none[] = {NULL};
	(void)state;
	environment_before = environ;
	environ = none;
	return 0;
}

static int show_environment(void **state)
{
	(void)state;
	environ = environment_before;
	return 0;
}

static cb__served nothing(void)
{
	return (cb__served)CB__SERVED_INIT;
}

static void assert_strings(const cb__strings *strings, const char *const *expected)
{
	size_t count = 0;
	for (; expected[count] != NULL; count++) {
		assert_true(count < strings->count);
		assert_string_equal(strings->rows[count], expected[count]);
	}
	assert_int_equal(strings->count, count);
	assert_null(strings->rows[count]);
}

static cb__strings arguments_of(const char *const *launcher, const cb__served *served)
{
	cb_config config = CB_CONFIG_INIT;
	cb_context *ctx = NULL;
	cb__strings arguments = {NULL, 0, 0};
	config.backend_path = "";
	config.worker_path = "/x/cb-worker";
	config.launcher = launcher;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	assert_int_equal(cb__worker_arguments(&arguments, ctx, served), CB_OK);
	cb_context_free(ctx);
	return arguments;
}

static cb__strings environment_of(const cb__served *served, json_t *a, json_t *b)
{
	json_t *const settings[] = {a, b};
	cb__strings environment = {NULL, 0, 0};
	assert_int_equal(cb__worker_environment(&environment, served, settings, 2), CB_OK);
	return environment;
}

/* The value of a variable, or NULL; it may be there once only. */
static const char *value_of(const cb__strings *environment, const char *name)
{
	const char *found = NULL;
	size_t len = strlen(name);
	for (size_t i = 0; i < environment->count; i++) {
		const char *row = environment->rows[i];
		if (strncmp(row, name, len) != 0 || row[len] != '=')
			continue;
		assert_null(found);
		found = row + len + 1;
	}
	return found;
}

static void a_list_of_strings_ends_with_null(void **state)
{
	(void)state;
	static const char *const expected[] = {"a", "", "b", NULL};
	cb__strings strings = {NULL, 0, 0};
	char word[] = "a";
	cb__strings_add(&strings, word);
	word[0] = 'x';
	cb__strings_add(&strings, "");
	cb__strings_add(&strings, "b");
	assert_strings(&strings, expected);
	cb__strings_done(&strings);
	assert_null(strings.rows);
	cb__strings_done(&strings);
}

static void a_worker_is_started_by_itself(void **state)
{
	(void)state;
	static const char *const expected[] = {"/x/cb-worker", "3", NULL};
	cb__served served = nothing();
	cb__strings arguments = arguments_of(NULL, &served);
	assert_strings(&arguments, expected);
	cb__strings_done(&arguments);
}

static void a_launcher_comes_first(void **state)
{
	(void)state;
	static const char *const launcher[] = {"taskset", "-c", "1", NULL};
	static const char *const expected[] = {"taskset", "-c", "1", "/x/cb-worker", "3", NULL};
	cb__served served = nothing();
	cb__strings arguments = arguments_of(launcher, &served);
	assert_strings(&arguments, expected);
	cb__strings_done(&arguments);
}

static void a_loader_is_told_the_library_path(void **state)
{
	(void)state;
	static const char *const launcher[] = {"valgrind", NULL};
	static const char *const expected[] = {
		"valgrind", "/r/ld.so", "--library-path", "/r/lib:/lib", "/x/cb-worker", "3", NULL};
	char loader[] = "/r/ld.so";
	char path[] = "/r/lib:/lib";
	const cb__served served = {.library_path = path, .loader = loader};
	cb__strings arguments = arguments_of(launcher, &served);
	assert_strings(&arguments, expected);
	cb__strings_done(&arguments);
}

static void of_the_hosts_environment_little_is_kept(void **state)
{
	(void)state;
	static const char *const kept[] = {"PATH", "HOME", "TMPDIR", "ASAN_OPTIONS",
		"UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "QEMU_LD_PREFIX", "QEMU_CPU",
		"GCOV_PREFIX", "GCOV_PREFIX_STRIP", "LLVM_PROFILE_FILE"};
	static const char *const dropped[] = {"OPENSSL_CONF", "OPENSSL_ia32cap", "LD_PRELOAD",
		"OPENSSL_MODULES", "GLIBC_TUNABLES", "LANG", "LC_NUMERIC", "MALLOC_ARENA_MAX",
		"PATH_INFO", "XHOME"};
	for (size_t i = 0; i < ROWS(kept); i++)
		setenv(kept[i], "kept value", 1);
	for (size_t i = 0; i < ROWS(dropped); i++)
		setenv(dropped[i], "dropped value", 1);
	cb__served served = nothing();
	cb__strings environment = environment_of(&served, NULL, NULL);
	for (size_t i = 0; i < ROWS(kept); i++) {
		assert_non_null(value_of(&environment, kept[i]));
		assert_string_equal(value_of(&environment, kept[i]), "kept value");
	}
	for (size_t i = 0; i < ROWS(dropped); i++)
		assert_null(value_of(&environment, dropped[i]));
	assert_int_equal(environment.count, ROWS(kept) + 1);
	cb__strings_done(&environment);
}

static void workers_speak_no_other_language(void **state)
{
	(void)state;
	static const char *const expected[] = {"LC_ALL=C", NULL};
	setenv("LC_ALL", "de_DE.UTF-8", 1);
	cb__served served = nothing();
	cb__strings environment = environment_of(&served, NULL, NULL);
	assert_strings(&environment, expected);
	cb__strings_done(&environment);
}

static void a_served_library_comes_before_the_hosts_library_path(void **state)
{
	(void)state;
	char path[] = "/links";
	char loader[] = "/r/ld.so";
	const struct {
		const char *host; /* NULL: not set */
		cb__served served;
		const char *expected; /* NULL: not set */
	} rows[] = {
		{NULL, nothing(), NULL},
		{"", nothing(), NULL},
		{"/host", nothing(), "/host"},
		{NULL, {.library_path = path, .loader = NULL}, "/links"},
		{"", {.library_path = path, .loader = NULL}, "/links"},
		{"/host:/b", {.library_path = path, .loader = NULL}, "/links:/host:/b"},
		{NULL, {.library_path = path, .loader = loader}, NULL},
		{"/host", {.library_path = path, .loader = loader}, "/host"},
	};
	for (size_t i = 0; i < ROWS(rows); i++) {
		unsetenv(LIBRARY_PATH);
		if (rows[i].host != NULL)
			setenv(LIBRARY_PATH, rows[i].host, 1);
		cb__strings environment = environment_of(&rows[i].served, NULL, NULL);
		const char *value = value_of(&environment, LIBRARY_PATH);
		if (rows[i].expected == NULL)
			assert_null(value);
		else
			assert_string_equal(value, rows[i].expected);
		cb__strings_done(&environment);
	}
}

static void settings_are_added(void **state)
{
	(void)state;
	json_t *first = json_pack("{s:s, s:s}", "A", "1", "B", "x=y z");
	json_t *second = json_pack("{s:s}", "C", "");
	cb__served served = nothing();
	cb__strings environment = environment_of(&served, first, second);
	assert_string_equal(value_of(&environment, "A"), "1");
	assert_string_equal(value_of(&environment, "B"), "x=y z");
	assert_string_equal(value_of(&environment, "C"), "");
	assert_int_equal(environment.count, 4);
	cb__strings_done(&environment);
	json_decref(first);
	json_decref(second);
}

static void a_setting_that_is_no_text_is_left_out(void **state)
{
	(void)state;
	json_t *odd = json_pack("{s:i, s:n, s:s}", "A", 1, "B", "C", "c");
	cb__served served = nothing();
	cb__strings environment = environment_of(&served, NULL, odd);
	assert_null(value_of(&environment, "A"));
	assert_null(value_of(&environment, "B"));
	assert_string_equal(value_of(&environment, "C"), "c");
	cb__strings_done(&environment);
	json_decref(odd);
}

static cb_status make_both(void *payload)
{
	cb_context *ctx = payload;
	char loader[] = "/r/ld.so";
	char path[] = "/r/lib";
	const cb__served unpacked = {.library_path = path, .loader = loader};
	const cb__served file = {.library_path = path, .loader = NULL};
	cb__strings arguments = {NULL, 0, 0};
	cb__strings environment = {NULL, 0, 0};
	cb_status status = cb__worker_arguments(&arguments, ctx, &unpacked);
	if (status == CB_OK)
		status = cb__worker_environment(&environment, &file, NULL, 0);
	if (status == CB_OK)
		assert_string_equal(value_of(&environment, LIBRARY_PATH),
			"/r/lib:/host/path/that/is/longer/than/what/was/allocated/before/it/came");
	cb__strings_done(&arguments);
	cb__strings_done(&environment);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	(void)state;
	cb_config config = CB_CONFIG_INIT;
	cb_context *ctx = NULL;
	config.backend_path = "";
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	setenv("PATH", "/bin", 1);
	setenv(LIBRARY_PATH, "/host/path/that/is/longer/than/what/was/allocated/before/it/came", 1);
	scarcity_try(make_both, ctx);
	cb_context_free(ctx);
}

#define RECIPE_TEST(name) cmocka_unit_test_setup_teardown(name, hide_environment, show_environment)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RECIPE_TEST(a_list_of_strings_ends_with_null),
		RECIPE_TEST(a_worker_is_started_by_itself),
		RECIPE_TEST(a_launcher_comes_first),
		RECIPE_TEST(a_loader_is_told_the_library_path),
		RECIPE_TEST(of_the_hosts_environment_little_is_kept),
		RECIPE_TEST(workers_speak_no_other_language),
		RECIPE_TEST(a_served_library_comes_before_the_hosts_library_path),
		RECIPE_TEST(settings_are_added),
		RECIPE_TEST(a_setting_that_is_no_text_is_left_out),
		RECIPE_TEST(running_out_of_memory_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
