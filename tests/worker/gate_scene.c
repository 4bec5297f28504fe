/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "gate_scene.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

char gated_temporary[] = "/tmp/libcb-gate-XXXXXX";

void gated_set(gated *g, const char *option, const char *value)
{
	if (cb_plan_set(g->plan, option, value) != CB_OK)
		fail_msg("%s", cb_context_error(g->ctx));
}

void gated_rule(gated *g, const char *key, const char *value)
{
	if (cb_rules_set(g->rules, key, value) != CB_OK)
		fail_msg("%s", cb_context_error(g->ctx));
}

void gated_open_in(gated *out, cb_context *ctx, const char *algorithms)
{
	*out = (gated){.ctx = ctx};
	assert_int_equal(cb_plan_new(&out->plan, ctx), CB_OK);
	assert_int_equal(cb_rules_new(&out->rules, ctx), CB_OK);
	gated_set(out, "algorithms", algorithms);
	gated_set(out, "sizes", "64");
	gated_rule(out, "screen_launches", "6");
	gated_rule(out, "confirm_launches", "16");
	gated_rule(out, "rounds", "1");
	/* Wide, for the machine may be busy. */
	gated_rule(out, "limit", "30%");
#ifdef __linux__
	out->cpus = calloc(1, sizeof(cpu_set_t));
	assert_non_null(out->cpus);
	assert_int_equal(sched_getaffinity(0, sizeof(cpu_set_t), out->cpus), 0);
#endif
}

void gated_open(gated *out, const char *algorithms)
{
	gated_open_in(out, scene_context(), algorithms);
}

void gated_measure(gated *g, const char *base, const char *head)
{
	g->status = cb_plan_gate(g->plan, &g->gate, base, head, g->rules, NULL, NULL);
}

/* The test fails unless the call succeeded. */
void gated_judge(gated *g, const char *base, const char *head)
{
	gated_measure(g, base, head);
	if (g->status != CB_OK)
		fail_msg("%s", cb_context_error(g->ctx));
	assert_non_null(g->gate);
}

static void expect_nothing_is_left(const gated *g)
{
	expect_no_children();
	/* An empty directory only can be removed. */
	assert_int_equal(rmdir(gated_temporary), 0);
	assert_int_equal(mkdir(gated_temporary, 0700), 0);
#ifdef __linux__
	cpu_set_t now;
	assert_int_equal(sched_getaffinity(0, sizeof now, &now), 0);
	assert_memory_equal(&now, g->cpus, sizeof now);
#else
	(void)g;
#endif
}

void gated_close(gated *g)
{
	expect_nothing_is_left(g);
	cb_gate_free(g->gate);
	cb_rules_free(g->rules);
	cb_plan_free(g->plan);
	cb_context_free(g->ctx);
	free(g->cpus);
}

const cb_judged *gated_find(const gated *g, const char *id)
{
	const cb_judged *cell = cb_gate_find(g->gate, id);
	if (cell == NULL)
		fail_msg("no cell \"%s\"", id);
	return cell;
}

void expect_verdict(const gated *g, const char *id, cb_verdict verdict)
{
	const cb_judged *cell = gated_find(g, id);
	if (cell->verdict != verdict)
		fail_msg("%s is %s (%s, %s, %g %%) and not %s", id, cb_verdict_name(cell->verdict),
			cell->stage, cell->reason, cell->loss_percent, cb_verdict_name(verdict));
}

/* Whatever the machine did to it. */
void expect_measured(const gated *g, const char *id)
{
	const cb_judged *cell = gated_find(g, id);
	if (cell->launches < 6 || !(cell->base_ns > 0) || !(cell->head_ns > 0))
		fail_msg("%s was not measured: %s, %s", id, cb_verdict_name(cell->verdict),
			cell->reason);
}

int has_control(const cb_judged *cell)
{
	return isnan(cell->control_loss_percent) ? 0 : 1;
}

const cb_gate_note *gated_note(const gated *g, const char *id)
{
	for (size_t i = 0; i < cb_gate_note_count(g->gate); i++)
		if (strcmp(cb_gate_note_at(g->gate, i)->id, id) == 0)
			return cb_gate_note_at(g->gate, i);
	return NULL;
}

void expect_note(const gated *g, const char *id)
{
	if (gated_note(g, id) == NULL)
		fail_msg("no note \"%s\"", id);
}

void expect_exit(const gated *g, int code)
{
	if (cb_gate_exit(g->gate) == code)
		return;
	for (size_t i = 0; i < cb_gate_note_count(g->gate); i++)
		print_message("%s: %s\n", cb_gate_note_at(g->gate, i)->id,
			cb_gate_note_at(g->gate, i)->text);
	for (size_t i = 0; i < cb_gate_count(g->gate); i++)
		print_message("%s: %s, %s\n", cb_gate_at(g->gate, i)->id,
			cb_verdict_name(cb_gate_at(g->gate, i)->verdict),
			cb_gate_at(g->gate, i)->reason);
	fail_msg("exit %d and not %d", cb_gate_exit(g->gate), code);
}

static void copy_file(const char *to, const char *from)
{
	static char bytes[1 << 16];
	FILE *in = fopen(from, "rb");
	FILE *out = fopen(to, "wb");
	size_t got;
	if (in == NULL || out == NULL)
		fail_msg("\"%s\" cannot be copied to \"%s\"", from, to);
	while ((got = fread(bytes, 1, sizeof bytes, in)) > 0)
		assert_int_equal(fwrite(bytes, 1, got, out), got);
	fclose(in);
	assert_int_equal(fclose(out), 0);
}

void copy_library(copied *out, const char *backend, const char *library)
{
	strcpy(out->directory, "/tmp/libcb-copy-XXXXXX");
	assert_non_null(mkdtemp(out->directory));
	snprintf(out->file, sizeof out->file, "%s/mine.so", out->directory);
	snprintf(out->subject, sizeof out->subject, "%s=%s", backend, out->file);
	copy_file(out->file, library);
}

void copied_done(const copied *copy)
{
	unlink(copy->file);
	rmdir(copy->directory);
}

static void expect_same_judgement(const cb_gate *a, const cb_gate *b)
{
	assert_int_equal(cb_gate_count(a), cb_gate_count(b));
	for (size_t i = 0; i < cb_gate_count(a); i++) {
		const cb_judged *one = cb_gate_at(a, i);
		const cb_judged *other = cb_gate_at(b, i);
		assert_string_equal(one->id, other->id);
		assert_int_equal(one->verdict, other->verdict);
		assert_string_equal(one->reason, other->reason);
		assert_true(one->loss_percent == other->loss_percent ||
			    (isnan(one->loss_percent) && isnan(other->loss_percent)));
	}
	assert_int_equal(cb_gate_note_count(a), cb_gate_note_count(b));
	for (size_t i = 0; i < cb_gate_note_count(a); i++)
		assert_string_equal(cb_gate_note_at(a, i)->text, cb_gate_note_at(b, i)->text);
	assert_int_equal(cb_gate_exit(a), cb_gate_exit(b));
}

void expect_same_when_stored(const gated *g)
{
	char *text = NULL;
	cb_gate *again = NULL;
	assert_int_equal(cb_gate_to_json(g->gate, &text, 0), CB_OK);
	if (cb_gate_from_json(&again, g->ctx, text, strlen(text), NULL) != CB_OK)
		fail_msg("%s", cb_context_error(g->ctx));
	expect_same_judgement(g->gate, again);
	cb_gate_free(again);
	cb_string_free(text);
}

/* The file that openssl loads where none is named. */
void find_libcrypto(char *out, size_t size)
{
	scene s;
	scene_open(&s, "openssl:on", "sha256");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	snprintf(out, size, "%s", scene_subject(&s, "openssl:on")->file);
	scene_close(&s);
}

int gated_make_temporary(void **state)
{
	(void)state;
	return mkdtemp(gated_temporary) == NULL || setenv("TMPDIR", gated_temporary, 1) != 0;
}

int gated_remove_temporary(void **state)
{
	(void)state;
	return rmdir(gated_temporary);
}
