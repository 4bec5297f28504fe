/* SPDX-License-Identifier: Apache-2.0 */
/* Documents for tests of advice, from a line per cell. */
#ifndef CB_ADVISE_FIXTURE_H
#define CB_ADVISE_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>

#include "unit.h"

#include <cb/advise.h>

#include "text.h"

/** One cell. A time of 0 is one that was not measured, for the reason in @c outcome. */
typedef struct line {
	const char *subject; /* "openssl 3.0.19 on", or with a label "new@openssl 3.0.19 on" */
	const char *what;    /* "aes-256-gcm/seal/16" */
	double ns;
	double half_percent; /* of the interval; below 0 for none */
	const char *outcome; /* NULL: "unsupported" if ns is 0; "contended" of what was measured */
} line;

typedef struct advise_fixture {
	cb_context *ctx;
	cb_profile *profile;
	const cb_results *documents[4];
	cb_results *owned[4];
	size_t count;
	cb_advice *advice;
} advise_fixture;

static inline int advise_set_up(void **state)
{
	advise_fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	assert_int_equal(cb_context_new(&f->ctx, NULL), CB_OK);
	*state = f;
	return 0;
}

static inline int advise_tear_down(void **state)
{
	advise_fixture *f = *state;

	cb_advice_free(f->advice);
	cb_profile_free(f->profile);
	for (size_t i = 0; i < f->count; i++)
		cb_results_free(f->owned[i]);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

#define ADVISE_TEST(name) cmocka_unit_test_setup_teardown(name, advise_set_up, advise_tear_down)

/* The parts of "new@openssl 3.0.19 on". */
struct parts {
	char label[64];
	char backend[32];
	char version[32];
	char accel[16];
};

static inline struct parts split(const char *subject)
{
	const char *at = strchr(subject, '@');
	struct parts p;

	assert_int_equal(sscanf(at != NULL ? at + 1 : subject, "%31s %31s %15s", p.backend,
				 p.version, p.accel),
		3);
	if (at != NULL)
		snprintf(p.label, sizeof p.label, "%.*s", (int)(at - subject), subject);
	else
		snprintf(p.label, sizeof p.label, "%.31s:%.15s", p.backend, p.accel);
	return p;
}

static inline void add_subject(cb_text *text, const line *lines, size_t i)
{
	struct parts p = split(lines[i].subject);

	for (size_t j = 0; j < i; j++)
		if (strcmp(lines[j].subject, lines[i].subject) == 0)
			return;
	/* a file for each label, but not for each mode */
	cb__text_format(text,
		"%s{'label': '%s', 'backend': '%s', 'accel': '%s', 'library': {'version': '%s', "
		"'file': '/lib/%s.so'}, 'accel_proof': {'achieved': true, 'level': 'switch'}}",
		i > 0 ? ", " : "", p.label, p.backend, p.accel, p.version,
		strchr(lines[i].subject, '@') != NULL ? p.label : p.backend);
}

static inline void add_summary(cb_text *text, const line *one)
{
	char low[40] = "null", high[40] = "null", cpu[40] = "null";
	int is_contended = one->outcome != NULL && strcmp(one->outcome, "contended") == 0;

	if (is_contended)
		snprintf(cpu, sizeof cpu, "%.17g", one->ns);
	if (one->half_percent >= 0) {
		snprintf(low, sizeof low, "%.17g", one->ns * (1 - one->half_percent / 100));
		snprintf(high, sizeof high, "%.17g", one->ns * (1 + one->half_percent / 100));
	}
	cb__text_format(text,
		"'outcome': 'measured', 'summary': {'n': 60, 'launches': 6, 'median_ns': %.17g, "
		"'cpu_median_ns': %s, 'ci95_low_ns': %s, 'ci95_high_ns': %s, 'mad_ns': null, "
		"'min_ns': null, 'trimmed_mean_ns': null, 'bytes_per_second': 1, "
		"'ops_per_second': 1, 'contended': %s}}",
		one->ns, cpu, low, high, is_contended ? "true" : "false");
}

static inline void add_cell(cb_text *text, const line *one, const char *comma)
{
	struct parts p = split(one->subject);
	char algorithm[64], operation[32];
	unsigned long size;

	assert_int_equal(sscanf(one->what, "%63[^/]/%31[^/]/%lu", algorithm, operation, &size), 3);
	cb__text_format(text,
		"%s{'id': '%s/%s/%s/subject=%s', 'panel': '%s', 'subject': '%s', 'algorithm': "
		"'%s', 'operation': '%s', 'size': %lu, 'processes': 1, 'threads': 1, 'variant': "
		"'message', 'semantics': '%s.%s.message/1', ",
		comma, p.backend, one->what, p.accel, p.label, one->what, p.label, algorithm,
		operation, size, cb_kind_name(cb_algorithm_find(algorithm)->kind), operation);
	if (one->ns > 0)
		add_summary(text, one);
	else
		cb__text_format(text, "'outcome': '%s', 'reason': 'no such thing'}",
			one->outcome != NULL ? one->outcome : "unsupported");
}

/** Reads a document with these cells; @p more are further members of it, with a comma at the end.
 *  It belongs to the fixture. */
static inline const cb_results *make_document(
	advise_fixture *f, const char *more, const line *lines, size_t count)
{
	cb_text text = CB_TEXT_INIT;
	cb_results *made = NULL;

	cb__text_format(
		&text, "{'schema': 'libcb.results/1', %s'complete': true, 'subjects': [", more);
	for (size_t i = 0; i < count; i++)
		add_subject(&text, lines, i);
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
	f->owned[f->count] = made;
	f->documents[f->count++] = made;
	return made;
}

#define DOCUMENT(f, more, lines) make_document(f, more, lines, ROWS(lines))

/** The environment of a virtual machine with or without AES instructions. */
#define MACHINE(model, aes)                                                                        \
	"'environment': {'cpu': {'architecture': 'x86_64', 'model': '" model                       \
	"', 'hypervisor': true, 'features': {'aes': " aes "}}}, "

/** A profile from a text in which ' stands for ". It belongs to the fixture. */
static inline void use_text(advise_fixture *f, const char *text)
{
	char copy[2048];

	assert_true(strlen(text) < sizeof copy);
	memcpy(copy, text, strlen(text) + 1);
	for (char *at = copy; *at != '\0'; at++)
		if (*at == '\'')
			*at = '"';
	cb_profile_free(f->profile);
	f->profile = NULL;
	if (cb_profile_parse(&f->profile, f->ctx, "my.cfg", copy) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
}

static inline void use_profile(advise_fixture *f, const char *name)
{
	cb_profile_free(f->profile);
	f->profile = NULL;
	if (cb_profile_find(&f->profile, f->ctx, name) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
}

/** Advises on all documents, in the mode of the profile if @p accel is NULL. */
static inline const cb_ranking *advise(advise_fixture *f, const char *accel)
{
	cb_advise_config config = CB_ADVISE_CONFIG_INIT;

	config.accel = accel;
	cb_advice_free(f->advice);
	f->advice = NULL;
	if (cb_advise(&f->advice, f->ctx, f->documents, f->count, f->profile, &config) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
	return cb_advice_ranking_at(f->advice, 0);
}

/** Advises on these cells alone by a profile from a text, or by one of libcb's. */
#define ADVISE(f, text, lines) (use_text(f, text), DOCUMENT(f, "", lines), advise(f, NULL))
#define ADVISE_PROFILE(f, name, lines)                                                             \
	(use_profile(f, name), DOCUMENT(f, "", lines), advise(f, NULL))

static inline const cb_candidate *find_candidate(const cb_ranking *r, const char *name)
{
	for (size_t i = 0; i < r->candidate_count; i++)
		if (strcmp(r->candidates[i].name, name) == 0)
			return &r->candidates[i];
	fail_msg("no candidate \"%s\"", name);
	return NULL;
}

static inline const char *find_note(const cb_ranking *r, const char *id)
{
	for (size_t i = 0; i < r->note_count; i++)
		if (strcmp(r->notes[i].id, id) == 0)
			return r->notes[i].text;
	return NULL;
}

#endif
