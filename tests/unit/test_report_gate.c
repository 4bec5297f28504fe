/* SPDX-License-Identifier: Apache-2.0 */
#include <cb/report.h>

#include "gate_fixture.h"

static const char document[] =
	"{\"schema\": \"libcb.results/1\", \"complete\": true, \"subjects\": [], \"cells\": []}";

/* The page of no cells and of the gate that the fixture judged. */
static char *make_page(const cb_gate *gate)
{
	cb_report_config config = CB_REPORT_CONFIG_INIT;
	const cb_results *given;
	cb_results *results;
	cb_context *ctx;
	char *page = NULL;

	assert_int_equal(cb_context_new(&ctx, NULL), CB_OK);
	assert_int_equal(cb_results_from_json(&results, ctx, document, sizeof document - 1), CB_OK);
	given = results;
	config.gate = gate;
	assert_int_equal(cb_report(&page, ctx, &given, 1, &config), CB_OK);
	cb_results_free(results);
	cb_context_free(ctx);
	return page;
}

static void assert_has(const char *page, const char *part)
{
	if (strstr(page, part) == NULL)
		fail_msg("the page does not have \"%s\"", part);
}

static void verdicts_are_shown(void **state)
{
	const gate_line lines[] = {{.name = "sha256/digest/16",
		.screen = 8,
		.confirm = 48,
		.loss_percent = 9,
		.noise_percent = 0.5}};
	gate_fixture *f = *state;
	char *page = make_page(GATE(f, lines));

	assert_has(page, "The gate says: regressed</h2>");
	assert_has(page, "<b>1</b> regressed");
	assert_has(page, "<td class=\"bad\">regressed</td>");
	assert_has(page, "sha256/digest/16");
	cb_string_free(page);
}

static void what_makes_a_judgement_invalid_stands_out(void **state)
{
	const gate_line lines[] = {{.name = "sha256/digest/16", .screen = 8}};
	gate_fixture *f = *state;
	char *page;

	f->canary = NULL;
	page = make_page(GATE(f, lines));

	assert_has(page, "The gate says: invalid</h2>");
	assert_has(page, "<li class=\"bad\">");
	cb_string_free(page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		GATE_TEST(verdicts_are_shown),
		GATE_TEST(what_makes_a_judgement_invalid_stands_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
