/* SPDX-License-Identifier: Apache-2.0 */
/* The document "libcb.selftest/1". */
#include "selftest.h"

#include <math.h>

#include "context.h"
#include "json_file.h"
#include "json_text.h"

static json_t *real_or_null(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *null_to_json(const cb_selftest_null *null)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I, s:f, s:o, s:o}", "runs", (json_int_t)null->runs,
		"cells", (json_int_t)null->cells, "alarms", (json_int_t)null->alarms,
		"inconclusive", (json_int_t)null->inconclusive, "invalid",
		(json_int_t)null->invalid, "alarm_high", null->alarm_high, "seconds",
		real_or_null(null->seconds), "uniform_p", real_or_null(null->uniform_p));
}

/* NULL if out of memory */
static json_t *rates_to_json(const cb_selftest *selftest)
{
	json_t *list = json_array();
	int failed = list == NULL;
	for (size_t i = 0; i < selftest->rate_count; i++) {
		const cb_selftest_rate *rate = &selftest->rates[i];
		json_t *row = json_pack("{s:f, s:f, s:b, s:I, s:I, s:I, s:f, s:f, s:I}",
			"injected_percent", rate->injected_percent, "limit_percent",
			rate->limit_percent, "is_real", rate->is_real, "tried",
			(json_int_t)rate->tried, "found", (json_int_t)rate->found, "blamed",
			(json_int_t)rate->blamed, "found_low", rate->found_low, "found_high",
			rate->found_high, "open", (json_int_t)rate->open);
		failed |= json_array_append_new(list, row) != 0;
	}
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}

/* NULL if out of memory */
static json_t *to_json(const cb_selftest *selftest)
{
	json_t *environment = selftest->environment;
	if (selftest->document != NULL)
		return json_incref(selftest->document);
	return json_pack("{s:s, s:O, s:O, s:o, s:o, s:o, s:s, s:O}", "schema", CB__SELFTEST_SCHEMA,
		"tool", selftest->tool, "environment",
		environment != NULL ? environment : json_null(), "null",
		null_to_json(&selftest->null), "rates", rates_to_json(selftest), "limit_percent",
		real_or_null(selftest->limit_percent), "obstacle", selftest->obstacle, "runs",
		selftest->runs);
}

cb_status cb_selftest_to_json(const cb_selftest *selftest, char **out, unsigned flags)
{
	size_t len = 0;
	json_t *document = to_json(selftest);
	if (document == NULL)
		return CB_ENOMEM;
	cb_status status = cb__json_format(out, &len, document, (flags & CB_JSON_COMPACT) != 0);
	json_decref(document);
	return status;
}

cb_status cb_selftest_save(
	const cb_selftest *selftest, cb_context *ctx, const char *file, unsigned flags)
{
	json_t *document = to_json(selftest);
	if (document == NULL)
		return cb__context_fail(ctx, CB_ENOMEM, "out of memory at \"%s\"", file);
	cb_status status = cb__json_file_write(ctx, file, document, (flags & CB_JSON_COMPACT) != 0);
	json_decref(document);
	return status;
}
