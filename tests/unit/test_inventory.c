/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <jansson.h>

#include <cb/inventory.h>

static cb_context *context_with(const char *path, const char *worker)
{
	cb_config config = CB_CONFIG_INIT;
	cb_context *ctx = NULL;
	config.backend_path = path;
	config.worker_path = worker;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	return ctx;
}

static cb_context *context_with_null(scratch *in)
{
	assert_int_equal(symlink(CB_TEST_MODULES "/null.so", scratch_path(in, "null.so")), 0);
	return context_with(in->root, CB_TEST_WORKER);
}

static void without_backends_there_is_only_the_catalogue(void **state)
{
	(void)state;
	cb_context *ctx = context_with("", CB_TEST_WORKER);
	cb_inventory *inventory = NULL;
	assert_int_equal(cb_inventory_new(&inventory, ctx), CB_OK);
	assert_int_equal(cb_inventory_count(inventory), 0);
	assert_null(cb_inventory_at(inventory, 0));
	assert_int_equal(cb_inventory_algorithm_count(inventory), cb_algorithm_count());
	assert_null(cb_inventory_offer(inventory, 0, CB_ACCEL_ON, cb_algorithm_at(0)));
	cb_inventory_free(inventory);
	cb_context_free(ctx);
}

static void a_backend_is_described(void **state)
{
	cb_context *ctx = context_with_null(*state);
	cb_inventory *inventory = NULL;
	assert_int_equal(cb_inventory_new(&inventory, ctx), CB_OK);
	assert_int_equal(cb_inventory_count(inventory), 1);
	assert_null(cb_inventory_at(inventory, 1));
	const cb_library *library = cb_inventory_at(inventory, 0);
	assert_string_equal(library->backend, "null");
	assert_string_equal(library->module, cb_context_backend_file(ctx, 0));
	assert_string_equal(library->error, "");
	assert_string_equal(library->version, "1");
	assert_int_equal(library->mode_count, CB_ACCEL_COUNT);
	for (size_t i = 0; i < CB_ACCEL_COUNT; i++) {
		assert_int_equal(library->modes[i].accel, i);
		assert_int_equal(library->modes[i].achieved, 1);
		assert_non_null(library->modes[i].detail);
		assert_non_null(library->modes[i].same_as);
	}
	cb_inventory_free(inventory);
	cb_context_free(ctx);
}

static void offers_are_found_by_library_mode_and_algorithm(void **state)
{
	cb_context *ctx = context_with_null(*state);
	cb_inventory *inventory = NULL;
	assert_int_equal(cb_inventory_new(&inventory, ctx), CB_OK);
	size_t count = cb_inventory_algorithm_count(inventory);
	assert_int_equal(count, cb_algorithm_count() + 1);
	const cb_algorithm *own = cb_inventory_algorithm_at(inventory, count - 1);
	const cb_algorithm *sha256 = cb_algorithm_find("sha256");
	assert_string_equal(own->name, "null-hash");
	assert_null(cb_inventory_algorithm_at(inventory, count));
	for (int accel = 0; accel < CB_ACCEL_COUNT; accel++) {
		const cb_offer *offer = cb_inventory_offer(inventory, 0, (cb_accel)accel, own);
		assert_int_equal(offer->ops, 1u << CB_OP_DIGEST);
		assert_string_equal(offer->reason, "");
		offer = cb_inventory_offer(inventory, 0, (cb_accel)accel, sha256);
		assert_int_equal(offer->ops, 0);
		assert_is_message(offer->reason);
	}
	const cb_algorithm unknown = {.name = "unknown"};
	assert_null(cb_inventory_offer(inventory, 0, CB_ACCEL_ON, &unknown));
	assert_null(cb_inventory_offer(inventory, 1, CB_ACCEL_ON, own));
	assert_null(cb_inventory_offer(inventory, 0, CB_ACCEL_COUNT, own));
	cb_inventory_free(inventory);
	cb_context_free(ctx);
}

static void a_backend_that_cannot_be_used_says_why_and_spoils_no_other(void **state)
{
	scratch *in = *state;
	scratch_file(in, "broken.so", 0644);
	cb_context *ctx = context_with_null(in);
	cb_inventory *inventory = NULL;
	assert_int_equal(cb_inventory_new(&inventory, ctx), CB_OK);
	assert_int_equal(cb_inventory_count(inventory), 2);
	const cb_library *broken = cb_inventory_at(inventory, 0);
	assert_string_equal(broken->backend, "broken");
	assert_is_message(broken->error);
	assert_string_equal(broken->version, "");
	assert_string_equal(broken->file, "");
	assert_int_equal(broken->mode_count, 0);
	assert_null(cb_inventory_offer(inventory, 0, CB_ACCEL_ON, cb_algorithm_at(0)));
	assert_string_equal(cb_inventory_at(inventory, 1)->error, "");
	cb_inventory_free(inventory);
	cb_context_free(ctx);
}

static void a_worker_that_is_not_there_is_named(void **state)
{
	scratch *in = *state;
	char worker[2 * SCRATCH_MAX];
	strcpy(worker, scratch_path(in, "no-worker"));
	scratch_file(in, "backends/a.so", 0644);
	cb_context *ctx = context_with(scratch_path(in, "backends"), worker);
	cb_inventory *inventory = NULL;
	assert_int_equal(cb_inventory_new(&inventory, ctx), CB_OK);
	assert_says(cb_inventory_at(inventory, 0)->error, worker);
	cb_inventory_free(inventory);
	cb_context_free(ctx);
}

static void freeing_no_inventory_is_harmless(void **state)
{
	(void)state;
	cb_inventory_free(NULL);
}

static void the_environment_is_a_json_object(void **state)
{
	(void)state;
	cb_context *ctx = context_with("", CB_TEST_WORKER);
	char *text = NULL;
	assert_int_equal(cb_environment_to_json(ctx, &text), CB_OK);
	json_t *record = json_loads(text, 0, NULL);
	assert_true(json_is_object(json_object_get(record, "cpu")));
	assert_true(json_is_object(json_object_get(record, "os")));
	assert_true(json_is_array(json_object_get(record, "warnings")));
	json_decref(record);
	cb_string_free(text);
	cb_context_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_backends_there_is_only_the_catalogue),
		SCRATCH_TEST(a_backend_is_described),
		SCRATCH_TEST(offers_are_found_by_library_mode_and_algorithm),
		SCRATCH_TEST(a_backend_that_cannot_be_used_says_why_and_spoils_no_other),
		SCRATCH_TEST(a_worker_that_is_not_there_is_named),
		cmocka_unit_test(freeing_no_inventory_is_harmless),
		cmocka_unit_test(the_environment_is_a_json_object),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
