/* SPDX-License-Identifier: Apache-2.0 */
/* Which of two functions of this program is faster, and by how much? */
#include <stdint.h>
#include <stdio.h>

#include <cb/cb.h>

static uint8_t bytes[65536];
static volatile uint64_t sum; /* so that the work is not left out */

static int fill(void *payload)
{
	(void)payload;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (uint8_t)(i * i);
	return 0; /* anything else: it failed */
}

static int add_bytes(void *payload)
{
	uint64_t total = 0;
	for (size_t i = 0; i < *(size_t *)payload; i++)
		total += bytes[i];
	sum = total;
	return 0;
}

int main(void)
{
	size_t sizes[] = {sizeof(bytes) / 2, sizeof(bytes)};
	cb_function half = CB_FUNCTION_INIT, whole = CB_FUNCTION_INIT;
	cb_context *ctx = NULL;
	cb_plan *plan = NULL;
	cb_results *results = NULL;

	half.name = "half", half.setup = fill, half.call = add_bytes, half.payload = &sizes[0];
	whole.name = "whole", whole.setup = fill, whole.call = add_bytes, whole.payload = &sizes[1];
	if (cb_context_new(&ctx, NULL) != CB_OK || cb_plan_new(&plan, ctx) != CB_OK)
		return 1;
	const cb_function functions[] = {whole, half};
	cb_status status = cb_plan_set(plan, "budget", "3");
	if (status == CB_OK)
		status = cb_plan_measure(plan, &results, functions, 2, NULL, NULL);
	if (status == CB_OK && cb_results_ratio_count(results) > 0) {
		const cb_ratio *ratio = cb_results_ratio_at(results, 0);
		printf("%s takes %.2f times as long as %s (95 %%: %.2f to %.2f)\n",
			ratio->a->algorithm, ratio->ratio, ratio->b->algorithm, ratio->ci95_low,
			ratio->ci95_high);
	} else {
		fprintf(stderr, "%s\n", cb_context_error(ctx));
	}
	cb_results_free(results);
	cb_plan_free(plan);
	cb_context_free(ctx);
	return status != CB_OK;
}
