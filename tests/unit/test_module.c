/* SPDX-License-Identifier: Apache-2.0 */
#include "fake_backend.h"

#include <stdio.h>

static cb_status open_fixture(const char *name, const char *reason)
{
	cb__module module = {NULL, NULL, NULL};
	cb_text why = CB_TEXT_INIT;
	char file[4096];
	snprintf(file, sizeof file, "%s/%s.so", CB_TEST_BACKENDS, name);
	cb_status status = cb__module_open(&module, file, &why);
	if (status != CB_OK) {
		assert_null(module.handle);
		if (strstr(cb__text_string(&why), reason) == NULL)
			fail_msg("\"%s\" does not hold \"%s\"", cb__text_string(&why), reason);
	}
	cb__module_close(&module);
	cb__text_done(&why);
	return status;
}

static void file_that_is_not_there_cannot_be_opened(void **state)
{
	(void)state;
	assert_int_equal(open_fixture("no_such_file", "no_such_file.so"), CB_ENOTFOUND);
}

static void module_without_the_symbol_is_no_backend(void **state)
{
	(void)state;
	assert_int_equal(open_fixture("no_symbol", "cb_backend_v1"), CB_EABI);
}

static void other_abi_is_refused_with_both_numbers(void **state)
{
	(void)state;
	assert_int_equal(open_fixture("bad_abi", "ABI 999, this libcb reads 1 to 2"), CB_EABI);
}

static void malformed_tables_are_refused(void **state)
{
	(void)state;
	assert_int_equal(open_fixture("bad_table", "without algorithm"), CB_EINVAL);
	assert_int_equal(open_fixture("bad_algorithm", "\"no-such-hash\""), CB_EINVAL);
	assert_int_equal(open_fixture("choosy_twins", "\"once\""), CB_EINVAL);
	assert_int_equal(open_fixture("choosy_unreadable", "not hexadecimal"), CB_EINVAL);
}

static void good_module_is_opened_and_closed(void **state)
{
	(void)state;
	cb__module module = {NULL, NULL, NULL};
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__module_open(&module, CB_TEST_BACKENDS "/right_size.so", &why), CB_OK);
	assert_string_equal(module.backend->name, "right_size");
	assert_non_null(cb__module_impl(&module, "fixture-hash"));
	cb__module_close(&module);
	assert_null(module.handle);
	cb__module_close(&module);
	cb__text_done(&why);
}

static void rows_are_those_of_the_chosen_set(void **state)
{
	(void)state;
	cb__module module = {NULL, NULL, NULL};
	cb_text why = CB_TEXT_INIT;
	size_t count = 0;
	assert_int_equal(cb__module_open(&module, CB_TEST_BACKENDS "/choosy.so", &why), CB_OK);
	assert_null(cb__module_set(&module, "no-such-set"));
	const cb_impl *own = cb__module_impl(&module, "fixture-hash");
	assert_ptr_equal(cb__module_rows(&module, &count), module.backend->impls);
	module.set = cb__module_set(&module, "twice");
	assert_non_null(module.set);
	assert_ptr_not_equal(cb__module_impl(&module, "fixture-hash"), own);
	assert_ptr_equal(cb__module_rows(&module, &count), module.set->impls);
	assert_int_equal(count, 1);
	cb__module_close(&module);
	assert_null(module.set);
	cb__text_done(&why);
}

static void a_module_of_the_abi_before_has_no_sets(void **state)
{
	(void)state;
	cb__module module = {NULL, NULL, NULL};
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__module_open(&module, CB_TEST_BACKENDS "/old_abi.so", &why), CB_OK);
	assert_true(cb__module_has(&module, 1));
	assert_false(cb__module_has(&module, 2));
	assert_null(cb__module_set(&module, "once"));
	cb__module_close(&module);
	cb__text_done(&why);
}

static void linked_backend_is_checked_as_a_module_is(void **state)
{
	(void)state;
	cb_backend other = *fake_module.backend;
	cb__module module = {NULL, NULL, NULL};
	cb_text why = CB_TEXT_INIT;
	assert_int_equal(cb__module_use(&module, &other, &why), CB_OK);
	assert_ptr_equal(module.backend, &other);
	assert_null(cb__module_symbol(&module, "cb_backend_v1"));
	other.abi++;
	assert_int_equal(cb__module_use(&module, &other, &why), CB_EABI);
	cb__module_close(&module);
	assert_null(module.backend);
	cb__text_done(&why);
}

/* What follows such a row would crash. */
static void tables_with_gaps_are_refused(void **state)
{
	(void)state;
	const cb_algorithm nameless = {.name = NULL}, odd = {.name = "a/b"};
	const cb_impl_set empty = {.name = "set", .impl_count = 1};
	const struct {
		cb_backend backend;
		const char *table;
	} rows[] = {
		{{.impl_count = 1}, "impls"},
		{{.algorithm_count = 1}, "algorithms"},
		{{.algorithms = &nameless, .algorithm_count = 1}, "algorithms"},
		{{.algorithms = &odd, .algorithm_count = 1}, "algorithms"},
		{{.impl_set_count = 1}, "impl_sets"},
		{{.impl_sets = &empty, .impl_set_count = 1}, "impl_sets"},
		{{.answer_count = 1}, "answers"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		cb__module module = {NULL, NULL, NULL};
		cb_backend backend = rows[i].backend;
		cb_text why = CB_TEXT_INIT;
		backend.abi = CB_BACKEND_ABI;
		backend.name = "gaps";
		backend.version = fake_module.backend->version;
		assert_int_equal(cb__module_use(&module, &backend, &why), CB_EINVAL);
		assert_non_null(strstr(cb__text_string(&why), rows[i].table));
		cb__text_done(&why);
	}
}

static void a_table_has_a_name_that_can_be_written(void **state)
{
	(void)state;
	static const char *const names[] = {NULL, "", "two words", "line\n", "a/b"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		cb__module module = {NULL, NULL, NULL};
		cb_backend backend = *fake_module.backend;
		cb_text why = CB_TEXT_INIT;
		backend.name = names[i];
		assert_int_equal(cb__module_use(&module, &backend, &why), CB_EINVAL);
		assert_non_null(strstr(cb__text_string(&why), "name"));
		cb__text_done(&why);
	}
}

static void algorithms_come_from_the_catalogue_and_from_the_backend(void **state)
{
	(void)state;
	assert_ptr_equal(cb__module_algorithm(&fake_module, "sha512"), cb_algorithm_find("sha512"));
	assert_ptr_equal(cb__module_algorithm(&fake_module, "fake-hash"), &fake_algorithms[0]);
	assert_null(cb__module_algorithm(&fake_module, "sha513"));
	assert_null(cb__module_impl(&fake_module, "sha512"));
}

static void row_can_do_what_its_kind_and_its_driver_have(void **state)
{
	(void)state;
	const cb_impl *hash = cb__module_impl(&fake_module, "fake-hash");
	const cb_impl *aead = cb__module_impl(&fake_module, "fake-aead");
	assert_true(cb__module_can(&fake_module, hash, CB_OP_DIGEST));
	assert_false(cb__module_can(&fake_module, hash, CB_OP_SEAL));
	assert_false(cb__module_can(&fake_module, hash, CB_OP_NONE));
	assert_false(cb__module_can(&fake_module, hash, CB_OP_COUNT));
	assert_true(cb__module_can(&fake_module, aead, CB_OP_REJECT));
	assert_false(cb__module_can(&fake_module, aead, CB_OP_SIGN));
}

static void row_that_is_not_available_can_do_nothing(void **state)
{
	(void)state;
	const cb_impl *impl = cb__module_impl(&fake_module, "md5");
	assert_non_null(cb__module_run(&fake_module, impl, CB_OP_DIGEST));
	assert_false(cb__module_can(&fake_module, impl, CB_OP_DIGEST));
}

static void older_backend_is_not_asked_for_newer_operations(void **state)
{
	(void)state;
	cb_backend older = fake;
	older.op_count = CB_OP_OPEN;
	const cb__module module = {NULL, &older, NULL};
	const cb_impl *impl = cb__module_impl(&module, "fake-aead");
	assert_non_null(cb__module_run(&module, impl, CB_OP_SEAL));
	assert_null(cb__module_run(&module, impl, CB_OP_OPEN));
	assert_false(cb__module_can(&module, impl, CB_OP_REJECT));
}

static void variants_of_the_core_need_no_driver(void **state)
{
	(void)state;
	static const struct {
		const char *algorithm;
		cb_op op;
		cb_variant variant;
		int expected;
	} rows[] = {
		{"fake-hash", CB_OP_DIGEST, CB_VARIANT_MESSAGE, 1},
		{"fake-hash", CB_OP_DIGEST, CB_VARIANT_MISALIGN, 1},
		{"fake-hash", CB_OP_DIGEST, CB_VARIANT_INPLACE, 0},
		{"fake-hash", CB_OP_DIGEST, CB_VARIANT_FRESH, 0},
		{"fake-hash", CB_OP_DIGEST, CB_VARIANT_STREAM, 0},
		{"fake-aead", CB_OP_SEAL, CB_VARIANT_INPLACE, 1},
		/* It needs its input again, which would be gone. */
		{"fake-aead", CB_OP_OPEN, CB_VARIANT_INPLACE, 0},
		{"fake-aead", CB_OP_REJECT, CB_VARIANT_INPLACE, 0},
		{"fake-aead", CB_OP_OPEN, CB_VARIANT_MISALIGN, 1},
		{"fake-aead", CB_OP_SEAL, CB_VARIANT_FRESH, 1},
		{"fake-aead", CB_OP_SEAL, CB_VARIANT_SHAREDKEY, 1},
		{"fake-aead", CB_OP_SEAL, CB_VARIANT_REKEY, 0},
		{"fake-aead", CB_OP_SEAL, CB_VARIANT_FETCH, 0},
		{"x25519", CB_OP_DERIVE, CB_VARIANT_MESSAGE, 1},
		{"x25519", CB_OP_DERIVE, CB_VARIANT_MISALIGN, 0},
		{"x25519", CB_OP_DERIVE, CB_VARIANT_INPLACE, 0},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const cb_impl *impl = cb__module_impl(&fake_module, rows[i].algorithm);
		if (cb__module_has_variant(&fake_module, impl, rows[i].op, rows[i].variant) !=
			rows[i].expected)
			fail_msg("%s %s %s", rows[i].algorithm, cb_op_name(rows[i].op),
				cb_variant_name(rows[i].variant));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_has_a_name_that_can_be_written),
		cmocka_unit_test(file_that_is_not_there_cannot_be_opened),
		cmocka_unit_test(module_without_the_symbol_is_no_backend),
		cmocka_unit_test(other_abi_is_refused_with_both_numbers),
		cmocka_unit_test(malformed_tables_are_refused),
		cmocka_unit_test(good_module_is_opened_and_closed),
		cmocka_unit_test(rows_are_those_of_the_chosen_set),
		cmocka_unit_test(a_module_of_the_abi_before_has_no_sets),
		cmocka_unit_test(linked_backend_is_checked_as_a_module_is),
		cmocka_unit_test(tables_with_gaps_are_refused),
		cmocka_unit_test(algorithms_come_from_the_catalogue_and_from_the_backend),
		cmocka_unit_test(row_can_do_what_its_kind_and_its_driver_have),
		cmocka_unit_test(row_that_is_not_available_can_do_nothing),
		cmocka_unit_test(older_backend_is_not_asked_for_newer_operations),
		cmocka_unit_test(variants_of_the_core_need_no_driver),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
