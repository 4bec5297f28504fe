/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a backend's variants, and several threads at once, do what the default does. The argument
 * is its module. */
#include "rows.h"

#include <stdlib.h>

#include "catalogue.h"
#include "gang.h"

/* What is kept, shared, misaligned or made anew must not show in the output. */
static void visit_agreement(const cb__cell_spec *spec)
{
	cb__cell_spec specs[2] = {*spec, *spec};
	uint64_t prints[2];
	if (!cb__op_is_comparable(spec->algorithm, spec->op) ||
		spec->variant == CB_VARIANT_STREAM || spec->variant == CB_VARIANT_MESSAGE)
		return;
	specs[1].variant = CB_VARIANT_MESSAGE;
	for (int i = 0; i < 2; i++) {
		specs[i].size = 1040;
		cb__cell *cell = new_cell(&specs[i]);
		start_cell(cell, &specs[i]);
		run_cell(cell, &specs[i]);
		const cb_io *io = cb__cell_io(cell);
		prints[i] = 0xcbf29ce484222325u;
		for (size_t j = 0; j < io->out_len; j++)
			prints[i] = (prints[i] ^ io->out[j]) * 0x100000001b3u;
		for (size_t j = 0; j < io->tag_len; j++)
			prints[i] = (prints[i] ^ io->tag[j]) * 0x100000001b3u;
		cb__cell_free(cell);
	}
	if (prints[0] != prints[1])
		fail_at(&specs[0], "its output is not that of the default variant");
}

static void variants_give_the_same_output(void **state)
{
	(void)state;
	for_each_variant(visit_agreement);
}

static const cb_driver *claiming_driver;
static cb_variant claimed_variant;
static int claim_count;

static void count_claim(const cb__cell_spec *spec)
{
	cb__cell_spec in_variant = *spec;
	in_variant.variant = claimed_variant;
	if (spec->impl->driver->open == claiming_driver->open)
		claim_count += is_known(&in_variant) != 0;
}

/* By one algorithm at least: an open() may serve several, of which not all have each. */
static void expect_known(const cb_impl *impl, cb_variant variant)
{
	claiming_driver = impl->driver;
	claimed_variant = variant;
	claim_count = 0;
	for_each_operation(count_claim);
	if (claim_count == 0)
		fail_msg("the driver of %s claims %s, and no operation has it", impl->algorithm,
			cb_variant_name(variant));
}

/* The core's own variants are not a driver's to claim. */
static void each_variant_that_is_claimed_is_known_to_an_operation(void **state)
{
	(void)state;
	const unsigned of_the_core =
		CB_VARIANT_BIT(CB_VARIANT_INPLACE) | CB_VARIANT_BIT(CB_VARIANT_MISALIGN);
	for (size_t i = 0; i < module.backend->impl_count; i++) {
		const cb_impl *impl = &module.backend->impls[i];
		int is_there = 0;
		assert_false(impl->driver->variants & of_the_core);
		assert_true(impl->driver->variants < CB_VARIANT_BIT(CB_VARIANT_COUNT));
		for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++)
			is_there |= cb__module_can(&module, impl, (cb_op)op);
		for (int variant = 1; variant < CB_VARIANT_COUNT && is_there; variant++)
			if (impl->driver->variants & CB_VARIANT_BIT(variant))
				expect_known(impl, (cb_variant)variant);
	}
}

/* What is not claimed must be refused by open() too. */
static void visit_unknown(const cb__cell_spec *spec)
{
	const cb_driver *driver = spec->impl->driver;
	/* Nothing, done in another way, is the same. */
	if (module.backend->library == NULL)
		return;
	for (int variant = 1; variant < CB_VARIANT_COUNT; variant++) {
		if (driver->variants & CB_VARIANT_BIT(variant) || variant == CB_VARIANT_INPLACE ||
			variant == CB_VARIANT_MISALIGN)
			continue;
		cb__cell *cell = new_cell(spec);
		const cb_task task = {spec->impl, spec->op, (cb_variant)variant, NULL};
		void *room = calloc(1, driver->state_size + 64);
		assert_non_null(room);
		void *driver_state = (uint8_t *)room + 64 - (uintptr_t)room % 64;
		cb_status status = driver->open(driver_state, &task, cb__cell_io(cell));
		if (driver->close != NULL)
			driver->close(driver_state);
		free(room);
		cb__cell_free(cell);
		if (status != CB_ENOTSUP)
			fail_at(spec, cb_variant_name((cb_variant)variant));
	}
}

static void variants_that_are_not_claimed_are_refused(void **state)
{
	(void)state;
	for_each_operation(visit_unknown);
}

/* In two threads at once, with one key object where that is the variant; the first one's outlives
 * the other's. */
static void visit_gang(const cb__cell_spec *spec)
{
	cb_text why = CB_TEXT_INIT;
	cb__gang *gang = NULL;
	cb__sample sample;
	cb__cell_spec at_size = *spec;
	at_size.size = 1040;
	expect_status(&at_size, cb__gang_new(&gang, &at_size, 2, NULL, &why), &why);
	uint64_t ops = cb_op_has_message(spec->algorithm->kind, spec->op) ? 20 : 2;
	if (spec->algorithm->kind == CB_KIND_KDF)
		ops = 1;
	cb_status status = cb__gang_sample(&sample, gang, ops, 0, 0);
	cb__gang_free(gang);
	if (status != CB_OK)
		fail_at(&at_size, cb_status_name(status));
	assert_int_equal(sample.ops, 2 * ops);
}

static void two_threads_do_not_disturb_each_other(void **state)
{
	(void)state;
	for_each_variant(visit_gang);
}

static void new_rsa_keys_work(void **state)
{
	(void)state;
	static const char *const names[] = {"rsa-2048", "rsa-2048-pss"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const cb__cell_spec spec = {.module = &module,
			.impl = cb__module_impl(&module, names[i]),
			.algorithm = cb_algorithm_find(names[i]),
			.op = CB_OP_KEYGEN};
		if (spec.impl != NULL && cb__module_can(&module, spec.impl, CB_OP_KEYGEN))
			check_one(&spec);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(variants_give_the_same_output),
		cmocka_unit_test(each_variant_that_is_claimed_is_known_to_an_operation),
		cmocka_unit_test(variants_that_are_not_claimed_are_refused),
		cmocka_unit_test(two_threads_do_not_disturb_each_other),
		cmocka_unit_test(new_rsa_keys_work),
	};
	load_module(argc, argv);
	int failed = cmocka_run_group_tests(tests, set_up_library, tear_down_library);
	cb__module_close(&module);
	return failed;
}
