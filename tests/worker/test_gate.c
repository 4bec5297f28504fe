/* SPDX-License-Identifier: Apache-2.0 */
/* Two sides are measured next to each other and judged; what goes wrong on one is said of the cell
 * it went wrong in. No verdict that is expected here hangs on less than a factor of 1.5. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "scene.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/stat.h>
#include <unistd.h>

#define HASH_AT_64 "fixture-hash/digest/64/on"
#define PATH_SIZE  4096

/* Where all private directories are made. */
static char temporary[] = "/tmp/libcb-gate-XXXXXX";

typedef struct gated {
	cb_context *ctx;
	cb_plan *plan;
	cb_rules *rules;
	cb_gate *gate;
	cb_status status;
#ifdef __linux__
	cpu_set_t cpus;
#endif
} gated;

static void set(gated *g, const char *option, const char *value)
{
	if (cb_plan_set(g->plan, option, value) != CB_OK)
		fail_msg("%s", cb_context_error(g->ctx));
}

static void rule(gated *g, const char *key, const char *value)
{
	if (cb_rules_set(g->rules, key, value) != CB_OK)
		fail_msg("%s", cb_context_error(g->ctx));
}

static void open_in(gated *out, cb_context *ctx, const char *algorithms)
{
	*out = (gated){.ctx = ctx};
	assert_int_equal(cb_plan_new(&out->plan, ctx), CB_OK);
	assert_int_equal(cb_rules_new(&out->rules, ctx), CB_OK);
	set(out, "algorithms", algorithms);
	set(out, "sizes", "64");
	rule(out, "screen_launches", "6");
	rule(out, "confirm_launches", "16");
	rule(out, "rounds", "1");
	/* Wide, for the machine may be busy. */
	rule(out, "limit", "30%");
#ifdef __linux__
	assert_int_equal(sched_getaffinity(0, sizeof out->cpus, &out->cpus), 0);
#endif
}

static void open_gate(gated *out, const char *algorithms)
{
	open_in(out, scene_context(), algorithms);
}

static void measure(gated *g, const char *base, const char *head)
{
	g->status = cb_plan_gate(g->plan, &g->gate, base, head, g->rules, NULL, NULL);
}

/* The test fails unless the call succeeded. */
static void judge(gated *g, const char *base, const char *head)
{
	measure(g, base, head);
	if (g->status != CB_OK)
		fail_msg("%s", cb_context_error(g->ctx));
	assert_non_null(g->gate);
}

static void expect_nothing_is_left(const gated *g)
{
	expect_no_children();
	/* An empty directory only can be removed. */
	assert_int_equal(rmdir(temporary), 0);
	assert_int_equal(mkdir(temporary, 0700), 0);
#ifdef __linux__
	cpu_set_t now;
	assert_int_equal(sched_getaffinity(0, sizeof now, &now), 0);
	assert_true(CPU_EQUAL(&now, &g->cpus));
#else
	(void)g;
#endif
}

static void close_gate(gated *g)
{
	expect_nothing_is_left(g);
	cb_gate_free(g->gate);
	cb_rules_free(g->rules);
	cb_plan_free(g->plan);
	cb_context_free(g->ctx);
}

static const cb_judged *find(const gated *g, const char *id)
{
	const cb_judged *cell = cb_gate_find(g->gate, id);
	if (cell == NULL)
		fail_msg("no cell \"%s\"", id);
	return cell;
}

static void expect_verdict(const gated *g, const char *id, cb_verdict verdict)
{
	const cb_judged *cell = find(g, id);
	if (cell->verdict != verdict)
		fail_msg("%s is %s (%s, %s, %g %%) and not %s", id, cb_verdict_name(cell->verdict),
			cell->stage, cell->reason, cell->loss_percent, cb_verdict_name(verdict));
}

/* Whatever the machine did to it. */
static void expect_measured(const gated *g, const char *id)
{
	const cb_judged *cell = find(g, id);
	if (cell->launches < 6 || !(cell->base_ns > 0) || !(cell->head_ns > 0))
		fail_msg("%s was not measured: %s, %s", id, cb_verdict_name(cell->verdict),
			cell->reason);
}

static int has_control(const cb_judged *cell)
{
	return isnan(cell->control_loss_percent) ? 0 : 1;
}

static const cb_gate_note *find_note(const gated *g, const char *id)
{
	for (size_t i = 0; i < cb_gate_note_count(g->gate); i++)
		if (strcmp(cb_gate_note_at(g->gate, i)->id, id) == 0)
			return cb_gate_note_at(g->gate, i);
	return NULL;
}

static void expect_note(const gated *g, const char *id)
{
	if (find_note(g, id) == NULL)
		fail_msg("no note \"%s\"", id);
}

static void expect_exit(const gated *g, int code)
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

static void the_same_thing_twice_is_refused(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{"right_size", "right_size"},
		{"old@right_size", "new@right_size:on"},
		{"toy_accel", "toy_accel=" CB_TEST_BACKENDS "/toy/libtoy.so"},
	};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		gated g;
		open_gate(&g, "fixture-hash");
		measure(&g, pairs[i][0], pairs[i][1]);
		assert_int_equal(g.status, CB_EINVAL);
		assert_null(g.gate);
		expect_part(cb_context_error(g.ctx), "base and head");
		close_gate(&g);
	}
}

static void what_goes_wrong_on_the_head_breaks_its_cell(void **state)
{
	(void)state;
	static const struct {
		const char *head;
		const char *reason;
	} rows[] = {
		{"crash_exit", "exited with status 3"},
		{"crash_hello", "SIGKILL"},
		{"fails_at_once", "the toy is broken"},
		{"fails_later", "while it was timed"},
		{"hang", "1000 ms"},
		{"unsteady", "second time"},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		gated g;
		char id[128];
		open_gate(&g, "fixture-hash");
		set(&g, "time-limit", "1");
		judge(&g, "right_size", rows[i].head);
		snprintf(id, sizeof id, "%s/" HASH_AT_64, rows[i].head);
		expect_verdict(&g, id, CB_VERDICT_BROKEN);
		expect_part(find(&g, id)->reason, rows[i].reason);
		expect_exit(&g, CB_GATE_BROKEN);
		assert_int_equal(cb_gate_count(g.gate), 1);
		close_gate(&g);
	}
}

static void the_other_cells_are_judged_all_the_same(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	set(&g, "sizes", "64,2000");
	judge(&g, "right_size", "crash_long");
	expect_verdict(&g, "crash_long/fixture-hash/digest/2000/on", CB_VERDICT_BROKEN);
	expect_measured(&g, "crash_long/" HASH_AT_64);
	expect_exit(&g, CB_GATE_BROKEN);
	assert_string_equal(cb_gate_at(g.gate, 0)->id, "crash_long/fixture-hash/digest/2000/on");
	close_gate(&g);
}

static void a_wrong_answer_breaks_its_cell(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	set(&g, "sizes", "64,2000");
	judge(&g, "right_size", "wrong_size");
	expect_verdict(&g, "wrong_size/fixture-hash/digest/2000/on", CB_VERDICT_BROKEN);
	expect_part(find(&g, "wrong_size/fixture-hash/digest/2000/on")->reason, "mismatch");
	expect_measured(&g, "wrong_size/" HASH_AT_64);
	expect_exit(&g, CB_GATE_BROKEN);
	close_gate(&g);
}

/* Nothing can be said of the head then, and the base is nobody's fault. */
static void a_base_that_breaks_leaves_nothing_to_compare(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	judge(&g, "crash_exit", "right_size");
	expect_verdict(&g, "right_size/" HASH_AT_64, CB_VERDICT_INCOMPARABLE);
	expect_part(find(&g, "right_size/" HASH_AT_64)->reason, "the base");
	expect_note(&g, "nothing-compared");
	expect_exit(&g, CB_GATE_INVALID);
	close_gate(&g);
}

static void what_only_one_side_has_is_missing_or_new(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash,null-hash");
	judge(&g, "right_size", "null");
	assert_int_equal(cb_gate_count(g.gate), 2);
	expect_verdict(&g, "null/" HASH_AT_64, CB_VERDICT_MISSING);
	expect_verdict(&g, "null/null-hash/digest/64/on", CB_VERDICT_NEW);
	expect_part(find(&g, "null/" HASH_AT_64)->reason, "lacks");
	expect_exit(&g, CB_GATE_REGRESSED);
	assert_string_equal(cb_gate_word(g.gate), "missing");
	close_gate(&g);
}

static void cells_are_called_by_the_head(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	judge(&g, "before@right_size", "right_again");
	assert_int_equal(cb_gate_count(g.gate), 1);
	expect_measured(&g, "right_again/" HASH_AT_64);
	assert_string_equal(find(&g, "right_again/" HASH_AT_64)->backend, "right_again");
	assert_string_equal(cb_gate_base_at(g.gate, 0)->label, "before:on");
	assert_string_equal(cb_gate_base_at(g.gate, 0)->backend, "right_size");
	assert_string_equal(cb_gate_head_at(g.gate, 0)->label, "head:on");
	assert_string_equal(cb_gate_mode(g.gate), "ab");
	assert_int_equal(cb_gate_complete(g.gate), 1);
	/* The base's module is opened once more, for there is no library that could be copied. */
	assert_true(has_control(find(&g, "right_again/" HASH_AT_64)));
	close_gate(&g);
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

/* A copy of a library, outside of where private directories are made. */
typedef struct copied {
	char directory[64];
	char file[128];
	char subject[PATH_SIZE];
} copied;

static void copy_library(copied *out, const char *backend, const char *library)
{
	strcpy(out->directory, "/tmp/libcb-copy-XXXXXX");
	assert_non_null(mkdtemp(out->directory));
	snprintf(out->file, sizeof out->file, "%s/mine.so", out->directory);
	snprintf(out->subject, sizeof out->subject, "%s=%s", backend, out->file);
	copy_file(out->file, library);
}

static void copied_done(const copied *copy)
{
	unlink(copy->file);
	rmdir(copy->directory);
}

static void identical_code_is_not_measured(void **state)
{
	(void)state;
	copied copy;
	gated g;
	copy_library(&copy, "toy_accel", CB_TEST_BACKENDS "/toy/libtoy.so");
	open_gate(&g, "fixture-hash");
	set(&g, "sizes", "64,128");
	judge(&g, "toy_accel", copy.subject);
	expect_verdict(&g, "toy_accel/" HASH_AT_64, CB_VERDICT_IDENTICAL);
	assert_string_equal(find(&g, "toy_accel/" HASH_AT_64)->stage, "bytes");
	assert_int_equal(find(&g, "toy_accel/" HASH_AT_64)->launches, 0);
	assert_int_equal(cb_gate_verdict_count(g.gate, CB_VERDICT_IDENTICAL), 2);
	expect_exit(&g, CB_GATE_FINE);
	close_gate(&g);
	copied_done(&copy);
}

/* The base is the file here, and so its control a copy of that. */
static void identical_code_is_measured_on_request(void **state)
{
	(void)state;
	copied copy;
	gated g;
	copy_library(&copy, "toy_accel", CB_TEST_BACKENDS "/toy/libtoy.so");
	open_gate(&g, "fixture-hash");
	set(&g, "no-shortcut", "1");
	judge(&g, copy.subject, "toy_accel");
	expect_measured(&g, "toy_accel/" HASH_AT_64);
	assert_true(has_control(find(&g, "toy_accel/" HASH_AT_64)));
	assert_string_equal(cb_gate_base_at(g.gate, 0)->file, copy.file);
	close_gate(&g);
	copied_done(&copy);
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

static void expect_same_when_stored(const gated *g)
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

static void slowdown_is_found_where_it_is_and_nowhere_else(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	set(&g, "sizes", "64,256");
	set(&g, "inject", "**/256/**=200");
	judge(&g, "right_size", "right_again");
	const cb_judged *cell = find(&g, "right_again/fixture-hash/digest/256/on");
	expect_verdict(&g, cell->id, CB_VERDICT_REGRESSED);
	assert_string_equal(cell->stage, "confirm");
	assert_true(cell->loss_percent > 50 && cell->loss_percent < 80);
	assert_true(cell->injected_percent == 200);
	expect_measured(&g, "right_again/" HASH_AT_64);
	assert_int_not_equal(find(&g, "right_again/" HASH_AT_64)->verdict, CB_VERDICT_REGRESSED);
	assert_true(find(&g, "right_again/" HASH_AT_64)->injected_percent == 0);
	expect_note(&g, "injected");
	expect_note(&g, "canary-found");
	expect_exit(&g, CB_GATE_REGRESSED);
	expect_same_when_stored(&g);
	close_gate(&g);
}

/* What moves the control as well says nothing about the head. */
static void slowdown_of_the_control_withdraws_what_was_found(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	set(&g, "sizes", "64,256");
	set(&g, "inject", "**=200,control:**=200");
	judge(&g, "right_size", "right_again");
	assert_int_equal(cb_gate_verdict_count(g.gate, CB_VERDICT_REGRESSED), 0);
	assert_int_equal(cb_gate_verdict_count(g.gate, CB_VERDICT_NOISY), 2);
	assert_true(find(&g, "right_again/" HASH_AT_64)->control_loss_percent > 50);
	expect_note(&g, "control-moved");
	expect_exit(&g, CB_GATE_INVALID);
	expect_same_when_stored(&g);
	close_gate(&g);
}

static void slowdown_of_the_control_alone_is_noted(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	set(&g, "inject", "control:**=200");
	judge(&g, "right_size", "right_again");
	expect_note(&g, "injected");
	assert_true(find(&g, "right_again/" HASH_AT_64)->injected_percent == 0);
	assert_true(find(&g, "right_again/" HASH_AT_64)->control_loss_percent > 50);
	close_gate(&g);
}

static void canary_can_be_left_out(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	rule(&g, "canary", "off");
	judge(&g, "right_size", "right_again");
	expect_measured(&g, "right_again/" HASH_AT_64);
	assert_null(find_note(&g, "canary-found"));
	assert_null(find_note(&g, "canary-missed"));
	assert_null(find_note(&g, "canary-absent"));
	close_gate(&g);
}

/* Twice the limit in percent of the time would be less than the limit in percent of throughput. */
static void canary_is_found_at_any_limit(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	rule(&g, "limit", "70%");
	judge(&g, "right_size", "right_again");
	expect_note(&g, "canary-found");
	close_gate(&g);
}

/* A worker whose times are always the same: it can have no canary. */
static void times_that_never_change_are_no_judgement(void **state)
{
	(void)state;
	gated g;
	cb_config config = CB_CONFIG_INIT;
	cb_context *ctx = NULL;
	config.backend_path = CB_TEST_BACKENDS;
	config.worker_path = CB_TEST_NONSENSE;
	assert_int_equal(cb_context_new(&ctx, &config), CB_OK);
	open_in(&g, ctx, "fixture-hash");
	set(&g, "sizes", "16,23"); /* 23: no time passes at all */
	judge(&g, "right_size", "right_again");
	expect_verdict(&g, "right_again/fixture-hash/digest/16/on", CB_VERDICT_UNCHANGED);
	expect_verdict(&g, "right_again/fixture-hash/digest/23/on", CB_VERDICT_BROKEN);
	expect_note(&g, "canary-missed");
	expect_exit(&g, CB_GATE_BROKEN);
	cb_gate_free(g.gate);
	set(&g, "sizes", "16");
	judge(&g, "right_size", "right_again");
	expect_exit(&g, CB_GATE_INVALID);
	close_gate(&g);
}

struct patience {
	uint64_t until; /* so many visits */
	uint64_t seen;
};

static int lose_patience(const cb_progress *progress, void *payload)
{
	struct patience *patience = payload;
	patience->seen = progress->done;
	return progress->done >= patience->until;
}

static void interrupted_gate_holds_what_was_measured(void **state)
{
	(void)state;
	struct patience patience = {.until = 9};
	gated g;
	open_gate(&g, "fixture-hash");
	set(&g, "sizes", "64,256");
	g.status = cb_plan_gate(
		g.plan, &g.gate, "right_size", "right_again", g.rules, lose_patience, &patience);
	assert_int_equal(g.status, CB_ECANCELLED);
	assert_non_null(g.gate);
	assert_int_equal(cb_gate_complete(g.gate), 0);
	assert_int_equal(cb_gate_count(g.gate), 2);
	expect_note(&g, "cancelled");
	assert_true(find(&g, "right_again/" HASH_AT_64)->launches >= 1);
	expect_same_when_stored(&g);
	close_gate(&g);
}

static void gate_that_is_interrupted_at_once_leaves_nothing(void **state)
{
	(void)state;
	struct patience patience = {.until = 0};
	gated g;
	open_gate(&g, "fixture-hash");
	g.gate = (cb_gate *)&g;
	g.status = cb_plan_gate(
		g.plan, &g.gate, "hang_hello", "right_again", g.rules, lose_patience, &patience);
	assert_int_equal(g.status, CB_ECANCELLED);
	assert_null(g.gate);
	close_gate(&g);
}

/* One operation takes 20 ms, and there are six samples of one in each visit. */
static void cells_that_are_not_reached_are_suspects(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	set(&g, "budget", "0.6");
	judge(&g, "right_size", "slow");
	expect_verdict(&g, "slow/" HASH_AT_64, CB_VERDICT_SUSPECT);
	expect_note(&g, "out-of-budget");
	expect_exit(&g, CB_GATE_INCONCLUSIVE);
	assert_int_equal(cb_gate_complete(g.gate), 1);
	expect_same_when_stored(&g);
	close_gate(&g);
}

static void globs_that_match_no_cell_are_refused_before_anything_is_measured(void **state)
{
	(void)state;
	static const char dead[] = "rules = ( { cells = \"sound/**\"; limit = \"2%\"; } );\n";
	struct patience patience = {.until = UINT64_MAX};
	gated g;
	open_gate(&g, "fixture-hash");
	assert_int_equal(cb_rules_parse(g.rules, "gate.cfg", dead), CB_OK);
	g.status = cb_plan_gate(
		g.plan, &g.gate, "right_size", "right_again", g.rules, lose_patience, &patience);
	assert_int_equal(g.status, CB_ENOTFOUND);
	assert_null(g.gate);
	assert_int_equal(patience.seen, 0);
	expect_part(cb_context_error(g.ctx), "sound/**");
	expect_part(cb_context_error(g.ctx), "gate.cfg:1");
	close_gate(&g);
	open_gate(&g, "fixture-hash");
	set(&g, "inject", "**=5,right_again/sha-*/**=5");
	measure(&g, "right_size", "right_again");
	assert_int_equal(g.status, CB_ENOTFOUND);
	expect_part(cb_context_error(g.ctx), "\"right_again/sha-*/**=5\"");
	close_gate(&g);
}

/* toy_accel has no nocrypto of its own, toy_refusing has. */
static void mode_that_is_another_on_one_side_only_is_measured(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	set(&g, "accel", "nocrypto,off");
	judge(&g, "toy_accel", "toy_symbolic");
	assert_int_equal(cb_gate_count(g.gate), 1);
	expect_measured(&g, "toy_symbolic/fixture-hash/digest/64/off");
	close_gate(&g);
	open_gate(&g, "fixture-hash");
	set(&g, "accel", "nocrypto,off");
	judge(&g, "toy_accel", "right_again");
	assert_int_equal(cb_gate_count(g.gate), 2);
	expect_measured(&g, "right_again/fixture-hash/digest/64/nocrypto");
	close_gate(&g);
}

/* Each side's modes are compared with the same of the other. */
static void modes_are_matched_by_their_names(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	set(&g, "accel", "on,off");
	set(&g, "inject", "**/off=200");
	judge(&g, "toy_accel", "toy_symbolic");
	assert_int_equal(cb_gate_count(g.gate), 2);
	assert_int_equal(find(&g, "toy_symbolic/fixture-hash/digest/64/on")->accel, CB_ACCEL_ON);
	expect_verdict(&g, "toy_symbolic/fixture-hash/digest/64/off", CB_VERDICT_REGRESSED);
	assert_int_not_equal(
		find(&g, "toy_symbolic/fixture-hash/digest/64/on")->verdict, CB_VERDICT_REGRESSED);
	close_gate(&g);
}

static void without_a_directory_for_copies_there_is_no_control(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	assert_int_equal(setenv("TMPDIR", "/nowhere/at/all", 1), 0);
	judge(&g, "toy_accel", "toy_symbolic");
	assert_int_equal(setenv("TMPDIR", temporary, 1), 0);
	expect_measured(&g, "toy_symbolic/" HASH_AT_64);
	assert_false(has_control(find(&g, "toy_symbolic/" HASH_AT_64)));
	close_gate(&g);
}

/* The file that openssl loads where none is named. */
static void find_libcrypto(char *out, size_t size)
{
	scene s;
	scene_open(&s, "openssl:on", "sha256");
	scene_run(&s, NULL, NULL);
	assert_int_equal(s.status, CB_OK);
	snprintf(out, size, "%s", scene_subject(&s, "openssl:on")->file);
	scene_close(&s);
}

static void instructions_of_one_library_are_the_same_number(void **state)
{
	(void)state;
	copied copy;
	char file[PATH_SIZE];
	gated g;
	if (!scene_has("openssl"))
		skip();
	find_libcrypto(file, sizeof file);
	copy_library(&copy, "openssl", file);
	open_gate(&g, "sha256,aes-128-gcm");
	set(&g, "ops", "digest,seal");
	set(&g, "no-shortcut", "1");
	rule(&g, "mode", "icount");
	judge(&g, "openssl", copy.subject);
	int is_refused = find_note(&g, "not-counted") != NULL;
	if (!is_refused) {
		expect_verdict(&g, "openssl/sha256/digest/64/on", CB_VERDICT_UNCHANGED);
		expect_verdict(&g, "openssl/aes-128-gcm/seal/64/on", CB_VERDICT_UNCHANGED);
		assert_string_equal(find(&g, "openssl/sha256/digest/64/on")->stage, "count");
		assert_true(find(&g, "openssl/sha256/digest/64/on")->base_ns > 100);
		assert_string_equal(cb_gate_mode(g.gate), "icount");
		expect_exit(&g, CB_GATE_FINE);
	}
	expect_same_when_stored(&g);
	close_gate(&g);
	copied_done(&copy);
	if (is_refused)
		skip();
}

static void operations_that_take_too_many_instructions_are_left_out(void **state)
{
	(void)state;
	gated g;
	open_gate(&g, "fixture-hash");
	set(&g, "sizes", "16,16384");
	set(&g, "steps", "5000");
	rule(&g, "mode", "icount");
	judge(&g, "right_size", "right_again");
	int is_refused = find_note(&g, "not-counted") != NULL;
	if (!is_refused) {
		expect_note(&g, "left-out");
		assert_int_equal(cb_gate_count(g.gate), 1);
		expect_verdict(&g, "right_again/fixture-hash/digest/16/on", CB_VERDICT_UNCHANGED);
	}
	close_gate(&g);
	if (is_refused)
		skip();
}

static void copy_of_the_systems_library_is_its_control(void **state)
{
	(void)state;
	copied copy;
	char file[PATH_SIZE];
	gated g;
	if (!scene_has("openssl"))
		skip();
	find_libcrypto(file, sizeof file);
	copy_library(&copy, "openssl", file);
	open_gate(&g, "sha256");
	set(&g, "no-shortcut", "1");
	judge(&g, "openssl", copy.subject);
	expect_measured(&g, "openssl/sha256/digest/64/on");
	assert_true(has_control(find(&g, "openssl/sha256/digest/64/on")));
	assert_string_equal(cb_gate_base_at(g.gate, 0)->file, file);
	assert_string_equal(cb_gate_head_at(g.gate, 0)->file, copy.file);
	close_gate(&g);
	copied_done(&copy);
}

static int make_temporary(void **state)
{
	(void)state;
	return mkdtemp(temporary) == NULL || setenv("TMPDIR", temporary, 1) != 0;
}

static int remove_temporary(void **state)
{
	(void)state;
	return rmdir(temporary);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_thing_twice_is_refused),
		cmocka_unit_test(what_goes_wrong_on_the_head_breaks_its_cell),
		cmocka_unit_test(the_other_cells_are_judged_all_the_same),
		cmocka_unit_test(a_wrong_answer_breaks_its_cell),
		cmocka_unit_test(a_base_that_breaks_leaves_nothing_to_compare),
		cmocka_unit_test(what_only_one_side_has_is_missing_or_new),
		cmocka_unit_test(cells_are_called_by_the_head),
		cmocka_unit_test(identical_code_is_not_measured),
		cmocka_unit_test(identical_code_is_measured_on_request),
		cmocka_unit_test(slowdown_is_found_where_it_is_and_nowhere_else),
		cmocka_unit_test(slowdown_of_the_control_withdraws_what_was_found),
		cmocka_unit_test(slowdown_of_the_control_alone_is_noted),
		cmocka_unit_test(canary_can_be_left_out),
		cmocka_unit_test(canary_is_found_at_any_limit),
		cmocka_unit_test(times_that_never_change_are_no_judgement),
		cmocka_unit_test(interrupted_gate_holds_what_was_measured),
		cmocka_unit_test(gate_that_is_interrupted_at_once_leaves_nothing),
		cmocka_unit_test(cells_that_are_not_reached_are_suspects),
		cmocka_unit_test(globs_that_match_no_cell_are_refused_before_anything_is_measured),
		cmocka_unit_test(mode_that_is_another_on_one_side_only_is_measured),
		cmocka_unit_test(modes_are_matched_by_their_names),
		cmocka_unit_test(without_a_directory_for_copies_there_is_no_control),
		cmocka_unit_test(instructions_of_one_library_are_the_same_number),
		cmocka_unit_test(operations_that_take_too_many_instructions_are_left_out),
		cmocka_unit_test(copy_of_the_systems_library_is_its_control),
	};
	return cmocka_run_group_tests(tests, make_temporary, remove_temporary);
}
