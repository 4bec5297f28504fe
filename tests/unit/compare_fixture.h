/* SPDX-License-Identifier: Apache-2.0 */
/* Documents for tests of comparisons, from a line per cell. */
#ifndef CB_COMPARE_FIXTURE_H
#define CB_COMPARE_FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cb/compare.h>

#include "text.h"

/** One cell. A time of 0 is one that was not measured. */
typedef struct line {
	const char *subject; /* "new@openssl:on", or without a label of its own "openssl:on" */
	const char *what;    /* "aes-256-gcm/seal/16" */
	double ns;
	double half_percent; /* of the interval; below 0 for none */
	const char *more;    /* members that come before the usual, in JSON with single quotes */
} line;

typedef struct compare_fixture {
	cb_context *ctx;
	cb_results *documents[4];
	size_t count;
	cb_comparison *comparison;
} compare_fixture;

static inline int compare_set_up(void **state)
{
	compare_fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	assert_int_equal(cb_context_new(&f->ctx, NULL), CB_OK);
	*state = f;
	return 0;
}

static inline int compare_tear_down(void **state)
{
	compare_fixture *f = *state;

	cb_comparison_free(f->comparison);
	for (size_t i = 0; i < f->count; i++)
		cb_results_free(f->documents[i]);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

#define COMPARE_TEST(name) cmocka_unit_test_setup_teardown(name, compare_set_up, compare_tear_down)

/* The parts of "new@openssl:on". */
static inline void split_subject(
	const char *subject, char label[64], char backend[32], char accel[16])
{
	const char *at = strchr(subject, '@');
	const char *rest = at != NULL ? at + 1 : subject;

	assert_int_equal(sscanf(rest, "%31[^:]:%15s", backend, accel), 2);
	if (at != NULL)
		snprintf(label, 64, "%.*s", (int)(at - subject), subject);
	else
		snprintf(label, 64, "%s", subject);
}

static inline int is_first(const line *lines, size_t i)
{
	for (size_t j = 0; j < i; j++)
		if (strcmp(lines[j].subject, lines[i].subject) == 0)
			return 0;
	return 1;
}

static inline void add_subject(cb_text *text, const line *one, const char *comma)
{
	char label[64], backend[32], accel[16];

	split_subject(one->subject, label, backend, accel);
	cb__text_format(text,
		"%s{'label': '%s', 'backend': '%s', 'accel': '%s', 'library': {'version': '1.0', "
		"'file': '/lib/%s.so', 'build_id': 'id-%s'}}",
		comma, label, backend, accel, label, label);
}

/* A bound of the interval, or null. */
static inline void add_bound(cb_text *text, const char *name, const line *one, double sign)
{
	if (one->half_percent < 0)
		cb__text_format(text, "'%s': null, ", name);
	else
		cb__text_format(text, "'%s': %.17g, ", name,
			one->ns * (1 + sign * one->half_percent / 100));
}

static inline void add_summary(cb_text *text, const line *one)
{
	cb__text_format(text,
		"'outcome': 'measured', 'summary': {'n': 60, 'launches': %d, 'median_ns': %.17g, "
		"'cpu_median_ns': %.17g, ",
		one->half_percent < 0 ? 2 : 6, one->ns, one->ns);
	add_bound(text, "ci95_low_ns", one, -1);
	add_bound(text, "ci95_high_ns", one, 1);
	add_bound(text, "cpu_ci95_low_ns", one, -1);
	add_bound(text, "cpu_ci95_high_ns", one, 1);
	cb__text_add(text, "'mad_ns': null, 'min_ns': null, 'trimmed_mean_ns': null, "
			   "'bytes_per_second': 1, 'ops_per_second': 1, 'contended': false}}");
}

static inline int has_member(const line *one, const char *name)
{
	return one->more != NULL && strstr(one->more, name) != NULL;
}

static inline void add_cell(cb_text *text, const line *one, const char *comma)
{
	char label[64], backend[32], accel[16], algorithm[64], operation[32];
	unsigned long size;

	split_subject(one->subject, label, backend, accel);
	assert_int_equal(sscanf(one->what, "%63[^/]/%31[^/]/%lu", algorithm, operation, &size), 3);
	cb__text_format(text, "%s{'id': '%s/%s/%s", comma, backend, one->what, accel);
	if (has_member(one, "'threads'"))
		cb__text_add(text, "/threads");
	cb__text_format(text,
		"/subject=%s', 'panel': '%s', 'subject': '%s', 'algorithm': '%s', 'operation': "
		"'%s', 'size': %lu, 'processes': 1, ",
		label, one->what, label, algorithm, operation, size);
	if (one->more != NULL)
		cb__text_format(text, "%s, ", one->more);
	if (!has_member(one, "'threads'"))
		cb__text_add(text, "'threads': 1, ");
	if (!has_member(one, "'variant'"))
		cb__text_add(text, "'variant': 'message', ");
	if (!has_member(one, "'semantics'"))
		cb__text_add(text, "'semantics': 'a/1', ");
	if (one->ns > 0)
		add_summary(text, one);
	else if (has_member(one, "'outcome'"))
		cb__text_add(text, "'output': ''}");
	else
		cb__text_add(text, "'outcome': 'unsupported', 'reason': 'no such thing'}");
}

/** Reads a document with these cells; @p more are further members of it, with a comma at the end.
 *  It belongs to the fixture. */
static inline cb_results *make_document(
	compare_fixture *f, const char *more, const line *lines, size_t count)
{
	cb_text text = CB_TEXT_INIT;
	cb_results *made = NULL;

	cb__text_format(&text, "{'schema': 'libcb.results/1', %s", more);
	if (strstr(more, "'complete'") == NULL)
		cb__text_add(&text, "'complete': true, ");
	cb__text_add(&text, "'subjects': [");
	for (size_t i = 0; i < count; i++)
		if (is_first(lines, i))
			add_subject(&text, &lines[i], i > 0 ? ", " : "");
	cb__text_add(&text, "], 'cells': [");
	for (size_t i = 0; i < count; i++)
		add_cell(&text, &lines[i], i > 0 ? ", " : "");
	cb__text_add(&text, "]}");
	for (size_t i = 0; i < text.len; i++)
		if (text.data[i] == '\'')
			text.data[i] = '"';
	if (cb_results_from_json(&made, f->ctx, text.data, text.len) != CB_OK)
		fail_msg("%s\n%s", cb_context_error(f->ctx), text.data);
	cb__text_done(&text);
	f->documents[f->count++] = made;
	return made;
}

#define DOCUMENT(f, more, lines) make_document(f, more, lines, sizeof(lines) / sizeof((lines)[0]))

/** Compares two documents, called old and new. */
static inline cb_comparison *compare_documents(
	compare_fixture *f, const cb_results *base, const cb_results *head)
{
	cb_compare_config config = CB_COMPARE_CONFIG_INIT;

	config.base = base;
	config.head = head;
	config.base_name = "old";
	config.head_name = "new";
	cb_comparison_free(f->comparison);
	f->comparison = NULL;
	if (cb_compare(&f->comparison, f->ctx, &config) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return f->comparison;
}

static inline const cb_compared *find_row(const cb_comparison *c, const char *id)
{
	const cb_compared *row = cb_comparison_find(c, id);

	if (row == NULL)
		fail_msg("no row \"%s\"", id);
	return row;
}

static inline void assert_change(const cb_comparison *c, const char *id, cb_change change)
{
	const cb_compared *row = find_row(c, id);

	if (row->change != change)
		fail_msg("%s is %s (%s) instead of %s", id, cb_change_name(row->change),
			row->reason, cb_change_name(change));
}

static inline void assert_near(double value, double expected)
{
	if (!(fabs(value - expected) <= 1e-6 * fabs(expected)))
		fail_msg("%.17g is not %.17g", value, expected);
}

#endif
