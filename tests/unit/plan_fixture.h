/* SPDX-License-Identifier: Apache-2.0 */
/* A plan for each test, of a context for them all. */
#ifndef CB_TEST_PLAN_FIXTURE_H
#define CB_TEST_PLAN_FIXTURE_H

#include "unit.h"

#include "plan.h"

static cb_context *ctx;

static int make_context(void **state)
{
	(void)state;
	cb_config config = CB_CONFIG_INIT;
	config.backend_path = CB_TEST_MODULES;
	return cb_context_new(&ctx, &config) != CB_OK;
}

static int drop_context(void **state)
{
	(void)state;
	cb_context_free(ctx);
	return 0;
}

static int make_plan(void **state)
{
	cb_plan *plan = NULL;
	cb_status status = cb_plan_new(&plan, ctx);
	*state = plan;
	return status != CB_OK;
}

static int drop_plan(void **state)
{
	cb_plan_free(*state);
	return 0;
}

static void set(cb_plan *plan, const char *option, const char *value)
{
	if (cb_plan_set(plan, option, value) != CB_OK)
		fail_msg("%s", cb_context_error(ctx));
}

#define PLAN_TEST(name) cmocka_unit_test_setup_teardown(name, make_plan, drop_plan)

#endif
