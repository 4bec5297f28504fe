/* SPDX-License-Identifier: Apache-2.0 */
#include "gate_cases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cb_judged *gate_case_add(gate_case *c, const char *id, cb_verdict verdict, double loss_percent)
{
	cb_judged *cell = &c->cells[c->view.cell_count];

	*cell = (cb_judged){.id = id,
		.backend = "openssl",
		.algorithm = "aes-256-gcm",
		.operation = "seal",
		.size = 16384,
		.variant = "message",
		.threads = 1,
		.processes = 1,
		.verdict = verdict,
		.reason = "",
		.stage = "confirm",
		.loss_percent = loss_percent,
		.loss_ci95_low_percent = loss_percent - 0.5,
		.loss_ci95_high_percent = loss_percent + 0.75,
		.limit_percent = 5,
		.tolerance_percent = 0.5,
		.p = (double)NAN,
		.base_ns = 3800,
		.head_ns = 3800 / (1 - loss_percent / 100),
		.control_loss_percent = (double)NAN,
		.launches = 40,
		.rule = "",
		.waiver = ""};
	c->cell_list[c->view.cell_count++] = cell;
	c->view.counts[verdict]++;
	return cell;
}

/* A cell without figures. */
static cb_judged *add_unknown(gate_case *c, const char *id, cb_verdict verdict, const char *reason)
{
	cb_judged *cell = gate_case_add(c, id, verdict, (double)NAN);

	cell->base_ns = cell->head_ns = (double)NAN;
	cell->launches = 0;
	cell->stage = "";
	cell->reason = reason;
	return cell;
}

void gate_case_note(gate_case *c, const char *id, const char *text, int is_fault)
{
	cb_gate_note *note = &c->notes[c->view.note_count];

	*note = (cb_gate_note){id, text, is_fault};
	c->note_list[c->view.note_count++] = note;
}

static void fill_ok(gate_case *c)
{
	gate_case_add(c, "openssl/aes-256-gcm/seal/16384/on", CB_VERDICT_UNCHANGED, 0.125);
	gate_case_add(c, "openssl/sha256/digest/16384/on", CB_VERDICT_UNCHANGED, -0.001);
	gate_case_add(c, "openssl/ed25519/sign/0/on", CB_VERDICT_IDENTICAL, 0);
	gate_case_note(c, "canary-found", "a slowdown of 10 % was found with 9.8 %", 0);
	c->view.word = "ok";
}

static void fill_regressed(gate_case *c)
{
	cb_judged *cell =
		gate_case_add(c, "openssl/aes-256-gcm/seal/16384/on", CB_VERDICT_REGRESSED, 12.5);

	cell->p = 0.0001;
	cell->rule = "openssl/aes-*/**";
	cell->rule_line = 12;
	cell->limit_percent = 2.5;
	gate_case_add(c, "openssl/sha256/digest/16384/on", CB_VERDICT_REGRESSED, 7.25);
	add_unknown(
		c, "mbedtls/sha512/digest/64/on", CB_VERDICT_BROKEN, "the worker died of SIGILL");
	add_unknown(c, "openssl/md5/digest/64/on", CB_VERDICT_MISSING, "not offered any more");
	add_unknown(c, "openssl/md5/digest/1024/on", CB_VERDICT_MISSING, "not offered any more");
	add_unknown(
		c, "openssl/rc4/encrypt/64/on", CB_VERDICT_INCOMPARABLE, "the semantics differ");
	gate_case_add(c, "openssl/sha1/digest/64/on", CB_VERDICT_SUSPECT, 6);
	gate_case_add(c, "openssl/sha1/digest/256/on", CB_VERDICT_NOISY, 1);
	cell = gate_case_add(c, "openssl/x25519/derive/0/on", CB_VERDICT_WAIVED, 6.5);
	cell->waiver = "blinding was added";
	cell = gate_case_add(c, "openssl/sha1/digest/1024/on", CB_VERDICT_IMPROVED, -25);
	cell->stage = "count";
	cell->base_ns = 49930;
	cell->head_ns = 39944;
	cell->injected_percent = 5;
	add_unknown(c, "openssl/sha3-256/digest/64/on", CB_VERDICT_NEW, "");
	gate_case_add(c, "openssl/ed25519/sign/0/on", CB_VERDICT_UNCHANGED, 0.125);
	gate_case_add(c, "openssl/ed25519/verify/0/on", CB_VERDICT_IDENTICAL, 0);
	gate_case_note(c, "versions-differ", "base is 3.0.16, head is 3.0.17", 0);
	gate_case_note(c, "canary-found", "a slowdown of 10 % was found with 9.8 %", 0);
	c->view.word = "regressed";
	c->view.exit = CB_GATE_REGRESSED;
	c->view.rules_file = "./ci/gate.rules";
}

static void fill_broken(gate_case *c)
{
	add_unknown(
		c, "mbedtls/sha512/digest/64/on", CB_VERDICT_BROKEN, "the worker died of SIGILL");
	c->view.word = "broken";
	c->view.exit = CB_GATE_BROKEN;
}

static void fill_removed(gate_case *c)
{
	cb_judged *cell = add_unknown(
		c, "openssl/rc4/encrypt/64/on", CB_VERDICT_MISSING, "its removal is allowed");

	cell->is_allowed = 1;
	gate_case_add(c, "openssl/sha1/digest/64/on", CB_VERDICT_UNCHANGED, 0);
	c->view.word = "ok";
}

/* One that may be missing comes first, one that may not after it. */
static void fill_missing_too(gate_case *c)
{
	fill_removed(c);
	add_unknown(c, "openssl/sha512/digest/64/on", CB_VERDICT_MISSING, "");
	c->view.word = "missing";
	c->view.exit = CB_GATE_REGRESSED;
}

/* Times of a single run can warn. */
static void fill_warned(gate_case *c)
{
	gate_case_add(c, "openssl/sha1/digest/64/on", CB_VERDICT_SUSPECT, 30)->stage = "stored";
	c->view.word = "ok";
}

static void fill_missing(gate_case *c)
{
	add_unknown(c, "openssl/md5/digest/64/on", CB_VERDICT_MISSING, "");
	gate_case_add(c, "openssl/sha1/digest/64/on", CB_VERDICT_UNCHANGED, 0);
	c->view.word = "missing";
	c->view.exit = CB_GATE_REGRESSED;
}

static void fill_invalid(gate_case *c)
{
	gate_case_add(c, "openssl/sha1/digest/64/on", CB_VERDICT_UNCHANGED, 0);
	gate_case_note(c, "versions-differ", "base is 3.0.16, head is 3.0.17", 0);
	gate_case_note(c, "canary-missed", "a slowdown of 10 % was not found", 1);
	c->view.word = "invalid";
	c->view.exit = CB_GATE_INVALID;
}

static void fill_incomparable(gate_case *c)
{
	add_unknown(
		c, "openssl/rc4/encrypt/64/on", CB_VERDICT_INCOMPARABLE, "the semantics differ");
	c->view.word = "invalid";
	c->view.exit = CB_GATE_INVALID;
}

static void fill_inconclusive(gate_case *c)
{
	gate_case_add(c, "openssl/sha1/digest/64/on", CB_VERDICT_SUSPECT, 6);
	gate_case_add(c, "openssl/sha1/digest/256/on", CB_VERDICT_NOISY, 1);
	gate_case_note(c, "out-of-budget", "1 suspect was not confirmed", 0);
	c->view.word = "inconclusive";
	c->view.exit = CB_GATE_INCONCLUSIVE;
	c->view.complete = 0;
}

static void fill_empty(gate_case *c)
{
	gate_case_note(c, "nothing-compared", "no cell was measured on both sides", 1);
	c->view.word = "invalid";
	c->view.exit = CB_GATE_INVALID;
	c->view.base_count = c->view.head_count = 0;
	c->view.created = "";
}

static void fill_hostile(gate_case *c)
{
	static const cb_verdict verdicts[] = {CB_VERDICT_REGRESSED, CB_VERDICT_BROKEN,
		CB_VERDICT_MISSING, CB_VERDICT_SUSPECT, CB_VERDICT_WAIVED, CB_VERDICT_IMPROVED};

	for (size_t i = 0; i < sizeof(verdicts) / sizeof(verdicts[0]); i++) {
		cb_judged *cell;

		snprintf(c->ids[i], sizeof(c->ids[i]), "%zu/%s", i, GATE_HOSTILE);
		cell = gate_case_add(c, c->ids[i], verdicts[i], 10);
		cell->backend = cell->algorithm = cell->operation = cell->variant = GATE_HOSTILE;
		cell->reason = cell->waiver = cell->rule = GATE_HOSTILE;
		cell->rule_line = 3;
	}
	gate_case_note(c, GATE_HOSTILE, GATE_HOSTILE, 1);
	gate_case_note(c, GATE_HOSTILE, GATE_HOSTILE, 0);
	for (size_t i = 0; i < 2; i++)
		c->subjects[i].label = c->subjects[i].version = c->subjects[i].file = GATE_HOSTILE;
	c->view.word = "regressed";
	c->view.exit = CB_GATE_REGRESSED;
	c->view.rules_file = c->view.mode = GATE_HOSTILE;
	c->view.created = GATE_HOSTILE;
}

static void fill_many(gate_case *c)
{
	for (size_t i = 0; i < GATE_CASE_MANY; i++) {
		snprintf(c->ids[i], sizeof(c->ids[i]), "openssl/cell-%zu/seal/16384/on", i);
		gate_case_add(c, c->ids[i], CB_VERDICT_REGRESSED, 50 - 0.01 * (double)i);
	}
	gate_case_note(c, "suite-shift", "all cells regressed: one cause is likely", 0);
	c->view.word = "regressed";
	c->view.exit = CB_GATE_REGRESSED;
}

static void fill_long(gate_case *c)
{
	static char text[3000];

	memset(text, '|', sizeof(text) - 1);
	fill_many(c);
	for (size_t i = 0; i < GATE_CASE_MANY; i++)
		c->cells[i].reason = text;
}

static const struct {
	const char *name;
	void (*fill)(gate_case *c);
} cases[] = {
	{"ok", fill_ok},
	{"regressed", fill_regressed},
	{"broken", fill_broken},
	{"missing", fill_missing},
	{"removed", fill_removed},
	{"missing-too", fill_missing_too},
	{"warned", fill_warned},
	{"invalid", fill_invalid},
	{"incomparable", fill_incomparable},
	{"inconclusive", fill_inconclusive},
	{"empty", fill_empty},
	{"hostile", fill_hostile},
	{"many", fill_many},
	{"long", fill_long},
};

static void fill_frame(gate_case *c)
{
	c->view = (cb__gate_view){.cells = c->cell_list,
		.notes = c->note_list,
		.bases = &c->subject_list[0],
		.base_count = 1,
		.heads = &c->subject_list[1],
		.head_count = 1,
		.mode = "ab",
		.rules_file = "",
		.created = "2026-11-30T12:00:00Z",
		.complete = 1};
	for (size_t i = 0; i < 2; i++) {
		c->subjects[i] = (cb_subject){.label = i == 0 ? "old:on" : "new:on",
			.backend = "openssl",
			.version = i == 0 ? "3.0.16" : "3.0.17",
			.file = "/usr/lib/libcrypto.so.3"};
		c->subject_list[i] = &c->subjects[i];
	}
}

gate_case *gate_case_new(const char *name)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		gate_case *c;

		if (strcmp(cases[i].name, name) != 0)
			continue;
		c = calloc(1, sizeof(*c));
		if (c != NULL) {
			fill_frame(c);
			cases[i].fill(c);
		}
		return c;
	}
	return NULL;
}
