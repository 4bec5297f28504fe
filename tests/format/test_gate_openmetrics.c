/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include "gate_shown.h"

static void losses_are_ratios(void **state)
{
	char *text = gate_shown(cb__gate_openmetrics, "regressed", NULL);

	(void)state;
	assert_says(text, "# UNIT libcb_gate_loss_ratio ratio\n");
	assert_says(text, "libcb_gate_loss_ratio{cell=\"openssl/aes-256-gcm/seal/16384/on\","
			  "backend=\"openssl\",algorithm=\"aes-256-gcm\",operation=\"seal\","
			  "size=\"16384\"} 0.125\n");
	assert_says(text, "size=\"16384\"} 0.025\n"); /* its limit */
	free(text);
}

static void what_is_not_known_has_no_sample(void **state)
{
	char *text = gate_shown(cb__gate_openmetrics, "broken", NULL);

	(void)state;
	assert_int_equal(count_of(text, "\nlibcb_gate_loss_ratio{"), 0);
	assert_int_equal(count_of(text, "\nlibcb_gate_limit_ratio{"), 1);
	assert_says(text, "\nlibcb_gate_cells{verdict=\"broken\"} 1\n");
	assert_null(strstr(text, "nan"));
	free(text);
}

static void every_verdict_is_counted(void **state)
{
	char *text = gate_shown(cb__gate_openmetrics, "ok", NULL);

	(void)state;
	assert_int_equal(count_of(text, "\nlibcb_gate_cells{"), CB_VERDICT_COUNT);
	assert_says(text, "\nlibcb_gate_exit_status 0\n");
	assert_says(text, "\nlibcb_gate_timestamp_seconds 1796040000\n");
	assert_string_equal(last_line(text), "# EOF");
	free(text);
}

static void hostile_labels_are_escaped(void **state)
{
	char *text = gate_shown(cb__gate_openmetrics, "hostile", NULL);

	(void)state;
	assert_is_printable(text);
	assert_says(text, "a\\\"b'c<d>&amp;|`*_[[ATTACHMENT|/x]]\\n::error::x   [31m%0A,:\\\\ ]]>"
			  "\xc3\xa4\xe2\x82\xac\xef\xbf\xbd \"");
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(losses_are_ratios),
		cmocka_unit_test(what_is_not_known_has_no_sample),
		cmocka_unit_test(every_verdict_is_counted),
		cmocka_unit_test(hostile_labels_are_escaped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
