/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* open_memstream */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "openmetrics.h"

static void a_document_has_families_with_samples_and_an_end(void **state)
{
	char *written;
	size_t length;
	cb__openmetrics m;

	(void)state;
	cb__openmetrics_begin(&m, open_memstream(&written, &length));
	cb__openmetrics_family(&m, "a_seconds", "seconds", "Help.");
	cb__openmetrics_label(&m, "x", "1");
	cb__openmetrics_label(&m, "y", "\\\"\n\t\xff");
	cb__openmetrics_value(&m, 2e-7);
	cb__openmetrics_family(&m, "b", "", "Other.");
	cb__openmetrics_value(&m, 3);
	cb__openmetrics_end(&m);
	fclose(m.out);
	assert_string_equal(written,
		"# HELP a_seconds Help.\n# TYPE a_seconds gauge\n# UNIT a_seconds seconds\n"
		"a_seconds{x=\"1\",y=\"\\\\\\\"\\n \xef\xbf\xbd\"} 2e-07\n"
		"# HELP b Other.\n# TYPE b gauge\nb 3\n# EOF\n");
	free(written);
}

static void times_are_seconds_since_1970(void **state)
{
	(void)state;
	assert_true(cb__openmetrics_seconds("1970-01-01T00:00:00Z") == 0);
	assert_true(cb__openmetrics_seconds("2000-02-29T00:00:00Z") == 951782400);
	assert_true(cb__openmetrics_seconds("2000-03-01T00:00:00Z") == 951868800);
	assert_true(cb__openmetrics_seconds("2026-11-30T11:35:07Z") == 1796038507);
}

static void what_is_no_time_is_unknown(void **state)
{
	static const char *const texts[] = {"", "unknown", "2026-11-30", "2026-11-30T11:35:07",
		"2026-13-30T11:35:07Z", "2026-00-30T11:35:07Z", "2026-11-3xT11:35:07Z",
		"2026-11-30T11:35:07Z "};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		assert_true(isnan(cb__openmetrics_seconds(texts[i])));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_document_has_families_with_samples_and_an_end),
		cmocka_unit_test(times_are_seconds_since_1970),
		cmocka_unit_test(what_is_no_time_is_unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
