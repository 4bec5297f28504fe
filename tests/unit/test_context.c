/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include "context.h"
#include "scarcity.h"

/* What the caller of the tests has set must not reach them. */
static int clear_environment(void **state)
{
	(void)state;
	return unsetenv("CB_BACKEND_PATH") != 0 || unsetenv("CB_WORKER") != 0;
}

static cb_context *with_path(const char *path)
{
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = path;
	cb_context *ctx = NULL;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	assert_non_null(ctx);
	return ctx;
}

static void assert_same_file(const char *a, const char *b)
{
	struct stat left;
	struct stat right;
	assert_int_equal(stat(a, &left), 0);
	assert_int_equal(stat(b, &right), 0);
	assert_true(left.st_ino == right.st_ino && left.st_dev == right.st_dev);
}

static void by_default_what_lies_beside_the_program_is_used(void **state)
{
	(void)state;
	cb_context *ctx = NULL;
	assert_int_equal(cb_context_new(&ctx, NULL), CB_OK);
	assert_same_file(cb_context_worker(ctx), CB_TEST_WORKER);
	assert_non_null(cb__context_backend(ctx, "null"));
	assert_same_file(cb__context_backend(ctx, "null"), CB_TEST_MODULES "/null.so");
	assert_string_equal(cb_context_error(ctx), "");
	cb_context_free(ctx);
}

static void a_config_with_nothing_set_means_the_defaults(void **state)
{
	(void)state;
	const cb_config config = CB_CONFIG_INIT;
	cb_context *plain = NULL;
	cb_context *ctx = NULL;
	assert_int_equal(cb_context_new(&plain, NULL), CB_OK);
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	assert_string_equal(cb_context_worker(ctx), cb_context_worker(plain));
	assert_int_equal(cb_context_backend_count(ctx), cb_context_backend_count(plain));
	cb_context_free(ctx);
	cb_context_free(plain);
}

static void a_config_of_another_size_is_refused(void **state)
{
	(void)state;
	static const size_t sizes[] = {0, 1, sizeof(size_t) - 1, sizeof(cb_config) + 8};
	for (size_t i = 0; i < ROWS(sizes); i++) {
		cb_config config = CB_CONFIG_INIT;
		cb_context *ctx = NULL;
		config.struct_size = sizes[i];
		assert_int_equal(cb_context_new(&ctx, &config), CB_EINVAL);
		assert_null(ctx);
	}
}

static void a_config_of_an_older_program_has_fewer_members(void **state)
{
	(void)state;
	static const char *const launcher[] = {"env", NULL};
	const cb_config config = {
		.struct_size = offsetof(cb_config, launcher),
		.backend_path = "",
		.worker_path = "/somewhere/worker",
		.launcher = launcher, /* which that program does not know */
	};
	cb_context *ctx = NULL;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	assert_string_equal(cb_context_worker(ctx), "/somewhere/worker");
	assert_int_equal(cb_context_backend_count(ctx), 0);
	assert_null(ctx->launcher[0]);
	cb_context_free(ctx);
}

static void environment_variables_name_worker_and_backends(void **state)
{
	scratch *in = *state;
	scratch_file(in, "alpha.so", 0644);
	setenv("CB_BACKEND_PATH", in->root, 1);
	setenv("CB_WORKER", "/somewhere/worker", 1);
	cb_context *ctx = NULL;
	assert_int_equal(cb_context_new(&ctx, NULL), CB_OK);
	assert_string_equal(cb_context_worker(ctx), "/somewhere/worker");
	assert_int_equal(cb_context_backend_count(ctx), 1);
	assert_string_equal(cb_context_backend_name(ctx, 0), "alpha");
	cb_context_free(ctx);
	clear_environment(NULL);
}

static void an_empty_variable_counts_as_not_set(void **state)
{
	(void)state;
	setenv("CB_BACKEND_PATH", "", 1);
	setenv("CB_WORKER", "", 1);
	by_default_what_lies_beside_the_program_is_used(NULL);
	clear_environment(NULL);
}

static void the_config_comes_before_the_environment(void **state)
{
	scratch *in = *state;
	scratch_file(in, "alpha.so", 0644);
	setenv("CB_BACKEND_PATH", "/nowhere", 1);
	setenv("CB_WORKER", "/somewhere/worker", 1);
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = in->root;
	config.worker_path = "mine";
	cb_context *ctx = NULL;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	assert_string_equal(cb_context_worker(ctx), "mine");
	assert_int_equal(cb_context_backend_count(ctx), 1);
	cb_context_free(ctx);
	clear_environment(NULL);
}

static void missing_directory_means_no_backends(void **state)
{
	scratch *in = *state;
	cb_context *ctx = with_path(scratch_path(in, "nothing"));
	assert_int_equal(cb_context_backend_count(ctx), 0);
	assert_null(cb_context_backend_name(ctx, 0));
	assert_null(cb_context_backend_file(ctx, 0));
	assert_null(cb__context_backend(ctx, "null"));
	assert_string_equal(cb_context_error(ctx), "");
	cb_context_free(ctx);
}

static void an_empty_path_means_no_backends(void **state)
{
	(void)state;
	static const char *const paths[] = {"", ":", ":::"};
	for (size_t i = 0; i < ROWS(paths); i++) {
		cb_context *ctx = with_path(paths[i]);
		assert_int_equal(cb_context_backend_count(ctx), 0);
		cb_context_free(ctx);
	}
}

static void backends_are_in_alphabetical_order(void **state)
{
	scratch *in = *state;
	static const char *const names[] = {"a", "ab", "b", "c", "d2", "openssl"};
	static const size_t made[] = {3, 0, 5, 2, 1, 4};
	for (size_t i = 0; i < ROWS(made); i++) {
		char name[32];
		snprintf(name, sizeof name, "%s.so", names[made[i]]);
		scratch_file(in, name, 0644);
	}
	cb_context *ctx = with_path(in->root);
	assert_int_equal(cb_context_backend_count(ctx), ROWS(names));
	for (size_t i = 0; i < ROWS(names); i++) {
		char file[2 * SCRATCH_MAX];
		snprintf(file, sizeof file, "%s/%s.so", in->root, names[i]);
		assert_string_equal(cb_context_backend_name(ctx, i), names[i]);
		assert_string_equal(cb_context_backend_file(ctx, i), file);
		assert_string_equal(cb__context_backend(ctx, names[i]), file);
	}
	assert_null(cb_context_backend_name(ctx, ROWS(names)));
	assert_null(cb_context_backend_file(ctx, ROWS(names)));
	cb_context_free(ctx);
}

static void what_is_no_module_is_no_backend(void **state)
{
	scratch *in = *state;
	static const char *const names[] = {"a.txt", "b", ".so", "c.so.1", "d.so~", "e.SO", "so"};
	for (size_t i = 0; i < ROWS(names); i++)
		scratch_file(in, names[i], 0644);
	scratch_file(in, "f.g.so", 0644);
	cb_context *ctx = with_path(in->root);
	assert_int_equal(cb_context_backend_count(ctx), 1);
	assert_string_equal(cb_context_backend_name(ctx, 0), "f.g");
	cb_context_free(ctx);
}

static void of_two_backends_with_one_name_the_first_counts(void **state)
{
	scratch *in = *state;
	char path[3 * SCRATCH_MAX];
	scratch_file(in, "first/x.so", 0644);
	scratch_file(in, "second/x.so", 0644);
	scratch_file(in, "second/y.so", 0644);
	snprintf(path, sizeof path, ":%s/first::/nowhere:%s/second:", in->root, in->root);
	cb_context *ctx = with_path(path);
	assert_int_equal(cb_context_backend_count(ctx), 2);
	assert_string_equal(cb__context_backend(ctx, "x"), scratch_path(in, "first/x.so"));
	assert_string_equal(cb__context_backend(ctx, "y"), scratch_path(in, "second/y.so"));
	cb_context_free(ctx);
}

static void an_added_backend_takes_its_place_in_the_order(void **state)
{
	scratch *in = *state;
	scratch_file(in, "path/a.so", 0644);
	scratch_file(in, "path/c.so", 0644);
	cb_context *ctx = with_path(scratch_path(in, "path"));
	const char *file = scratch_file(in, "elsewhere/b.so", 0644);
	assert_int_equal(cb_context_add_backend(ctx, file), CB_OK);
	assert_int_equal(cb_context_backend_count(ctx), 3);
	assert_string_equal(cb_context_backend_name(ctx, 1), "b");
	assert_string_equal(cb_context_backend_file(ctx, 1), file);
	assert_string_equal(cb_context_backend_name(ctx, 2), "c");
	cb_context_free(ctx);
}

static void a_backend_without_an_ending_can_be_added(void **state)
{
	scratch *in = *state;
	cb_context *ctx = with_path("");
	assert_int_equal(cb_context_add_backend(ctx, scratch_file(in, "mine", 0644)), CB_OK);
	assert_string_equal(cb_context_backend_name(ctx, 0), "mine");
	cb_context_free(ctx);
}

static void a_file_that_cannot_be_read_is_not_added(void **state)
{
	scratch *in = *state;
	cb_context *ctx = with_path("");
	const char *const missing[] = {scratch_path(in, "missing.so"), "", "/", in->root};
	for (size_t i = 0; i < ROWS(missing); i++) {
		assert_int_equal(cb_context_add_backend(ctx, missing[i]), CB_ENOTFOUND);
		assert_is_message(cb_context_error(ctx));
		assert_says(cb_context_error(ctx), missing[i]);
	}
	assert_int_equal(cb_context_backend_count(ctx), 0);
	cb_context_free(ctx);
}

static void a_backend_of_a_known_name_is_not_added(void **state)
{
	scratch *in = *state;
	scratch_file(in, "path/a.so", 0644);
	cb_context *ctx = with_path(scratch_path(in, "path"));
	char known[2 * SCRATCH_MAX];
	strcpy(known, cb_context_backend_file(ctx, 0));
	const char *file = scratch_file(in, "elsewhere/a.so", 0644);
	assert_int_equal(cb_context_add_backend(ctx, file), CB_EINVAL);
	assert_is_message(cb_context_error(ctx));
	assert_says(cb_context_error(ctx), "\"a\"");
	assert_says(cb_context_error(ctx), file);
	assert_int_equal(cb_context_backend_count(ctx), 1);
	assert_string_equal(cb_context_backend_file(ctx, 0), known);
	cb_context_free(ctx);
}

static void a_name_that_begins_like_another_is_another(void **state)
{
	scratch *in = *state;
	scratch_file(in, "path/openssl.so", 0644);
	cb_context *ctx = with_path(scratch_path(in, "path"));
	assert_int_equal(
		cb_context_add_backend(ctx, scratch_file(in, "elsewhere/open.so", 0644)), CB_OK);
	assert_int_equal(cb_context_backend_count(ctx), 2);
	cb_context_free(ctx);
}

static void the_config_is_copied(void **state)
{
	(void)state;
	char worker[] = "worker";
	char word[] = "taskset";
	const char *launcher[] = {word, "-c", NULL};
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = "";
	config.worker_path = worker;
	config.launcher = launcher;
	cb_context *ctx = NULL;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	memset(worker, 'x', 6);
	memset(word, 'x', 7);
	launcher[1] = NULL;
	assert_string_equal(cb_context_worker(ctx), "worker");
	assert_string_equal(ctx->launcher[0], "taskset");
	assert_string_equal(ctx->launcher[1], "-c");
	assert_null(ctx->launcher[2]);
	cb_context_free(ctx);
}

static void the_last_failure_is_the_one_that_is_told(void **state)
{
	(void)state;
	cb_context *ctx = with_path("");
	assert_int_equal(cb__context_fail(ctx, CB_EIO, "first %d, and much longer", 1), CB_EIO);
	assert_int_equal(cb__context_fail(ctx, CB_EINVAL, "second"), CB_EINVAL);
	assert_string_equal(cb_context_error(ctx), "second");
	cb_context_free(ctx);
}

static void freeing_no_context_is_harmless(void **state)
{
	(void)state;
	cb_context_free(NULL);
}

static cb_status make_context(void *payload)
{
	scratch *in = payload;
	const char *const launcher[] = {"one", "two", NULL};
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = in->root;
	config.launcher = launcher;
	cb_context *ctx = NULL;
	cb_status status = cb_context_new(&ctx, &config);
	assert_true((status == CB_OK) == (ctx != NULL));
	if (status == CB_OK)
		status = cb_context_add_backend(ctx, CB_TEST_WORKER);
	cb_context_free(ctx);
	return status;
}

static void running_out_of_memory_is_reported(void **state)
{
	scratch *in = *state;
	scratch_file(in, "a.so", 0644);
	scratch_file(in, "b.so", 0644);
	scarcity_try(make_context, in);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_default_what_lies_beside_the_program_is_used),
		cmocka_unit_test(a_config_with_nothing_set_means_the_defaults),
		cmocka_unit_test(a_config_of_another_size_is_refused),
		cmocka_unit_test(a_config_of_an_older_program_has_fewer_members),
		SCRATCH_TEST(environment_variables_name_worker_and_backends),
		cmocka_unit_test(an_empty_variable_counts_as_not_set),
		SCRATCH_TEST(the_config_comes_before_the_environment),
		SCRATCH_TEST(missing_directory_means_no_backends),
		cmocka_unit_test(an_empty_path_means_no_backends),
		SCRATCH_TEST(backends_are_in_alphabetical_order),
		SCRATCH_TEST(what_is_no_module_is_no_backend),
		SCRATCH_TEST(of_two_backends_with_one_name_the_first_counts),
		SCRATCH_TEST(an_added_backend_takes_its_place_in_the_order),
		SCRATCH_TEST(a_backend_without_an_ending_can_be_added),
		SCRATCH_TEST(a_file_that_cannot_be_read_is_not_added),
		SCRATCH_TEST(a_backend_of_a_known_name_is_not_added),
		SCRATCH_TEST(a_name_that_begins_like_another_is_another),
		cmocka_unit_test(the_config_is_copied),
		cmocka_unit_test(the_last_failure_is_the_one_that_is_told),
		cmocka_unit_test(freeing_no_context_is_harmless),
		SCRATCH_TEST(running_out_of_memory_is_reported),
	};
	return cmocka_run_group_tests(tests, clear_environment, NULL);
}
