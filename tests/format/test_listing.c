/* SPDX-License-Identifier: Apache-2.0 */
#include "scratch.h"

#include <cb/format.h>

static cb_context *context_with_null(scratch *in)
{
	cb_config config = CB_CONFIG_INIT;
	cb_context *ctx;

	assert_int_equal(symlink(CB_TEST_MODULES "/null.so", scratch_path(in, "null.so")), 0);
	config.backend_path = in->root;
	config.worker_path = CB_TEST_WORKER;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	return ctx;
}

static void each_format_has_the_algorithms_that_were_asked_for(void **state)
{
	cb_context *ctx = context_with_null(*state);
	const cb_format *format;
	cb_inventory *inventory;
	cb_view *view;

	assert_int_equal(cb_inventory_new(&inventory, ctx), CB_OK);
	assert_int_equal(cb_view_new(&view, ctx), CB_OK);
	assert_int_equal(cb_view_set(view, "algorithms", "sha256,null-*"), CB_OK);
	for (size_t i = 0; (format = cb_inventory_format_at(i)) != NULL; i++) {
		char *some, *all;

		assert_int_equal(cb_inventory_format(inventory, &some, format->name, view), CB_OK);
		assert_int_equal(cb_inventory_format(inventory, &all, format->name, NULL), CB_OK);
		assert_says(some, "null-hash");
		assert_null(strstr(some, "sha512"));
		assert_says(all, "null-hash");
		assert_says(all, "sha512");
		cb_string_free(some);
		cb_string_free(all);
	}
	cb_view_free(view);
	cb_inventory_free(inventory);
	cb_context_free(ctx);
}

static void a_pattern_that_matches_nothing_is_told(void **state)
{
	cb_context *ctx = context_with_null(*state);
	cb_inventory *inventory;
	cb_view *view;
	char *text;

	assert_int_equal(cb_inventory_new(&inventory, ctx), CB_OK);
	assert_int_equal(cb_view_new(&view, ctx), CB_OK);
	assert_int_equal(cb_view_set(view, "algorithms", "blowfish"), CB_OK);
	assert_int_equal(cb_inventory_format(inventory, &text, "table", view), CB_EEMPTY);
	assert_is_message(cb_context_error(ctx));
	assert_says(cb_context_error(ctx), "\"blowfish\"");
	assert_int_equal(cb_inventory_format(inventory, &text, "speed", view), CB_ENOTFOUND);
	assert_says(cb_context_error(ctx), "table, json, csv, markdown");
	cb_view_free(view);
	cb_inventory_free(inventory);
	cb_context_free(ctx);
}

static void info_names_the_parts_of_libcb(void **state)
{
	cb_context *ctx = context_with_null(*state);
	char *table, *json;

	assert_int_equal(cb_info_format(ctx, &table, "table", NULL), CB_OK);
	assert_int_equal(cb_info_format(ctx, &json, "json", NULL), CB_OK);
	assert_says(table, "worker: " CB_TEST_WORKER "\n");
	assert_says(table, "  null: ");
	assert_says(table, "cpu:");
	assert_says(json, "\"schema\": \"libcb.info/1\"");
	assert_int_equal(cb_info_format(ctx, &table, "csv", NULL), CB_ENOTFOUND);
	cb_string_free(table);
	cb_string_free(json);
	cb_context_free(ctx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SCRATCH_TEST(each_format_has_the_algorithms_that_were_asked_for),
		SCRATCH_TEST(a_pattern_that_matches_nothing_is_told),
		SCRATCH_TEST(info_names_the_parts_of_libcb),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
