/* SPDX-License-Identifier: Apache-2.0 */
/* What do the AES instructions give OpenSSL's AES-256-GCM on this machine? */
#include <stdio.h>

#include <cb/cb.h>

static int measure(cb_plan *plan, cb_results **out)
{
	return cb_plan_add_subject(plan, "openssl:on") == CB_OK &&
	       cb_plan_add_subject(plan, "openssl:off") == CB_OK &&
	       cb_plan_set(plan, "algorithms", "aes-256-gcm") == CB_OK &&
	       cb_plan_set(plan, "ops", "seal") == CB_OK &&
	       cb_plan_set(plan, "sizes", "1400,16384") == CB_OK &&
	       cb_plan_set(plan, "budget", "4") == CB_OK &&
	       cb_plan_run(plan, out, NULL, NULL) == CB_OK;
}

int main(void)
{
	cb_context *ctx = NULL;
	cb_plan *plan = NULL;
	cb_results *results = NULL;

	if (cb_context_new(&ctx, NULL) != CB_OK || cb_plan_new(&plan, ctx) != CB_OK)
		return 1;
	int is_measured = measure(plan, &results);
	if (!is_measured)
		fprintf(stderr, "%s\n", cb_context_error(ctx));
	for (size_t i = 0; is_measured && i < cb_results_ratio_count(results); i++) {
		const cb_ratio *ratio = cb_results_ratio_at(results, i);
		printf("%5llu bytes: %.0f MB/s, %.1f times as fast as without\n",
			(unsigned long long)ratio->b->size,
			ratio->b->summary->bytes_per_second / 1e6, ratio->ratio);
	}
	cb_results_free(results);
	cb_plan_free(plan);
	cb_context_free(ctx);
	return !is_measured;
}
