/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>

#include "catalogue.h"
#include "check.h"

cb__module module;

void for_each_operation(visit_fn *visit)
{
	for (size_t i = 0; i < module.backend->impl_count; i++) {
		const cb_impl *impl = &module.backend->impls[i];
		for (int op = CB_OP_NONE + 1; op < CB_OP_COUNT; op++) {
			const cb__cell_spec spec = {
				.module = &module,
				.impl = impl,
				.algorithm = cb__module_algorithm(&module, impl->algorithm),
				.op = (cb_op)op,
				.seed = 11,
			};
			int is_slow = op == CB_OP_KEYGEN &&
				      cb__op_is_opt_in(spec.algorithm, CB_OP_KEYGEN);
			if (!is_slow && cb__module_can(&module, impl, (cb_op)op))
				visit(&spec);
		}
	}
}

int is_known(const cb__cell_spec *spec)
{
	cb__cell *cell = NULL;
	cb_text why = CB_TEXT_INIT;
	cb__cell_spec at_size = *spec;
	if (at_size.size == 0)
		at_size.size = 16;
	assert_int_equal(cb__cell_new(&cell, &at_size), CB_OK);
	cb_status status = cb__cell_start(cell, &why);
	cb__cell_free(cell);
	cb__text_done(&why);
	return spec->variant == CB_VARIANT_MESSAGE || status != CB_ENOTSUP;
}

static visit_fn *variant_visit;

static void visit_variants(const cb__cell_spec *spec)
{
	cb__cell_spec in_variant = *spec;
	for (int variant = 0; variant < CB_VARIANT_COUNT; variant++) {
		in_variant.variant = (cb_variant)variant;
		if (cb__module_has_variant(&module, spec->impl, spec->op, in_variant.variant) &&
			is_known(&in_variant))
			variant_visit(&in_variant);
	}
}

void for_each_variant(visit_fn *visit)
{
	variant_visit = visit;
	for_each_operation(visit_variants);
}

void fail_at(const cb__cell_spec *spec, const char *what)
{
	fail_msg("%s %s %s at %zu bytes: %s", spec->algorithm->name, cb_op_name(spec->op),
		cb_variant_name(spec->variant), spec->size, what);
}

void expect_status(const cb__cell_spec *spec, cb_status status, cb_text *why)
{
	char text[512];
	snprintf(text, sizeof text, "%s: %s", cb_status_name(status), cb__text_string(why));
	cb__text_done(why);
	if (status != CB_OK)
		fail_at(spec, text);
}

cb__cell *new_cell(const cb__cell_spec *spec)
{
	cb__cell *cell = NULL;
	assert_int_equal(cb__cell_new(&cell, spec), CB_OK);
	return cell;
}

void start_cell(cb__cell *cell, const cb__cell_spec *spec)
{
	cb_text why = CB_TEXT_INIT;
	expect_status(spec, cb__cell_start(cell, &why), &why);
}

void run_cell(cb__cell *cell, const cb__cell_spec *spec)
{
	cb_text why = CB_TEXT_INIT;
	expect_status(spec, cb__cell_once(cell, &why), &why);
}

void check_one(const cb__cell_spec *spec)
{
	cb_text why = CB_TEXT_INIT;
	cb__cell *cell = new_cell(spec);
	start_cell(cell, spec);
	cb_status status = cb__check_cell(cell, spec, &why);
	cb__cell_free(cell);
	expect_status(spec, status, &why);
}

void load_module(int argc, char **argv)
{
	cb_text why = CB_TEXT_INIT;
	if (argc == 2 && cb__module_open(&module, argv[1], &why) == CB_OK)
		return;
	fprintf(stderr, "no module: %s\n", cb__text_string(&why));
	exit(2);
}

int set_up_library(void **state)
{
	(void)state;
	return module.backend->init == NULL || module.backend->init() == CB_OK ? 0 : -1;
}

int tear_down_library(void **state)
{
	(void)state;
	if (module.backend->finish != NULL)
		module.backend->finish();
	return 0;
}
