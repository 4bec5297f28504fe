/* SPDX-License-Identifier: Apache-2.0 */
/* Documents "libcb.gate/1" for tests, from a line per cell, and what is said of them. */
#ifndef CB_GATE_FIXTURE_H
#define CB_GATE_FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cb/gate.h>

#include "random.h"
#include "text.h"

/** One cell. What is 0 is not there, but for losses. */
typedef struct gate_line {
	const char *name; /* "sha256/digest/64", which becomes "openssl/sha256/digest/64/on" */
	unsigned screen;  /* launches */
	unsigned confirm;
	double loss_percent;
	double noise_percent;     /* standard deviation between launches, about */
	double control_percent;   /* loss of the control */
	unsigned control_screen;  /* the first launches of the screen that have one */
	unsigned control_confirm; /* of the confirmation */
	double base_ns;           /* 1000 if it is 0 */
	const double *logs;       /* of head over base, for screen + confirm launches */
	const char *more;         /* members that come before the usual, with single quotes */
} gate_line;

typedef struct gate_fixture {
	cb_context *ctx;
	cb_rules *rules;
	cb__random random;
	const gate_line *canary; /* NULL: none */
	const char *more;        /* members of the document that come before the usual */
	cb_text text;
	cb_gate *gate;
} gate_fixture;

static const gate_line gate_canary = {.name = "sha256/digest/64",
	.screen = 8,
	.loss_percent = 10,
	.more = "'injected_percent': 11.1, "};

static inline int gate_set_up(void **state)
{
	gate_fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	assert_int_equal(cb_context_new(&f->ctx, NULL), CB_OK);
	f->random.state = 1;
	f->canary = &gate_canary;
	f->more = "";
	*state = f;
	return 0;
}

static inline int gate_tear_down(void **state)
{
	gate_fixture *f = *state;

	cb_gate_free(f->gate);
	cb_rules_free(f->rules);
	cb__text_done(&f->text);
	cb_context_free(f->ctx);
	free(f);
	return 0;
}

#define GATE_TEST(name) cmocka_unit_test_setup_teardown(name, gate_set_up, gate_tear_down)

/** About normal, with a standard deviation of 1. */
static inline double gate_noise(cb__random *random)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += (double)(cb__random_next(random) >> 11) / 9007199254740992.0;
	return sum;
}

/** The logarithm of the time ratio of a loss. */
static inline double gate_log(double loss_percent)
{
	return -log1p(-loss_percent / 100);
}

/* A list of as many values as rounds have slots; control slots beyond @p there are null. */
static inline void add_times(
	cb_text *text, const char *name, const double *times, unsigned launches, unsigned there)
{
	cb__text_format(text, ", '%s': [", name);
	for (unsigned i = 0; i < launches; i++)
		if (i < there)
			cb__text_format(
				text, "%s%.17g, %.17g", i > 0 ? ", " : "", times[i], times[i]);
		else
			cb__text_format(text, "%snull, null", i > 0 ? ", " : "");
	cb__text_add(text, "]");
}

/* One round per launch, both slots alike. */
static inline void add_series(gate_fixture *f, const char *name, const gate_line *line,
	unsigned launches, const double *logs, unsigned controls)
{
	double base = line->base_ns > 0 ? line->base_ns : 1000;
	double times[3][512];

	for (unsigned i = 0; i < launches; i++) {
		double noise = line->noise_percent / 100;

		times[0][i] = base;
		times[1][i] = base * exp((logs != NULL ? logs[i] : gate_log(line->loss_percent)) +
					     noise * gate_noise(&f->random));
		times[2][i] = base *
			      exp(gate_log(line->control_percent) + noise * gate_noise(&f->random));
		if (logs == NULL && noise <= 0)
			times[1][i] = base / (1 - line->loss_percent / 100);
	}
	cb__text_format(&f->text, "'%s': {'launch': [", name);
	for (unsigned i = 0; i < launches; i++)
		cb__text_format(&f->text, "%s%u", i > 0 ? ", " : "", i);
	cb__text_add(&f->text, "], 'disturbed': [");
	for (unsigned i = 0; i < launches; i++)
		cb__text_add(&f->text, i > 0 ? ", 0" : "0");
	cb__text_add(&f->text, "]");
	add_times(&f->text, "base_cpu_ns", times[0], launches, launches);
	add_times(&f->text, "base_wall_ns", times[0], launches, launches);
	add_times(&f->text, "head_cpu_ns", times[1], launches, launches);
	add_times(&f->text, "head_wall_ns", times[1], launches, launches);
	if (controls > 0) {
		add_times(&f->text, "control_cpu_ns", times[2], launches, controls);
		add_times(&f->text, "control_wall_ns", times[2], launches, controls);
	}
	cb__text_add(&f->text, "}, ");
}

static inline int gate_has(const char *more, const char *name)
{
	return more != NULL && strstr(more, name) != NULL;
}

static inline void add_unless(cb_text *text, const char *more, const char *name, const char *value)
{
	if (!gate_has(more, name))
		cb__text_format(text, "%s: %s, ", name, value);
}

/* Counts have lists of the same names as sides. */
static inline void add_side(cb_text *text, const char *more, const char *name)
{
	char object[16], null[16];

	snprintf(object, sizeof object, "'%s': {", name);
	snprintf(null, sizeof null, "'%s': null", name);
	if (!gate_has(more, object) && !gate_has(more, null))
		cb__text_format(text, "'%s': {'outcome': 'measured', 'semantics': 'a/1'}, ", name);
}

static inline void add_gate_cell(gate_fixture *f, const gate_line *line)
{
	char algorithm[64], operation[32];
	unsigned long size;

	assert_int_equal(sscanf(line->name, "%63[^/]/%31[^/]/%lu", algorithm, operation, &size), 3);
	cb__text_add(&f->text, "{");
	if (line->more != NULL)
		cb__text_add(&f->text, line->more);
	if (line->screen > 0)
		add_series(f, "screen", line, line->screen, line->logs, line->control_screen);
	if (line->confirm > 0)
		add_series(f, "confirm", line, line->confirm,
			line->logs != NULL ? line->logs + line->screen : NULL,
			line->control_confirm);
	add_side(&f->text, line->more, "base");
	add_side(&f->text, line->more, "head");
	/* A canary is slowed. */
	add_unless(&f->text, line->more, "'injected_percent'", line == f->canary ? "10" : "0");
	add_unless(&f->text, line->more, "'threads'", "1");
	add_unless(&f->text, line->more, "'processes'", "1");
	cb__text_format(&f->text,
		"'id': 'openssl/%s/on', 'backend': 'openssl', 'algorithm': '%s', 'operation': "
		"'%s', 'size': %lu, 'accel': 'on', 'variant': 'message'}",
		line->name, algorithm, operation, size);
}

/** The text of a document with these cells, in the fixture. */
static inline void gate_write(gate_fixture *f, const gate_line *lines, size_t count)
{
	static const char side[] = "[{'label': 'x', 'backend': 'openssl', 'accel': 'on', "
				   "'library': {'version': '3.0.19'}}]";

	f->text.len = 0;
	cb__text_format(&f->text, "{'schema': 'libcb.gate/1', %s", f->more);
	add_unless(&f->text, f->more, "'complete'", "true");
	add_unless(
		&f->text, f->more, "'tool'", "{'mode': 'ab', 'finished': '2026-11-30T12:00:00Z'}");
	add_unless(&f->text, f->more, "'base'", side);
	add_unless(&f->text, f->more, "'head'", side);
	add_unless(&f->text, f->more, "'rules'", "{}");
	cb__text_add(&f->text, "'cells': [");
	for (size_t i = 0; i < count; i++) {
		cb__text_add(&f->text, i > 0 ? ", " : "");
		add_gate_cell(f, &lines[i]);
	}
	cb__text_add(&f->text, "], 'canary': ");
	if (f->canary != NULL)
		add_gate_cell(f, f->canary);
	else
		cb__text_add(&f->text, "null");
	cb__text_add(&f->text, "}");
	assert_false(f->text.failed);
	for (size_t i = 0; i < f->text.len; i++)
		if (f->text.data[i] == '\'')
			f->text.data[i] = '"';
}

static inline cb_status gate_read(gate_fixture *f)
{
	cb_gate_free(f->gate);
	f->gate = NULL;
	return cb_gate_from_json(&f->gate, f->ctx, f->text.data, f->text.len, f->rules);
}

/** Judges a document with these cells; it belongs to the fixture. */
static inline const cb_gate *gate_judge(gate_fixture *f, const gate_line *lines, size_t count)
{
	gate_write(f, lines, count);
	if (gate_read(f) != CB_OK)
		fail_msg("%s\n%s", cb_context_error(f->ctx), f->text.data);
	return f->gate;
}

#define GATE(f, lines) gate_judge(f, lines, sizeof(lines) / sizeof((lines)[0]))

/** One more setting by which everything after is judged. */
static inline void gate_rule(gate_fixture *f, const char *key, const char *value)
{
	if (f->rules == NULL)
		assert_int_equal(cb_rules_new(&f->rules, f->ctx), CB_OK);
	assert_int_equal(cb_rules_set(f->rules, key, value), CB_OK);
}

static inline void gate_rules(gate_fixture *f, const char *text)
{
	if (f->rules == NULL)
		assert_int_equal(cb_rules_new(&f->rules, f->ctx), CB_OK);
	if (cb_rules_parse(f->rules, "rules", text) != CB_OK)
		fail_msg("%s", cb_context_error(f->ctx));
}

static inline const cb_judged *gate_cell(const cb_gate *gate, const char *name)
{
	char id[128];
	const cb_judged *found;

	snprintf(id, sizeof id, "openssl/%s/on", name);
	found = cb_gate_find(gate, id);
	if (found == NULL)
		fail_msg("no cell \"%s\"", id);
	return found;
}

static inline void assert_verdict(const cb_gate *gate, const char *name, cb_verdict verdict)
{
	const cb_judged *found = gate_cell(gate, name);

	if (found->verdict != verdict)
		fail_msg("%s is %s (%s) at %.17g %% instead of %s", name,
			cb_verdict_name(found->verdict), found->reason, found->loss_percent,
			cb_verdict_name(verdict));
}

/** The note with this id, or NULL. */
static inline const cb_gate_note *gate_note(const cb_gate *gate, const char *id)
{
	for (size_t i = 0; i < cb_gate_note_count(gate); i++)
		if (strcmp(cb_gate_note_at(gate, i)->id, id) == 0)
			return cb_gate_note_at(gate, i);
	return NULL;
}

static inline void assert_exit(const cb_gate *gate, int status, const char *word)
{
	if (cb_gate_exit(gate) != status || strcmp(cb_gate_word(gate), word) != 0)
		fail_msg("exit %d \"%s\" instead of %d \"%s\"", cb_gate_exit(gate),
			cb_gate_word(gate), status, word);
}

#endif
