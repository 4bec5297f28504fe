/* SPDX-License-Identifier: Apache-2.0 */
/* From a document "libcb.selftest/1" to a self-test: every member that it relies on is checked. */
#include "selftest.h"

#include <stdlib.h>

#include "json_file.h"
#include "json_text.h"
#include "reading.h"

#define REQUIRED CB__FIELD_REQUIRED

#define NULL_RUNS(name, type, flags)                                                               \
	{                                                                                          \
		NULL, #name, offsetof(cb_selftest_null, name), CB__FIELD_##type, flags, NULL       \
	}
static const cb__field null_fields[] = {
	NULL_RUNS(runs, SIZE, REQUIRED),
	NULL_RUNS(cells, SIZE, REQUIRED),
	NULL_RUNS(alarms, SIZE, REQUIRED),
	NULL_RUNS(inconclusive, SIZE, REQUIRED),
	NULL_RUNS(invalid, SIZE, REQUIRED),
	NULL_RUNS(alarm_high, REAL, REQUIRED),
	NULL_RUNS(seconds, REAL, 0),
	NULL_RUNS(uniform_p, REAL, 0),
};
#undef NULL_RUNS

#define RATE(name, type, flags)                                                                    \
	{                                                                                          \
		NULL, #name, offsetof(cb_selftest_rate, name), CB__FIELD_##type, flags, NULL       \
	}
static const cb__field rate_fields[] = {
	RATE(injected_percent, REAL, REQUIRED),
	RATE(limit_percent, REAL, REQUIRED),
	RATE(is_real, BOOL, REQUIRED),
	RATE(tried, SIZE, REQUIRED),
	RATE(found, SIZE, REQUIRED),
	RATE(blamed, SIZE, REQUIRED),
	RATE(found_low, REAL, REQUIRED),
	RATE(found_high, REAL, REQUIRED),
	RATE(open, SIZE, 0),
};
#undef RATE

static const cb__field said_fields[] = {
	{NULL, "limit_percent", offsetof(cb_selftest, limit_percent), CB__FIELD_REAL,
		REQUIRED | CB__FIELD_NULLABLE | CB__FIELD_NONZERO, NULL},
	{NULL, "obstacle", offsetof(cb_selftest, obstacle), CB__FIELD_TEXT, REQUIRED, NULL},
};

#define TABLE(fields)                                                                              \
	{                                                                                          \
		fields, sizeof(fields) / sizeof(fields)[0]                                         \
	}
static const cb__field_table null_table = TABLE(null_fields);
static const cb__field_table rate_table = TABLE(rate_fields);
static const cb__field_table said_table = TABLE(said_fields);

static cb_status read_null(cb_selftest *selftest, cb__fault *fault)
{
	cb_selftest_null *null = &selftest->null;
	cb__fault_at(fault, "null");
	cb_status status = cb__fields_read(
		null, fault, json_object_get(selftest->document, "null"), &null_table);
	if (status != CB_OK)
		return status;
	if (null->alarms > null->runs)
		return cb__fault_set(fault, ".alarms: more than runs");
	if (null->inconclusive > null->runs)
		return cb__fault_set(fault, ".inconclusive: more than runs");
	if (null->invalid > null->runs)
		return cb__fault_set(fault, ".invalid: more than runs");
	return null->alarm_high <= 1 ? CB_OK
				     : cb__fault_set(fault, ".alarm_high: not between 0 and 1");
}

static cb_status read_rate(cb_selftest_rate *rate, cb__fault *fault, const json_t *object)
{
	cb_status status = cb__fields_read(rate, fault, object, &rate_table);
	if (status != CB_OK)
		return status;
	if (rate->found > rate->tried)
		return cb__fault_set(fault, ".found: more than tried");
	if (rate->found_low > rate->found_high)
		return cb__fault_set(fault, ".found_low: above found_high");
	return rate->found_high <= 1 ? CB_OK
				     : cb__fault_set(fault, ".found_high: not between 0 and 1");
}

static cb_status read_rates(cb_selftest *selftest, cb__fault *fault)
{
	const json_t *list = NULL;
	size_t count = 0;
	cb_status status = cb__reading_list(&list, &count, fault, selftest->document, "rates");
	if (status != CB_OK)
		return status;
	selftest->rates = cb__reading_records(count, sizeof *selftest->rates);
	if (selftest->rates == NULL)
		return CB_ENOMEM;
	selftest->rate_count = count;
	for (size_t i = 0; status == CB_OK && i < count; i++) {
		cb__fault_at(fault, "rates[%zu]", i);
		status = read_rate(&selftest->rates[i], fault, json_array_get(list, i));
	}
	return status;
}

static cb_status read_document(cb_selftest *selftest, cb__fault *fault)
{
	const json_t *list;
	size_t count;
	cb_status status = cb__reading_schema(fault, selftest->document, CB__SELFTEST_SCHEMA);
	if (status == CB_OK)
		status = read_null(selftest, fault);
	if (status == CB_OK)
		status = read_rates(selftest, fault);
	if (status == CB_OK)
		status = cb__reading_list(&list, &count, fault, selftest->document, "runs");
	if (status != CB_OK)
		return status;
	cb__fault_at(fault, "document");
	return cb__fields_read(selftest, fault, selftest->document, &said_table);
}

cb_status cb__selftest_read(cb_selftest **out, json_t *document, cb__fault *fault)
{
	cb_selftest *selftest = calloc(1, sizeof *selftest);
	cb_status status = CB_ENOMEM;
	if (selftest == NULL) {
		json_decref(document);
	} else {
		selftest->document = document;
		status = read_document(selftest, fault);
	}
	if (status == CB_OK)
		*out = selftest;
	else
		cb_selftest_free(selftest);
	return status;
}

/* Takes @p document; @p name is NULL for a text. */
static cb_status accept(cb_selftest **out, cb_context *ctx, const char *name, json_t *document)
{
	cb__fault fault = {0};
	cb_status status = cb__selftest_read(out, document, &fault);
	return cb__reading_end(ctx, status, name, &fault);
}

cb_status cb_selftest_from_json(
	cb_selftest **out, cb_context *ctx, const char *text, size_t text_len)
{
	json_t *document = NULL;
	cb_status status = cb__json_parse(&document, ctx, NULL, text, text_len);
	return status == CB_OK ? accept(out, ctx, NULL, document) : status;
}

cb_status cb_selftest_load(cb_selftest **out, cb_context *ctx, const char *file)
{
	json_t *document = NULL;
	cb_status status = cb__json_file_read(&document, ctx, file, CB__JSON_FILE_MAX);
	return status == CB_OK ? accept(out, ctx, file, document) : status;
}
