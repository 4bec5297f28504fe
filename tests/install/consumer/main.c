/* SPDX-License-Identifier: Apache-2.0 */
/* A user's program: measures one algorithm of the backend module it is given. */
#include <stdio.h>
#include <string.h>

#include <cb/cb.h>

static int measure(cb_plan *plan)
{
	cb_results *results = NULL;
	const cb_cell *cell = NULL;
	int ok = 0;

	if (cb_plan_add_subject(plan, "demo:on") != CB_OK ||
		cb_plan_set(plan, "algorithms", "rc4") != CB_OK ||
		cb_plan_set(plan, "ops", "encrypt") != CB_OK ||
		cb_plan_set(plan, "sizes", "64") != CB_OK ||
		cb_plan_set(plan, "launches", "1") != CB_OK ||
		cb_plan_run(plan, &results, NULL, NULL) != CB_OK)
		return 0;

	cell = cb_results_find(results, "demo/rc4/encrypt/64/on");
	ok = cell && cell->outcome == CB_OUTCOME_MEASURED && cell->summary->median_ns > 0;
	if (ok)
		printf("%s: %.0f ns\n", cell->id, cell->summary->median_ns);
	else if (cell)
		fprintf(stderr, "%s: %s\n", cb_outcome_name(cell->outcome), cell->reason);
	cb_results_free(results);
	return ok;
}

int main(int argc, char **argv)
{
	cb_context *ctx = NULL;
	cb_plan *plan = NULL;
	int ok = 0;

	if (argc != 2 || strcmp(cb_version(), CB_VERSION) != 0)
		return 2;
	if (cb_context_new(&ctx, NULL) != CB_OK)
		return 2;
	if (cb_context_add_backend(ctx, argv[1]) == CB_OK && cb_plan_new(&plan, ctx) == CB_OK)
		ok = measure(plan);
	if (!ok)
		fprintf(stderr, "%s\n", cb_context_error(ctx));
	cb_plan_free(plan);
	cb_context_free(ctx);
	return !ok;
}
